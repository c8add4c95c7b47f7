"""A tiny game with chance and a secret, to try what is general in the search.

Two seats take one or two stones in turn; who takes the last stone wins. After each move chance may take one stone more
(never the last). Each seat holds a secret number that only matters in that the other must not see it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from rondel.game import CHANCE, TERMINAL


class Toy:
    id = "toy"
    seats = 2
    num_actions = 3
    has_chance = True

    def __init__(self, stones: int = 4, wind: float = 0.25) -> None:
        self.stones = stones
        self.wind = wind

    def new(self, seed: int = 0) -> Pile:
        rng = Random(seed)
        return Pile(self, self.stones, 0, (rng.randrange(9), rng.randrange(9)), False)


class Pile:
    def __init__(self, game: Toy, stones: int, turn: int, secrets: tuple[int, int], windy: bool) -> None:
        self.game, self.stones, self.turn, self.secrets, self.windy = game, stones, turn, secrets, windy

    @property
    def to_act(self) -> int:
        if not self.stones:
            return TERMINAL
        return CHANCE if self.windy else self.turn

    @property
    def turn_of(self) -> int:
        return self.turn

    def legal(self) -> Sequence[int]:
        if not self.stones:
            return ()
        return (0, 1) if self.windy else (1, 2) if self.stones > 1 else (1,)

    def chance(self) -> Sequence[tuple[int, float]]:
        return ((0, 1 - self.game.wind), (1, self.game.wind)) if self.to_act == CHANCE else ()

    def advance(self, action: int) -> None:
        if self.windy:
            self.stones -= action
            self.windy = False
            self.turn = 1 - self.turn
        else:
            self.stones -= action
            self.windy = self.stones > 1 and self.game.wind > 0
            if not self.windy and self.stones:
                self.turn = 1 - self.turn

    def copy(self) -> Pile:
        return Pile(self.game, self.stones, self.turn, self.secrets, self.windy)

    def apply(self, action: int) -> Pile:
        new = self.copy()
        new.advance(action)
        return new

    def redeal(self, seat: int, rng: Random) -> Pile:
        new = self.copy()
        other = rng.randrange(9)
        new.secrets = (self.secrets[0], other) if seat == 0 else (other, self.secrets[1])
        return new

    def returns(self) -> tuple[float, ...]:
        if self.stones:
            return 0.0, 0.0
        return (1.0, -1.0) if self.turn == 0 else (-1.0, 1.0)

    def end_reason(self) -> str:
        return "" if self.stones else "last-stone"

    def key(self) -> Hashable:
        return self.stones, self.turn, self.secrets, self.windy

    def view(self, seat: int) -> dict[str, Any]:
        return {"stones": self.stones, "secret": self.secrets[seat]}

    def check(self) -> None:
        assert self.stones >= 0
