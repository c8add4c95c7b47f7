"""The rule axes of the Antike family, as one frozen value. Pure data: it can be printed, compared and stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

#: goods in the order of every list of goods: the three resources, then the coin
MARBLE: Final = 0
IRON: Final = 1
GOLD: Final = 2
COIN: Final = 3
GOODS: Final = ("marble", "iron", "gold", "coin")

LEGION: Final = 0
GALLEY: Final = 1
UNITS: Final = ("legion", "galley")

KING: Final = 0
SCHOLAR: Final = 1
GENERAL: Final = 2
CITIZEN: Final = 3
NAVIGATOR: Final = 4
PERSONAGES: Final = ("king", "scholar", "general", "citizen", "navigator")


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowhow:
    """One field of the progress chart. Fields of a column share an effect; the highest owned level counts."""

    name: str
    first: int  # price in gold for the first nation
    later: int  # price once a nation has it
    needs: int = -1  # the field that must be owned before, by its place in the chart
    effect: Literal["legion-actions", "galley-actions", "production", "defence"]
    level: int  # what the effect adds


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything in which editions, options and variants of Antike differ. The numbers are those of 2006."""

    id: str
    title: str
    year: int
    version: int = 1
    # A05-R13, A06-104: clockwise order of the wedges
    wedges: tuple[str, ...] = (
        "iron", "temple", "gold", "maneuver", "arming", "marble", "know-how", "maneuver",
    )  # fmt: skip
    free_steps: int = 3  # A05-071, A06-097
    # supplies: A05-045 A05-012 A05-013, A06-047 A06-013 A06-014
    legions: int = 17
    galleys: int = 17
    stones: int = 25
    coins: int = 30
    temples: int = 20
    bank_units: int | None = None  # A05-R10, A06-R10: units of each resource in the bank; None is unlimited
    start_goods: tuple[int, int, int, int] = (2, 1, 3, 0)  # A05-044, A06-046
    personages: tuple[int, ...] = (9, 8, 7, 6, 5)  # A05-010, A06-010
    thresholds: tuple[int, ...] = (5, 0, 0, 3, 7)  # cities a king, temples a citizen, seas a navigator
    general_points: int = 1  # A06-240
    targets: tuple[tuple[int, int], ...] = ((3, 10), (4, 9), (5, 8), (6, 7))  # by number of nations
    extra_personage: bool  # A05-142, A06-072: one more personage for all eight know-hows
    trade: tuple[int, int]  # A05-141, A06-153: units given and taken once all eight know-hows are owned
    knowhows: tuple[Knowhow, ...]
    temple_price: int = 5  # A05-108, A06-124
    unit_price: int = 1  # A05-116, A06-130
    places: tuple[int, int] = (1, 3)  # new units a turn without and with temple; also yield and base defence
    coin_timing: Literal["turn", "round"]  # A05-064, A06-088
    maneuver_phases: bool  # A05-160, A06-165: no movement once the conquests have begun
    battle_size: Literal["all", "pair"]  # A05-R31, A06-R31
    nations: int = 0  # how many nations take part where that differs from the number of players
    distribution: Literal["draw", "choose"] = "draw"  # A05-R06, A06-R06
    first_chooser: int = 0  # the seat that chooses its nation first
    start_cities: Literal["card", "one", "pick"] = "card"  # A06-051, A06-237, A06-062
    round_limit: int = 0  # house rule, A05-R42, A06-R42: 0 is none


#: what each axis of Rules is about, for tables that people read
ABOUT: Final = {
    "wedges": "the wedges of the rondel, clockwise",
    "free_steps": "wedges a move may go without paying",
    "legions": "legions of a nation",
    "galleys": "galleys of a nation",
    "stones": "city stones of a nation",
    "coins": "coins in the box",
    "temples": "temples in the box",
    "bank_units": "units of each resource in the bank",
    "start_goods": "marble, iron, gold and coins at the start",
    "personages": "kings, scholars, generals, citizens, navigators in the box",
    "thresholds": "cities for a king, temples for a citizen, seas for a navigator",
    "general_points": "points of a general",
    "targets": "points that win, by number of nations",
    "extra_personage": "one more personage for all eight know-hows",
    "trade": "units given and taken in trade once all eight know-hows are owned",
    "knowhows": "the progress chart with its prices",
    "temple_price": "marble for a temple",
    "unit_price": "iron for a unit",
    "places": "new units in a province, yield and defence of a city: without and with temple",
    "coin_timing": "when coins are handed out: on each turn, or to all once a round",
    "maneuver_phases": "no more movement and battle once the conquests have begun",
    "battle_size": "how far a battle goes: one pair a demand, or to the end",
    "nations": "nations in play where that is not the number of players",
    "distribution": "nations are drawn or chosen",
    "first_chooser": "seat that chooses its nation first",
    "start_cities": "start cities: those on the card, one of them, or picked in turns",
    "round_limit": "house rule: the game ends after this many rounds",
}
