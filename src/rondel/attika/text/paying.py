"""How a building can be paid for: the usual cards, and every other choice that wastes none. Rule: AT-R12, AT-R45."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rondel.attika.actions import CHOOSE, PAID, PAY, split
from rondel.attika.phases.building import pay_options
from rondel.attika.price import FREE, Need, Price, default_payment, fewest, has_choice, price_text
from rondel.attika.rules import KINDS, TERRAINS
from rondel.attika.sites import beside_mother, ground_price, hand_of, price_of
from rondel.attika.state import DRAWN, SITE, State
from rondel.attika.tables import K, Tables
from rondel.attika.text.breakdown import Parts
from rondel.attika.text.position import hex_text
from rondel.game import Way

Cards = tuple[int, ...]


def ways_of(state: State, action: int) -> list[Way]:
    """List the ways to pay for building on a space; none where it is free or no building is."""
    if split(action)[0] != "hex" or state.phase not in (SITE, DRAWN):
        return []
    price = price_of(state, state.pending, state.layout.spaces[action])
    if price == FREE:
        return []
    hand = hand_of(state, state.turn)
    cards = payments(price, hand)
    asked = bool(state.choosing) and has_choice(price, hand)
    first = (goods_text(cards[0]), [action, *_laying(price, hand, cards[0])] if asked else [action])
    start = [action] if state.choosing else [CHOOSE, *([action] if _is_asked(state) else [])]
    return [first, *((goods_text(other), [*start, *_laying(price, hand, other)]) for other in cards[1:])]


def _is_asked(state: State) -> bool:
    """Say whether the space is asked for once the cards are chosen: a single one is taken without asking."""
    return state.phase == DRAWN or len(state.legal()) > 2


@lru_cache(4096)
def _laying(price: Price, hand: Need, cards: Cards) -> tuple[int, ...]:
    """Give the decisions that lay chosen cards, without those that are forced."""
    found: list[int] = []
    laid = [0] * len(cards)
    wanted = [*(PAY + terrain for terrain, count in enumerate(cards) for _ in range(count)), PAID]
    for action in wanted:
        if len(pay_options(price, hand, laid)) > 1:
            found.append(action)
        if action != PAID:
            laid[action - PAY] += 1
    return tuple(found)


def facts_of(game: Tables, state: State, place: str, seat: int) -> list[Parts]:
    """Tell what the building drawn, or each one on the player board, would cost a seat on a free space."""
    space = _space_at(state, place)
    if space is None or state.built[space] or not 0 <= seat < game.seats:
        return []
    asked = state.copy()
    asked.turn = seat
    drawn = state.phase in (SITE, DRAWN) and seat == state.turn
    kinds = [state.pending] if drawn else [kind for kind in range(K) if state.stored[K * seat + kind]]
    return [_cost(game, asked, kind, space) for kind in kinds]


def _space_at(state: State, place: str) -> int | None:
    named = {hex_text(where): space for space, where in enumerate(state.layout.hexes)}
    return named.get(place)


def _cost(game: Tables, state: State, kind: int, space: int) -> Parts:
    """Split the price of a building on a space: printed cost, ground, colony; what pays it, and what is missing."""
    price, hand = price_of(state, kind, space), hand_of(state, state.turn)
    told: Parts = {
        "kind": "cost",
        "building": KINDS[kind].name,
        "cost": price_text((_need(game, kind), game.any_cards[kind])),
    }
    if price == FREE and space in _beside(state, kind):
        return told | {"beside": KINDS[kind].mother}
    need, other = ground_price(state, kind, space)
    colony = price[1] - other
    saved = [had - has for had, has in zip(_need(game, kind), need, strict=True)]
    ground = goods_text(saved) or (f"{game.any_cards[kind] - other} any" if game.any_cards[kind] > other else "")
    lacks = fewest(price, hand) - sum(hand)
    parts: Parts = {"ground": ground, "colony": colony, "price": price_text(price), "lacks": max(0, lacks)}
    if lacks <= 0 and price != FREE:
        parts["pays"] = goods_text(default_payment(price, hand))
    return told | {name: value for name, value in parts.items() if value}


def _need(game: Tables, kind: int) -> Need:
    water, forest, hill, mountain = game.costs[kind]
    return water, forest, hill, mountain


def _beside(state: State, kind: int) -> set[int]:
    """Give the spaces that touch a building which makes the kind free. Rule: AT-047."""
    bits = beside_mother(state, kind)
    return {space for space in range(len(state.built)) if bits >> space & 1}


def goods_text(cards: Sequence[int]) -> str:
    """Write cards as `2 hill 1 mountain`."""
    return " ".join(f"{count} {name}" for count, name in zip(cards, TERRAINS, strict=True) if count)


@lru_cache(4096)
def payments(price: Price, hand: Need) -> tuple[Cards, ...]:
    """List the payments of a price that waste no card: the usual one first, then by the number of cards."""
    usual = tuple(default_payment(price, hand))
    found = sorted(_lean(price, hand), key=lambda cards: (cards != usual, sum(cards), cards))
    return tuple(found)


def _lean(price: Price, hand: Cards) -> Iterator[Cards]:
    """Find the payments of which no card can be spared: one that matches counts two, any other one. Rule: AT-R12."""
    need, other = price
    full = 2 * sum(need) + other
    for cards in _choices(hand, full):
        matching = sum(map(min, need, cards))
        over = sum(cards) + matching - full
        spare = 1 if any(count > wanted for count, wanted in zip(cards, need, strict=True)) else 2
        if 0 <= over < spare:
            yield cards


def _choices(hand: Cards, most: int) -> Iterator[Cards]:
    """List every choice of at most that many cards."""
    if not hand:
        yield ()
        return
    for count in range(min(hand[0], most) + 1):
        for rest in _choices(hand[1:], most - count):
            yield count, *rest
