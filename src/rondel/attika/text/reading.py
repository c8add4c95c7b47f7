"""Reads positions from JSON objects, and says why one is impossible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from rondel.attika.phases.building import is_linked, put
from rondel.attika.phases.extension import lay, lay_start
from rondel.attika.phases.turn import has_cards
from rondel.attika.rules import CITIES, GROUPS, KINDS, PILES, TERRAINS
from rondel.attika.state import CHOICE, REVEAL, TAKING, Engine, State
from rondel.attika.tables import BASICS, GROUP_SIZES, NONE, NUMBER, OTHERS, G, K, P, T
from rondel.attika.text.position import position_of
from rondel.attika.text.readers import bad, counts, known, read_hex, whole
from rondel.attika.text.reading_turn import read_turn
from rondel.attika.tiles import Hex
from rondel.game import CHANCE, JsonObject
from rondel.tables import packed, put_in, smalls

_KEYS = {
    "game", "board", "players", "options", "phase", "start", "turn", "to_act", "mode", "left", "acted", "voids", "due",
    "extend", "choosing", "pile", "pending", "tile", "site", "paid", "end", "winner", "draw pile", "discard",
    "amphorae", "tiles", "shrines", "cities", "seed",
}  # fmt: skip
_CITY_KEYS = {"seat", "hand", "stored", "buildings", "piles", "amphorae", "rewarded", "colonies"}


def read_position(game: Engine, position: JsonObject) -> State:
    """Build the state a position object describes.

    Left out are: tiles in order without turns, empty hands, boards and piles as far as they are not seen elsewhere.
    A hand given as a number is dealt from the cards that are left, by the position's seed.
    """
    known(position, _KEYS)
    cities = _cities(game, position)
    state = State(game)
    state.cities = tuple(CITIES.index(name) for name in cities)
    state.start = _seat(cities, position.get("start", next(iter(cities))), "start")
    state.turn = _seat(cities, position.get("turn", list(cities)[state.start]), "turn")
    _read_tiles(game, state, position.get("tiles"))
    for seat, entry in enumerate(cities.values()):
        _read_city(state, seat, entry)
    read_turn(game, state, position)
    for seat, entry in enumerate(cities.values()):
        _fill_piles(state, seat, entry)
    _reward_all(game, state, list(cities.values()))
    _read_cards(game, state, position, list(cities.values()))
    return _finish(game, state, position)


def _finish(game: Engine, state: State, position: JsonObject) -> State:
    """Note the options, take forced steps, and compare with what is written twice."""
    if state.phase == REVEAL and not state.piles[P * state.turn + state.pile]:
        bad("the pile drawn from is empty")
    state.options = game.options(state)
    if not state.options and not state.end:
        bad("nothing can be decided in it")
    if state.phase == CHOICE and state.mode == TAKING and not state.acted and has_cards(state):
        bad("acted is 1 after cards were taken, for there are cards", "AT-R27")
    try:
        state.check()
    except AssertionError as error:
        bad(str(error))
    _compare(game, state, position)
    return game.settled(state)


def _compare(game: Engine, state: State, position: JsonObject) -> None:
    """Refuse a position that contradicts itself."""
    written = position_of(state, CHANCE)
    for key in ("to_act", "amphorae", "shrines"):
        if key in position and position[key] != written.get(key):
            bad(f"{key} is {written.get(key)!r}, not {position[key]!r}")
    for name, entry in position.get("cities", {}).items():
        for key in ("seat", "rewarded", "colonies"):
            if key in entry and entry[key] != written["cities"][name][key]:
                bad(f"{key} of {name} is {written['cities'][name][key]!r}, not {entry[key]!r}")


def _seat(cities: JsonObject, name: object, what: str) -> int:
    if not isinstance(name, str) or name not in cities:
        bad(f"{what} must be one of {', '.join(cities)}, not {name!r}")
    return list(cities).index(str(name))


def _cities(game: Engine, position: JsonObject) -> dict[str, JsonObject]:
    """Give the city-states in seat order; those left out are filled up."""
    given = position.get("cities", {})
    if not isinstance(given, Mapping) or not all(isinstance(entry, Mapping) for entry in given.values()):
        bad("cities must be an object of objects")
    for name, entry in given.items():
        if name not in CITIES:
            bad(f"{name!r} is no city-state; they are {', '.join(CITIES)}")
        known(entry, _CITY_KEYS)
        if not isinstance(entry.get("rewarded", []), list):
            bad("rewarded must be a list of groups")
    if len(given) > game.seats:
        bad(f"there are {game.seats} players, not {len(given)}")
    rest = [name for name in CITIES if name not in given]
    return {**given, **{name: {} for name in rest[: game.seats - len(given)]}}


# ---- the board -------------------------------------------------------------------------------------------------------


def _read_tiles(game: Engine, state: State, value: object) -> None:
    first = len(game.start.centres)
    if value is None:
        lay_start(game, state, [(tile, 0) for tile in range(first)])
        return
    if not isinstance(value, list) or not first <= len(value) <= 22:
        bad(f"tiles must be a list of {first} to 22 tiles")
    rows = [_tile(game, entry) for entry in value]
    if len({tile for tile, _, _ in rows}) != len(rows):
        bad("a tile lies twice")
    if tuple(centre for _, centre, _ in rows[:first]) != game.start.centres:
        bad(f"the first {first} tiles lie on {game.start.centres}", "AT-R36")
    lay_start(game, state, [(tile, turns) for tile, _, turns in rows[:first]])
    for tile, centre, turns in rows[first:]:
        action = game.window.action(centre)
        if action not in state.layout.places:
            bad(f"a tile does not fit on {centre}", "AT-R24")
        state.tiles_left ^= 1 << tile
        lay(game, state, tile, action, turns)


def _tile(game: Engine, entry: object) -> tuple[int, Hex, int]:
    numbers = entry[1:] if isinstance(entry, list) and len(entry) == 4 else []
    fits = numbers and all(isinstance(number, int) and abs(number) < 9999 for number in numbers)
    if not isinstance(entry, list) or not fits or entry[0] not in game.tiles.names or not 0 <= numbers[2] <= 5:
        bad(f"a tile is its id, q, r and 0 to 5 turns, not {entry!r}")
    return game.tiles.names.index(entry[0]), (int(numbers[0]), int(numbers[1])), int(numbers[2])


def _read_city(state: State, seat: int, entry: JsonObject) -> None:
    names = [kind.name for kind in KINDS]
    put_in(state.stored, K * seat, counts(entry.get("stored", {}), names, "stored", 30))
    state.amphorae[seat] = whole(entry.get("amphorae", 0), "amphorae", state.engine.rules.amphorae)
    buildings = entry.get("buildings", {})
    if not isinstance(buildings, Mapping):
        bad("buildings must be an object of places and names")
    for text, name in buildings.items():
        if not isinstance(name, str) or name not in NUMBER:
            bad(f"{name!r} is no building")
        place = read_hex(text, "a building's place")
        space = state.layout.spaces.get(state.engine.window.action(place))
        if space is None or state.built[space]:
            bad(f"{text} is no free space", "AT-038")
        put(state, seat, NUMBER[name], space)


def _fill_piles(state: State, seat: int, entry: JsonObject) -> None:
    """Put whatever is not on the table into the piles, and read or work out their sizes. Rule: AT-016."""
    drawn = state.pending if state.pile != NONE and seat == state.turn else NONE
    for kind, sort in enumerate(KINDS):
        seen = state.stored[K * seat + kind] + packed(state.built).count(1 + seat * K + kind) + (kind == drawn)
        if seen > sort.count:
            bad(f"there are {sort.count} {sort.name}, not {seen}", "AT-006")
        state.unseen[K * seat + kind] = sort.count - seen
    unseen = state.unseen[K * seat : K * seat + K]
    basic, others = (sum(unseen[kind] for kind in kinds) for kinds in (BASICS, OTHERS))
    sizes = [basic, *(others // 3 + (place < others % 3) for place in range(3))]
    if "piles" in entry:
        sizes = counts(entry["piles"], PILES, "piles", 8)
    if sizes[0] != basic or sum(sizes[1:]) != others:
        bad(f"{basic} basic and {others} other buildings are in the piles, not {sizes[0]} and {sum(sizes[1:])}")
    put_in(state.piles, P * seat, sizes)
    if drawn != NONE:
        state.extend = int(not sizes[state.pile])


def _reward_all(game: Engine, state: State, entries: Sequence[JsonObject]) -> None:
    """Note the groups that have earned their amphora: by AT-R20 all that are complete and linked.

    But the building that wins earns none (AT-R31), so in a finished game what is written counts.
    """
    for seat, entry in enumerate(entries):
        given = entry.get("rewarded", GROUPS) if state.end else GROUPS
        for group, name in enumerate(GROUPS):
            complete = state.complete[G * seat + group] == GROUP_SIZES[group]
            if complete and is_linked(game, state, seat, group) and name in given:
                state.rewarded[seat] |= 1 << group


# ---- cards -----------------------------------------------------------------------------------------------------------


def _read_cards(game: Engine, state: State, position: JsonObject, entries: Sequence[JsonObject]) -> None:
    """Read hands and discard; the draw pile is the rest. Hands given as numbers are dealt from it."""
    state.discard = smalls(counts(position.get("discard", {}), TERRAINS, "discard"))
    hidden = []
    for seat, entry in enumerate(entries):
        hand = entry.get("hand", {})
        if isinstance(hand, int):
            hidden.append((seat, whole(hand, "hand", 60)))
        else:
            put_in(state.hands, T * seat, counts(hand, TERRAINS, "hand"))
    rest = [
        game.rules.cards_of_a_terrain - state.discard[terrain] - sum(state.hands[terrain::T]) for terrain in range(T)
    ]
    if min(rest) < 0:
        bad(f"there are {game.rules.cards_of_a_terrain} cards of each terrain", "AT-007")
    state.deck = smalls(_deal_hidden(state, hidden, rest, position.get("seed", 0)))
    _compare_deck(state, position.get("draw pile", sum(state.deck)))


def _deal_hidden(state: State, hidden: Sequence[tuple[int, int]], rest: Sequence[int], seed: object) -> list[int]:
    pool = [terrain for terrain, count in enumerate(rest) for _ in range(count)]
    if sum(size for _, size in hidden) > len(pool):
        bad("there are not so many cards", "AT-007")
    Random(seed if isinstance(seed, int) else 0).shuffle(pool)
    for seat, size in hidden:
        cards, pool = pool[:size], pool[size:]
        put_in(state.hands, T * seat, [cards.count(terrain) for terrain in range(T)])
    return [pool.count(terrain) for terrain in range(T)]


def _compare_deck(state: State, given: object) -> None:
    wanted = given if isinstance(given, int) else sum(counts(given, TERRAINS, "draw pile"))
    same = isinstance(given, int) or counts(given, TERRAINS, "draw pile") == list(state.deck)
    if wanted != sum(state.deck) or not same:
        bad(f"{sum(state.deck)} cards are left for the draw pile, in other numbers than given")
