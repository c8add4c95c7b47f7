"""The rules a game began with: stored with it, compared when it is opened, and kept when the program is newer."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Final

from rondel.errors import RondelError
from rondel.game import Game, JsonObject
from rondel.position import game_of, read_options
from rondel.record import RULES_VERSION
from rondel.registry import ByGame, books
from rondel.server.wire.events import Setup
from rondel.server.wire.refusal import Refusal

#: the header key under which the stored rules of a game travel to the workers
KEPT: Final = "edition"
#: what of a header names the game
_NAMES: Final = ("game", "board", "players", "options")


def _write(game: Game) -> tuple[str, bytes]:
    book = books().get(game.id)
    if book is None or book.edition is None:
        return "", b""
    edition = book.edition(game)
    # in their own order: regions are numbered by it. Names in other languages and drawings are kept, but not compared
    compared = json.dumps([edition["rules"], edition["plays"]])
    return hashlib.sha256(compared.encode()).hexdigest()[:16], json.dumps(edition, separators=(",", ":")).encode()


#: the fingerprint of a game's rules and board, and the rules and board themselves
edition_of: Final = ByGame(_write)


def named_game(header: JsonObject) -> Game:
    """Make the game a record's header names: under the rules that were kept, where they are among it."""
    if KEPT in header:
        return _revived(header[KEPT], header)
    return game_of({key: header[key] for key in _NAMES if key in header})


def _revived(kept: JsonObject, header: JsonObject) -> Game:
    book = books().get(str(header["game"]))
    if book is None or book.revive is None:
        raise Refusal("old_rules", "This version cannot play the rules that the game began with.")
    return book.revive(kept, int(header["players"]), read_options(header.get("options", {})))


@lru_cache(maxsize=32)
def _begun(body: bytes, names: str) -> Game:
    """Make a game under kept rules, once for all tables that began with them: after an update there are many."""
    return named_game({**json.loads(names), KEPT: json.loads(body)})


def begun(setup: Setup, body: bytes) -> tuple[Setup, Game]:
    """Give the game of a stored table, under the rules it began with; refuse what this program cannot play."""
    if setup.rules != RULES_VERSION:
        raise Refusal("old_rules", f"The game was begun under rules of version {setup.rules}.")
    try:
        game = named_game(setup.header)
        if setup.edition in ("", edition_of(game)[0]):
            return setup, game
    except RondelError:
        if not body:
            raise
    kept = {**setup.header, KEPT: json.loads(body)}
    game = _begun(body, json.dumps({key: setup.header[key] for key in _NAMES if key in setup.header}))
    if edition_of(game)[0] != setup.edition:
        raise Refusal("old_rules", "The rules that the game began with have changed since.")
    return setup.with_header(kept), game
