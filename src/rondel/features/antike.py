"""Positions of the Antike family as arrays: everything is open, so the seat only determines the order of the rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from rondel.antike.actions import KINDS
from rondel.antike.books import BOOKS
from rondel.antike.engine import AntikeGame
from rondel.antike.parts.catalogue import COUNTS
from rondel.antike.rules import GOODS, PERSONAGES, UNITS
from rondel.antike.state import NONE, PHASES
from rondel.boards.schema import ANY, LAND, SEA
from rondel.features.antike_rows import AntikeRows
from rondel.features.plan import Plan
from rondel.features.table import (
    Columns,
    Dtype,
    Floats,
    Identity,
    Position,
    check,
    columns,
    each,
    rule_inputs,
    seen_as,
    split,
)
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
            "global": columns(
                [*self._moment_columns(), *((name, 1.0) for name, _, _ in self._rules)],
                {name: unit for name, _, unit in self._rules} | {"pending detail": 255.0},
            ),
        }
        self.shapes: Mapping[str, tuple[int, ...]] = {
            "regions": (game.size, len(self.columns["regions"].names)),
            "players": (game.nations, len(self.columns["players"].names)),
            "global": (len(self.columns["global"].names),),
        }
        self._rows: dict[Dtype, AntikeRows] = {}

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
        return split(self.vector(state, seat), self.shapes)

    def vector(self, state: Position, seat: Seat, sees: Iterable[Seat] | None = None) -> Floats:
        """Give the same as one vector."""
        check(self.game, state, seat)
        return seen_as(self.rows("float32").row(state, seat, 0), np.float32).copy()

    def private(self, state: Position, seat: Seat) -> Floats:
        """Give a single zero: nothing is hidden."""
        check(self.game, state, seat)
        return np.zeros(1, dtype=np.float32)

    def rows(self, dtype: Dtype) -> AntikeRows:
        """Give what writes rows; it is made once."""
        if dtype not in self._rows:
            plan = Plan(self.columns, self.shapes, dtype)
            self._fix_facts(plan)
            actions = self.game.actions
            ways = [self._way(action) for action in range(actions.count)]
            details = [(place + 1) / actions.sizes[kind] for kind, place in map(actions.split, range(actions.count))]
            self._rows[dtype] = AntikeRows(
                self.game, plan, [origin for origin, _ in ways], [target for _, target in ways], details
            )
        return self._rows[dtype]

    def _fix_facts(self, plan: Plan) -> None:
        """Write what never changes: the board, the target, and the rules."""
        board = self.game.board
        for place, region in enumerate(board.regions):
            for good, name in zip((0, 1, 2, ANY), (*GOODS[:3], "any"), strict=True):
                plan.fix("regions", place, f"site of {name}", region.resource == good)
            plan.fix("regions", place, "open sea", region.open_sea)
            for kind, name in ((LAND, "land borders"), (SEA, "sea borders")):
                plan.fix("regions", place, name, len(board.neighbours(place, kind)))
        plan.fix("global", 0, "target", float(self.game.target))
        for name, value, _ in self._rules:
            plan.fix("global", 0, name, value)

    def _way(self, action: int) -> tuple[int, int]:
        """Give the regions that an action comes from and goes to; -1 for none."""
        actions = self.game.actions
        kind, place = actions.split(action)
        if kind == "move":
            _, origin, target = actions.crossings[actions.decode_move(place)[0]]
            return origin, target
        if kind == "fight":
            return NONE, actions.decode_fight(place)[0]
        share = actions.cap + 1 if kind == "conquer" else _SHARES.get(kind, 0)
        return NONE, place // share if share else NONE

    def identities(self) -> list[Identity]:
        """Say what each action of the game is, by its number."""
        return [self._identity(action) for action in range(self.game.actions.count)]

    def _identity(self, action: int) -> Identity:
        """Take an action apart by what it means: payments as goods, groups as units."""
        actions = self.game.actions
        kind, place = actions.split(action)
        source, target = self._way(action)
        rest: tuple[object, ...] = (place,)
        if kind == "move":
            crossing, used, count = actions.decode_move(place)
            rest = (actions.crossings[crossing][0], used, count)
        elif kind == "fight":
            rest = actions.decode_fight(place)[1:]
        elif kind == "pay":
            rest = actions.mixes[place]
        elif kind == "trade":
            rest = actions.trades[place]
        elif target != NONE:
            rest = (place % (actions.cap + 1 if kind == "conquer" else _SHARES[kind]),)
        return kind, source, target, rest
