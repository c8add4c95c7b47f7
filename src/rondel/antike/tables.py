"""Tables worked out once from rules, board and number of players, in which every rule looks things up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rondel.antike.actions import CITY_MIXES, SETTLER_MIXES, Actions, Mix, single_mixes
from rondel.antike.prices import Price
from rondel.antike.rules import GOLD, GOODS, IRON, MARBLE, UNIT_KINDS, Rules
from rondel.boards.reader import board_ids, load_board
from rondel.boards.schema import ANY, LAND, SEA, Board
from rondel.errors import SetupError
from rondel.native import i64, vec
from rondel.tables import BIT, numbers, smalls

#: what a wedge lets do; one of another name produces
WEDGE_KINDS: Final = ("production", "temple", "arming", "know-how", "maneuver")


class Tables:
    """The tables of a rulebook with its options, on a board, for a number of players. Rule: A06-032."""

    rules: Rules
    board: Board
    actions: Actions
    nations: i64
    size: i64
    target: i64
    stones: i64
    wedges: i64
    top_price: i64
    full_chart: i64
    sites: i64
    open_seas: i64
    neutral: i64
    plain_units: i64
    temple_units: i64
    plain_defence: i64
    temple_defence: i64
    charts: i64
    reach: vec[i64]
    production_bonus: vec[i64]
    defence_bonus: vec[i64]
    rates: vec[i64]
    step_prices: vec[i64]
    wedge_goods: vec[i64]
    thresholds: vec[i64]
    first_rows: vec[i64]
    later_rows: vec[i64]
    wedge_kinds: vec[i64]
    stands: vec[i64]
    # tuples of any length, because a compiler would box one of fixed length each time it is indexed
    printed_kinds: tuple[int, ...]
    supply: tuple[int, ...]
    unspent: vec[i64]
    rampart_payments: Price
    unit_payments: Price
    leader_payments: Price
    settler_payments: Price

    def __init__(self, rules: Rules, board: Board, seats: int, options: Mapping[str, int] | None = None) -> None:
        self.rules = rules
        self.board = board
        self.seats = seats
        self.chosen_options = dict(options or {})
        self.stock_board = board.id in board_ids() and board == load_board(board.id)
        self.has_chance = bool(rules.events)  # A05-005 A05-006, A06-005 A06-006, AD-024
        self.nations = rules.nations or count_nations(board, seats)
        self.size = len(board.regions)
        self.line = _nations_in_play(rules, board, seats, self.nations, self.stock_board)
        self.target = dict(rules.targets)[self.nations]
        self.thresholds = numbers(rules.thresholds)
        self.supply = (rules.legions, rules.galleys)
        self.stones = self.size if rules.stones is None else rules.stones
        self.barracks = rules.recruit_prices is not None
        self.leaders = bool(rules.leaders)
        self.ramparts = rules.rampart_price > 0
        self.announces = rules.declared
        self.clashes = rules.entry == "clash"
        self.joint = rules.entry == "joint"
        # whether any part counts something in the turn under way
        self.counts = self.barracks or self.leaders or self.has_chance or rules.declared or rules.draw_offers
        self.free_units = self.has_chance or rules.bellona
        # whether nations have more than cities, units, goods and know-hows
        self.has_extras = self.counts or self.free_units or self.ramparts
        self.spare_action = rules.spare_action
        # whether anything but temple, units and know-how adds to a city's defence
        self.guarded = self.ramparts or self.leaders or rules.declared or rules.sheltered > 0
        self.plain_units, self.temple_units = rules.new_units
        self.plain_defence, self.temple_defence = rules.city_defence
        self.trade_bars = any(trade.give == trade.take for trade in rules.trades)
        self.actions = Actions(rules, board, self.nations)
        self._tabulate_board()
        self._tabulate_knowhow()
        self._tabulate_prices()
        # where `spent` counts the units that have used one action, two, and so on, by kind of unit
        self.spent_rows = tuple(
            tuple((self.actions.levels * kind + level) * self.size for level in range(self.actions.levels))
            for kind in range(2)
        )
        self.first_rows = numbers([rows[0] for rows in self.spent_rows])
        self.later_rows = numbers([self.size * level for level in range(1, self.actions.levels)])  # after the first
        self.unspent = smalls([0] * (UNIT_KINDS * self.actions.levels * self.size))
        self.event_of: dict[str, int] = {event.effect: place for place, event in enumerate(rules.events)}
        # trades by rates open and goods held, up to three of each; worked out when first asked for
        self.trade_lists: list[tuple[int, ...] | None] = [None] * (256 << len(rules.trades))

    def _tabulate_board(self) -> None:
        regions, free = self.board.regions, self.rules.free_kind
        marble, iron, gold = (
            sum(1 << place for place, region in enumerate(regions) if region.resource == good) for good in range(3)
        )
        self.printed_kinds = marble, iron, gold
        # the resources a founder can choose at each site. Rule: A2-073 A2-075, AD-065
        self.site_kinds: tuple[tuple[int, ...], ...] = tuple(
            () if region.resource < 0 else (0, 1, 2) if free or region.resource == ANY else (region.resource,)
            for region in regions
        )
        self.sites = sum(1 << place for place, kinds in enumerate(self.site_kinds) if kinds)
        # Rule: A2-040 A2-041, AD-043
        self.open_seas = sum(1 << place for place, region in enumerate(regions) if region.open_sea)
        self.around = tuple(sum(1 << other for other in self.board.neighbours(place)) for place in range(self.size))
        named = self.board.temples.get(self.nations, ()) if self.rules.neutral_temples else ()
        self.neutral = sum(1 << place for place in named)
        # where legions and galleys can stand; a border of both kinds lets both. Rule: A05-123 A05-124 A05-125 A05-R21,
        # A06-137 A06-138 A06-139 A06-R21, A2-101 A2-R38, AD-105
        self.stands = numbers(
            [
                sum(BIT[place] for place in range(self.size) if self.board.neighbours(place, border))
                for border in (LAND, SEA)
            ]
        )

    def _tabulate_knowhow(self) -> None:
        """Tabulate each effect over all sets of know-how; the highest level counts.

        Rule: A05-153, A06-163, A2-R20 A2-R21.
        """
        chart = self.rules.knowhows
        self.full_chart = (1 << len(chart)) - 1
        self.charts = self.full_chart + 1

        def table(effect: str, base: int) -> list[int]:
            levels = [(1 << place, field.level) for place, field in enumerate(chart) if field.effect == effect]
            return [
                base + max((level for bit, level in levels if owned & bit), default=0) for owned in range(self.charts)
            ]

        self.grounded = tuple(
            all(
                owned >> field.needs & 1 for place, field in enumerate(chart) if owned >> place & 1 and field.needs >= 0
            )
            for owned in range(self.charts)
        )
        # [kind of unit][set of know-hows]
        self.reach = numbers(table("legion-actions", 1) + table("galley-actions", 1))
        self.production_bonus = numbers(table("production", 0))
        self.defence_bonus = numbers(table("defence", 0))
        fields = {field.name: place for place, field in enumerate(chart)}
        opens = [1 << fields[trade.knowhow] if trade.knowhow else self.full_chart for trade in self.rules.trades]
        # the rates of exchange that a set of know-hows opens, as bits
        self.rates = numbers(
            [
                sum(1 << rate for rate, needed in enumerate(opens) if owned & needed == needed)
                for owned in range(self.charts)
            ]
        )

    def _tabulate_prices(self) -> None:
        """Tabulate the payments of each price: marble for temples and ramparts, iron for units, gold for know-how.

        Rule: A05-095, A2-018, AD-029 AD-030 AD-031.
        """
        rules, mixes = self.rules, self.actions.mixes
        self.wedges = len(rules.wedges)
        self.wedge_kinds = numbers([WEDGE_KINDS.index(name) if name in WEDGE_KINDS else 0 for name in rules.wedges])
        self.wedge_goods = numbers([GOODS.index(name) if name in GOODS else -1 for name in rules.wedges])
        # the price by number of wedges. Rule: A05-072 A05-074 A05-076 A05-077, A06-098 A06-101 A06-102 A06-105,
        # A2-063 A2-065 A2-D02, AD-054 AD-056 AD-D01
        self.step_prices = numbers([max(0, steps - rules.free_steps) for steps in range(self.wedges + 1)])
        self.top_price = self.step_prices[self.wedges]
        # any mixture. Rule: A05-073 A05-R11, A06-099 A06-R11
        self.rondel_payments = tuple(
            self._payments(mix for mix in mixes if sum(mix) == price) for price in range(self.top_price + 1)
        )
        prices = {price for field in rules.knowhows for price in (field.first, field.later)}
        prices |= set(rules.recruit_prices or ())
        self.gold_payments = {price: self._single(GOLD, price) for price in prices}
        taxes = range(self.actions.tax + 1)
        self.temple_payments = tuple(self._single(MARBLE, rules.temple_price, tax) for tax in taxes)
        self.architect_prices = [event.amount for event in rules.events if event.effect == "architect"]
        self.architect_payments = tuple(
            self._single(MARBLE, price, tax) for price in self.architect_prices for tax in taxes
        )
        self.rampart_payments = self._single(MARBLE, rules.rampart_price)
        self.unit_payments = self._single(IRON, rules.unit_price)
        self.leader_payments = self._single(IRON, rules.leader_price)
        self.city_payments = tuple(self._taxed(CITY_MIXES, tax) for tax in taxes)
        self.settler_payments = self._taxed(SETTLER_MIXES, 0)
        self.rondel_options = tuple(
            tuple(self._reachable(stone, wealth) for wealth in range(self.top_price + 1))
            for stone in range(self.wedges + 1)
        )

    def _payments(self, mixes: Iterable[Mix]) -> Price:
        """Give a price that can be paid with any of the mixes."""
        return Price(tuple(sorted((self.actions.pay + self.actions.mix_of[mix], mix) for mix in mixes)))

    def _single(self, good: int, price: int, tax: int = 0) -> Price:
        """Give a price in one resource, coins standing in, with a surcharge in coins."""
        return self._taxed(single_mixes(good, price) if price else (), tax)

    def _taxed(self, mixes: Iterable[Mix], tax: int) -> Price:
        """Give a price with a surcharge in coins. Rule: AD-R04."""
        return self._payments((marble, iron, gold, coins + tax) for marble, iron, gold, coins in mixes)

    def _reachable(self, stone: int, wealth: int) -> tuple[int, ...]:
        """List the wedges open from a place of the stone (0: not yet set) with this many units to spend.

        Rule: A05-070 A05-075 A05-080, A06-094 A06-096 A06-100, A2-060 A2-061 A2-064, AD-052 AD-053 AD-055.
        """
        steps = [(wedge - stone) % self.wedges + 1 if stone else 0 for wedge in range(self.wedges)]
        base = self.actions.wedge
        return tuple(base + wedge for wedge in range(self.wedges) if self.step_prices[steps[wedge]] <= wealth)


def count_nations(board: Board, seats: int) -> int:
    """Give two players two of four nations each, but one each on a board that is made for two.

    Rule: A05-059 A05-R51, A06-033 A06-055 A06-059 A06-R50.
    """
    return 4 if seats == 2 and 2 not in board.targets else seats


def _nations_in_play(rules: Rules, board: Board, seats: int, nations: int, stock: bool) -> tuple[int, ...]:
    """List the nations that take part: those the board names for this number, else all. Rule: A05-032, A06-034."""
    open_sites = [region.name for region in board.regions if not 0 <= region.resource < 3]
    if open_sites and not rules.open_sites:
        raise SetupError(
            "bad_setup",
            f"On the board {board.id} the region {open_sites[0]} has no city of one resource; "
            f"{rules.title} needs one in every region (open_sites).",
        )
    if rules.leaders and len(board.nations) != len(rules.leaders):
        raise SetupError(
            "bad_setup",
            f"Special units (leaders) need a board of two nations; the board {board.id} has {len(board.nations)}.",
        )
    if nations not in dict(rules.targets):
        raise SetupError("bad_setup", f"The rules do not say how many points win with {nations} nations (targets).")
    if rules.start_cities == "pick":
        sites = [region.resource for region in board.regions]
        if len(board.nations) < nations or min(sites.count(good) for good in range(3)) < nations:
            raise SetupError("bad_setup", f"The board {board.id} is too small to pick start cities on (start_cities).")
        return tuple(range(len(board.nations)))
    if nations not in board.starts and stock:
        known = " and ".join(map(str, sorted(board.starts))) or "none"
        raise SetupError(
            "bad_setup", f"The board {board.id} has no start cities for {nations} nations; it has them for {known}."
        )
    if len(board.nations) < nations:
        raise SetupError("bad_setup", f"The board {board.id} names {len(board.nations)} nations, not {nations}.")
    if seats < nations and not board.pairs:
        raise SetupError("bad_setup", f"The board {board.id} names no pairs of nations for two players.")
    if rules.neutral_temples and len(board.temples.get(nations, ())) > rules.temples:
        raise SetupError(
            "bad_setup", f"The board {board.id} has more neutral temples than the game has temples ({rules.temples})."
        )
    return tuple(board.starts.get(nations, range(len(board.nations))))
