"""Seats bots at a game: opponents given as texts, as objects that make bots, or as bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from rondel.bots.base import Bot, Chooser, NamedBot
from rondel.bots.registry import make_bot
from rondel.game import Game, Seat

#: a bot: its text (`greedy`, `level:3`, `package.module:Name`), or what makes it from a game and a seed
Opponent = str | Callable[[Game, int], Chooser]


def opponent(given: Opponent, game: Game, seed: int) -> Bot:
    """Make a bot for one seat of a game."""
    if isinstance(given, str):
        return make_bot(given, game, seed)
    made = given(game, seed)
    return made if isinstance(made, Bot) else NamedBot(made, name_of(given))


def name_of(given: Opponent) -> str:
    """Name a bot that was given as an object: by its module and its own name."""
    if isinstance(given, str):
        return given
    return f"{given.__module__}:{getattr(given, '__qualname__', type(given).__qualname__)}"


def opponents(given: Opponent | Sequence[Opponent], seats: int) -> list[Opponent]:
    """Give one bot for each of the other seats; refuse what makes none."""
    several = isinstance(given, Sequence) and not isinstance(given, str)
    found: list[Opponent] = list(given) if several else [given] * seats  # type: ignore[arg-type, list-item]
    if not all(isinstance(entry, str) or callable(entry) for entry in found):
        raise ValueError(
            f"A bot is a text or an object that makes one from a game and a seed, one for all or one for each of the "
            f"{seats} other seats, not {given!r}."
        )
    if len(found) != seats:
        raise ValueError(f"bots is one bot, or one for each of the {seats} other seats, not {len(found)}.")
    return found


def seating_of(
    game: Game, given: Opponent | Sequence[Opponent], seat: Seat | None
) -> Callable[[int], Sequence[Chooser | None]]:
    """Give what seats the bots of a game by its seed; the place of the caller stays empty."""
    others = opponents(given, game.seats - 1)
    if seat is not None and seat not in range(game.seats):
        raise ValueError(f"seat is a number from 0 to {game.seats - 1} or None, not {seat!r}.")
    for entry in others:
        opponent(entry, game, 0)  # refuse an unknown bot now, not in the first game

    def seated(seed: int) -> Sequence[Chooser | None]:
        mine = Random(seed).randrange(game.seats) if seat is None else seat
        found: list[Chooser | None] = [opponent(entry, game, seed + place) for place, entry in enumerate(others)]
        return [*found[:mine], None, *found[mine:]]

    return seated
