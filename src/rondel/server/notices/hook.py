"""A player's own webhook: the body that each kind of chat service takes."""

from __future__ import annotations

import json
from email.header import Header

from rondel.server.notices.outward import look_up, post

#: seconds that a webhook has
PATIENCE = 3.0
#: consecutive failures after which it is switched off
MOST_FAILURES = 5


def body_of(style: str, title: str, text: str, link: str, event: str = "") -> tuple[bytes, dict[str, str]]:
    """Write a notice as a service takes it; give the body and its headers."""
    headers = {"Content-Type": "application/json", "User-Agent": "Rondel"}
    if style == "ntfy":
        asked = {"Title": _in_header(title), "Click": link, "Content-Type": "text/plain; charset=utf-8"}
        return text.encode(), {**headers, **asked}
    line = f"{title}: {text} {link}"
    if style == "discord":
        body: dict[str, object] = {"content": line[:1900], "allowed_mentions": {"parse": []}}
    elif style in ("slack", "mattermost"):
        body = {"text": line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    else:
        body = {"event": event, "title": title, "text": text, "link": link}
    return json.dumps(body).encode(), headers


def _in_header(text: str) -> str:
    """Write a text so that a header may carry it: ntfy reads the form of mails."""
    plain = " ".join(text.split())
    return plain if plain.isascii() else Header(plain, "utf-8", maxlinelen=10_000).encode()


def call(address: str, style: str, title: str, text: str, link: str, event: str, private: bool) -> int:
    """Call a webhook; give the status."""
    body, headers = body_of(style, title, text, link, event)
    return post(look_up(address, private), body, headers, PATIENCE)
