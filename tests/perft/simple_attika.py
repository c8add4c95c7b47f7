"""A second, deliberately simple generator of Attika's decisions, written from the rules reference alone.

Places are pairs of numbers, cards are sorted tuples of letters, everything is searched for anew each time. It shares no
code with the engine; both only read the same file of tiles.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

Place = tuple[int, int]
Cards = tuple[str, ...]

DATA: dict[str, Any] = json.loads((resources.files("rondel.attika") / "data" / "flowers.json").read_text("utf-8"))
TILES: dict[str, list[str | None]] = {tile["id"]: tile["hexes"] for tile in DATA["tiles"]}
NAMES = {"W": "water", "F": "forest", "H": "hill", "M": "mountain"}
LETTER = {name: letter for letter, name in NAMES.items()}
ORDER = "WFHM"

#: kind: group, how many, cost, free beside (the table of the player board)
BUILDINGS = {
    "Capital": ("City", 1, "WFHM", ""), "Oracle": ("City", 1, "FH", "Capital"), "Theatre": ("City", 1, "WM", "Capital"),
    "Tavern": ("City", 1, "WF", "Capital"), "Plaza": ("City", 1, "WH", "Capital"),
    "Gymnasium": ("City", 1, "HM", "Capital"), "Statue": ("City", 1, "FM", "Capital"),
    "Market": ("City", 1, "WFH", "Plaza"), "Stadium": ("City", 1, "FHM", "Gymnasium"),
    "Temple": ("City", 1, "WFM", "Statue"), "Well": ("Supply", 1, "W", ""), "Cornfield": ("Supply", 1, "WH", "Well"),
    "Mill": ("Supply", 1, "WFH", "Cornfield"), "Village": ("Supply", 1, "WHFF", "Mill"),
    "Quarry": ("Defence", 1, "HMM", ""), "Fortress": ("Defence", 1, "HHMM", "Quarry"),
    "Tower": ("Defence", 2, "HHM", "Fortress"), "Harbour": ("Shipping", 1, "WWWF", ""),
    "Ship": ("Shipping", 3, "WWF", "Harbour"), "Silver mine": ("Mint", 1, "MMM", ""),
    "Mint": ("Mint", 1, "WHM", "Silver mine"), "Vineyard": ("Wine", 1, "WHH", ""),
    "Vintner": ("Wine", 1, "FFH", "Vineyard"), "Street": ("Streets", 4, "", "Street"),
}  # fmt: skip
BASIC = ("Capital", "Well", "Quarry", "Harbour", "Silver mine", "Vineyard")
GROUPS = ("City", "Supply", "Defence", "Shipping", "Mint", "Wine", "Streets")


def beside(place: Place) -> list[Place]:
    """The six places that share an edge (AT-R11)."""
    q, r = place
    return [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]


def covered(centre: Place) -> list[Place]:
    """The seven places of a tile, in the order of its entries."""
    return [(centre[0] + dq, centre[1] + dr) for dq, dr in DATA["offsets"]]


def rotate(offset: Place, turns: int) -> Place:
    """Turn an offset: (q, r) goes to (-r, q + r) with each step."""
    for _ in range(turns):
        offset = (-offset[1], offset[0] + offset[1])
    return offset


def pieces(places: Iterable[Place]) -> list[set[Place]]:
    """Split places into connected sets."""
    rest, found = set(places), []
    while rest:
        part, edge = set(), [rest.pop()]
        while edge:
            place = edge.pop()
            part.add(place)
            reached = [other for other in beside(place) if other in rest]
            rest.difference_update(reached)
            edge += reached
        found.append(part)
    return found


@cache
def payments(need: str, other: int, hand: Cards) -> frozenset[Cards]:
    """Every set of cards that pays: for each symbol the matching card or any two, and `other` of any kind (AT-R12)."""
    found: set[Cards] = {()}
    for letter in need:
        found = {more for cards in found for more in _add(cards, hand, letter)}
    for _ in range(other):
        found = {more for cards in found for more in _one(cards, hand)}
    return frozenset(found)


def _one(cards: Cards, hand: Cards) -> Iterator[Cards]:
    """Lay one more card of those left."""
    left = Counter(hand) - Counter(cards)
    for letter in left:
        yield tuple(sorted([*cards, letter], key=ORDER.index))


def _add(cards: Cards, hand: Cards, letter: str) -> Iterator[Cards]:
    """Lay the matching card, or any two."""
    for more in _one(cards, hand):
        if Counter(more) - Counter(cards) == Counter([letter]):
            yield more
        yield from _one(more, hand)


class Player:
    """What one player has."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.hand: Cards = tuple(
            sorted((LETTER[name] for name, count in entry["hand"].items() for _ in range(count)), key=ORDER.index)
        )
        self.stored = Counter(entry["stored"])
        self.piles = dict(entry["piles"])
        self.amphorae = entry["amphorae"]
        self.rewarded = set(entry["rewarded"])


class Simple:
    """One position."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.players = position["players"]
        self.loose = bool(position.get("options", {}).get("loose"))
        self.options = dict(position.get("options", {}))
        self.names = list(position["cities"])
        self.people = {name: Player(entry) for name, entry in position["cities"].items()}
        self.tiles = [(name, (q, r), turns) for name, q, r, turns in position["tiles"]]
        self.shrines = [(q, r) for q, r in position["shrines"]]
        self.built = {
            (int(place.split(",")[0]), int(place.split(",")[1])): (name, kind)
            for name, entry in position["cities"].items()
            for place, kind in entry["buildings"].items()
        }
        self.deck, self.discard = (
            Counter({LETTER[name]: count for name, count in position[key].items()}) for key in ("draw pile", "discard")
        )
        self.phase, self.start, self.turn = position["phase"], position["start"], position["turn"]
        self.mode, self.left = position.get("mode", ""), position.get("left", 0)
        self.acted, self.voids, self.due = (position.get(key, 0) for key in ("acted", "voids", "due"))
        self.extend, self.choosing = position.get("extend", 0), position.get("choosing", 0)
        self.pile, self.pending = position.get("pile", ""), position.get("pending", "")
        self.tile, self.site = position.get("tile", ""), position.get("site", "")
        self.paid: Cards = tuple(
            sorted((LETTER[n] for n, count in position.get("paid", {}).items() for _ in range(count)), key=ORDER.index)
        )
        self.end, self.winner = position.get("end", ""), position.get("winner", "")

    # ---- looking ---------------------------------------------------------------------------------------------

    @property
    def me(self) -> Player:
        """The player on turn."""
        return self.people[self.turn]

    def ground(self) -> dict[Place, str | None]:
        """The symbol of every space."""
        found: dict[Place, str | None] = {}
        for name, (q, r), turns in self.tiles:
            for offset, symbol in zip(DATA["offsets"], TILES[name], strict=True):
                dq, dr = rotate((offset[0], offset[1]), turns)
                found[q + dq, r + dr] = symbol
        return found

    def mine(self, name: str = "") -> dict[Place, str]:
        """A player's buildings by place."""
        return {place: kind for place, (owner, kind) in self.built.items() if owner == (name or self.turn)}

    def unseen(self, name: str) -> Counter[str]:
        """What is in a player's piles: whatever is nowhere else (AT-R04)."""
        left = Counter({kind: entry[1] for kind, entry in BUILDINGS.items()})
        left -= self.people[name].stored
        left -= Counter(self.mine(name).values())
        if name == self.turn and self.pile and self.pending:
            left -= Counter([self.pending])
        return left

    def cost(self, kind: str, place: Place) -> tuple[str, int]:
        """Required symbols and cards of any kind (AT-040 to AT-059)."""
        own, ground = self.mine(), self.ground()
        near = [other for other in beside(place) if other in own]
        if any(own[other] == BUILDINGS[kind][3] for other in near):
            return "", 0
        seen = [
            ground[place],
            *(ground[other] for other in beside(place) if other in ground and other not in self.built),
        ]
        symbols = Counter(symbol for symbol in seen if symbol)
        extra = 0 if near else len(pieces(own))
        if kind == "Street":
            return "", max(0, 5 - symbols.total()) + extra
        return "".join(sorted((Counter(BUILDINGS[kind][2]) - symbols).elements())), extra

    def ways(self, kind: str, place: Place) -> frozenset[Cards]:
        """All payments for a building on a space."""
        return payments(*self.cost(kind, place), self.me.hand)

    def usual(self, kind: str, place: Place) -> Cards:
        """The payment if the player does not say (AT-R45)."""
        need, other = self.cost(kind, place)
        hand, paid = list(self.me.hand), []
        missing = 0
        for letter in need:
            if letter in hand:
                hand.remove(letter)
                paid.append(letter)
            else:
                missing += 1
        for _ in range(2 * missing + other):
            letter = max(ORDER, key=lambda one: (hand.count(one), -ORDER.index(one)))
            hand.remove(letter)
            paid.append(letter)
        return tuple(sorted(paid, key=ORDER.index))

    def sites(self, kind: str) -> list[Place]:
        """Free spaces on which a kind can be paid."""
        return [place for place in self.ground() if place not in self.built and self.ways(kind, place)]

    def places(self) -> list[Place]:
        """Middles where a tile covers nothing and touches something (AT-R24)."""
        taken = {*self.ground(), *self.shrines}
        near = {edge for place in taken for edge in beside(place)}
        candidates = {(q + dq, r + dr) for q, r in near for dq, dr in DATA["offsets"]}
        return [c for c in candidates if not taken & {*covered(c)} and near & {*covered(c)}]

    # ---- what can be decided ---------------------------------------------------------------------------------

    def moves(self) -> set[str]:
        """The texts of all decisions."""
        return set() if self.phase == "over" else set(getattr(self, f"{self.phase}_moves")())

    def turn_moves(self) -> Iterator[str]:
        """AT-025 to AT-036, AT-065 to AT-067, AT-R37, AT-R38."""
        me, spent = self.me, self.mode and not self.left
        if spent:
            yield "end"
        if self.mode != "cards" and not spent:
            yield "cards"
            if self.mode != "build":
                yield from (f"draw {pile}" for pile, size in me.piles.items() if size)
            if self.mode != "draw":
                yield from (f"build {kind}" for kind in +me.stored if self.sites(kind))
        if me.amphorae:
            if self.mode in ("", "draw") and any(me.piles.values()):
                yield "amphora draw"
            if self.mode in ("", "build") and +me.stored:
                yield "amphora build"
            if spent and (self.deck.total() or self.discard.total()):
                yield "amphora card"

    def _spaces(self, prefix: str) -> Iterator[str]:
        found = self.sites(self.pending)
        yield from (f"{prefix}{q},{r}" for q, r in found)
        if not self.choosing and any(len(self.ways(self.pending, place)) > 1 for place in found):
            yield "choose cards"

    def site_moves(self) -> Iterator[str]:
        """AT-038."""
        return self._spaces("at ")

    def drawn_moves(self) -> Iterator[str]:
        """AT-027, AT-028."""
        yield "store"
        yield from self._spaces(f"build {self.pending} at ")

    def pay_moves(self) -> Iterator[str]:
        """The cards that go on towards some payment, in order, and the end of one."""
        ways = self.ways(self.pending, place_of(self.site))
        done = len(self.paid)
        going = [way for way in ways if way[:done] == self.paid]
        yield from {f"pay {NAMES[way[done]]}" for way in going if len(way) > done}
        if self.paid in ways:
            yield "paid"

    def place_moves(self) -> Iterator[str]:
        """AT-072 to AT-074."""
        return (f"place {q},{r}" for q, r in self.places())

    def rotate_moves(self) -> Iterator[str]:
        """Six ways."""
        return (f"turn {turns}" for turns in range(6))

    def reveal_moves(self) -> Iterator[str]:
        """AT-016, AT-026."""
        return (f"reveal {kind}" for kind in +self.unseen(self.turn) if (kind in BASIC) == (self.pile == "basic"))

    def card_moves(self) -> Iterator[str]:
        """AT-034."""
        return (f"card {NAMES[letter]}" for letter in +self.deck)

    def tile_moves(self) -> Iterator[str]:
        """AT-071."""
        laid = {name for name, _, _ in self.tiles}
        return (f"tile {name}" for name in TILES if name not in laid)

    # ---- what a decision does --------------------------------------------------------------------------------

    def play(self, text: str) -> Simple:
        """The position after a decision and every step without a choice after it."""
        if text not in self.moves():
            raise ValueError(f"{text!r} is not legal")
        new = copy.deepcopy(self)
        new._do(text)
        while len(moves := new.moves()) == 1:
            new._do(moves.pop())
        return new

    def _do(self, text: str) -> None:
        verb, *words = text.split()
        getattr(self, f"do_{verb}")(words)

    def _fix(self, mode: str) -> None:
        if not self.mode:
            self.mode, self.left = mode, 2 if mode == "draw" else 3

    def do_end(self, words: list[str]) -> None:
        """AT-024, AT-R27."""
        self.voids = 0 if self.acted else self.voids + 1
        if self.voids == self.players:
            self.phase, self.end = "over", "void"
            return
        self.turn = self.names[(self.names.index(self.turn) + 1) % self.players]
        self.mode, self.left, self.acted = "", 0, 0

    def do_cards(self, words: list[str]) -> None:
        """AT-R07."""
        self._fix("build")
        self.mode, self.due, self.left = "cards", self.left, 0
        self._follow()

    def do_amphora(self, words: list[str]) -> None:
        """AT-065, AT-066."""
        self.me.amphorae -= 1
        if words == ["card"]:
            self.mode, self.due = "cards", 1
            self._follow()
        else:
            self._fix(words[0])
            self.left += 1

    def do_draw(self, words: list[str]) -> None:
        """AT-026."""
        self._fix("draw")
        self.left -= 1
        self.pile, self.phase = words[0], "reveal"

    def do_reveal(self, words: list[str]) -> None:
        """AT-069."""
        self.pending, self.phase = " ".join(words), "drawn"
        self.me.piles[self.pile] -= 1
        self.extend, self.acted = int(self.me.piles[self.pile] == 0), 1

    def do_store(self, words: list[str]) -> None:
        """AT-028."""
        self.me.stored[self.pending] += 1
        self._clear()
        self._follow()

    def do_choose(self, words: list[str]) -> None:
        """The cards of the next payment are chosen."""
        self.choosing = 1

    def do_build(self, words: list[str]) -> None:
        """A stored building is taken up, or the drawn one built."""
        if "at" in words:
            self.do_at(words[-1:])
            return
        self._fix("build")
        self.left -= 1
        self.pending, self.phase = " ".join(words), "site"

    def do_at(self, words: list[str]) -> None:
        """Pay as usual, or go to the choice of cards."""
        place = place_of(words[0])
        if self.choosing and len(self.ways(self.pending, place)) > 1:
            self.site, self.phase = words[0], "pay"
        else:
            self._finish(place, self.usual(self.pending, place))

    def do_pay(self, words: list[str]) -> None:
        """Lay a card."""
        self.paid = (*self.paid, LETTER[words[0]])

    def do_paid(self, words: list[str]) -> None:
        """Pay with the cards laid."""
        self._finish(place_of(self.site), self.paid)

    def _clear(self) -> None:
        self.pile = self.pending = self.site = ""
        self.paid, self.choosing = (), 0

    def _finish(self, place: Place, cards: Cards) -> None:
        """AT-R31: pay, place, victory, amphora, tile."""
        me, kind = self.me, self.pending
        me.hand = tuple(sorted((Counter(me.hand) - Counter(cards)).elements(), key=ORDER.index))
        self.discard += Counter(cards)
        if not self.pile:
            me.stored[kind] -= 1
        self._clear()
        self.built[place] = (self.turn, kind)
        self.acted = 1
        own = self.mine()
        colony = next(part for part in pieces(own) if place in part)
        linked = sum(any(other in colony for other in beside(shrine)) for shrine in self.shrines) > 1
        if len(own) == 30 or linked:
            self.end = "both" if len(own) == 30 and linked else "shrines" if linked else "buildings"
            self.phase, self.winner = "over", self.turn
            return
        self._reward(kind)
        self._follow()

    def _reward(self, kind: str) -> None:
        """AT-062, AT-064, AT-R19, AT-R20."""
        own, me = self.mine(), self.me
        for group in GROUPS if self.loose else (BUILDINGS[kind][0],):
            members = [place for place, other in own.items() if BUILDINGS[other][0] == group]
            whole = sum(count for name, count, _, _ in BUILDINGS.values() if name == group)
            if len(members) < whole or group in me.rewarded:
                continue
            if self.loose:
                together = any(part >= {*members} for part in pieces(own))
            else:
                together = len(pieces(members)) == 1
            if together:
                me.rewarded.add(group)
                if sum(player.amphorae for player in self.people.values()) < 15:
                    me.amphorae += 1
                else:
                    self.due += 1

    def _follow(self) -> None:
        """Cards due, then the board tile, then the next choice (AT-R31, AT-R41, AT-R08, AT-076)."""
        if self.due and not self.deck.total():
            self.deck, self.discard = self.discard, Counter()
        if self.due and self.deck.total():
            self.phase = "card"
        elif self.extend and len(self.tiles) < 22:
            self.due, self.extend, self.phase = 0, 0, "tile"
        else:
            self.due, self.extend, self.phase = 0, 0, "turn"

    def do_card(self, words: list[str]) -> None:
        """AT-034."""
        letter = LETTER[words[0]]
        self.deck[letter] -= 1
        self.me.hand = tuple(sorted([*self.me.hand, letter], key=ORDER.index))
        self.due, self.acted = self.due - 1, 1
        self._follow()

    def do_tile(self, words: list[str]) -> None:
        """AT-071."""
        self.tile, self.phase = words[0], "place"

    def do_place(self, words: list[str]) -> None:
        """The place of the tile."""
        self.site, self.phase = words[0], "rotate"

    def do_turn(self, words: list[str]) -> None:
        """Lay the tile."""
        self.tiles.append((self.tile, place_of(self.site), int(words[0])))
        self.tile = self.site = ""
        self._follow()

    # ---- writing ---------------------------------------------------------------------------------------------

    def to_position(self) -> dict[str, Any]:
        """The position object."""
        position: dict[str, Any] = {"game": "attika", "board": "flowers", "players": self.players}
        if self.options:
            position["options"] = self.options
        position |= {"phase": self.phase, "start": self.start, "turn": self.turn}
        if not self.end:
            position["to_act"] = "chance" if self.phase in ("reveal", "card", "tile") else self.turn
        if self.mode:
            position |= {"mode": self.mode, "left": self.left}
        for key in ("acted", "voids", "due", "extend", "choosing", "pile", "pending", "tile", "site", "end", "winner"):
            if getattr(self, key):
                position[key] = getattr(self, key)
        if self.phase == "pay":
            position["paid"] = amounts(Counter(self.paid))
        position["draw pile"], position["discard"] = amounts(self.deck), amounts(self.discard)
        position["amphorae"] = 15 - sum(player.amphorae for player in self.people.values())
        position["tiles"] = [[name, q, r, turns] for name, (q, r), turns in self.tiles]
        position["shrines"] = [list(shrine) for shrine in self.shrines]
        position["cities"] = {name: self._entry(seat, name) for seat, name in enumerate(self.names)}
        return position

    def _entry(self, seat: int, name: str) -> dict[str, Any]:
        player = self.people[name]
        return {
            "seat": seat,
            "hand": amounts(Counter(player.hand)),
            "stored": dict(+player.stored),
            "buildings": {f"{q},{r}": kind for (q, r), kind in self.mine(name).items()},
            "piles": player.piles,
            "amphorae": player.amphorae,
            "rewarded": [group for group in GROUPS if group in player.rewarded],
            "colonies": len(pieces(self.mine(name))),
        }


def amounts(cards: Counter[str]) -> dict[str, int]:
    """Cards by name."""
    return {NAMES[letter]: count for letter, count in cards.items() if count}


def place_of(text: str) -> Place:
    """Read `3,-1`."""
    q, r = text.split(",")
    return int(q), int(r)


def perft(simple: Simple, depth: int) -> int:
    """Count the sequences of so many decisions; a game that ends earlier counts none."""
    if depth == 0:
        return 1
    moves = simple.moves()
    return len(moves) if depth == 1 else sum(perft(simple.play(text), depth - 1) for text in moves)
