"""Building: choose a space, pay, place; then victory, amphorae. Rule: AT-R31."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.attika.actions import CHOOSE, PAID, PAY, STORE
from rondel.attika.phases.turn import go_on
from rondel.attika.price import Price, default_payment, has_choice
from rondel.attika.rules import GROUPS, KINDS
from rondel.attika.sites import hand_of, places, price_of
from rondel.attika.state import BY_BOTH, BY_BUILDINGS, BY_SHRINES, OVER, PAYING, State
from rondel.attika.symbols import cover
from rondel.attika.tables import CARD_BITS, CARD_MASK, NONE, G, K, T, Tables

GROUP_OF = tuple(GROUPS.index(kind.group) for kind in KINDS)
#: how many buildings a group has
GROUP_SIZES = tuple(sum(kind.count for kind in KINDS if kind.group == group) for group in GROUPS)
#: how many buildings a player has. Rule: AT-006
ALL = sum(GROUP_SIZES)


def legal_site(game: Tables, state: State) -> list[int]:
    """Offer the spaces for the stored building chosen, and the choice of cards."""
    return places(state, state.pending)


def legal_drawn(game: Tables, state: State) -> list[int]:
    """Offer the player board, and the spaces where the drawn building can be paid. Rule: AT-027, AT-028.

    The player board is open even if no space is free, so a full board stops nobody. Rule: AT-D12.
    """
    return [STORE, *places(state, state.pending)]


def act_site(game: Tables, state: State, action: int) -> None:
    """Build the stored or drawn building on a space, or choose its cards first, or put it on the player board."""
    if action == CHOOSE:
        state.choosing = 1
    elif action == STORE:
        _store(game, state)
    else:
        _build(game, state, state.layout.spaces[action])


def _store(game: Tables, state: State) -> None:
    """Put the drawn building on its place on the player board; there is always room. Rule: AT-028, AT-R35.

    It stays there for this turn: a turn of drawing has no build actions. Rule: AT-R09.
    """
    state.stored[K * state.turn + state.pending] += 1
    _settle_pending(state)
    go_on(game, state)


def _settle_pending(state: State) -> None:
    state.pending = state.pile = state.site = NONE
    state.choosing = state.paid = 0


def _build(game: Tables, state: State, space: int) -> None:
    """Pay by the usual choice of cards, or ask for it if the player wants to choose."""
    price, hand = price_of(state, state.pending, space), hand_of(state, state.turn)
    if state.choosing and has_choice(price, hand):
        state.phase, state.site = PAYING, space
    else:
        _pay(game, state, space, default_payment(price, hand))


def _pay(game: Tables, state: State, space: int, cards: list[int]) -> None:
    """Move the cards to the discard and place the building. Rule: AT-042, AT-043."""
    first = T * state.turn
    for terrain, count in enumerate(cards):
        if count:
            state.hands[first + terrain] -= count
            state.discard[terrain] += count
    kind = state.pending
    if state.pile == NONE:
        state.stored[K * state.turn + kind] -= 1
    _settle_pending(state)
    place(game, state, kind, space)


# ---- choosing cards --------------------------------------------------------------------------------------------------


def laid(state: State) -> list[int]:
    """Give the cards laid so far in a payment under way."""
    return [state.paid >> CARD_BITS * terrain & CARD_MASK for terrain in range(T)]


def pending_price(state: State) -> Price:
    """Give the price of the payment under way."""
    return price_of(state, state.pending, state.site)


def legal_pay(game: Tables, state: State) -> list[int]:
    """Offer the next card of a payment, terrains in ascending order, and its end when it is enough. Rule: AT-R12.

    Laying a card must leave a payment within reach: every card counts one, a matching one saves a second.
    """
    return pay_options(pending_price(state), hand_of(state, state.turn), laid(state))


def pay_options(price: Price, hand: Sequence[int], cards: Sequence[int]) -> list[int]:
    """List what can follow the cards laid so far for a price."""
    need, other = price
    full = 2 * sum(need) + other
    found = [PAID] if _worth(need, cards) >= full else []
    if sum(cards) < full:
        lowest = max((terrain for terrain in range(T) if cards[terrain]), default=0)
        for terrain in range(lowest, T):
            utmost = [*cards[:terrain], *hand[terrain:]]
            if hand[terrain] > cards[terrain] and _worth(need, utmost) >= full:
                found.append(PAY + terrain)
    return found


def _worth(need: tuple[int, ...], cards: Sequence[int]) -> int:
    return sum(cards) + sum(map(min, need, cards))


def act_pay(game: Tables, state: State, action: int) -> None:
    """Lay a card, or pay with those laid."""
    if action == PAID:
        _pay(game, state, state.site, laid(state))
    else:
        state.paid += 1 << CARD_BITS * (action - PAY)


# ---- placing ---------------------------------------------------------------------------------------------------------


def place(game: Tables, state: State, kind: int, space: int) -> None:
    """Place a building, test victory, reward groups, then go on. Rule: AT-R31.

    Nothing else can win or complete a group (AT-D07). A win comes before the board tile of an emptied pile (AT-R25).
    """
    reached = put(state, state.turn, kind, space)
    state.acted = 1
    if _victory(game, state, reached):
        return
    _reward(game, state, kind)
    go_on(game, state)


def put(state: State, seat: int, kind: int, space: int) -> int:
    """Put a building on a space: cover its symbol and join colonies; give the shrines its colony touches, as bits."""
    state.built[space] = 1 + seat * K + kind
    state.mine[seat] |= 1 << space
    state.beside[seat] |= state.layout.touching[space]
    state.present[seat] |= 1 << kind
    state.complete[G * seat + GROUP_OF[kind]] += 1
    cover(state, space)
    return join(state, seat, space)


def join(state: State, seat: int, space: int) -> int:
    """Put a new building into its colony, merging those it joins; give the shrines the colony touches, as bits.

    Rule: AT-056, AT-057, AT-060.
    """
    layout, label, mine = state.layout, state.label, state.mine[seat]
    reached = layout.shrine_bits[space]
    joined = {label[other] for other in layout.near[space] if mine >> other & 1}
    label[space] = space
    state.colonies[seat] += 1 - len(joined)
    for colony in joined:
        reached |= state.touch[colony]
        label = label.replace(bytes((colony,)), bytes((space,)))
    state.label = label
    state.touch[space] = reached
    return reached


def _victory(game: Tables, state: State, reached: int) -> bool:
    """End the game if all buildings stand or two shrines are linked. Rule: AT-022, AT-023, AT-077, AT-R26, AT-R39.

    Shrines are no links, and a chain through one would win nothing more. Rule: AT-D14.
    """
    seat = state.turn
    everything = sum(state.complete[G * seat : G * seat + G]) == ALL
    linked = reached & (reached - 1) != 0
    if not everything and not linked:
        return False
    state.end = BY_BOTH if everything and linked else BY_BUILDINGS if everything else BY_SHRINES
    state.winner = seat
    state.phase = OVER
    return True


def _reward(game: Tables, state: State, kind: int) -> None:
    """Reward complete groups: the one just completed, or any with the option. Rule: AT-062, AT-R20, AT-D15.

    The amphora is the player's to return from the next decision on, or to keep. Rule: AT-063.
    """
    seat = state.turn
    tested = range(G) if game.loose else (GROUP_OF[kind],)
    for group in tested:
        whole = state.complete[G * seat + group] == GROUP_SIZES[group]
        if whole and not state.rewarded[seat] >> group & 1 and is_linked(game, state, seat, group):
            state.rewarded[seat] |= 1 << group
            if sum(state.amphorae) < game.rules.amphorae:
                state.amphorae[seat] += 1
            else:
                state.due += 1  # the card ends nothing. Rule: AT-064, AT-D04, AT-R21


def is_linked(game: Tables, state: State, seat: int, group: int) -> bool:
    """Say whether a group's buildings are interconnected, by themselves or within one colony. Rule: AT-R19."""
    base = 1 + seat * K
    spaces = [
        space
        for space, code in enumerate(bytes(state.built))
        if base <= code < base + K and GROUP_OF[code - base] == group
    ]  # fmt: skip
    if game.loose:
        return len({state.label[space] for space in spaces}) == 1
    wanted = sum(1 << space for space in spaces)
    reached, edge = 0, wanted & -wanted
    while edge:
        space = edge.bit_length() - 1
        reached |= 1 << space
        edge = (edge ^ 1 << space) | state.layout.touching[space] & wanted & ~reached
    return reached == wanted
