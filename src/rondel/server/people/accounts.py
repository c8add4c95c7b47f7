"""Players: guests and accounts, their sessions, and which names are allowed."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from rondel.game import JsonDict
from rondel.server.store.schema import (
    Found,
    attempts,
    players,
    pushes,
    resets,
    results,
    seats,
    sessions,
    skills,
    streaks,
    tables,
    wishes,
)
from rondel.server.wire.refusal import Refusal

#: how long a session lasts
SESSION = 400 * 86_400_000
#: how long a guest without a session, a table or a result is kept
GUEST = 30 * 86_400_000
#: characters of the shortest password
SHORTEST = 10
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
#: letters, marks and signs that show nothing; accounts of before may have them in their names
_SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(map(chr, _SELECTORS))
#: scripts with letters that look alike
_ALIKE = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays: a guest or an account."""

    id: str
    name: str
    guest: bool
    email: str = ""
    notify: bool = False
    created: int = 0
    admin: bool = False
    banned: int = 0  # until when
    renamed: bool = False  # the host has replaced the name


def new_id() -> str:
    """Make an id that cannot be guessed: 128 random bits. A dash in front would be an option on the command line."""
    made = secrets.token_urlsafe(16)
    return made if made[0] != "-" else new_id()


def hash_token(token: str) -> str:
    """Give what is stored of a session's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str) -> str:
    """Normalize a name; refuse invisible characters and names without a letter or digit."""
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    if not plain or len(plain) > 32 or any(unicodedata.category(sign) in _HIDDEN for sign in plain):
        raise Refusal("bad_message", "A name has 1 to 32 signs, all of them visible.")
    if not any(sign.isalnum() for sign in plain):
        raise Refusal("bad_message", "A name needs a letter or a digit.")
    if len(_scripts(plain)) > 1:
        raise Refusal("bad_message", "A name does not mix letters that look alike, as Latin, Greek and Cyrillic do.")
    return plain


def _scripts(name: str) -> set[str]:
    """List the scripts with letters that look alike among which a name chooses."""
    found = {unicodedata.name(sign, "").partition(" ")[0] for sign in name if sign.isalpha()}
    return found & _ALIKE


def clean_text(text: str) -> str:
    """Remove invisible characters from a text, except line ends."""
    kept = "".join(
        sign for sign in text if sign == "\n" or unicodedata.category(sign) not in _HIDDEN or sign == "\u200d"
    )
    return unicodedata.normalize("NFC", kept).strip()


def name_key(name: str) -> str:
    """Give the form in which names are compared, so that two accounts do not look alike by case or form."""
    return unicodedata.normalize("NFKC", clean_name(name).casefold())


def need_free(connection: Connection, name: str) -> None:
    """Refuse a name that an account has, or that only seems to be another: nobody must look like somebody else."""
    if _BLANK.intersection(name):
        raise Refusal("bad_message", "A name has 1 to 32 signs, all of them visible.")
    if connection.execute(select(players.c.id).where(players.c.name_key == name_key(name))).first():
        raise Refusal("name_taken")


def guest_name() -> str:
    """Draw a name for a guest who gave none; a page recognizes its form and translates it."""
    return f"Guest {secrets.randbelow(9000) + 1000}"


def add_guest(connection: Connection, name: str, now: int) -> Player:
    """Make a guest."""
    if name.strip():
        need_free(connection, name)
    player = Player(new_id(), clean_name(name) if name.strip() else guest_name(), True, created=now)
    connection.execute(insert(players).values(id=player.id, name=player.name, email="", notify=False, created=now))
    return player


def register(connection: Connection, player: str, name: str, hashed: str, email: str, lang: str = "en") -> None:
    """Make a guest an account; an address that the guest had confirmed stays confirmed."""
    key = name_key(name)
    need_free(connection, name)
    change(connection, player, {"email": email} if email else {})
    values = {"name": clean_name(name), "name_key": key, "password": hashed, "lang": lang}
    connection.execute(update(players).where(players.c.id == player, players.c.name_key.is_(None)).values(**values))


def open_session(connection: Connection, player: str, now: int) -> str:
    """Begin a session; give its token, which is not stored here."""
    token = secrets.token_urlsafe(32)
    connection.execute(
        insert(sessions).values(hash=hash_token(token), player=player, created=now, expires=now + SESSION)
    )
    return token


def find_session(connection: Connection, token: str, now: int) -> Player | None:
    """Give the player of a session that has not ended."""
    row = connection.execute(
        select(*_COLUMNS)
        .join(sessions, sessions.c.player == players.c.id)
        .where(sessions.c.hash == hash_token(token), sessions.c.expires > now, players.c.banned <= now)
    ).first()
    return _player(row) if row else None


def end_session(connection: Connection, token: str) -> None:
    """End one session."""
    connection.execute(delete(sessions).where(sessions.c.hash == hash_token(token)))


def end_sessions(connection: Connection, player: str, but: str = "") -> None:
    """End all sessions of a player, except one if its token is given."""
    connection.execute(delete(sessions).where(sessions.c.player == player, sessions.c.hash != hash_token(but)))


def find_player(connection: Connection, player: str) -> Player | None:
    """Give a player by id."""
    row = connection.execute(select(*_COLUMNS).where(players.c.id == player)).first()
    return _player(row) if row else None


def find_password(connection: Connection, name: str) -> tuple[str, str]:
    """Give the id and the stored hash of an account; empty if there is none."""
    row = connection.execute(
        select(players.c.id, players.c.password).where(players.c.name_key == name_key(name))
    ).first()
    return (row.id, row.password) if row else ("", "")


def password_of(connection: Connection, player: str) -> str:
    """Give the stored hash of a player; nothing for a guest."""
    return connection.execute(select(players.c.password).where(players.c.id == player)).scalar() or ""


def need_password(password: str) -> None:
    """Refuse a new password that is too short."""
    if len(password) < SHORTEST:
        raise Refusal("short_password")


def change(connection: Connection, player: str, values: JsonDict) -> None:
    """Change a player's row. A new address must be confirmed again."""
    if "name" in values:
        need_free(connection, values["name"])
    if "email" in values:
        other = players.c.id == player, players.c.email != values["email"]
        connection.execute(update(players).where(*other).values(confirmed=False))
    if "email" in values or "password" in values:  # a link that was mailed before must not undo that
        connection.execute(delete(resets).where(resets.c.player == player))
    if values:
        connection.execute(update(players).where(players.c.id == player).values(**values))


def forget_old(connection: Connection, now: int) -> None:
    """Remove sessions that have ended, and old guests who sit at no table and appear in no result."""
    connection.execute(delete(sessions).where(sessions.c.expires <= now))
    used = [select(column) for column in (sessions.c.player, seats.c.player, tables.c.host, results.c.who)]
    gone = players.c.name_key.is_(None), players.c.created < now - GUEST, *(players.c.id.not_in(ids) for ids in used)
    connection.execute(delete(players).where(*gone))
    known = select(players.c.id)
    # players with a rating have tried a puzzle; puzzles have ratings of their own, which stay
    strangers = select(attempts.c.player).where(attempts.c.player.not_in(known))
    connection.execute(delete(skills).where(skills.c.who.in_(strangers)))
    for part in (pushes, wishes, attempts, streaks):
        connection.execute(delete(part).where(part.c.player.not_in(known)))


#: the name that everybody sees, in queries of players
SHOWN_NAME = func.coalesce(func.nullif(players.c.alias, ""), players.c.name)
_COLUMNS = tuple(
    players.c[name] for name in ("id", "name", "name_key", "email", "notify", "created", "admin", "banned", "alias")
)


def _player(row: Found) -> Player:
    return Player(
        row.id, row.alias or row.name, row.name_key is None, row.email, row.notify, row.created, row.admin, row.banned,
        renamed=bool(row.alias),
    )  # fmt: skip
