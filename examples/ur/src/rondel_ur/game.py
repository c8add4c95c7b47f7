"""The rules: a race of seven pieces a side over fourteen squares, by the throw of four dice.

Squares are numbered along a side's own way: 1 to 4 and 13 to 14 are its own, 5 to 12 are shared; 0 is the hand, 15
home.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from rondel.defaults import PlainGame, PlainState
from rondel.game import CHANCE, TERMINAL, JsonObject
from rondel_ur.notation import HOME, PIECES, SIDES, position_of, read_position

#: throws with their probabilities: how many of the four dice show their marked side
THROWS: Final = tuple(enumerate((1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)))
#: squares that give another throw
ROSETTES: Final = frozenset((4, 8, 14))
#: the rosette in the middle: nobody is hit there
SAFE: Final = 8
#: squares on which both sides meet
SHARED: Final = range(5, 13)
#: actions: 0 to 4 are throws, from here on moves by the square they begin at, 0 to 14
MOVE: Final = 5


class UrState(PlainState["UrGame"]):
    """A position: where the pieces are, whose turn it is, and the throw; -1 before it."""

    __slots__ = ("on", "throw", "turn")

    def __init__(self, game: UrGame) -> None:
        super().__init__(game)
        #: how many pieces of each side are at each place, from hand to home
        self.on = [[PIECES, *[0] * HOME] for _ in SIDES]
        self.turn = 0
        self.throw = -1

    @property
    def to_act(self) -> int:
        """The seat that moves, chance before a throw, nobody when a side is home."""
        if self.winner >= 0:
            return TERMINAL
        return CHANCE if self.throw < 0 else self.turn

    @property
    def turn_of(self) -> int:
        """The seat whose turn it is."""
        return self.turn

    @property
    def winner(self) -> int:
        """The side that has all its pieces home; -1 if none."""
        return next((side for side, places in enumerate(self.on) if places[HOME] == PIECES), -1)

    def legal(self) -> Sequence[int]:
        """Give the throws before a throw, then the moves; a side that has none has passed already."""
        if self.to_act == TERMINAL:
            return ()
        return range(MOVE) if self.throw < 0 else self.moves()

    def moves(self) -> list[int]:
        """Give the moves of the side on turn with its throw."""
        mine, others = self.on[self.turn], self.on[1 - self.turn]
        found = []
        for start in range(HOME):
            end = start + self.throw
            if not mine[start] or end > HOME or not self.throw:
                continue
            taken = end < HOME and (mine[end] or (end == SAFE and others[end]))
            if not taken:
                found.append(MOVE + start)
        return found

    def advance(self, action: int) -> None:
        """Throw or move; who cannot move passes at once."""
        if action < MOVE:
            self.throw = action
            if not self.moves():
                self._pass()
            return
        start, end = action - MOVE, action - MOVE + self.throw
        mine, others = self.on[self.turn], self.on[1 - self.turn]
        mine[start] -= 1
        mine[end] += 1
        if end in SHARED and others[end]:
            others[end] -= 1
            others[0] += 1
        if end in ROSETTES:
            self.throw = -1
        else:
            self._pass()

    def _pass(self) -> None:
        self.turn, self.throw = 1 - self.turn, -1

    def chance(self) -> Sequence[tuple[int, float]]:
        """Give the throws with their probabilities."""
        return THROWS if self.to_act == CHANCE else ()

    def copy(self) -> UrState:
        """Give an independent copy."""
        new = UrState(self.game)
        new.on = [places[:] for places in self.on]
        new.turn, new.throw = self.turn, self.throw
        return new

    def key(self) -> Hashable:
        """Give a value that is equal exactly for equal positions."""
        return tuple(map(tuple, self.on)), self.turn, self.throw

    def view(self, seat: int) -> JsonObject:
        """Give the position: everything is open."""
        return position_of(self.on, self.turn, self.throw, self.winner)

    def returns(self) -> tuple[float, ...]:
        """Give 1 to the side that is home and -1 to the other."""
        return (0.0, 0.0) if self.winner < 0 else (1.0, -1.0) if self.winner == 0 else (-1.0, 1.0)

    def end_reason(self) -> str:
        """Say that a side is home."""
        return "home" if self.winner >= 0 else ""

    def check(self) -> None:
        """See that no piece was lost or made, and no square holds two."""
        for places in self.on:
            assert sum(places) == PIECES
            assert all(0 <= count <= 1 for count in places[1:HOME])
        assert not any(self.on[0][place] and self.on[1][place] for place in SHARED)


class UrGame(PlainGame[UrState]):
    """The game for two; it has one board and no options."""

    id = "ur"
    num_actions = MOVE + HOME
    has_chance = True

    def new(self, seed: int = 0) -> UrState:
        """Give the first position; White begins, and nothing is drawn before play."""
        return UrState(self)

    def read(self, position: JsonObject) -> UrState:
        """Build the state a position object describes."""
        state = UrState(self)
        state.on, state.turn, state.throw = read_position(position)
        if state.throw >= 0 and state.to_act != TERMINAL and not state.moves():
            state.turn, state.throw = 1 - state.turn, -1
        return state

    def action_text(self, state: UrState, action: int) -> str:
        """Write a throw or a move: `throw 3`, `enter`, `move 4`, `move 13 home`."""
        if action < MOVE:
            return f"throw {action}"
        start = action - MOVE
        home = " home" if start + state.throw == HOME else ""
        return f"move {start}{home}" if start else "enter"

    def prompt(self, state: UrState) -> str:
        """Say who does what."""
        if state.to_act == TERMINAL:
            return ""
        side = SIDES[state.turn]
        return f"{side} throws the dice" if state.throw < 0 else f"{side} to move a piece by {state.throw}"

    def who(self, state: UrState) -> str:
        """Name the side on turn."""
        return SIDES[state.turn]

    def show(self, state: UrState, seat: int = CHANCE) -> str:
        """Draw the board in three rows, White above and Black below."""
        rows = [_row(state, 0), _middle(state), _row(state, 1)]
        sides = zip(SIDES, state.on, strict=True)
        hands = ", ".join(f"{side} {places[0]} in hand and {places[HOME]} home" for side, places in sides)
        return "\n".join([*rows, "", f"{hands}.", self.prompt(state)]).rstrip()


def _sign(state: UrState, place: int, sides: Sequence[int]) -> str:
    owner = next((side for side in sides if state.on[side][place]), None)
    return "*" if owner is None and place in ROSETTES else "." if owner is None else "WB"[owner]


def _row(state: UrState, side: int) -> str:
    own = [_sign(state, place, (side,)) for place in (4, 3, 2, 1)]
    return " ".join([*own, " ", " ", *[_sign(state, place, (side,)) for place in (14, 13)]])


def _middle(state: UrState) -> str:
    return " ".join(_sign(state, place, (0, 1)) for place in SHARED)
