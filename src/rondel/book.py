"""What a family of games tells the rest of the program about each of its rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rondel.game import Game

#: a rulebook's id, a number of players and options
Setup = tuple[str, int, dict[str, int]]


class Option(Protocol):
    """A named change of the rules, as lists and error messages show it."""

    @property
    def id(self) -> str:
        """The word by which it is chosen."""
        ...

    @property
    def title(self) -> str:
        """What it does, in a sentence."""
        ...

    @property
    def rule(self) -> str:
        """The ledger id behind it."""
        ...

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it is for."""
        ...

    @property
    def opens(self) -> tuple[int, ...]:
        """The numbers of players that nothing but this option allows."""
        ...

    @property
    def value(self) -> tuple[int, int] | None:
        """The range of its number; None for a flag."""
        ...

    @property
    def conflicts(self) -> tuple[str, ...]:
        """The options it excludes."""
        ...

    @property
    def house(self) -> bool:
        """Whether it is not from the rulebook."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A rulebook: what a list of games shows of it, and how its games are made, seated, written and drawn."""

    id: str
    title: str
    year: int
    players: tuple[int, ...]
    default_players: int
    boards: tuple[str, ...]
    #: for how many players one of the boards is
    players_on: Callable[[str], tuple[int, ...]]
    options: Sequence[Option]
    #: what is not printed in the rulebook but our own design, told to players
    ours: tuple[str, ...] = ()
    #: the reasons for which a game can end
    ends: tuple[str, ...]
    #: the rule axes with their values, and what each is about; books of one family have the same axes
    axes: Mapping[str, Any]
    about: Mapping[str, str]
    #: what is printed on the game's parts (wedges, charts, cards, buildings, tiles), for pages that show it
    printed: Mapping[str, Any]
    #: set-ups that stand for all
    setups: tuple[Setup, ...]
    #: make a game: players, board (id, inline object or object already read), options
    build: Callable[[int, Any, Mapping[str, int]], Game]
    #: how many players a position object that does not say so is of
    count_players: Callable[[Mapping[str, Any]], int]
    #: give the first state with the seats named in order, and the one that begins ("" for the first named)
    seat: Callable[[Any, Sequence[str], str, int], Any]
    #: write a position object as one line, and read one
    write_line: Callable[[Mapping[str, Any]], str]
    read_line: Callable[[str], dict[str, Any]]
    #: draw a position object (a view) as SVG: game, view, width in pixels, dark or not
    draw: Callable[[Any, Mapping[str, Any], int, bool], str]
