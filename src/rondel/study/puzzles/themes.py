"""The theme of a puzzle, from what its solution brings about. A new part of a game needs a line here, no code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rondel.game import Action, News, State
from rondel.study.puzzles.puzzle import Goal
from rondel.study.puzzles.turns import steps


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme: what of the news of a turn makes it, for which goals; the first of the table that fits names it."""

    id: str
    kind: str
    of: Callable[[News], bool] = lambda news: True
    least: int = 1
    goals: tuple[Goal, ...] = ("win", "force", "hold")


def _has(name: str, value: str | int = "") -> Callable[[News], bool]:
    return lambda news: news.get(name) == value if value != "" else bool(news.get(name))


def _free(news: News) -> bool:
    return not {"water", "forest", "hill", "mountain"} & set(news)


#: themes, the most special first
THEMES: Final = (
    Theme("link", "linked"),
    Theme("amphora", "returned"),
    Theme("last-building", "over", _has("how", "buildings")),
    Theme("card", "played"),
    Theme("temple-raid", "razed"),
    Theme("temple-raid", "conquered", _has("temple")),
    Theme("guard", "rampart", goals=("hold",)),
    Theme("guard", "armed", goals=("hold",)),
    Theme("guard", "recruited", goals=("hold",)),
    Theme("two-personages", "personage", least=2),
    Theme("conquest", "conquered"),
    Theme("trade", "traded"),
    Theme("scholar", "personage", _has("personage", "scholar")),
    Theme("citizen", "personage", _has("personage", "citizen")),
    Theme("navigator", "personage", _has("personage", "navigator")),
    Theme("general", "personage", _has("personage", "general")),
    Theme("king", "personage", _has("personage", "king")),
    Theme("blockade", "moved", goals=("hold",)),
    Theme("blockade", "built", goals=("hold",)),
    Theme("group", "group", _has("reward", "amphora")),
    Theme("free-building", "built", _free, 2),
    Theme("colony", "built", _has("colony")),
    Theme("founding", "founded"),
    Theme("march", "moved"),
    Theme("building", "built"),
    Theme("know-how", "learned"),
    Theme("temples", "temple"),
    Theme("arming", "armed"),
    Theme("recruiting", "recruited"),
)
#: none of these: the turn gathers resources, or waits
QUIET: Final = "quiet"


def theme_of(state: State, goal: Goal, actions: Sequence[Action]) -> str:
    """Name the theme of a turn."""
    seat = state.turn_of
    told = [news for before, action, after in steps(state, actions) for news in
            state.game.news(before, action, after, seat)]  # fmt: skip
    return next((theme.id for theme in THEMES if goal in theme.goals and _fits(theme, told)), QUIET)


def _fits(theme: Theme, told: Sequence[News]) -> bool:
    fitting = [news for news in told if news["kind"] == theme.kind and theme.of(news)]
    return sum(int(news.get("count", 1)) if theme.kind == "personage" else 1 for news in fitting) >= theme.least
