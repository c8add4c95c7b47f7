"""Openings: the first turns of games, as steps between nodes at which games meet again.

There are two kinds of ways through the first turns. One goes from position to position: two games meet wherever their
positions are the same, however they came there. The other is the plan of a side: what it did in its first turns, turn
by turn, whatever the others did meanwhile; that is what can be compared where the deal differs from game to game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Final, NamedTuple, TypeVar

from rondel.compact import to_line
from rondel.game import CHANCE, Action, Game, News, Seat, State
from rondel.position import to_position
from rondel.registry import family_of, find_book

T = TypeVar("T")
#: turns and draws of a game that are kept from position to position, and turns of each seat for its plan
TURNS: Final = 12
PLAN: Final = 6
#: decisions that are looked at; the first turns of a game of six take a tenth of it
LONGEST: Final = 1_500
#: kinds of nodes: which starts there were, positions, and plans
STARTS, POSITION, PLANNED = "starts", "position", "plan"
#: which news of a turn tell a plan, and which parts of them
Kinds = Mapping[str, Sequence[str]]
#: a number that stands for a node or a turn, and what all of them are below
Mark = int
MARKS: Final = 1 << 63


class Pool(NamedTuple):
    """Which games are compared: those of a rulebook on a board, of so many players, with the same options."""

    game: str
    board: str
    players: int
    options: str  # as JSON; empty for none


@dataclass(frozen=True, slots=True)
class Turn:
    """What was done from a node on: by which seat (CHANCE for a draw), the news of it, and as text."""

    seat: Seat
    news: tuple[News, ...]
    text: str

    @property
    def mark(self) -> Mark:
        """A number that is the same for what is told alike, whichever seat did it."""
        return mark_of("turn", self.text, json.dumps(self.news, sort_keys=True))


@dataclass(frozen=True, slots=True)
class Node:
    """Where games meet: the starts of a pool, a position (as a line), or so many turns of a side's plan."""

    pool: Pool
    kind: str
    sides: tuple[str, ...]  # by seat; of a plan the side alone
    seat: Seat = CHANCE  # who decides
    turns: int = 0  # that came before
    line: str = ""

    @property
    def last(self) -> bool:
        """Whether games are not followed any further."""
        return self.kind != STARTS and self.turns >= (TURNS if self.kind == POSITION else PLAN)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game: from where, by which turn, to where, and after how many decisions."""

    node: Mark
    turn: Turn
    after: Mark
    step: int


@dataclass(slots=True)
class Opening:
    """The first turns of a game. From the root one step leads to its start, and one to the plan of each side.

    Seats are counted from `first`, so that games meet whichever seat began.
    """

    pool: Pool
    first: Seat = 0
    steps: list[Step] = field(default_factory=list)
    nodes: dict[Mark, Node] = field(default_factory=dict)
    here: set[Mark] = field(default_factory=set)  # where the game stands now, while it is among its first turns

    def seat_of(self, seat: Seat) -> Seat:
        """Give a seat as it is counted here; a draw has none."""
        return seat if seat < 0 else (seat - self.first) % self.pool.players

    def turned(self, seats: Sequence[T]) -> list[T]:
        """Put what was told seat by seat in the order in which seats are counted here."""
        return [*seats[self.first :], *seats[: self.first]]


def mark_of(*words: str) -> Mark:
    """Give a number of 63 bits that stands for some words."""
    told = "\x1f".join(words).encode()
    return int.from_bytes(blake2b(told, digest_size=8).digest(), "big") >> 1


def pool_of(game: Game) -> Pool | None:
    """Say with which games a game is compared; none where it has a board of its own."""
    board, options = game.board_entry(), dict(game.chosen_options)
    if not isinstance(board, str):
        return None
    return Pool(game.id, board, game.seats, json.dumps(options, sort_keys=True) if options else "")


def starts_of(pool: Pool) -> Mark:
    """Give the node of all starts of a pool."""
    return mark_of(STARTS, *map(str, pool))


def plan_of(pool: Pool, side: str) -> Mark:
    """Give the node at which the plans of a side begin."""
    return mark_of(PLANNED, *map(str, pool), side)


def position_of(state: State) -> Mark:
    """Give the node of a position."""
    return mark_of(POSITION, line_of(state))


def line_of(state: State) -> str:
    """Write a position with its seats counted from the one that began, where the rulebook tells who did."""
    position = to_position(state)
    first, nations = position.get("start"), position.get("nations")
    if not isinstance(nations, Mapping) or first not in nations:
        return to_line(state)
    began, names = nations[first]["seat"], list(nations)
    place = names.index(str(first))
    turned = {
        name: {**nations[name], "seat": (nations[name]["seat"] - began) % state.game.seats}
        for name in names[place:] + names[:place]
    }
    return find_book(state.game.id).write_line({**position, "nations": turned})


def first_seat(state: State) -> Seat:
    """Give the seat that began, where the rulebook tells; else 0."""
    position = to_position(state)
    first, nations = position.get("start"), position.get("nations")
    return int(nations[first]["seat"]) if isinstance(nations, Mapping) and first in nations else 0


# ---- a game taken apart ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Stretch:
    """Decisions of one turn, or draws within it, that follow each other."""

    step: int
    steps: int
    before: State
    after: State
    turn: Turn

    @property
    def drawn(self) -> bool:
        """Whether chance decided."""
        return self.before.to_act == CHANCE

    @property
    def ends_turn(self) -> bool:
        """Whether the turn was over with it."""
        return self.after.turn_of != self.before.turn_of or not self.after.legal()

    @property
    def whole(self) -> bool:
        """Whether nothing more belongs to it: a game may stop in the middle of a turn."""
        return self.ends_turn or (self.after.to_act == CHANCE) != self.drawn


def opening_of(first: State, actions: Sequence[Action]) -> Opening | None:
    """Give the first turns of a game; none where there is nothing to compare it with."""
    pool = pool_of(first.game)
    if pool is None:
        return None
    found = Opening(pool, 0 if first.game.hidden else first_seat(first))
    stretches = list(_stretches(first, actions[:LONGEST]))
    last = stretches[-1].after if stretches else first
    under_way = sum(part.steps for part in stretches) == len(actions)
    stretches = [part for part in stretches if part.whole]
    sides = found.turned(first.game.sides(last))
    root = starts_of(pool)
    found.nodes[root] = Node(pool, STARTS, ())
    if not first.game.hidden:  # where hands are dealt, hardly two games are in the same position
        _positions(found, first, stretches, tuple(sides))
    family = family_of(first.game)
    kinds = family.outline if family else {}
    for seat, side in enumerate(sides):
        found.steps.append(Step(root, Turn(seat, ({"kind": "side", "side": side},), side), plan_of(pool, side), 0))
        _plan(found, side, seat, [part for part in stretches if found.seat_of(part.before.turn_of) == seat], kinds)
    if not under_way:  # the game has left its first turns
        found.here.clear()
    return found


def _positions(found: Opening, first: State, stretches: Sequence[_Stretch], sides: tuple[str, ...]) -> None:
    """Add the way from position to position, with the start itself as its first step."""
    start, pool = position_of(first), found.pool
    order: tuple[News, ...] = tuple({"kind": "side", "side": side} for side in sides)
    begins = Turn(found.seat_of(first.turn_of), order, ", ".join(sides))
    found.steps.append(Step(starts_of(pool), begins, start, 0))
    found.nodes[start] = Node(pool, POSITION, sides, found.seat_of(first.to_act), 0, line_of(first))
    here = start
    for number, part in enumerate(stretches[:TURNS], 1):
        line = line_of(part.after)
        after = mark_of(POSITION, line)
        turn = replace(part.turn, seat=found.seat_of(part.turn.seat))
        found.steps.append(Step(here, turn, after, part.step))
        found.nodes[after] = Node(pool, POSITION, sides, found.seat_of(part.after.to_act), number, line)
        here = after
    if len(stretches) <= TURNS:
        found.here.add(here)


def _plan(found: Opening, side: str, seat: Seat, stretches: Sequence[_Stretch], kinds: Kinds) -> None:
    """Add the plan of a side: its turns in outline, one after the other."""
    here = plan_of(found.pool, side)
    found.nodes[here] = Node(found.pool, PLANNED, (side,))
    turns = [parts for parts in _turns(stretches) if parts[-1].ends_turn]
    for number, parts in enumerate(turns[:PLAN], 1):
        news = outline([entry for part in parts for entry in part.turn.news], side, kinds)
        turn = Turn(seat, news, told(news))
        after = mark_of(PLANNED, str(here), turn.text)
        found.steps.append(Step(here, turn, after, parts[0].step))
        found.nodes[after] = Node(found.pool, PLANNED, (side,), turns=number)
        here = after
    if len(turns) <= PLAN:
        found.here.add(here)


def _turns(stretches: Sequence[_Stretch]) -> Iterator[list[_Stretch]]:
    """Put together what belongs to the same turn of a seat: draws lie between."""
    turn: list[_Stretch] = []
    for part in stretches:
        if turn and turn[-1].after is not part.before:
            yield turn
            turn = []
        turn.append(part)
    if turn:
        yield turn


def _stretches(first: State, actions: Sequence[Action]) -> Iterator[_Stretch]:
    """Take the first turns of a game apart, as far as positions or plans need them."""
    state, game = first, first.game
    step, turns, last = 0, Counter[Seat](), CHANCE
    number = 0
    while step < len(actions):
        seat, drawn = state.turn_of, state.to_act == CHANCE
        if seat != last:
            turns[seat] += 1
            last = seat
        if number >= TURNS and turns[seat] > PLAN:
            return
        begin, before = step, state
        news: list[News] = []
        texts: list[str] = []
        while step < len(actions) and state.turn_of == seat and (state.to_act == CHANCE) == drawn:
            action = actions[step]
            texts.append(game.action_text(state, action))
            after = state.apply(action)
            news += game.news(state, action, after, CHANCE)
            state, step = after, step + 1
        turn = Turn(CHANCE if drawn else seat, tuple(_until_next(news)), "; ".join(texts))
        yield _Stretch(begin, step - begin, before, state, turn)
        number += 1


def _until_next(news: Sequence[News]) -> Iterator[News]:
    """Give the news of a turn up to where the next one begins."""
    for entry in news:
        if entry.get("kind") == "turn":
            return
        yield entry


def outline(news: Sequence[News], side: str, kinds: Kinds) -> tuple[News, ...]:
    """Say what a turn of a side was about, without where and how it was paid; what comes in any order is put in one.

    `kinds` says which news count and which parts of them; without them all do.
    """
    if not kinds:
        return tuple(news)
    known = [_essence(entry, side, kinds[str(entry["kind"])]) for entry in news if entry.get("kind") in kinds]
    return tuple(sorted(known, key=told_one))


def _essence(entry: News, side: str, parts: Sequence[str]) -> News:
    """Give what counts of one of the news; whom it is about is said only where a side leads several nations."""
    return {key: entry[key] for key in ("kind", *parts) if key in entry and entry[key] != side}


def told(news: Sequence[News]) -> str:
    """Write the outline of a turn as text."""
    return ", ".join(told_one(entry) for entry in news) or "nothing"


def told_one(entry: News) -> str:
    """Write one of the things that a turn was about."""
    # "wedge arming" is said by its value alone
    return " ".join(str(value) for key, value in entry.items() if key != "kind" or value not in entry)


# ---- many games ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """How often something was played, by whom, and how many of those games who played it and each seat won.

    Winners share a win.
    """

    games: int = 0
    won: float = 0.0
    by: Counter[str] = field(default_factory=Counter)  # "" for people, else the names of bots
    wins: dict[Seat, float] = field(default_factory=dict)

    def add(self, by: str, seat: Seat, winners: Sequence[Seat], games: int = 1) -> None:
        """Count some games that a seat came through here, all with the same result."""
        self.games += games
        self.by[by] += games
        for winner in winners:
            self.wins[winner] = self.wins.get(winner, 0.0) + games / len(winners)
            self.won += games / len(winners) if winner == seat else 0.0


@dataclass(slots=True)
class Index:
    """What was played in many games, node by node."""

    nodes: dict[Mark, Node] = field(default_factory=dict)
    turns: dict[Mark, Turn] = field(default_factory=dict)
    played: dict[Mark, dict[tuple[Mark, Mark], Tally]] = field(default_factory=dict)
    games: Counter[Pool] = field(default_factory=Counter)

    def add(self, opening: Opening, by: Sequence[str], winners: Sequence[Seat]) -> None:
        """Add a game: by whom each seat was played, and which seats have won."""
        self.games[opening.pool] += 1
        by, winners = opening.turned(by), [opening.seat_of(seat) for seat in winners]
        self.nodes |= opening.nodes
        for step in opening.steps:
            mark = step.turn.mark
            self.turns[mark] = step.turn
            rows = self.played.setdefault(step.node, {})
            rows.setdefault((mark, step.after), Tally()).add(
                by[step.turn.seat] if step.turn.seat >= 0 else "", step.turn.seat, winners
            )

    def from_here(self, node: Mark) -> list[tuple[Turn, Mark, Tally]]:
        """List the turns that were played from a node, the most frequent first, and where each leads."""
        rows = self.played.get(node, {}).items()
        found = [(self.turns[turn], after, tally) for (turn, after), tally in rows]
        return sorted(found, key=lambda row: (-row[2].games, row[0].text))

    def begun(self, pool: Pool, kind: str) -> list[tuple[Turn, Mark, Tally]]:
        """List what leads from the root of a pool to its starts (`position`), or to the plans of its sides (`plan`)."""
        return [row for row in self.from_here(starts_of(pool)) if self.nodes[row[1]].kind == kind]
