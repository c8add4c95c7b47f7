"""Actions as named parts, so that a page can show them on the board without knowing the rules.

Regions are numbered as on the board, nations as they sit, wedges, know-hows and goods as in the rules.
"""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.catalogue import ACTIONS
from rondel.antike.parts.part import Pieces, Taker
from rondel.antike.phases import strength
from rondel.antike.phases.battle import battle_pairs
from rondel.antike.rules import GOODS, PERSONAGES, UNIT_KINDS, UNITS
from rondel.antike.state import PAY, BaseGame, State
from rondel.antike.text.phrases import city_pieces


def pieces_of(game: BaseGame, state: State, action: int) -> Pieces:
    """Take a legal action apart: its `kind`, and its regions, units and amounts."""
    kind, place = game.actions.split(action)
    found: Pieces = {"kind": kind}
    if kind in _TAKERS:
        found |= _TAKERS[kind](game, state, place)
    return found


def pieces_of_purchase(game: BaseGame, state: State) -> Pieces:
    """Take apart the purchase that a payment under way is for; empty if nothing is being paid."""
    return pieces_of(game, state, state.pending) if state.phase == PAY else {}


def _region(game: BaseGame, state: State, place: int) -> Pieces:
    return {"region": place}


def _arm(game: BaseGame, state: State, place: int) -> Pieces:
    return {"unit": UNITS[place % UNIT_KINDS], "region": place // UNIT_KINDS}


def _move(game: BaseGame, state: State, place: int) -> Pieces:
    crossing, used, number = game.actions.decode_move(place)
    kind, origin, target = game.actions.crossings[crossing]
    return {"unit": UNITS[kind], "from": origin, "to": target, "used": used, "count": number}


def _fight(game: BaseGame, state: State, place: int) -> Pieces:
    region, nation, kind = game.actions.decode_fight(place)
    other = state.asked if nation == state.turn else nation
    pairs = battle_pairs(game, state, region, other, kind)
    return {"unit": UNITS[kind], "region": region, "nation": nation, "pairs": pairs}


def _conquer(game: BaseGame, state: State, place: int) -> Pieces:
    region, legions = divmod(place, game.actions.cap + 1)
    losses = strength.losses_due(game, state, region, strength.owner_of(state, region))
    return {"region": region, "legions": legions, "galleys": losses - legions}


def _pay(game: BaseGame, state: State, place: int) -> Pieces:
    return dict(zip(GOODS, game.actions.mixes[place], strict=True))


_TAKERS: Final[dict[str, Taker]] = {
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
    "found": city_pieces,
    "free": _arm,
    **{kind: words.take_apart for kind, words in ACTIONS.items()},
}


def clause_of(game: BaseGame, action: int) -> str:
    """Give the ledger clause that a kind of decision rests on."""
    return game.citations.get(f"now:{game.actions.split(action)[0]}", "")
