"""The shape of a position object, key by key: what pages rely on. `tools/messages.py` writes it as TypeScript."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class AntikeBarracks(TypedDict):
    """Units that are recruited and not yet set up."""

    legions: int
    galleys: int


class AntikeNation(TypedDict):
    """What a nation has. Regions and know-hows are named; `rondel` is the wedge of its stone."""

    seat: int
    cities: list[str]
    temples: list[str]
    legions: dict[str, int]
    galleys: dict[str, int]
    marble: int
    iron: int
    gold: int
    coins: int
    knowhow: list[str]
    rondel: str | None
    personages: dict[str, int]
    points: int
    extra: NotRequired[str]
    produces: NotRequired[dict[str, str]]
    ramparts: NotRequired[list[str]]
    barracks: NotRequired[AntikeBarracks]
    leader: NotRequired[str]
    cards: NotRequired[dict[str, int]]


class AntikeUsed(TypedDict):
    """How many units of a region have used one action, two, and so on."""

    legions: NotRequired[dict[str, list[int]]]
    galleys: NotRequired[dict[str, list[int]]]


class AntikeLosses(TypedDict):
    """Units that are still to be taken off the board."""

    legions: int
    galleys: int


class AntikeDue(TypedDict):
    """Personages that are still to be handed out."""

    scholars: NotRequired[int]
    generals: NotRequired[int]
    extra: NotRequired[int]


class AntikeBank(TypedDict):
    """What the bank still has; a bank without limit lists no goods."""

    coins: int
    temples: int
    personages: dict[str, int]
    marble: NotRequired[int]
    iron: NotRequired[int]
    gold: NotRequired[int]


class AntikeView(TypedDict):
    """A position of the Antike family. While nations are chosen it is nobody's turn, and `chooser` is a seat."""

    game: str
    board: str | dict[str, object]
    players: int
    options: NotRequired[dict[str, int]]
    round: int
    phase: str
    chooser: NotRequired[int]
    start: NotRequired[str | int]
    turn: NotRequired[str]
    to_act: NotRequired[str]
    placed: NotRequired[dict[str, int]]
    used: NotRequired[AntikeUsed]
    pending: NotRequired[str]
    place: NotRequired[str]
    asked: NotRequired[str]
    losses: NotRequired[AntikeLosses]
    due: NotRequired[AntikeDue]
    neutral_temples: NotRequired[list[str]]
    bellona: NotRequired[str]
    learned: NotRequired[list[str]]
    levied: NotRequired[int]
    heard: NotRequired[list[str]]
    open_cards: NotRequired[dict[str, int]]
    discard: NotRequired[dict[str, int]]
    saved: NotRequired[list[str]]
    tally: NotRequired[dict[str, int]]
    barred: NotRequired[list[str]]
    end: NotRequired[str]
    winner: NotRequired[str]
    nations: dict[str, AntikeNation]
    bank: AntikeBank
