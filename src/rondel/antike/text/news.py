"""What an action brought about, as data: who gained, paid, moved, fought, won or lost what, and where.

News are worked out from the state before, the action and the state after, so they also tell of the forced steps between
the two. Nations, regions, units, know-hows, wedges and cards are named as in positions. A purchase carries what was
paid (`marble`, `iron`, `gold`, `coin`). Zeros are left out. News of what only some rulebooks have come from
the part (`Part.news`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from rondel.antike.lexicon import wedge_names
from rondel.antike.parts.catalogue import ACTIONS, parts_of
from rondel.antike.parts.leaders.rules import leader_type
from rondel.antike.parts.part import Teller
from rondel.antike.phases.knowhow import known_to_any
from rondel.antike.phases.purchase import PRICES, price_for
from rondel.antike.phases.strength import owner_of
from rondel.antike.phases.wheel import steps_to
from rondel.antike.rules import (
    CITIZEN,
    COIN,
    GENERAL,
    GOOD_KINDS,
    GOODS,
    KING,
    NAVIGATOR,
    PERSONAGE_KINDS,
    PERSONAGES,
    UNIT_KINDS,
    UNITS,
)
from rondel.antike.scores import points
from rondel.antike.state import ANSWER, LOSE, NONE, OVER, PAY, BaseGame, State
from rondel.antike.text.bought import Told, city_founded, temple_built, unit_armed
from rondel.game import News
from rondel.tables import bit_count

#: every kind of news of the family
AntikeNews = Literal[
    "chosen", "start", "turn", "wedge", "received", "traded", "temple", "rampart", "armed", "recruited", "learned",
    "moved", "asked", "peace", "battle", "lost", "announced", "saved", "conquered", "razed", "gave-up", "founded",
    "personage", "fell", "rampart-lost", "bellona", "turned-up", "took-card", "declined-card", "played", "robbed",
    "draw-offered", "draw-accepted", "draw-refused", "over",
]  # fmt: skip

#: a purchase that was carried out: the kind of action, its place in that kind, and what was paid
_Bought = tuple[str, int, tuple[int, ...]]


def news_of(game: BaseGame, before: State, action: int, after: State) -> tuple[News, ...]:
    """Tell what an action and the forced steps after it brought about."""
    kind, place = game.actions.split(action)
    bought = _bought(game, before, action, after)
    found: list[News] = []
    if bought is not None:
        found.append(_purchase(game, before, bought, after))
    elif kind in _TELLERS:
        found += _TELLERS[kind](game, before, place, after)
    elif kind in _OF_PARTS:
        found.append({**_OF_PARTS[kind](game, before, place, after), "nation": game.nation_name(before, before.turn)})
    if game.clashes and kind in ("move", "march", "arm", "pay", "free", "lead"):
        found += _clashes(game, before, kind, place, after)
    if before.cities != after.cities or before.temples & ~after.temples:
        found += _captures(game, before, after)
    for part in parts_of(game.rules):
        found += part.news(game, before, action, after)
    gained: list[list[int]] = []
    paid = bought[2] if bought else ()
    if before.goods != after.goods or any(paid):
        gained = _gained(game, before, action, after, paid)
        found += _received(game, before, after, gained, kind)
    if before.earned != after.earned or before.extra != after.extra:
        found += _personages(game, before, after)
    found += _moment(game, before, after)
    found += _coins(game, before, after, gained, kind)
    if after.phase == OVER:
        won = game.nation_name(after, after.winner) if after.winner != NONE else ""
        found.append({"kind": "over", "nation": won, "how": after.end_reason()})
    return tuple({key: value for key, value in entry.items() if value != 0} for entry in found)


# ---- purchases -------------------------------------------------------------------------------------------------------


def _bought(game: BaseGame, before: State, action: int, after: State) -> _Bought | None:
    """Give the purchase that the action completed; None while its payment is still to be chosen."""
    actions = game.actions
    if before.phase == PAY:
        return *actions.split(before.pending), actions.mixes[action - actions.pay]
    kind, place = actions.split(action)
    if kind not in PRICES or (after.phase == PAY and after.pending == action):
        return None
    if kind == "wedge" and not game.step_prices[steps_to(game, before, place)]:
        return kind, place, (0, 0, 0, 0)
    # a single way to pay is taken without asking
    mix = price_for(game, before, action).payable(before.goods, before.turn)[0]
    return kind, place, actions.mixes[mix - actions.pay]


def _purchase(game: BaseGame, before: State, bought: _Bought, after: State) -> News:
    kind, place, mix = bought
    cost = {good: amount for good, amount in zip(GOODS, mix, strict=True) if amount}
    return {**_PURCHASES[kind](game, before, place, after), "nation": game.nation_name(before, before.turn), **cost}


def _region(game: BaseGame, region: int) -> str:
    return game.board.regions[region].name


def _wedge(game: BaseGame, before: State, place: int, after: State) -> Told:
    return {"kind": "wedge", "wedge": wedge_names(game.rules.wedges)[place]}


def _learn(game: BaseGame, before: State, place: int, after: State) -> Told:
    first = int(not known_to_any(before) >> place & 1)
    return {"kind": "learned", "knowhow": game.rules.knowhows[place].name, "first": first}


_PURCHASES: Final[dict[str, Teller]] = {
    "wedge": _wedge, "temple": temple_built, "arm": unit_armed, "learn": _learn, "found": city_founded,
    **{kind: words.tell for kind, words in ACTIONS.items() if kind in PRICES and words.tell},
}  # fmt: skip


# ---- other actions ---------------------------------------------------------------------------------------------------


def _chosen(game: BaseGame, before: State, place: int, after: State) -> Iterator[News]:
    yield {"kind": "chosen", "seat": before.actor, "nation": game.board.nations[place]}


def _start(game: BaseGame, before: State, place: int, after: State) -> Iterator[News]:
    yield {"kind": "start", "nation": game.nation_name(before, before.actor), "region": _region(game, place)}


def _free(game: BaseGame, before: State, place: int, after: State) -> Iterator[News]:
    yield {**unit_armed(game, before, place, after), "nation": game.nation_name(before, before.turn), "free": 1}


def _move(game: BaseGame, before: State, place: int, after: State) -> Iterator[News]:
    crossing, _, count = game.actions.decode_move(place)
    kind, origin, target = game.actions.crossings[crossing]
    nation = game.nation_name(before, before.turn)
    yield {
        "kind": "moved", "nation": nation, "unit": UNITS[kind], "count": count, "from": _region(game, origin),
        "to": _region(game, target),
    }  # fmt: skip


def _asked(game: BaseGame, before: State, place: int, after: State) -> Iterator[News]:
    nation, other = game.nation_name(before, before.turn), game.nation_name(before, place)
    yield {"kind": "asked", "nation": nation, "other": other, "region": _region(game, before.place)}


def _peace(game: BaseGame, before: State, place: int, after: State) -> Iterator[News]:
    """Tell of an answer to an entry; an offered draw is the part's."""
    if before.phase == ANSWER:
        nation, other = game.nation_name(before, before.actor), game.nation_name(before, before.turn)
        yield {"kind": "peace", "nation": nation, "other": other, "region": _region(game, before.place)}


def _fight(game: BaseGame, before: State, place: int, after: State) -> Iterator[News]:
    """Tell who attacked whom; `by` is the nation that wanted the battle, `left` are losses still to be chosen."""
    region, nation, kind = game.actions.decode_fight(place)
    other = before.asked if nation == before.turn else nation
    mine, theirs = (UNIT_KINDS * side + kind for side in (before.turn, other))
    left = _losses(after)[kind]
    lost = _fewer(game, before, after, mine, region) + left
    yield _battle(game, before, other, kind, region, lost, _fewer(game, before, after, theirs, region), left)


def _battle(
    game: BaseGame, state: State, other: int, kind: int, region: int, lost: int, fallen: int, left: int = 0
) -> News:
    """Give a battle of the nation on turn: what it lost, and what the other did."""
    nation, asked = game.nation_name(state, state.turn), state.actor != state.turn
    return {
        "kind": "battle", "nation": nation, "other": game.nation_name(state, other), "unit": UNITS[kind],
        "region": _region(game, region), "lost": lost, "fallen": fallen, "left": left, "asked": int(asked),
    }  # fmt: skip


def _lose(game: BaseGame, before: State, place: int, after: State) -> Iterator[News]:
    """Tell which of unlike units was lost: `used` is how many actions it had used."""
    legions, galleys = (was - now for was, now in zip(_losses(before), _losses(after), strict=True))
    nation, region = game.nation_name(before, before.turn), _region(game, before.place)
    yield {"kind": "lost", "nation": nation, "region": region, "legions": legions, "galleys": galleys, "used": place}


def _losses(state: State) -> tuple[int, int]:
    """Give the legions and galleys that the nation on turn still has to take off the board."""
    return (state.lose_legions, state.lose_galleys) if state.phase == LOSE else (0, 0)


def _fewer(game: BaseGame, before: State, after: State, army: int, region: int) -> int:
    place = army * game.size + region
    return before.units[place] - after.units[place]


_TELLERS: Final[dict[str, Callable[[BaseGame, State, int, State], Iterator[News]]]] = {
    "nation": _chosen, "city": _start, "free": _free, "move": _move, "ask": _asked, "peace": _peace, "fight": _fight,
    "lose": _lose,
}  # fmt: skip
#: actions of parts that are no purchases
_OF_PARTS: Final[dict[str, Teller]] = {
    kind: words.tell for kind, words in ACTIONS.items() if kind not in PRICES and words.tell
}


# ---- what follows ----------------------------------------------------------------------------------------------------


def _clashes(game: BaseGame, before: State, kind: str, place: int, after: State) -> Iterator[News]:
    """Report the battles of units that met without being asked; fallen leaders are reported by their part."""
    action = before.pending if kind == "pay" else NONE
    if action != NONE:
        kind, place = game.actions.split(action)
    unit, region, entered = _entry(game, before, kind, place)
    if region == NONE:
        return
    lost = entered + _fewer(game, before, after, UNIT_KINDS * before.turn + unit, region)
    for step in range(1, game.nations):
        other = (before.turn + step) % game.nations
        fallen = _fewer(game, before, after, UNIT_KINDS * other + unit, region)
        led = before.leaders[other] - after.leaders[other] if game.leaders else 0
        if fallen or led:
            yield _battle(game, before, other, unit, region, min(lost, fallen + bool(led)), fallen)


def _entry(game: BaseGame, state: State, kind: str, place: int) -> tuple[int, int, int]:
    """Give what kind of unit came where, and how many of it that are no leaders; no region if nothing came."""
    if kind == "move":
        crossing, _, count = game.actions.decode_move(place)
        unit, _, target = game.actions.crossings[crossing]
        return unit, target, count
    if kind in ("arm", "free"):
        return place % UNIT_KINDS, place // UNIT_KINDS, 1
    if kind in ("march", "lead"):
        return leader_type(state, state.turn), place, 0
    return 0, NONE, 0


def _captures(game: BaseGame, before: State, after: State) -> Iterator[News]:
    """Tell of cities given up and conquered, and of neutral temples destroyed; a founded city was bought."""
    turn = before.turn
    name = game.nation_name(before, turn)
    for region in _regions(before.cities[turn] & ~after.cities[turn]):
        temple = before.temples >> region & 1
        yield {"kind": "gave-up", "nation": name, "region": _region(game, region), "temple": temple}
    for region in _regions(after.cities[turn] & ~before.cities[turn]):
        other = owner_of(before, region)
        if other != NONE:
            yield _conquest(game, before, after, region, other)
    standing = after.temples
    for cities in before.cities:
        standing |= cities
    for region in _regions(before.temples & ~standing):
        legions, galleys = _charged(game, before, after, region)
        yield {
            "kind": "razed", "nation": name, "region": _region(game, region), "legions": legions, "galleys": galleys,
            "left": sum(_losses(after)),
        }  # fmt: skip


def _conquest(game: BaseGame, before: State, after: State, region: int, other: int) -> News:
    """Give a conquered city: what it cost, what fell with it, and how many cities the conqueror has."""
    legions, galleys = _charged(game, before, after, region)
    return {
        "kind": "conquered", "nation": game.nation_name(before, before.turn),
        "other": game.nation_name(before, other), "region": _region(game, region),
        "temple": before.temples >> region & 1, "cities": bit_count(after.cities[before.turn]),
        "legions": legions, "galleys": galleys, "left": sum(_losses(after)),
        "fallen-legions": _fewer(game, before, after, UNIT_KINDS * other, region),
        "fallen-galleys": _fewer(game, before, after, UNIT_KINDS * other + 1, region),
    }  # fmt: skip


def _charged(game: BaseGame, before: State, after: State, region: int) -> tuple[int, int]:
    """Give the legions and galleys that a conquest cost, those still to be chosen among them."""
    mine, left = UNIT_KINDS * before.turn, _losses(after)
    legions, galleys = (_fewer(game, before, after, mine + kind, region) + left[kind] for kind in range(UNIT_KINDS))
    return legions, galleys


def _regions(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit.bit_length() - 1


def _gained(game: BaseGame, before: State, action: int, after: State, paid: tuple[int, ...]) -> list[list[int]]:
    """Give what each nation received besides purchases and trades, by good."""
    gained = [
        [
            after.goods[GOOD_KINDS * nation + good] - before.goods[GOOD_KINDS * nation + good]
            for good in range(GOOD_KINDS)
        ]
        for nation in range(game.nations)
    ]
    for good, amount in enumerate(paid):
        gained[before.turn][good] += amount
    if action >= game.actions.trade:
        _, given, taken = game.actions.trades[action - game.actions.trade]
        for good in range(GOOD_KINDS):
            gained[before.turn][good] += given[good] - taken[good]
    return gained


def _received(game: BaseGame, before: State, after: State, gained: list[list[int]], kind: str) -> Iterator[News]:
    """Report what the nation on turn produced or a card brought, with the coins that came with it."""
    mine = gained[before.turn]
    if kind == "take-good" or not any(amount > 0 for amount in mine[:COIN]):
        return
    amounts = {good: amount for good, amount in zip(GOODS, mine, strict=True) if amount > 0}
    if game.rules.coin_timing != "production":
        amounts.pop("coin", None)
    why = "card" if kind == "play" else "production"
    yield {"kind": "received", "nation": game.nation_name(after, before.turn), "why": why, **amounts}


def _coins(game: BaseGame, before: State, after: State, gained: list[list[int]], kind: str) -> Iterator[News]:
    """Report coins handed out, and goods taken where the bank has none; production is reported already."""
    by_wedge = game.rules.coin_timing == "production"
    for nation, amounts in enumerate(gained):
        produced = nation == before.turn and kind != "take-good" and any(amount > 0 for amount in amounts[:COIN])
        coin = amounts[COIN] if not (produced and by_wedge) else 0
        found = {good: amount for good, amount in zip(GOODS, amounts, strict=True) if amount > 0 and good != "coin"}
        if produced:
            found = {}
        if coin > 0:
            found["coin"] = coin
        if found:
            why = "coin" if coin > 0 else "instead"
            yield {"kind": "received", "nation": game.nation_name(after, nation), "why": why, **found}


def _personages(game: BaseGame, before: State, after: State) -> Iterator[News]:
    """Tell of personages won: for what, and the points that makes of those that win."""
    for nation in range(game.nations):
        score, name = points(game, before, nation), game.nation_name(after, nation)
        for kind in range(PERSONAGE_KINDS):
            won = after.earned[PERSONAGE_KINDS * nation + kind]
            count = won - before.earned[PERSONAGE_KINDS * nation + kind]
            if count:
                score += count * _weight(game, kind)
                reason = won * game.thresholds[kind] if kind in (KING, CITIZEN, NAVIGATOR) else 0
                yield _personage(game, name, kind, score, count, reason)
        if after.extra[nation] and not before.extra[nation]:
            kind = after.extra[nation] - 1
            yield {**_personage(game, name, kind, score + _weight(game, kind), 1, 0), "extra": 1}


def _weight(game: BaseGame, kind: int) -> int:
    return game.rules.general_points if kind == GENERAL else 1


def _personage(game: BaseGame, nation: str, kind: int, score: int, count: int, reason: int) -> News:
    return {
        "kind": "personage", "nation": nation, "personage": PERSONAGES[kind], "count": count, "for": reason,
        "points": score, "target": game.target,
    }  # fmt: skip


def _moment(game: BaseGame, before: State, after: State) -> Iterator[News]:
    """Tell that a turn begins."""
    if after.phase != OVER and after.round and (before.turn, before.round) != (after.turn, after.round):
        yield {"kind": "turn", "nation": game.nation_name(after, after.turn), "round": after.round}
