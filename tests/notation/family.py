"""Moments that only Antike II and Duellum have, set up by hand."""

from __future__ import annotations

from typing import Any

from rondel.antike.state import State
from tests.support import POOR, at

DUEL = "antike-duellum"
#: the three cards that lie open unless a test says otherwise
OPEN = {"levy": 1, "burglary": 1, "academy": 1}


def duel(phase: str, romans: dict[str, Any] | None = None, others: dict[str, Any] | None = None, **more: Any) -> State:
    """Give the Romans the turn against the Carthaginians; both have no goods but what is given."""
    nations = {"Romans": {**POOR, **(romans or {})}, "Carthaginians": {**POOR, **(others or {})}}
    return at(DUEL, phase=phase, turn="Romans", nations=nations, **{"open_cards": OPEN, **more})


def entry(phase: str, **more: Any) -> State:
    """Let two Roman galleys have entered Carales, where Greeks and Phoenicians have a galley each."""
    return at(
        "antike-2", players=4, turn="Romans", phase=phase, pending="move 2 galley Carthago Carales", place="Carales",
        used={"galleys": {"Carales": [2]}},
        nations={
            "Romans": {"galleys": {"Carales": 2}},
            "Greeks": {"galleys": {"Carales": 1}},
            "Germanic tribes": {},
            "Phoenicians": {"galleys": {"Carales": 1}},
        },
        **more,
    )  # fmt: skip


def fortress() -> State:
    """Let the Romans have announced a conquest that a fortress could answer."""
    return duel(
        "fortress", {"legions": {"Carthago": 2}}, {"cards": {"fortress": 1}},
        pending="declare Carthago", place="Carthago", to_act="Carthaginians",
    )  # fmt: skip


def charge() -> State:
    """Let the Romans choose between a legion and a galley as the loss of a conquest."""
    romans = {"legions": {"Carthago": 1}, "galleys": {"Carthago": 1}}
    return duel("charge", romans, pending="declare Carthago", place="Carthago")


def pick() -> State:
    """Let the Carthaginians take a card for a personage of the Romans."""
    return duel("pick", to_act="Carthaginians", tally={"picks": 1, "ready legions": 1, "ready galleys": 1})


def turn_up() -> State:
    """Let the third card be turned up before round 1."""
    return duel("turn-up", round=0, open_cards={"levy": 1, "burglary": 1})


def agree() -> State:
    """Let the Carthaginians answer an offer of a draw."""
    tally = {"offered": 1, "ready legions": 1, "ready galleys": 1}
    return duel("agree", to_act="Carthaginians", tally=tally, options={"draw-offers": 1})
