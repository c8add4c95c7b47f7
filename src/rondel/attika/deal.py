"""The draws before play as a sequence of random events, and who may see which."""

from __future__ import annotations

import json
from typing import Final

from rondel.attika.actions import HEX, REVEAL
from rondel.attika.engine import AttikaGame
from rondel.attika.phases import setup
from rondel.attika.rules import KINDS, TERRAINS
from rondel.attika.state import CARD, State
from rondel.attika.tables import BASICS, OTHERS, P, T
from rondel.deal import Outcomes, Picks, by_count, even
from rondel.game import CHANCE, JsonObject, Seat

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
            found += [("card", seat)] * setup.hand_size(self.game, first, seat)
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
            return even([tile for tile in range(self.game.rules.board_tiles) if tile not in picks])
        if what == "other":
            taken = self._drawn(picks, "other", whose)
            return by_count({kind: KINDS[kind].count - taken.count(kind) for kind in OTHERS})
        if what == "card":
            dealt = self._drawn(picks, "card")
            each = self.game.rules.cards_of_a_terrain
            return by_count({terrain: each - dealt.count(terrain) for terrain in range(T)})
        return even({"turns": range(6), "first": range(self.game.seats), "basic": BASICS}[what])

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

    def first_state(self, picks: Picks) -> State:
        """Deal what was drawn."""
        laid = list(zip(self._drawn(picks, "tile"), self._drawn(picks, "turns"), strict=True))
        dealt = [self._dealt(picks, seat) for seat in range(self.game.seats)]
        return self.game.settled(setup.deal(self.game, laid, dealt, picks[2 * self._centres]))

    def _dealt(self, picks: Picks, seat: Seat) -> tuple[list[int], list[int]]:
        cards = self._drawn(picks, "card", seat)
        kinds = [*self._drawn(picks, "basic", seat), *self._drawn(picks, "other", seat)]
        return kinds, [cards.count(terrain) for terrain in range(T)]

    def sees_event(self, state: State) -> Seat:
        """Only the player on turn sees the card drawn; buildings and tiles are open."""
        return state.turn if state.phase == CARD else CHANCE

    def public(self, state: State) -> JsonObject:
        """Give the position with every hand as a number of cards."""
        view = dict(state.view(0))
        view["cities"] = {
            name: {**entry, "hand": entry["hand"] if isinstance(entry["hand"], int) else sum(entry["hand"].values())}
            for name, entry in view["cities"].items()
        }
        return view

    def private(self, state: State, seat: Seat) -> str:
        """Write the seat's hand."""
        hand = state.hands[T * seat : T * seat + T]
        return json.dumps(dict(zip(TERRAINS, hand, strict=True)))
