"""Invariants: no piece appears or vanishes, and running counts equal those worked out from scratch."""

from __future__ import annotations

from rondel.attika.masks import joined
from rondel.attika.phases.building import laid, pending_price
from rondel.attika.price import has_choice
from rondel.attika.rules import BASIC, KINDS, PILES
from rondel.attika.sites import hand_of
from rondel.attika.state import DRAWING, DRAWN, NO_COLONY, OVER, PAYING, PLACE, REVEAL, ROTATE, SITE, State
from rondel.attika.symbols import all_levels
from rondel.attika.tables import ALL, BASICS, GROUP_OF, GROUP_SIZES, NONE, OTHERS, G, K, P, T


def check(state: State) -> None:
    """Raise AssertionError if a piece was lost or made, or the position contradicts itself."""
    _check_tiles(state)
    for seat in range(state.engine.seats):
        first = K * seat
        spaces = [space for space, code in enumerate(state.built) if first < code <= first + K]
        _check_buildings(state, seat, spaces)
        _check_spaces(state, seat, spaces)
        _check_colonies(state, seat)
    _check_cards(state)
    _check_moment(state)
    assert list(state.options) == list(state.engine.options(state)), "the options at hand are not those of the position"


def _check_tiles(state: State) -> None:
    """Account for the 22 board tiles and one building a space at most. Rule: AT-002, AT-039."""
    game = state.engine
    laid_tiles = [tile for tile, _, _ in state.placed]
    drawn = [state.tile] if state.tile != NONE else []
    left = [tile for tile in range(game.rules.board_tiles) if state.tiles_left >> tile & 1]
    assert sorted([*laid_tiles, *drawn, *left]) == list(range(22)), "a board tile is missing or there twice"
    size = 7 * len(laid_tiles)
    sizes = {len(state.layout.hexes), len(state.ground), len(state.built), len(state.label), len(state.touch)}
    assert sizes == {size}, "the board does not have seven spaces a tile"
    assert len({*state.layout.hexes, *game.start.shrines}) == size + len(game.start.shrines), "a tile covers something"
    assert list(state.sees) == list(all_levels(state)), "the levels of symbols are not those on the board"
    free = sum(1 << space for space, code in enumerate(state.built) if not code)
    assert free == joined(state.free), "the free spaces are not those without a building"
    owned = sum(state.owned(seat).bit_count() for seat in range(game.seats))
    assert owned == size - free.bit_count(), "two buildings on one space"
    pairs = zip(state.label, state.built, strict=True)
    assert all((label == NO_COLONY) == (not code) for label, code in pairs), "an empty space belongs to a colony"


def _check_buildings(state: State, seat: int, spaces: list[int]) -> None:
    """Account for a player's thirty buildings, given the spaces they stand on. Rule: AT-006, AT-D01."""
    first = K * seat
    count = [0] * K
    for space in spaces:
        count[state.built[space] - 1 - first] += 1
    present = sum(1 << kind for kind in range(K) if count[kind])
    assert state.present[seat] == present, "the kinds on the board are not those built"
    _check_groups(state, seat, count)
    if state.pile != NONE and state.pending != NONE and seat == state.turn:
        count[state.pending] += 1  # drawn and not yet built or stored
    unseen = state.unseen[first : first + K]
    for kind, entry in enumerate(KINDS):
        held = state.stored[first + kind] + unseen[kind]
        assert held + count[kind] == entry.count, f"{entry.name} is missing or there twice"
    piles = state.piles[P * seat : P * seat + P]
    assert piles[0] == sum(unseen[kind] for kind in BASICS), "the basic pile has the wrong size"
    assert sum(piles[1:]) == sum(unseen[kind] for kind in OTHERS), "the piles have the wrong size"
    assert max(piles[1:]) <= 8, "a pile is too high"


def _check_spaces(state: State, seat: int, spaces: list[int]) -> None:
    """Compare the masks of a player's spaces with the board."""
    mask = beside = 0
    nests = [0] * K
    for space in spaces:
        touching = state.layout.beside(space)
        mask |= 1 << space
        beside |= touching
        nests[state.built[space] - 1 - K * seat] |= touching
    assert mask == state.owned(seat), "the spaces of a player are not those built on"
    assert beside == joined(state.beside, seat), "the spaces beside a player's buildings are not those that touch them"
    found = [joined(state.nests, K * seat + kind) for kind in range(K)]
    assert nests == found, "the spaces beside the buildings of a kind are not those that touch them"


def _check_groups(state: State, seat: int, count: list[int]) -> None:
    groups = [0] * G
    for kind, standing in enumerate(count):
        groups[GROUP_OF[kind]] += standing
    assert groups == list(state.complete[G * seat : G * seat + G]), "the buildings of a group are miscounted"
    for group in range(G):
        if state.rewarded[seat] >> group & 1:
            assert groups[group] == GROUP_SIZES[group], "a group was rewarded that is not complete"
    assert (sum(count) == ALL) <= (state.winner == seat), "all buildings stand and nobody has won"


def colonies_of(state: State, seat: int) -> list[int]:
    """Recompute a player's colonies, as bits of spaces. Rule: AT-056."""
    found, rest = [], state.owned(seat)
    while rest:
        colony, edge = 0, rest & -rest
        while edge:
            space = edge.bit_length() - 1
            colony |= 1 << space
            edge = (edge ^ 1 << space) | state.layout.beside(space) & rest & ~colony
        found.append(colony)
        rest &= ~colony
    return found


def _spaces_of(mask: int) -> list[int]:
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def _check_colonies(state: State, seat: int) -> None:
    """Compare the running colonies with recomputed ones."""
    found = colonies_of(state, seat)
    assert len(found) == state.colonies[seat], "the colonies are miscounted"
    for colony in found:
        spaces = _spaces_of(colony)
        labels = {state.label[space] for space in spaces}
        assert len(labels) == 1, "a colony has several labels"
        assert min(labels) in spaces, "a colony has the label of another"
        reached = 0
        for space in spaces:
            reached |= state.layout.shrine_bits[space]
        assert state.touch[min(labels)] == reached, "a colony touches other shrines"
        assert reached.bit_count() < 2 or state.winner == seat, "two shrines are linked and nobody has won"


def _check_cards(state: State) -> None:
    """Account for the 60 cards and the 15 amphorae. Rule: AT-004, AT-007."""
    rules = state.engine.rules
    for terrain in range(T):
        count = sum(state.hands[terrain::T]) + state.deck[terrain] + state.discard[terrain]
        assert count == rules.cards_of_a_terrain, "a card is missing or there twice"
    assert sum(state.amphorae) <= rules.amphorae, "there are more amphorae than fifteen"


def _check_pending(state: State) -> None:
    """Compare the building under way with where it comes from. Rule: AT-016, AT-030."""
    if state.pile == NONE:
        assert state.stored[K * state.turn + state.pending], "the building is not on the player board"
    else:
        held = BASICS if state.pile == BASIC else OTHERS
        assert state.pending in held, f"the pile {PILES[state.pile]} never holds the {KINDS[state.pending].name}"


def _check_payment(state: State) -> None:
    """Compare the cards laid with the hand and the price. Rule: AT-R12, AT-R32."""
    hand, cards, price = hand_of(state, state.turn), laid(state), pending_price(state)
    assert all(card <= held for card, held in zip(cards, hand, strict=True)), "cards are laid that are not held"
    assert has_choice(price, hand), "there is no choice of cards on the site"
    assert sum(cards) <= 2 * sum(price[0]) + price[1], "more cards are laid than the price takes"


def _check_moment(state: State) -> None:
    """Compare what is under way with the phase."""
    phase = state.phase
    assert (state.pending != NONE) == (phase in (SITE, DRAWN, PAYING)), "a building is under way"
    assert (state.tile != NONE) == (phase in (PLACE, ROTATE)), "a tile is under way"
    drawing = phase in (REVEAL, DRAWN) or (phase == PAYING and state.mode == DRAWING)
    assert (state.pile != NONE) == drawing, "a pile is drawn from"
    assert (state.site != NONE) == (phase in (PAYING, ROTATE)), "a space is under way"
    if state.pending != NONE:
        _check_pending(state)
    if phase == PAYING:
        _check_payment(state)
    assert (phase == OVER) == bool(state.end), "an end and its reason belong together"
    assert state.voids < state.engine.seats or state.end, "a round of void turns has not ended the game"
