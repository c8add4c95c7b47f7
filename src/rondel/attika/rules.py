"""The rules of Attika as data: buildings, groups, counts. Nothing here imports the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Provenance = Literal["printed", "deduced", "ours"]

#: terrains in the order that breaks ties of a payment (AT-R45)
TERRAINS: Final = ("water", "forest", "hill", "mountain")
LETTERS: Final = "WFHM"
#: a space without a symbol
BLANK: Final = 4

#: city-states by seat where nobody chooses (AT-R44)
CITIES: Final = ("Athens", "Sparta", "Corinth", "Thebes")
#: the pile of the basic buildings is the first
PILES: Final = ("basic", "1", "2", "3")
BASIC: Final = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of building: how many a player has, what it costs, and next to which own kind it is free.

    The buildings of one kind are alike, so a player names the kind. Rule: AT-R34.
    """

    name: str
    group: str
    cost: str  # terrain letters, or a number of cards of any kind
    mother: str = ""
    count: int = 1
    provenance: Provenance = "printed"  # of the cost

    @property
    def basic(self) -> bool:
        """Whether it has a black back: the six kinds without a mother. Rule: AT-016."""
        return not self.mother


#: the player board, group by group. Rule: AT-006, AT-008 AT-009 AT-010 AT-011
KINDS: Final = (
    Kind("Capital", "City", "WFHM"),
    Kind("Oracle", "City", "FH", "Capital"),
    Kind("Theatre", "City", "WM", "Capital"),
    Kind("Tavern", "City", "WF", "Capital"),
    Kind("Plaza", "City", "WH", "Capital"),
    Kind("Gymnasium", "City", "HM", "Capital"),
    Kind("Statue", "City", "FM", "Capital"),
    Kind("Market", "City", "WFH", "Plaza"),
    Kind("Stadium", "City", "FHM", "Gymnasium"),
    Kind("Temple", "City", "WFM", "Statue"),
    Kind("Well", "Supply", "W", provenance="ours"),
    Kind("Cornfield", "Supply", "WH", "Well", provenance="ours"),
    Kind("Mill", "Supply", "WFH", "Cornfield", provenance="ours"),
    Kind("Village", "Supply", "WHFF", "Mill", provenance="ours"),
    # quarry to fortress, fortress to each of two towers. Rule: AT-009, AT-D05
    Kind("Quarry", "Defence", "HMM", provenance="ours"),
    Kind("Fortress", "Defence", "HHMM", "Quarry", provenance="ours"),
    Kind("Tower", "Defence", "HHM", "Fortress", 2),
    Kind("Harbour", "Shipping", "WWWF", provenance="ours"),
    Kind("Ship", "Shipping", "WWF", "Harbour", 3, provenance="ours"),
    Kind("Silver mine", "Mint", "MMM", provenance="ours"),
    Kind("Mint", "Mint", "WHM", "Silver mine", provenance="ours"),
    Kind("Vineyard", "Wine", "WHH", provenance="ours"),
    Kind("Vintner", "Wine", "FFH", "Vineyard", provenance="ours"),
    # streets are buildings in every respect, and a group. Rule: AT-R14
    Kind("Street", "Streets", "5", "Street", 4),
)

#: in the order in which several at once are rewarded (AT-R20)
GROUPS: Final = ("City", "Supply", "Defence", "Shipping", "Mint", "Wine", "Streets")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The axes of the rulebook."""

    id: str
    title: str
    year: int
    version: int = 1
    players: tuple[int, ...] = (2, 3, 4)
    board_tiles: int = 22
    amphorae: int = 15  # AT-004, AT-014
    cards_of_a_terrain: int = 15
    first_hand: int = 4  # the first player's; each player to the left has one more
    draw_actions: int = 2
    build_actions: int = 3
    group_link: Literal["group", "colony"] = "group"


#: what each axis is about
ABOUT: Final = {
    "players": "numbers of players",
    "board_tiles": "board tiles in all",
    "amphorae": "amphorae in all",
    "cards_of_a_terrain": "cards of each terrain",
    "first_hand": "cards of the first player, one more for each player to the left",
    "draw_actions": "draw actions in a turn",
    "build_actions": "build actions in a turn",
    "group_link": "what links a complete group: its own buildings, or one colony",
}
