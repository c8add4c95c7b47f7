"""Positions of the Antike family as arrays: everything is open, so the seat only determines the order of the rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from rondel.antike.actions import KINDS
from rondel.antike.books import BOOKS
from rondel.antike.engine import AntikeGame
from rondel.antike.parts.catalogue import COUNTS
from rondel.antike.rules import GOOD_KINDS, GOODS, PERSONAGES, UNIT_KINDS, UNITS
from rondel.antike.scores import points
from rondel.antike.state import HANDS, NATION, NONE, PHASES
from rondel.boards.schema import ANY, LAND, SEA
from rondel.features.table import Columns, Floats, Position, bits_of, check, columns, counts_of, each, rule_inputs
from rondel.game import Seat

#: how many regions share an index in each range of actions; 0 if the index names no region
_SHARES: Final = {
    "temple": 1, "architect": 1, "rampart": 1, "arm": 2, "free": 2, "lead": 1, "march": 1, "declare": 1, "found": 3,
    "settle": 3, "quake": 1, "city": 1, "give-up": 1,
}  # fmt: skip


class AntikeEncoder:
    """Arrays for one game of the family; columns depend on the rulebook and the number of nations, not on options."""

    game: AntikeGame

    def __init__(self, game: AntikeGame) -> None:
        self.game = game
        self._rules = rule_inputs(game.id, game.rules, game.chosen_options, BOOKS)
        self.columns: Mapping[str, Columns] = {
            "regions": columns([*self._region_masks(), *self._region_counts(), *self._region_facts()]),
            "players": columns(self._player_columns()),
            "global": columns([*self._moment_columns(), *((name, 1.0) for name, _ in self._rules)]),
        }
        self.shapes: Mapping[str, tuple[int, ...]] = {
            "regions": (game.size, len(self.columns["regions"].names)),
            "players": (game.nations, len(self.columns["players"].names)),
            "global": (len(self.columns["global"].names),),
        }
        self._facts = self._board_facts()
        self._inputs = np.array([value for _, value in self._rules], dtype=np.float32)
        nations = range(game.nations)
        self._rows = [[(seat + place) % game.nations for place in nations] for seat in range(game.seats)]

    # ---- columns -----------------------------------------------------------------------------------------------------

    def _region_masks(self) -> list[tuple[str, float]]:
        return [
            *each("city of", range(self.game.nations)), *each("city yields", GOODS[:3]),
            ("temple", 1), ("rampart", 1), ("saved", 1), ("place of the moment", 1), ("pending from", 1),
            ("pending to", 1),
        ]  # fmt: skip

    def _region_counts(self) -> list[tuple[str, float]]:
        levels = range(1, self.game.actions.levels + 1)
        found = [(f"{unit}s of {nation}", 4.0) for nation in range(self.game.nations) for unit in UNITS]
        found += [(f"{unit}s with {level} used", 4.0) for unit in UNITS for level in levels]
        return found + each("leader of", range(self.game.nations))

    def _region_facts(self) -> list[tuple[str, float]]:
        return [
            *each("site of", (*GOODS[:3], "any")), ("open sea", 1), ("land borders", 6), ("sea borders", 6),
        ]  # fmt: skip

    def _player_columns(self) -> list[tuple[str, float]]:
        rules = self.game.rules
        return [
            ("mine", 1), ("decides", 1), ("on turn", 1), ("starts", 1), ("bellona", 1), ("asked", 1),
            ("keeps peace", 1), *each("", GOODS, 20), ("points", float(self.game.target)), ("cities", 10),
            ("temples", 5), *each("left to set up:", UNITS, 17), *each("barracks:", (*UNITS, "leader"), 4),
            *each("know-how", [field.name for field in rules.knowhows]), *each("personage", PERSONAGES, 4),
            *each("extra", PERSONAGES), ("off the rondel", 1), *each("wedge", range(len(rules.wedges))),
            *each("nation", range(len(self.game.board.nations))), *each("card", [event.name for event in rules.events]),
        ]  # fmt: skip

    def _moment_columns(self) -> list[tuple[str, float]]:
        rules = self.game.rules
        events = [event.name for event in rules.events]
        return [
            *each("phase", PHASES), *each("pending", KINDS), ("pending detail", 1), ("round", 100),
            *each("bank", GOODS, 30), ("temples left", 20), *each("stack", PERSONAGES, 10), ("target", 10),
            ("scholars due", 4), ("generals due", 4), ("extra due", 1), ("levied", 1), ("legions to lose", 4),
            ("galleys to lose", 4), *each("learned", [field.name for field in rules.knowhows]),
            *each("barred", GOODS[:3]), *each("tally", COUNTS, 4), *each("pile", events, 3), *each("open", events, 3),
            *each("discard", events, 3),
        ]  # fmt: skip

    # ---- values ------------------------------------------------------------------------------------------------------

    def encode(self, state: Position, seat: Seat, sees: Iterable[Seat] | None = None) -> dict[str, Floats]:
        """Give the tables with the seat's nation in the first row; nothing is hidden, so `sees` changes nothing."""
        check(self.game, state, seat)
        rows = self._rows[seat]
        return {
            "regions": self.columns["regions"].scaled(self._regions(state, rows)),
            "players": self.columns["players"].scaled(self._players(state, rows, seat)),
            "global": self.columns["global"].scaled(self._moment(state)),
        }

    def private(self, state: Position, seat: Seat) -> Floats:
        """Give a single zero: nothing is hidden."""
        check(self.game, state, seat)
        return np.zeros(1, dtype=np.float32)

    def _board_facts(self) -> Floats:
        """Tabulate what the board says of each region."""
        board = self.game.board
        rows = []
        for place, region in enumerate(board.regions):
            sites = [float(region.resource == good) for good in (0, 1, 2, ANY)]
            borders = [float(len(board.neighbours(place, kind))) for kind in (LAND, SEA)]
            rows.append([*sites, float(region.open_sea), *borders])
        return np.array(rows, dtype=np.float32)

    def _regions(self, state: Position, rows: list[int]) -> Floats:
        game = self.game
        nations, size = game.nations, game.size
        masks = [state.cities[nation] for nation in rows]
        settled = sum(masks)
        masks += [mask & settled for mask in state.kinds]
        masks += [state.temples, state.ramparts, state.failed, 0 if state.place == NONE else 1 << state.place]
        masks += self._pending_regions(state)
        out = np.zeros(self.shapes["regions"], dtype=np.float32)
        first = len(masks)
        out[:, :first] = bits_of(masks, size).T
        units = counts_of(state.units).reshape(nations, 2, size)[rows].reshape(2 * nations, size)
        out[:, first : first + 2 * nations] = units.T
        first += 2 * nations
        levels = 2 * game.actions.levels
        out[:, first : first + levels] = counts_of(state.spent).reshape(levels, size).T
        self._leaders(state, rows, out[:, first + levels :])
        out[:, -self._facts.shape[1] :] = self._facts
        return out

    def _leaders(self, state: Position, rows: list[int], out: Floats) -> None:
        if self.game.leaders:
            for place, nation in enumerate(rows):
                where = state.leaders[nation]
                if where:
                    out[where - 1, place] = 1

    def _pending_regions(self, state: Position) -> list[int]:
        """Give the regions that the pending action comes from and goes to."""
        if state.pending == NONE:
            return [0, 0]
        actions = self.game.actions
        kind, place = actions.split(state.pending)
        if kind == "move":
            _, origin, target = actions.crossings[actions.decode_move(place)[0]]
            return [1 << origin, 1 << target]
        if kind == "fight":
            return [0, 1 << actions.decode_fight(place)[0]]
        share = actions.cap + 1 if kind == "conquer" else _SHARES.get(kind, 0)
        return [0, 1 << place // share if share else 0]

    def _players(self, state: Position, rows: list[int], seat: Seat) -> Floats:
        return np.array([self._player(state, nation, seat) for nation in rows], dtype=np.float32)

    def _player(self, state: Position, nation: int, seat: Seat) -> list[float]:
        game, rules = self.game, self.game.rules
        cities, stone = state.cities[nation], state.rondel[nation]
        seated = state.phase != NATION
        return [
            nation % game.seats == seat, nation == state.actor, seated and nation == state.turn,
            seated and nation == state.start, nation == state.bellona, nation == state.asked, state.heard >> nation & 1,
            *state.purse(nation), points(game, state, nation), cities.bit_count(),
            (cities & state.temples).bit_count(), *self._supply(state, nation), *self._barracks(state, nation),
            *_flags(state.knowhow[nation], len(rules.knowhows)), *state.won(nation),
            *_one_hot(state.extra[nation] - 1, 5), *_one_hot(stone, 1 + game.wedges),
            *_one_hot(state.seating[nation] - 1, len(game.board.nations)), *self._cards(state, HANDS + nation),
        ]  # fmt: skip

    def _supply(self, state: Position, nation: int) -> list[int]:
        """Count the units not on the board, those in the barracks included."""
        size, first = self.game.size, UNIT_KINDS * nation
        units = state.units
        return [
            self.game.supply[kind] - sum(units[(first + kind) * size : (first + kind + 1) * size]) for kind in range(2)
        ]

    def _barracks(self, state: Position, nation: int) -> list[float]:
        waiting = state.waiting(nation) if self.game.barracks else (0, 0)
        return [*waiting, self.game.leaders and not state.leaders[nation]]

    def _cards(self, state: Position, row: int) -> list[int]:
        width = len(self.game.rules.events)
        return list(state.cards[row * width : (row + 1) * width])

    def _moment(self, state: Position) -> Floats:
        game, rules = self.game, self.game.rules
        width = len(rules.knowhows)
        bank = (
            state.goods[GOOD_KINDS * game.nations :]
            if rules.bank_units
            else [0, 0, 0, state.goods[GOOD_KINDS * game.nations + 3]]
        )
        values: list[float] = [
            *_one_hot(state.phase, len(PHASES)), *self._pending(state), state.round, *bank,
            rules.temples - state.temples.bit_count(), *state.stacks, float(game.target), state.scholars_due,
            state.generals_due, state.extra_due, state.levied, state.lose_legions, state.lose_galleys,
            *_flags(state.learned, width), *_flags(state.barred, 3),
            *(state.tally if game.counts else (0,) * len(COUNTS)), *state.cards[: 3 * len(rules.events)],
        ]  # fmt: skip
        return np.concatenate([np.array(values, dtype=np.float32), self._inputs])

    def _pending(self, state: Position) -> list[float]:
        """Write the kind of the action under way, and where in its range it lies."""
        if state.pending == NONE:
            return [0.0] * (len(KINDS) + 1)
        kind, place = self.game.actions.split(state.pending)
        return [*_one_hot(KINDS.index(kind), len(KINDS)), (place + 1) / self.game.actions.sizes[kind]]


def _one_hot(place: int, size: int) -> list[float]:
    """Give zeros with a one at a place; all zeros for a place below 0."""
    row = [0.0] * size
    if place >= 0:
        row[place] = 1.0
    return row


def _flags(mask: int, size: int) -> list[int]:
    return [mask >> place & 1 for place in range(size)]
