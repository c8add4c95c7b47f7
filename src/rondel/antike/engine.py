"""AntikeGame: rules, board and number of players turned once into tables and a list of phase handlers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Final

from rondel.antike.actions import CITY_MIXES, KINDS, SETTLER_MIXES, Actions, Mix, single_mixes
from rondel.antike.goods import Price
from rondel.antike.lexicon import Lexicon
from rondel.antike.parts import events
from rondel.antike.phases import (
    battle,
    building,
    conquest,
    founding,
    knowhow,
    movement,
    personages,
    purchase,
    setup,
    wheel,
)
from rondel.antike.phases import turn as turns
from rondel.antike.rules import GOLD, GOODS, IRON, MARBLE, Rules
from rondel.antike.state import FOUNDING, MANEUVER, OVER, PAY, RONDEL, TURN_UP, State
from rondel.antike.text import breakdown, explain, parsing, reading, show, writing
from rondel.antike.text.citations import CITATIONS
from rondel.boards.reader import board_ids, load_board
from rondel.boards.schema import ANY, LAND, SEA, Board
from rondel.errors import IllegalMove, RondelError, SetupError
from rondel.game import CHANCE, JsonDict, JsonObject, draw
from rondel.native import i64, vec
from rondel.tables import BIT, smalls

Legal = Callable[["AntikeGame", State], Sequence[int]]
Act = Callable[["AntikeGame", State, int], None]

#: what each phase offers and does, by phase number
HANDLERS: Final[tuple[tuple[Legal, Act], ...]] = (
    (setup.legal_nation, setup.act_nation),
    (setup.legal_city, setup.act_city),
    (turns.legal_substitute, turns.act_substitute),
    (wheel.legal_rondel, wheel.act_rondel),
    (purchase.legal_pay, purchase.act_pay),
    (building.legal_temple, building.act_temple),
    (building.legal_arming, building.act_arming),
    (knowhow.legal_knowhow, knowhow.act_knowhow),
    (movement.legal_maneuver, movement.act_maneuver),
    (movement.legal_join, movement.act_join),
    (battle.legal_answer, battle.act_answer),
    (battle.legal_lose, battle.act_lose),
    (conquest.legal_conquest, conquest.act_conquest),
    (conquest.legal_give_up, conquest.act_give_up),
    (founding.legal_founding, founding.act_founding),
    (personages.legal_extra, personages.act_extra),
    (battle.legal_ask, battle.act_ask),
    (conquest.legal_fortress, conquest.act_fortress),
    (conquest.legal_charge, conquest.act_charge),
    (events.legal_pick, events.act_pick),
    (events.legal_turn_up, events.act_turn_up),
    (turns.legal_agree, turns.act_agree),
)


class AntikeGame:
    """One rulebook of the family with its options, on a board, for a number of players."""

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
    # tuples of any length, because a compiler would box one of fixed length each time it is indexed
    printed_kinds: tuple[int, ...]
    supply: tuple[int, ...]
    reach: tuple[tuple[int, ...], ...]
    later_rows: tuple[tuple[int, ...], ...]
    unspent: vec[i64]
    first_rows: tuple[int, ...]
    rampart_payments: Price
    unit_payments: Price
    leader_payments: Price
    settler_payments: Price
    hidden = False  # A05-R41, A06-R41, A2-R40, AD-R13: hands were taken face up, and piles have no order yet

    def __init__(self, rules: Rules, board: Board, seats: int, options: Mapping[str, int] | None = None) -> None:
        self.rules = rules
        self.board = board
        self.seats = seats
        self.chosen_options = dict(options or {})
        self.stock_board = board.id in board_ids() and board == load_board(board.id)
        self.has_chance = bool(rules.events)  # A05-006, A06-006, AD-024
        self.nations = rules.nations or count_nations(board, seats)
        self.size = len(board.regions)
        self.line = _nations_in_play(rules, board, seats, self.nations)
        self.target = dict(rules.targets)[self.nations]
        self.thresholds = rules.thresholds
        self.supply = (rules.legions, rules.galleys)
        self.stones = self.size if rules.stones is None else rules.stones
        self.barracks = rules.recruit_prices is not None
        self.leaders = bool(rules.leaders)
        self.free_cards = self.has_chance or rules.bellona
        self.spare_action = rules.spare_action
        self.shelters = self.barracks or rules.sheltered > 0
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
        self.first_rows = self.spent_rows[0][0], self.spent_rows[1][0]
        self.later_rows = self.spent_rows[0][1:], self.spent_rows[1][1:]
        self.unspent = smalls([0] * (2 * self.actions.levels * self.size))
        self.entered = movement.ENTRIES[rules.entry]
        self.answer = battle.ANSWERS[rules.entry]
        self.event_of: dict[str, int] = {event.effect: place for place, event in enumerate(rules.events)}
        self.priced = tuple(purchase.PRICES.get(kind) for kind in KINDS)
        self.bought = tuple(purchase.EFFECTS.get(kind) for kind in KINDS)
        # trades by rates open and goods held, up to three of each; worked out when first asked for
        self.trade_lists: list[tuple[int, ...] | None] = [None] * (256 << len(rules.trades))
        self.lexicon = Lexicon(self)
        self.citations = CITATIONS[rules.id]
        self._legal = tuple(legal for legal, _ in HANDLERS)
        self._act = tuple(act for _, act in HANDLERS)

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
        self.open_seas = sum(1 << place for place, region in enumerate(regions) if region.open_sea)
        self.around = tuple(sum(1 << other for other in self.board.neighbours(place)) for place in range(self.size))
        named = self.board.temples.get(self.nations, ()) if self.rules.neutral_temples else ()
        self.neutral = sum(1 << place for place in named)
        # where legions and galleys can stand. Rule: A05-123 to A05-125, A06-137 to A06-139
        self.stands = tuple(
            sum(BIT[place] for place in range(self.size) if self.board.neighbours(place, border))
            for border in (LAND, SEA)
        )

    def _tabulate_knowhow(self) -> None:
        """Tabulate each effect over all sets of know-how; the highest level counts. Rule: A05-153, A06-163."""
        chart = self.rules.knowhows
        self.full_chart = (1 << len(chart)) - 1

        def table(effect: str, base: int) -> tuple[int, ...]:
            levels = [(1 << place, field.level) for place, field in enumerate(chart) if field.effect == effect]
            return tuple(
                base + max((level for bit, level in levels if owned & bit), default=0)
                for owned in range(self.full_chart + 1)
            )

        self.grounded = tuple(
            all(
                owned >> field.needs & 1 for place, field in enumerate(chart) if owned >> place & 1 and field.needs >= 0
            )
            for owned in range(self.full_chart + 1)
        )
        self.reach = (table("legion-actions", 1), table("galley-actions", 1))
        self.production_bonus = table("production", 0)
        self.defence_bonus = table("defence", 0)
        fields = {field.name: place for place, field in enumerate(chart)}
        opens = [1 << fields[trade.knowhow] if trade.knowhow else self.full_chart for trade in self.rules.trades]
        # the rates of exchange that a set of know-hows opens, as bits
        self.rates = tuple(
            sum(1 << rate for rate, needed in enumerate(opens) if owned & needed == needed)
            for owned in range(self.full_chart + 1)
        )

    def _tabulate_prices(self) -> None:
        rules, mixes = self.rules, self.actions.mixes
        self.wedges = len(rules.wedges)
        self.wedge_goods = tuple(GOODS.index(name) if name in GOODS else -1 for name in rules.wedges)
        # a production wedge is carried out at once, and founding follows
        self.wedge_phases = tuple(wheel.WEDGE_PHASES.get(name, FOUNDING) for name in rules.wedges)
        self.top_price = wheel.price_of(self, self.wedges)
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
        """List the wedges open from a place of the stone (0: not yet set) with so many units to spend."""
        steps = [(wedge - stone) % self.wedges + 1 if stone else 0 for wedge in range(self.wedges)]
        base = self.actions.wedge
        return tuple(base + wedge for wedge in range(self.wedges) if wheel.price_of(self, steps[wedge]) <= wealth)

    @property
    def id(self) -> str:
        """The rulebook's id."""
        return self.rules.id

    @property
    def num_actions(self) -> int:
        """One more than the highest action id."""
        return self.actions.count

    def new(self, seed: int = 0) -> State:
        """Give the position before the first decision; the seed draws nations and, where needed, the start."""
        return self.settled(setup.first_state(self, Random(seed)))

    def header(self, state: State) -> JsonDict:
        """Give what names this game, and what a record needs to begin at this first state."""
        header: JsonDict = {"game": self.id, "board": self.board_entry(), "players": self.seats}
        if self.chosen_options:
            header["options"] = dict(self.chosen_options)
        if 0 not in state.seating:
            header["nations"] = [self.nation_name(state, nation) for nation in range(self.nations)]
            header["start"] = self.nation_name(state, state.start)
        elif setup.start_is_drawn(self):
            header["start"] = state.start  # drawn before the nations are chosen, so a seat
        return header

    def board_entry(self) -> str | JsonDict:
        """Give the board as positions and records name it: the id of a stock board, or the whole board."""
        return self.board.id if self.stock_board else dict(self.board.source)

    def opening(self, header: JsonObject) -> State:
        """Give the first state: the nations seated as the header says, or still to be chosen."""
        start = header.get("start")
        if self.rules.distribution == "choose":
            state = self.new()
            if isinstance(start, int):
                state.start = start % self.nations
            return state
        nations = header.get("nations")
        if not isinstance(nations, list) or not isinstance(start, str):
            raise SetupError("bad_setup", "The nations in seat order and the starting nation are needed.")
        return self.seated([str(name) for name in nations], start)

    def seated(self, nations: Sequence[str], start: str) -> State:
        """Give the first position with the nations in seat order and the one that begins."""
        numbers = [self._nation(name) for name in nations]
        if len(numbers) != self.nations or len(set(numbers)) != self.nations:
            raise SetupError("bad_setup", f"{self.nations} different nations are needed, not {', '.join(nations)}.")
        if self.seats < self.nations and numbers not in setup.pair_seatings(self):
            raise SetupError("bad_setup", "With two players the nations sit in alternation, each pair in one hand.")
        if start not in nations:
            raise SetupError("bad_setup", f"The starting nation {start!r} is not among those that play.")
        return self.settled(setup.seat(self, setup.empty_state(self), numbers, list(nations).index(start)))

    def _nation(self, name: str) -> int:
        if name not in self.board.nations or self.board.nations.index(name) not in self.line:
            playing = ", ".join(self.board.nations[number] for number in self.line)
            raise SetupError("bad_setup", f"{name!r} does not take part; the nations are {playing}.")
        return self.board.nations.index(name)

    def advance(self, state: State, action: int) -> None:
        """Play a legal action in place, and every forced step after it."""
        if action < self.actions.trade:
            state.barred = 0
        # the most frequent phases by name, which a compiler turns into plain calls
        phase = state.phase
        if phase == MANEUVER:
            movement.act_maneuver(self, state, action)
        elif phase == FOUNDING:
            founding.act_founding(self, state, action)
        elif phase == RONDEL:
            wheel.act_rondel(self, state, action)
        elif phase == PAY:
            purchase.act_pay(self, state, action)
        else:
            self._act[phase](self, state, action)
        self.settled(state)

    def playout(self, state: State, rng: Random, cap: int) -> int:
        """Play random decisions in place until the game is over, or so many; give their number."""
        decisions, point = 0, rng.random
        options = state.options
        while options and decisions < cap:
            if state.phase == TURN_UP:
                self.advance(state, draw(state, rng))
            else:
                self.advance(state, options[int(point() * len(options))])
            options = state.options
            decisions += 1
        return decisions

    def settled(self, state: State) -> State:
        """Take forced steps until there is something to decide, and note the options."""
        options: Sequence[int]
        while state.phase < OVER:
            phase = state.phase
            if phase == MANEUVER:
                options = movement.legal_maneuver(self, state)
            elif phase == FOUNDING:
                options = founding.legal_founding(self, state)
            elif phase == RONDEL:
                options = wheel.legal_rondel(self, state)
            elif phase == PAY:
                options = purchase.legal_pay(self, state)
            else:
                options = self._legal[phase](self, state)
            if len(options) > 1:
                state.options = options
                return state
            state.barred = 0  # a forced step is a step like any other
            if phase == FOUNDING:
                founding.act_founding(self, state, options[0])
            else:
                self._act[phase](self, state, options[0])
        state.options = ()
        return state

    def options(self, state: State) -> Sequence[int]:
        """Work the legal actions out anew, as `legal()` has them at hand."""
        return self._legal[state.phase](self, state) if state.phase < OVER else ()

    def nation_name(self, state: State, nation: int) -> str:
        """Give the name of a nation by its place in seat order."""
        number = state.seating[nation]
        return self.board.nations[number - 1] if number else f"seat {nation}"

    def region_names(self, mask: int) -> str:
        """List the regions of a bit mask by name."""
        return ", ".join(region.name for place, region in enumerate(self.board.regions) if mask >> place & 1)

    def units_used(self, state: State, kind: int, region: int, used: int) -> int:
        """Count the units of the nation on turn there that have used so many actions."""
        return movement.units_used(self, state, kind, region, used)

    def read(self, position: JsonObject) -> State:
        """Build the state a position object describes."""
        return reading.read_position(self, position)

    def action_text(self, state: State, action: int) -> str:
        """Write a legal action the way a person would type it."""
        return writing.action_text(self, state, action)

    def price_text(self, state: State, action: int) -> str:
        """Write what an action costs; empty if nothing."""
        return writing.price_text(self, state, action)

    def parts(self, state: State, action: int) -> breakdown.Parts:
        """Take an action apart for a page that knows no rules: its kind, regions, units and amounts."""
        return breakdown.parts_of(self, state, action)

    def who(self, state: State) -> str:
        """Name the nation that decides."""
        return self.nation_name(state, state.actor)

    def owed(self, state: State) -> str:
        """Write nothing: a purchase is named in the question that asks for its payment."""
        return ""

    def public(self, state: State) -> JsonObject:
        """Give the whole position: everything is open."""
        return state.view(CHANCE)

    def reads(self, state: State, action: int, seat: int) -> bool:
        """Let everybody know every action."""
        return True

    def clause(self, state: State, action: int) -> str:
        """Give the ledger clause that an action rests on; empty if none is known."""
        return breakdown.clause_of(self, action)

    def parse_action(self, state: State, text: str) -> int:
        """Read the exact text of one action."""
        return parsing.parse_action(self, state, text)

    def continuation(self, state: State, action: int) -> str:
        """Give the payment that completes a purchase; empty for a move of its own."""
        return writing.payment_text(self, action)

    def parse(self, state: State, text: str) -> list[int]:
        """Read a typed move as the actions it stands for."""
        return parsing.parse(self, state, text)

    def prompt(self, state: State) -> str:
        """Say in words who must decide what."""
        return explain.prompt(self, state)

    def show(self, state: State, seat: int = CHANCE) -> str:
        """Draw the position as readable text."""
        return show.show(self, state)

    def why_not(self, state: State, move: str | int) -> RondelError | None:
        """Say why a move, typed or by number, cannot be played now; None if it can."""
        if isinstance(move, str):
            return parsing.explain_text(self, state, move)
        return None if move in state.options else explain.refusal(self, state, move)

    def refusal(self, state: State, action: int) -> IllegalMove:
        """Say why an action that is not among the options is not."""
        return explain.refusal(self, state, action)

    def illegal(self, code: str, message: str, key: str = "") -> IllegalMove:
        """Build a refusal with the ledger id of the rule behind it."""
        return IllegalMove(code, message, self.citations[key or code])


def count_nations(board: Board, seats: int) -> int:
    """Give two players two of four nations each, but one each on a board that is made for two. Rule: A06-055."""
    return 4 if seats == 2 and 2 not in board.targets else seats


def _nations_in_play(rules: Rules, board: Board, seats: int, nations: int) -> tuple[int, ...]:
    """List the board's nations that take part. Rule: A05-032, A06-034."""
    open_sites = [region.name for region in board.regions if not 0 <= region.resource < 3]
    if open_sites and not rules.open_sites:
        raise SetupError(
            "bad_setup",
            f"On the board {board.id} the region {open_sites[0]} has no city with a resource of its own; "
            f"{rules.title} needs one in every region.",
        )
    if rules.start_cities == "pick":
        sites = [region.resource for region in board.regions]
        if len(board.nations) < nations or min(sites.count(good) for good in range(3)) < nations:
            raise SetupError("bad_setup", f"The board {board.id} is too small to pick start cities on.")
        return tuple(range(len(board.nations)))
    if nations not in board.starts:
        known = " and ".join(map(str, sorted(board.starts))) or "none"
        raise SetupError(
            "bad_setup", f"The board {board.id} has no start cities for {nations} nations; it has them for {known}."
        )
    if nations not in dict(rules.targets):
        raise SetupError("bad_setup", f"These options say no number of points that win with {nations} nations.")
    if seats < nations and not board.pairs:
        raise SetupError("bad_setup", f"The board {board.id} names no pairs of nations for two players.")
    if rules.neutral_temples and len(board.temples.get(nations, ())) > rules.temples:
        raise SetupError("bad_setup", f"The board {board.id} has more neutral temples than the box.")
    if rules.leaders and len(board.nations) != len(rules.leaders):
        raise SetupError("bad_setup", f"The board {board.id} has no two nations for the special units.")
    return tuple(board.starts[nations])
