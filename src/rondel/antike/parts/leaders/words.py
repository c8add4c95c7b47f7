"""Special units in positions, moves and refusals, and the part itself."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.leaders.rules import leader_at, leader_type
from rondel.antike.parts.part import ACTING, CONTRADICTED, OUTSIDE_MANEUVER, ActionWords, Part, Pieces
from rondel.antike.rules import GALLEY, IRON, UNIT_KINDS, Rules
from rondel.antike.state import LEADER_READY, LEADER_USED, BaseGame, State
from rondel.antike.text.bought import Told
from rondel.antike.text.phrases import lacks, no_crossing, region_name
from rondel.antike.text.reasons import no_arming
from rondel.antike.text.values import find
from rondel.antike.text.words import Reading, read_number, read_region, skip
from rondel.errors import IllegalMove, NotationError
from rondel.game import JsonDict, JsonObject, News


def leader_name(game: BaseGame, state: State, nation: int) -> str:
    """Give the title of a nation's special unit."""
    return game.rules.leaders[1 - leader_type(state, nation)]


# ---- moves -----------------------------------------------------------------------------------------------------------


def _read_lead(game: BaseGame, state: State, found: Reading) -> bool:
    """Read a special unit that is set up: `arm admiral Roma`. Rule: AD-163."""
    titled = _titled(game, found)
    if titled is None:
        return False
    number, title = titled
    if number != 1:
        raise NotationError("bad_text", "Units are set up one at a time; repeat `arm` for each.")
    _check_title(game, state, title)
    if found.kind == "free":
        price = game.rules.leader_price
        raise game.illegal("no_leader", f"The {title} is never free: `arm {title} CITY` costs {price} iron.")
    found.actions.append(game.actions.lead + read_region(game, found))
    return True


def _read_march(game: BaseGame, state: State, found: Reading) -> bool:
    """Read where a special unit goes; naming where it comes from is optional."""
    titled = _titled(game, found)
    if titled is None:
        return False
    number, title = titled
    _check_title(game, state, title)
    if number != 1:
        raise NotationError("bad_text", f"A nation has one {title}, not {number}.")
    target = read_region(game, found)
    if found.words:
        origin, target = target, read_region(game, found)
        if state.leaders[state.turn] not in (0, origin + 1):
            where = region_name(game, state.leaders[state.turn] - 1)
            raise game.illegal("no_unit", f"Your {title} is in {where}, not in {region_name(game, origin)}.")
    found.actions.append(game.actions.march + target)
    return True


def _titled(game: BaseGame, found: Reading) -> tuple[int, str] | None:
    """Read a number and the title of a special unit; None, with nothing read, if no title comes next."""
    words = found.words
    number = read_number(found)
    skip(found)
    try:
        place, found.words = game.lexicon.leaders.take(found.words)
    except NotationError:
        found.words = words
        return None
    return number, game.rules.leaders[place]


def _check_title(game: BaseGame, state: State, title: str) -> None:
    """Refuse the title of the other nation's special unit. Rule: AD-163."""
    own = leader_name(game, state, state.turn)
    if title != own:
        words = f"The {game.nation_name(state, state.turn)} have the {own}, not the {title}."
        raise game.illegal("no_leader", words, key="leader_title")


def _written(game: BaseGame, state: State, place: int) -> str:
    return f"{leader_name(game, state, state.turn)} {region_name(game, place)}"


def _lead_pieces(game: BaseGame, state: State, place: int) -> Pieces:
    return {"unit": leader_name(game, state, state.turn), "region": place}


def _march_pieces(game: BaseGame, state: State, place: int) -> Pieces:
    origin = state.leaders[state.turn] - 1
    return {"unit": leader_name(game, state, state.turn), "from": origin, "to": place, "count": 1}


# ---- news and refusals ----------------------------------------------------------------------------------------------


def _armed(game: BaseGame, before: State, place: int, after: State) -> Told:
    return {"kind": "armed", "unit": leader_name(game, before, before.turn), "region": region_name(game, place)}


def _moved(game: BaseGame, before: State, place: int, after: State) -> Told:
    unit, origin = leader_name(game, before, before.turn), before.leaders[before.turn] - 1
    where = {"from": region_name(game, origin), "to": region_name(game, place)}
    return {"kind": "moved", "unit": unit, "count": 1, **where}


def _no_lead(game: BaseGame, state: State, region: int) -> IllegalMove:
    if not state.tally[LEADER_READY]:
        return game.illegal("no_leader", "The special unit was not in the barracks when your turn began.")
    name, kind = region_name(game, region), leader_type(state, state.turn)
    if not (state.cities[state.turn] & state.temples) >> region & 1:
        words = f"A special unit can be set up only in one of your cities with a temple; not in {name}."
        return game.illegal("no_leader", words)
    if not game.stands[kind] >> region & 1:
        border = "sea" if kind == GALLEY else "land"
        words = f"The {leader_name(game, state, state.turn)} needs a {border} border; {name} has none."
        return game.illegal("no_leader", words)
    if state.spent[region] >= game.rules.new_units[1]:
        return no_arming(game, state, UNIT_KINDS * region + kind)
    return lacks(game, state, IRON, game.rules.leader_price, "lead")


def _no_march(game: BaseGame, state: State, region: int) -> IllegalMove:
    where = state.leaders[state.turn] - 1
    if where < 0:
        return game.illegal("no_leader", f"Your {leader_name(game, state, state.turn)} is not on the board.")
    kind = leader_type(state, state.turn)
    if (kind, where, region) not in game.actions.crossing_of:
        return no_crossing(game, kind, where, region)
    words = f"Your {leader_name(game, state, state.turn)} has no action left in this maneuver."
    return game.illegal("no_action_left", words)


# ---- in positions ----------------------------------------------------------------------------------------------------


def _write(game: BaseGame, state: State, nation: int) -> JsonDict:
    place = state.leaders[nation]
    return {"leader": game.board.regions[place - 1].name} if place else {}


def _read(game: BaseGame, state: State, nation: int, entry: JsonObject) -> None:
    if "leader" in entry:
        state.leaders[nation] = find(game.lexicon.regions, entry["leader"]) + 1


def _faults(game: BaseGame, state: State) -> list[str]:
    """List special units that stand where units of their kind cannot."""
    return [
        "a unit stands where its kind cannot be"
        for nation in range(game.nations)
        if state.leaders[nation] and leader_at(game, state, nation) & ~game.stands[leader_type(state, nation)]
    ]


def _moment(game: BaseGame, state: State) -> str:
    if state.tally[LEADER_USED] and state.phase not in ACTING:
        return OUTSIDE_MANEUVER
    if state.tally[LEADER_READY] and state.leaders[state.turn]:
        return "more units are ready than wait in the barracks"
    return CONTRADICTED if state.tally[LEADER_READY] > 1 else ""


def _show(game: BaseGame, state: State, nation: int) -> list[str]:
    if not state.seating[nation]:  # its title depends on the nation
        return []
    place = state.leaders[nation]
    where = game.board.regions[place - 1].name if place else "barracks"
    return [f"  {leader_name(game, state, nation):<8} {where}"]


def _misfit(rules: Rules, nations: int) -> str:
    if rules.entry != "clash":
        return f"Special units (leaders) fight whatever they meet: they need entry=clash, not entry={rules.entry}."
    return f"Special units (leaders) are for two nations; here nations={nations}." if nations != 2 else ""


def _news(game: BaseGame, before: State, action: int, after: State) -> list[News]:
    """Tell of special units that fell: one on the board, or one that moved and met the enemy's."""
    found: list[News] = []
    for nation in range(game.nations):
        if before.leaders[nation] and not after.leaders[nation]:
            kind, place = game.actions.split(action)
            region = place if kind == "march" and nation == before.turn else before.leaders[nation] - 1
            unit, where = leader_name(game, before, nation), region_name(game, region)
            found.append({"kind": "fell", "nation": game.nation_name(before, nation), "unit": unit, "region": where})
    return found


LEADERS: Final = Part(
    name="leaders",
    axis="leaders",
    in_play=lambda rules: bool(rules.leaders),
    details={"leader_price": 3, "leader_alone": True},
    misfit=_misfit,
    takes={"arming": ("lead",), "maneuver": ("march",)},
    actions={
        "lead": ActionWords(verbs=("arm",), write=_written, take_apart=_lead_pieces, why_not=_no_lead, tell=_armed),
        "march": ActionWords(verbs=("move",), write=_written, take_apart=_march_pieces, why_not=_no_march, tell=_moved),
    },
    reads={"arm": _read_lead, "free": _read_lead, "move": _read_march},
    clauses="""
now:lead      AD-165
now:march     AD-124
lead          AD-165
no_leader     AD-165
leader_title  AD-163
leader_alone  AD-R32
""",
    counts={LEADER_READY: "ready leader", LEADER_USED: "leader used"},
    nation_keys=("leader",),
    absent="special units take part only with the option special-units",
    write_nation=_write,
    read_nation=_read,
    faults=_faults,
    moment=_moment,
    show_nation=_show,
    news=_news,
)
