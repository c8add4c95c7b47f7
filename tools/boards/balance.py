"""Finds balanced starts: bots play many lines of start cities and temples, and a model is fitted to the results.

    python -m tools.boards.balance west 3 --games 600 --out runs/balance            # plays, prints the fairest line
    python -m tools.boards.balance west 3 --games 0 --out runs/balance --write      # takes it over

A start's worth is the logarithm of its share of wins against equal starts (Plackett and Luce, winners only); on boards
with neutral temples, being the nearest to one has a worth too. First lines drawn at random are played, then always the
one that is expected to be the evenest, until one line has shown it.
`--write` changes specs/designs and the board's data file; then write the documents again (`tools.boards.publish`).
"""

from __future__ import annotations

import argparse
import json
import math
import re
import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

from rondel.antike.engine import AntikeGame
from rondel.arena.match import Table
from rondel.arena.run import play_row
from rondel.boards import load_board
from rondel.boards.fairness import gap, outlooks
from rondel.boards.reader import stock
from tools.boards.design import Designer, Triple
from tools.boards.spec import FOLDER, read_spec
from tools.bots.fairness import STARTS

#: the rulebook whose games are played on a board
BOOKS: Final = {board: book for board, book, _ in STARTS}
#: starts considered for each nation, and the most borders between two cities of a start
MOST, FARTHEST = 14, 3
#: games of a line per round, and until its figure is trusted; the imbalance that is good enough
BATCH, SHOWN, EVEN = 30, 150, 1.35
#: a line is dropped when it is expected to be this much worse than another
LOYAL = 0.25
#: how many borders nearer to free cities of a kind one start of a line may be than another
NEARER = 1.0
#: how much farther than the mean region a neutral temple may lie from all others
OUTLYING = 1.1
#: how strongly the model pulls a start with few games towards the average
CALM = 0.5


@dataclass(frozen=True)
class Line:
    """Who starts where, and where the neutral temples stand."""

    starts: tuple[tuple[str, Triple], ...]
    temples: tuple[int, ...] = ()

    def moved(self, nation: str, triple: Triple) -> Line:
        """Give the line with another start of one nation."""
        return replace(self, starts=tuple((n, triple if n == nation else t) for n, t in self.starts))


Game = tuple[Line, str]  # who started where, and which nation won


@dataclass
class Balance:
    """The search for one board and number of nations."""

    designer: Designer
    resources: list[int]
    count: int
    present: Line

    def triples(self, nation: str, now: Triple) -> list[Triple]:
        """Give the starts a nation could have, the nearest together first, the present one among them."""
        design, kinds = self.designer, self.resources
        if (self.count, nation) in design.given:
            return [design.given[self.count, nation]]
        found = []
        for triple in combinations(design.homes[nation], 3):
            spans = [design.far[a][b] for a, b in combinations(triple, 2)]
            whole = {kinds[city] for city in triple} == {0, 1, 2} and set(triple) >= design.must.get(nation, set())
            if whole and max(spans) <= FARTHEST and any(design.ports[city] for city in triple):
                a, b, c = sorted(triple, key=kinds.__getitem__)
                found.append((sum(spans), (a, b, c)))
        near = [triple for _, triple in sorted(found)[: MOST - 1]]
        return near if now in near else [*near, now]

    def sites(self) -> list[int]:
        """Give the cities where a neutral temple could stand: those of the middle, and the present ones."""
        far = [sum(row) / len(row) for row in self.designer.far]
        most = OUTLYING * sum(far) / len(far)
        return [city for city in self.designer.cities if far[city] <= most or city in self.present.temples]

    def fits(self, line: Line) -> bool:
        """Say whether no two nations start in or by the same city, no temple is next to one, and all find cities."""
        near, board = self.designer.near, self.designer.board
        groups = [triple for _, triple in line.starts] + [line.temples]
        if any(a == b or b in near[a] for one, other in combinations(groups, 2) for a in one for b in other):
            return False
        starts = {board.nations.index(nation): triple for nation, triple in line.starts}
        return gap(outlooks(replace(board, starts={self.count: starts}), self.count)) <= NEARER

    def lines(self, rng: Random, most: int = 400) -> list[Line]:
        """Give many lines that fit: the present one, and what is left when one nation or temple after another moves."""
        choices = {nation: self.triples(nation, now) for nation, now in self.present.starts}
        sites, found = self.sites(), {self.present: True}
        for _ in range(8 * most):
            if len(found) == most:
                break
            line = rng.choice(list(found))
            if line.temples and rng.random() < 0.5:
                kept = set(rng.sample(line.temples, len(line.temples) - 1))
                line = replace(line, temples=tuple(sorted({*kept, rng.choice([s for s in sites if s not in kept])})))
            else:
                nation = rng.choice(list(choices))
                line = line.moved(nation, rng.choice(choices[nation]))
            if line not in found and self.fits(line):
                found[line] = True
        return list(found)


class Worth:
    """What each start, and being the nearest to a neutral temple, is worth."""

    def __init__(self, far: list[list[int]], games: list[Game], steps: int = 300) -> None:
        """Fit it to games by gradient ascent with a pull to zero."""
        self.far, self.temple = far, 0.0
        self.starts = {start: 0.0 for line, _ in games for start in line.starts}
        self.memo: dict[Line, list[float]] = {}
        # a step size that cannot overshoot: no game curves the likelihood more than this
        seen = Counter(start for line, _ in games for start in line.starts)
        tugs = sum(pull * pull for line, _ in games for pull in self.pulls(line))
        for _ in range(steps):
            slope, tug = {start: -CALM * value for start, value in self.starts.items()}, -CALM * self.temple
            for line, winner in games:
                for start, part, pull in zip(line.starts, self.shares(line), self.pulls(line), strict=True):
                    off = (start[0] == winner) - part
                    slope[start] += off
                    tug += off * pull
            self.temple += tug / (CALM + tugs)
            for start, change in slope.items():
                self.starts[start] += change / (CALM + seen[start])

    def pulls(self, line: Line) -> list[float]:
        """Count the temples that each nation is nearest to; equally near nations share one."""
        if line not in self.memo:
            found = [0.0] * len(line.starts)
            for temple in line.temples:
                ways = [min(self.far[temple][city] for city in triple) for _, triple in line.starts]
                for place, way in enumerate(ways):
                    found[place] += (way == min(ways)) / ways.count(min(ways))
            self.memo[line] = found
        return self.memo[line]

    def shares(self, line: Line) -> list[float]:
        """Give the chance of each nation of a line."""
        pairs = zip(line.starts, self.pulls(line), strict=True)
        powers = [math.exp(self.starts.get(start, 0.0) + self.temple * pull) for start, pull in pairs]
        return [power / sum(powers) for power in powers]

    def factor(self, line: Line) -> float:
        """Give how uneven a line is expected to be."""
        return uneven(self.shares(line))


def uneven(parts: list[float]) -> float:
    """Give the largest factor between a share and an even one."""
    return max(max(part * len(parts), 1 / max(part * len(parts), 1e-3)) for part in parts)


def shown(games: list[Game]) -> list[tuple[float, int, Line]]:
    """Give the lines with many games, the most balanced first, with their factor and games."""
    tally: dict[Line, Counter[str]] = {}
    for line, winner in games:
        tally.setdefault(line, Counter())[winner] += 1
    found = []
    for line, wins in tally.items():
        number = wins.total()
        if number >= SHOWN:
            found.append((uneven([wins[nation] / number for nation, _ in line.starts]), number, line))
    return sorted(found, key=lambda one: one[0])


class Arena:
    """Plays games on a board with other starts and temples, and keeps them in a file."""

    def __init__(self, board: str, count: int, bot: str, path: Path) -> None:
        self.data: dict[str, Any] = tomllib.loads((stock() / f"{board}.toml").read_text(encoding="utf-8"))
        self.names = list(self.data["regions"])
        self.book, self.count, self.bot, self.path = BOOKS[board], count, bot, path
        rows = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.games: list[Game] = [self._read(json.loads(row)) for row in rows]

    def _read(self, row: dict[str, Any]) -> Game:
        starts = ((nation, (cities[0], cities[1], cities[2])) for nation, cities in row["line"].items())
        return Line(tuple(starts), tuple(row.get("temples", ()))), row["won"]

    def tables(self, line: Line) -> dict[str, Any]:
        """Give the starts and the temples of a line as a board's data has them."""
        starts = {nation: [self.names[city] for city in triple] for nation, triple in line.starts}
        found: dict[str, Any] = {"starts": {**self.data["starts"], str(self.count): starts}}
        if line.temples:
            sites = [self.names[city] for city in line.temples]
            found["temples"] = {**self.data["temples"], str(self.count): sites}
        return found

    def play(self, line: Line, number: int) -> None:
        """Play this many games of a line, each with its own set-up."""
        board = self.data | self.tables(line)
        table = Table(self.book, self.count, board, {}, (self.bot,) * self.count, openings=2 * self.count)
        game = table.make_game()
        assert isinstance(game, AntikeGame)
        for _ in range(number):
            row = play_row(table, len(self.games) * self.count)
            won = game.nation_name(game.new(row["seed"]), row["winner"]) if row["winner"] >= 0 else ""
            self.games.append((line, won))
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"line": dict(line.starts), "temples": line.temples, "won": won}) + "\n")


def search(balance: Balance, arena: Arena, most: int, rng: Random) -> None:
    """Play the present line, then random ones, then always the most promising one."""
    lines = balance.lines(rng)
    print(f"{len(lines)} lines fit")
    if not arena.games and most:
        arena.play(balance.present, BATCH)
    while len(arena.games) < min(most, 5 * BATCH):
        arena.play(rng.choice(lines), 1)
    begun: Line | None = None
    while len(arena.games) < most:
        done = shown(arena.games)
        if done and done[0][0] < EVEN:
            return
        worth = Worth(balance.designer.far, arena.games)
        best = min(lines, key=worth.factor)
        played = sum(line == begun for line, _ in arena.games)
        if begun is None or played >= SHOWN or worth.factor(begun) > worth.factor(best) + LOYAL:
            begun = best
        arena.play(begun, BATCH)
        print(f"{len(arena.games)} games; expected factor {worth.factor(begun):.2f}", flush=True)


def write(board: str, count: int, tables: dict[str, Any]) -> None:
    """Write a line into the design and into the board's data."""
    starts, sites = tables["starts"][str(count)], tables.get("temples", {}).get(str(count))
    rows = "".join(
        (f'"{nation}"' if " " in nation else nation) + f" = {json.dumps(cities, ensure_ascii=False)}\n"
        for nation, cities in starts.items()
    )
    for path in (FOLDER / "designs" / f"{board}.toml", stock() / f"{board}.toml"):
        text = re.sub(rf"(?<=\[starts\.{count}\]\n)(?:.+\n)+", rows, path.read_text(encoding="utf-8"))
        if sites:
            row = f"{count} = {json.dumps(sites, ensure_ascii=False)}"
            text = re.sub(rf"(?m)^{count} = \[.*\]$", row, text)
        path.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board")
    parser.add_argument("count", type=int, help="number of nations")
    parser.add_argument("--games", type=int, default=600, help="games in all, at the most")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/balance"))
    parser.add_argument("--write", action="store_true", help="take the evenest line over")
    args = parser.parse_args()
    board, rng = load_board(args.board), Random(args.seed)
    designer = Designer(board, read_spec(args.board).data, rng)
    starts = tuple((board.nations[nation], triple) for nation, triple in board.starts[args.count].items())
    present = Line(starts, tuple(sorted(board.temples.get(args.count, ()))))
    balance = Balance(designer, [region.resource for region in board.regions], args.count, present)
    args.out.mkdir(parents=True, exist_ok=True)
    arena = Arena(args.board, args.count, args.bot, args.out / f"{args.board}-{args.count}.jsonl")
    search(balance, arena, args.games, rng)
    for factor, games, line in shown(arena.games)[:3]:
        wins = Counter(won for other, won in arena.games if other == line)
        print(f"factor {factor:.2f} in {games} games: {dict(wins)}")
        print(arena.tables(line)["starts"][str(args.count)], [designer.names[site] for site in line.temples])
    if args.write and (found := shown(arena.games)):
        write(args.board, args.count, arena.tables(found[0][2]))


if __name__ == "__main__":
    main()
