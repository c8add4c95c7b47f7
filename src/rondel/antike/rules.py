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

#: how many numbers a nation has in tables of goods; resources are the goods without the coin
GOOD_KINDS: Final = 4
RESOURCE_KINDS: Final = 3

LEGION: Final = 0
GALLEY: Final = 1
UNITS: Final = ("legion", "galley")

#: how many numbers a nation, or a region, has in tables of units
UNIT_KINDS: Final = 2

KING: Final = 0
SCHOLAR: Final = 1
GENERAL: Final = 2
CITIZEN: Final = 3
NAVIGATOR: Final = 4
#: Rule: A2-025, AD-036
PERSONAGES: Final = ("king", "scholar", "general", "citizen", "navigator")
#: how many numbers a nation has in tables of personages
PERSONAGE_KINDS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowhow:
    """One field of the progress chart. Fields of a column share an effect; the highest owned level counts.

    Rule: A05-143, A2-022 A2-121, AD-034.
    """

    name: str
    first: int  # price in gold for the first nation
    later: int  # price once a nation has it
    needs: int = -1  # the field that must be owned before, by its place in the chart
    effect: Literal["legion-actions", "galley-actions", "production", "defence", "trade"]
    level: int = 0  # what the effect adds

    def __str__(self) -> str:
        """Give name and prices."""
        return f"{self.name} {self.first}/{self.later}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    """A rate at which the bank exchanges resources."""

    give: int
    take: int
    knowhow: str = ""  # the field that opens it; without one the whole chart must be owned
    coins: bool = False  # whether coins may be given as resources

    def __str__(self) -> str:
        """Give the rate and what opens it."""
        coins = " (coins too)" if self.coins else ""
        return f"{self.give} for {self.take}{coins} with {self.knowhow or 'all know-hows'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One kind of event card. The effect says when it can be played and what it does."""

    name: str
    copies: int
    effect: Literal["fortress", "earthquake", "burglary", "academy", "vein", "levy", "march", "architect", "settlers"]
    good: int = 0  # of a vein: the resource
    kind: int = 0  # of a march: the kind of unit
    amount: int = 0  # units of a vein, crossings of a march, marble of a temple

    def __str__(self) -> str:
        """Give the number of copies and the name."""
        return f"{self.copies} {self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything in which editions, options and variants of Antike differ. The numbers are those of 2006."""

    id: str
    title: str
    year: int
    version: int = 1
    players: tuple[int, ...] = (2, 3, 4, 5, 6)
    # Clockwise order of the wedges. A05-094 A05-096 A05-097 A05-098 A05-R13, A06-104 A06-R13, A2-D01, AD-D01
    # Each resource is used opposite where it is produced. A06-116 A06-117, A2-082 A2-083 A2-084, AD-079 AD-080
    # Maneuver comes twice, four wedges apart. A05-079 A05-154, A06-164, A2-085, AD-081
    wedges: tuple[str, ...] = (
        "iron", "temple", "gold", "maneuver", "arming", "marble", "know-how", "maneuver",
    )  # fmt: skip
    free_steps: int = 3  # A05-071, A06-097, A2-062, AD-053
    # what each nation has: A05-019 A05-045 A05-046, A06-021 A06-047 A06-048, A2-014, AD-010 AD-017
    legions: int = 17  # A05-015, A06-016, A2-003
    galleys: int = 17  # A05-016, A06-017, A2-002
    stones: int | None = 25  # A05-014, A06-015, A2-008; None is no limit
    # where cities are marked from the bank, by resource: AD-001 AD-002 AD-003 AD-004 AD-005 AD-007
    markers: tuple[int, int, int] | None = None
    stone_exchange: bool = True  # A05-192, A06-199, against A2-R33
    coins: int = 30  # A05-012, A06-013, A2-011 A2-R41
    temples: int = 20  # A05-013, A06-014, A2-007, AD-011
    # units of each resource in the bank; None is unlimited: A05-R10, A06-R10, A2-015, AD-009
    bank_units: int | None = None
    start_goods: tuple[int, int, int, int] = (2, 1, 3, 0)  # A05-044, A06-046, A2-172, AD-021
    second_coins: int = 0  # AD-026
    personages: tuple[int, ...] = (9, 8, 7, 6, 5)  # A05-010, A06-010, A2-D06, AD-012
    # cities a king, temples a citizen, seas a navigator
    # A05-200 A05-203 A05-204, A06-065 A06-068 A06-069, A2-027 A2-033 A2-039, AD-037 AD-038 AD-044
    thresholds: tuple[int, ...] = (5, 0, 0, 3, 7)
    general_points: int = 1  # A06-240
    # by number of nations: A05-060 A05-212 A05-213 A05-214 A05-215 A05-R45, A06-080 A06-081 A06-082 A06-083 A06-R45,
    # A2-048 A2-R01, AD-035
    targets: tuple[tuple[int, int], ...] = ((3, 10), (4, 9), (5, 8), (6, 7))
    extra_personage: bool  # A05-142, A06-072: one more personage for all eight know-hows
    full_scholar: bool = False  # A2-176
    # A05-216 A05-R28, A06-084 A06-R28, A2-R11; all can be out only with five or six nations: A05-217, A06-085 A06-244
    temple_victory: Literal["all-out", "one-short", "none"] = "all-out"
    trades: tuple[Trade, ...]  # A05-141, A06-153, A2-129 A2-131, AD-121
    trade_delay: bool = False  # A2-130 A2-R22, AD-122
    knowhows: tuple[Knowhow, ...]
    temple_price: int = 5  # A05-108, A06-124, A2-110, AD-089
    unit_price: int = 1  # A05-116, A06-130, A2-096, AD-099
    recruit_prices: tuple[int, int] | None = None  # AD-123: gold for a legion and a galley; units wait in barracks
    start_barracks: int = 0  # AD-019: of each kind of unit
    rampart_price: int = 0  # AD-095; 0 where there are none
    rampart_points: tuple[int, ...] = ()  # AD-076
    neighbour_tax: bool = False  # AD-066 AD-090
    # a city without temple, and with: A05-110, A06-126, A2-021 A2-111, AD-033 AD-092
    new_units: tuple[int, int] = (1, 3)  # A05-118 A05-119, A06-132 A06-133, A2-097, AD-101: in a province, a turn
    city_yield: tuple[int, int] = (1, 3)  # A05-100 A05-110, A06-118 A06-126, A2-087 A2-111, AD-082 AD-092
    city_defence: tuple[int, int] = (1, 3)  # A05-110 A05-182, A06-126 A06-190, A2-111 A2-154, AD-092 AD-133
    coin_timing: Literal["turn", "round", "production"]  # A05-064, A06-088, A2-089, AD-083
    open_sites: bool = False  # A2-074, AD-061: the board may have sites without a fixed resource, and none
    free_kind: bool = False  # A2-177, AD-065: the founder chooses the resource everywhere
    neutral_temples: bool = False  # A2-030
    bellona: bool = False  # A2-054
    sheltered: int = 0  # A2-051: with fewer personages than this, every city has one more defence
    maneuver_phases: bool  # A05-160, A06-165: no movement once the conquests have begun
    entry: Literal["joint", "each", "clash"] = "joint"  # A06-R30, A2-R27, AD-128: who fights when units enter
    battle_size: Literal["all", "pair"]  # A05-R31, A06-R31
    spare_action: bool = True  # A05-179, A06-188, against A2-180, AD-179
    declared: bool = False  # AD-R14: a conquest is announced before its losses are chosen
    last_city_safe: bool = True  # A05-180, A06-200, A2-164, AD-R25
    events: tuple[Event, ...] = ()  # AD-013
    leaders: tuple[str, ...] = ()  # AD-163: by the board's order of nations
    leader_price: int = 3  # AD-165
    leader_alone: bool = True  # AD-R32
    nations: int = 0  # how many nations take part where that differs from the number of players
    distribution: Literal["draw", "choose", "seat"] = "draw"  # A05-R06, A06-R06, AD-R02
    first_nation: Literal["board", "draw"] = "board"  # A06-R02, A2-R45, AD-025
    first_chooser: int = 0  # the seat that chooses its nation first: A05-043, A06-045
    start_cities: Literal["card", "one", "pick"] = "card"  # A06-051, A06-237, A06-062
    draw_offers: bool = False  # AD-R30
    round_limit: int = 0  # house rule, A05-R42, A06-R42, A2-R49, AD-R30: 0 is none


#: what each axis of Rules is about, for tables that people read
ABOUT: Final = {
    "players": "numbers of players",
    "wedges": "the wedges of the rondel, clockwise",
    "free_steps": "wedges a move may go without paying",
    "legions": "legions of a nation",
    "galleys": "galleys of a nation",
    "stones": "city stones of a nation",
    "markers": "city markers in the bank for marble, iron and gold, in place of stones",
    "stone_exchange": "without a stone left, a conquest is possible by giving up another city",
    "coins": "coins in the box",
    "temples": "temples in the box",
    "bank_units": "units of each resource in the bank",
    "start_goods": "marble, iron, gold and coins at the start",
    "second_coins": "coins at the start for the player who does not go first",
    "personages": "kings, scholars, generals, citizens, navigators in the box",
    "thresholds": "cities for a king, temples for a citizen, seas for a navigator",
    "general_points": "points of a general",
    "targets": "points that win, by number of nations",
    "extra_personage": "one more personage for all eight know-hows",
    "full_scholar": "one more scholar for the first to own all know-hows",
    "temple_victory": "how a destroyed temple wins: once all personages are out, to a nation one short, or never",
    "trades": "trade with the bank",
    "trade_delay": "no trade in the turn in which its know-how is obtained",
    "knowhows": "the progress chart with its prices",
    "temple_price": "marble for a temple",
    "unit_price": "iron for a unit",
    "recruit_prices": "gold to recruit a legion and a galley; only recruited units can be set up",
    "start_barracks": "units of each kind in the barracks at the start",
    "rampart_price": "marble for a rampart",
    "rampart_points": "personages that bring a rampart",
    "neighbour_tax": "coins for neighboring temples, and for neighboring cities of the same resource",
    "new_units": "new units in a province in a turn, without and with temple",
    "city_yield": "what a city produces, without and with temple",
    "city_defence": "defense of a city, without and with temple",
    "coin_timing": "when coins are handed out: on each turn, to all once a round, or with each production",
    "open_sites": "provinces without a city, and sites whose resource the founder chooses",
    "free_kind": "the founder chooses the resource of every city",
    "neutral_temples": "neutral temples on the board",
    "bellona": "the Bellona card: a free unit for the nation that holds it",
    "sheltered": "+1 defense for nations with fewer personages than this",
    "maneuver_phases": "no more movement and battle once the conquests have begun",
    "entry": "after an entry: whole groups enter, then everyone there may demand battle; only against the units that "
    "entered; or battle without asking",
    "battle_size": "how long a battle lasts: one pair per demand, or to the end",
    "spare_action": "units need an action left to conquer",
    "declared": "a conquest is announced first and can be answered",
    "last_city_safe": "the last city of a nation cannot be conquered",
    "events": "the event cards",
    "leaders": "special units",
    "leader_price": "iron for a special unit",
    "leader_alone": "a special unit can conquer alone",
    "nations": "number of nations in play, where it differs from the number of players",
    "distribution": "nations are drawn, chosen, or go by seat",
    "first_nation": "the starting nation is named by the board or drawn",
    "first_chooser": "seat that chooses its nation first",
    "start_cities": "start cities: those on the card, one of them, or picked in turns",
    "draw_offers": "the players may agree on a draw",
    "round_limit": "house rule: the game ends after this many rounds",
}
