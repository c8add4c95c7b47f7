"""Reading a position object: what is left out is as at the start of a game; an impossible position is refused."""

from __future__ import annotations

from rondel.antike.invariants import faults
from rondel.antike.parts.catalogue import COUNTS, PARTS, parts_of
from rondel.antike.phases import setup
from rondel.antike.rules import COIN, GOOD_KINDS, PERSONAGE_KINDS, PERSONAGES, UNIT_KINDS
from rondel.antike.state import ARMING, CITY, END_REASONS, NATION, OVER, PAY, PHASES, BaseGame, State
from rondel.antike.text.parsing import parse_action
from rondel.antike.text.position import ARMIES, STOCKS, position_of, usual_counts
from rondel.antike.text.validate import fault
from rondel.antike.text.values import amount, bad, choice, counts, find, known, mask_of, sequence, table
from rondel.antike.text.words import seat_of_nation
from rondel.antike.units import stir
from rondel.errors import PositionError, RondelError
from rondel.game import JsonObject
from rondel.tables import smalls

_KEYS = {
    "game", "board", "players", "options", "round", "phase", "chooser", "start", "turn", "to_act", "placed", "used",
    "pending", "place", "asked", "losses", "due", "end", "winner", "nations", "bank", "tally",
    *(key for part in PARTS for key in part.keys),
}  # fmt: skip
_NATION_KEYS = {
    "seat", "cities", "temples", *ARMIES, *STOCKS, "knowhow", "rondel", "personages", "extra", "points",
    *(key for part in PARTS for key in part.nation_keys),
}  # fmt: skip


def read_position(game: BaseGame, data: JsonObject) -> State:
    """Build the state a position object describes, up to its next decision."""
    try:
        state = _read(game, data)
    except PositionError:
        raise
    except RondelError as error:
        raise PositionError("bad_position", error.message, error.rule) from error
    found = faults(state)
    if found:
        bad(found[0])
    _verify_moment(game, state)
    _verify_bank(state, data, _entries(game, state, data))
    return game.settled(state)


def _read(game: BaseGame, data: JsonObject) -> State:
    known(data, _KEYS, "the position")
    state = setup.empty_state(game)
    state.phase = PHASES.index(choice(data, "phase", PHASES, "rondel"))
    nations = _entries(game, state, data)
    if state.phase in (NATION, CITY):
        setup.need_starts(game)
    _seat(game, state, data, nations)
    state.round = amount(data.get("round", 0 if state.phase in (NATION, CITY) else 1), "round")
    _cities(game, state, nations)
    for nation in range(game.nations):
        entry = nations.get(game.nation_name(state, nation), {})
        _holdings(game, state, nation, entry)
        _units(game, state, nation, entry)
        _refuse_absent(game, entry, nation=True)
        for part in parts_of(game.rules):
            part.read_nation(game, state, nation, entry)
    _bank_rest(game, state)
    _moment(game, state, data)
    return state


def _entries(game: BaseGame, state: State, data: JsonObject) -> dict[str, JsonObject]:
    """Give the nations' entries by full name, in the order given."""
    found: dict[str, JsonObject] = {}
    for place, (text, entry) in enumerate(table(data.get("nations", {}), "nations").items()):
        free = state.phase == NATION and text == f"seat {place}"
        name = text if free else game.board.nations[find(game.lexicon.nations, text)]
        if name in found:
            bad(f"{name} are listed twice")
        known(table(entry, name), _NATION_KEYS, name)
        found[name] = entry
    return found


# ---- who plays -------------------------------------------------------------------------------------------------------


def _seat(game: BaseGame, state: State, data: JsonObject, nations: JsonObject) -> None:
    """Seat the nations in the order given; those left out follow in the board's order."""
    if state.phase == NATION:
        _choosing(game, state, data, nations)
        return
    named = [game.board.nations.index(name) for name in nations]
    seating = _seating(game, named)
    if len(set(seating)) != game.nations or len(seating) != game.nations or not set(seating) <= set(game.line):
        playing = ", ".join(game.board.nations[number] for number in game.line)
        bad(f"{game.nations} of these nations must play: {playing}")
    state.seating = smalls(number + 1 for number in seating)
    wanted = seating[0] if setup.start_is_drawn(game) else game.board.start_nation[game.nations]
    first = wanted if wanted in seating else seating[0]
    state.start = _playing(game, state, data.get("start", game.board.nations[first]))
    state.turn = _playing(game, state, data.get("turn", game.nation_name(state, state.start)))
    state.actor = _playing(game, state, data.get("to_act", game.nation_name(state, state.turn)))


def _seating(game: BaseGame, named: list[int]) -> list[int]:
    """Complete the nations named; with two players the fixed pairs stay together."""
    if game.seats == game.nations:
        return named + [number for number in game.line if number not in named][: max(0, game.nations - len(named))]
    usual = setup.pair_seating(game, first=0)[0]
    if len(named) < game.nations and set(named) <= set(usual):
        return usual
    if not setup.alternates(game, named):
        bad("with two players the nations sit in alternation, each pair in one hand")
    return named


def _choosing(game: BaseGame, state: State, data: JsonObject, nations: JsonObject) -> None:
    """Read a position in which nations are still being chosen; a seat without one is called `seat N`."""
    if game.rules.distribution != "choose":
        bad("nations are chosen only with the option choose")
    state.actor = amount(data.get("chooser", game.rules.first_chooser), "chooser")
    state.start = amount(data.get("start", 0), "start") % game.nations
    for place, name in enumerate(nations):
        if place < game.nations and name in game.board.nations:
            state.seating[place] = game.board.nations.index(name) + 1
    chosen = (state.actor - game.rules.first_chooser) % game.seats
    before = [(game.rules.first_chooser + step) % game.seats for step in range(chosen)]
    seated = [place for place, number in enumerate(state.seating) if number]
    if state.actor >= game.seats or sorted(before) != seated or (seated and game.seats < game.nations):
        bad("nations are chosen seat by seat, and the chooser is the first seat without one")
    if not {number - 1 for number in state.seating if number} <= set(game.line):
        bad("a nation was chosen that does not take part")


def _playing(game: BaseGame, state: State, name: object) -> int:
    nation = seat_of_nation(state, find(game.lexicon.nations, name))
    if nation < 0:
        bad(f"{name} do not take part")
    return nation


# ---- what the nations have -------------------------------------------------------------------------------------------


def _cities(game: BaseGame, state: State, nations: JsonObject) -> None:
    """Read the cities given; a nation without a list has those start cities that nobody was given."""
    given: dict[int, int] = {}
    for nation in range(game.nations):
        entry = nations.get(game.nation_name(state, nation), {})
        if "cities" in entry:
            given[nation] = mask_of(game, entry["cities"], "cities")
        state.temples |= mask_of(game, entry.get("temples", []), "temples")
    taken = sum(given.values())
    for nation in range(game.nations):
        state.cities[nation] = given[nation] if nation in given else _start_cities(game, state, nation) & ~taken
    for nation in range(game.nations):
        entry = nations.get(game.nation_name(state, nation), {})
        if mask_of(game, entry.get("temples", []), "temples") & ~state.cities[nation]:
            bad(f"a temple of {game.nation_name(state, nation)} stands outside their cities")


def _start_cities(game: BaseGame, state: State, nation: int) -> int:
    if state.phase in (NATION, CITY) or game.rules.start_cities != "card":
        return 0
    return sum(1 << region for region in setup.start_triple(game, state, nation))


def _holdings(game: BaseGame, state: State, nation: int, entry: JsonObject) -> None:
    usual = list(game.rules.start_goods)
    usual[COIN] += game.rules.second_coins if nation != state.start else 0
    for good, stock in enumerate(STOCKS):
        state.goods[GOOD_KINDS * nation + good] = amount(entry.get(stock, usual[good]), stock)
    for name in sequence(entry.get("knowhow", []), "knowhow"):
        bit = 1 << find(game.lexicon.knowhows, name)
        if state.knowhow[nation] & bit:
            bad(f"knowhow names {name} twice")
        state.knowhow[nation] |= bit
    if entry.get("rondel") is not None:
        state.rondel[nation] = find(game.lexicon.wedges, entry["rondel"]) + 1
    for kind, number in counts(game.lexicon.personages, entry.get("personages", {}), "personages").items():
        if number > game.rules.personages[kind]:
            bad(f"there are {game.rules.personages[kind]} {PERSONAGES[kind]} cards, not {number}")
        state.earned[PERSONAGE_KINDS * nation + kind] = number
    if entry.get("extra") is not None:
        state.extra[nation] = find(game.lexicon.personages, entry["extra"]) + 1


def _units(game: BaseGame, state: State, nation: int, entry: JsonObject) -> None:
    for kind, army in enumerate(ARMIES):
        for region, number in counts(game.lexicon.regions, entry.get(army, {}), army).items():
            if number > game.supply[kind]:
                name = game.board.regions[region].name
                bad(f"{number} {army} in {name}, the supply is {game.supply[kind]}")
            if number:
                state.units[(UNIT_KINDS * nation + kind) * game.size + region] = number
                state.where[UNIT_KINDS * nation + kind] |= 1 << region


def _bank_rest(game: BaseGame, state: State) -> None:
    """Leave to the bank what the nations do not have."""
    bank = GOOD_KINDS * game.nations
    whole = setup.empty_state(game)
    for good in range(4):
        total = sum(whole.goods[good::GOOD_KINDS])
        state.goods[bank + good] = total - sum(state.goods[good:bank:GOOD_KINDS])
    for kind, total in enumerate(game.rules.personages):
        out = sum(state.earned[kind::PERSONAGE_KINDS]) + sum(1 for entry in state.extra if entry == kind + 1)
        state.stacks[kind] = max(0, total - out)


# ---- the moment within the turn --------------------------------------------------------------------------------------


def _moment(game: BaseGame, state: State, data: JsonObject) -> None:
    state.end = END_REASONS.index(choice(data, "end", END_REASONS, ""))
    _refuse_absent(game, data, nation=False)
    for part in parts_of(game.rules):
        part.read(game, state, data, lambda name: _playing(game, state, name))
    _counts_of_turn(game, state, data)
    arming = state.phase in (ARMING, PAY)
    if ("used" if arming else "placed") in data:
        bad("`placed` belongs to arming, `used` to a maneuver")
    for region, number in counts(game.lexicon.regions, data.get("placed", {}), "placed").items():
        stir(state)
        state.spent[region] = min(255, number)
    _used(game, state, table(data.get("used", {}), "used"))
    if "place" in data:
        state.place = find(game.lexicon.regions, data["place"])
    if "asked" in data:
        state.asked = _playing(game, state, data["asked"])
    if "pending" in data:
        state.pending = parse_action(game, state, str(data["pending"]))
    losses = table(data.get("losses", {}), "losses")
    state.lose_legions = amount(losses.get("legions", 0), "losses")
    state.lose_galleys = amount(losses.get("galleys", 0), "losses")
    due = table(data.get("due", {}), "due")
    state.scholars_due = min(9, amount(due.get("scholars", 0), "due"))
    state.generals_due = min(50, amount(due.get("generals", 0), "due"))
    state.extra_due = min(1, amount(due.get("extra", 0), "due"))
    if "winner" in data:
        state.winner = _playing(game, state, data["winner"])


def _refuse_absent(game: BaseGame, given: JsonObject, nation: bool) -> None:
    """Refuse what belongs to a part that is not in play."""
    for part in PARTS:
        if not part.in_play(game.rules):
            for key in part.nation_keys if nation else part.keys:
                if key in given:
                    bad(part.absent or f"this rulebook has no {key}")


def _counts_of_turn(game: BaseGame, state: State, data: JsonObject) -> None:
    """Read what parts have counted in the turn; if left out, nothing has been done yet."""
    if not game.counts:
        if "tally" in data:
            bad("this rulebook has no tally")
        return
    state.tally = usual_counts(game, state)
    if "tally" in data:
        given = table(data["tally"], "tally")
        known(given, set(COUNTS), "tally")
        for place, name in enumerate(COUNTS):
            state.tally[place] = min(255, amount(given.get(name, 0), name))


def _used(game: BaseGame, state: State, given: JsonObject) -> None:
    """Read how many units have used one, two, three actions: `{"legions": {"Tyros": [1, 0, 0]}}`."""
    known(given, set(ARMIES), "used")
    for kind, army in enumerate(ARMIES):
        seen: set[int] = set()
        for name, used in table(given.get(army, {}), army).items():
            region = find(game.lexicon.regions, name)
            if region in seen:
                bad(f"used names {name} twice")
            seen.add(region)
            if len(sequence(used, "used")) > game.actions.levels:
                bad(f"used lists the units that have used one action, and so on up to {game.actions.levels}")
            for level, number in enumerate(used):
                stir(state)
                state.spent[(game.actions.levels * kind + level) * game.size + region] = min(
                    255, amount(number, "used")
                )


def _verify_moment(game: BaseGame, state: State) -> None:
    """Refuse a moment that play cannot reach: a payment nobody owes, an answer nobody can give."""
    found = fault(game, state)
    if found:
        bad(found)
    if state.phase != OVER and not game.options(state):
        bad("nothing can be decided")


def _verify_bank(state: State, data: JsonObject, nations: JsonObject) -> None:
    """Check figures that a position repeats for information, if they are given."""
    actual = position_of(state)
    for key, value in table(data.get("bank", {}), "bank").items():
        if key not in actual["bank"]:
            bad(f"the bank has no {key!r}")
        if actual["bank"][key] != value:
            bad(f"the bank would hold {key} {actual['bank'][key]}, not {value}")
    for name, entry in nations.items():
        for key in ("seat", "points"):
            if key in entry and name in actual["nations"] and entry[key] != actual["nations"][name][key]:
                bad(f"{name} have {key} {actual['nations'][name][key]}, not {entry[key]}")
