"""The page's head for a link: title, description and picture, for chats, social networks and search engines."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from starlette.requests import Request

from rondel.draw.card import HEIGHT, WIDTH
from rondel.server.http.api import site_of
from rondel.server.notices.words import title_of
from rondel.server.tables.sharing import Shared, find_shared

#: the picture of a link that has none of its own, among the files of the page
CARD: Final = "/card.png"
#: a table, and the step of a replay
_TABLE: Final = re.compile(r"/(?:table|replay|embed)/([0-9A-Za-z_-]{1,40})(?:/(\d{1,8}))?/?")
_TITLE: Final = re.compile(r"<title>.*?</title>", re.DOTALL)
_DESCRIPTION: Final = re.compile(r'<meta\s+name="description"[^>]*>', re.DOTALL)
_WORDS: Final = {
    "en": {
        "site": "Board games of antiquity in your browser: against bots or with friends.",
        "open": "A table is open. Take a seat.",
        "playing": "A game in progress after {n} decisions. Watch it live.",
        "bot": "1 bot",
        "bots": "{n} bots",
        "over": "A finished game of {n} decisions. Watch it again, step by step.",
    },
    "fr": {
        "site": "Des jeux de l’Antiquité dans votre navigateur : contre des robots ou entre amis.",
        "open": "Une table est ouverte. Prenez place.",
        "playing": "Une partie en cours après {n} décisions. Suivez-la en direct.",
        "bot": "1 robot",
        "bots": "{n} robots",
        "over": "Une partie terminée en {n} décisions. Revoyez-la pas à pas.",
    },
    "de": {
        "site": "Brettspiele der Antike im Browser: gegen Bots oder mit Freunden.",
        "open": "Ein Tisch ist offen. Nehmen Sie Platz.",
        "playing": "Eine laufende Partie nach {n} Entscheidungen. Sehen Sie live zu.",
        "bot": "1 Bot",
        "bots": "{n} Bots",
        "over": "Eine beendete Partie mit {n} Entscheidungen. Sehen Sie sie noch einmal, Schritt für Schritt.",
    },
}


def language_of(request: Request) -> str:
    """Give the first language of a browser that the page speaks."""
    wanted = (part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(","))
    return next((language for language in wanted if language in _WORDS), "en")


async def page_with_head(request: Request, page: str) -> str:
    """Write title, description and picture of a link into the page."""
    site, found = site_of(request), _TABLE.fullmatch(request.url.path)
    shared: Shared | None = None
    if found and not site.settings.club:
        table = found.group(1)
        shared = await site.storage.read(lambda connection: find_shared(connection, table, site.hub.names))
    base = site.settings.site.rstrip("/") or str(request.base_url).rstrip("/")
    language = language_of(request)
    texts = _WORDS[language]
    if shared is None or not found:
        title, about, picture = "Rondel", texts["site"], base + CARD
    else:
        names = shared.names(texts["bot"], texts["bots"])
        title, about = f"{title_of(shared.title, language)}: {names}", texts[shared.status].format(n=shared.step)
        step = f"&step={found.group(2)}" if found.group(2) else ""
        picture = f"{base}/api/tables/{found.group(1)}/card.png?at={shared.step}{step}"
    return _written(page, title, about, picture, base + request.url.path)


def _written(page: str, title: str, about: str, picture: str, address: str) -> str:
    properties = {
        "og:type": "website", "og:site_name": "Rondel", "og:title": title, "og:description": about, "og:url": address,
        "og:image": picture, "og:image:width": str(WIDTH), "og:image:height": str(HEIGHT), "og:image:alt": title,
    }  # fmt: skip
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    shown = title if title == "Rondel" else f"{title} · Rondel"
    page = _TITLE.sub(lambda _: f"<title>{escape(shown)}</title>", page, count=1)
    page = _DESCRIPTION.sub(lambda _: f'<meta name="description" content="{escape(about)}" />', page, count=1)
    return page.replace("</head>", "    " + "\n    ".join(lines) + "\n  </head>", 1)
