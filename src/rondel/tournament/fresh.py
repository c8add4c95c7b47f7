"""Tables at which nobody meets anybody again, by search: seats those with the fewest new opponents left first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set


def fresh_tables(
    order: Sequence[int], sizes: Sequence[int], met: Mapping[tuple[int, int], int], steps: int
) -> list[list[int]] | None:
    """Give tables of those sizes without a pair that has met, or nothing if the search takes too many steps."""
    new = {one: [two for two in order if two != one and not met.get((min(one, two), max(one, two)))] for one in order}
    return _Search(new, steps).fill(frozenset(order), tuple(sizes))


class _Search:
    """Goes through the ways to fill tables, nearest opponents first."""

    def __init__(self, new: Mapping[int, Sequence[int]], steps: int) -> None:
        self.new = new
        self._sets = {one: frozenset(others) for one, others in new.items()}
        self._left = steps

    def fill(self, waiting: Set[int], sizes: tuple[int, ...]) -> list[list[int]] | None:
        """Fill the tables that are left."""
        if not sizes:
            return []
        first = min(waiting, key=lambda one: (len(self._sets[one] & waiting), one))
        for size in sorted(set(sizes), reverse=True):
            place = sizes.index(size)
            for others in self._groups([two for two in self.new[first] if two in waiting], size - 1):
                rest = self.fill(waiting - {first, *others}, (*sizes[:place], *sizes[place + 1 :]))
                if rest is not None:
                    return [[first, *others], *rest]
        return None

    def _groups(self, among: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
        """Give groups of so many, none of whom have met."""
        self._left -= 1
        if self._left < 0:
            return
        if not count:
            yield ()
            return
        for place, one in enumerate(among):
            later = [two for two in among[place + 1 :] if two in self._sets[one]]
            if len(later) >= count - 1:
                yield from ((one, *group) for group in self._groups(later, count - 1))
