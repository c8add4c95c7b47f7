"""News tell everything that happens: what they say of goods, units, cities and awards adds up to what changed.

`NEWS_GAMES=200 pytest tests/contract/test_news.py` walks that many games of each rulebook (`make news`).
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import get_args

import pytest
from tools.news import features, samples

from rondel.antike.engine import AntikeGame
from rondel.antike.rules import GOODS, PERSONAGES, UNITS
from rondel.antike.scores import personages_of
from rondel.antike.state import HANDS
from rondel.antike.state import State as Position
from rondel.antike.text.news import AntikeNews
from rondel.attika.engine import AttikaGame
from rondel.attika.rules import TERRAINS
from rondel.attika.state import State as Board
from rondel.attika.text.news import AttikaNews
from rondel.game import CHANCE, TERMINAL, News, State, draw
from rondel.registry import BOOKS, make
from tests.support import at

GAMES = int(os.environ.get("NEWS_GAMES", "2"))
#: random decisions of a game; the longest ones are cut
CAP = int(os.environ.get("NEWS_CAP", "400"))
ANTIKE = [book for book, entry in BOOKS.items() if entry.table == "antike"]


def walk(book: str, number: int) -> Iterator[tuple[State, int, State]]:
    """Play a random game, each with another of the setups; give each action between two states."""
    setups = BOOKS[book].setups
    _, players, options = setups[number % len(setups)]
    random = Random(number)
    state: State = make(book, players, options=options).new(number)
    for _ in range(CAP):
        if state.to_act == TERMINAL:
            return
        action = draw(state, random) if state.to_act == CHANCE else random.choice(state.legal())
        before = state.copy()
        state.advance(action)
        yield before, action, state


# ---- Antike ----------------------------------------------------------------------------------------------------------


def holdings(game: AntikeGame, state: Position) -> Counter[tuple[str, ...]]:
    """Count everything that somebody has, as the state knows it."""
    found: Counter[tuple[str, ...]] = Counter()
    for nation in range(game.nations):
        name = game.nation_name(state, nation)
        found.update({(name, good): amount for good, amount in zip(GOODS, state.purse(nation), strict=True)})
        for kind, unit in enumerate(UNITS):
            found.update({(name, unit, game.board.regions[r].name): n for r, n in enumerate(state.army(nation, kind))})
        for region, entry in enumerate(game.board.regions):
            for what, mask in (("city", -1), ("temple", state.temples), ("rampart", state.ramparts)):
                found[name, what, entry.name] += state.cities[nation] & mask & 1 << region != 0
        for place, field in enumerate(game.rules.knowhows):
            found[name, "know-how", field.name] += state.knowhow[nation] >> place & 1
        found.update(dict(zip(((name, kind) for kind in PERSONAGES), personages_of(state, nation), strict=True)))
        for place, event in enumerate(game.rules.events):
            found[name, "card", event.name] += state.cards[(HANDS + nation) * len(game.rules.events) + place]
        if game.barracks:
            found[name, "recruits"] += sum(state.waiting(nation))
    return found


def told(news: News) -> Counter[tuple[str, ...]]:
    """Count what a piece of news says that somebody gained or lost."""
    found: Counter[tuple[str, ...]] = Counter()
    kind, nation = str(news["kind"]), str(news.get("nation", ""))
    sign = 1 if kind == "received" else -1
    found.update({(nation, good): sign * int(news.get(good, 0)) for good in GOODS})
    if kind in PIECES:
        for *key, amount in PIECES[kind](Told(news)):
            found[tuple(str(news[name[1:]] if name[0] == ":" else name) for name in map(str, key))] += int(amount)
    return found


class Told(dict[str, str | int]):
    """News whose numbers are zero where they are not told."""

    def __call__(self, *names: str) -> int:
        """Add numbers up."""
        return sum(int(self.get(name, 0)) for name in names)


def _conquered(n: Told) -> list[tuple[str | int, ...]]:
    return [
        (":nation", "units", ":region", n("left") - n("legions", "galleys")), (":nation", "city", ":region", 1),
        (":other", "city", ":region", -1), (":other", "temple", ":region", -n("temple")),
        (":other", "legion", ":region", -n("fallen-legions")), (":other", "galley", ":region", -n("fallen-galleys")),
    ]  # fmt: skip


#: what each kind of news says that somebody gained: keys of the news or words, and a number
PIECES: dict[str, Callable[[Told], list[tuple[str | int, ...]]]] = {
    "traded": lambda n: [(":nation", good, n(f"take-{good}") - n(f"give-{good}")) for good in GOODS],
    "armed": lambda n: [(":nation", ":unit", ":region", 1)],
    "moved": lambda n: [(":nation", ":unit", ":from", -n("count")), (":nation", ":unit", ":to", n("count"))],
    "battle": lambda n: [
        (":nation", ":unit", ":region", n("left") - n("lost")), (":other", ":unit", ":region", -n("fallen")),
    ],
    "lost": lambda n: [
        (":nation", "legion", ":region", -n("legions")), (":nation", "galley", ":region", -n("galleys")),
    ],
    "conquered": _conquered,
    "razed": lambda n: [(":nation", "units", ":region", n("left") - n("legions", "galleys"))],
    "founded": lambda n: [(":nation", "city", ":region", 1)],
    "gave-up": lambda n: [(":nation", "city", ":region", -1), (":nation", "temple", ":region", -n("temple"))],
    "temple": lambda n: [(":nation", ":kind", ":region", 1)],
    "rampart": lambda n: [(":nation", ":kind", ":region", 1)],
    "rampart-lost": lambda n: [(":nation", "rampart", ":region", -1)],
    "learned": lambda n: [(":nation", "know-how", ":knowhow", 1)],
    "personage": lambda n: [(":nation", ":personage", n("count"))],
    "took-card": lambda n: [(":nation", "card", ":card", 1)],
    "played": lambda n: [(":nation", "card", ":card", -1)],
}  # fmt: skip


def summed(counts: Counter[tuple[str, ...]], leaders: tuple[str, ...]) -> dict[tuple[str, ...], int]:
    """Put the legions and galleys of a place together, and leave special units and recruits aside."""
    found: Counter[tuple[str, ...]] = Counter()
    for key, count in counts.items():
        if key[-1] == "recruits" or (len(key) == 3 and key[1] in leaders):
            continue
        found[(key[0], "units", key[2]) if len(key) == 3 and key[1] in (*UNITS, "units") else key] += count
    return {key: count for key, count in found.items() if count}


@pytest.mark.untraced
@pytest.mark.parametrize("book", ANTIKE)
def test_news_add_up_to_the_change_of_the_state(book: str) -> None:
    for number in range(GAMES):
        seated = False
        has: Counter[tuple[str, ...]] = Counter()  # what there was after the last decision
        for before, action, after in walk(book, number):
            assert isinstance(before, Position)
            assert isinstance(after, Position)
            game = after.game
            assert isinstance(game, AntikeGame)
            news = game.news(before, action, after, 0)
            assert len(news) <= 16
            if not seated:  # while nations are chosen nobody has a name, and the bank is laid out with the last choice
                seated = 0 not in before.seating and bool(after.round)
                if not before.round:
                    continue
            had = has or holdings(game, before)
            has = holdings(game, after)
            change = has.copy()
            change.subtract(had)
            said: Counter[tuple[str, ...]] = Counter()
            for entry in news:
                said.update(told(entry))
            leaders = game.rules.leaders
            assert summed(said, leaders) == summed(change, leaders), (game.action_text(before, action), news)


@pytest.mark.untraced
@pytest.mark.parametrize("book", ANTIKE)
def test_turns_and_the_end_are_told(book: str) -> None:
    kinds = set(get_args(AntikeNews))
    for number in range(GAMES):
        for before, action, after in walk(book, number):
            news = after.game.news(before, action, after, -1)
            assert {entry["kind"] for entry in news} <= kinds
            begins = [entry for entry in news if entry["kind"] == "turn"]
            assert isinstance(before, Position)
            assert isinstance(after, Position)
            moved = (before.turn, before.round) != (after.turn, after.round)
            assert len(begins) == (moved and after.to_act != TERMINAL and after.round > 0)
            assert any(entry["kind"] == "over" for entry in news) == (after.to_act == TERMINAL)


def test_a_conquest_says_what_it_cost_and_what_fell() -> None:
    nations = {"Persians": {"legions": {"Tyros": 4}}, "Phoenicians": {"temples": ["Tyros"]}}
    state = at(players=4, turn="Persians", phase="conquest", nations=nations)
    (action,) = state.game.parse(state, "conquer Tyros")
    (conquest, *_) = state.game.news(state, action, state.apply(action), 0)
    assert conquest == {
        "kind": "conquered", "nation": "Persians", "other": "Phoenicians", "region": "Tyros", "temple": 1, "cities": 4,
        "legions": 3,
    }  # fmt: skip


# ---- Attika ----------------------------------------------------------------------------------------------------------


@pytest.mark.untraced
def test_news_of_attika_add_up() -> None:
    for number in range(2 * GAMES):
        for before, action, after in walk("attika", number):
            assert isinstance(before, Board)
            assert isinstance(after, Board)
            game = after.game
            assert isinstance(game, AttikaGame)
            for seat in range(game.seats):
                news = game.news(before, action, after, seat)
                assert {str(entry["kind"]) for entry in news} <= set(get_args(AttikaNews))
                assert hand_told(news, before.city_name(seat)) == hand_changed(before, after, seat)
                assert built_told(news) == built_changed(before, after)


def hand_told(news: tuple[News, ...], city: str) -> dict[str, int]:
    found: Counter[str] = Counter()
    for entry in news:
        if entry["kind"] == "card" and entry["city"] == city:
            found[str(entry["terrain"])] += int(entry["count"])
        elif entry["kind"] == "built" and entry["city"] == city:
            found.subtract({terrain: int(entry.get(terrain, 0)) for terrain in TERRAINS})
    return {terrain: count for terrain, count in found.items() if count}


def hand_changed(before: Board, after: Board, seat: int) -> dict[str, int]:
    change = {
        terrain: after.hands[4 * seat + place] - before.hands[4 * seat + place]
        for place, terrain in enumerate(TERRAINS)
    }
    return {terrain: count for terrain, count in change.items() if count}


def built_told(news: tuple[News, ...]) -> tuple[int, int, int, int]:
    """Count buildings placed, buildings kept, tiles laid and amphorae gained less those returned."""
    kinds = Counter(str(entry["kind"]) for entry in news)
    gained = sum(entry.get("reward") == "amphora" for entry in news)
    return kinds["built"], kinds["kept"], kinds["laid"], gained - kinds["returned"]


def built_changed(before: Board, after: Board) -> tuple[int, int, int, int]:
    built = sum(map(bool, after.built)) - sum(map(bool, before.built))
    stored = [now - was for now, was in zip(after.stored, before.stored, strict=True)]
    kept = sum(change for change in stored if change > 0)
    return built, kept, len(after.placed) - len(before.placed), sum(after.amphorae) - sum(before.amphorae)


def about_cards(news: tuple[News, ...], own: str) -> str:
    """Leave out whose turn it is, which everybody sees, and the reader's own cards."""
    return str([entry for entry in news if entry["kind"] not in ("turn", "takes") and entry["city"] != own])


def test_the_cards_of_others_are_not_told() -> None:
    hidden = 0
    for number in range(GAMES):
        for before, action, after in walk("attika", number):
            assert isinstance(before, Board)
            game = after.game
            for seat in range(-1, game.seats):
                if game.reads(before, action, seat):
                    continue
                hidden += 1
                own = before.city_name(seat) if seat >= 0 else ""
                outcomes = [other for other, share in before.chance() if share]
                assert (
                    len({about_cards(game.news(before, other, before.apply(other), seat), own) for other in outcomes})
                    == 1
                )
                assert all(
                    entry["city"] == own for entry in game.news(before, action, after, seat) if "terrain" in entry
                )
    assert hidden > 50


# ---- any game --------------------------------------------------------------------------------------------------------


def test_the_page_has_a_sample_of_every_shape() -> None:
    """The words of the page are tested with these samples; `make news` writes them."""
    known = {feature for entry in samples() for feature in features(entry["book"], entry["news"])}
    missing: set[str] = set()
    for book in BOOKS:
        for number in range(GAMES):
            for before, action, after in walk(book, number):
                for entry in after.game.news(before, action, after, max(0, before.turn_of)):
                    missing |= set(features(book, entry)) - known
    assert missing == set()


def test_news_of_a_decision_take_microseconds() -> None:
    spent = steps = 0
    for before, action, after in walk("antike-2006", 4):
        begin = time.perf_counter_ns()
        after.game.news(before, action, after, 0)
        spent += time.perf_counter_ns() - begin
        steps += 1
    assert spent / steps < 1_000_000  # far below on a quiet machine; a replay would take milliseconds
