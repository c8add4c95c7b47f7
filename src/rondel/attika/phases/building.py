"""Building: choose a space, pay, place; then victory, amphorae. Rule: AT-R31."""

from __future__ import annotations

from rondel.attika.actions import CHOOSE, PAID, PAY, STORE
from rondel.attika.masks import BIT_OF, WORD_OF, WORDS
from rondel.attika.phases.turn import go_on
from rondel.attika.price import Cards, Price, default_payment, has_choice
from rondel.attika.sites import hand_of, places, price_of
from rondel.attika.state import BY_BOTH, BY_BUILDINGS, BY_SHRINES, NO_COLONY, OVER, PAYING, State
from rondel.attika.symbols import cover
from rondel.attika.tables import ALL, CARD_BITS, CARD_MASK, GROUP_OF, GROUP_SIZES, NONE, G, K, T, Tables
from rondel.native import i64
from rondel.tables import BIT, renamed, total


def legal_site(game: Tables, state: State) -> list[int]:
    """Offer the spaces for the stored building chosen, and the choice of cards."""
    return places(state, state.pending)


def legal_drawn(game: Tables, state: State) -> list[int]:
    """Offer the player board, and the spaces where the drawn building can be paid. Rule: AT-027, AT-028.

    A building can be stored even if no space is free, so a full board stops nobody. Rule: AT-D12.
    """
    return [STORE, *places(state, state.pending)]


def act_site(game: Tables, state: State, action: int) -> None:
    """Build the stored or drawn building on a space, or choose its cards first, or put it on the player board."""
    if action == CHOOSE:
        state.choosing = 1
    elif action == STORE:
        _store(game, state)
    else:
        _build(game, state, state.layout.space(action))


def _store(game: Tables, state: State) -> None:
    """Put the drawn building on its place on the player board; there is always room. Rule: AT-028, AT-R35.

    It stays there this turn: a drawing turn has no build actions. Rule: AT-R09.
    """
    state.stored[K * state.turn + state.pending] += 1
    _settle_pending(state)
    go_on(game, state)


def _settle_pending(state: State) -> None:
    state.pending = state.pile = state.site = NONE
    state.choosing = state.paid = 0


def _build(game: Tables, state: State, space: i64) -> None:
    """Pay by the usual choice of cards, or ask for it if the player wants to choose."""
    price, hand = price_of(state, state.pending, space), hand_of(state, state.turn)
    if state.choosing and has_choice(price, hand):
        state.phase, state.site = PAYING, space
    else:
        _pay(game, state, space, default_payment(price, hand))


def _pay(game: Tables, state: State, space: i64, cards: list[int]) -> None:
    """Move the cards to the discard and place the building. Rule: AT-042, AT-043."""
    first = T * state.turn
    terrain: i64 = 0
    for count in cards:
        if count:
            state.hands[first + terrain] -= count
            state.discard[terrain] += count
        terrain += 1
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


def pay_options(price: Price, hand: Cards, cards: list[int]) -> list[int]:
    """List what can follow the cards laid so far for a price."""
    need, other = price
    full = 2 * (need[0] + need[1] + need[2] + need[3]) + other
    found: list[int] = []
    if _worth(need, cards[0], cards[1], cards[2], cards[3]) >= full:
        found.append(PAID)
    if cards[0] + cards[1] + cards[2] + cards[3] >= full:
        return found
    utmost = list(hand)
    for terrain in range(T):
        # after the last terrain of which a card lies, and that one itself
        if any(cards[terrain + 1 :]):
            utmost[terrain] = cards[terrain]
            continue
        if hand[terrain] > cards[terrain] and _worth(need, utmost[0], utmost[1], utmost[2], utmost[3]) >= full:
            found.append(PAY + terrain)
        utmost[terrain] = cards[terrain]
    return found


def _worth(need: Cards, w: int, f: int, h: int, m: int) -> int:
    """Count what cards are worth towards a price: each one, a matching one twice."""
    return w + f + h + m + min(w, need[0]) + min(f, need[1]) + min(h, need[2]) + min(m, need[3])


def act_pay(game: Tables, state: State, action: int) -> None:
    """Lay a card, or pay with those laid."""
    if action == PAID:
        _pay(game, state, state.site, laid(state))
    else:
        state.paid += 1 << CARD_BITS * (action - PAY)


# ---- placing ---------------------------------------------------------------------------------------------------------


def place(game: Tables, state: State, kind: i64, space: i64) -> None:
    """Place a building, test victory, reward groups, then go on. Rule: AT-R31.

    Nothing else wins or completes a group (AT-D07). A win comes before the board tile of an emptied pile (AT-R25).
    """
    reached = put(state, state.turn, kind, space)
    state.acted = 1
    if _victory(game, state, reached):
        return
    _reward(game, state, kind)
    go_on(game, state)


def put(state: State, seat: i64, kind: i64, space: i64) -> i64:
    """Put a building on a space: cover its symbol and join colonies; give the shrines its colony touches, as bits."""
    state.own()
    touching, bit = state.layout.touching, BIT_OF[space]
    state.built[space] = 1 + seat * K + kind
    state.mine[WORDS * seat + WORD_OF[space]] |= bit
    state.free[WORD_OF[space]] ^= bit
    word: i64 = 0
    while word < WORDS:
        spaces = touching[WORDS * space + word]
        state.beside[WORDS * seat + word] |= spaces
        state.nests[WORDS * (seat * K + kind) + word] |= spaces
        word += 1
    state.present[seat] |= BIT[kind]
    state.complete[G * seat + GROUP_OF[kind]] += 1
    cover(state, space)
    return join(state, seat, space)


def join(state: State, seat: i64, space: i64) -> i64:
    """Put a new building into its colony, merging those it joins; give the shrines the colony touches, as bits.

    Rule: AT-056, AT-057, AT-060.
    """
    label, touch, built, first = state.label, state.touch, state.built, K * seat
    colony: i64 = NO_COLONY
    for other in state.layout.near[space]:
        if first < built[other] <= first + K and label[other] != colony:
            if colony == NO_COLONY:
                colony = label[other]
            else:
                touch[colony] |= touch[label[other]]
                label = renamed(label, label[other], colony)
                state.colonies[seat] -= 1
    if colony == NO_COLONY:
        colony = space
        touch[colony] = 0
        state.colonies[seat] += 1
    label[space] = colony
    state.label = label
    touch[colony] |= state.layout.shrine_bits[space]
    return touch[colony]


def _victory(game: Tables, state: State, reached: i64) -> bool:
    """End the game if all buildings stand or two shrines are linked. Rule: AT-022, AT-023, AT-077, AT-R26, AT-R39.

    Shrines are no links, and a chain through one would win nothing more. Rule: AT-D14.
    """
    seat = state.turn
    everything = total(state.complete, G * seat, G * seat + G) == ALL
    linked = reached & (reached - 1) != 0
    if not everything and not linked:
        return False
    state.end = BY_BOTH if everything and linked else BY_BUILDINGS if everything else BY_SHRINES
    state.winner = seat
    state.phase = OVER
    return True


def _reward(game: Tables, state: State, kind: i64) -> None:
    """Reward complete groups: the one just completed, or any with the option. Rule: AT-062, AT-R20, AT-D15.

    The amphora is the player's to return from the next decision on, or to keep. Rule: AT-063.
    """
    if game.loose:
        for group in range(G):
            _reward_group(game, state, group)
    else:
        _reward_group(game, state, GROUP_OF[kind])


def _reward_group(game: Tables, state: State, group: i64) -> None:
    seat = state.turn
    if state.complete[G * seat + group] != GROUP_SIZES[group] or state.rewarded[seat] & BIT[group]:
        return
    if is_linked(game, state, seat, group):
        state.rewarded[seat] |= BIT[group]
        if total(state.amphorae, 0, game.seats) < game.rules.amphorae:
            state.amphorae[seat] += 1
        else:
            state.due += 1  # the card ends nothing. Rule: AT-064, AT-D04, AT-R21


def is_linked(game: Tables, state: State, seat: i64, group: i64) -> bool:
    """Say whether a group's buildings are interconnected, by themselves or within one colony. Rule: AT-R19."""
    base = 1 + seat * K
    spaces = [
        space
        for space, code in enumerate(state.built)
        if base <= code < base + K and GROUP_OF[code - base] == group
    ]  # fmt: skip
    if game.loose:
        return len({state.label[space] for space in spaces}) == 1
    near, reached, edge = state.layout.near, {spaces[0]}, [spaces[0]]
    while edge:
        for other in near[edge.pop()]:
            if other in spaces and other not in reached:
                reached.add(other)
                edge.append(other)
    return len(reached) == len(spaces)
