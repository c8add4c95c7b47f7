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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from rondel.antike.rules import GALLEY, GOLD, IRON, LEGION, MARBLE, RESOURCE_KINDS, UNIT_KINDS, Rules, Trade
from rondel.boards.schema import LAND, SEA, Board
from rondel.native import i64, vec
from rondel.tables import smalls

DONE: Final = 0
PEACE: Final = 1
ENTER: Final = 2

OFFER: Final = 3
ACCEPT: Final = 4

Mix = tuple[int, int, int, int]


class Actions:
    """The numbering of one game, with the tables behind it."""

    size: i64
    cap: i64
    levels: i64
    nations: i64
    board_nations: i64
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
    kinds: vec[i64]
    origins: vec[i64]
    targets: vec[i64]
    amounts: vec[i64]

    def __init__(self, rules: Rules, board: Board, nations: int) -> None:
        self.size = size = len(board.regions)
        self.cap = max(rules.legions, rules.galleys)
        self.levels = _levels(rules)  # the most actions that a unit has in a maneuver
        self.nations = nations
        self._cross(board)
        # cached move lists, by kind, region and numbers of units that have used no action and one
        self.kept: list[tuple[int, ...]] = [()] * (UNIT_KINDS * size * (self.cap + 1) ** 2)
        # the same where units have used more than that, by `movement._mixed`'s key
        self.mixed: dict[int, tuple[int, ...]] = {}
        self.tax = max(len(board.neighbours(region)) for region in range(size)) if rules.neighbour_tax else 0
        self.mixes = _mixes(rules, self.tax)
        self.amounts = smalls([amount for mix in self.mixes for amount in mix])
        self.mix_of = {mix: number for number, mix in enumerate(self.mixes)}
        self.trades = [(rate, *deal) for rate, trade in enumerate(rules.trades) for deal in _deals(trade)]
        self.trade_of = {deal: number for number, deal in enumerate(self.trades)}
        self.board_nations = len(board.nations)
        self._number(rules)
        # what sets up units, by range (paid, free), region, and whether legions, galleys or both can stand there
        self.placing = [
            tuple([self.arm + UNIT_KINDS * place + kind for kind in range(UNIT_KINDS) if kinds >> kind & 1])
            for place in range((self.lead - self.arm) // UNIT_KINDS)
            for kinds in range(4)
        ]

    def _number(self, rules: Rules) -> None:
        """Lay the ranges one after another; those that a rulebook does not use are empty."""
        sizes = [kind.ids(self, rules) for kind in RANGES]
        starts = [sum(sizes[:place]) for place in range(len(sizes) + 1)]
        self.starts = tuple(starts[:-1])
        self.sizes = dict(zip(KINDS, sizes, strict=True))
        self.count = starts[-1]
        self.kind_of = bytes(kind for kind, size in enumerate(sizes) for _ in range(size))  # by action
        first = dict(zip(KINDS, self.starts, strict=True))
        self.take_good = first["take-good"]
        self.take = first["take"]
        self.lose = first["lose"]
        self.nation = first["nation"]
        self.city = first["city"]
        self.give_up = first["give-up"]
        self.ask = first["ask"]
        self.draw = first["draw"]
        self.pick = first["pick"]
        self.wedge = first["wedge"]
        self.pay = first["pay"]
        self.temple = first["temple"]
        self.architect = first["architect"]
        self.rampart = first["rampart"]
        self.arm = first["arm"]
        self.free = first["free"]
        self.lead = first["lead"]
        self.learn = first["learn"]
        self.recruit = first["recruit"]
        self.move = first["move"]
        self.march = first["march"]
        self.fight = first["fight"]
        self.conquer = first["conquer"]
        self.declare = first["declare"]
        self.found = first["found"]
        self.settle = first["settle"]
        self.play = first["play"]
        self.quake = first["quake"]
        self.trade = first["trade"]

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
        self.kinds = smalls([kind for kind, _, _ in self.crossings])
        self.origins = smalls([origin for _, origin, _ in self.crossings])
        self.targets = smalls([target for _, _, target in self.crossings])

    def groups(self, kind: i64, region: i64, counts: Sequence[int]) -> tuple[int, ...]:
        """Work out the moves of a kind of unit out of a region; the counts are of units by actions used."""
        first = kind * self.size + region
        return tuple(
            [
                self.move + (self.levels * crossing + used) * self.cap + more
                for crossing in range(self.first[first], self.first[first + 1])
                for used, count in enumerate(counts)
                for more in range(count)
            ]
        )

    def split(self, action: int) -> tuple[str, int]:
        """Give the name of the action's range and its place within it."""
        place = self.kind_of[action]
        return KINDS[place], action - self.starts[place]

    def decode_move(self, place: i64) -> tuple[i64, i64, i64]:
        """Split a place in MOVE into crossing, actions used before, number of units."""
        rest = place // self.cap
        crossing = rest // self.levels
        return crossing, rest - crossing * self.levels, place - rest * self.cap + 1

    def decode_fight(self, place: i64) -> tuple[i64, i64, i64]:
        """Split a place in FIGHT into region, nation, kind of unit."""
        rest = place // UNIT_KINDS
        return rest // self.nations, rest % self.nations, place % UNIT_KINDS


@dataclass(frozen=True, slots=True)
class Range:
    """One kind of action: its name, how many ids it has in a game, and the parts without which it has none."""

    name: str
    ids: Callable[[Actions, Rules], int]
    parts: tuple[str, ...] = ()


def _one(actions: Actions, rules: Rules) -> int:
    return 1


def _regions(actions: Actions, rules: Rules) -> int:
    return actions.size


def _events(actions: Actions, rules: Rules) -> int:
    return len(rules.events)


def _leaders(actions: Actions, rules: Rules) -> int:
    return actions.size if rules.leaders else 0


def _free(actions: Actions, rules: Rules) -> int:
    return UNIT_KINDS * actions.size if rules.events or rules.bellona else 0


_CARDS: Final = ("event cards",)
_LEADERS: Final = ("leaders",)
#: every kind of action, in the order of the ids; stored games rely on this order
RANGES: Final[tuple[Range, ...]] = (
    Range("done", _one),
    Range("peace", _one),
    Range("enter", _one),
    Range("offer", _one),  # these two keep their ids where no draw can be offered
    Range("accept", _one),
    Range("take-good", lambda actions, rules: 3),
    Range("take", lambda actions, rules: 5),
    Range("lose", lambda actions, rules: actions.levels + 1),
    Range("nation", lambda actions, rules: actions.board_nations),
    Range("city", _regions),
    Range("give-up", _regions),
    Range("ask", lambda actions, rules: actions.nations if rules.entry == "each" else 0, ("answers one by one",)),
    Range("draw", _events, _CARDS),
    Range("pick", _events, _CARDS),
    Range("wedge", lambda actions, rules: len(rules.wedges)),
    Range("pay", lambda actions, rules: len(actions.mixes)),
    Range("temple", _regions),
    Range("architect", lambda actions, rules: actions.size if rules.events else 0, _CARDS),
    Range("rampart", lambda actions, rules: actions.size if rules.rampart_price else 0, ("ramparts",)),
    Range("arm", lambda actions, rules: UNIT_KINDS * actions.size),
    Range("free", _free, ("event cards", "bellona")),
    Range("lead", _leaders, _LEADERS),
    Range("learn", lambda actions, rules: len(rules.knowhows)),
    Range("recruit", lambda actions, rules: 2 if rules.recruit_prices else 0, ("barracks",)),
    Range("move", lambda actions, rules: len(actions.crossings) * actions.levels * actions.cap),
    Range("march", _leaders, _LEADERS),
    Range("fight", lambda actions, rules: UNIT_KINDS * actions.size * actions.nations),
    Range("conquer", lambda actions, rules: actions.size * (actions.cap + 1)),
    Range("declare", lambda actions, rules: actions.size if rules.declared else 0, ("announced conquests",)),
    Range("found", lambda actions, rules: RESOURCE_KINDS * actions.size),
    Range("settle", lambda actions, rules: RESOURCE_KINDS * actions.size if rules.events else 0, _CARDS),
    Range("play", _events, _CARDS),
    Range("quake", lambda actions, rules: actions.size if rules.events else 0, _CARDS),
    Range("trade", lambda actions, rules: len(actions.trades)),
)
KINDS: Final = tuple(kind.name for kind in RANGES)


def _levels(rules: Rules) -> int:
    """Count the actions that know-how and cards together can give a unit."""
    moving = [field.level for field in rules.knowhows if field.effect in ("legion-actions", "galley-actions")]
    cards = [event.copies for event in rules.events if event.effect == "march"]
    return 1 + max(moving, default=0) + max(cards, default=0)


def _mixes(rules: Rules, tax: int) -> tuple[Mix, ...]:
    """List every payment that any price can ask for: smaller ones first, then those with fewer coins."""
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
