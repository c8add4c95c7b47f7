"""Actions as named parts for a page that knows no rules, their clauses, and who may know what was drawn."""

from __future__ import annotations

from typing import Final

from rondel.attika.actions import HEX, TURN, split
from rondel.attika.phases.building import pending_price
from rondel.attika.price import price_text
from rondel.attika.rules import KINDS, PILES, TERRAINS
from rondel.attika.state import DRAWN, OPEN, PAYING, PLACE, SITE, State
from rondel.attika.tables import Tables
from rondel.attika.text.explain import clause_now
from rondel.attika.text.position import hex_text

Part = str | int
Parts = dict[str, Part]

#: the part that each range of actions has, with its names
_NAMES: Final = {
    "pay": ("terrain", TERRAINS), "card": ("terrain", TERRAINS), "draw": ("pile", PILES),
    "build": ("building", tuple(kind.name for kind in KINDS)),
    "reveal": ("building", tuple(kind.name for kind in KINDS)),
}  # fmt: skip


def parts_of(game: Tables, state: State, action: int) -> Parts:
    """Take a legal action apart: its `kind` (on a space `place`, `build` or `at`) and what belongs to it."""
    kind, place = split(action)
    if kind in _NAMES:
        part, names = _NAMES[kind]
        return {"kind": kind, part: names[place]}
    if kind == "hex":
        return _space(game, state, place)
    if kind == "tile":
        return {"kind": kind, "tile": game.tiles.names[place]}
    if kind == "cards":
        return {"kind": kind, "cards": due_cards(game, state)}
    return {"kind": kind, "turns": place} if kind == "turn" else {"kind": kind}


def due_cards(game: Tables, state: State) -> int:
    """Give the cards that the actions left become; of an untouched turn those to build. Rule: AT-R07, AT-R08."""
    left = game.rules.build_actions if state.mode == OPEN else state.left
    return min(left, sum(state.deck) + sum(state.discard))


def _space(game: Tables, state: State, place: int) -> Parts:
    where = hex_text(game.window.hex(HEX + place))
    if state.phase == PLACE:
        # the action that lays it as it is drawn; each turn is one more
        return {"kind": "place", "place": where, "tile": game.tiles.names[state.tile], "lay": TURN}
    # a building just drawn is named with its space, a stored one was chosen before
    kind = "build" if state.phase == DRAWN else "at"
    return {"kind": kind, "place": where, "building": KINDS[state.pending].name}


def owed(state: State) -> str:
    """Write the price of the payment under way, as `2 hill 1 any`; empty if none is."""
    return price_text(pending_price(state)) if state.phase == PAYING else ""


def clause_of(state: State, action: int) -> str:
    """Give the ledger clause that a decision rests on."""
    kind = split(action)[0]
    if kind == "hex" and state.phase != SITE:
        return "AT-R24" if state.phase == PLACE else "AT-027"
    return clause_now(kind)


def reads(state: State, action: int, seat: int) -> bool:
    """Say whether a seat (-1: the public) may know an action: all but the cards that others draw. Rule: AT-R04."""
    return split(action)[0] != "card" or seat == state.turn
