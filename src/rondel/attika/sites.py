"""Where a building can be placed and paid, and which stored buildings can be built: the engine's busiest part.

The cards a building takes depend on a space only through the symbols seen from it that its cost asks for. So for each
kind the few possible needs are listed once (`Tables.views`), each with the levels of `State.sees` that bring it about;
the spaces are then found by joining bit masks, word by word.
"""

from __future__ import annotations

from rondel.attika.actions import BUILD, CHOOSE
from rondel.attika.masks import BIT_OF, WORD_OF, WORDS, Mask, common, joined, listed
from rondel.attika.price import FREE, Cards, Price
from rondel.attika.state import State
from rondel.attika.symbols import seen_at
from rondel.attika.tables import CARD_BITS, LEVELS, MOTHERS, NONE, K, T
from rondel.native import i64
from rondel.tables import filled, zeros


def hand_of(state: State, seat: i64) -> Cards:
    """Give a seat's cards by terrain."""
    hands, first = state.hands, T * seat
    return hands[first], hands[first + 1], hands[first + 2], hands[first + 3]


def hand_key(hand: Cards) -> int:
    """Give a hand as one number."""
    return hand[0] | hand[1] << CARD_BITS | hand[2] << 2 * CARD_BITS | hand[3] << 3 * CARD_BITS


def is_gratis(state: State, kind: i64, space: i64) -> bool:
    """Say whether the kind is free on a space: it touches the kind's mother. Rule: AT-046, AT-055, AT-R15, AT-R17.

    Only the direct mother counts, of the player's own color; for a street any own street. One of the same turn counts
    as well.
    """
    mother: i64 = MOTHERS[kind]
    if mother == NONE:
        return False
    return state.nests[WORDS * (K * state.turn + mother) + WORD_OF[space]] & BIT_OF[space] != 0


def price_of(state: State, kind: i64, space: i64) -> Price:
    """Give the price of a kind for the player on turn on a free space. Rule: AT-045, AT-047, AT-058, AT-R18, AT-R32.

    What is free stands next to a building of one's own, so no colony is founded. Rule: AT-D08.
    """
    if is_gratis(state, kind, space):
        return FREE
    (w, f, h, m), other = ground_price(state, kind, space)
    if not state.beside[WORDS * state.turn + WORD_OF[space]] & BIT_OF[space]:
        other += state.colonies[state.turn]
    return (w, f, h, m), other


def ground_price(state: State, kind: i64, space: i64) -> Price:
    """Give what the symbols seen from a space leave of a kind's cost; deductions are taken without asking.

    Rule: AT-040, AT-041, AT-R10, AT-R29, AT-054, AT-R13.
    """
    most: i64 = state.engine.any_cards[kind]
    if most:
        return (0, 0, 0, 0), max(0, most - seen_at(state, T, space))
    costs = state.engine.costs[kind]
    return (
        _short(state, costs[0], 0, space), _short(state, costs[1], 1, space), _short(state, costs[2], 2, space),
        _short(state, costs[3], 3, space),
    ), 0  # fmt: skip


def _short(state: State, cost: i64, terrain: i64, space: i64) -> int:
    return max(0, cost - seen_at(state, terrain, space)) if cost else 0


def gratis_spaces(state: State, kind: i64) -> Mask:
    """Give the free spaces that touch a building which makes the kind free. Rule: AT-047, AT-055."""
    mother: i64 = MOTHERS[kind]
    if mother == NONE:
        return zeros(WORDS)
    return common(state.free, state.nests, WORDS * (K * state.turn + mother))


def beside_mother(state: State, kind: i64) -> int:
    """Give the free spaces on which the kind is free as one number."""
    return joined(gratis_spaces(state, kind))


def places(state: State, kind: i64) -> list[int]:
    """List the free spaces on which the player on turn can pay for a kind, as actions in ascending order.

    Before them stands the choice of cards, if there is one on any of them. Rule: AT-038, AT-R33, AT-R45, AT-D10.
    """
    turn, engine, sees, free = state.turn, state.engine, state.sees, state.free
    hand = hand_of(state, turn)
    rows = engine.payable_rows(kind, hand_key(hand))
    cards: i64 = hand[0] + hand[1] + hand[2] + hand[3]
    colonies = state.colonies[turn]
    rest = cards - colonies  # what is left for the price of a new colony. Rule: AT-059
    found = gratis_spaces(state, kind)
    first, choice = WORDS * turn, False
    word: i64 = 0
    while word < WORDS:
        beside = free[word] & state.beside[first + word]
        paid, spared, gratis = found[word], free[word] & 0, found[word]
        for row in rows:
            spaces, count = free[word], row.count
            for level in row.levels:
                spaces &= sees[level + word]
            near = spaces & beside
            paid |= spaces if count <= rest else near
            if count < cards:  # one can be spared
                spared |= spaces if count < rest else near
            if not count:
                gratis |= near if colonies else spaces
        found[word] = paid
        if not state.choosing and not choice and spared & ~gratis:
            choice = _has_choice(state, kind, hand, spared & ~gratis, word)
        word += 1
    actions = listed(found, state.layout.actions)
    if choice:
        actions.insert(0, CHOOSE)
    return actions


def _has_choice(state: State, kind: i64, hand: Cards, spaces: i64, word: i64) -> bool:
    """Say whether there is more than one way to pay on one of these spaces, as `price.has_choice` has it.

    On each of them a card is due and one can be spared. With cards of one terrain alone, one of them must match.
    """
    if hand.count(0) < T - 1:
        return True
    terrain: i64 = hand.index(max(hand))
    need: i64 = state.engine.costs[kind][terrain]
    return need > 0 and spaces & ~state.sees[WORDS * (LEVELS * terrain + need - 1) + word] != 0


def buildable(state: State) -> list[int]:
    """List the stored kinds that can be placed and paid somewhere, as actions. Rule: AT-030, AT-R06, AT-R33."""
    turn, engine, first = state.turn, state.engine, K * state.turn
    found: list[int] = []
    kinds = filled(state.stored, first, first + K)
    if not kinds:
        return found
    hand = hand_of(state, turn)
    key = hand_key(hand)
    plan = engine.plan(key)
    rest: i64 = hand[0] + hand[1] + hand[2] + hand[3] - state.colonies[turn]
    free, sees = state.free, state.sees
    near = common(free, state.beside, WORDS * turn)
    for kind in kinds:
        rows = plan[kind]
        if rows is None:
            rows = engine.payable_rows(kind, key)
        for row in rows:
            start = free if row.count <= rest else near
            word: i64 = 0
            while word < WORDS:
                spaces = start[word]
                for level in row.levels:
                    spaces &= sees[level + word]
                if spaces:
                    break
                word += 1
            else:
                continue
            found.append(BUILD + kind)
            break
        else:
            if _any_gratis(state, kind):
                found.append(BUILD + kind)
    return found


def _any_gratis(state: State, kind: i64) -> bool:
    """Say whether the kind is free somewhere."""
    mother: i64 = MOTHERS[kind]
    if mother == NONE:
        return False
    first, word = WORDS * (K * state.turn + mother), WORDS
    while word > 0:
        word -= 1
        if state.free[word] & state.nests[first + word]:
            return True
    return False
