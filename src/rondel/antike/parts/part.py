"""What a part is: something that only some rulebooks have, declared in one value.

A part owns a slice of the state, its keys in positions, its counts of a turn, its invariants, and the words of its
actions: how they are typed and written, and why they are refused. What is not in play is neither written nor read, and
takes no time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from rondel.antike.rules import Rules
from rondel.antike.state import (
    ANSWER,
    ASK,
    CHARGE,
    CONQUEST,
    FORTRESS,
    GIVE_UP,
    JOIN,
    LOSE,
    MANEUVER,
    BaseGame,
    Options,
    State,
)
from rondel.antike.tables import Tables
from rondel.antike.text.bought import Told
from rondel.antike.text.words import Reader, Reading
from rondel.errors import IllegalMove
from rondel.game import JsonDict, JsonObject, News

#: phases within a maneuver, in which units of the nation on turn may have acted
ACTING: Final = (MANEUVER, JOIN, ANSWER, ASK, LOSE, GIVE_UP, FORTRESS, CHARGE, CONQUEST)
CONTRADICTED: Final = "the counts of the turn contradict each other"
OUTSIDE_MANEUVER: Final = "marches and saved cities belong to a maneuver"

#: what a phase offers, and what an action does in it
Legal = Callable[[Tables, State], Options]
Act = Callable[[Tables, State, int], None]
#: finds the place of a nation in seat order by its name
Finder = Callable[[object], int]
#: an action by its place within its kind: its text after the verb, what it is made of, why it is refused
Writer = Callable[[BaseGame, State, int], str]
Pieces = dict[str, str | int]
Taker = Callable[[BaseGame, State, int], Pieces]
Reason = Callable[[BaseGame, State, int], IllegalMove]
#: what an action brought about, without the nation: the state before, the action's place, the state after
Teller = Callable[[BaseGame, State, int, State], Told]


def _no_words(game: BaseGame, state: State, place: int) -> str:
    return ""


def _no_pieces(game: BaseGame, state: State, place: int) -> Pieces:
    return {}


def _no_keys(game: BaseGame, state: State) -> JsonDict:
    return {}


def _no_nation_keys(game: BaseGame, state: State, nation: int) -> JsonDict:
    return {}


def _read_nothing(game: BaseGame, state: State, data: JsonObject, find: Finder) -> None:
    """Read nothing."""


def _read_no_nation(game: BaseGame, state: State, nation: int, entry: JsonObject) -> None:
    """Read nothing."""


def _no_faults(game: BaseGame, state: State) -> list[str]:
    return []


def _no_fault(game: BaseGame, state: State) -> str:
    return ""


def _no_lines(game: BaseGame, state: State, nation: int) -> list[str]:
    return []


def _no_news(game: BaseGame, before: State, action: int, after: State) -> list[News]:
    return []


def _fits(rules: Rules, nations: int) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionWords:
    """The words of one kind of action."""

    #: its verbs, as typed; the first one is printed
    verbs: tuple[str, ...]
    #: reads what follows the verb; None where the verb is that of another kind, which is asked first
    read: Reader | None = None
    write: Writer = _no_words
    #: the regions, units and amounts it is made of, for pages
    take_apart: Taker = _no_pieces
    #: why it is refused; None where every phase that takes it offers it
    why_not: Reason | None = None
    #: what it brought about; None where the part's news tell it
    tell: Teller | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part: when it is in play, and what it adds to turns, positions, checks, moves and refusals."""

    name: str
    #: the axis of the rules that brings it into play, and how that axis is asked
    axis: str
    in_play: Callable[[Rules], bool]
    #: axes that matter only where the part is in play, with the value that they have otherwise
    details: Mapping[str, object] = field(default_factory=dict)
    #: why it does not go with other axes, in a sentence that names both; empty if it does
    misfit: Callable[[Rules, int], str] = _fits
    #: its phases: what they offer and do, and what must be decided in words
    handlers: Mapping[int, tuple[Legal, Act]] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    #: what is asked in a phase, where that is more than the nation and the prompt
    questions: Mapping[int, Callable[[BaseGame, State], str]] = field(default_factory=dict)
    #: what a phase needs that a position may lack
    needs: Mapping[int, Callable[[BaseGame, State], str]] = field(default_factory=dict)
    #: the kinds of action that it adds to phases, its own and those of all rulebooks
    takes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: the words of the kinds of action it adds
    actions: Mapping[str, ActionWords] = field(default_factory=dict)
    #: reads the part's moves that begin with the verb of another kind, and says whether this was one
    reads: Mapping[str, Callable[[BaseGame, State, Reading], bool]] = field(default_factory=dict)
    #: why actions of all rulebooks are refused in its phases
    refuses: Mapping[str, Reason] = field(default_factory=dict)
    #: the clauses behind its refusals, a row for each key
    clauses: str = ""
    #: what it counts in a turn: place in `State.tally`, and name in positions
    counts: Mapping[int, str] = field(default_factory=dict)
    #: keys in a nation's entry and in the position; what is said if they are given although the part is not in play
    nation_keys: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    absent: str = ""
    write_nation: Callable[[BaseGame, State, int], JsonDict] = _no_nation_keys
    read_nation: Callable[[BaseGame, State, int, JsonObject], None] = _read_no_nation
    write: Callable[[BaseGame, State], JsonDict] = _no_keys
    read: Callable[[BaseGame, State, JsonObject, Finder], None] = _read_nothing
    #: what is impossible about a position, and about the moment within the turn
    faults: Callable[[BaseGame, State], list[str]] = _no_faults
    moment: Callable[[BaseGame, State], str] = _no_fault
    #: lines of the readable position: next to the board, and below a nation
    show: Callable[[BaseGame, State, int], list[str]] = _no_lines
    show_nation: Callable[[BaseGame, State, int], list[str]] = _no_lines
    #: what an action brought about in it: the state before, the action, the state after
    news: Callable[[BaseGame, State, int, State], list[News]] = _no_news
