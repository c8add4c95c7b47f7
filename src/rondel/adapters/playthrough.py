"""A game in progress for OpenSpiel's states: cheap to clone, with a log and the draws before play."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from random import Random

from rondel.adapters.deal import deal_for
from rondel.deal import Deal, Picks
from rondel.errors import IllegalMove
from rondel.game import CHANCE, TERMINAL, Action, Game, JsonObject, Seat, State
from rondel.position import from_position, to_position
from rondel.registry import find_book, make

#: what makes a game again: rulebook, players, board, options
Setup = tuple[str, int, str | JsonObject, dict[str, int]]
#: position in the log and the only seat that saw the outcome there; TERMINAL if nobody did
Secret = tuple[int, Seat]


class Playthrough:
    """A position with its log. Clones share their data until one of them plays.

    Random events are numbered from 0: OpenSpiel numbers chance outcomes separately from players' actions.
    """

    __slots__ = ("_shared", "_texts", "deal", "game", "log", "picks", "secrets", "state")

    def __init__(self, game: Game, state: State | None = None) -> None:
        """Begin before the draws, or at a first state."""
        self.game = game
        self.deal: Deal = deal_for(game)
        self.picks: Picks = ()
        self.log = array("i")  # who decided and what, alternating
        self.secrets: tuple[Secret, ...] = ()
        self._shared = False
        self._texts: dict[Seat, str] = {}
        self.state = state
        if state is None and not self.deal.outcomes(()):
            self.state = self.deal.first_state(())

    def __len__(self) -> int:
        """Count the decisions and random events so far."""
        return len(self.log) // 2

    def to_act(self) -> Seat:
        """Give the seat that decides, CHANCE or TERMINAL."""
        return CHANCE if self.state is None else self.state.to_act

    def legal(self) -> Sequence[Action]:
        """Give the legal actions of the seat that decides."""
        return () if self.state is None else self.state.legal()

    def outcomes(self) -> list[tuple[int, float]]:
        """Give the outcomes of the random event at hand with their probabilities."""
        if self.state is None:
            return self.deal.outcomes(self.picks)
        first = self.deal.first_event
        return [(action - first, share) for action, share in self.state.chance()]

    def text(self, action: int) -> str:
        """Write an action or an outcome; refuse a number that is neither."""
        if self.state is None:
            if action not in [outcome for outcome, _ in self.outcomes()]:
                raise IllegalMove("not_offered", f"{action} is no outcome of the random event at hand.")
            return self.deal.text(self.picks, action)
        chance = self.state.to_act == CHANCE
        if not 0 <= action < (self.deal.events if chance else self.game.num_actions):
            raise IllegalMove("not_offered", f"There is no action {action}.")
        return self.game.action_text(self.state, action + self.deal.first_event if chance else action)

    def play(self, action: int) -> None:
        """Play an action of the seat that decides, or an outcome; refuse what is not open."""
        actor = self.to_act()
        owner = self._check(actor, action)
        self._own()
        if owner != CHANCE:
            self.secrets = (*self.secrets, (len(self), owner))
        self.log.extend((actor, action))
        if self.state is not None:
            self.state.advance(action + self.deal.first_event if actor == CHANCE else action)
            return
        self.picks = (*self.picks, action)
        if not self.deal.outcomes(self.picks):
            self.state = self.deal.first_state(self.picks)

    def _check(self, actor: Seat, action: int) -> Seat:
        """Refuse what is not open; give the only seat that sees the outcome, CHANCE for all."""
        if actor == CHANCE:
            if action not in [outcome for outcome, _ in self.outcomes()]:
                raise IllegalMove("not_offered", f"{action} is no outcome of the random event at hand.")
            return self.deal.sees(self.picks) if self.state is None else self.deal.sees_event(self.state)
        if action not in self.legal():
            assert self.state is not None  # before the first state all is left to chance
            reason = self.game.why_not(self.state, action)
            assert reason is not None
            raise reason
        return CHANCE

    def _own(self) -> None:
        """Stop sharing with clones before a change."""
        if self._shared:
            self.state = None if self.state is None else self.state.copy()
            self.log = self.log[:]
            self._shared = False
        self._texts = {}

    def __deepcopy__(self, memo: dict[int, object]) -> Playthrough:
        """Give a clone that shares everything until either of the two plays."""
        new = Playthrough.__new__(Playthrough)
        for name in Playthrough.__slots__:
            setattr(new, name, getattr(self, name))
        new._shared = self._shared = True
        return new

    def redealt(self, seat: Seat, rng: Random) -> Playthrough:
        """Give a clone in which what the seat cannot know is redealt, and removed from the log."""
        new = self.__deepcopy__({})
        new._own()
        if new.state is not None:
            new.state = new.state.redeal(seat, rng)
        new.secrets = tuple((place, owner if owner == seat else TERMINAL) for place, owner in self.secrets)
        return new

    def seen(self, seats: frozenset[Seat]) -> array[int]:
        """Give the log as these seats together saw it; outcomes hidden from all of them are -1."""
        hidden = [place for place, owner in self.secrets if owner not in seats]
        if not hidden:
            return self.log
        log = self.log[:]
        for place in hidden:
            log[2 * place + 1] = -1
        return log

    def line(self, seat: Seat) -> str:
        """Write the position as one line, as a seat sees it; CHANCE sees everything, TERMINAL only what is open."""
        if self.state is None:
            return "deal " + " ".join(map(str, self.seen(frozenset((seat,)))[1::2]))
        if not self.deal.hidden:
            seat = CHANCE  # all see the same, so it is written once
        if seat not in self._texts:
            view = self.deal.public(self.state) if seat == TERMINAL else self.state.view(seat)
            self._texts[seat] = find_book(self.game.id).write_line(view)
        return self._texts[seat]

    def __reduce__(self) -> tuple[object, ...]:
        """Write everything as text and numbers, so that it can be read by a later version."""
        position = None if self.state is None else json.dumps(to_position(self.state))
        return _revive, (_setup_of(self.game), self.picks, position, self.log.tolist(), self.secrets)


def _setup_of(game: Game) -> Setup:
    return game.id, game.seats, game.board_entry(), dict(game.chosen_options)


def _revive(
    setup: Setup, picks: Picks, position: str | None, log: list[int], secrets: tuple[Secret, ...]
) -> Playthrough:
    """Read what `__reduce__` wrote."""
    playthrough = Playthrough(make(*setup), None if position is None else from_position(json.loads(position)))
    playthrough.picks, playthrough.log, playthrough.secrets = picks, array("i", log), secrets
    return playthrough
