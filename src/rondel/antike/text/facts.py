"""What there is to know about a place: why nothing can be chosen there, its defence, who stands and who can come.

A page asks for `region 5`, for `region 5 from 3` if units of another region are selected, and for `wedge 2`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rondel.antike.actions import KINDS
from rondel.antike.parts.leaders.rules import leads
from rondel.antike.parts.part import Pieces
from rondel.antike.parts.shelter import shelter
from rondel.antike.phases import strength
from rondel.antike.phases.movement import most_actions
from rondel.antike.rules import GALLEY, GOODS, LEGION, RESOURCE_KINDS, UNIT_KINDS, UNITS
from rondel.antike.state import CONQUEST, FORTRESSES, MANEUVER, NONE, OVER, PHASES, BaseGame, State
from rondel.antike.text.explain import refusal
from rondel.antike.text.phrases import no_crossing
from rondel.boards.schema import LAND, SEA
from rondel.errors import IllegalMove

#: what choosing a region would mean in each phase; in all others a move, at the wrong time
_WANTED: Final = {
    "temple": "temple", "arming": "arm", "founding": "found", "conquest": "conquer", "city": "city",
    "give-up": "give-up",
}  # fmt: skip
_BORDERS: Final = (LAND, SEA)


def facts_of(game: BaseGame, state: State, place: str, seat: int) -> list[Pieces]:
    """Tell a seat about a place: first why nothing can be chosen there, if it must decide."""
    words = place.split()
    numbers = [int(word) for word in words[1::2] if word.isdecimal()]
    if words[:1] == ["wedge"] and numbers and numbers[0] < game.wedges:
        return _why(game, state, seat, game.actions.wedge + numbers[0])
    if words[:1] != ["region"] or not numbers or max(numbers) >= game.size:
        return []
    region, origin = numbers[0], numbers[1] if len(numbers) > 1 else NONE
    found: list[Pieces] = []
    if state.to_act == seat and not _is_offered(game, state, region, origin):
        found = [_told(_no_use(game, state, region, origin))]
    return [*found, *_city(game, state, region), *_units(game, state, region), *_comers(game, state, region)]


def _told(error: IllegalMove) -> Pieces:
    return {"kind": "why", "code": error.code, "message": error.message, "rule": error.rule}


def _why(game: BaseGame, state: State, seat: int, action: int) -> list[Pieces]:
    return [_told(refusal(game, state, action))] if state.to_act == seat and action not in state.options else []


# ---- why nothing can be chosen ---------------------------------------------------------------------------------------


def _is_offered(game: BaseGame, state: State, region: int, origin: int) -> bool:
    """Say whether some legal decision is about the region."""
    for action in state.options:
        parts = game.parts(state, action)
        if origin < 0 and region in (parts.get("region"), parts.get("from")):
            return True
        if parts.get("to") == region and origin in (NONE, parts.get("from")):
            return True
    return False


def _no_use(game: BaseGame, state: State, region: int, origin: int) -> IllegalMove:
    """Say why nothing can be chosen in a region, or why what is selected elsewhere cannot go there."""
    if state.phase == MANEUVER:
        return _no_move(game, state, region, origin)
    actions, kind = game.actions, _WANTED.get(PHASES[state.phase], "move")
    if kind == "move":
        return refusal(game, state, actions.move)
    place = {
        "arm": UNIT_KINDS * region + (LEGION if game.stands[LEGION] >> region & 1 else GALLEY),
        "found": RESOURCE_KINDS * region + next(iter(game.site_kinds[region]), 0),
        "conquer": region * (actions.cap + 1),
    }.get(kind, region)
    return refusal(game, state, actions.starts[KINDS.index(kind)] + place)


def _no_move(game: BaseGame, state: State, region: int, origin: int) -> IllegalMove:
    """Say why units cannot go to a region, or why those there cannot move or conquer."""
    here = _army(game, state, region)
    if origin >= 0:
        kinds = _army(game, state, origin) or here or [LEGION]
        crossing = next((kind for kind in kinds if (kind, origin, region) in game.actions.crossing_of), None)
        return (
            no_crossing(game, kinds[0], origin, region) if crossing is None else _spent(game, state, crossing, origin)
        )
    owner = strength.owner_of(state, region)
    if here and owner not in (NONE, state.turn):
        return refusal(game, state, game.actions.conquer + region * (game.actions.cap + 1))
    if here:
        return _spent(game, state, here[0], region)
    name = game.board.regions[region].name
    return game.illegal("no_border", f"None of your units that can still move is next to {name}.")


def _army(game: BaseGame, state: State, region: int) -> list[int]:
    """List the kinds of units that the nation on turn has in a region."""
    return [kind for kind in (LEGION, GALLEY) if state.units[(UNIT_KINDS * state.turn + kind) * game.size + region]]


def _spent(game: BaseGame, state: State, kind: int, region: int) -> IllegalMove:
    """Say that the units of a region have used their actions."""
    used = most_actions(game, state, kind)
    name, unit = game.board.regions[region].name, UNITS[kind]
    words = f"Your {unit}s in {name} have moved: a {unit} has {used} action{'s' if used > 1 else ''} in a maneuver."
    return game.illegal("no_action_left", words)


# ---- what stands there -----------------------------------------------------------------------------------------------


def _city(game: BaseGame, state: State, region: int) -> Iterator[Pieces]:
    """Tell whose city stands there, what it takes to conquer it, and how much the nation on turn lacks for that."""
    owner = strength.owner_of(state, region)
    neutral = owner < 0 and bool(state.temples >> region & 1)
    kinds = [good for good in range(RESOURCE_KINDS) if state.kinds[good] >> region & 1]
    good = GOODS[kinds[0]] if kinds else ""
    if owner < 0 and not neutral:
        yield {"kind": "site" if game.site_kinds[region] else "bare", "good": good}
        return
    found: Pieces = {"kind": "city" if owner >= 0 else "neutral", "good": good}
    if owner >= 0:
        found["nation"] = game.nation_name(state, owner)
    needed = strength.defence(game, state, region, owner)
    yield found | {"defence": needed}
    for what, n in _defence(game, state, region, owner):
        if n:
            yield {"kind": "defence", "what": what, "n": n}
    if state.turn not in (owner, NONE) and state.phase < OVER:
        ready = strength.attackers(game, state, region) if state.phase in (MANEUVER, CONQUEST) else 0
        if ready:
            yield {"kind": "attack", "ready": ready, "lack": max(0, needed - ready)}


def _defence(game: BaseGame, state: State, region: int, owner: int) -> list[tuple[str, int]]:
    """Take the defence of a city apart. Rule: A05-184, A06-192, A2-156, AD-135."""
    rich = state.temples >> region & 1
    found = [("city", game.plain_defence), ("temple", game.temple_defence - game.plain_defence if rich else 0)]
    if owner < 0:
        return [("temple", game.temple_defence)]
    army = UNIT_KINDS * owner * game.size + region
    found += [
        ("legions", state.units[army]),
        ("galleys", state.units[army + game.size]),
        ("knowhow", game.defence_bonus[state.knowhow[owner]]),
        ("rampart", state.ramparts >> region & 1 if game.guarded else 0),
    ]
    if game.guarded:
        found += [
            ("shelter", shelter(game, state, owner) if game.rules.sheltered else 0),
            ("leader", int(leads(game, state, owner, region))),
            ("fortress", state.tally[FORTRESSES] if game.announces else 0),
        ]
    return found


def _units(game: BaseGame, state: State, region: int) -> Iterator[Pieces]:
    """Tell the units there, and of those on turn in a maneuver how many can still act."""
    for nation in range(game.nations):
        for kind in (LEGION, GALLEY):
            many = state.units[(UNIT_KINDS * nation + kind) * game.size + region]
            if not many:
                continue
            found: Pieces = {"kind": "units", "nation": game.nation_name(state, nation), "unit": UNITS[kind], "n": many}
            if nation == state.turn and state.phase in (MANEUVER, CONQUEST):
                found["ready"] = strength.active_units(game, state, kind, region)
            yield found


def _comers(game: BaseGame, state: State, region: int) -> Iterator[Pieces]:
    """Tell which nations could bring units there in a maneuver of theirs, and how many."""
    for nation in range(game.nations):
        for kind in (LEGION, GALLEY):
            near = _within(game, region, kind, game.reach[game.charts * kind + state.knowhow[nation]])
            army = (UNIT_KINDS * nation + kind) * game.size
            many = sum(state.units[army + other] for other in near)
            if many:
                name = game.nation_name(state, nation)
                yield {"kind": "reach", "nation": name, "unit": UNITS[kind], "n": many}


def _within(game: BaseGame, region: int, kind: int, steps: int) -> set[int]:
    """Give the regions from which a kind of unit can come in that many steps, without the region itself."""
    found = last = {region}
    for _ in range(steps):
        last = {other for place in last for other in game.board.neighbours(place, _BORDERS[kind])} - found
        found = found | last
    return found - {region}
