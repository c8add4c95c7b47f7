"""The Antike rulebooks as presets of Rules, and their options as named patches. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

from rondel.antike.rules import Knowhow, Rules
from rondel.errors import SetupError

_CHART: Final = (
    Knowhow(name="wheel", first=7, later=3, effect="legion-actions", level=1),
    Knowhow(name="sailing", first=7, later=3, effect="galley-actions", level=1),
    Knowhow(name="market", first=7, later=3, effect="production", level=1),
    Knowhow(name="monarchy", first=7, later=3, effect="defence", level=1),
    Knowhow(name="roads", first=10, later=5, needs=0, effect="legion-actions", level=2),
    Knowhow(name="navigation", first=10, later=5, needs=1, effect="galley-actions", level=2),
    Knowhow(name="currency", first=10, later=5, needs=2, effect="production", level=2),
    Knowhow(name="democracy", first=10, later=5, needs=3, effect="defence", level=2),
)

ANTIKE_2006: Final = Rules(
    id="antike-2006",
    title="Antike, revised edition",
    year=2006,
    extra_personage=True,
    trade=(2, 1),
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
    trade=(1, 1),
    coin_timing="turn",
    maneuver_phases=False,
    battle_size="all",
)


@dataclass(frozen=True, slots=True)
class Option:
    """A named change of the rules. A patch value of VALUE stands for the number given with the option."""

    id: str
    title: str
    rule: str  # ledger id
    patch: Mapping[str, Any]
    conflicts: tuple[str, ...] = ()
    players: tuple[int, ...] = (2, 3, 4, 5, 6)
    value: tuple[int, int] | None = None  # allowed range of the number, for options that take one
    house: bool = False  # not from the rulebook


#: marks where an option's number goes
VALUE: Final = object()

_TARGET_12: Final = ((3, 12), (4, 9), (5, 8), (6, 7))
_MILITARY_TARGETS: Final = ((3, 13), (4, 11), (5, 9), (6, 8))


def _shared(book: str) -> tuple[Option, ...]:
    return (
        Option("choose", "The players choose their nations, seat by seat, instead of drawing", f"{book}-R06",
               {"distribution": "choose"}, conflicts=("two-colours",)),
        Option("first-chooser", "Which seat chooses its nation first (with choose)", f"{book}-R06",
               {"first_chooser": VALUE}, value=(0, 5)),
        Option("longer-game", "Each nation starts with one of its three cities", f"{book}-R44",
               {"start_cities": "one"}, conflicts=("two-colours",)),
        Option("target-12", "Three nations play to 12 personages", f"{book}-R45",
               {"targets": _TARGET_12}, conflicts=("military",), players=(3,)),
        Option("bank-units", "The bank holds this many units of each resource", f"{book}-R10",
               {"bank_units": VALUE}, value=(18, 1000)),
        Option("round-limit", "House rule: the game ends without a winner after this many rounds", f"{book}-R42",
               {"round_limit": VALUE}, value=(1, 10000), house=True),
    )  # fmt: skip


OPTIONS: Final[Mapping[str, tuple[Option, ...]]] = {
    "antike-2006": (
        *_shared("A06"),
        Option("expert", "No extra personage for all eight know-hows", "A06-239", {"extra_personage": False}),
        Option("military", "Generals count two points; higher targets; no extra personage", "A06-240",
               {"general_points": 2, "extra_personage": False, "targets": _MILITARY_TARGETS},
               conflicts=("target-12", "two-colours")),
        Option("two-colours", "Two players, one nation each with two colours, to 15 personages", "A06-060",
               {"nations": 2, "legions": 34, "galleys": 34, "stones": 50, "targets": ((2, 15),),
                "start_cities": "pick"},
               conflicts=("longer-game", "military", "choose", "target-12"), players=(2,)),
        Option("double-goods", "With two-colours: start goods are doubled too", "A06-R47",
               {"start_goods": (4, 2, 6, 0)}, players=(2,)),
    ),
    "antike-2005": (
        *_shared("A05"),
        Option("coin-by-round", "All nations take their coin together once a round", "A05-067",
               {"coin_timing": "round"}),
        Option("battle-by-pairs", "The side that demands a battle names the number of pairs", "A05-R31",
               {"battle_size": "pair"}),
    ),
}  # fmt: skip

PRESETS: Final[Mapping[str, Rules]] = {rules.id: rules for rules in (ANTIKE_2005, ANTIKE_2006)}


#: set-ups that stand for all: rulebook, players, options
_BOTH: Final = tuple(PRESETS)
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
)  # fmt: skip


def make_rules(book: str, options: Mapping[str, int], players: int) -> Rules:
    """Build the rules of a book with options given by id; flags have the value 1."""
    known = {option.id: option for option in OPTIONS[book]}
    rules = PRESETS[book]
    for name, value in options.items():
        if name not in known:
            raise SetupError("bad_option", f"{book} has no option {name!r}; it has {', '.join(known)}.")
        option = known[name]
        _fits(option, value, options, players)
        patch: dict[str, Any] = {key: value if entry is VALUE else entry for key, entry in option.patch.items()}
        rules = replace(rules, **patch)
    _needs("double-goods", "two-colours", options)
    _needs("first-chooser", "choose", options)
    if options.get("first-chooser", 0) >= players:
        raise SetupError("bad_option", f"first-chooser must be a seat from 0 to {players - 1}.")
    return rules


def _fits(option: Option, value: int, options: Mapping[str, int], players: int) -> None:
    for other in option.conflicts:
        if other in options:
            raise SetupError("bad_option", f"The options {option.id} and {other} exclude each other.", option.rule)
    if players not in option.players:
        wanted = " or ".join(map(str, option.players))
        raise SetupError(
            "bad_option", f"The option {option.id} is for {wanted} players, not for {players}.", option.rule
        )
    low, high = option.value or (1, 1)
    if not low <= value <= high:
        wanted = f"a number from {low} to {high}" if option.value else "no number"
        raise SetupError("bad_option", f"The option {option.id} takes {wanted}.", option.rule)


def _needs(name: str, other: str, options: Mapping[str, int]) -> None:
    if name in options and other not in options:
        raise SetupError("bad_option", f"The option {name} needs the option {other}.")
