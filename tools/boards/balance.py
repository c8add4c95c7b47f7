"""Find start cities that win alike: bots play many lines of starts, and what each start is worth is fitted to who won.

    python -m tools.boards.balance west 3 --games 600 --out runs/balance            # plays, prints the fairest line
    python -m tools.boards.balance west 3 --games 0 --out runs/balance --write      # takes it over

A start's worth is the logarithm of its share of wins against equal starts (Plackett and Luce, winners only). First
lines drawn at random are played, then always the one that is expected to be the evenest, until one line has shown it.
`--write` changes specs/designs and the board's data file; make the documents anew afterwards.
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
from rondel.boards.fairness import outlooks, spread
from rondel.boards.reader import stock
from tools.boards.design import Designer, Triple
from tools.boards.spec import FOLDER, read_spec

#: the rulebook whose games are played on a board
BOOKS: Final = {
    "mare-nostrum": "antike-2", "orient": "antike-2", "rome-carthage": "antike-duellum",
    "greece-persia": "antike-duellum",
}  # fmt: skip
#: starts looked at for each nation, borders between two cities of a start at the most
MOST, FARTHEST = 14, 3
#: games of a line in one go, and until it counts as shown; the factor from even that is good enough
BATCH, SHOWN, EVEN = 30, 150, 1.35
#: a line begun is played on until it is expected to be this much worse than another
LOYAL = 0.25
#: how much more room the best start of a line may have than the worst
ROOM = 1.6
#: how strongly a start without games is taken to be like all others
CALM = 0.5

Line = dict[str, Triple]
Game = tuple[Line, str]  # who started where, and which nation won


@dataclass
class Balance:
    """The search for one board and number of nations."""

    designer: Designer
    resources: list[int]
    barred: set[int]
    count: int
    present: Line

    def triples(self, nation: str) -> list[Triple]:
        """Give the starts a nation could have, the nearest together first, the present one among them."""
        design, kinds = self.designer, self.resources
        if (self.count, nation) in design.given:
            return [design.given[self.count, nation]]
        found = []
        for triple in combinations(sorted(set(design.homes[nation]) - self.barred), 3):
            spans = [design.far[a][b] for a, b in combinations(triple, 2)]
            whole = {kinds[city] for city in triple} == {0, 1, 2} and set(triple) >= design.must.get(nation, set())
            if whole and max(spans) <= FARTHEST and any(design.ports[city] for city in triple):
                a, b, c = sorted(triple, key=kinds.__getitem__)
                found.append((sum(spans), (a, b, c)))
        near = [triple for _, triple in sorted(found)[: MOST - 1]]
        now = self.present[nation]
        return near if now in near else [*near, now]

    def fits(self, line: Line) -> bool:
        """Say whether no two nations start in or beside the same city, and all find room."""
        near, board = self.designer.near, self.designer.board
        if any(a == b or b in near[a] for one, other in combinations(line.values(), 2) for a in one for b in other):
            return False
        starts = {board.nations.index(nation): triple for nation, triple in line.items()}
        return spread(outlooks(replace(board, starts={self.count: starts}), self.count)) <= ROOM

    def lines(self, rng: Random, most: int = 400) -> list[Line]:
        """Give many lines that fit: the present one, and what is left when one nation after another moves."""
        choices = {nation: self.triples(nation) for nation in self.present}
        found = {tuple(self.present.values()): self.present}
        for _ in range(8 * most):
            if len(found) == most:
                break
            nation = rng.choice(list(choices))
            line = {**rng.choice(list(found.values())), nation: rng.choice(choices[nation])}
            if tuple(line.values()) not in found and self.fits(line):
                found[tuple(line.values())] = line
        return list(found.values())


def fit(games: list[Game], steps: int = 300) -> dict[tuple[str, Triple], float]:
    """Fit what each start is worth, by gradient ascent with a pull to zero."""
    worth: dict[tuple[str, Triple], float] = {start: 0.0 for line, _ in games for start in line.items()}
    for _ in range(steps):
        slope = {start: -CALM * value for start, value in worth.items()}
        for line, winner in games:
            for start, share in shares(line, worth).items():
                slope[start] += (start[0] == winner) - share
        for start, change in slope.items():
            worth[start] += 4.0 * change / (len(games) ** 0.5 * 8.0 + 8.0)
    return worth


def shares(line: Line, worth: dict[tuple[str, Triple], float]) -> dict[tuple[str, Triple], float]:
    """Give the chance of each start of a line."""
    powers = {start: math.exp(worth.get(start, 0.0)) for start in line.items()}
    total = sum(powers.values())
    return {start: power / total for start, power in powers.items()}


def uneven(parts: list[float]) -> float:
    """Give the largest factor between a share and an even one."""
    return max(max(part * len(parts), 1 / max(part * len(parts), 1e-3)) for part in parts)


def shown(games: list[Game]) -> list[tuple[float, int, Line]]:
    """Give the lines with many games, the evenest first, with their factor and games."""
    tally: dict[tuple[Triple, ...], Counter[str]] = {}
    lines: dict[tuple[Triple, ...], Line] = {}
    for line, winner in games:
        key = tuple(line.values())
        lines[key] = line
        tally.setdefault(key, Counter())[winner] += 1
    found = []
    for key, wins in tally.items():
        number = wins.total()
        if number >= SHOWN:
            found.append((uneven([wins[nation] / number for nation in lines[key]]), number, lines[key]))
    return sorted(found, key=lambda one: one[0])


class Arena:
    """Plays games on a board with other starts, and keeps them in a file."""

    def __init__(self, board: str, count: int, bot: str, path: Path) -> None:
        self.data: dict[str, Any] = tomllib.loads((stock() / f"{board}.toml").read_text(encoding="utf-8"))
        self.names = list(self.data["regions"])
        self.book, self.count, self.bot, self.path = BOOKS.get(board, "antike-2006"), count, bot, path
        rows = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.games: list[Game] = [self._read(json.loads(row)) for row in rows]

    def _read(self, row: dict[str, Any]) -> Game:
        return {nation: (cities[0], cities[1], cities[2]) for nation, cities in row["line"].items()}, row["won"]

    def play(self, line: Line, number: int) -> None:
        """Play so many games of a line; each has a set-up of its own."""
        starts = {nation: [self.names[city] for city in triple] for nation, triple in line.items()}
        board = self.data | {"starts": {**self.data["starts"], str(self.count): starts}}
        table = Table(self.book, self.count, board, {}, (self.bot,) * self.count, openings=2 * self.count)
        game = table.make_game()
        assert isinstance(game, AntikeGame)
        for _ in range(number):
            row = play_row(table, len(self.games) * self.count)
            won = game.nation_name(game.new(row["seed"]), row["winner"]) if row["winner"] >= 0 else ""
            self.games.append((line, won))
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"line": line, "won": won}) + "\n")


def search(balance: Balance, arena: Arena, most: int, rng: Random) -> None:
    """Play the present line, then random ones, then always the most promising one."""
    lines = balance.lines(rng)
    print(f"{len(lines)} lines fit; { ({nation: len(balance.triples(nation)) for nation in balance.present}) }")
    if not arena.games and most:
        arena.play(balance.present, BATCH)
    while len(arena.games) < min(most, 5 * BATCH):
        arena.play(rng.choice(lines), 1)
    begun: Line | None = None
    while len(arena.games) < most:
        done = shown(arena.games)
        if done and done[0][0] < EVEN:
            return
        worth = fit(arena.games)
        best = min(lines, key=lambda line: _expected(line, worth))
        played = sum(line == begun for line, _ in arena.games)
        if begun is None or played >= SHOWN or _expected(begun, worth) > _expected(best, worth) + LOYAL:
            begun = best
        arena.play(begun, BATCH)
        print(f"{len(arena.games)} games; expected factor {_expected(begun, worth):.2f}", flush=True)


def _expected(line: Line, worth: dict[tuple[str, Triple], float]) -> float:
    return uneven(list(shares(line, worth).values()))


def write(board: str, count: int, starts: dict[str, list[str]]) -> None:
    """Take a line over into the design and into the board's data."""
    rows = [f"[starts.{count}]"]
    for nation, cities in starts.items():
        name = f'"{nation}"' if " " in nation else nation
        rows.append(f"{name} = {json.dumps(cities, ensure_ascii=False)}")
    for path in (FOLDER / "designs" / f"{board}.toml", stock() / f"{board}.toml"):
        before, _, after = re.split(rf"(\[starts\.{count}\]\n(?:.+\n)+)", path.read_text(encoding="utf-8"))
        path.write_text(before + "\n".join(rows) + "\n" + after, encoding="utf-8")


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
    temples = set(board.temples.get(args.count, ()))
    barred = temples | {other for temple in temples for other in designer.near[temple]}
    present = {board.nations[nation]: triple for nation, triple in board.starts[args.count].items()}
    balance = Balance(designer, [region.resource for region in board.regions], barred, args.count, present)
    args.out.mkdir(parents=True, exist_ok=True)
    arena = Arena(args.board, args.count, args.bot, args.out / f"{args.board}-{args.count}.jsonl")
    search(balance, arena, args.games, rng)
    for factor, games, line in shown(arena.games)[:3]:
        wins = Counter(won for other, won in arena.games if other == line)
        print(f"factor {factor:.2f} in {games} games: {dict(wins)}")
        print({nation: [designer.names[city] for city in triple] for nation, triple in line.items()})
    if args.write and (found := shown(arena.games)):
        write(args.board, args.count, {n: [designer.names[c] for c in triple] for n, triple in found[0][2].items()})


if __name__ == "__main__":
    main()
