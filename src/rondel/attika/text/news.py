"""What an action brought about, as data: buildings drawn, kept and placed, cards, groups, tiles, how the game ended.

News are worked out from the state before, the action and the state after, so they also tell of the forced steps between
the two. Which cards somebody draws is told to that seat alone; everything else is open. Numbers that are
zero are left out. Rule: AT-R04.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from rondel.attika.actions import split
from rondel.attika.phases.building import laid
from rondel.attika.price import default_payment
from rondel.attika.rules import GROUPS, KINDS, PILES, TERRAINS
from rondel.attika.sites import hand_of, price_of
from rondel.attika.state import DRAWN, OPEN, OVER, PAYING, SITE, TAKING, State
from rondel.attika.tables import ALL, GROUP_SIZES, NONE, G, K, P, T, Tables
from rondel.attika.text.position import hex_text
from rondel.attika.tiles import Hex
from rondel.game import News

#: every kind of news of Attika
AttikaNews = Literal[
    "turn", "takes", "returned", "drew", "kept", "built", "group", "card", "tile", "laid", "linked", "over",
]  # fmt: skip


def news_of(game: Tables, before: State, action: int, after: State, seat: int) -> tuple[News, ...]:
    """Tell what an action and the forced steps after it brought about, as far as a seat (-1: the public) may know."""
    kind, _ = split(action)
    paid = _paid(before, action, after)
    found: list[News] = list(_TELLERS[kind](game, before, after)) if kind in _TELLERS else []
    found += _drawn(before, after)
    found += _built(game, before, after, paid)
    found += _groups(game, before, after)
    if seat >= 0:
        found += _cards(before, after, seat, paid if seat == before.turn else (0,) * T)
    if after.tile != NONE and before.tile == NONE:
        found.append({"kind": "tile", "city": _city(before), "tile": game.tiles.names[after.tile]})
    if len(after.placed) > len(before.placed):
        found.append(_laid(game, before, after))
    if after.phase == OVER:
        found += _over(after)
    elif after.turn != before.turn:
        found.append({"kind": "turn", "city": _city(after)})
        if after.mode == TAKING:  # there was nothing else to do
            found += _takes(game, after, after, game.rules.build_actions)
    return tuple({key: value for key, value in entry.items() if value != 0} for entry in found)


def _city(state: State) -> str:
    return state.city_name(state.turn)


# ---- decisions -------------------------------------------------------------------------------------------------------


def _takes(game: Tables, before: State, after: State, count: int = 0) -> Iterator[News]:
    count = count or (game.rules.build_actions if before.mode == OPEN else before.left)
    yield {"kind": "takes", "city": _city(before), "count": count}


def _returned(what: str) -> Callable[[Tables, State, State], Iterator[News]]:
    def tell(game: Tables, before: State, after: State) -> Iterator[News]:
        yield {"kind": "returned", "city": _city(before), "for": what}

    return tell


_TELLERS: Final[dict[str, Callable[[Tables, State, State], Iterator[News]]]] = {
    "cards": _takes, "amphora-draw": _returned("draw"), "amphora-build": _returned("build"),
    "amphora-card": _returned("card"),
}  # fmt: skip


# ---- what follows ----------------------------------------------------------------------------------------------------


def _drawn(before: State, after: State) -> Iterator[News]:
    """Tell which building came from which pile, and whether it went to the player board."""
    turn = before.turn
    for kind in range(K):
        if after.unseen[K * turn + kind] < before.unseen[K * turn + kind]:
            pile = next(pile for pile in range(P) if after.piles[P * turn + pile] < before.piles[P * turn + pile])
            yield {"kind": "drew", "city": _city(before), "building": KINDS[kind].name, "pile": PILES[pile]}
    for kind in range(K):
        if after.stored[K * turn + kind] > before.stored[K * turn + kind]:
            yield {"kind": "kept", "city": _city(before), "building": KINDS[kind].name}


def _paid(before: State, action: int, after: State) -> tuple[int, ...]:
    """Give the cards that paid for a building, by terrain."""
    space = _new_space(before, after)
    if space == NONE:
        return (0,) * T
    if before.phase in (SITE, DRAWN) and not before.choosing:
        return tuple(default_payment(price_of(before, before.pending, space), hand_of(before, before.turn)))
    if before.phase == PAYING and split(action)[0] == "paid":
        return tuple(laid(before))
    first = T * before.turn
    return tuple(max(0, before.hands[first + terrain] - after.hands[first + terrain]) for terrain in range(T))


def _new_space(before: State, after: State) -> int:
    """Give the space of the building that was placed, NONE if none was."""
    new = after.owned(before.turn) & ~before.owned(before.turn)
    return new.bit_length() - 1 if new else NONE


def _built(game: Tables, before: State, after: State, paid: tuple[int, ...]) -> Iterator[News]:
    space, turn = _new_space(before, after), before.turn
    if space == NONE:
        return
    cards = {terrain: count for terrain, count in zip(TERRAINS, paid, strict=True) if count}
    yield {
        "kind": "built", "city": _city(before), "building": KINDS[after.built[space] - 1 - K * turn].name,
        "place": hex_text(after.layout.hexes[space]), "count": _count(after, turn), "all": ALL,
        "colony": int(after.colonies[turn] > before.colonies[turn]),
        "shrine": int(after.layout.shrine_bits[space] > 0), **cards,
    }  # fmt: skip


def _count(state: State, seat: int) -> int:
    return sum(state.complete[G * seat : G * seat + G])


def _groups(game: Tables, before: State, after: State) -> Iterator[News]:
    """Tell of groups that earned their reward, and of one that is complete but not connected."""
    turn, earned = before.turn, after.rewarded[before.turn] & ~before.rewarded[before.turn]
    amphorae = after.amphorae[turn] - before.amphorae[turn]
    for group in range(G):
        if earned >> group & 1:
            reward = "amphora" if amphorae > 0 else "card"
            amphorae -= 1
            yield {"kind": "group", "city": _city(before), "group": GROUPS[group], "reward": reward}
        elif _completed(before, after, group) and not after.rewarded[turn] >> group & 1:
            yield {"kind": "group", "city": _city(before), "group": GROUPS[group], "reward": "none"}


def _completed(before: State, after: State, group: int) -> bool:
    place = G * before.turn + group
    return before.complete[place] < after.complete[place] == GROUP_SIZES[group]


def _cards(before: State, after: State, seat: int, paid: tuple[int, ...]) -> Iterator[News]:
    """Tell a seat which cards came into its hand."""
    first = T * seat
    for terrain in range(T):
        count = after.hands[first + terrain] - before.hands[first + terrain] + paid[terrain]
        if count > 0:
            yield {"kind": "card", "city": before.city_name(seat), "terrain": TERRAINS[terrain], "count": count}


def _laid(game: Tables, before: State, after: State) -> News:
    tile, centre, turns = after.placed[-1]
    place = hex_text(game.window.hex(centre))
    return {"kind": "laid", "city": _city(before), "tile": game.tiles.names[tile], "place": place, "turns": turns}


def _chain(state: State) -> list[Hex]:
    """Give the shortest chain of the winner's buildings between two shrines. Rule: AT-R26."""
    layout, mine = state.layout, state.owned(state.winner)
    ends = [space for space in range(len(layout.hexes)) if mine >> space & 1 and layout.shrine_bits[space]]
    best: list[int] = []
    for start in ends:
        for chain in _chains(state, start, mine):
            joined = layout.shrine_bits[start] | layout.shrine_bits[chain[-1]]
            if joined & (joined - 1) and (not best or len(chain) < len(best)):
                best = chain
    return [layout.hexes[space] for space in best]


def _chains(state: State, start: int, mine: int) -> Iterator[list[int]]:
    """Give the shortest chain from a space to each other one of the same owner, nearest first."""
    found = {start: [start]}
    edge = [start]
    while edge:
        yield from (found[space] for space in edge)
        reached = [(other, space) for space in edge for other in state.layout.near[space] if mine >> other & 1]
        edge = []
        for other, space in reached:
            if other not in found:
                found[other] = [*found[space], other]
                edge.append(other)


def _over(after: State) -> Iterator[News]:
    """Tell of the link between two shrines, and how the game ended. Rule: AT-R39."""
    how = after.end_reason()
    won = after.city_name(after.winner) if after.winner != NONE else ""
    if how in ("shrines", "both"):
        yield {"kind": "linked", "city": won, "way": " ".join(map(hex_text, _chain(after)))}
    yield {"kind": "over", "city": won, "how": how}
