"""Late positions of Antike II and Duellum at random: random games from the start seldom reach the like."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.perft.simple import KINDS, RESOURCES, WEDGES, Land, plural, stock_land
from tests.perft.simple2 import CARDS, TECHNOLOGIES, read_book2
from tests.perft.simple_duel import DECK, KNOWLEDGE, MARKERS, PERSONALITIES, SYMBOLS

Position = dict[str, Any]
#: own steps of a turn and a wedge that leads there
STEPS = {
    "temple": "temple",
    "arming": "arming",
    "know-how": "know-how",
    "maneuver": "maneuver1",
    "conquest": "maneuver2",
    "founding": "iron",
}


#: the last generals are out, and Athenae with its temple can be taken
_SIEGE: Position = {
    "game": "antike-2",
    "board": "mare-nostrum",
    "players": 3,
    "round": 30,
    "turn": "Romans",
    "phase": "conquest",
    "nations": {
        "Romans": {
            "legions": {"Athenae": 3, "Lutetia": 4},
            "rondel": "maneuver1",
            "personages": {"general": 4, "king": 3, "citizen": 2},
        },
        "Greeks": {"temples": ["Athenae"], "personages": {"general": 3}},
        "Germanic tribes": {"legions": {"Lutetia": 1}},
    },
}
_TWO_SHORT = {**_SIEGE["nations"]["Romans"], "personages": {"general": 4, "king": 2, "citizen": 2}}
_ROMANS = {"marble": 9, "coins": 3, "temples": ["Roma"], "cards": {"architect": 2, "levy": 1, "settlers": 1}}
_BUILDER: Position = {
    "game": "antike-duellum",
    "board": "rome-carthage",
    "round": 9,
    "turn": "Romans",
    "phase": "temple",
    "nations": {"Romans": {**_ROMANS, "rondel": "temple"}, "Carthaginians": {"coins": 4}},
    "open_cards": {"fortress": 1, "academy": 2},
}
_SHORE: Position = {"Carthaginians": {"coins": 17, "legions": {"Genua": 2}, "cards": {"fair wind": 1}}}
#: what random games show seldom: a win one short, none two short, no coin in the bank, the architect, an offered draw
SELDOM: tuple[Position, ...] = (
    _SIEGE,
    {**_SIEGE, "nations": {**_SIEGE["nations"], "Romans": _TWO_SHORT}},
    _BUILDER,
    {**_BUILDER, "phase": "rondel", "nations": {"Romans": {**_ROMANS, "rondel": "gold"}, **_SHORE}},
    {**_BUILDER, "phase": "rondel", "nations": {}, "options": {"draw-offers": 1}},
)


def later_position(rng: Random, book: str, players: int, board: str, options: Mapping[str, int]) -> Position:
    """Draw a late position of a set-up on a board: at the beginning of a turn, or in some step of it."""
    land = stock_land(board)
    duel = book == "antike-duellum"
    names = _names(rng, land, players, options)
    nations = _share(rng, land, names, duel)
    turn = rng.choice(names)
    found: Position = {
        "game": book,
        "board": board,
        "players": players,
        "options": {key: value for key, value in options.items() if key != "round-limit"},
        "round": 30,
        "start": rng.choice(names),
        "turn": turn,
        "nations": nations,
    }
    if duel:
        _add_duel(rng, land, found)
    else:
        _add_second(rng, land, found)
    if rng.random() < 0.7:
        _add_step(rng, found)
    return found


def _names(rng: Random, land: Land, players: int, options: Mapping[str, int]) -> list[str]:
    """Seat the nations that play at this number, in any order; two players lead a pair each in alternation."""
    board = land.board
    if "two-players" in options:
        (one, three), (two, four) = board.pairs
        return [board.nations[place] for place in (one, two, three, four)]
    return rng.sample([board.nations[place] for place in board.starts[players]], players)


def _share(rng: Random, land: Land, names: list[str], duel: bool) -> Position:
    """Share out sites, temples, goods and cards; units crowd in a few regions."""
    sites = [region for region, resource in land.resource.items() if resource]
    regions = rng.sample(sites, len(sites))
    hot = rng.sample(list(land.resource), rng.randint(3, 14))
    temples, coins = (12, 20) if duel else (17, 30)
    chart = KNOWLEDGE if duel else TECHNOLOGIES
    most = len(sites) // len(names)
    sizes = [rng.randint(1, rng.choice((3, most, most))) for _ in names]
    if rng.random() < 0.15:  # a great power, short of tiles
        sizes = [rng.randint(1, 3) for _ in names]
        sizes[rng.randrange(len(names))] = 20 if duel else 24 - rng.randint(0, 1)
    nations: Position = {}
    for name, size in zip(names, sizes, strict=True):
        cities = [regions.pop() for _ in range(size)]
        built = cities[: rng.randint(0, min(len(cities), temples, 9))]
        held = min(coins, rng.choice((0, 1, 3, 6, 15, 30)))
        temples, coins = temples - len(built), coins - held
        nations[name] = {
            "cities": cities,
            "temples": built,
            **{good: rng.choice((0, 1, 2, 3, 5, 9)) for good in RESOURCES},
            "coins": held,
            **{plural(kind): _units(rng, land, kind, hot) for kind in KINDS},
            "knowhow": _known(rng, chart),
            "rondel": rng.choice((*WEDGES, "gold", "marble", "arming", "maneuver2")),
        }
    return nations


def _units(rng: Random, land: Land, kind: str, hot: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    left = 12
    for region in hot:
        if any(kind in crossing for crossing in land.borders[region].values()):
            number = min(left, rng.choice((0, 0, 1, 1, 2, 4)))
            left -= number
            if number:
                found[region] = number
    return found


def _known(rng: Random, chart: Mapping[str, tuple[str, int, int]]) -> list[str]:
    share = rng.choice((0.1, 0.5, 0.9, 1.0))
    found: list[str] = []
    for name, (needs, _, _) in chart.items():
        if rng.random() < share and (not needs or needs in found):
            found.append(name)
    return found


def _personages(rng: Random, stacks: dict[str, int], most: int) -> dict[str, int]:
    """Draw cards up to one short of the target; sometimes few, so that a shelter or a symbol matters."""
    found: dict[str, int] = {}
    low = rng.choice((0, 0, max(0, most - 2)))
    for _ in range(rng.randint(low, most)):
        kind = rng.choice(list(stacks))
        if stacks[kind]:
            stacks[kind] -= 1
            found[kind] = found.get(kind, 0) + 1
    return found


def _scholars(nations: Position, order: list[str]) -> dict[str, int]:
    """Give each know-how's scholar to the first nation of an order that owns it."""
    first: dict[str, str] = {}
    for name in order:
        for knowhow in nations[name]["knowhow"]:
            first.setdefault(knowhow, name)
    return {name: list(first.values()).count(name) for name in nations}


def _add_cards(rng: Random, nations: Position, stacks: dict[str, int], target: int) -> None:
    scholars = _scholars(nations, rng.sample(list(nations), len(nations)))
    drained = rng.random() < 0.3
    for name, entry in nations.items():
        if drained and stacks["general"]:
            # the generals run out early, as far as nobody wins by it
            taken = min(stacks["general"], max(0, target - 1 - scholars[name]))
            stacks["general"] -= taken
            entry["personages"] = {"general": taken} if taken else {}
        else:
            entry["personages"] = _personages(rng, stacks, max(0, target - 1 - scholars[name]))
        if scholars[name]:
            entry["personages"]["scholar"] = min(scholars[name], target - 1)


# ---- Antike II -----------------------------------------------------------------------------------------------


def _add_second(rng: Random, land: Land, found: Position) -> None:
    """Add what only Antike II has: cities of chosen resources, neutral temples, Bellona, a single short supply."""
    nations, options = found["nations"], found["options"]
    taken = {city for entry in nations.values() for city in entry["cities"]}
    board = land.board
    sites = [board.regions[number].name for number in board.temples[read_book2(found["players"], options).line]]
    found["neutral_temples"] = [site for site in sites if site not in taken and rng.random() < 0.8]
    found["bellona"] = rng.choice([found["turn"], *nations])
    for entry in nations.values():
        free = [city for city in entry["cities"] if land.resource[city] == "any" or "free-cities" in options]
        entry["produces"] = {city: rng.choice(RESOURCES) for city in free}
    stacks = {kind: number for kind, number in CARDS.items() if kind != "scholar"}
    _add_cards(rng, nations, stacks, 13 - len(nations))
    if rng.random() < 0.5:
        _crowd(rng, land, found)


def _crowd(rng: Random, land: Land, found: Position) -> None:
    """Let everybody stand in one region beside the nation on turn, and units of the latter next door."""
    kind = rng.choice(KINDS)
    meeting = rng.choice([region for region, borders in land.borders.items()
                          if any(kind in crossing for crossing in borders.values())])  # fmt: skip
    doors = [region for region, crossing in land.borders[meeting].items() if kind in crossing]
    for name, entry in found["nations"].items():
        places = doors[:2] if name == found["turn"] else [meeting]
        entry[plural(kind)] = {place: rng.randint(1, 4) for place in places}


# ---- Duellum -------------------------------------------------------------------------------------------------


def _add_duel(rng: Random, land: Land, found: Position) -> None:
    """Add what only Duellum has: free markers, barracks, ramparts, special units, cards."""
    nations = found["nations"]
    first, second = nations.values()
    for kind in KINDS:  # enemies of one type never stand together (AD-D09)
        second[plural(kind)] = {region: number for region, number in second[plural(kind)].items()
                                if region not in first[plural(kind)]}  # fmt: skip
    left = dict(MARKERS)
    wanted = [rng.choice(RESOURCES)] * rng.choice((0, 5))
    for entry in nations.values():
        for city in entry["cities"]:
            fixed = land.resource[city]
            left[fixed] = left.get(fixed, 0) - 1
    for entry in nations.values():
        entry["produces"] = {}
        for city in entry["cities"]:
            if land.resource[city] == "any":
                good = rng.choice([good for good in (*RESOURCES, *wanted) if left[good] > 0])
                left[good] -= 1
                entry["produces"][city] = good
    stacks = {kind: number for kind, number in PERSONALITIES.items() if kind != "scholar"}
    _add_cards(rng, nations, stacks, 9)
    for entry in nations.values():
        _add_material(rng, entry)
    if "special-units" in found["options"]:
        _add_leaders(rng, land, found)
    _add_events(rng, found)


def _add_material(rng: Random, entry: Position) -> None:
    """Add barracks and ramparts as far as the supply and the track allow."""
    entry["barracks"] = {}
    for kind in KINDS:
        spare = 12 - sum(entry[plural(kind)].values())
        entry["barracks"][plural(kind)] = rng.randint(0, rng.choice((min(1, spare), spare)))
    points = sum(entry["personages"].values())
    most = 1 + sum(points >= symbol for symbol in SYMBOLS)
    entry["ramparts"] = entry["cities"][: rng.randint(0, min(most, len(entry["cities"])))]


def _add_leaders(rng: Random, land: Land, found: Position) -> None:
    """Put special units where they can stand, beside own units most of the time."""
    for name, entry in found["nations"].items():
        kind = "galley" if name in ("Romans", "Persians") else "legion"
        foe = next(other for other in found["nations"] if other != name)
        open_to = [region for region, borders in land.borders.items()
                   if any(kind in crossing for crossing in borders.values())
                   and region not in found["nations"][foe][plural(kind)]]  # fmt: skip
        beside = [region for region in open_to if region in {**entry["legions"], **entry["galleys"]}]
        if rng.random() < 0.8:
            entry["leader"] = rng.choice(beside if beside and rng.random() < 0.8 else open_to)


def _add_events(rng: Random, found: Position) -> None:
    """Deal cards: hands, the display, and the discard, at times with an empty pile."""
    deck = [card for card, copies in DECK.items() for _ in range(copies)]
    rng.shuffle(deck)
    shown = rng.choice((0, 1, 2, 3, 3, 3))
    found["open_cards"] = _count(deck[:shown])
    deck = deck[shown:]
    for entry in found["nations"].values():
        held = rng.randint(0, rng.choice((8, 12)))
        entry["cards"], deck = _count(deck[:held]), deck[held:]
    found["discard"] = _count(deck[: rng.choice((0, 3, len(deck), max(0, len(deck) - 1)))])


def _count(cards: list[str]) -> dict[str, int]:
    return {card: cards.count(card) for card in DECK if card in cards}


# ---- the middle of a turn ------------------------------------------------------------------------------------


def _add_step(rng: Random, found: Position) -> None:
    """Put the nation on turn into a step of its turn."""
    phase = rng.choice((*STEPS, "maneuver", "maneuver", "maneuver"))
    entry = found["nations"][found["turn"]]
    entry["rondel"] = STEPS[phase]
    found["phase"] = phase
    if phase == "founding" and rng.random() < 0.5:
        found["due"] = {"generals": rng.randint(1, 2)}
    if phase == "maneuver":
        found["used"] = _used(rng, entry, 4 if found["game"] == "antike-duellum" else 2)


def _used(rng: Random, entry: Position, levels: int) -> Position:
    """Let some units of the nation on turn have used actions."""
    found: Position = {}
    for kind, knowhow in zip(KINDS, ("strata", "navigatio"), strict=True):
        most = 1 + (knowhow in entry["knowhow"])
        places: dict[str, list[int]] = {}
        for region, number in entry[plural(kind)].items():
            drawn = [rng.randint(0, most) for _ in range(number)]
            if any(drawn):
                places[region] = [drawn.count(level) for level in range(1, levels + 1)]
        found[plural(kind)] = places
    return found
