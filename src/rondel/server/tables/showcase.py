"""Games that the first page shows being played: a record of each rulebook, told turn by turn as spectators see it."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from rondel import record as records
from rondel.record import RULES_VERSION
from rondel.registry import find_book, make
from rondel.server.core import views
from rondel.server.core.match import Match, new_setup
from rondel.server.tables.begin import first_draft
from rondel.server.wire.events import Chair
from rondel.server.wire.messages import Change
from rondel.server.wire.place import Showcase

#: turns that are shown: the position fills, and a page stays light
TURNS = 60
_HOST = "showcase"


def showcase_names() -> list[str]:
    """List the rulebooks that have a game to show."""
    folder = resources.files("rondel.server") / "showcase_files"
    return sorted(entry.name.removesuffix(".game") for entry in folder.iterdir() if entry.name.endswith(".game"))


@lru_cache(maxsize=16)
def showcase(name: str) -> Showcase:
    """Replay the first turns of a game, with one change of the view for each turn."""
    text = (resources.files("rondel.server") / "showcase_files" / f"{name}.game").read_text("utf-8")
    record = records.loads(text)
    chairs = [Chair("bot", bot="greedy") for _ in range(record.game.seats)]
    match = first_draft(new_setup(record, _HOST), record, chairs, 0).after
    board = record.header.get("board", "")
    first = dict(views.view_of(match, match.first, views.WATCHER))
    return Showcase(name, RULES_VERSION, board if isinstance(board, str) else "", first, _turns(match))


def _turns(match: Match) -> list[list[Change]]:
    state = match.first.copy()
    shown, turn, found = views.view_of(match, state, views.WATCHER), state.turn_of, []
    for ply in match.plies:
        state.advance(ply.event.action)
        if state.turn_of == turn and state.to_act >= 0:
            continue
        turn, view = state.turn_of, views.view_of(match, state, views.WATCHER)
        if changes := views.changes(shown, view):
            found.append(changes)
            shown = view
        if len(found) == TURNS:
            break
    return found


@lru_cache(maxsize=16)
def first_picture(game: str, dark: bool) -> bytes:
    """Draw the position a game begins with, for a game that the page cannot draw itself."""
    made = make(game)
    state = made.new(1)
    return find_book(game).draw(made, state.view(0), 600, dark).encode()
