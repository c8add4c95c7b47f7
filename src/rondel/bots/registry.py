"""Bots by name: `greedy`, `search:time=1s,seed=3`, `learned:time=1s`, `level:2`, `package.module:Name`.

Other packages add kinds of bots by entry points of the group `rondel.bots`. An entry point, like an object named
`package.module:Name`, is a `Kind`, or anything that makes a bot from a game and a seed: a class or a function.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, cast

from rondel.bots.base import Bot, Budget, Chooser, NamedBot
from rondel.bots.greedy import GreedyBot
from rondel.bots.knowledge import evaluator_for
from rondel.bots.learned import about as about_learned
from rondel.bots.learned import make_learned
from rondel.bots.levels import LEVELS, looking_bot, make_level
from rondel.bots.random_bot import RandomBot
from rondel.doors import BOTS, declared, is_reference, load, refuse
from rondel.errors import RondelError
from rondel.game import Game

Settings = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Setting:
    """One option of a bot. Times are seconds, or end in s or ms."""

    name: str
    about: str
    default: float
    low: float = 0
    high: float = 1e9
    time: bool = False
    unless: str = ""  # the default does not apply if this option is given


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bot: its name, what it does, its options, and how it is made."""

    name: str
    about: str
    settings: tuple[Setting, ...]
    make: Callable[[Game, Settings, str], Bot]
    bare: str = ""  # the option meant by a value without a name, as in level:3


_SEED: Final = Setting("seed", "draws everything the bot leaves to chance", 0)


#: of the bots that look ahead
_LOOKING: Final = (
    Setting("time", "thinking time for a turn's first decision", 1.0, 0.001, 600, True, unless="nodes"),
    Setting("nodes", "most positions judged; without a time limit the same seed gives the same play", 0),
    Setting("width", "turns looked at from a position; 0 for what suits the game", 0, 0, 64),
    _SEED,
)


def _random(game: Game, options: Settings, name: str) -> Bot:
    return RandomBot(int(options["seed"]), name)


def _greedy(game: Game, options: Settings, name: str) -> Bot:
    return GreedyBot(evaluator_for(game), name)


def _search(game: Game, options: Settings, name: str) -> Bot:
    budget = Budget(options["time"], int(options["nodes"]))
    return looking_bot(game, budget, int(options["seed"]), int(options["width"]), name)


def _learned(game: Game, options: Settings, name: str) -> Bot:
    budget = Budget(options["time"], int(options["nodes"]))
    return make_learned(game, budget, int(options["seed"]), int(options["width"]), int(options["generation"]), name)


def _level(game: Game, options: Settings, name: str) -> Bot:
    return make_level(game, int(options["n"]), int(options["seed"]), name, int(options["nodes"]))


KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind("random", "draws one of the legal decisions", (_SEED,), _random),
        Kind("greedy", "plans its own turn to the end and judges where it leads; no option, no chance", (), _greedy),
        Kind(
            "search",
            "plays candidate turns forward against likely replies, one value a seat, until the budget is spent",
            _LOOKING,
            _search,
        ),
        Kind(
            "learned",
            about_learned(),
            (
                *_LOOKING,
                Setting(
                    "generation", "a net of the folder that RONDEL_NETS names; 0 for the one that comes with rondel", 0
                ),
            ),
            _learned,
        ),
        Kind(
            "level",
            "five opponents, from one for a first game to the strongest: "
            + "; ".join(f"{n} {level.about}" for n, level in LEVELS.items()),
            (
                Setting("n", "1 (first game) to 5 (strongest)", 3, 1, 5),
                Setting("nodes", "most positions judged, in place of a time: the same seed gives the same play", 0),
                _SEED,
            ),
            _level,
            bare="n",
        ),
    )
}


@cache
def added_kinds() -> Mapping[str, Kind]:
    """Give the sorts of bots that other packages declare, by name."""
    found: dict[str, Kind] = {}
    for name, thing in declared(BOTS):
        if name in KINDS or (not callable(thing) and not isinstance(thing, Kind)):
            refuse(BOTS, name, "there is such a bot already" if name in KINDS else "it makes no bot")
        else:
            found[name] = _kind(name, thing)
    return found


def _kind(name: str, thing: object) -> Kind:
    """Give the sort of bot that an object of another package stands for."""
    if isinstance(thing, Kind):
        return replace(thing, name=name)
    maker = cast(Callable[[Game, int], Chooser], thing)

    def make(game: Game, options: Settings, text: str) -> Bot:
        made = maker(game, int(options["seed"]))
        return made if isinstance(made, Bot) else NamedBot(made, text)

    about = (thing.__doc__ or "").strip().partition("\n")[0].rstrip(".") or "a bot of another package"
    return Kind(name, about, (_SEED,), make)


def _referred(text: str) -> tuple[str, str]:
    """Split a text into the name of a bot and its options; the name of an object contains a colon too."""
    first, _, rest = text.partition(":")
    second, _, options = rest.partition(":")
    known, name = first.strip().lower(), f"{first}:{second}".strip()
    if known not in KINDS and known not in added_kinds() and is_reference(name):
        return name, options
    return known, rest


def find_kind(text: str) -> Kind:
    """Give the kind of bot that a text begins with."""
    name, _ = _referred(text)
    if is_reference(name):
        return _loaded(name)
    found = KINDS.get(name) or added_kinds().get(name)
    if found is None:
        known = ", ".join([*KINDS, *added_kinds()])
        raise RondelError("unknown_bot", f"There is no bot {name!r}. The bots are: {known}.")
    return found


@cache
def _loaded(reference: str) -> Kind:
    try:
        thing = load(reference)
    except (ImportError, AttributeError) as error:
        raise RondelError("unknown_bot", f"There is no bot {reference!r}: {error}.") from error
    if not callable(thing) and not isinstance(thing, Kind):
        raise RondelError("unknown_bot", f"{reference} makes no bot: it is {type(thing).__name__}.")
    return _kind(reference, thing)


def settings_of(text: str) -> tuple[Kind, dict[str, float]]:
    """Read the text of a bot: its kind and all its options, with defaults for those left out."""
    kind = find_kind(text)
    given: dict[str, float] = {}
    for part in filter(None, map(str.strip, _referred(text)[1].split(","))):
        name, mark, value = map(str.strip, part.partition("="))
        if not mark and kind.bare:
            name, value = kind.bare, name
        number = _read(kind, name, value)
        if name in given:
            raise RondelError("bad_option", f"The option {name} of {kind.name} is given twice.")
        given[name] = number
    return kind, {setting.name: _default(setting, given) for setting in kind.settings} | given


def _default(setting: Setting, given: Settings) -> float:
    """Give the value of an option that is left out."""
    return 0.0 if given.get(setting.unless) else setting.default


def _read(kind: Kind, name: str, value: str) -> float:
    setting = next((entry for entry in kind.settings if entry.name == name), None)
    if setting is None:
        known = ", ".join(entry.name for entry in kind.settings) or "none"
        raise RondelError("bad_option", f"The bot {kind.name} has no option {name!r}; it has {known}.")
    number = _number(setting, value)
    if not setting.low <= number <= setting.high or (not setting.time and number != int(number)):
        unit = "a time" if setting.time else "a whole number"
        raise RondelError(
            "bad_option",
            f"The option {name} of {kind.name} is {unit} from {setting.low:g} to {setting.high:g}, not {value!r}.",
        )
    return number


def _number(setting: Setting, value: str) -> float:
    scale, text = 1.0, value
    if setting.time and value.endswith("ms"):
        scale, text = 0.001, value[:-2]
    elif setting.time and value.endswith("s"):
        text = value[:-1]
    try:
        number = float(text) * scale
    except ValueError:
        return -1.0
    return number if math.isfinite(number) else -1.0


def make_bot(text: str, game: Game, seed: int | None = None) -> Bot:
    """Make a bot for one seat of a game; the seed is added to the one in the text, so that seats and games differ."""
    kind, options = settings_of(text)
    if seed is not None and "seed" in options:
        options["seed"] = options["seed"] * 1_000_003 + seed
    return kind.make(game, options, text)
