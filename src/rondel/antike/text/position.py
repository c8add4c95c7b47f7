"""Positions as JSON objects with names: written from a state."""

from __future__ import annotations

from collections.abc import Iterable

from rondel.antike.lexicon import wedge_names
from rondel.antike.parts.catalogue import COUNTS, parts_of
from rondel.antike.phases.turn import begin_counts
from rondel.antike.rules import GOOD_KINDS, PERSONAGES, UNIT_KINDS
from rondel.antike.scores import points
from rondel.antike.state import ARMING, NATION, NONE, PAY, PHASES, BaseGame, State
from rondel.antike.text.values import names_of, places_of
from rondel.antike.text.writing import action_text
from rondel.game import JsonDict
from rondel.native import i64, vec
from rondel.tables import bit_count, smalls

#: how goods are called in a position
STOCKS = ("marble", "iron", "gold", "coins")
ARMIES = ("legions", "galleys")


def position_of(state: State) -> JsonDict:
    """Write a state as a position object; reading it back gives an equal state."""
    game = state.game
    header = game.header(state)
    position: JsonDict = {key: header[key] for key in ("game", "board", "players", "options") if key in header}
    position["round"] = state.round
    position["phase"] = PHASES[state.phase]
    if state.phase == NATION:
        position["chooser"] = state.actor
        if "start" in header:
            position["start"] = header["start"]
    else:
        position["start"] = game.nation_name(state, state.start)
        position["turn"] = game.nation_name(state, state.turn)
        position["to_act"] = game.nation_name(state, state.actor)
    position |= _moment(game, state)
    position["nations"] = {
        game.nation_name(state, nation): _nation(game, state, nation) for nation in range(game.nations)
    }
    position["bank"] = _bank(game, state)
    return position


def usual_counts(game: BaseGame, state: State) -> vec[i64]:
    """Give the counts of a turn in which nothing has been done yet; all zero before round 1 and after the end."""
    fresh = state.copy()
    fresh.tally = smalls([0] * len(state.tally))
    if game.counts and state.round and not state.end:
        begin_counts(game, fresh)
    return fresh.tally


def _counts(game: BaseGame, counts: Iterable[int]) -> dict[str, int]:
    return {game.board.regions[place].name: count for place, count in enumerate(counts) if count}


def _units(game: BaseGame, state: State, army: int) -> dict[str, int]:
    """Give the units of an army by region, looking only where it has some."""
    regions, units, first = game.board.regions, state.units, army * game.size
    return {regions[place].name: units[first + place] for place in places_of(state.where[army])}


def _nation(game: BaseGame, state: State, nation: int) -> JsonDict:
    goods = state.purse(nation)
    entry: JsonDict = {
        "seat": nation % game.seats,
        "cities": names_of(game, state.cities[nation]),
        "temples": names_of(game, state.cities[nation] & state.temples),
    }
    for kind, army in enumerate(ARMIES):
        entry[army] = _units(game, state, UNIT_KINDS * nation + kind)
    entry |= dict(zip(STOCKS, goods, strict=True))
    entry["knowhow"] = [
        field.name for place, field in enumerate(game.rules.knowhows) if state.knowhow[nation] >> place & 1
    ]
    stone = state.rondel[nation]
    entry["rondel"] = wedge_names(game.rules.wedges)[stone - 1] if stone else None
    entry["personages"] = {PERSONAGES[kind]: count for kind, count in enumerate(state.won(nation)) if count}
    if state.extra[nation]:
        entry["extra"] = PERSONAGES[state.extra[nation] - 1]
    entry["points"] = points(game, state, nation)
    for part in parts_of(game.rules):
        entry |= part.write_nation(game, state, nation)
    return entry


def _bank(game: BaseGame, state: State) -> JsonDict:
    stock = dict(zip(STOCKS, state.goods[GOOD_KINDS * game.nations :], strict=True))
    if game.rules.bank_units is None:
        stock = {"coins": stock["coins"]}
    stacks = {name: state.stacks[kind] for kind, name in enumerate(PERSONAGES)}
    return {**stock, "temples": game.rules.temples - bit_count(state.temples), "personages": stacks}


def _moment(game: BaseGame, state: State) -> JsonDict:
    """Write the pending decisions and counts of the current turn, if there are any."""
    found: JsonDict = {}
    if any(state.spent):
        arming = state.phase == ARMING or state.phase == PAY
        found["placed" if arming else "used"] = _placed(game, state) if arming else _used(game, state)
    if state.pending != NONE:
        found["pending"] = action_text(game, state, state.pending)
    if state.place != NONE:
        found["place"] = game.board.regions[state.place].name
    if state.asked != NONE:
        found["asked"] = game.nation_name(state, state.asked)
    losses = dict(zip(ARMIES, (state.lose_legions, state.lose_galleys), strict=True))
    if any(losses.values()):
        found["losses"] = losses
    due = {"scholars": state.scholars_due, "generals": state.generals_due, "extra": state.extra_due}
    if any(due.values()):
        found["due"] = {name: count for name, count in due.items() if count}
    found |= _parts(game, state)
    if state.end:
        found["end"] = state.end_reason()
    if state.winner != NONE:
        found["winner"] = game.nation_name(state, state.winner)
    return found


def _parts(game: BaseGame, state: State) -> JsonDict:
    """Write what the parts in play have next to the board and within the turn."""
    found: JsonDict = {}
    for part in parts_of(game.rules):
        found |= part.write(game, state)
    if game.counts and state.tally != usual_counts(game, state):
        found["tally"] = {name: count for name, count in zip(COUNTS, state.tally, strict=True) if count}
    return found


def _placed(game: BaseGame, state: State) -> dict[str, int]:
    return _counts(game, state.spent[: game.size])


def _used(game: BaseGame, state: State) -> dict[str, dict[str, list[int]]]:
    """Give, for each kind and region, how many units have used one action, two, and so on."""
    size, levels = game.size, game.actions.levels
    found: dict[str, dict[str, list[int]]] = {}
    for kind, army in enumerate(ARMIES):
        for place, region in enumerate(game.board.regions):
            used = list(state.spent[levels * kind * size + place : levels * (kind + 1) * size : size])
            if any(used):
                found.setdefault(army, {})[region.name] = used
    return found
