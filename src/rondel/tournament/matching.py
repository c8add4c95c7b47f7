"""Whether everybody can be paired at once: maximum matching in any graph (Edmonds' blossoms)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Set


def can_pair_all(graph: Mapping[int, Set[int]]) -> bool:
    """Say whether the graph has a matching that leaves nobody out."""
    return len(graph) % 2 == 0 and len(_Matching(graph).mates) == len(graph)


class _Matching:
    """Grows a matching by paths that alternate between pairs and other edges; odd rings are shrunk to their base."""

    def __init__(self, graph: Mapping[int, Set[int]]) -> None:
        self.graph = graph
        self.mates: dict[int, int] = {}
        for node in graph:  # a greedy start saves most of the searches
            mate = next((other for other in graph[node] if other not in self.mates), None)
            if node not in self.mates and mate is not None:
                self.mates[node], self.mates[mate] = mate, node
        for node in graph:
            if node not in self.mates:
                self._grow(node)

    def _grow(self, root: int) -> None:
        self.parent: dict[int, int] = {}
        self.base = {node: node for node in self.graph}
        self.even = {root}
        queue = deque([root])
        while queue:
            node = queue.popleft()
            for other in self.graph[node]:
                if self.base[node] == self.base[other] or self.mates.get(node) == other:
                    continue
                if other == root or self.parent.get(self.mates.get(other, -1)) is not None:
                    queue.extend(self._shrink(node, other))
                elif other not in self.parent:
                    self.parent[other] = node
                    if other not in self.mates:
                        self._flip(other)
                        return
                    self.even.add(self.mates[other])
                    queue.append(self.mates[other])

    def _flip(self, node: int) -> None:
        """Exchange pairs and other edges along the path back to its root."""
        at: int | None = node
        while at is not None:
            parent = self.parent[at]
            following = self.mates.get(parent)
            self.mates[at], self.mates[parent] = parent, at
            at = following

    def _shrink(self, one: int, two: int) -> list[int]:
        """Let the ring through an edge stand for its base; give the nodes that become even by it."""
        base = self._meeting(one, two)
        ring: set[int] = set()
        self._mark(one, base, two, ring)
        self._mark(two, base, one, ring)
        added = []
        for node in self.graph:
            if self.base[node] in ring:
                self.base[node] = base
                if node not in self.even:
                    self.even.add(node)
                    added.append(node)
        return added

    def _meeting(self, one: int, two: int) -> int:
        seen: set[int] = set()
        node = one
        while True:
            node = self.base[node]
            seen.add(node)
            if node not in self.mates:
                break
            node = self.parent[self.mates[node]]
        node = two
        while self.base[node] not in seen:
            node = self.parent[self.mates[self.base[node]]]
        return self.base[node]

    def _mark(self, node: int, base: int, child: int, ring: set[int]) -> None:
        while self.base[node] != base:
            mate = self.mates[node]
            ring.update((self.base[node], self.base[mate]))
            self.parent[node] = child
            child = mate
            node = self.parent[mate]
