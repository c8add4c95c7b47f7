"""Tables worked out once: from the player board, and for each game from its tiles, costs and number of players."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from rondel.attika.actions import Window
from rondel.attika.layout import bare_layout
from rondel.attika.masks import WORDS
from rondel.attika.price import Cards, Price, fewest
from rondel.attika.rules import GROUPS, KINDS, LETTERS, PILES, TERRAINS, Rules
from rondel.attika.tiles import STOCK, TileSet, load_tiles
from rondel.game import JsonDict
from rondel.native import i64, vec
from rondel.tables import numbers

#: how many kinds, terrains, piles and groups there are: the strides of flat tables
K: Final = len(KINDS)
T: Final = len(TERRAINS)
P: Final = len(PILES)
G: Final = len(GROUPS)
#: no kind, space, tile, pile or seat
NONE: Final = -1

NUMBER: Final = {kind.name: number for number, kind in enumerate(KINDS)}
#: a basic building has no mother and is never free. Rule: AT-R16
MOTHERS: Final = tuple(NUMBER[kind.mother] if kind.mother else NONE for kind in KINDS)
#: the kinds of the basic pile, and of the other three
BASICS: Final = tuple(number for number, kind in enumerate(KINDS) if kind.basic)
OTHERS: Final = tuple(number for number, kind in enumerate(KINDS) if not kind.basic)

GROUP_OF: Final = tuple(GROUPS.index(kind.group) for kind in KINDS)
#: how many buildings a group has
GROUP_SIZES: Final = tuple(sum(kind.count for kind in KINDS if kind.group == group) for group in GROUPS)
#: how many buildings a player has. Rule: AT-006
ALL: Final = sum(GROUP_SIZES)

#: levels of symbols for each terrain, and for all together: a space sees seven at most, and the last stays empty
LEVELS: Final = 8
#: where the levels of symbols of any terrain begin
ANY: Final = LEVELS * WORDS * T
#: the cards laid for a price are one number, and so is a hand; this many bits for each terrain
CARD_BITS: Final = 6
CARD_MASK: Final = 63

#: a price, and the levels of symbols that must be seen for it
View = tuple[Price, tuple[int, ...]]


class Row:
    """Fewest cards or symbols, and the levels of symbols that must be seen for that, as places of `State.sees`."""

    __slots__ = ("count", "levels")

    count: i64
    levels: vec[i64]

    def __init__(self, count: int, levels: tuple[int, ...]) -> None:
        self.count, self.levels = count, numbers(levels)


#: hands whose prices are kept at a time
_MOST_HANDS: Final = 4096


class Tables:
    """The rulebook with its options, on a set of tiles, for a number of players, and what follows from them."""

    def __init__(self, rules: Rules, tiles: TileSet, seats: int, options: Mapping[str, int]) -> None:
        self.rules = rules
        self.tiles = tiles
        self.seats = seats
        self.chosen_options = dict(options)
        self.loose = rules.group_link == "colony"
        self.start = tiles.starts[seats]
        self.window = Window(self.start)
        self.start_layout = bare_layout(self.window, self.start.shrines)
        for centre in self.start.centres:
            self.start_layout = self.start_layout.extended(centre)
        #: costs by kind and terrain; a street's has no terrain
        self.costs = tuple(tuple(cost.count(letter) for letter in LETTERS) for cost in tiles.costs)
        #: cards of any type, by kind. Rule: AT-053
        self.any_cards = tuple(int(cost) if cost.isdecimal() else 0 for cost in tiles.costs)
        #: what each kind can come to cost with the levels that bring it about, the full price first
        self.views: tuple[list[View], ...] = tuple(self._views(kind) for kind in range(K))
        #: the same counted in symbols, the cheapest first
        self.symbol_rows: tuple[list[Row], ...] = tuple(
            sorted((Row(sum(need) + other, levels) for (need, other), levels in views), key=lambda row: row.count)
            for views in self.views
        )
        #: symbols that each kind costs where none is seen
        self.full_costs = tuple(max(int(row.count) for row in rows) for rows in self.symbol_rows)
        #: what a hand can pay, by hand and kind: see `payable_rows`
        self.plans: dict[int, list[list[Row] | None]] = {}
        self._short_rows: list[dict[int, list[Row]]] = [{} for _ in range(K)]

    @property
    def id(self) -> str:
        """The rulebook's id."""
        return self.rules.id

    @property
    def num_actions(self) -> int:
        """One more than the highest action id."""
        return self.window.count

    def board_entry(self) -> str | JsonDict:
        """Give the tiles as positions and records name them: the id of the stock set, or the whole set."""
        return STOCK if self.tiles == load_tiles(STOCK) else dict(self.tiles.source)

    def _views(self, kind: int) -> list[View]:
        most = self.any_cards[kind]
        if most:
            levels_of = [(ANY + WORDS * (count - 1),) if count else () for count in range(most + 1)]
            return [(((0, 0, 0, 0), most - count), levels) for count, levels in enumerate(levels_of)]
        found: list[View] = []
        costs = self.costs[kind]
        for seen in sorted(product(*(range(cost + 1) for cost in costs)), key=lambda seen: (sum(seen), seen)):
            levels = tuple(WORDS * (LEVELS * terrain + count - 1) for terrain, count in enumerate(seen) if count)
            w, f, h, m = (cost - count for cost, count in zip(costs, seen, strict=True))
            found.append((((w, f, h, m), 0), levels))
        return found

    def plan(self, hand: int) -> list[list[Row] | None]:
        """Give what a hand, as one number, can pay by kind, as far as it has been asked for."""
        found = self.plans.get(hand)
        if found is None:
            if len(self.plans) >= _MOST_HANDS:
                self.plans.clear()
            found = self.plans[hand] = [None] * K
        return found

    def payable_rows(self, kind: int, hand: int) -> list[Row]:
        """List what a hand can pay for a kind: how many cards, and which levels must be seen for that.

        A row is left out if one before it asks for no more symbols and no more cards.
        """
        plan = self.plan(hand)
        found = plan[kind]
        if found is None:
            found = plan[kind] = self._rows_of(kind, hand)
        return found

    def _rows_of(self, kind: int, hand: int) -> list[Row]:
        """Give the rows of a hand: only cards that match and the number of all matter, so few hands differ."""
        w, f = hand & CARD_MASK, hand >> CARD_BITS & CARD_MASK
        h, m = hand >> 2 * CARD_BITS & CARD_MASK, hand >> 3 * CARD_BITS & CARD_MASK
        costs, cards = self.costs[kind], w + f + h + m
        short = min(w, costs[0]) | min(f, costs[1]) << 3 | min(h, costs[2]) << 6 | min(m, costs[3]) << 9
        short |= min(cards, self.any_cards[kind] or 2 * sum(costs)) << 12
        known = self._short_rows[kind]
        rows = known.get(short)
        if rows is None:
            rows = known[short] = self._payable((w, f, h, m), cards, kind)
        return rows

    def _payable(self, hand: Cards, cards: int, kind: int) -> list[Row]:
        rows: list[tuple[int, tuple[int, ...]]] = []
        for price, levels in self.views[kind]:
            least = fewest(price, hand)
            if least <= cards and not any(other <= least and {*less} <= {*levels} for other, less in rows):
                rows.append((least, levels))
        return [Row(least, levels) for least, levels in rows]
