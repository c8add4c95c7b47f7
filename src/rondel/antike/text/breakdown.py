"""Actions as named parts, so that a page can show them on the board without knowing the rules.

Regions are numbered as on the board, nations as they sit, wedges, know-hows and goods as in the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.antike.parts.leaders import leader_name
from rondel.antike.phases import strength
from rondel.antike.phases.battle import battle_pairs
from rondel.antike.rules import GOODS, PERSONAGES, RESOURCE_KINDS, UNIT_KINDS, UNITS
from rondel.antike.state import PAY, BaseGame, State

Part = str | int
Parts = dict[str, Part]


def parts_of(game: BaseGame, state: State, action: int) -> Parts:
    """Take a legal action apart: its `kind`, and whatever regions, units and amounts belong to it."""
    kind, place = game.actions.split(action)
    found: Parts = {"kind": kind}
    if kind in _READERS:
        found |= _READERS[kind](game, state, place)
    return found


def purchase_parts(game: BaseGame, state: State) -> Parts:
    """Take apart the purchase that a payment under way is for; empty if nothing is being paid."""
    return parts_of(game, state, state.pending) if state.phase == PAY else {}


def _region(game: BaseGame, state: State, place: int) -> Parts:
    return {"region": place}


def _arm(game: BaseGame, state: State, place: int) -> Parts:
    return {"unit": UNITS[place % UNIT_KINDS], "region": place // UNIT_KINDS}


def _move(game: BaseGame, state: State, place: int) -> Parts:
    crossing, used, number = game.actions.decode_move(place)
    kind, origin, target = game.actions.crossings[crossing]
    return {"unit": UNITS[kind], "from": origin, "to": target, "used": used, "count": number}


def _fight(game: BaseGame, state: State, place: int) -> Parts:
    region, nation, kind = game.actions.decode_fight(place)
    other = state.asked if nation == state.turn else nation
    pairs = battle_pairs(game, state, region, other, kind)
    return {"unit": UNITS[kind], "region": region, "nation": nation, "pairs": pairs}


def _conquer(game: BaseGame, state: State, place: int) -> Parts:
    region, legions = divmod(place, game.actions.cap + 1)
    losses = strength.losses_due(game, state, region, strength.owner_of(state, region))
    return {"region": region, "legions": legions, "galleys": losses - legions}


def _pay(game: BaseGame, state: State, place: int) -> Parts:
    return dict(zip(GOODS, game.actions.mixes[place], strict=True))


def _trade(game: BaseGame, state: State, place: int) -> Parts:
    _, given, taken = game.actions.trades[place]
    give: Parts = {f"give-{good}": amount for good, amount in zip(GOODS, given, strict=True)}
    return give | {f"take-{good}": amount for good, amount in zip(GOODS, taken, strict=True)}


def _found(game: BaseGame, state: State, place: int) -> Parts:
    return {"region": place // RESOURCE_KINDS, "good": GOODS[place % RESOURCE_KINDS]}


def _leader(game: BaseGame, state: State, place: int) -> Parts:
    return {"unit": leader_name(game, state, state.turn), "region": place}


def _march(game: BaseGame, state: State, place: int) -> Parts:
    origin = state.leaders[state.turn] - 1
    return {"unit": leader_name(game, state, state.turn), "from": origin, "to": place, "count": 1}


def _card(game: BaseGame, state: State, place: int) -> Parts:
    return {"card": game.rules.events[place].name}


def _quake(game: BaseGame, state: State, place: int) -> Parts:
    return {"card": "earthquake", "region": place}


_Reader = Callable[["BaseGame", State, int], Parts]
_READERS: Final[dict[str, _Reader]] = {
    "take-good": lambda game, state, place: {"good": GOODS[place]},
    "take": lambda game, state, place: {"personage": PERSONAGES[place]},
    "lose": lambda game, state, place: {"used": place},
    "nation": lambda game, state, place: {"nation": place},
    "city": _region,
    "give-up": _region,
    "wedge": lambda game, state, place: {"wedge": place},
    "pay": _pay,
    "temple": _region,
    "arm": _arm,
    "learn": lambda game, state, place: {"knowhow": place},
    "move": _move,
    "fight": _fight,
    "conquer": _conquer,
    "found": _found,
    "settle": _found,
    "trade": _trade,
    "ask": lambda game, state, place: {"nation": place},
    "draw": _card,
    "pick": _card,
    "play": _card,
    "quake": _quake,
    "architect": _region,
    "rampart": _region,
    "declare": _region,
    "free": _arm,
    "recruit": lambda game, state, place: {"unit": UNITS[place]},
    "lead": _leader,
    "march": _march,
}


def clause_of(game: BaseGame, action: int) -> str:
    """Give the ledger clause that a kind of decision rests on."""
    return game.citations.get(f"now:{game.actions.split(action)[0]}", "")
