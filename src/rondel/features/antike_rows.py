"""Positions of the Antike family as rows of numbers, compiled: what `AntikeEncoder` puts into arrays."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.antike.rules import GOOD_KINDS, PERSONAGE_KINDS, RESOURCE_KINDS, UNIT_KINDS
from rondel.antike.scores import points
from rondel.antike.state import HANDS, NATION, NONE, TALLY, BaseGame, State
from rondel.features.plan import Plan
from rondel.features.rows import put, put_column, put_flags
from rondel.native import i32, i64, vec
from rondel.tables import BIT, bit_count, words


class AntikeRows:
    """Writes positions of one game; places and words of the columns are those of its plan."""

    game: BaseGame
    seats: i64
    nations: i64
    size: i64
    levels: i64
    events: i64
    knowhows: i64
    wedges: i64
    unlimited: bool
    blank: vec[i32]
    one: i32
    origins: vec[i32]
    targets: vec[i32]
    details: vec[i32]
    kind_of: bytes

    def __init__(
        self, game: BaseGame, plan: Plan, origins: Sequence[int], targets: Sequence[int], details: Sequence[float]
    ) -> None:
        """Take where each action comes from and goes to (-1: nowhere), and how it is told apart within its kind."""
        self.game = game
        self.seats, self.nations, self.size = game.seats, game.nations, game.size
        self.levels = game.actions.levels
        self.events, self.knowhows = len(game.rules.events), len(game.rules.knowhows)
        self.wedges = game.wedges
        self.unlimited = not game.rules.bank_units
        self.blank = words(plan.blank)
        self.one = plan.word(1.0, 1.0)
        self.origins, self.targets = words(origins), words(targets)
        self.details = words([plan.word(detail, 255.0) for detail in details])
        self.kind_of = game.actions.kind_of
        self._place_regions(plan)
        self._place_players(plan)
        self._place_moment(plan)

    def _place_regions(self, plan: Plan) -> None:
        self.width: i64 = plan.width("regions")
        self.yields: i64 = plan.place("regions", "city yields marble")
        self.temple: i64 = plan.place("regions", "temple")
        self.units: i64 = plan.place("regions", "legions of 0")
        self.used: i64 = plan.place("regions", "legions with 1 used")
        self.leader: i64 = plan.place("regions", "leader of 0")
        self.unit_words: vec[i32] = words(plan.words("regions", "legions of 0"))

    def _place_players(self, plan: Plan) -> None:
        self.player: i64 = plan.place("players", "mine")
        self.span: i64 = plan.width("players")
        self.goods: i64 = plan.place("players", "marble")
        self.points: i64 = plan.place("players", "points")
        self.left: i64 = plan.place("players", "left to set up: legion")
        self.barracks: i64 = plan.place("players", "barracks: legion")
        self.knowhow: i64 = plan.place("players", f"know-how {self.game.rules.knowhows[0].name}")
        self.personages: i64 = plan.place("players", "personage king")
        self.extra: i64 = plan.place("players", "extra king")
        self.stone: i64 = plan.place("players", "off the rondel")
        self.nation: i64 = plan.place("players", "nation 0")
        self.hand: i64 = self.nation + len(self.game.board.nations)
        self.good_words: vec[i32] = words(plan.words("players", "marble"))
        self.point_words: vec[i32] = words(plan.words("players", "points"))
        self.city_words: vec[i32] = words(plan.words("players", "cities"))
        self.temple_words: vec[i32] = words(plan.words("players", "temples"))
        self.left_words: vec[i32] = words(plan.words("players", "left to set up: legion"))

    def _place_moment(self, plan: Plan) -> None:
        self.phase: i64 = plan.place("global", "phase nation")
        self.pending: i64 = plan.place("global", "pending done")
        self.detail: i64 = plan.place("global", "pending detail")
        self.bank: i64 = plan.place("global", "bank marble")
        self.stacks: i64 = plan.place("global", "stack king")
        self.dues: i64 = plan.place("global", "scholars due")
        self.barred: i64 = plan.place("global", "barred marble")
        self.round_words: vec[i32] = words(plan.words("global", "round"))
        self.bank_words: vec[i32] = words(plan.words("global", "bank marble"))
        self.box_words: vec[i32] = words(plan.words("global", "temples left"))
        self.stack_words: vec[i32] = words(plan.words("global", "stack king"))
        self.single_words: vec[i32] = words(plan.of_scale(1.0))
        self.three_words: vec[i32] = words(plan.of_scale(3.0))

    def row(self, state: State, seat: i64, hands: i64) -> vec[i32]:
        """Give a fresh row with the position as a seat sees it, its nation first; no hand is hidden in these games."""
        row = self.blank[:]
        self._regions(row, state)
        place: i64 = 0
        settled: i64 = 0
        while place < self.nations:
            nation = (seat + place) % self.nations
            settled |= state.cities[nation]
            self._nation(row, state, seat, place, nation)
            place += 1
        put_column(row, self.yields, self.width, self.one, state.kinds[0] & settled)
        put_column(row, self.yields + 1, self.width, self.one, state.kinds[1] & settled)
        put_column(row, self.yields + 2, self.width, self.one, state.kinds[2] & settled)
        self._moment(row, state)
        return row

    def _regions(self, row: vec[i32], state: State) -> None:
        """Write what stands in regions and belongs to no nation alone."""
        width, one, first = self.width, self.one, self.temple
        put_column(row, first, width, one, state.temples)
        put_column(row, first + 1, width, one, state.ramparts)
        put_column(row, first + 2, width, one, state.failed)
        if state.place != NONE:
            row[first + 3 + state.place * width] = one
        if state.pending != NONE:
            origin: i64 = i64(self.origins[state.pending])
            if origin >= 0:
                row[first + 4 + origin * width] = one
            target: i64 = i64(self.targets[state.pending])
            if target >= 0:
                row[first + 5 + target * width] = one
        if state.stirred:
            self._spent(row, state)

    def _spent(self, row: vec[i32], state: State) -> None:
        """Write how many units have used how many actions."""
        size = self.size
        level: i64 = 0
        while level < UNIT_KINDS * self.levels:
            region: i64 = 0
            first, at = level * size, self.used + level
            while region < size:
                put(row, at + region * self.width, self.unit_words, state.spent[first + region])
                region += 1
            level += 1

    def _nation(self, row: vec[i32], state: State, seat: i64, place: i64, nation: i64) -> None:
        """Write a nation: its cities and units by region, and its row of players."""
        game, one = self.game, self.one
        first = place * self.span
        cities = state.cities[nation]
        put_column(row, place, self.width, one, cities)
        self._units(row, state, place, nation, 0)
        self._units(row, state, place, nation, 1)
        self._roles(row, state, seat, self.player + first, nation)
        good: i64 = 0
        while good < GOOD_KINDS:
            put(row, first + self.goods + good, self.good_words, state.goods[GOOD_KINDS * nation + good])
            good += 1
        put(row, first + self.points, self.point_words, points(game, state, nation))
        put(row, first + self.points + 1, self.city_words, bit_count(cities))
        put(row, first + self.points + 2, self.temple_words, bit_count(cities & state.temples))
        if game.barracks:
            put(row, first + self.barracks, self.unit_words, state.barracks[UNIT_KINDS * nation])
            put(row, first + self.barracks + 1, self.unit_words, state.barracks[UNIT_KINDS * nation + 1])
        if game.leaders:
            self._leader(row, state, place, nation)
        put_flags(row, first + self.knowhow, one, state.knowhow[nation])
        self._awards(row, state, first, nation)

    def _roles(self, row: vec[i32], state: State, seat: i64, at: i64, nation: i64) -> None:
        """Write whose the nation is and what it has to do with the moment."""
        one = self.one
        if nation % self.seats == seat:
            row[at] = one
        if nation == state.actor:
            row[at + 1] = one
        if state.phase != NATION:
            if nation == state.turn:
                row[at + 2] = one
            if nation == state.start:
                row[at + 3] = one
        if nation == state.bellona:
            row[at + 4] = one
        if nation == state.asked:
            row[at + 5] = one
        if state.heard & BIT[nation]:
            row[at + 6] = one

    def _units(self, row: vec[i32], state: State, place: i64, nation: i64, kind: i64) -> None:
        """Write the units of a kind by region, and how many are not on the board."""
        army = UNIT_KINDS * nation + kind
        first, at = army * self.size, self.units + UNIT_KINDS * place + kind
        mask, found = state.where[army], i64(0)
        while mask:
            low = mask & -mask
            region: i64 = bit_count(low - 1)
            count = state.units[first + region]
            put(row, at + region * self.width, self.unit_words, count)
            found += count
            mask ^= low
        supply: i64 = self.game.supply[kind]
        put(row, place * self.span + self.left + kind, self.left_words, supply - found)

    def _leader(self, row: vec[i32], state: State, place: i64, nation: i64) -> None:
        """Write where the special unit stands, or that it waits."""
        where = state.leaders[nation]
        if where:
            row[self.leader + place + (where - 1) * self.width] = self.one
        else:
            put(row, place * self.span + self.barracks + 2, self.unit_words, 1)

    def _awards(self, row: vec[i32], state: State, first: i64, nation: i64) -> None:
        """Write personages, the place on the rondel, which nation it is, and its cards."""
        one = self.one
        kind: i64 = 0
        while kind < PERSONAGE_KINDS:
            put(row, first + self.personages + kind, self.unit_words, state.earned[PERSONAGE_KINDS * nation + kind])
            kind += 1
        if state.extra[nation]:
            row[first + self.extra + state.extra[nation] - 1] = one
        row[first + self.stone + state.rondel[nation]] = one
        if state.seating[nation]:
            row[first + self.nation + state.seating[nation] - 1] = one
        event: i64 = 0
        while event < self.events:
            copies = state.cards[(HANDS + nation) * self.events + event]
            put(row, first + self.hand + event, self.single_words, copies)
            event += 1

    def _moment(self, row: vec[i32], state: State) -> None:
        """Write phase, move under way, bank, box and what is due."""
        row[self.phase + state.phase] = self.one
        if state.pending != NONE:
            kind: i64 = self.kind_of[state.pending]
            row[self.pending + kind] = self.one
            row[self.detail] = self.details[state.pending]
        put(row, self.detail + 1, self.round_words, state.round)
        first = GOOD_KINDS * self.nations
        good: i64 = RESOURCE_KINDS if self.unlimited else 0
        while good < GOOD_KINDS:
            put(row, self.bank + good, self.bank_words, state.goods[first + good])
            good += 1
        put(row, self.bank + GOOD_KINDS, self.box_words, self.game.rules.temples - bit_count(state.temples))
        kind = 0
        while kind < PERSONAGE_KINDS:
            put(row, self.stacks + kind, self.stack_words, state.stacks[kind])
            kind += 1
        self._dues(row, state)
        self._tallies(row, state)

    def _dues(self, row: vec[i32], state: State) -> None:
        at, fours = self.dues, self.unit_words
        put(row, at, fours, state.scholars_due)
        put(row, at + 1, fours, state.generals_due)
        put(row, at + 2, self.single_words, state.extra_due)
        put(row, at + 3, self.single_words, state.levied)
        put(row, at + 4, fours, state.lose_legions)
        put(row, at + 5, fours, state.lose_galleys)
        put_flags(row, at + 6, self.one, state.learned)
        put_flags(row, self.barred, self.one, state.barred)

    def _tallies(self, row: vec[i32], state: State) -> None:
        """Write what parts count in the turn, and the piles of cards."""
        at = self.barred + RESOURCE_KINDS
        if self.game.counts:
            place: i64 = 0
            while place < TALLY:
                put(row, at + place, self.unit_words, state.tally[place])
                place += 1
        event: i64 = 0
        while event < HANDS * self.events:
            put(row, at + TALLY + event, self.three_words, state.cards[event])
            event += 1
