"""What notices say, in their reader's language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rondel.registry import BOOKS

#: event -> title and text; `{what}` is the table's title or its game, `{who}` somebody's name
WORDS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "en": {
        "turn": ("Your turn", "It is your turn: {what}."),
        "begin": ("The game begins", "All seats are taken: {what}."),
        "end": ("The game is over", "{what} is over."),
        "reminder": ("Your time is running out", "You are still to decide: {what}."),
        "chat": ("{who} wrote to you", "{who} wrote at your table: {what}."),
        "invitation": ("You are invited", "{who} invites you to a game: {what}."),
        "round": ("A new round", "Your table for the next round is ready: {what}."),
        "digest": ("Games that wait for you", "It is your turn here:"),
        "test": ("It works", "This is a test from Rondel. You will be notified here."),
        "confirm": (
            "Confirm your email address",
            "Hello {who},\n\nsomebody entered this address at Rondel. If it was you, open this link within three days. "
            "Rondel will then write to you on the occasions that you choose:",
        ),
        "reset": (
            "A new password",
            "Hello {who},\n\nsomebody asked for a new password for your account. If it was you, open this link within "
            "an hour and choose one:",
        ),
        "ignore": ("", "If it was not you, there is nothing you need to do."),
        "stop": ("", "No more mails like this:"),
        "somebody": ("", "Somebody"),
    },
    "fr": {
        "turn": ("À vous de jouer", "C’est votre tour : {what}."),
        "begin": ("La partie commence", "Toutes les places sont prises : {what}."),
        "end": ("La partie est finie", "Partie finie : {what}."),
        "reminder": ("Votre temps sera bientôt écoulé", "On attend toujours votre décision : {what}."),
        "chat": ("{who} vous a écrit", "{who} a écrit à votre table : {what}."),
        "invitation": ("Vous êtes invité", "{who} vous invite à une partie : {what}."),
        "round": ("Nouvelle ronde", "Votre table pour la prochaine ronde est prête : {what}."),
        "digest": ("Des parties vous attendent", "C’est à vous de jouer ici :"),
        "test": ("Ça marche", "Ceci est un essai de Rondel. C’est ici que vous serez prévenu."),
        "confirm": (
            "Confirmez votre adresse e-mail",
            "Bonjour {who},\n\nquelqu’un a indiqué cette adresse sur Rondel. Si c’était vous, ouvrez ce lien dans les "
            "trois jours. Rondel vous écrira ensuite dans les cas que vous aurez choisis :",
        ),
        "reset": (
            "Un nouveau mot de passe",
            "Bonjour {who},\n\nquelqu’un a demandé un nouveau mot de passe pour votre compte. Si c’était vous, ouvrez "
            "ce lien dans l’heure et choisissez-en un :",
        ),
        "ignore": ("", "Si ce n’était pas vous, vous n’avez rien à faire."),
        "stop": ("", "Ne plus recevoir ces messages :"),
        "somebody": ("", "Quelqu’un"),
    },
    "de": {
        "turn": ("Sie sind am Zug", "Sie sind am Zug: {what}."),
        "begin": ("Die Partie beginnt", "Alle Plätze sind besetzt: {what}."),
        "end": ("Die Partie ist zu Ende", "Die Partie ist zu Ende: {what}."),
        "reminder": ("Ihre Zeit läuft ab", "Ihre Entscheidung steht noch aus: {what}."),
        "chat": ("{who} hat Ihnen geschrieben", "{who} hat an Ihrem Tisch geschrieben: {what}."),
        "invitation": ("Sie sind eingeladen", "{who} lädt Sie zu einer Partie ein: {what}."),
        "round": ("Eine neue Runde", "Ihr Tisch für die nächste Runde steht bereit: {what}."),
        "digest": ("Partien, die auf Sie warten", "Hier sind Sie am Zug:"),
        "test": ("Es klappt", "Das ist ein Test von Rondel. Hier werden Sie benachrichtigt."),
        "confirm": (
            "Bestätigen Sie Ihre E-Mail-Adresse",
            "Guten Tag {who},\n\njemand hat diese Adresse bei Rondel eingetragen. Wenn Sie das waren, öffnen Sie "
            "diesen Link innerhalb von drei Tagen. Rondel schreibt Ihnen dann in den Fällen, "
            "die Sie wählen:",
        ),
        "reset": (
            "Ein neues Passwort",
            "Guten Tag {who},\n\njemand hat für Ihr Konto ein neues Passwort angefordert. Wenn Sie das waren, öffnen "
            "Sie diesen Link innerhalb einer Stunde und wählen Sie eines:",
        ),
        "ignore": ("", "Wenn Sie das nicht waren, müssen Sie nichts tun."),
        "stop": ("", "Keine solchen E-Mails mehr:"),
        "somebody": ("", "Jemand"),
    },
}  # fmt: skip
_WITH: Final = {"en": "with", "fr": "avec", "de": "mit"}
#: guests whom nobody named are called `Guest 1234`; so does the page
_GUEST: Final = re.compile(r"\bGuest (?=\d{4}\b)")
_GUESTS: Final = {"en": "Guest ", "fr": "Invité ", "de": "Gast "}
#: what stands between the two parts of a subject
_AND: Final = {"en": "and", "fr": "et", "de": "und"}
_COLON: Final = {"fr": " : "}
#: what titles say of editions, as pages say it
_EDITIONS: Final[dict[str, dict[str, str]]] = {
    ", revised edition": {"en": "", "fr": "", "de": ""},
    ", first edition": {"en": ", first edition", "fr": ", première édition", "de": ", erste Ausgabe"},
}


def say(lang: str, event: str, about: Mapping[str, str]) -> tuple[str, str]:
    """Give the title and the text of a notice."""
    words = WORDS.get(lang, WORDS["en"])
    title, text = words[event]
    values = {"who": _guests(lang, about.get("who", "")) or words["somebody"][1], "what": what_of(lang, about)}
    return title.format(**values), text.format(**values)


def subject(lang: str, title: str, about: Mapping[str, str]) -> str:
    """Write the subject of a mail about a table."""
    return f"{title}{_COLON.get(lang, ': ')}{what_of(lang, about)}"


def title_of(title: str, lang: str) -> str:
    """Write the title of a rulebook as pages do: the edition in a language, and only where it must be said."""
    for edition, told in _EDITIONS.items():
        title = title.replace(edition, told.get(lang, edition))
    return title


def what_of(lang: str, about: Mapping[str, str]) -> str:
    """Name a table: its title or game, and with whom one plays there."""
    game = about.get("game", "")
    name = title_of(BOOKS[game].title if game in BOOKS else game, lang)
    title = about.get("title", "")
    shown = f"{title} ({name})" if title and name else title or name or "Rondel"
    first, comma, last = _guests(lang, about.get("others", "")).rpartition(", ")
    others = f"{first} {_AND.get(lang, 'and')} {last}" if comma else last
    return f"{shown} {_WITH.get(lang, 'with')} {others}" if others else shown


def _guests(lang: str, names: str) -> str:
    return _GUEST.sub(_GUESTS.get(lang, "Guest "), names)


def mail_text(lang: str, text: str, links: Sequence[str], stop: str = "", asked: bool = False) -> str:
    """Write a mail: what is told, the links, and how to get no more."""
    words = WORDS.get(lang, WORDS["en"])
    parts = [text, *links]
    if asked:
        parts.append(words["ignore"][1])
    if stop:
        parts.append(f"-- \n{words['stop'][1]}\n{stop}")
    return "\n\n".join(parts) + "\n"
