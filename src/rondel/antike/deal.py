"""The draws before play as a sequence of random events."""

from __future__ import annotations

from rondel.antike.engine import AntikeGame
from rondel.antike.phases import setup
from rondel.antike.state import State
from rondel.deal import Outcomes, Picks, even
from rondel.game import CHANCE, JsonObject, Seat


class AntikeDeal:
    """Draws the nations and the starting nation; everybody sees the draw."""

    hidden = False

    def __init__(self, game: AntikeGame) -> None:
        self.game = game
        self.top = max(game.nations, len(game.board.nations))
        self.first_event = game.actions.draw
        self.events = len(game.rules.events)
        self._steps = self._plan()
        self.draws = len(self._steps)

    def _plan(self) -> list[str]:
        """List what is drawn, in order."""
        game = self.game
        found: list[str] = []
        if game.rules.distribution == "draw":
            if game.seats < game.nations:
                found = ["first"]
            else:
                # the last nation needs no draw
                found = ["nation"] * min(game.nations, len(game.line) - 1)
        return [*found, "start"] if setup.start_is_drawn(game) else found

    def outcomes(self, picks: Picks) -> Outcomes:
        """Give the nations left, the seats, or the two ways to deal the pairs, all equally likely."""
        if len(picks) >= len(self._steps):
            return []
        step = self._steps[len(picks)]
        if step == "nation":
            return even([nation for nation in sorted(self.game.line) if nation not in picks])
        return even(range(2 if step == "first" else self.game.nations))

    def text(self, picks: Picks, outcome: int) -> str:
        """Write a draw: `seat 1 plays Greeks`."""
        step = self._steps[len(picks)]
        if step == "nation":
            return f"seat {len(picks)} plays {self.game.board.nations[outcome]}"
        return f"seat {outcome} has the starting pair" if step == "first" else f"seat {outcome} begins"

    def sees(self, picks: Picks) -> Seat:
        """Everybody sees the draw."""
        return CHANCE

    def first_state(self, picks: Picks) -> State:
        """Seat the nations and begin."""
        game = self.game
        drawn = picks[-1] if self._steps and self._steps[-1] == "start" else None
        if game.rules.distribution == "choose":
            return game.opening({"start": drawn or 0})
        if game.seats < game.nations:
            seating, start = setup.pair_seating(game, picks[0])
        else:
            seating = self._seating(picks)
            start = seating.index(game.board.start_nation[game.nations]) if drawn is None else 0
        names = [game.board.nations[nation] for nation in seating]
        return game.seated(names, names[start if drawn is None else drawn])

    def _seating(self, picks: Picks) -> list[int]:
        chosen = list(picks[: self._steps.count("nation")])
        left = [nation for nation in self.game.line if nation not in chosen]
        return [*chosen, *left][: self.game.nations]

    def sees_event(self, state: State) -> Seat:
        """Everybody sees the card turned up."""
        return CHANCE

    def public(self, state: State) -> JsonObject:
        """Give the whole position."""
        return state.view(0)

    def private(self, state: State, seat: Seat) -> str:
        """Nothing is hidden."""
        return ""
