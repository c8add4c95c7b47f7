"""Before round 1: who plays which nation, who begins, and the start cities."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rondel.antike.goods import fill_bank, take
from rondel.antike.parts.bellona import deal_bellona
from rondel.antike.parts.events.rules import resume
from rondel.antike.parts.neutral import lay_out_temples
from rondel.antike.rules import COIN, GOOD_KINDS, UNIT_KINDS
from rondel.antike.state import CITY, NATION, BaseGame, State
from rondel.antike.tables import Tables
from rondel.errors import SetupError
from rondel.tables import BIT, bit_count, smalls


def empty_state(game: BaseGame) -> State:
    """Lay out bank, stacks, cards and start goods; no nation is seated yet.

    Rule: A05-028 A05-047, A06-028 A06-049, A2-R03, AD-018 AD-019 AD-023.
    """
    state = State(game)
    fill_bank(game, state)
    bank = GOOD_KINDS * game.nations
    for nation in range(game.nations):
        for good, amount in enumerate(game.rules.start_goods):
            state.goods[GOOD_KINDS * nation + good] = amount
            state.goods[bank + good] -= amount
        if game.barracks:
            state.barracks[UNIT_KINDS * nation] = state.barracks[UNIT_KINDS * nation + 1] = game.rules.start_barracks
    for place, event in enumerate(game.rules.events):
        state.cards[place] = event.copies
    return state


def first_state(game: BaseGame, rng: Random) -> State:
    """Give the position before the first decision, with all draws made.

    What the quick introductions show in pictures is data of the board. Rule: AD-016.
    """
    need_starts(game)
    state = empty_state(game)
    if game.rules.distribution == "choose":
        state.phase = NATION
        state.actor = game.rules.first_chooser
        if start_is_drawn(game):
            state.start = rng.randrange(game.nations)
        return state
    seating, start = _draw(game, rng)
    return seat(game, state, seating, start)


def start_is_drawn(game: Tables) -> bool:
    """Say whether the starting nation is left to the draw. Rule: A06-063 A06-R02, A2-053 A2-R45, AD-025."""
    return game.rules.first_nation == "draw" or game.nations not in game.board.start_nation


def _draw(game: Tables, rng: Random) -> tuple[list[int], int]:
    """Draw the nations and, where the board names none, the starting nation.

    Rule: A05-042 A05-R02 A05-R06, A06-044 A06-063 A06-R02 A06-R06 A06-R49.
    """
    nations = list(game.line)
    if game.seats < game.nations:
        drawn = rng.randrange(2)
        seating, start = pair_seating(game, first=0 if game.rules.distribution == "seat" else drawn)
        return seating, rng.randrange(game.nations) if start_is_drawn(game) else start
    if game.rules.distribution == "draw":
        rng.shuffle(nations)
    seating = nations[: game.nations]
    return seating, _start(game, seating, rng.randrange(game.nations))


def _start(game: Tables, seating: list[int], drawn: int) -> int:
    """Give the place of the starting nation: the board's, or the one drawn. Rule: A05-082 A05-083, A06-086 A06-087."""
    wanted = game.board.start_nation.get(game.nations)
    return seating.index(wanted) if wanted in seating and not start_is_drawn(game) else drawn


def pair_seating(game: Tables, first: int) -> tuple[list[int], int]:
    """Seat four nations for two players in alternation; seat `first` has the starting pair.

    Rule: A05-054 A05-055 A05-R04, A06-055 A06-056 A06-R04.
    """
    (lead, second), (other, last) = game.board.pairs
    order = [lead, other, second, last]
    return [order[(slot - first) % 4] for slot in range(4)], first


def alternates(game: Tables, seating: Sequence[int]) -> bool:
    """Say whether two players move in turn with these four nations, each with a pair of the board's.

    Rule: A05-R04, A06-R04.
    """
    pairs = [set(pair) for pair in game.board.pairs]
    return len(seating) == 4 and set(seating[::2]) in pairs and set(seating[1::2]) in pairs


def seat(game: Tables, state: State, seating: Sequence[int], start: int) -> State:
    """Seat the nations, then place start cities or ask for them.

    Every other site stays empty. Rule: A05-051 A05-052 A05-053, A06-052 A06-053 A06-054, AD-020.
    """
    state.seating = smalls([nation + 1 for nation in seating])
    state.start = state.turn = state.actor = start
    if game.rules.start_cities == "card":
        for nation in range(game.nations):
            for region in start_triple(game, state, nation):
                state.cities[nation] |= BIT[region]
        _open_play(game, state)
    else:
        state.phase = CITY
    return state


def _open_play(game: Tables, state: State) -> None:
    """Hand out what depends on the starting nation, turn up the cards and begin round 1."""
    lay_out(game, state)
    for nation in range(game.nations):
        if nation != state.start:
            take(game, state, nation, COIN, game.rules.second_coins)  # AD-026
    resume(game, state)


def lay_out(game: Tables, state: State) -> None:
    """Place what stands on the board from the start, and give out the Bellona card."""
    lay_out_temples(game, state)
    if game.rules.bellona:
        deal_bellona(game, state)


def need_starts(game: Tables) -> None:
    """Refuse to deal start cities that the board does not have. Rule: A05-R01, A06-R01."""
    if game.rules.start_cities != "pick" and game.nations not in game.board.starts:
        words = f"The board {game.board.id} has no start cities for {game.nations} nations"
        raise SetupError("bad_setup", f"{words}; a position on it must name the cities of every nation.")


def start_triple(game: Tables, state: State, nation: int) -> tuple[int, int, int]:
    """Give the marble, iron and gold city on the nation's card.

    Rule: A05-041 A05-048 A05-049 A05-050, A06-043 A06-050 A06-051, A2-017 A2-052, AD-028.
    """
    need_starts(game)
    return game.board.starts[game.nations][state.seating[nation] - 1]


def legal_nation(game: Tables, state: State) -> list[int]:
    """Offer the nations nobody has; with two players, one of each pair. Rule: A05-043, A06-045."""
    offered = [pair[0] for pair in game.board.pairs] if game.seats < game.nations else game.line
    base = game.actions.nation
    return sorted(base + nation for nation in offered if nation + 1 not in state.seating)


def act_nation(game: Tables, state: State, action: int) -> None:
    """Give the chooser its nation and ask the next seat clockwise."""
    nation = action - game.actions.nation
    if game.seats < game.nations:
        leads = nation in game.board.pairs[0]
        seating, start = pair_seating(game, first=state.actor if leads else 1 - state.actor)
        seat(game, state, seating, state.start if start_is_drawn(game) else start)
        return
    state.seating = state.seating[:]
    state.seating[state.actor] = nation + 1
    state.actor = (state.actor + 1) % game.seats
    if 0 not in state.seating:
        seating = [entry - 1 for entry in state.seating]
        seat(game, state, seating, _start(game, seating, state.start))


def legal_city(game: Tables, state: State) -> list[int]:
    """Offer a nation its start cities: its own card's, or any free one of a missing resource.

    Rule: A05-237, A06-062 A06-237.
    """
    base = game.actions.city
    if game.rules.start_cities == "one":
        return sorted(base + region for region in start_triple(game, state, state.actor))
    taken = sum(state.cities) | game.neutral  # a neutral temple bars its site
    mine = state.cities[state.actor]
    wanted = sum(mask for mask in game.printed_kinds if not mine & mask)
    return [base + region for region in range(game.size) if wanted & ~taken & BIT[region]]


def act_city(game: Tables, state: State, action: int) -> None:
    """Place a start city; the nations take turns from the starting nation on.

    Rule: A05-237 A05-R44, A06-062 A06-237 A06-R44 A06-R48 A06-R49.
    """
    state.cities[state.actor] |= BIT[action - game.actions.city]
    state.actor = (state.actor + 1) % game.nations
    rounds = 1 if game.rules.start_cities == "one" else 3
    if state.actor == state.start and bit_count(state.cities[state.start]) == rounds:
        _open_play(game, state)
