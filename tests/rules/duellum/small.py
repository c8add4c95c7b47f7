"""A small board for two, and positions on it: what the Duellum tests of movement, conquest and cards share."""

from __future__ import annotations

from typing import Any

from rondel.antike.parts.ramparts import ramparts_left
from rondel.antike.state import State
from rondel.position import to_position
from tests.support import POOR, at, nation

#: a land line Alpes-Genua-Roma-Capua-Croton-Brundisium and a sea line Roma-Corsica-Baleares-Nova-Gades
BOARD: dict[str, Any] = {
    "id": "small-duel",
    "nations": {"all": ["Romans", "Carthaginians"]},
    "starts": {"2": {
        "Romans": ["Brundisium", "Genua", "Roma"],
        "Carthaginians": ["Carthago", "Caesarea", "Nova"],
    }},
    "regions": {
        "Alpes": {"resource": "none"},
        **{name: {"resource": "none", "open_sea": True} for name in ("Corsica", "Baleares")},
        **{name: {"resource": "any"} for name in ("Capua", "Croton", "Gades", "Tarraco", "Zama")},
        **{name: {"resource": "marble"} for name in ("Brundisium", "Carthago")},
        **{name: {"resource": "iron"} for name in ("Genua", "Caesarea")},
        **{name: {"resource": "gold"} for name in ("Roma", "Nova")},
    },
    "borders": {
        "land": [
            ["Alpes", "Genua"], ["Genua", "Roma"], ["Roma", "Capua"], ["Capua", "Croton"], ["Croton", "Brundisium"],
            ["Tarraco", "Alpes"], ["Nova", "Tarraco"], ["Carthago", "Zama"],
        ],
        "sea": [
            ["Roma", "Corsica"], ["Corsica", "Baleares"], ["Baleares", "Nova"], ["Nova", "Gades"],
            ["Baleares", "Tarraco"], ["Carthago", "Corsica"], ["Carthago", "Capua"], ["Genua", "Corsica"],
        ],
        "both": [["Carthago", "Caesarea"]],
    },
}  # fmt: skip

#: the cards that lie open unless a test says otherwise
OPEN = {"levy": 1, "academy": 1, "architect": 1}


def duel(
    turn: str = "Carthaginians",
    phase: str = "maneuver",
    romans: dict[str, Any] | None = None,
    carthage: dict[str, Any] | None = None,
    **more: Any,
) -> State:
    """Set up two nations without goods on the small board; the one on turn is in the phase named."""
    nations = {"Romans": {**POOR, **(romans or {})}, "Carthaginians": {**POOR, **(carthage or {})}}
    position = {"board": BOARD, "turn": turn, "phase": phase, "open_cards": OPEN, "nations": nations, **more}
    return at("antike-duellum", **position)


def barracks(state: State, name: str) -> tuple[int, int]:
    """Give the legions and galleys in a nation's barracks."""
    entry = nation(state, name)["barracks"]
    return entry["legions"], entry["galleys"]


def army(state: State, name: str) -> tuple[dict[str, int], dict[str, int]]:
    """Give a nation's legions and galleys on the board."""
    entry = nation(state, name)
    return entry["legions"], entry["galleys"]


def reserve(state: State, name: str) -> int:
    """Count the ramparts in a nation's personal reserve."""
    seats = [state.game.nation_name(state, place) for place in range(state.game.nations)]
    return ramparts_left(state.game, state, seats.index(name))


# ---- cards -----------------------------------------------------------------------------------------------------------

#: the steps of a turn in which its nation decides, and may play cards
STEPS = ("rondel", "temple", "arming", "know-how", "maneuver", "conquest", "founding")


def holding(phase: str, *cards: str, **carthage: Any) -> State:
    """Give Carthage cards in a step of its own turn; no card lies open unless a display is given."""
    romans, display = carthage.pop("romans", None), carthage.pop("display", {})
    hand = {name: cards.count(name) for name in cards}
    return duel(phase=phase, romans=romans, carthage={"cards": hand, **carthage}, open_cards=display)


def hand_of(state: State) -> dict[str, int]:
    """Give the cards that Carthage holds."""
    cards: dict[str, int] = nation(state, "Carthaginians")["cards"]
    return cards


def discard(state: State) -> dict[str, int]:
    """Give the cards that were played."""
    cards: dict[str, int] = to_position(state)["discard"]
    return cards
