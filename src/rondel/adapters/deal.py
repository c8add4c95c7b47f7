"""What is drawn before play, as a row of random events, and which events are hidden from whom.

The engine draws a set-up from a seed. For those who need every random event with its probability, a deal gives the same
draws one by one: each event depends on the picks before it, and the picks together make the first state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from rondel.antike.engine import AntikeGame
from rondel.antike.phases import setup as antike_setup
from rondel.attika.actions import HEX, REVEAL
from rondel.attika.engine import AttikaGame
from rondel.attika.phases import setup as attika_setup
from rondel.attika.rules import KINDS, TERRAINS
from rondel.attika.state import CARD, State
from rondel.attika.tables import BASICS, OTHERS, P, T
from rondel.errors import RondelError
from rondel.features import ByGame
from rondel.game import CHANCE, Game, Seat

#: the outcomes picked so far, in order
Picks = tuple[int, ...]
Outcomes = list[tuple[int, float]]


class Deal(Protocol):
    """The draws before play of one game, and what it tells of random events in play."""

    #: whether some part of a position is hidden from some seat
    hidden: bool
    #: how many draws there are before play, at most
    draws: int
    #: one more than the highest outcome of a draw before play
    top: int
    #: the actions of random events in play begin here, and there are so many
    first_event: int
    events: int

    def outcomes(self, picks: Picks) -> Outcomes:
        """Give the outcomes of the next draw with their probabilities; none when all is drawn."""
        ...

    def text(self, picks: Picks, outcome: int) -> str:
        """Write an outcome of the next draw."""
        ...

    def sees(self, picks: Picks) -> Seat:
        """Give the only seat that sees the outcome of the next draw; CHANCE if all do."""
        ...

    def first_state(self, picks: Picks) -> Any:
        """Give the first state once all is drawn."""
        ...

    def sees_event(self, state: Any) -> Seat:
        """Give the only seat that sees the outcome of the random event at hand; CHANCE if all do."""
        ...

    def public(self, state: Any) -> Mapping[str, Any]:
        """Give what everybody sees."""
        ...

    def private(self, state: Any, seat: Seat) -> str:
        """Write what only the seat sees; empty where nothing is hidden."""
        ...


def _even(outcomes: Sequence[int]) -> Outcomes:
    return [(outcome, 1 / len(outcomes)) for outcome in outcomes]


def _by_count(counts: Mapping[int, int]) -> Outcomes:
    total = sum(counts.values())
    return [(outcome, count / total) for outcome, count in sorted(counts.items()) if count]


class AntikeDeal:
    """The draw of nations and of the starting nation; everything is open."""

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
                # the last of the nations is not drawn but left
                found = ["nation"] * min(game.nations, len(game.line) - 1)
        return [*found, "start"] if antike_setup.start_is_drawn(game) else found

    def outcomes(self, picks: Picks) -> Outcomes:
        """Give the nations left, the seats, or the two ways to hand out pairs; each is as likely as the others."""
        if len(picks) >= len(self._steps):
            return []
        step = self._steps[len(picks)]
        if step == "nation":
            return _even([nation for nation in sorted(self.game.line) if nation not in picks])
        return _even(range(2 if step == "first" else self.game.nations))

    def text(self, picks: Picks, outcome: int) -> str:
        """Write a draw: `seat 1 plays Greeks`."""
        step = self._steps[len(picks)]
        if step == "nation":
            return f"seat {len(picks)} plays {self.game.board.nations[outcome]}"
        return f"seat {outcome} has the starting pair" if step == "first" else f"seat {outcome} begins"

    def sees(self, picks: Picks) -> Seat:
        """Everybody sees the draw."""
        return CHANCE

    def first_state(self, picks: Picks) -> Any:
        """Seat the nations and begin."""
        game = self.game
        drawn = picks[-1] if self._steps and self._steps[-1] == "start" else None
        if game.rules.distribution == "choose":
            return game.opening({"start": drawn or 0})
        if game.seats < game.nations:
            seating, start = antike_setup.pair_seating(game, picks[0])
        else:
            seating = self._seating(picks)
            start = seating.index(game.board.start_nation[game.nations]) if drawn is None else 0
        names = [game.board.nations[nation] for nation in seating]
        return game.seated(names, names[start if drawn is None else drawn])

    def _seating(self, picks: Picks) -> list[int]:
        chosen = list(picks[: self._steps.count("nation")])
        left = [nation for nation in self.game.line if nation not in chosen]
        return [*chosen, *left][: self.game.nations]

    def sees_event(self, state: Any) -> Seat:
        """Everybody sees the card turned up."""
        return CHANCE

    def public(self, state: Any) -> Mapping[str, Any]:
        """Give the whole position."""
        view: Mapping[str, Any] = state.view(0)
        return view

    def private(self, state: Any, seat: Seat) -> str:
        """Nothing is hidden."""
        return ""


#: the draws of a seat before its cards: one basic building and one from each other pile
_BUILDINGS: Final = P


class AttikaDeal:
    """Board tiles and their turns, the first player, then each player's buildings and cards. The cards are hidden."""

    hidden = True

    def __init__(self, game: AttikaGame) -> None:
        self.game = game
        self.top = max(len(KINDS), game.rules.board_tiles)
        self.first_event = REVEAL
        self.events = HEX - REVEAL
        self._centres = len(game.start.centres)
        self._plans = [self._plan(first) for first in range(game.seats)]
        self.draws = max(map(len, self._plans))

    def _plan(self, first: Seat) -> list[tuple[str, int]]:
        """List what is drawn, each with its centre or seat, if a seat is the first player."""
        centres = range(self._centres)
        found = [("tile", centre) for centre in centres] + [("turns", centre) for centre in centres] + [("first", 0)]
        for seat in range(self.game.seats):
            found += [("basic", seat), *[("other", seat)] * (_BUILDINGS - 1)]
            found += [("card", seat)] * attika_setup.hand_size(self.game, first, seat)
        return found

    def _planned(self, picks: Picks) -> list[tuple[str, int]]:
        before = 2 * self._centres
        return self._plans[picks[before] if len(picks) > before else 0]

    def _step(self, picks: Picks) -> tuple[str, int]:
        return self._planned(picks)[len(picks)]

    def _drawn(self, picks: Picks, what: str, whose: int | None = None) -> list[int]:
        """Give the picks of one kind, of one seat or of all."""
        plan = self._planned(picks)
        return [
            pick
            for pick, (kind, owner) in zip(picks, plan, strict=False)
            if kind == what and whose in (None, owner)
        ]  # fmt: skip

    def outcomes(self, picks: Picks) -> Outcomes:
        """Give what the next draw can bring: tiles, turns, a seat, a building or a card."""
        plan = self._planned(picks)
        if len(picks) >= len(plan):
            return []
        what, whose = plan[len(picks)]
        if what == "tile":
            return _even([tile for tile in range(self.game.rules.board_tiles) if tile not in picks])
        if what == "other":
            taken = self._drawn(picks, "other", whose)
            return _by_count({kind: KINDS[kind].count - taken.count(kind) for kind in OTHERS})
        if what == "card":
            dealt = self._drawn(picks, "card")
            each = self.game.rules.cards_of_a_terrain
            return _by_count({terrain: each - dealt.count(terrain) for terrain in range(T)})
        return _even({"turns": range(6), "first": range(self.game.seats), "basic": BASICS}[what])

    def text(self, picks: Picks, outcome: int) -> str:
        """Write a draw: `seat 1 draws Well`."""
        what, whose = self._step(picks)
        if what == "tile":
            return f"tile {self.game.tiles.names[outcome]} at {whose}"
        if what in ("turns", "first"):
            return f"{outcome} turns at {whose}" if what == "turns" else f"seat {outcome} begins"
        return f"seat {whose} draws {TERRAINS[outcome] if what == 'card' else KINDS[outcome].name}"

    def sees(self, picks: Picks) -> Seat:
        """Only its owner sees a card."""
        what, whose = self._step(picks)
        return whose if what == "card" else CHANCE

    def first_state(self, picks: Picks) -> Any:
        """Deal what was drawn."""
        laid = list(zip(self._drawn(picks, "tile"), self._drawn(picks, "turns"), strict=True))
        dealt = [self._dealt(picks, seat) for seat in range(self.game.seats)]
        return self.game.settled(attika_setup.deal(self.game, laid, dealt, picks[2 * self._centres]))

    def _dealt(self, picks: Picks, seat: Seat) -> tuple[list[int], list[int]]:
        cards = self._drawn(picks, "card", seat)
        kinds = [*self._drawn(picks, "basic", seat), *self._drawn(picks, "other", seat)]
        return kinds, [cards.count(terrain) for terrain in range(T)]

    def sees_event(self, state: State) -> Seat:
        """Only the player on turn sees the card drawn; buildings and tiles are open."""
        return state.turn if state.phase == CARD else CHANCE

    def public(self, state: Any) -> Mapping[str, Any]:
        """Give the position with every hand as a number of cards."""
        view = dict(state.view(0))
        view["cities"] = {
            name: {**entry, "hand": entry["hand"] if isinstance(entry["hand"], int) else sum(entry["hand"].values())}
            for name, entry in view["cities"].items()
        }
        return view

    def private(self, state: Any, seat: Seat) -> str:
        """Write the seat's hand."""
        hand = state.hands[T * seat : T * seat + T]
        return json.dumps(dict(zip(TERRAINS, hand, strict=True)))


def _make(game: Game) -> Deal:
    if isinstance(game, AntikeGame):
        return AntikeDeal(game)
    if isinstance(game, AttikaGame):
        return AttikaDeal(game)
    raise RondelError("unknown_game", f"Nothing is known of the draws before play of {game!r}.")


#: gives the deal of a game; it is made once
deal_for: Final[ByGame[Deal]] = ByGame(_make)
