"""Defaults for any game: derive from `PlainGame` and `PlainState`.

What is left to write is the rules: for the state `to_act`, `turn_of`, `legal`, `advance`, `copy`, `key`, `view`,
`returns` and `end_reason`; for the game `new`, `action_text`, and `read`, without which its positions are only written.
Everything else can be worked out from that, if not always as fast, or described as well, as a game could do it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import ClassVar, Generic, Self, TypeVar

from rondel.errors import IllegalMove, NotationError, PositionError, RondelError, SetupError
from rondel.game import (
    CHANCE,
    TERMINAL,
    Action,
    Game,
    JsonDict,
    JsonObject,
    News,
    Parts,
    S,
    Seat,
    Way,
    draw,
    read_back,
    why_not_typed,
)

G = TypeVar("G")


class PlainState(Generic[G]):
    """A position of a game without hidden parts."""

    def __init__(self, game: G) -> None:
        self.game = game

    @property
    def to_act(self) -> Seat:
        """The seat that must decide now, CHANCE or TERMINAL."""
        raise NotImplementedError

    @property
    def turn_of(self) -> Seat:
        """The seat whose turn it is."""
        raise NotImplementedError

    def legal(self) -> Sequence[Action]:
        """Give the legal actions in ascending order; empty only when the game is over."""
        raise NotImplementedError

    def copy(self) -> Self:
        """Give an independent copy."""
        raise NotImplementedError

    def key(self) -> Hashable:
        """Give a value that is equal exactly for equal positions of the same game."""
        raise NotImplementedError

    def view(self, seat: Seat) -> JsonObject:
        """Give what the seat may see, as a position object; the seat CHANCE sees everything."""
        raise NotImplementedError

    def returns(self) -> tuple[float, ...]:
        """Give each seat's result."""
        raise NotImplementedError

    def end_reason(self) -> str:
        """Say why the game is over; empty while it goes on."""
        raise NotImplementedError

    def advance(self, action: Action) -> None:
        """Play a legal action in place, unchecked."""
        raise NotImplementedError

    def apply(self, action: Action) -> Self:
        """Give the state after the action; refuse an illegal one."""
        if action not in self.legal():
            raise _not_offered(action)
        new = self.copy()
        new.advance(action)
        return new

    def chance(self) -> Sequence[tuple[Action, float]]:
        """Give all outcomes of a random event as equally likely."""
        if self.to_act != CHANCE:
            return ()
        legal = self.legal()
        return [(action, 1 / len(legal)) for action in legal]

    def redeal(self, seat: Seat, rng: Random) -> Self:
        """Give a copy: nothing is hidden."""
        return self.copy()

    def check(self) -> None:
        """Find nothing to check."""

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return read_back, (self.game, self.view(CHANCE))


class PlainGame(Generic[S]):
    """A game that only states its rules. It is identified by rulebook, players and options."""

    id: ClassVar[str]
    num_actions: ClassVar[int]
    has_chance: ClassVar[bool] = False
    hidden: ClassVar[bool] = False
    target: ClassVar[int] = 0

    def __init__(self, seats: int, board: str = "", options: Mapping[str, int] | None = None) -> None:
        self.seats = seats
        self.board = board
        self.chosen_options: Mapping[str, int] = dict(options or {})

    # ---- the rules: to be written ------------------------------------------------------------------------------------

    def new(self, seed: int = 0) -> S:
        """Give a first position."""
        raise NotImplementedError

    def read(self, position: JsonObject) -> S:
        """Build the state a position object describes; refuse all as long as nobody has written how."""
        raise PositionError("bad_position", f"{self.id} reads no positions.")

    def action_text(self, state: S, action: Action) -> str:
        """Write a legal action."""
        raise NotImplementedError

    # ---- what follows from them --------------------------------------------------------------------------------------

    def advance(self, state: S, action: Action) -> None:
        """Play a legal action in place."""
        state.advance(action)

    def board_entry(self) -> str | JsonObject:
        """Give the id of the board."""
        return self.board

    def playout(self, state: S, rng: Random, cap: int) -> int:
        """Play random decisions in place until the game is over or this many are played; give their number."""
        decisions = 0
        while decisions < cap and (legal := state.legal()):
            chance = state.to_act == CHANCE
            self.advance(state, draw(state, rng) if chance else legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    def header(self, state: S) -> JsonDict:
        """Give what identifies this game; a state that is not the first comes with its position."""
        header: JsonDict = {"game": self.id, "board": self.board_entry(), "players": self.seats}
        if self.chosen_options:
            header["options"] = dict(self.chosen_options)
        return header

    def opening(self, header: JsonObject) -> S:
        """Give the first state; a game with draws before play needs more of its header than this."""
        return self.new()

    def price_text(self, state: S, action: Action) -> str:
        """Write nothing: actions cost nothing."""
        return ""

    def parse_action(self, state: S, text: str) -> Action:
        """Read the exact text of one action."""
        for action in state.legal():
            if self.action_text(state, action) == text:
                return action
        raise NotationError("bad_text", f"{text!r} is no move here.")

    def parse(self, state: S, text: str) -> list[Action]:
        """Read a typed move: capitals and spaces do not matter."""
        wanted = " ".join(text.lower().split())
        for action in state.legal():
            if self.action_text(state, action).lower() == wanted:
                return [action]
        some = ", ".join(self.action_text(state, action) for action in state.legal()[:5])
        raise NotationError("bad_text", f"{text!r} is no move here; moves are: {some}.")

    def prompt(self, state: S) -> str:
        """Say who must decide."""
        return f"{self.who(state)} to decide" if state.to_act != TERMINAL else ""

    def show(self, state: S, seat: Seat = CHANCE) -> str:
        """Write the position object key by key."""
        return "\n".join(f"{key}: {value}" for key, value in state.view(seat).items())

    def continuation(self, state: S, action: Action) -> str:
        """Take every action as a separate move."""
        return ""

    def why_not(self, state: S, move: str | Action) -> RondelError | None:
        """Say that a move is not offered; None if it is."""
        if isinstance(move, str):
            return why_not_typed(self, state, move)
        return None if move in state.legal() else _not_offered(move)

    def options(self, state: S) -> Sequence[Action]:
        """Give the legal actions."""
        return state.legal()

    # ---- for pages, logs and tables ----------------------------------------------------------------------------------

    def parts(self, state: S, action: Action) -> Parts:
        """Give the first word of an action's text as its kind, and the text."""
        text = self.action_text(state, action)
        return {"kind": text.partition(" ")[0], "text": text}

    def clause(self, state: S, action: Action) -> str:
        """Name no clause."""
        return ""

    def who(self, state: S) -> str:
        """Name the seat that decides by its number."""
        return "chance" if state.to_act == CHANCE else f"seat {state.to_act}"

    def owed(self, state: S) -> str:
        """There are no payments."""
        return ""

    def buying(self, state: S) -> Parts:
        """There are no purchases."""
        return {}

    def ways(self, state: S, action: Action) -> Sequence[Way]:
        """There are no payments."""
        return ()

    def sides(self, state: S) -> Sequence[str]:
        """Name the seats by their numbers."""
        return [f"seat {seat}" for seat in range(self.seats)]

    def merit(self, state: S) -> Sequence[int]:
        """Give nothing: only the result counts."""
        return (0,) * self.seats

    def facts(self, state: S, place: str, seat: Seat) -> Sequence[Parts]:
        """Tell nothing besides the view."""
        return ()

    def outlook(self, state: S, action: Action) -> Parts:
        """Give nothing: decisions have no preview."""
        return {}

    def ahead(self, state: S) -> Sequence[Action]:
        """There are no steps within a turn."""
        return ()

    def public(self, state: S) -> JsonObject:
        """Give what the views of all seats agree on; a value they disagree on is null."""
        common: object = state.view(0)
        for seat in range(1, self.seats) if self.hidden else ():
            common = agreed(common, state.view(seat))
        assert isinstance(common, Mapping)
        return common

    def reads(self, state: S, action: Action, seat: Seat) -> bool:
        """Let an audience know what a player decides, and of chance what its view tells from every other outcome."""
        if not self.hidden or state.to_act != CHANCE:
            return True
        seen = self._seen(state.apply(action), seat)
        others = (other for other, share in state.chance() if share and other != action)
        return all(self._seen(state.apply(other), seat) != seen for other in others)

    def news(self, before: S, action: Action, after: S, seat: Seat) -> tuple[News, ...]:
        """Tell the move itself, and the end of the game."""
        found: list[News] = []
        if self.reads(before, action, seat):
            found.append({"kind": "move", "who": self.who(before), "text": self.action_text(before, action)})
        if after.to_act == TERMINAL:
            found.append({"kind": "over", "how": after.end_reason()})
        return tuple(found)

    def _seen(self, state: S, seat: Seat) -> JsonObject:
        return state.view(seat) if seat >= 0 else self.public(state)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return type(self), (self.seats, self.board, dict(self.chosen_options))


def agreed(one: object, other: object) -> object:
    """Keep what two views agree on; a value they disagree on is null."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return {key: agreed(one[key], other[key]) for key in one if key in other}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [agreed(mine, theirs) for mine, theirs in zip(one, other, strict=True)]
    return one if one == other else None


def _not_offered(action: Action) -> IllegalMove:
    return IllegalMove("not_offered", f"There is no action {action} to choose now.")


def stock_only(board: object, known: Sequence[str]) -> str:
    """Give the id of one of a game's own boards; refuse anything else."""
    if isinstance(board, str) and (not board or board in known):
        return board or known[0]
    raise SetupError("unknown_board", f"The boards of this game are: {', '.join(known)}.")


def _is_a_game(game: PlainGame[S]) -> Game[S]:
    """Show the type checker that a plain game fulfils the contract."""
    return game
