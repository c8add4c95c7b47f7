"""Phrases that moves and refusals share: names, amounts of goods, and what a nation has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rondel.antike.rules import COIN, GOLD, GOOD_KINDS, GOODS, IRON, LEGION, MARBLE, RESOURCE_KINDS, UNITS
from rondel.antike.state import BaseGame, State
from rondel.errors import IllegalMove
from rondel.names import count


def region_name(game: BaseGame, region: int) -> str:
    """Give the name of a region."""
    return game.board.regions[region].name


def named(game: BaseGame, state: State, nation: int) -> str:
    """Name a nation within a sentence: `the Greeks`; a seat without a nation is called by its number."""
    name = game.nation_name(state, nation)
    return f"the {name}" if state.seating[nation] else name


def either(names: Sequence[str]) -> str:
    """List what can be chosen: `gold, iron or marble`."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)


def mix_text(mix: Sequence[int]) -> str:
    """Write amounts of goods: `3 marble 2 coin`."""
    return _mix_text(tuple(mix))


@lru_cache(4096)
def _mix_text(mix: tuple[int, ...]) -> str:
    return " ".join(f"{amount} {good}" for amount, good in zip(mix, GOODS, strict=False) if amount)


def stock(state: State, good: int) -> int:
    """Count a good of the nation on turn."""
    return state.goods[GOOD_KINDS * state.turn + good]


def purse_text(state: State) -> str:
    """List all goods of the nation on turn."""
    marble, iron, gold = (f"{stock(state, good)} {GOODS[good]}" for good in (MARBLE, IRON, GOLD))
    return f"{marble}, {iron}, {gold} and {count(stock(state, COIN), 'coin')}"


def lacks(game: BaseGame, state: State, good: int, price: int, key: str, tax: int = 0) -> IllegalMove:
    """Refuse what the nation on turn cannot pay: a price in one resource, and coins for its neighbours."""
    held = f"{stock(state, good)} {GOODS[good]} and {count(stock(state, COIN), 'coin')}"
    more = f" and {count(tax, 'coin')}" if tax else ""
    words = f"That costs {price} {GOODS[good]}{more}; you have {held}."
    return game.illegal("cannot_pay", words, key=f"{key}-tax" if tax else key)


def no_crossing(game: BaseGame, kind: int, origin: int, target: int) -> IllegalMove:
    """Say why no unit of that kind can go from one region to the other."""
    names = f"{region_name(game, origin)} and {region_name(game, target)}"
    if not game.board.border(origin, target):
        return game.illegal("no_border", f"{names} do not share a border.")
    key, colour = ("sea-border", "sea") if kind == LEGION else ("land-border", "land")
    words = f"{names} share only a {colour} border, which {UNITS[kind]}s cannot cross."
    return game.illegal("border_kind", words, key=key)


def city_text(game: BaseGame, state: State, place: int) -> str:
    """Write a new city, with its resource where the founder has a choice."""
    region, good = divmod(place, RESOURCE_KINDS)
    choice = f" {GOODS[good]}" if len(game.site_kinds[region]) > 1 else ""
    return region_name(game, region) + choice


def city_pieces(game: BaseGame, state: State, place: int) -> dict[str, str | int]:
    """Take a new city apart."""
    return {"region": place // RESOURCE_KINDS, "good": GOODS[place % RESOURCE_KINDS]}
