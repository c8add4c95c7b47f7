"""Small games and helpers for the tests of the server: one with chance and hidden cards, matches ready to play."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any

from rondel.defaults import PlainGame, PlainState
from rondel.game import CHANCE, TERMINAL, widened
from rondel.record import start_record
from rondel.registry import make
from rondel.server.core.match import Match, new_setup, open_match
from rondel.server.wire.events import Chair, Pace

NO_CLOCK = Pace()
CARDS = ("oak", "corn", "fish")
DRAW, SHOW = 0, 1
OUTCOME = 2  # 2..4: chance deals one of CARDS


class Cards(PlainGame["CardState"]):
    """Two seats draw cards that only they see; whoever has shown three in all ends the game and wins."""

    id, num_actions, has_chance, hidden = "cards", 5, True, True

    def __init__(self) -> None:
        super().__init__(2)

    def new(self, seed: int = 0) -> CardState:
        return CardState(self)

    def action_text(self, state: CardState, action: int) -> str:
        return ("draw", "show")[action] if action < OUTCOME else f"dealt {CARDS[action - OUTCOME]}"

    def prompt(self, state: CardState) -> str:
        return f"seat {state.to_act}: draw or show" if state.to_act >= 0 else ""


class CardState(PlainState[Cards]):
    """A position of the card game."""

    def __init__(self, game: Cards) -> None:
        super().__init__(game)
        self.turn, self.dealing, self.shown = 0, False, 0
        self.hands: list[list[str]] = [[], []]

    @property
    def to_act(self) -> int:
        return TERMINAL if self.shown >= 3 else CHANCE if self.dealing else self.turn

    @property
    def turn_of(self) -> int:
        return self.turn

    def legal(self) -> Sequence[int]:
        if self.to_act == TERMINAL:
            return ()
        if self.dealing:
            return (2, 3, 4)
        return (DRAW, SHOW) if self.hands[self.turn] else (DRAW,)

    def advance(self, action: int) -> None:
        if action == DRAW:
            self.dealing = True
            return
        if action == SHOW:
            self.hands[self.turn].pop()
            self.shown += 1
        else:
            self.dealing = False
            self.hands[self.turn].append(CARDS[action - OUTCOME])
        self.turn = 1 - self.turn

    def chance(self) -> Sequence[tuple[int, float]]:
        return [(2, 0.5), (3, 0.25), (4, 0.25)] if self.dealing else ()

    def view(self, seat: int) -> Mapping[str, Any]:
        hands = {
            f"seat {place}": hand if place == seat else [None] * len(hand) for place, hand in enumerate(self.hands)
        }
        return {"game": "cards", "phase": "deal" if self.dealing else "turn", "shown": self.shown, "hands": hands}

    def redeal(self, seat: int, rng: Random) -> CardState:
        new = self.copy()
        new.hands[1 - seat] = [rng.choice(CARDS) for _ in new.hands[1 - seat]]
        return new

    def returns(self) -> tuple[float, ...]:
        return (0.0, 0.0) if self.shown < 3 else (-1.0, 1.0) if self.turn == 0 else (1.0, -1.0)

    def end_reason(self) -> str:
        return "shown" if self.shown >= 3 else ""

    def copy(self) -> CardState:
        new = CardState(self.game)
        new.hands = [hand[:] for hand in self.hands]
        new.turn, new.dealing, new.shown = self.turn, self.dealing, self.shown
        return new

    def key(self) -> Hashable:
        return str(self.hands), self.turn, self.dealing, self.shown

    def check(self) -> None:
        assert 0 <= self.shown <= 3


def first_outcome(outcomes: Sequence[tuple[int, float]]) -> int:
    """Draw the first outcome always."""
    return outcomes[0][0]


def no_chance(outcomes: Sequence[tuple[int, float]]) -> int:
    """Fail: the game has nothing to draw."""
    raise AssertionError("nothing is random here")


def antike(
    players: Sequence[str] = ("ann", "ben"),
    book: str = "antike-2006",
    pace: Pace = NO_CLOCK,
    seed: int = 1,
    **more: Any,
) -> Match:
    """Give a match in which the named players sit; a name with a colon is a bot."""
    game = make(book, len(players))
    match = open_match(new_setup(start_record(game.new(seed)), players[0], pace=pace, **more), game, ())
    return seated(match, players)


def cards(players: Sequence[str] = ("ann", "ben")) -> Match:
    """Give a match of the card game."""
    game = Cards()
    record = start_record(game.new(), None)
    return seated(open_match(new_setup(record, players[0]), widened(game), ()), players)


def seated(match: Match, players: Sequence[str]) -> Match:
    """Seat players, bots and nobody (an empty name)."""
    for seat, name in enumerate(players):
        if name:
            chair = Chair("bot", bot=name) if ":" in name else Chair("person", name, name.title())
            match.adopt(match.sit(seat, chair, "joined", 1000, first_outcome).after)
    return match


def holder(match: Match) -> str:
    """Name the player who has to decide."""
    return match.chairs[match.state.to_act].player


def move(match: Match, place: int = 0, now: int = 2000) -> None:
    """Play one of the legal decisions for whoever has to decide."""
    action = match.state.legal()[place]
    match.adopt(match.play(holder(match), match.rev, [action], now, first_outcome).after)
