"""Positions of Attika as arrays: spaces in the order they were laid, players beginning with the seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from rondel.attika.books import BOOKS
from rondel.attika.engine import AttikaGame
from rondel.attika.layout import Layout
from rondel.attika.phases.building import laid
from rondel.attika.rules import BLANK, CITIES, GROUPS, KINDS, PILES, TERRAINS
from rondel.attika.state import MODES, PAYING, PHASES, ROTATE
from rondel.attika.tables import NONE, G, K, P, T
from rondel.features.table import Columns, Floats, Position, check, columns, counts_of, each, rule_inputs
from rondel.game import Seat

#: spaces of a tile, and shrines at most
_PETALS: Final = 7
_SHRINES: Final = 4
_GROUND: Final = (*TERRAINS, "blank")


class AttikaEncoder:
    """Arrays for one game; a row of regions is a space, numbered in the order in which they were laid."""

    game: AttikaGame

    def __init__(self, game: AttikaGame) -> None:
        self.game = game
        self._rules = rule_inputs(game.id, game.rules, game.chosen_options, BOOKS)
        self.columns: Mapping[str, Columns] = {
            "regions": columns(self._region_columns()),
            "players": columns(self._player_columns()),
            "global": columns([*self._moment_columns(), *((name, 1.0) for name, _ in self._rules)]),
        }
        self.shapes: Mapping[str, tuple[int, ...]] = {
            "regions": (_PETALS * game.rules.board_tiles, len(self.columns["regions"].names)),
            "players": (game.seats, len(self.columns["players"].names)),
            "global": (len(self.columns["global"].names),),
        }
        self._inputs = np.array([value for _, value in self._rules], dtype=np.float32)
        # what the layout alone says of its spaces, for the layout met last
        self._drawn: tuple[Layout, Floats] = game.start_layout, self._shape(game.start_layout)

    # ---- columns -----------------------------------------------------------------------------------------------------

    def _region_columns(self) -> list[tuple[str, float]]:
        return [
            ("laid", 1), ("q", self.game.window.width), ("r", self.game.window.height), ("site of the moment", 1),
            *each("ground", _GROUND), *each("built by", range(self.game.seats)),
            *each("building", [kind.name for kind in KINDS]), *each("beside shrine", range(_SHRINES)),
        ]  # fmt: skip

    def _player_columns(self) -> list[tuple[str, float]]:
        kinds = [kind.name for kind in KINDS]
        return [
            ("mine", 1), ("on turn", 1), ("starts", 1), ("cards", 8), *each("hand", TERRAINS, 4),
            *each("stored", kinds), *each("in the piles", kinds), *each("pile", PILES, 8), ("amphorae", 4),
            *each("rewarded", GROUPS), *each("complete", GROUPS, 10), ("colonies", 4), *each("city", CITIES),
        ]  # fmt: skip

    def _moment_columns(self) -> list[tuple[str, float]]:
        tile = [f"{petal} {ground}" for petal in range(_PETALS) for ground in _GROUND]
        shrines = [(f"shrine {number} {axis}", 1.0) for number in range(_SHRINES) for axis in "qr"]
        return [
            *each("phase", PHASES), *each("mode", MODES[1:]), ("actions left", 3), ("acted", 1), ("void turns", 4),
            ("cards due", 4), ("tile due", 1), ("payment chosen", 1), *each("pile drawn from", PILES),
            *each("pending", [kind.name for kind in KINDS]), *each("tile in hand", tile), ("middle q", 1),
            ("middle r", 1), *each("paid", TERRAINS, 4), ("draw pile", 60), *each("discard", TERRAINS, 15),
            ("amphorae left", 15), *each("tile in the stack", range(self.game.rules.board_tiles)), *shrines,
        ]  # fmt: skip

    # ---- values ------------------------------------------------------------------------------------------------------

    def encode(self, state: Position, seat: Seat, sees: Iterable[Seat] | None = None) -> dict[str, Floats]:
        """Give the tables as the seat sees them: hands of others are numbers of cards."""
        check(self.game, state, seat)
        open_hands = frozenset((seat,) if sees is None else sees)
        return {
            "regions": self.columns["regions"].scaled(self._regions(state, seat)),
            "players": self.columns["players"].scaled(self._players(state, seat, open_hands)),
            "global": self.columns["global"].scaled(self._moment(state)),
        }

    def private(self, state: Position, seat: Seat) -> Floats:
        """Give the seat's hand by terrain, a quarter a card."""
        check(self.game, state, seat)
        return counts_of(state.hands[T * seat : T * seat + T]).astype(np.float32) / np.float32(4)

    def _regions(self, state: Position, seat: Seat) -> Floats:
        seats = self.game.seats
        if self._drawn[0] is not state.layout:
            self._drawn = state.layout, self._shape(state.layout)
        out = self._drawn[1].copy()
        if state.phase == PAYING:
            out[state.site, 3] = 1
        ground = counts_of(state.ground)
        out[np.arange(len(ground)), 4 + ground] = 1
        first = 4 + len(_GROUND)
        code = counts_of(state.built).astype(np.intp)
        built = np.flatnonzero(code)
        owner, kind = np.divmod(code[built] - 1, K)
        out[built, first + (owner - seat) % seats] = 1
        out[built, first + seats + kind] = 1
        return out

    def _shape(self, layout: Layout) -> Floats:
        """Tabulate which spaces are laid, where, and beside which shrines."""
        out = np.zeros(self.shapes["regions"], dtype=np.float32)
        count = len(layout.hexes)
        out[:count, 0] = 1
        out[:count, 1:3] = np.array(layout.hexes) - (self.game.window.left, self.game.window.low)
        out[:count, -_SHRINES:] = np.array(layout.shrine_bits)[:, None] >> np.arange(_SHRINES) & 1
        return out

    def _players(self, state: Position, seat: Seat, open_hands: frozenset[Seat]) -> Floats:
        seats = self.game.seats
        order = [(seat + step) % seats for step in range(seats)]
        return np.array([self._player(state, other, seat, other in open_hands) for other in order], dtype=np.float32)

    def _player(self, state: Position, other: Seat, seat: Seat, open_hand: bool) -> list[float]:
        hand = state.hands[T * other : T * other + T]
        return [
            other == seat, other == state.turn, other == state.start, sum(hand), *(hand if open_hand else (0,) * T),
            *state.stored[K * other : K * other + K], *state.unseen[K * other : K * other + K],
            *state.piles[P * other : P * other + P], state.amphorae[other],
            *(state.rewarded[other] >> group & 1 for group in range(G)),
            *state.complete[G * other : G * other + G], state.colonies[other],
            *(state.cities[other] == city for city in range(len(CITIES))),
        ]  # fmt: skip

    def _moment(self, state: Position) -> Floats:
        rules = self.game.rules
        paid = laid(state) if state.phase == PAYING else (0,) * T
        values: list[float] = [
            *(state.phase == phase for phase in range(len(PHASES))),
            *(state.mode == mode for mode in range(1, len(MODES))), state.left, state.acted, state.voids, state.due,
            state.extend, state.choosing, *(state.pile == pile for pile in range(P)),
            *(state.pending == kind for kind in range(K)), *self._tile(state), *self._middle(state), *paid,
            sum(state.deck), *state.discard, rules.amphorae - sum(state.amphorae),
            *(state.tiles_left >> tile & 1 for tile in range(rules.board_tiles)), *self._shrines(),
        ]  # fmt: skip
        return np.concatenate([np.array(values, dtype=np.float32), self._inputs])

    def _tile(self, state: Position) -> list[float]:
        """Write the symbols of the board tile to be laid."""
        if state.tile == NONE:
            return [0.0] * (_PETALS * (BLANK + 1))
        symbols = self.game.tiles.symbols[state.tile]
        return [float(symbol == ground) for symbol in symbols for ground in range(BLANK + 1)]

    def _middle(self, state: Position) -> list[float]:
        """Write where the middle of the tile goes, once that is settled."""
        return self._scaled(self.game.window.hex(state.site)) if state.phase == ROTATE else [0.0, 0.0]

    def _scaled(self, place: tuple[int, int]) -> list[float]:
        window = self.game.window
        return [(place[0] - window.left) / window.width, (place[1] - window.low) / window.height]

    def _shrines(self) -> list[float]:
        found = [number for shrine in self.game.start.shrines for number in self._scaled(shrine)]
        return found + [0.0] * (2 * _SHRINES - len(found))
