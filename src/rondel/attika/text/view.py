"""The shape of a view, key by key: what pages rely on. `tools/messages.py` writes it as TypeScript."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class AttikaCity(TypedDict):
    """What a city-state has; a hand that is hidden is a number of cards. Buildings stand at places such as `3,-1`."""

    seat: int
    hand: dict[str, int] | int
    stored: dict[str, int]
    buildings: dict[str, str]
    piles: dict[str, int]
    amphorae: int
    rewarded: list[str]
    colonies: int


#: the key is written with a space
_DrawPile = TypedDict("_DrawPile", {"draw pile": dict[str, int] | int})


class AttikaView(_DrawPile):
    """A position of Attika as a seat sees it. A tile lies with its middle at a place, turned so often."""

    game: str
    board: str | dict[str, object]
    players: int
    options: NotRequired[dict[str, int]]
    phase: str
    start: str
    turn: str
    to_act: NotRequired[str]
    mode: NotRequired[str]
    left: NotRequired[int]
    acted: NotRequired[int]
    voids: NotRequired[int]
    due: NotRequired[int]
    extend: NotRequired[int]
    choosing: NotRequired[int]
    pile: NotRequired[str]
    pending: NotRequired[str]
    tile: NotRequired[str]
    site: NotRequired[str]
    paid: NotRequired[dict[str, int]]
    end: NotRequired[str]
    winner: NotRequired[str]
    discard: dict[str, int]
    amphorae: int
    tiles: list[tuple[str, int, int, int]]
    shrines: list[tuple[int, int]]
    cities: dict[str, AttikaCity]
