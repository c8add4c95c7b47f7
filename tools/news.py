"""Write samples of news for the tests of the page's words: one of each shape that random games come to.

tools/news.py                     say how many samples there are
tools/news.py --write --games 40  play that many games of each rulebook and write client/tests/unit/news.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TypedDict

from rondel.game import CHANCE, TERMINAL, News, State, draw
from rondel.registry import BOOKS, make

TARGET = Path(__file__).parents[1] / "client" / "tests" / "unit" / "news.json"
#: random decisions of a game; the longest ones are cut
CAP = 5000
#: names that all have the same shape
NAMES = ("nation", "other", "region", "from", "to", "city", "place", "tile", "way")


class Sample(TypedDict):
    """A piece of news, and the rulebook and board it comes from."""

    book: str
    board: str
    news: dict[str, str | int]


def features(book: str, news: News) -> Iterator[str]:
    """Give what distinguishes a piece of news for words: its kind with its keys, and every value that has a word."""
    yield f"{book} {news['kind']} {' '.join(sorted(news))}"
    for key, value in news.items():
        if isinstance(value, str) and key not in NAMES:
            yield f"{book} {news['kind']} {key}={value}"
        elif isinstance(value, int) and value <= 1:
            yield f"{book} {news['kind']} {key}={value}"


def samples() -> list[Sample]:
    """Read the samples."""
    found: list[Sample] = json.loads(TARGET.read_text(encoding="utf-8"))
    return found


def gather(games: int) -> list[Sample]:
    """Play random games and keep each piece of news that has something new about it."""
    found: list[Sample] = []
    seen: set[str] = set()
    for book, entry in BOOKS.items():
        for number in range(games):
            _, players, options = entry.setups[number % len(entry.setups)]
            state: State = make(book, players, options=options).new(number)
            board = state.game.board_entry()
            for news in _news(state, Random(number)):
                new = set(features(book, news)) - seen
                if new:
                    seen |= new
                    found.append({"book": book, "board": board if isinstance(board, str) else "", "news": dict(news)})
    return found


def _news(state: State, random: Random) -> Iterator[News]:
    for _ in range(CAP):
        if state.to_act == TERMINAL:
            return
        action = draw(state, random) if state.to_act == CHANCE else random.choice(state.legal())
        before = state.copy()
        state.advance(action)
        yield from state.game.news(before, action, state, max(0, before.turn_of))


def main() -> None:
    """Write the samples, or count them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write {TARGET.name}")
    parser.add_argument("--games", type=int, default=40, help="games of each rulebook")
    wanted = parser.parse_args()
    if wanted.write:
        lines = [json.dumps(sample, ensure_ascii=False) for sample in gather(wanted.games)]
        TARGET.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    print(f"{len(samples())} samples in {TARGET.name}")


if __name__ == "__main__":
    main()
