"""A game as the text of its log, for tables that this program cannot continue: nothing is lost, and it can be read."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rondel.game import CHANCE
from rondel.server.wire.events import AnyEvent, Chair, Played, Sat, Setup, Undone


def standing(events: Sequence[AnyEvent]) -> list[Played]:
    """List the decisions that stand."""
    found: list[Played] = []
    for event in events:
        if isinstance(event, Played):
            found.append(event)
        elif isinstance(event, Undone):
            del found[event.step :]
    return found


def chairs(setup: Setup, events: Sequence[AnyEvent]) -> list[Chair]:
    """List who sits where."""
    found = [Chair()] * setup.seats
    for event in events:
        if isinstance(event, Sat):
            found[event.seat] = event.chair
    return found


def transcript(setup: Setup, events: Sequence[AnyEvent]) -> str:
    """Write the setup and every decision that stands, one a line, with the seat that made it."""
    lines = [f"; {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in setup.header.items()]
    lines += [f"; rules: {setup.rules}", ""]
    for number, event in enumerate(standing(events), 1):
        lines.append(f"{number}. {event.text} ; {'drawn' if event.seat == CHANCE else f'seat {event.seat}'}")
    return "\n".join(lines) + "\n"


def has_secrets(events: Sequence[AnyEvent]) -> bool:
    """Say whether chance has played a part, so that the log may tell of hidden cards."""
    return any(event.seat == CHANCE for event in standing(events))
