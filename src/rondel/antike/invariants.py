"""Invariants of a position: no piece appears or vanishes, and nothing contradicts itself."""

from __future__ import annotations

from itertools import product

from rondel.antike.goods import PLENTY
from rondel.antike.parts.catalogue import parts_of
from rondel.antike.parts.leaders.rules import leader_at, leader_type
from rondel.antike.rules import GOOD_KINDS, PERSONAGE_KINDS, UNIT_KINDS
from rondel.antike.scores import points
from rondel.antike.state import (
    ARMING,
    BY_AGREEMENT,
    BY_PERSONAGES,
    BY_ROUND_LIMIT,
    BY_TEMPLE,
    CITY,
    LOSE,
    MARCHES,
    NATION,
    NONE,
    OVER,
    PAY,
    BaseGame,
    State,
)
from rondel.antike.units import reach_of, units_left
from rondel.names import count
from rondel.tables import bit_count


def faults(state: State) -> list[str]:
    """List in words what is impossible about the position; empty if nothing is."""
    game = state.game
    found: list[str] = []
    _goods(game, state, found)
    _cities(game, state, found)
    _units(game, state, found)
    _spent(game, state, found)
    _personages(game, state, found)
    _knowhow(game, state, found)
    _moment(game, state, found)
    if game.clashes:
        _faced(game, state, found)
    for part in parts_of(game.rules):
        found += part.faults(game, state)
    return found


def check(state: State) -> None:
    """Raise AssertionError with the first fault."""
    found = faults(state)
    assert not found, found[0]
    options = list(state.options)
    assert options == list(state.game.options(state)), "the option list is stale"
    assert options == sorted(options), "the option list is not sorted"
    assert len(set(options)) == len(options), "an option is listed twice"


def _goods(game: BaseGame, state: State, found: list[str]) -> None:
    """Goods and coins sum to what the box holds. Rule: A05-012, A06-013."""
    units = PLENTY if game.rules.bank_units is None else game.rules.bank_units
    for good, total in enumerate((units, units, units, game.rules.coins)):
        held = state.goods[good::GOOD_KINDS]
        if min(held[:-1]) < 0:
            found.append(f"a nation has fewer than 0 {_good(good)}")
        if held[-1] < 0:
            found.append(f"the nations hold more {_good(good)} than there is")
        if sum(held) != total:
            found.append(f"{_good(good)} units were lost or made")


def _good(good: int) -> str:
    return ("marble", "iron", "gold", "coins")[good]


def _cities(game: BaseGame, state: State, found: list[str]) -> None:
    """One city per site, no more city stones than a nation has, temples only in cities. Rule: A05-046, A06-048."""
    taken = 0
    for nation, cities in enumerate(state.cities):
        name = game.nation_name(state, nation)
        if cities & taken:
            found.append(f"two nations have a city in {game.region_names(cities & taken)}")
        taken |= cities
        if bit_count(cities) > game.stones:
            found.append(f"{name} have {bit_count(cities)} cities and only {game.stones} city stones")
        if not cities and game.rules.last_city_safe and state.phase not in (NATION, CITY):
            found.append(f"{name} have no city")
    if taken & ~game.sites:
        found.append(f"there is no city site in {game.region_names(taken & ~game.sites)}")
    if state.temples & ~taken & ~game.neutral:
        found.append(f"a temple without a city in {game.region_names(state.temples & ~taken & ~game.neutral)}")
    _kinds(game, state, taken, found)
    if bit_count(state.temples) > game.rules.temples:
        found.append(f"{bit_count(state.temples)} temples stand, there are only {game.rules.temples}")


def _kinds(game: BaseGame, state: State, taken: int, found: list[str]) -> None:
    """Every city yields one resource that its site allows."""
    for region in regions_of(taken & game.sites):
        yields = [good for good, mask in enumerate(state.kinds) if mask >> region & 1]
        printed = game.board.regions[region].resource
        allowed = (*game.site_kinds[region], printed)
        if len(yields) != 1 or yields[0] not in allowed:
            found.append(f"the resource of the city in {game.board.regions[region].name} is missing")


def _faced(game: BaseGame, state: State, found: list[str]) -> None:
    """Like units of two nations never share a region where they fight at once. Rule: AD-D09."""
    for kind in (0, 1):
        taken = 0
        for nation in range(game.nations):
            led = leader_at(game, state, nation) if game.leaders and leader_type(state, nation) == kind else 0
            there = state.where[UNIT_KINDS * nation + kind] | led
            if there & taken:
                found.append(f"units of one kind face each other in {game.region_names(there & taken)}")
            taken |= there


def _units(game: BaseGame, state: State, found: list[str]) -> None:
    """No more units than the supply, each where it can stand. Rule: A05-046, A06-048."""
    size = game.size
    for army, mask in enumerate(state.where):
        nation, kind = divmod(army, UNIT_KINDS)
        counts = state.units[army * size : (army + 1) * size]
        if not mask and not any(counts) and not game.barracks:
            continue
        name = f"{game.nation_name(state, nation)}: {('legions', 'galleys')[kind]}"
        if units_left(game, state, nation, kind) < 0:
            found.append(f"{name}: {sum(counts)} on the board, the supply is {game.supply[kind]}")
        if [place for place in range(size) if counts[place]] != regions_of(mask):
            found.append(f"{name}: the mask of places is stale")
        if mask & ~game.stands[kind]:
            found.append(f"{name} cannot stand in {game.region_names(mask & ~game.stands[kind])}")


def regions_of(mask: int) -> list[int]:
    """List the regions of a bit mask."""
    found = []
    while mask:
        bit = mask & -mask
        mask ^= bit
        found.append(bit.bit_length() - 1)
    return found


def _spent(game: BaseGame, state: State, found: list[str]) -> None:
    """Units that have acted are on the board and have not acted too often; new units keep to their limits."""
    if not any(state.spent):
        return
    if state.phase == ARMING or (state.phase == PAY and game.actions.split(state.pending)[0] in ("arm", "lead")):
        _placed(game, state, found)
        return
    levels = game.actions.levels
    for kind, region in product(range(2), range(game.size)):
        used = state.spent[levels * kind * game.size + region :: game.size][:levels]
        if any(used):
            name = game.board.regions[region].name
            reach = reach_of(game, state, kind) + (state.tally[MARCHES + kind] if game.has_chance else 0)
            if sum(used) > state.units[(UNIT_KINDS * state.turn + kind) * game.size + region]:
                found.append(f"more units have acted in {name} than stand there")
            if any(used[reach:]):
                found.append(f"units in {name} have used more than {count(reach, 'action')}")


def _placed(game: BaseGame, state: State, found: list[str]) -> None:
    plain, rich = game.rules.new_units
    for region, placed in enumerate(state.spent):
        if not placed:
            continue
        owned = region < game.size and state.cities[state.turn] >> region & 1
        limit = 0 if not owned else rich if state.temples >> region & 1 else plain
        if placed > limit:
            found.append(f"{count(placed, 'new unit')} in a province that takes {limit}")
        elif not game.clashes and placed > sum(
            state.units[(UNIT_KINDS * state.turn + kind) * game.size + region] for kind in (0, 1)
        ):
            found.append(f"{count(placed, 'new unit')} in a province where fewer stand")


def _personages(game: BaseGame, state: State, found: list[str]) -> None:
    """Cards in stacks and hands sum to the printed numbers. Rule: A05-010, A06-010."""
    for kind, total in enumerate(game.rules.personages):
        out = sum(state.earned[kind::PERSONAGE_KINDS]) + sum(1 for entry in state.extra if entry == kind + 1)
        if out > total:
            found.append(
                f"{out} {('kings', 'scholars', 'generals', 'citizens', 'navigators')[kind]} are out of {total}"
            )
        elif out + state.stacks[kind] != total:
            found.append("a personage card was lost or made")
    if state.phase != OVER:
        won = [nation for nation in range(game.nations) if points(game, state, nation) >= game.target]
        found += [f"{game.nation_name(state, nation)} have won already" for nation in won]


def _knowhow(game: BaseGame, state: State, found: list[str]) -> None:
    """A secondary know-how stands on its basic one. Rule: A05-134, A06-146."""
    for nation, owned in enumerate(state.knowhow):
        name = game.nation_name(state, nation)
        if not game.grounded[owned]:
            found.append(f"{name} have a secondary know-how without its basic one")
        if state.extra[nation] and not (game.rules.extra_personage and owned == game.full_chart):
            found.append(f"{name} have an extra personage without having earned it")


def _moment(game: BaseGame, state: State, found: list[str]) -> None:
    """The phase has what it needs, and leaves nothing behind."""
    if (state.phase == LOSE) != bool(state.lose_legions or state.lose_galleys):
        found.append("losses are open outside the choice of losses")
    if state.phase != NATION and 0 in state.seating:
        found.append("a seat has no nation")
    if (state.phase == OVER) != bool(state.end) and state.phase != LOSE:
        found.append("the game is over without a reason, or goes on although it has one")
    if state.end == BY_AGREEMENT and not game.rules.draw_offers:
        found.append("a draw can be agreed only with the option draw-offers")
    if (state.winner != NONE) != (state.end in (BY_PERSONAGES, BY_TEMPLE)):
        found.append("a winner belongs to an end by personages or by a temple, and to it only")
    elif state.end == BY_PERSONAGES and points(game, state, state.winner) < game.target:
        found.append("the winner has too few personages")
    limit = game.rules.round_limit
    if (state.end == BY_ROUND_LIMIT) != bool(limit and state.round > limit):
        found.append("the game ends after the last round of its round limit, and only then")
