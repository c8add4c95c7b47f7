"""The Antike rulebooks as presets of Rules, and their options as named patches. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from itertools import product
from typing import Final

from rondel.antike.rules import GALLEY, GOLD, IRON, LEGION, MARBLE, Event, Knowhow, Rules, Trade
from rondel.boards.schema import Board
from rondel.book import Option
from rondel.errors import SetupError
from rondel.game import JsonDict

#: the upper row of the chart, then the lower. Rule: A05-132 A05-133, A06-144 A06-145
_CHART: Final = (
    Knowhow(name="wheel", first=7, later=3, effect="legion-actions", level=1),  # A05-144, A06-154
    Knowhow(name="sailing", first=7, later=3, effect="galley-actions", level=1),  # A05-146, A06-156
    Knowhow(name="market", first=7, later=3, effect="production", level=1),  # A05-148, A06-158
    Knowhow(name="monarchy", first=7, later=3, effect="defence", level=1),  # A05-151, A06-161
    Knowhow(name="roads", first=10, later=5, needs=0, effect="legion-actions", level=2),  # A05-145, A06-155
    Knowhow(name="navigation", first=10, later=5, needs=1, effect="galley-actions", level=2),  # A05-147, A06-157
    Knowhow(name="currency", first=10, later=5, needs=2, effect="production", level=2),  # A05-149, A06-159
    Knowhow(name="democracy", first=10, later=5, needs=3, effect="defence", level=2),  # A05-152, A06-162
)

ANTIKE_2006: Final = Rules(
    id="antike-2006",
    title="Antike, revised edition",
    year=2006,
    extra_personage=True,
    trades=(Trade(give=2, take=1),),
    knowhows=_CHART,
    coin_timing="round",
    maneuver_phases=True,
    battle_size="pair",
)

ANTIKE_2005: Final = replace(
    ANTIKE_2006,
    id="antike-2005",
    title="Antike, first edition",
    year=2005,
    extra_personage=False,
    trades=(Trade(give=1, take=1),),
    coin_timing="turn",
    maneuver_phases=False,
    battle_size="all",
)


#: three pairs and two single fields, a marker for each; prices no example fixes are ours. Rule: A2-D03 A2-D04 A2-D05
_TECHNOLOGIES: Final = (
    Knowhow(name="strata", first=7, later=3, effect="legion-actions", level=1),  # A2-136
    Knowhow(name="navigatio", first=8, later=4, effect="galley-actions", level=1),  # A2-137
    Knowhow(name="mercatura", first=5, later=2, effect="trade"),  # A2-129
    Knowhow(name="commercium", first=7, later=3, needs=2, effect="trade"),  # A2-131
    Knowhow(name="metallum", first=10, later=5, effect="production", level=1),  # A2-132
    Knowhow(name="moneta", first=12, later=6, needs=4, effect="production", level=2),  # A2-133
    Knowhow(name="regnum", first=12, later=6, effect="defence", level=1),  # A2-134
    Knowhow(name="res publica", first=14, later=7, needs=6, effect="defence", level=2),  # A2-135
)

ANTIKE_2: Final = replace(
    ANTIKE_2006,
    id="antike-2",
    title="Antike II",
    year=2014,
    players=(3, 4, 5, 6),
    legions=12,
    galleys=13,
    stones=24,
    stone_exchange=False,
    start_goods=(3, 3, 2, 0),  # A2-172 A2-R03; the opening tips fit: A2-D07
    personages=(10, 8, 7, 6, 5),  # A2-D06
    extra_personage=False,
    temple_victory="one-short",
    trades=(
        Trade(give=2, take=1, knowhow="mercatura", coins=True),
        Trade(give=3, take=2, knowhow="commercium", coins=True),
    ),
    trade_delay=True,
    knowhows=_TECHNOLOGIES,
    unit_price=2,
    coin_timing="production",
    open_sites=True,
    neutral_temples=True,
    bellona=True,
    sheltered=3,
    entry="each",
    spare_action=False,
    first_nation="draw",
)

#: one disc and one scholar for each; prices that no example fixes are ours. Rule: AD-D03 AD-D05 AD-D06
_KNOWLEDGE: Final = (
    Knowhow(name="strata", first=6, later=3, effect="legion-actions", level=1),  # AD-117
    Knowhow(name="navigatio", first=7, later=3, effect="galley-actions", level=1),  # AD-118
    Knowhow(name="moneta", first=8, later=4, effect="production", level=1),  # AD-119
    Knowhow(name="res publica", first=8, later=4, effect="defence", level=1),  # AD-120
    Knowhow(name="commercium", first=9, later=4, effect="trade"),  # AD-121
)

#: fortress, earthquake, burglary and academy are printed, but not how many; the other cards are our own design
_EVENTS: Final = (
    Event(name="fortress", copies=3, effect="fortress"),
    Event(name="earthquake", copies=2, effect="earthquake"),
    Event(name="burglary", copies=2, effect="burglary"),
    Event(name="academy", copies=2, effect="academy"),
    Event(name="marble vein", copies=2, effect="vein", good=MARBLE, amount=2),
    Event(name="iron vein", copies=2, effect="vein", good=IRON, amount=2),
    Event(name="gold vein", copies=2, effect="vein", good=GOLD, amount=2),
    Event(name="levy", copies=2, effect="levy"),
    Event(name="forced march", copies=2, effect="march", kind=LEGION, amount=3),
    Event(name="fair wind", copies=2, effect="march", kind=GALLEY, amount=3),
    Event(name="architect", copies=2, effect="architect", amount=4),
    Event(name="settlers", copies=2, effect="settlers"),
)

ANTIKE_DUELLUM: Final = replace(
    ANTIKE_2,
    id="antike-duellum",
    title="Antike Duellum",
    year=2012,
    players=(2,),
    nations=2,  # AD-027
    galleys=12,
    stones=None,
    markers=(12, 12, 10),  # AD-003 AD-004 AD-005
    coins=20,
    temples=12,
    start_goods=(3, 3, 3, 0),  # AD-021 AD-R01
    second_coins=1,
    personages=(6, 5, 4, 4, 2),  # AD-012 AD-D03
    targets=((2, 9),),  # AD-035 AD-171
    temple_victory="none",
    trades=(Trade(give=3, take=2, knowhow="commercium", coins=True),),
    knowhows=_KNOWLEDGE,
    temple_price=6,
    recruit_prices=(1, 2),
    start_barracks=1,
    rampart_price=1,
    rampart_points=(0, 1, 2, 3, 5, 7),  # AD-006 AD-076 AD-078 AD-D04
    neighbour_tax=True,
    free_kind=True,
    neutral_temples=False,
    bellona=False,
    sheltered=0,
    entry="clash",
    declared=True,
    events=_EVENTS,
    distribution="seat",
)


#: marks where an option's number goes
VALUE: Final = object()

#: Rule: A05-215 A05-238 A05-R45, A06-238 A06-R45 A06-R54
_TARGET_12: Final = ((3, 12), (4, 9), (5, 8), (6, 7))
#: Rule: A06-241 A06-244 A06-R52
_MILITARY_TARGETS: Final = ((3, 13), (4, 11), (5, 9), (6, 8))


def _choosing(rule: str, seats: int, conflicts: tuple[str, ...] = ()) -> tuple[Option, ...]:
    return (
        Option("choose", "Players choose their nations, one seat after another", rule,
               {"distribution": "choose"}, conflicts=conflicts),
        Option("first-chooser", "Which seat chooses its nation first (with choose)", rule,
               {"first_chooser": VALUE}, needs="choose", value=(0, seats - 1)),
    )  # fmt: skip


def _limit(rule: str) -> Option:
    return Option("round-limit", "House rule: the game ends without a winner after this many rounds", rule,
                  {"round_limit": VALUE}, value=(1, 10000), house=True)  # fmt: skip


def _shared(book: str) -> tuple[Option, ...]:
    return (
        *_choosing(f"{book}-R06", 6, conflicts=("two-colours",)),
        # A05-237 A05-R44, A06-237 A06-R44
        Option("longer-game", "Each nation starts with only one of its three cities", f"{book}-R44",
               {"start_cities": "one"}, conflicts=("two-colours",)),
        Option("target-12", "With three nations, 12 personages win", f"{book}-R45",
               {"targets": _TARGET_12}, conflicts=("military",), players=(3,)),
        Option("bank-units", "Units of each resource in the bank", f"{book}-R10",
               {"bank_units": VALUE}, value=(18, 1000)),
        _limit(f"{book}-R42"),
    )  # fmt: skip


#: which variants go together: A06-R53
OPTIONS: Final[Mapping[str, tuple[Option, ...]]] = {
    "antike-2006": (
        *_shared("A06"),
        Option("expert", "No extra personage for all eight know-hows", "A06-239", {"extra_personage": False}),
        # A06-242 A06-243
        Option("military", "Generals count two points, higher targets, no extra personage", "A06-240",
               {"general_points": 2, "extra_personage": False, "targets": _MILITARY_TARGETS},
               conflicts=("target-12", "two-colours")),
        # A06-061 A06-064 A06-R47
        Option("two-colours", "Two players, one nation each in two colors; 15 personages win", "A06-060",
               {"nations": 2, "legions": 34, "galleys": 34, "stones": 50, "targets": ((2, 15),),
                "start_cities": "pick"},
               conflicts=("longer-game", "military", "choose", "target-12"), players=(2,)),
        Option("double-goods", "With two-colours: starting resources are doubled too", "A06-R47",
               {"start_goods": (4, 2, 6, 0)}, needs="two-colours", players=(2,)),
    ),
    "antike-2005": (
        *_shared("A05"),
        # A05-R48
        Option("coin-by-round", "All nations take their coin together, once per round", "A05-067",
               {"coin_timing": "round"}),
        Option("battle-by-pairs", "The side that demands a battle says how many pairs fight", "A05-R31",
               {"battle_size": "pair"}),
    ),
    "antike-2": (
        Option("two-players", "Two players lead two of four nations each and take turns", "A2-R02",
               {"players": (2,)}, players=(2,)),
        Option("three-each", "Each nation starts with 3 of each resource", "A2-R03", {"start_goods": (3, 3, 3, 0)}),
        # A2-037
        Option("ninth-scholar", "The first nation with all eight technologies wins a ninth scholar", "A2-176",
               {"full_scholar": True, "personages": (10, 9, 7, 6, 5)}),
        Option("free-cities", "The founder chooses the resource of every new city", "A2-177", {"free_kind": True}),
        *_choosing("A2-016", 6),
        _limit("A2-R49"),
    ),
    "antike-duellum": (
        Option("special-units", "An Admiral for Rome or Persia, a General for Carthage or Greece", "AD-163",
               {"leaders": ("admiral", "general")}),
        Option("escort", "With special-units: one can conquer only together with another unit", "AD-R32",
               {"leader_alone": False}, needs="special-units"),
        Option("last-city", "A nation's last city can be conquered too", "AD-R25", {"last_city_safe": False}),
        Option("draw-offers", "Players may offer a draw on their turn", "AD-R30", {"draw_offers": True}),
        *_choosing("AD-R02", 2),
        _limit("AD-R30"),
    ),
}  # fmt: skip

PRESETS: Final[Mapping[str, Rules]] = {
    rules.id: rules for rules in (ANTIKE_2005, ANTIKE_2006, ANTIKE_2, ANTIKE_DUELLUM)
}

#: the boards of each rulebook, its own first
BOARDS: Final[Mapping[str, tuple[str, ...]]] = {
    "antike-2005": ("east", "west", "aegean-mini"),
    "antike-2006": ("east", "west", "aegean-mini"),
    "antike-2": ("mare-nostrum", "orient"),
    "antike-duellum": ("rome-carthage", "greece-persia"),
}

_BOARDS_OURS: Final = "most of the boards; `rondel board list` says which parts"
#: our own design: what the rulebooks print only as pictures, or not at all; by a key under which a page has the words
#: of other languages
OURS: Final[Mapping[str, Mapping[str, str]]] = {
    "antike-2005": {"boards": _BOARDS_OURS},
    "antike-2006": {"boards": _BOARDS_OURS},
    "antike-2": {
        "technologies": "technology prices, but for strata later 3, navigatio first 8, mercatura later 2, regnum later "
        "6 and the sum of metallum later and moneta first, 17",
        "supply": "the number of coins, 30, and the sites of the neutral temples",
        "boards": _BOARDS_OURS,
    },
    "antike-duellum": {
        "knowledge": "knowledge prices, but for navigatio later 3 and commercium first 9",
        "events": "the event cards, but for the names and effects of fortress, earthquake, burglary and academy; "
        "all numbers of copies",
        "coins": "the number of coins, 20",
        "boards": _BOARDS_OURS,
    },
}


#: a sample of set-ups that covers every option: rulebook, players, options
_BOTH: Final = ("antike-2005", "antike-2006")
SETUPS: Final[tuple[tuple[str, int, dict[str, int]], ...]] = (
    *((book, players, {}) for book, players in product(_BOTH, (2, 3, 4, 5, 6))),
    *((book, players, {"longer-game": 1, "choose": 1}) for book, players in product(_BOTH, (2, 3, 6))),
    *((book, 3, {"target-12": 1}) for book in _BOTH),
    *((book, 6, {"bank-units": 18}) for book in _BOTH),
    *((book, 4, {"round-limit": 40, "choose": 1, "first-chooser": 2}) for book in _BOTH),
    ("antike-2006", 5, {"expert": 1}),
    *(("antike-2006", players, {"military": 1, "longer-game": 1}) for players in (2, 3, 4, 5, 6)),
    ("antike-2006", 2, {"two-colours": 1}),
    ("antike-2006", 2, {"two-colours": 1, "double-goods": 1, "expert": 1}),
    ("antike-2005", 5, {"coin-by-round": 1}),
    ("antike-2005", 4, {"battle-by-pairs": 1}),
    ("antike-2005", 6, {"coin-by-round": 1, "battle-by-pairs": 1, "bank-units": 20}),
    *(("antike-2", players, {}) for players in (3, 4, 5, 6)),
    ("antike-2", 2, {"two-players": 1}),
    ("antike-2", 3, {"three-each": 1, "ninth-scholar": 1}),
    ("antike-2", 6, {"free-cities": 1, "ninth-scholar": 1}),
    ("antike-2", 4, {"choose": 1, "first-chooser": 1, "round-limit": 30}),
    ("antike-duellum", 2, {}),
    ("antike-duellum", 2, {"special-units": 1}),
    ("antike-duellum", 2, {"special-units": 1, "escort": 1, "last-city": 1}),
    ("antike-duellum", 2, {"choose": 1, "first-chooser": 1, "draw-offers": 1}),
    ("antike-duellum", 2, {"round-limit": 30}),
)  # fmt: skip


def make_rules(book: str, options: Mapping[str, int], players: int, board: Board | None = None) -> Rules:
    """Build the rules of a book with options given by id; flags have the value 1.

    The points that win on a board go before those of the rulebook, those of an option before both.
    """
    known = {option.id: option for option in OPTIONS[book]}
    rules = PRESETS[book]
    if board and board.targets:
        rules = replace(rules, targets=tuple({**dict(rules.targets), **board.targets}.items()))
    for name, value in options.items():
        if name not in known:
            raise SetupError("bad_option", f"{book} has no option {name!r}; it has {', '.join(known)}.")
        option = known[name]
        _fits(option, value, options, players)
        patch: JsonDict = {key: value if entry is VALUE else entry for key, entry in option.patch.items()}
        rules = replace(rules, **patch)
    if options.get("first-chooser", 0) >= players:
        raise SetupError("bad_option", f"first-chooser must be a seat from 0 to {players - 1}.")
    if players not in rules.players:
        _refuse_players(rules, players)
    return rules


def _refuse_players(rules: Rules, players: int) -> None:
    """Say how many players the rulebook is for, and which option allows another number."""
    numbers = sorted(rules.players)
    wanted = f"{numbers[0]} to {numbers[-1]} players" if len(numbers) > 1 else f"{numbers[0]} players"
    opens = [option.id for option in OPTIONS[rules.id] if players in option.opens]
    hint = f" The option {opens[0]} allows {players}." if opens else ""
    raise SetupError("bad_setup", f"{rules.title} is for {wanted}, not {players}.{hint}")


def _fits(option: Option, value: int, options: Mapping[str, int], players: int) -> None:
    for other in option.conflicts:
        if other in options:
            raise SetupError("bad_option", f"The options {option.id} and {other} exclude each other.", option.rule)
    if option.needs and option.needs not in options:
        raise SetupError("bad_option", f"The option {option.id} needs the option {option.needs}.", option.rule)
    if players not in option.players:
        wanted = " or ".join(map(str, option.players))
        raise SetupError(
            "bad_option", f"The option {option.id} is for {wanted} players, not for {players}.", option.rule
        )
    low, high = option.value or (1, 1)
    if not low <= value <= high:
        wanted = f"a number from {low} to {high}" if option.value else "no number"
        raise SetupError("bad_option", f"The option {option.id} takes {wanted}.", option.rule)


#: the axes that hold values with fields of their own
_VALUES: Final[Mapping[str, type[Knowhow] | type[Trade] | type[Event]]] = {
    "knowhows": Knowhow, "trades": Trade, "events": Event,
}  # fmt: skip


def rules_from(data: Mapping[str, object]) -> Rules:
    """Build rules from their plain data; an axis that is not named is as in the rulebook today."""
    known = {field.name for field in fields(Rules)}
    if strange := sorted(set(data) - known):
        raise SetupError("bad_setup", f"This game was begun under rules that this version does not have: {strange[0]}.")
    base = PRESETS.get(str(data.get("id")))
    if base is None:
        raise SetupError("unknown_game", f"There is no rulebook {data.get('id')!r}.")
    try:
        axes: JsonDict = {name: _axis(name, value) for name, value in data.items()}
    except TypeError as error:
        raise SetupError("bad_setup", f"The stored rules cannot be read: {error}.") from error
    return replace(base, **axes)


def _axis(name: str, value: object) -> object:
    if name in _VALUES and isinstance(value, list):
        return tuple(_VALUES[name](**entry) for entry in value)
    return _tuples(value)


def _tuples(value: object) -> object:
    return tuple(_tuples(entry) for entry in value) if isinstance(value, list) else value
