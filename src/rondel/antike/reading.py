"""Reading a position object: what is left out is as at the start of a game; what cannot be is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from rondel.antike import setup
from rondel.antike.check import faults
from rondel.antike.lexicon import seat_of_nation
from rondel.antike.moments import fault
from rondel.antike.parsing import parse_action
from rondel.antike.position import ARMIES, STOCKS
from rondel.antike.rules import PERSONAGES
from rondel.antike.state import ARMING, CITY, END_REASONS, NATION, OVER, PAY, PHASES, State
from rondel.errors import PositionError, RondelError
from rondel.names import Names

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame

_KEYS = {
    "game", "board", "players", "options", "round", "phase", "chooser", "start", "turn", "to_act", "placed", "used",
    "pending", "place", "asked", "losses", "due", "barred", "end", "winner", "nations", "bank",
}  # fmt: skip
_NATION_KEYS = {
    "seat", "cities", "temples", *ARMIES, *STOCKS, "knowhow", "rondel", "personages", "extra", "points",
}  # fmt: skip
_COUNT = 1_000_000_000


def read_position(game: AntikeGame, data: Mapping[str, Any]) -> State:
    """Build the state a position object describes, up to its next decision."""
    try:
        state = _read(game, data)
    except PositionError:
        raise
    except RondelError as error:
        raise PositionError("bad_position", error.message, error.rule) from error
    found = faults(state)
    if found:
        _bad(found[0])
    _verify_moment(game, state)
    _verify_bank(state, data, _entries(game, state, data))
    return game.settled(state)


def _bad(message: str) -> NoReturn:
    raise PositionError("bad_position", f"The position cannot be: {message}.")


def _read(game: AntikeGame, data: Mapping[str, Any]) -> State:
    _known(data, _KEYS, "the position")
    state = setup.empty_state(game)
    state.phase = PHASES.index(_choice(data, "phase", PHASES, "rondel"))
    nations = _entries(game, state, data)
    _seat(game, state, data, nations)
    state.round = _count(data.get("round", 0 if state.phase in (NATION, CITY) else 1), "round")
    _cities(game, state, nations)
    for nation in range(game.nations):
        entry = nations.get(game.nation_name(state, nation), {})
        _holdings(game, state, nation, entry)
        _units(game, state, nation, entry)
    _bank_rest(game, state)
    _moment(game, state, data)
    return state


def _entries(game: AntikeGame, state: State, data: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Give the nations' entries by full name, in the order given."""
    found: dict[str, Mapping[str, Any]] = {}
    for place, (text, entry) in enumerate(_table(data.get("nations", {}), "nations").items()):
        free = state.phase == NATION and text == f"seat {place}"
        name = text if free else game.board.nations[_find(game.lexicon.nations, text)]
        if name in found:
            _bad(f"{name} are listed twice")
        _known(_table(entry, name), _NATION_KEYS, name)
        found[name] = entry
    return found


def _known(table: Mapping[str, Any], keys: set[str], where: str) -> None:
    unknown = sorted(str(key) for key in table if key not in keys)
    if unknown:
        _bad(f"{where} has no key {unknown[0]!r}; the keys are {', '.join(sorted(keys))}")


def _table(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        _bad(f"{what} must be an object")
    return value


def _list(value: object, what: str) -> Sequence[Any]:
    if not isinstance(value, list):
        _bad(f"{what} must be a list")
    return value


def _count(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _COUNT:
        _bad(f"{what} must be a number from 0 to {_COUNT}, not {value!r}")
    return value


def _choice(data: Mapping[str, Any], key: str, allowed: Sequence[str], default: str) -> str:
    value = data.get(key, default)
    if value not in allowed:
        _bad(f"{key} must be one of {', '.join(entry for entry in allowed if entry)}, not {value!r}")
    return str(value)


def _find(names: Names, value: object) -> int:
    if not isinstance(value, str):
        _bad(f"{value!r} is not the name of a {names.what}")
    return names.find(value)


def _counts(names: Names, value: object, what: str) -> dict[int, int]:
    """Read numbers by name, each name once."""
    found: dict[int, int] = {}
    for name, number in _table(value, what).items():
        place = _find(names, name)
        if place in found:
            _bad(f"{what} name {name} twice")
        found[place] = _count(number, f"{what} of {name}")
    return found


# ---- who plays -------------------------------------------------------------------------------------------------------


def _seat(game: AntikeGame, state: State, data: Mapping[str, Any], nations: Mapping[str, Any]) -> None:
    """Seat the nations in the order given; those left out follow in the board's order."""
    if state.phase == NATION:
        _choosing(game, state, data, nations)
        return
    named = [game.board.nations.index(name) for name in nations]
    seating = _seating(game, named)
    if len(set(seating)) != game.nations or len(seating) != game.nations or not set(seating) <= set(game.line):
        playing = ", ".join(game.board.nations[number] for number in game.line)
        _bad(f"{game.nations} of these nations must play: {playing}")
    state.seating = bytearray(number + 1 for number in seating)
    wanted = game.board.start_nation.get(game.nations, seating[0])
    first = wanted if wanted in seating else seating[0]
    state.start = _playing(game, state, data.get("start", game.board.nations[first]))
    state.turn = _playing(game, state, data.get("turn", game.nation_name(state, state.start)))
    state.actor = _playing(game, state, data.get("to_act", game.nation_name(state, state.turn)))


def _seating(game: AntikeGame, named: list[int]) -> list[int]:
    """Complete the nations named; with two players the fixed pairs stay together."""
    if game.seats == game.nations:
        return named + [number for number in game.line if number not in named][: max(0, game.nations - len(named))]
    pairs = setup.pair_seatings(game)
    if len(named) < game.nations and set(named) <= set(pairs[0]):
        return pairs[0]
    if named not in pairs:
        _bad("with two players the nations sit in alternation, each pair in one hand")
    return named


def _choosing(game: AntikeGame, state: State, data: Mapping[str, Any], nations: Mapping[str, Any]) -> None:
    """Read a position in which nations are still being chosen; a seat without one is called `seat N`."""
    if game.rules.distribution != "choose":
        _bad("nations are chosen only with the option choose")
    state.actor = _count(data.get("chooser", game.rules.first_chooser), "chooser")
    state.start = _count(data.get("start", 0), "start") % game.nations
    for place, name in enumerate(nations):
        if place < game.nations and name in game.board.nations:
            state.seating[place] = game.board.nations.index(name) + 1
    chosen = (state.actor - game.rules.first_chooser) % game.seats
    before = [(game.rules.first_chooser + step) % game.seats for step in range(chosen)]
    seated = [place for place, number in enumerate(state.seating) if number]
    if state.actor >= game.seats or sorted(before) != seated or (seated and game.seats < game.nations):
        _bad("nations are chosen seat by seat, and the chooser is the first seat without one")
    if not {number - 1 for number in state.seating if number} <= set(game.line):
        _bad("a nation was chosen that does not take part")


def _playing(game: AntikeGame, state: State, name: object) -> int:
    nation = seat_of_nation(state, _find(game.lexicon.nations, name))
    if nation < 0:
        _bad(f"{name} do not take part")
    return nation


# ---- what the nations have -------------------------------------------------------------------------------------------


def _mask(game: AntikeGame, value: object, what: str) -> int:
    mask = 0
    for name in _list(value, what):
        bit = 1 << _find(game.lexicon.regions, name)
        if mask & bit:
            _bad(f"{what} names {name} twice")
        mask |= bit
    return mask


def _cities(game: AntikeGame, state: State, nations: Mapping[str, Any]) -> None:
    """Read the cities given; a nation without a list has those start cities that nobody was given."""
    given: dict[int, int] = {}
    for nation in range(game.nations):
        entry = nations.get(game.nation_name(state, nation), {})
        if "cities" in entry:
            given[nation] = _mask(game, entry["cities"], "cities")
        state.temples |= _mask(game, entry.get("temples", []), "temples")
    taken = sum(given.values())
    for nation in range(game.nations):
        state.cities[nation] = given[nation] if nation in given else _start_cities(game, state, nation) & ~taken
    for nation in range(game.nations):
        entry = nations.get(game.nation_name(state, nation), {})
        if _mask(game, entry.get("temples", []), "temples") & ~state.cities[nation]:
            _bad(f"a temple of {game.nation_name(state, nation)} stands outside their cities")


def _start_cities(game: AntikeGame, state: State, nation: int) -> int:
    if state.phase in (NATION, CITY) or game.rules.start_cities != "card":
        return 0
    return sum(1 << region for region in setup.start_triple(game, state, nation))


def _holdings(game: AntikeGame, state: State, nation: int, entry: Mapping[str, Any]) -> None:
    for good, stock in enumerate(STOCKS):
        state.goods[4 * nation + good] = _count(entry.get(stock, game.rules.start_goods[good]), stock)
    for name in _list(entry.get("knowhow", []), "knowhow"):
        bit = 1 << _find(game.lexicon.knowhows, name)
        if state.knowhow[nation] & bit:
            _bad(f"knowhow names {name} twice")
        state.knowhow[nation] |= bit
    if entry.get("rondel") is not None:
        state.rondel[nation] = _find(game.lexicon.wedges, entry["rondel"]) + 1
    for kind, number in _counts(game.lexicon.personages, entry.get("personages", {}), "personages").items():
        if number > game.rules.personages[kind]:
            _bad(f"there are {game.rules.personages[kind]} {PERSONAGES[kind]} cards, not {number}")
        state.earned[5 * nation + kind] = number
    if entry.get("extra") is not None:
        state.extra[nation] = _find(game.lexicon.personages, entry["extra"]) + 1


def _units(game: AntikeGame, state: State, nation: int, entry: Mapping[str, Any]) -> None:
    for kind, army in enumerate(ARMIES):
        for region, number in _counts(game.lexicon.regions, entry.get(army, {}), army).items():
            if number > game.supply[kind]:
                name = game.board.regions[region].name
                _bad(f"{number} {army} in {name}, the supply is {game.supply[kind]}")
            if number:
                state.units[(2 * nation + kind) * game.size + region] = number
                state.where[2 * nation + kind] |= 1 << region


def _bank_rest(game: AntikeGame, state: State) -> None:
    """Leave to the bank what the nations do not have."""
    bank = 4 * game.nations
    whole = setup.empty_state(game)
    for good in range(4):
        total = sum(whole.goods[good::4])
        state.goods[bank + good] = total - sum(state.goods[good:bank:4])
    for kind, total in enumerate(game.rules.personages):
        out = sum(state.earned[kind::5]) + sum(1 for entry in state.extra if entry == kind + 1)
        state.stacks[kind] = max(0, total - out)


# ---- the moment within the turn --------------------------------------------------------------------------------------


def _moment(game: AntikeGame, state: State, data: Mapping[str, Any]) -> None:
    arming = state.phase in (ARMING, PAY)
    if ("used" if arming else "placed") in data:
        _bad("`placed` belongs to arming, `used` to a maneuver")
    for region, number in _counts(game.lexicon.regions, data.get("placed", {}), "placed").items():
        state.spent[region] = min(255, number)
    _used(game, state, _table(data.get("used", {}), "used"))
    if "place" in data:
        state.place = _find(game.lexicon.regions, data["place"])
    if "asked" in data:
        state.asked = _playing(game, state, data["asked"])
    if "pending" in data:
        state.pending = parse_action(game, state, str(data["pending"]))
    losses = _table(data.get("losses", {}), "losses")
    state.lose_legions = _count(losses.get("legions", 0), "losses")
    state.lose_galleys = _count(losses.get("galleys", 0), "losses")
    due = _table(data.get("due", {}), "due")
    state.scholars_due = min(8, _count(due.get("scholars", 0), "due"))
    state.generals_due = min(50, _count(due.get("generals", 0), "due"))
    state.extra_due = min(1, _count(due.get("extra", 0), "due"))
    for name in _list(data.get("barred", []), "barred"):
        state.barred |= 1 << _find(game.lexicon.resources, name)
    state.end = END_REASONS.index(_choice(data, "end", END_REASONS, ""))
    if "winner" in data:
        state.winner = _playing(game, state, data["winner"])


def _used(game: AntikeGame, state: State, table: Mapping[str, Any]) -> None:
    """Read how many units have used one, two, three actions: `{"legions": {"Tyros": [1, 0, 0]}}`."""
    _known(table, set(ARMIES), "used")
    for kind, army in enumerate(ARMIES):
        seen: set[int] = set()
        for name, used in _table(table.get(army, {}), army).items():
            region = _find(game.lexicon.regions, name)
            if region in seen:
                _bad(f"used names {name} twice")
            seen.add(region)
            if len(_list(used, "used")) > 3:
                _bad("used lists the units that have used one, two and three actions")
            for level, number in enumerate(used):
                state.spent[(3 * kind + level) * game.size + region] = min(255, _count(number, "used"))


def _verify_moment(game: AntikeGame, state: State) -> None:
    """Refuse a moment that play cannot reach: a payment nobody owes, an answer nobody can give."""
    found = fault(game, state)
    if found:
        _bad(found)
    if state.phase != OVER and not game.options(state):
        _bad("nothing can be decided")


def _verify_bank(state: State, data: Mapping[str, Any], nations: Mapping[str, Any]) -> None:
    """Compare what is written for information only with what it should be, where it was given."""
    actual = state.view(0)
    for key, value in _table(data.get("bank", {}), "bank").items():
        if key not in actual["bank"]:
            _bad(f"the bank has no {key!r}")
        if actual["bank"][key] != value:
            _bad(f"the bank would hold {key} {actual['bank'][key]}, not {value}")
    for name, entry in nations.items():
        for key in ("seat", "points"):
            if key in entry and name in actual["nations"] and entry[key] != actual["nations"][name][key]:
                _bad(f"{name} have {key} {actual['nations'][name][key]}, not {entry[key]}")
