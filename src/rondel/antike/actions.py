"""Action ids: one fixed numbering per rules, board and number of nations.

The ranges follow each other in this order; within a range the id counts up as the formula says.

| range | decision | id within the range |
| --- | --- | --- |
| DONE, PEACE, ENTER | end a step, demand no battle, close a group | 0 |
| OFFER, ACCEPT | offer a draw, accept it | 0 |
| TAKE_GOOD | take a resource where the bank has no coin | resource |
| TAKE | take the extra personage | personage |
| LOSE | lose a unit that has used this many actions | used |
| NATION | choose a nation | the board's nation |
| CITY | choose a start city | region |
| GIVE_UP | give up a city for its stone | region |
| ASK | ask this nation first for its answer | nation |
| DRAW | chance: this event card is turned up | event |
| PICK | take an open event card | event |
| WEDGE | move on the rondel | wedge |
| PAY | pay with this mix of goods | place in `mixes` |
| TEMPLE | build a temple | region |
| ARCHITECT | build a temple with the architect | region |
| RAMPART | build a rampart | region |
| ARM | set up a unit | region * 2 + kind |
| FREE | set up a unit without paying | region * 2 + kind |
| LEAD | set up the leader | region |
| LEARN | obtain a know-how | place in the chart |
| RECRUIT | recruit a unit | kind |
| MOVE | a group of like units crosses a border | (crossing * levels + used) * cap + count - 1 |
| MARCH | the leader crosses a border into this region | region |
| FIGHT | fight units of a nation | (region * nations + nation) * 2 + kind |
| CONQUER | conquer a city, losing this many legions | region * (cap + 1) + legions |
| DECLARE | announce the conquest of a city | region |
| FOUND | found a city of a resource | region * 3 + resource |
| SETTLE | found a city with the settlers | region * 3 + resource |
| PLAY | play an event card | event |
| QUAKE | destroy a rampart by an earthquake | region |
| TRADE | trade with the bank | place in `trades` |
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from rondel.antike.rules import GALLEY, GOLD, IRON, LEGION, MARBLE, Rules, Trade
from rondel.boards.schema import LAND, SEA, Board
from rondel.native import i64

DONE: Final = 0
PEACE: Final = 1
ENTER: Final = 2

OFFER: Final = 3
ACCEPT: Final = 4

#: the names of the ranges, in order
KINDS: Final = (
    "done", "peace", "enter", "offer", "accept", "take-good", "take", "lose", "nation", "city", "give-up", "ask",
    "draw", "pick", "wedge", "pay", "temple", "architect", "rampart", "arm", "free", "lead", "learn", "recruit",
    "move", "march", "fight", "conquer", "declare", "found", "settle", "play", "quake", "trade",
)  # fmt: skip

Mix = tuple[int, int, int, int]


class Actions:
    """The numbering of one game, with the tables behind it."""

    size: i64
    cap: i64
    levels: i64
    nations: i64
    tax: i64
    count: i64
    take_good: i64
    take: i64
    lose: i64
    nation: i64
    city: i64
    give_up: i64
    ask: i64
    draw: i64
    pick: i64
    wedge: i64
    pay: i64
    temple: i64
    architect: i64
    rampart: i64
    arm: i64
    free: i64
    lead: i64
    learn: i64
    recruit: i64
    move: i64
    march: i64
    fight: i64
    conquer: i64
    declare: i64
    found: i64
    settle: i64
    play: i64
    quake: i64
    trade: i64

    def __init__(self, rules: Rules, board: Board, nations: int) -> None:
        self.size = size = len(board.regions)
        self.cap = max(rules.legions, rules.galleys)
        self.levels = _levels(rules)  # the most actions a unit can have in a maneuver
        self.nations = nations
        self._cross(board)
        # move lists worked out so far, by kind, region, actions used and number of units
        self.mixed: dict[int, list[int]] = {}  # and those of unlike units, by a key of theirs
        self.kept: list[tuple[int, ...]] = [()] * (2 * size * self.levels * (self.cap + 1))
        self.tax = max(len(board.neighbours(region)) for region in range(size)) if rules.neighbour_tax else 0
        self.mixes = _mixes(rules, self.tax)
        self.mix_of = {mix: number for number, mix in enumerate(self.mixes)}
        self.trades = [(rate, *deal) for rate, trade in enumerate(rules.trades) for deal in _deals(trade)]
        self.trade_of = {deal: number for number, deal in enumerate(self.trades)}
        self._number(rules, board)

    def _number(self, rules: Rules, board: Board) -> None:
        """Lay the ranges one after another; those a rulebook does not use are empty."""
        size, nations, events = self.size, self.nations, len(rules.events)
        cards = size if events else 0
        sizes = (
            1, 1, 1, 1, 1, 3, 5, self.levels + 1, len(board.nations), size, size,
            nations if rules.entry == "each" else 0, events, events, len(rules.wedges), len(self.mixes),
            size, cards, size if rules.rampart_price else 0, size * 2, size * 2 if events or rules.bellona else 0,
            size if rules.leaders else 0, len(rules.knowhows), 2 if rules.recruit_prices else 0,
            len(self.crossings) * self.levels * self.cap, size if rules.leaders else 0, size * nations * 2,
            size * (self.cap + 1), size if rules.declared else 0, size * 3, cards * 3, events, cards, len(self.trades),
        )  # fmt: skip
        starts = [sum(sizes[:place]) for place in range(len(sizes) + 1)]
        self.starts = tuple(starts[:-1])
        self.sizes = dict(zip(KINDS, sizes, strict=True))
        self.count = starts[-1]
        self.kind_of = bytes(kind for kind, size in enumerate(sizes) for _ in range(size))  # by action
        (_, _, _, _, _, self.take_good, self.take, self.lose, self.nation, self.city, self.give_up, self.ask, self.draw,
         self.pick, self.wedge, self.pay, self.temple, self.architect, self.rampart, self.arm, self.free, self.lead,
         self.learn, self.recruit, self.move, self.march, self.fight, self.conquer, self.declare, self.found,
         self.settle, self.play, self.quake, self.trade) = self.starts  # fmt: skip

    def _cross(self, board: Board) -> None:
        """Number the border crossings by kind of unit, origin and target; a border of both kinds lets both cross.

        Rule: A05-162 A05-163 A05-164 A05-165, A06-172 A06-173 A06-174 A06-175, A2-139 A2-R38, AD-126.
        """
        self.crossings: list[tuple[int, int, int]] = []  # kind, from, to
        self.first: list[int] = []  # [kind * regions + region] -> first crossing out of the region; one more at the end
        for kind, border in ((LEGION, LAND), (GALLEY, SEA)):
            for region in range(len(board.regions)):
                self.first.append(len(self.crossings))
                self.crossings += [(kind, region, other) for other in board.neighbours(region, border)]
        self.first.append(len(self.crossings))
        self.crossing_of = {crossing: number for number, crossing in enumerate(self.crossings)}

    def groups(self, kind: i64, region: i64, used: i64, most: i64) -> tuple[int, ...]:
        """Give the moves out of a region of up to this many units of a kind; cached."""
        place = ((kind * self.size + region) * self.levels + used) * (self.cap + 1) + most
        found = self.kept[place]
        if not found and most:
            first = kind * self.size + region
            starts = [
                self.move + (self.levels * crossing + used) * self.cap
                for crossing in range(self.first[first], self.first[first + 1])
            ]
            found = tuple(start + count for start in starts for count in range(most))
            self.kept[place] = found
        return found

    def split(self, action: int) -> tuple[str, int]:
        """Give the name of the action's range and its place within it."""
        place = self.kind_of[action]
        return KINDS[place], action - self.starts[place]

    def decode_move(self, place: i64) -> tuple[i64, i64, i64]:
        """Split a place in MOVE into crossing, actions used before, number of units."""
        rest = place // self.cap
        return rest // self.levels, rest % self.levels, place % self.cap + 1

    def decode_fight(self, place: i64) -> tuple[i64, i64, i64]:
        """Split a place in FIGHT into region, nation, kind of unit."""
        rest = place // 2
        return rest // self.nations, rest % self.nations, place % 2


def _levels(rules: Rules) -> int:
    """Count the most actions that know-how and cards together can give a unit."""
    moving = [field.level for field in rules.knowhows if field.effect in ("legion-actions", "galley-actions")]
    cards = [event.copies for event in rules.events if event.effect == "march"]
    return 1 + max(moving, default=0) + max(cards, default=0)


def _mixes(rules: Rules, tax: int) -> tuple[Mix, ...]:
    """List every payment that some price can ask for, smaller ones and those with fewer coins first."""
    found: set[Mix] = set()
    for price in range(1, len(rules.wedges) - rules.free_steps + 1):
        found |= {_counts(picks) for picks in combinations_with_replacement(range(4), price)}
    single = {(MARBLE, rules.temple_price), (IRON, rules.unit_price), (IRON, rules.leader_price)}
    single |= {(MARBLE, rules.rampart_price), *((GOLD, price) for price in rules.recruit_prices or ())}
    single |= {(MARBLE, event.amount) for event in rules.events if event.effect == "architect"}
    single |= {(GOLD, price) for field in rules.knowhows for price in (field.first, field.later)}
    taxed = {mix for good, price in single for mix in single_mixes(good, price)} | set(CITY_MIXES) | set(SETTLER_MIXES)
    found |= {(marble, iron, gold, coins + more) for marble, iron, gold, coins in taxed for more in range(tax + 1)}
    found.discard((0, 0, 0, 0))
    return tuple(sorted(found, key=lambda mix: (sum(mix), mix[3], mix)))


def single_mixes(good: int, price: int) -> list[Mix]:
    """List the payments of a price in one resource, coins standing in for any part of it.

    Rule: A05-065, A06-089, A2-090, AD-084.
    """
    found = []
    for coins in range(price + 1):
        mix = [0, 0, 0, coins]
        mix[good] = price - coins
        found.append((mix[0], mix[1], mix[2], mix[3]))
    return found


def _one_each(resources: tuple[int, ...]) -> list[Mix]:
    """List the payments of one unit of each of the resources, coins standing in for any. Rule: A05-089."""
    kept = [[good for place, good in enumerate(resources) if bits >> place & 1] for bits in range(1 << len(resources))]
    return [(goods.count(0), goods.count(1), goods.count(2), len(resources) - len(goods)) for goods in kept]


#: what a city costs; with the settlers one of the three resources is left out
#: Rule: A05-088 A05-089 A05-R12, A06-109 A06-110 A06-R12, A2-019 A2-071 A2-072, AD-063 AD-064
CITY_MIXES: Final = tuple(_one_each((MARBLE, IRON, GOLD)))
SETTLER_MIXES: Final = tuple(sorted({mix for pair in ((0, 1), (0, 2), (1, 2)) for mix in _one_each(pair)}))


def _deals(trade: Trade) -> list[tuple[Mix, Mix]]:
    """List what can be given and taken in one trade with the bank. Rule: AD-R20."""
    given = combinations_with_replacement(range(4 if trade.coins else 3), trade.give)
    return [
        (_counts(goods), _counts(taken))
        for goods in given
        for taken in combinations_with_replacement(range(3), trade.take)
        if goods != taken
    ]


def _counts(picks: tuple[int, ...]) -> Mix:
    return picks.count(0), picks.count(1), picks.count(2), picks.count(3)
