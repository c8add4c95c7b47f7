"""Designs what no source has: resources, start cities and neutral temples, balanced by search.

Run after a board's borders are made: `python -m tools.boards.design west`, then make the board again. The finding is
kept in specs/designs, so that a board can be made without searching again.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rondel.boards import NONE, Board, load_board
from rondel.boards.fairness import WORTH, distances
from rondel.boards.schema import RESOURCES, SEA
from tools.boards.spec import FOLDER, read_spec

Triple = tuple[int, int, int]


@dataclass
class Plan:
    """A choice of resources and of start cities: number of nations -> nation -> three regions."""

    resources: list[int]
    starts: dict[int, dict[str, Triple]]

    def copy(self) -> Plan:
        """Give an independent copy."""
        return Plan(list(self.resources), {count: dict(line) for count, line in self.starts.items()})


class Designer:
    """Judges and changes plans for one board."""

    def __init__(self, board: Board, data: dict[str, Any], rng: Random) -> None:
        self.board, self.rules, self.rng = board, data["design"], rng
        self.names = [region.name for region in board.regions]
        self.far = distances(board)
        self.cities = [i for i, entry in enumerate(data["regions"].values()) if entry.get("resource") != "none"]
        self.homes = {n: [self.names.index(c) for c in homes] for n, homes in self.rules["homes"].items()}
        self.fixed = {self.names.index(name): RESOURCES.index(word) for name, word in self.rules["fixed"].items()}
        self.together = [tuple(self.names.index(n) for n in group) for group in self.rules.get("together", [])]
        self.given = {
            (int(count), nation): (self.names.index(t[0]), self.names.index(t[1]), self.names.index(t[2]))
            for count, line in self.rules.get("given", {}).items()
            for nation, t in line.items()
        }
        model = self.rules.get("model", {})
        self.model = {self.names.index(name): RESOURCES.index(word) for name, word in model.items()}
        self.memo: dict[tuple[tuple[Triple, ...], tuple[int, ...]], float] = {}
        must = self.rules.get("must", {})
        self.must = {nation: {self.names.index(city) for city in cities} for nation, cities in must.items()}
        self.near = [set(board.neighbours(region)) for region in range(len(self.names))]
        self.ports = [bool(board.neighbours(region, SEA)) for region in range(len(self.names))]

    def first(self) -> Plan:
        """Give a plan at random that keeps what is fixed."""
        resources = [self.rng.randrange(3) if i in self.cities else NONE for i in range(len(self.names))]
        for region, kind in {**self.model, **self.fixed}.items():
            resources[region] = kind
        starts = {}
        for count in self.rules["lines"]:
            nations = list(self.homes)[:count]
            starts[count] = {n: self.given.get((count, n)) or self._pick(n) for n in nations}
        return Plan(resources, starts)

    def _pick(self, nation: str) -> Triple:
        a, b, c = self.rng.sample(self.homes[nation], 3)
        return a, b, c

    def change(self, plan: Plan) -> None:
        """Change a resource, swap two, or move a start city."""
        if self.rng.random() < 0.5:
            self._change_resource(plan)
            return
        count = self.rng.choice(list(plan.starts))
        nation = self.rng.choice(list(plan.starts[count]))
        if (count, nation) not in self.given:
            old = list(plan.starts[count][nation])
            old[self.rng.randrange(3)] = self.rng.choice(self.homes[nation])
            plan.starts[count][nation] = (old[0], old[1], old[2])

    def _change_resource(self, plan: Plan) -> None:
        free = [region for region in self.cities if region not in self.fixed]
        if not free:
            return
        a, b = self.rng.choice(free), self.rng.choice(free)
        if self.rng.random() < 0.6:
            plan.resources[a], plan.resources[b] = plan.resources[b], plan.resources[a]
        else:
            plan.resources[a] = self.rng.randrange(3)

    def cost(self, plan: Plan) -> float:
        """Judge a plan; above 50 it breaks a rule."""
        answer = self._balance(plan)
        for count, line in plan.starts.items():
            answer += self._line_cost(plan, line)
            before = plan.starts.get(count - 1, line)
            answer += sum(0.2 * (set(line[n]) != set(before.get(n, line[n]))) for n in line)
        return answer

    def _line_cost(self, plan: Plan, line: dict[str, Triple]) -> float:
        """Judge one line of start cities; what was judged before is looked up."""
        key = (tuple(line.values()), tuple(plan.resources))
        if key not in self.memo:
            if len(self.memo) > 20_000:
                self.memo.clear()
            legal = self._legal(plan, line)
            # how even an illegal line is does not matter yet
            self.memo[key] = legal + (2 * self._even(plan, line) if legal < 50 else 3.0)
        return self.memo[key]

    def _balance(self, plan: Plan) -> float:
        counts = sorted(plan.resources.count(kind) for kind in range(3))
        goal = sorted(self.rules.get("counts", counts))
        answer = 50.0 * sum(abs(a - b) for a, b in zip(counts, goal, strict=True))
        answer += 50.0 * sum(len({plan.resources[r] for r in group}) < 3 for group in self.together)
        same = sum(plan.resources[a] == plan.resources[b] != NONE for a, b, _ in self.board.borders)
        changed = sum(plan.resources[region] != kind for region, kind in self.model.items())
        return float(answer + 0.06 * same + 0.3 * changed)

    def _legal(self, plan: Plan, line: dict[str, Triple]) -> float:
        answer = 0.0
        for nation, triple in line.items():
            answer += 50.0 * (3 - len(set(triple))) + 50.0 * (3 - len({plan.resources[r] for r in triple}))
            answer += 0.15 * sum(max(0, self.far[a][b] - 2) for a in triple for b in triple)
            answer += 50.0 * len(self.must.get(nation, set()) - set(triple))
            answer += 0.8 * (not any(self.ports[r] for r in triple))
            for other, rival in line.items():
                if other > nation:
                    answer += 50.0 * sum(a == b or b in self.near[a] for a in triple for b in rival)
        return answer

    def _even(self, plan: Plan, line: dict[str, Triple]) -> float:
        """Measure the imbalance between nations: room, and distance to each kind of free city."""
        taken = {city for triple in line.values() for city in triple}
        free = [city for city in self.cities if city not in taken]
        away = {n: [min(self.far[a][r] for a in t) for r in range(len(self.names))] for n, t in line.items()}
        rooms = [_room(away, nation, free) for nation in line]
        answer = _scatter(rooms) * 2 + 8 * max(0.0, max(rooms) / (min(rooms) or 0.1) - 1.4)
        for kind in range(3):
            wanted = [city for city in free if plan.resources[city] in (kind, 3)]
            answer += _scatter([sum(sorted(away[n][c] for c in wanted)[:3]) / 3 for n in line])
        rivals = [min(min(away[o][a] for a in line[n]) for o in line if o != n) for n in line]
        return answer + 0.4 * _scatter([float(rival) for rival in rivals])

    def choice(self, plan: Plan) -> list[int]:
        """Choose the sites whose founder decides: none a start city, spread over the map; the named ones first.

        Each is taken from the resource that most cities have, so that the rest is balanced.
        """
        starts = {c for line in plan.starts.values() for triple in line.values() for c in triple}
        found = [self.names.index(name) for name in self.rules.get("choice", [])]
        open_sites = [city for city in self.cities if city not in starts and city not in found]
        while open_sites and len(found) < self.rules.get("choices", 0):
            count = Counter(plan.resources[city] for city in self.cities if city not in found)
            most = max(count[plan.resources[city]] for city in open_sites)
            common = [city for city in open_sites if count[plan.resources[city]] == most]
            best = max(common, key=lambda city: min((self.far[city][other] for other in found), default=0))
            open_sites.remove(best)
            found.append(best)
        return found

    def temples(self, plan: Plan, count: int) -> list[str]:
        """Choose three sites in the middle, none next to a start city or temple, equally far from all nations."""
        starts = {city for triple in plan.starts[count].values() for city in triple}
        right = [c for c in self.cities if c not in starts and not self.near[c] & starts]
        found: list[int] = []
        while len(found) < 3:
            fit = {c: self._temple_cost(plan.starts[count], c, found) for c in right if c not in found}
            if not fit:
                raise SystemExit(f"no place is left for three temples with {count} nations: try another seed")
            found.append(min(fit, key=lambda city: fit[city]))
        return [self.names[city] for city in found]

    def _temple_cost(self, line: dict[str, Triple], city: int, found: list[int]) -> float:
        ways = [min(self.far[city][start] for start in triple) for triple in line.values()]
        close = sum(2.0 for other in found if self.far[city][other] < 3)
        outlying = sum(self.far[city]) / len(self.far)
        return 2 * outlying + sum(ways) / len(ways) + 0.5 * (max(ways) - min(ways)) + close


def _room(away: dict[str, list[int]], nation: str, free: list[int]) -> float:
    total = 0.0
    for city in free:
        here = away[nation][city]
        others = [away[other][city] for other in away if other != nation]
        if here in WORTH and min(others) >= here:
            total += WORTH[here] / (1 + others.count(here))
    return total


def _scatter(values: list[float]) -> float:
    """Give the widest relative distance from the mean, with a little of the mean square."""
    mean = sum(values) / len(values) or 1.0
    off = [abs(value / mean - 1) for value in values]
    return max(off) + 0.5 * math.sqrt(sum(o * o for o in off) / len(off))


def search(designer: Designer, steps: int) -> Plan:
    """Anneal a plan."""
    plan = best = designer.first()
    cost = best_cost = designer.cost(plan)
    for step in range(steps):
        trial = plan.copy()
        designer.change(trial)
        trial_cost = designer.cost(trial)
        heat = 15 * (1 - step / steps) ** 5 + 1e-6
        if trial_cost < cost or designer.rng.random() < math.exp((cost - trial_cost) / heat):
            plan, cost = trial, trial_cost
            if cost < best_cost:
                best, best_cost = plan, cost
    print(f"cost {best_cost:.2f}")
    return best


def rows(designer: Designer, plan: Plan) -> Iterator[str]:
    """Write the finding as TOML."""
    choice = set(designer.choice(plan))
    yield f"# Found by `python -m tools.boards.design {designer.board.id}`."
    yield "[resources]"
    for region in designer.cities:
        word = "any" if region in choice else RESOURCES[plan.resources[region]]
        yield f'"{designer.names[region]}" = "{word}"'
    for count, line in plan.starts.items():
        yield f"\n[starts.{count}]"
        for nation, triple in line.items():
            cities = sorted(triple, key=lambda region: plan.resources[region])
            yield f'"{nation}" = [' + ", ".join(f'"{designer.names[c]}"' for c in cities) + "]"
    if designer.rules.get("temples"):
        yield "\n[temples]"
        for count in plan.starts:
            yield f"{count} = [" + ", ".join(f'"{name}"' for name in designer.temples(plan, count)) + "]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board")
    args = parser.parse_args()
    spec = read_spec(args.board)
    designer = Designer(load_board(args.board), spec.data, Random(spec.data["design"].get("seed", 1)))
    plan = search(designer, spec.data["design"].get("steps", 150_000))
    text = "\n".join(rows(designer, plan)) + "\n"
    (FOLDER / "designs" / f"{args.board}.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
