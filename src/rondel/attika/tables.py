"""Tables worked out once: from the player board, and for each game from its tiles, costs and number of players."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from rondel.attika.actions import Window
from rondel.attika.layout import bare_layout
from rondel.attika.price import Price, fewest
from rondel.attika.rules import GROUPS, KINDS, LETTERS, PILES, TERRAINS, Rules
from rondel.attika.tiles import STOCK, TileSet, load_tiles
from rondel.game import JsonDict

#: how many kinds, terrains, piles and groups there are: the strides of flat tables
K: Final = len(KINDS)
T: Final = len(TERRAINS)
P: Final = len(PILES)
G: Final = len(GROUPS)
#: no kind, space, tile, pile or seat
NONE: Final = -1

NUMBER: Final = {kind.name: number for number, kind in enumerate(KINDS)}
MOTHERS: Final = tuple(NUMBER[kind.mother] if kind.mother else NONE for kind in KINDS)
#: the mother as a bit; none for a basic building, which is never free. Rule: AT-R16
MOTHER_BITS: Final = tuple(1 << mother if mother != NONE else 0 for mother in MOTHERS)
#: the kinds of the basic pile, and of the other three
BASICS: Final = tuple(number for number, kind in enumerate(KINDS) if kind.basic)
OTHERS: Final = tuple(number for number, kind in enumerate(KINDS) if not kind.basic)

GROUP_OF: Final = tuple(GROUPS.index(kind.group) for kind in KINDS)
#: how many buildings a group has
GROUP_SIZES: Final = tuple(sum(kind.count for kind in KINDS if kind.group == group) for group in GROUPS)
#: how many buildings a player has. Rule: AT-006
ALL: Final = sum(GROUP_SIZES)

#: how many symbols of any terrain help a street
ANY_LEVELS: Final = 5
#: the symbols seen from a space are one number, and so are the cards laid for a price; this many bits for each terrain
SYMBOL_BITS: Final = 3
SYMBOL_MASK: Final = 7
CARD_BITS: Final = 6
CARD_MASK: Final = 63

#: a price, and the levels of symbols that must be seen for it
View = tuple[Price, tuple[int, ...]]
#: fewest cards or symbols, and the levels of symbols that must be seen for that
Row = tuple[int, tuple[int, ...]]

#: hands whose prices are kept at a time, for each kind
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
        #: how many levels of symbols are kept of each terrain: as many as a cost asks for
        self.levels = max(map(max, self.costs))
        #: what each kind can come to cost with the levels that bring it about, the full price first
        self.views: tuple[list[View], ...] = tuple(self._views(kind) for kind in range(K))
        #: the same counted in symbols, the cheapest first
        self.symbol_rows: tuple[list[Row], ...] = tuple(
            sorted(((sum(need) + other, levels) for (need, other), levels in views), key=lambda row: row[0])
            for views in self.views
        )
        #: symbols that each kind costs where none is seen
        self.full_costs = tuple(max(count for count, _ in rows) for rows in self.symbol_rows)
        self._prices: list[dict[int, Price]] = [{} for _ in range(K)]
        #: what a hand can pay for a kind, by hand: see `payable_rows`
        self.rows: list[dict[bytes, tuple[Row, ...]]] = [{} for _ in range(K)]
        self._short_rows: list[dict[bytes, tuple[Row, ...]]] = [{} for _ in range(K)]

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
        most, first = self.any_cards[kind], self.levels * T
        if most:
            return [(((0, 0, 0, 0), most - count), (first + count - 1,) if count else ()) for count in range(most + 1)]
        found: list[View] = []
        costs = self.costs[kind]
        for seen in sorted(product(*(range(cost + 1) for cost in costs)), key=lambda seen: (sum(seen), seen)):
            levels = tuple(self.levels * terrain + count - 1 for terrain, count in enumerate(seen) if count)
            w, f, h, m = (cost - count for cost, count in zip(costs, seen, strict=True))
            found.append((((w, f, h, m), 0), levels))
        return found

    def price_seen(self, kind: int, seen: int) -> Price:
        """Give the price of a kind where this many symbols of each terrain are seen.

        Deductions are taken without asking. Rule: AT-040, AT-041, AT-R10, AT-R29, AT-054, AT-R13.
        """
        known = self._prices[kind]
        if seen not in known:
            counts = [seen >> SYMBOL_BITS * terrain & SYMBOL_MASK for terrain in range(T)]
            w, f, h, m = (max(0, cost - count) for cost, count in zip(self.costs[kind], counts, strict=True))
            other = max(0, self.any_cards[kind] - sum(counts)) if self.any_cards[kind] else 0
            known[seen] = (w, f, h, m), other
        return known[seen]

    def payable_rows(self, kind: int, hand: bytes) -> tuple[Row, ...]:
        """List what a hand can pay for a kind: how many cards, and which levels must be seen for that.

        A row is left out if one before it asks for no more symbols and no more cards.
        """
        known = self.rows[kind]
        found = known.get(hand)
        if found is None:
            if len(known) >= _MOST_HANDS:
                known.clear()
            found = known[hand] = self._rows_of(kind, hand)
        return found

    def _rows_of(self, kind: int, hand: bytes) -> tuple[Row, ...]:
        """Give the rows of a hand: only cards that match and the number of all matter, so few hands differ."""
        costs, cards = self.costs[kind], sum(hand)
        most = self.any_cards[kind] or 2 * sum(costs)
        short = bytes((*map(min, hand, costs), min(cards, most)))
        known = self._short_rows[kind]
        if short not in known:
            rows: list[Row] = []
            for price, levels in self.views[kind]:
                least = fewest(price, hand)
                if least <= cards and not any(other <= least and {*less} <= {*levels} for other, less in rows):
                    rows.append((least, levels))
            known[short] = tuple(rows)
        return known[short]
