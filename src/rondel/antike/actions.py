"""Action ids: one fixed numbering per rules, board and number of nations.

The ranges follow each other in this order; within a range the id counts up as the formula says.

| range | decision | id within the range |
| --- | --- | --- |
| DONE, PEACE, ENTER | end a step, demand no battle, close a group | 0 |
| TAKE_GOOD | take a resource where the bank has no coin | resource |
| TAKE | take the extra personage | personage |
| LOSE | lose a unit that has used this many actions | used |
| NATION | choose a nation | the board's nation |
| CITY | choose a start city | region |
| GIVE_UP | give up a city for its stone | region |
| WEDGE | move on the rondel | wedge |
| PAY | pay with this mix of goods | place in `mixes` |
| TEMPLE | build a temple | region |
| ARM | set up a unit | region * 2 + kind |
| LEARN | obtain a know-how | place in the chart |
| MOVE | a group of like units crosses a border | (crossing * 3 + used) * cap + count - 1 |
| FIGHT | fight units of a nation | (region * nations + nation) * 2 + kind |
| CONQUER | conquer a city, losing this many legions | region * (cap + 1) + legions |
| FOUND | found a city | region |
| TRADE | trade with the bank | place in `trades` |
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import combinations_with_replacement
from typing import Final

from rondel.antike.rules import GALLEY, GOLD, IRON, LEGION, MARBLE, Rules
from rondel.boards.schema import LAND, SEA, Board

DONE: Final = 0
PEACE: Final = 1
ENTER: Final = 2

#: the names of the ranges, in order
KINDS: Final = (
    "done", "peace", "enter", "take-good", "take", "lose", "nation", "city", "give-up", "wedge", "pay", "temple",
    "arm", "learn", "move", "fight", "conquer", "found", "trade",
)  # fmt: skip

Mix = tuple[int, int, int, int]


class Actions:
    """The numbering of one game, with the tables behind it."""

    def __init__(self, rules: Rules, board: Board, nations: int) -> None:
        self.size = size = len(board.regions)
        self.cap = max(rules.legions, rules.galleys)
        self.nations = nations
        self._cross(board)
        # move lists worked out so far, by kind, region, actions used and number of units
        self.kept: list[tuple[int, ...]] = [()] * (2 * size * 3 * (self.cap + 1))
        self.mixes = _mixes(rules)
        self.mix_of = {mix: number for number, mix in enumerate(self.mixes)}
        self.trades = _trades(*rules.trade)
        sizes = (
            1, 1, 1, 3, 5, 4, len(board.nations), size, size, len(rules.wedges), len(self.mixes), size, size * 2,
            len(rules.knowhows), len(self.crossings) * 3 * self.cap, size * nations * 2, size * (self.cap + 1), size,
            len(self.trades),
        )  # fmt: skip
        starts = [sum(sizes[:place]) for place in range(len(sizes) + 1)]
        self.starts = tuple(starts[:-1])
        self.count = starts[-1]
        (_, _, _, self.take_good, self.take, self.lose, self.nation, self.city, self.give_up, self.wedge, self.pay,
         self.temple, self.arm, self.learn, self.move, self.fight, self.conquer, self.found,
         self.trade) = self.starts  # fmt: skip

    def _cross(self, board: Board) -> None:
        """Number the border crossings by kind of unit, origin and target."""
        self.crossings: list[tuple[int, int, int]] = []  # kind, from, to
        self.first: list[int] = []  # [kind * regions + region] -> first crossing out of the region; one more at the end
        for kind, border in ((LEGION, LAND), (GALLEY, SEA)):
            for region in range(len(board.regions)):
                self.first.append(len(self.crossings))
                self.crossings += [(kind, region, other) for other in board.neighbours(region, border)]
        self.first.append(len(self.crossings))
        self.crossing_of = {crossing: number for number, crossing in enumerate(self.crossings)}

    def groups(self, kind: int, region: int, used: int, most: int) -> tuple[int, ...]:
        """Give the moves out of a region of up to so many like units; worked out once and kept."""
        place = ((kind * self.size + region) * 3 + used) * (self.cap + 1) + most
        found = self.kept[place]
        if not found and most:
            first = kind * self.size + region
            starts = [
                self.move + (3 * crossing + used) * self.cap
                for crossing in range(self.first[first], self.first[first + 1])
            ]
            found = tuple(start + count for start in starts for count in range(most))
            self.kept[place] = found
        return found

    def split(self, action: int) -> tuple[str, int]:
        """Give the name of the action's range and its place within it."""
        place = bisect_right(self.starts, action) - 1
        return KINDS[place], action - self.starts[place]

    def decode_move(self, place: int) -> tuple[int, int, int]:
        """Split a place in MOVE into crossing, actions used before, number of units."""
        rest, count = divmod(place, self.cap)
        crossing, used = divmod(rest, 3)
        return crossing, used, count + 1

    def decode_fight(self, place: int) -> tuple[int, int, int]:
        """Split a place in FIGHT into region, nation, kind of unit."""
        rest, kind = divmod(place, 2)
        region, nation = divmod(rest, self.nations)
        return region, nation, kind


def _mixes(rules: Rules) -> tuple[Mix, ...]:
    """List every payment that some price can ask for, smaller ones and those with fewer coins first."""
    found: set[Mix] = set()
    for price in range(1, len(rules.wedges) - rules.free_steps + 1):
        for picks in combinations_with_replacement(range(4), price):
            found.add((picks.count(0), picks.count(1), picks.count(2), picks.count(3)))
    single = {(MARBLE, rules.temple_price), (IRON, rules.unit_price)}
    single |= {(GOLD, price) for field in rules.knowhows for price in (field.first, field.later)}
    for good, price in single:
        for coins in range(price + 1):
            mix = [0, 0, 0, coins]
            mix[good] = price - coins
            found.add((mix[0], mix[1], mix[2], mix[3]))
    for bits in range(8):
        resources = [bits >> good & 1 for good in range(3)]
        found.add((resources[0], resources[1], resources[2], 3 - sum(resources)))
    return tuple(sorted(found, key=lambda mix: (sum(mix), mix[3], mix)))


def _trades(give: int, take: int) -> tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]:
    """List what can be given and taken in one trade of resources with the bank."""
    return tuple(
        (_counts(given), _counts(taken))
        for given in combinations_with_replacement(range(3), give)
        for taken in combinations_with_replacement(range(3), take)
        if given != taken
    )


def _counts(picks: tuple[int, ...]) -> tuple[int, int, int]:
    return picks.count(0), picks.count(1), picks.count(2)
