"""A second, deliberately simple generator of Antike decisions, written from the ledgers alone.

It exists to confirm the engine, so it shares nothing with it but the board data: plain dicts and sets, a copy
for every decision, and the canonical text of a decision as its only form. A position is the JSON object of
the notation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar, Self

from rondel.boards.reader import load_board, read_board
from rondel.boards.schema import Board

RESOURCES = ("marble", "iron", "gold")
GOODS = (*RESOURCES, "coin")
KINDS = ("legion", "galley")
#: which bit of a border's type lets which kind cross
CROSSES = {"legion": 1, "galley": 2}
WEDGES = ("iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2")
#: basic know-how -> the secondary one of its column
COLUMNS = {"wheel": "roads", "sailing": "navigation", "market": "currency", "monarchy": "democracy"}
CHART = (*COLUMNS, *COLUMNS.values())
STACKS = {"king": 9, "scholar": 8, "general": 7, "citizen": 6, "navigator": 5}

#: names of several words that are on no board
LONG_NAMES = ("res publica", "marble vein", "iron vein", "gold vein", "forced march", "fair wind")

Mix = tuple[int, int, int, int]


@dataclass(frozen=True)
class Book:
    """What a rulebook and its options fix, with the numbers of the ledgers."""

    phases: bool  # conquests come after movement (A06-165); otherwise mixed with it (A05-160)
    rate: int  # units given for one in trade (A06-153, A05-141)
    coin_by_round: bool  # A06-088, A05-064
    pairs: bool  # a demand removes one pair (A06-R31), otherwise all (A05-R31)
    extra: bool  # A06-072, A05-142
    target: int
    general: int = 1  # points of a general
    units: int = 17
    stones: int = 25
    line: int = 4  # line of the nation cards in use
    cities: str = "card"
    first_chooser: int = 0
    bank_units: int | None = None
    round_limit: int = 0
    start: Mix = (2, 1, 3, 0)
    coins: int = 30
    temples: int = 20
    levels: int = 3  # the most actions a unit can have in a maneuver
    stacks: Mapping[str, int] = field(default_factory=lambda: STACKS)


def read_book(name: str, players: int, options: Mapping[str, int]) -> Book:
    """Give the rules of a book with its options for a number of players."""
    newer = name == "antike-2006"
    line = 4 if players == 2 else players
    targets = {3: 13, 4: 11, 5: 9, 6: 8} if "military" in options else {3: 10, 4: 9, 5: 8, 6: 7}
    book = Book(
        phases=newer,
        rate=2 if newer else 1,
        coin_by_round=newer or "coin-by-round" in options,
        pairs=newer or "battle-by-pairs" in options,
        extra=newer and "expert" not in options and "military" not in options,
        target=12 if "target-12" in options else targets[line],
        general=2 if "military" in options else 1,
        line=line,
        cities="one" if "longer-game" in options else "card",
        first_chooser=options.get("first-chooser", 0),
        bank_units=options.get("bank-units"),
        round_limit=options.get("round-limit", 0),
    )
    if "two-colours" in options:
        start = (4, 2, 6, 0) if "double-goods" in options else (2, 1, 3, 0)
        book = replace(book, target=15, units=34, stones=50, line=2, cities="pick", start=start)
    return book


@dataclass(frozen=True)
class Land:
    """A board by names."""

    board: Board
    resource: dict[str, str]  # "any" where the founder chooses, nothing where no city can be
    borders: dict[str, dict[str, set[str]]]  # region -> neighbour -> the kinds that can cross
    spaced: tuple[str, ...]  # names of several words
    open_sea: frozenset[str]  # regions with the galley symbol

    def split(self, text: str) -> list[str]:
        """Split a text into words, a name of several words being one."""
        for name in self.spaced:
            text = text.replace(name, name.replace(" ", "\0"))
        return [word.replace("\0", " ") for word in text.split()]


def make_land(board: Board) -> Land:
    """Read a board into names."""
    names = [region.name for region in board.regions]
    borders: dict[str, dict[str, set[str]]] = {name: {} for name in names}
    for a, b, kind in board.borders:
        crossing = {unit for unit, bit in CROSSES.items() if kind & bit}
        borders[names[a]][names[b]] = borders[names[b]][names[a]] = crossing
    resource = {region.name: (*RESOURCES, "any", "")[region.resource] for region in board.regions}
    spaced = sorted((name for name in (*names, *board.nations, *LONG_NAMES) if " " in name), key=len, reverse=True)
    open_sea = frozenset(region.name for region in board.regions if region.open_sea)
    return Land(board, resource, borders, tuple(spaced), open_sea)


@lru_cache
def stock_land(name: str) -> Land:
    """Read a stock board once."""
    return make_land(load_board(name))


@dataclass
class Nation:
    """What a nation has."""

    seat: int
    cities: set[str]
    temples: set[str]
    units: dict[str, dict[str, int]]  # kind -> region -> number
    goods: dict[str, int]
    knowhow: set[str]
    rondel: str | None
    personages: dict[str, int]  # won by their own condition
    extra: str | None

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> Self:
        """Read a nation's entry of a position."""
        return cls(
            seat=entry["seat"],
            cities=set(entry["cities"]),
            temples=set(entry["temples"]),
            units={kind: dict(entry[plural(kind)]) for kind in KINDS},
            goods={good: entry["coins" if good == "coin" else good] for good in GOODS},
            knowhow=set(entry["knowhow"]),
            rondel=entry["rondel"],
            personages={kind: entry["personages"].get(kind, 0) for kind in STACKS},
            extra=entry.get("extra"),
        )

    def copy(self) -> Nation:
        """Give an independent copy."""
        return replace(
            self,
            cities=set(self.cities),
            temples=set(self.temples),
            units={kind: dict(places) for kind, places in self.units.items()},
            goods=dict(self.goods),
            knowhow=set(self.knowhow),
            personages=dict(self.personages),
        )

    def level(self, basic: str) -> int:
        """Give 0, 1 or 2: how far the nation has come in a column (A05-153, A06-163)."""
        return 2 if COLUMNS[basic] in self.knowhow else int(basic in self.knowhow)

    def strength(self, region: str) -> int:
        """Give what a city adds with and without temple: yield, new units, basic defence (A06-126)."""
        return 3 if region in self.temples else 1

    def remove(self, kind: str, region: str, number: int) -> None:
        """Take units off a region."""
        left = self.units[kind].pop(region, 0) - number
        if left < 0:
            raise ValueError(f"no {number} {kind} in {region}")
        if left:
            self.units[kind][region] = left


def plural(kind: str) -> str:
    """Give the name of an army in a position."""
    return f"{kind}s" if kind == "legion" else "galleys"


def goods_text(mix: Mapping[str, int]) -> str:
    """Write amounts of goods in the usual order."""
    return " ".join(f"{mix[good]} {good}" for good in GOODS if mix.get(good))


def read_amounts(words: list[str]) -> dict[str, int]:
    """Read `1 marble 2 coin`."""
    return {name: int(number) for number, name in zip(words[::2], words[1::2], strict=True)}


@dataclass
class Simple:
    """A position. `moves` gives the texts of the legal decisions, `play` the position after one of them."""

    head: dict[str, Any]  # game, board, players, options: as given
    book: Book
    land: Land
    nations: dict[str, Nation]  # in seat order
    round: int
    phase: str
    start: str = ""
    turn: str = ""
    to_act: str = ""
    chooser: int = 0
    placed: dict[str, int] = field(default_factory=dict)
    #: of the nation on turn: kind -> region -> how many units have used 1, 2, 3 actions
    used: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    pending: str = ""
    place: str = ""
    asked: str = ""
    losses: dict[str, int] = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)
    barred: set[str] = field(default_factory=set)
    end: str = ""
    winner: str = ""

    #: phase -> the method that gives its decisions; verb -> the method that carries it out or what is bought with it
    asks: ClassVar[Mapping[str, str]]
    does: ClassVar[Mapping[str, str]]
    obtains: ClassVar[Mapping[str, str]]
    chart: ClassVar[tuple[str, ...]] = CHART

    # ---- reading, writing, copying -------------------------------------------------------------------------

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> Self:
        """Read a complete position object."""
        board = position["board"]
        used = {kind: position.get("used", {}).get(plural(kind), {}) for kind in KINDS}
        return cls(
            head={key: position[key] for key in ("game", "board", "players", "options") if key in position},
            book=cls.read_rules(position["game"], position["players"], position.get("options", {})),
            land=stock_land(board) if isinstance(board, str) else make_land(read_board(board)),
            nations={name: Nation.read(entry) for name, entry in position["nations"].items()},
            round=position["round"],
            phase=position["phase"],
            start=position.get("start", ""),
            turn=position.get("turn", ""),
            to_act=position.get("to_act", ""),
            chooser=position.get("chooser", 0),
            placed=dict(position.get("placed", {})),
            used={kind: {region: list(counts) for region, counts in used[kind].items()} for kind in KINDS},
            pending=position.get("pending", ""),
            place=position.get("place", ""),
            asked=position.get("asked", ""),
            losses={kind: position.get("losses", {}).get(plural(kind), 0) for kind in KINDS},
            due={name: position.get("due", {}).get(name, 0) for name in ("scholars", "generals", "extra")},
            barred=set(position.get("barred", [])),
            end=position.get("end", ""),
            winner=position.get("winner", ""),
        )

    @classmethod
    def read_rules(cls, name: str, players: int, options: Mapping[str, int]) -> Book:
        """Give the rules of a book with its options."""
        return read_book(name, players, options)

    def copy(self) -> Self:
        """Give an independent copy."""
        return replace(
            self,
            nations={name: nation.copy() for name, nation in self.nations.items()},
            placed=dict(self.placed),
            used={kind: {region: list(n) for region, n in self.used[kind].items()} for kind in KINDS},
            losses=dict(self.losses),
            due=dict(self.due),
            barred=set(self.barred),
        )

    def to_position(self) -> dict[str, Any]:
        """Write the position object, with the derived parts."""
        found = {**self.head, "round": self.round, "phase": self.phase}
        if self.phase == "nation":
            found["chooser"] = self.chooser
        else:
            found |= {"start": self.start, "turn": self.turn, "to_act": self.to_act}
        found |= self._write_moment()
        found["nations"] = {name: self._write_nation(nation) for name, nation in self.nations.items()}
        bank: dict[str, Any] = {"coins": self.bank("coin")}
        if self.book.bank_units is not None:
            bank |= {good: self.bank(good) for good in RESOURCES}
        stacks = {kind: self.stack(kind) for kind in STACKS}
        found["bank"] = {**bank, "temples": self.bank_temples(), "personages": stacks}
        return found

    def _write_moment(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "placed": self.placed,
            "used": {plural(kind): places for kind, places in self.used.items() if places},
            "pending": self.pending,
            "place": self.place,
            "asked": self.asked,
            "losses": {plural(kind): self.losses[kind] for kind in KINDS if any(self.losses.values())},
            "due": {name: number for name, number in self.due.items() if number},
            "barred": [good for good in RESOURCES if good in self.barred],
            "end": self.end,
            "winner": self.winner,
        }
        return {key: value for key, value in found.items() if value}

    def _write_nation(self, nation: Nation) -> dict[str, Any]:
        found: dict[str, Any] = {
            "seat": nation.seat,
            "cities": self.in_order(nation.cities),
            "temples": self.in_order(nation.temples),
            **{plural(kind): nation.units[kind] for kind in KINDS},
            **{"coins" if good == "coin" else good: number for good, number in nation.goods.items()},
            "knowhow": [name for name in self.chart if name in nation.knowhow],
            "rondel": nation.rondel,
            "personages": {kind: number for kind, number in nation.personages.items() if number},
        }
        if nation.extra:
            found["extra"] = nation.extra
        return {**found, "points": self.points(nation)}

    def in_order(self, regions: set[str]) -> list[str]:
        """List regions in the board's order."""
        return [region for region in self.land.resource if region in regions]

    def key(self) -> str:
        """Give a text that is equal exactly for equal positions."""
        return json.dumps([self.to_position(), list(self.nations)], sort_keys=True)

    # ---- derived facts -------------------------------------------------------------------------------------

    @property
    def me(self) -> Nation:
        """The nation on turn."""
        return self.nations[self.turn]

    def others(self) -> list[str]:
        """Give the other nations in turn order, from the one after the nation on turn."""
        names = list(self.nations)
        place = names.index(self.turn)
        return names[place + 1 :] + names[:place]

    def after(self, name: str) -> str:
        """Give the nation that follows clockwise."""
        names = list(self.nations)
        return names[(names.index(name) + 1) % len(names)]

    def bank(self, good: str) -> int:
        """Give what the bank holds of a good; resources do not run out unless an option says so (A06-R10)."""
        whole = self.book.coins if good == "coin" else self.book.bank_units
        return 10**9 if whole is None else whole - sum(nation.goods[good] for nation in self.nations.values())

    def bank_temples(self) -> int:
        """Give the temples not on the board."""
        return self.book.temples - sum(len(nation.temples) for nation in self.nations.values())

    def stack(self, kind: str) -> int:
        """Give the cards left of a personage."""
        out = sum(nation.personages[kind] + (nation.extra == kind) for nation in self.nations.values())
        return self.book.stacks[kind] - out

    def points(self, nation: Nation) -> int:
        """Give the victory points: one a personage, generals two in the military variation (A06-240)."""
        cards = sum(nation.personages.values()) + bool(nation.extra)
        generals = nation.personages["general"] + (nation.extra == "general")
        return cards + generals * (self.book.general - 1)

    def owner(self, region: str) -> str:
        """Give the nation that owns the city of a region, if any."""
        return next((name for name, nation in self.nations.items() if region in nation.cities), "")

    def actions(self, kind: str) -> int:
        """Give how many actions each unit of a kind of the nation on turn has in a maneuver."""
        return 1 + self.me.level("wheel" if kind == "legion" else "sailing")

    def sorts(self, kind: str, region: str) -> list[int]:
        """Give how many units of the nation on turn have used 0, 1, 2, 3 actions."""
        used = self.used[kind].get(region, [0] * self.book.levels)
        return [self.me.units[kind].get(region, 0) - sum(used), *used]

    def active(self, kind: str, region: str) -> list[int]:
        """Give the same for units with an action left only."""
        return self.sorts(kind, region)[: self.actions(kind)]

    # ---- decisions -----------------------------------------------------------------------------------------

    def moves(self) -> set[str]:
        """Give the texts of the legal decisions; none when the game is over."""
        if self.phase == "over":
            return set()
        found = set(getattr(self, self.asks[self.phase])())
        return found | set(self.besides()) if self.phase in OWN_STEPS else found

    def besides(self) -> Iterator[str]:
        """What the nation on turn can do beside the steps of its turn."""
        return self.trades()

    def play(self, text: str) -> Self:
        """Give the position after a decision and the forced ones that follow it."""
        if text not in self.moves():
            raise ValueError(f"{text!r} is not legal")
        new = self.copy()
        new.do(text)
        new.settle()
        return new

    def settle(self) -> None:
        """Take decisions that are the only ones possible."""
        while self.phase != "over":
            moves = self.moves()
            if len(moves) != 1:
                break
            self.do(moves.pop())

    def do(self, text: str) -> None:
        """Carry out a decision in place."""
        verb, *words = self.land.split(text)
        if verb != "trade":
            self.barred = set()  # A05-R23
        getattr(self, self.does[verb])(text, words)

    # ---- set-up --------------------------------------------------------------------------------------------

    def nation_moves(self) -> Iterator[str]:
        """Nations that nobody has chosen; with two players the two pairs by their first name (A06-R06)."""
        board = self.land.board
        if len(self.nations) > self.head["players"]:
            yield from (f"nation {board.nations[pair[0]]}" for pair in board.pairs)
            return
        for number in board.starts[self.book.line]:
            if board.nations[number] not in self.nations:
                yield f"nation {board.nations[number]}"

    def do_nation(self, text: str, words: list[str]) -> None:
        """Seat the chosen nation."""
        names = list(self.nations)
        seats = self.head["players"]
        if len(names) > seats:
            names = self._seat_pairs(words[0])
        else:
            names[self.chooser] = words[0]
        self.nations = dict(zip(names, self.nations.values(), strict=True))
        self.chooser = (self.chooser + 1) % seats
        if not any(name.startswith("seat ") for name in names):
            self._set_up()

    def _seat_pairs(self, chosen: str) -> list[str]:
        """Seat two pairs so that the players alternate from the starting nation on (A06-R04)."""
        board = self.land.board
        starters, answerers = ([board.nations[number] for number in pair] for pair in board.pairs)
        order = [starters[0], answerers[0], starters[1], answerers[1]]
        first = self.chooser if chosen in starters else 1 - self.chooser
        return order if first == 0 else [order[3], *order[:3]]

    def _set_up(self) -> None:
        """Lay out the start cities or let them be chosen (A06-050, A06-R44, A06-R48)."""
        board = self.land.board
        self.chooser = 0
        self.start = self.turn = self.to_act = board.nations[board.start_nation[self.book.line]]
        if self.book.cities != "card":
            self.phase = "city"
            return
        for name, nation in self.nations.items():
            nation.cities = set(self.card(name))
        self._begin_round()

    def card(self, name: str) -> list[str]:
        """Give the start cities on a nation's card."""
        board = self.land.board
        cities = board.starts[self.book.line][board.nations.index(name)]
        return [board.regions[number].name for number in cities]

    def city_moves(self) -> Iterator[str]:
        """A start city: one of the card, or any free one of a resource not picked yet."""
        if self.book.cities == "one":
            yield from (f"city {region}" for region in self.card(self.to_act))
            return
        picked = {self.land.resource[region] for region in self.nations[self.to_act].cities}
        for region, resource in self.land.resource.items():
            if resource not in picked and not self.owner(region):
                yield f"city {region}"

    def do_city(self, text: str, words: list[str]) -> None:
        """Put a stone on the chosen start city."""
        self.nations[self.to_act].cities.add(words[0])
        wanted = 1 if self.book.cities == "one" else 3
        self.to_act = self.after(self.to_act)
        if all(len(nation.cities) == wanted for nation in self.nations.values()):
            self._begin_round()

    # ---- rounds, turns, coins ------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        self.round += 1
        if self.book.round_limit and self.round > self.book.round_limit:
            self.turn = self.to_act = self.start
            self._over("round-limit", "")
        else:
            self._begin_turn(self.start)

    def _begin_turn(self, name: str) -> None:
        self.turn = self.to_act = name
        if self.book.coin_by_round and name != self.start:
            self.phase = "rondel"
        else:
            self._hand_out(name)

    def _hand_out(self, name: str) -> None:
        """Hand out coins from a nation on, as long as there are coins (A05-R09, A06-R09)."""
        while name:
            if self.bank("coin"):
                self.nations[name].goods["coin"] += 1
            elif any(self.bank(good) for good in RESOURCES):
                self.phase, self.to_act, self.asked = "substitute", name, name
                return
            name = self._next_coin(name)
        self.phase, self.to_act, self.asked = "rondel", self.turn, ""

    def _next_coin(self, name: str) -> str:
        following = self.after(name)
        return following if self.book.coin_by_round and following != self.start else ""

    def substitute_moves(self) -> Iterator[str]:
        """A unit of a resource that the bank still has."""
        yield from (f"take {good}" for good in RESOURCES if self.bank(good))

    def do_take(self, text: str, words: list[str]) -> None:
        """Take a substitute for a coin, or the extra personage."""
        if self.phase == "substitute":
            self.nations[self.to_act].goods[words[0]] += 1
            self._hand_out(self._next_coin(self.to_act))
        else:
            self.me.extra = words[0]
            self.due["extra"] = 0
            self._judge()

    # ---- buying --------------------------------------------------------------------------------------------

    def price(self, text: str) -> tuple[int, Mix]:
        """Give the units due for a purchase and how many of each good may be among them (A06-R12)."""
        verb, *words = self.land.split(text)
        if verb == "rondel":
            due = max(0, self.steps(words[0]) - 3)
            return due, (due, due, due, due)
        if verb == "temple":
            return 5, (5, 0, 0, 5)
        if verb == "arm":
            return 1, (0, 1, 0, 1)
        if verb == "found":
            return 3, (1, 1, 1, 3)
        due = self.knowhow_price(words[0])
        return due, (0, 0, due, due)

    def mixes(self, text: str) -> list[dict[str, int]]:
        """Give every mix of goods that pays for a purchase."""
        due, caps = self.price(text)
        goods = self.me.goods
        ranges = [range(min(cap, goods[good]) + 1) for good, cap in zip(GOODS, caps, strict=True)]
        return [dict(zip(GOODS, mix, strict=True)) for mix in product(*ranges) if sum(mix) == due]

    def affordable(self, texts: Iterator[str]) -> Iterator[str]:
        """Keep the purchases that can be paid."""
        return (text for text in texts if self.mixes(text))

    def pay_moves(self) -> Iterator[str]:
        """Every mix that pays for what is pending."""
        return (f"pay {goods_text(mix)}" for mix in self.mixes(self.pending))

    def do_purchase(self, text: str, words: list[str]) -> None:
        """Begin a purchase: its payment comes next, unless it is free."""
        if self.price(text)[0]:
            self.pending, self.phase = text, "pay"
        else:
            self._obtain(text)

    def do_pay(self, text: str, words: list[str]) -> None:
        """Pay the bank and obtain what was paid for."""
        for good, number in read_amounts(words).items():
            self.me.goods[good] -= number
        bought, self.pending = self.pending, ""
        self._obtain(bought)

    def _obtain(self, text: str) -> None:
        verb, *words = self.land.split(text)
        getattr(self, self.obtains[verb])(words)

    # ---- rondel and production -----------------------------------------------------------------------------

    def steps(self, wedge: str) -> int:
        """Give the way to a wedge, 1 to 8; the first choice is free (A06-095)."""
        if self.me.rondel is None:
            return 1
        return (WEDGES.index(wedge) - WEDGES.index(self.me.rondel) - 1) % 8 + 1

    def rondel_moves(self) -> Iterator[str]:
        """Every wedge that can be paid for."""
        return self.affordable(f"rondel {wedge}" for wedge in WEDGES)

    def obtain_wedge(self, words: list[str]) -> None:
        """Move the stone and begin the wedge's action."""
        wedge = self.me.rondel = words[0]
        if wedge in RESOURCES:
            self._produce(wedge)
            self.phase = "founding"
        else:
            self.phase = wedge.rstrip("12")

    def _produce(self, good: str) -> None:
        cities = [region for region in self.me.cities if self.land.resource[region] == good]
        amount = sum(self.me.strength(region) for region in cities) + self.me.level("market")
        self.me.goods[good] += min(amount, self.bank(good))

    # ---- temple, arming, know-how, founding ----------------------------------------------------------------

    def temple_moves(self) -> Iterator[str]:
        """Own cities without temple while the bank has one."""
        if self.bank_temples():
            yield from self.affordable(f"temple {region}" for region in self.me.cities - self.me.temples)
        yield "done"

    def obtain_temple(self, words: list[str]) -> None:
        """Build."""
        self.me.temples.add(words[0])
        self.phase = "temple"

    def arming_moves(self) -> Iterator[str]:
        """New units where an own city takes more of them and a border lets the kind leave (A06-137)."""
        for kind in KINDS:
            if sum(self.me.units[kind].values()) < self.book.units:
                places = [region for region in self.me.cities if self._takes(kind, region)]
                yield from self.affordable(f"arm {kind} {region}" for region in places)
        yield "done"

    def _takes(self, kind: str, region: str) -> bool:
        room = self.placed.get(region, 0) < self.me.strength(region)
        return room and any(kind in crossing for crossing in self.land.borders[region].values())

    def obtain_unit(self, words: list[str]) -> None:
        """Set up a unit."""
        kind, region = words
        self.me.units[kind][region] = self.me.units[kind].get(region, 0) + 1
        self.placed[region] = self.placed.get(region, 0) + 1
        self.phase = "arming"

    def knowhow_price(self, name: str) -> int:
        """Give the price: 7 or 10 if new to the game, else 3 or 5 (A06-148, A06-149)."""
        known = any(name in nation.knowhow for nation in self.nations.values())
        if name in COLUMNS:
            return 3 if known else 7
        return 5 if known else 10

    def knowhow_moves(self) -> Iterator[str]:
        """Basic know-hows, and secondary ones above an owned basic one."""
        mine = self.me.knowhow
        within_reach = {*COLUMNS, *(second for basic, second in COLUMNS.items() if basic in mine)}
        yield from self.affordable(f"learn {name}" for name in within_reach - mine)
        yield "done"

    def obtain_knowhow(self, words: list[str]) -> None:
        """Obtain a know-how; a scholar is due if it is new to the game, an extra personage for all eight."""
        self.due["scholars"] += not any(words[0] in nation.knowhow for nation in self.nations.values())
        self.me.knowhow.add(words[0])
        if self.book.extra and len(self.me.knowhow) == 8:
            self.due["extra"] = 1
        self.phase = "know-how"

    def founding_moves(self) -> Iterator[str]:
        """Provinces without a city that hold an own unit, while there are stones (A06-R18)."""
        if len(self.me.cities) < self.book.stones:
            places = {region for kind in KINDS for region in self.me.units[kind]}
            yield from self.affordable(f"found {region}" for region in places if not self.owner(region))
        yield "done"

    def obtain_city(self, words: list[str]) -> None:
        """Found."""
        self.me.cities.add(words[0])
        self.phase = "founding"

    # ---- trade ---------------------------------------------------------------------------------------------

    def trades(self) -> Iterator[str]:
        """Trades with the bank for a nation with all eight know-hows (A05-R23, A06-R23)."""
        if len(self.me.knowhow) < 8:
            return
        for given in self._given():
            for taken in RESOURCES:
                if self.bank(taken) and given != {taken: 1}:
                    yield f"trade {goods_text(given)} for 1 {taken}"

    def _given(self) -> Iterator[dict[str, int]]:
        """Every payment of two units, or in 2005 of one that was not just received."""
        goods = self.me.goods
        if self.book.rate == 1:
            yield from ({good: 1} for good in RESOURCES if goods[good] and good not in self.barred)
            return
        for place, one in enumerate(RESOURCES):
            if goods[one] >= 2:
                yield {one: 2}
            yield from ({one: 1, two: 1} for two in RESOURCES[place + 1 :] if goods[one] and goods[two])

    def do_trade(self, text: str, words: list[str]) -> None:
        """Give and take."""
        middle = words.index("for")
        for good, number in read_amounts(words[:middle]).items():
            self.me.goods[good] -= number
        self.me.goods[words[-1]] += 1
        if self.book.rate == 1:
            self.barred.add(words[-1])

    # ---- movement ------------------------------------------------------------------------------------------

    def maneuver_moves(self) -> Iterator[str]:
        """Everything the nation on turn can do in its maneuver."""
        for kind in KINDS:
            for region in self.me.units[kind]:
                yield from self._crossings(kind, region)
                for other in self.others():
                    yield from self._fights(kind, region, other, other)
        yield from self.conquests()
        yield "done"

    def _crossings(self, kind: str, region: str) -> Iterator[str]:
        for target, crossing in self.land.borders[region].items():
            if kind in crossing:
                yield from self._groups(kind, region, target)

    def _groups(self, kind: str, region: str, target: str, later: int = -1) -> Iterator[str]:
        """Groups of like units with an action left that have used more than `later` actions."""
        for used, there in enumerate(self.active(kind, region)):
            if used > later:
                tail = f" used {used}" if used else ""
                yield from (f"move {count} {kind} {region} {target}{tail}" for count in range(1, there + 1))

    def join_moves(self) -> Iterator[str]:
        """Other units that cross the same border in the same entry (A06-R30)."""
        words = self.land.split(self.pending)
        kind, region, target = words[2:5]
        used = int(words[6]) if len(words) > 6 else 0
        crossing = self.land.borders[region][target]
        yield from self._groups(kind, region, target, later=used)
        if kind == "legion" and "galley" in crossing:
            yield from self._groups("galley", region, target)
        yield "enter"

    def do_move(self, text: str, words: list[str]) -> None:
        """Move a group over a border; where somebody can demand a battle, ask who else enters with it."""
        count, kind, region, target = int(words[0]), *words[1:4]
        used = int(words[5]) if len(words) > 5 else 0
        self._shift(kind, region, used, -count)
        self._shift(kind, target, used + 1, count)
        self.pending = self.place = ""
        self.phase = "maneuver"
        if any(self._demands(other, target) for other in self.others()):
            self.pending, self.place, self.phase = text, target, "join"

    def _shift(self, kind: str, region: str, used: int, change: int) -> None:
        """Change the number of units of the nation on turn that have used so many actions in a region."""
        units = self.me.units[kind]
        counts = self.used[kind].get(region, [0] * self.book.levels)
        units[region] = units.get(region, 0) + change
        if used:
            counts[used - 1] += change
        if not units[region]:
            del units[region]
        self.used[kind][region] = counts
        if not any(counts):
            del self.used[kind][region]

    # ---- battle --------------------------------------------------------------------------------------------

    def _fights(self, kind: str, region: str, other: str, named: str) -> Iterator[str]:
        """A battle between the nation on turn and another one, if both have units of the kind there."""
        strength = min(self.me.units[kind].get(region, 0), self.nations[other].units[kind].get(region, 0))
        if strength:
            yield f"fight {1 if self.book.pairs else strength} {kind} {region} {named}"

    def _demands(self, other: str, region: str) -> list[str]:
        """Battles that another nation can demand after an entry (A06-R34, A06-R35)."""
        return [text for kind in KINDS for text in self._fights(kind, region, other, self.turn)]

    def do_enter(self, text: str, words: list[str]) -> None:
        """Close the entry; the nations that can demand a battle are asked in turn order (A06-R32)."""
        self.pending = ""
        self._ask(self.others())

    def _ask(self, names: list[str]) -> None:
        for name in names:
            if self._demands(name, self.place):
                self.phase, self.asked, self.to_act = "answer", name, name
                return
        self.phase, self.asked, self.to_act, self.place = "maneuver", "", self.turn, ""

    def answer_moves(self) -> Iterator[str]:
        """Peace, or a battle with either kind of unit."""
        yield from self._demands(self.asked, self.place)
        yield "peace"

    def do_peace(self, text: str, words: list[str]) -> None:
        """Go on to the next nation that can demand a battle."""
        others = self.others()
        self._ask(others[others.index(self.asked) + 1 :])

    def do_fight(self, text: str, words: list[str]) -> None:
        """Both sides lose the same number of units of the kind."""
        pairs, kind, region, named = int(words[0]), *words[1:]
        other = self.asked or named
        self.nations[other].remove(kind, region, pairs)
        self.losses = {**dict.fromkeys(KINDS, 0), kind: pairs}
        self.pending, self.place = f"fight {kind} {region} {named}", region
        self._lose()

    # ---- losses --------------------------------------------------------------------------------------------

    def _at_risk(self, kind: str) -> dict[int, int]:
        """Give the units that can be lost: actions used -> number; a conquest takes active units only."""
        conquest = self.pending.startswith("conquer")
        sorts = self.active(kind, self.place) if conquest else self.sorts(kind, self.place)
        return {used: number for used, number in enumerate(sorts) if number}

    def _lose(self) -> None:
        """Take off losses as far as there is nothing to choose, then ask or go on (A05-R33, A06-R33)."""
        for kind in KINDS:
            if not self._lose_alike(kind):
                self.phase, self.to_act = "lose", self.turn
                return
        if self.asked:
            others = self.others()
            self.pending = ""
            self._ask(others[others.index(self.asked) :])
        else:
            self.pending = self.place = ""
            self.phase, self.to_act = "maneuver", self.turn

    def _lose_alike(self, kind: str) -> bool:
        """Take off the losses of a kind if there is no choice; say whether none are left."""
        due, sorts = self.losses[kind], self._at_risk(kind)
        if due and len(sorts) > 1 and sum(sorts.values()) > due:
            return False
        for used, number in sorts.items():
            if self.losses[kind]:
                lost = min(number, self.losses[kind])
                self._shift(kind, self.place, used, -lost)
                self.losses[kind] -= lost
        return True

    def lose_moves(self) -> Iterator[str]:
        """The sorts of units of the kind that has losses to choose, legions first."""
        kind = next(kind for kind in KINDS if self.losses[kind])
        return (f"lose used {used}" for used in self._at_risk(kind))

    def do_lose(self, text: str, words: list[str]) -> None:
        """Take off one unit."""
        kind = next(kind for kind in KINDS if self.losses[kind])
        self._shift(kind, self.place, int(words[1]), -1)
        self.losses[kind] -= 1
        self._lose()

    # ---- conquest ------------------------------------------------------------------------------------------

    def defence(self, region: str, name: str) -> int:
        """Give the defence of a nation's city: city or temple, units, monarchy or democracy."""
        nation = self.nations[name]
        units = sum(nation.units[kind].get(region, 0) for kind in KINDS)
        return nation.strength(region) + units + nation.level("monarchy")

    def conquests(self) -> Iterator[str]:
        """Conquests in every split of the losses; the last city of a nation is safe (A06-200)."""
        for region in {region for kind in KINDS for region in self.me.units[kind]}:
            name = self.owner(region)
            if name and name != self.turn and len(self.nations[name].cities) > 1:
                yield from self._splits(region, self.defence(region, name))

    def _splits(self, region: str, defence: int) -> Iterator[str]:
        legions, galleys = (sum(self.active(kind, region)) for kind in KINDS)
        for lost in range(min(defence, legions) + 1):
            if defence - lost <= galleys:
                parts = zip((lost, defence - lost), KINDS, strict=True)
                yield f"conquer {region} " + " ".join(f"{number} {kind}" for number, kind in parts if number)

    def conquest_moves(self) -> Iterator[str]:
        """Conquests, with trade while there are any, and the end of the phase."""
        found = list(self.conquests())
        yield from found
        if found:
            yield from self.trades()
        yield "done"

    def do_conquer(self, text: str, words: list[str]) -> None:
        """Conquer; without a stone left a city must be given up first (A06-R39)."""
        if len(self.me.cities) >= self.book.stones:
            self.pending, self.place, self.phase = text, words[0], "give-up"
        else:
            self._conquer(words[0], read_amounts(words[1:]))

    def give_up_moves(self) -> Iterator[str]:
        """Any own city."""
        return (f"give-up {region}" for region in self.me.cities)

    def do_give_up(self, text: str, words: list[str]) -> None:
        """Empty the site; its temple goes back to the bank; then conquer."""
        self.me.cities.remove(words[0])
        self.me.temples.discard(words[0])
        conquest = self.land.split(self.pending)
        self.pending = self.place = ""
        self._conquer(conquest[1], read_amounts(conquest[2:]))

    def _conquer(self, region: str, lost: dict[str, int]) -> None:
        """Change the owner; the defender loses temple and units, the conqueror units as the defence is."""
        loser = self.nations[self.owner(region)]
        temple = region in loser.temples
        loser.cities.remove(region)
        loser.temples.discard(region)
        for kind in KINDS:
            loser.units[kind].pop(region, None)
        self.me.cities.add(region)
        if temple and not any(self.stack(kind) for kind in STACKS):
            self._over("temple", self.turn)
        self.due["generals"] += temple
        self._conquest_losses(region, lost)

    def _conquest_losses(self, region: str, lost: dict[str, int]) -> None:
        if self.book.phases or self.phase == "over":
            for kind, number in lost.items():
                self._lose_used_up(kind, region, number)
            self.phase = "over" if self.end else "conquest"
            return
        self.losses = {kind: lost.get(kind, 0) for kind in KINDS}
        self.pending, self.place = f"conquer {region} {goods_like(lost)}".strip(), region
        self._lose()

    def _lose_used_up(self, kind: str, region: str, number: int) -> None:
        """Take off active units, those with most actions used first."""
        for used in reversed(range(self.actions(kind))):
            gone = min(number, self.sorts(kind, region)[used])
            if gone:
                self._shift(kind, region, used, -gone)
                number -= gone

    # ---- end of a step, of a turn, of the game -------------------------------------------------------------

    def do_done(self, text: str, words: list[str]) -> None:
        """End the step: after the action comes founding, after founding the award."""
        if self.phase == "maneuver" and self.book.phases:
            self.phase = "conquest"
            return
        self.placed = {}
        self.used = {kind: {} for kind in KINDS}
        if self.phase == "founding":
            self._award()
        else:
            self.phase = "founding"

    def _award(self) -> None:
        """Hand out the personages due, as far as the stacks go (A06-R24, A06-R26)."""
        me = self.me
        due = {
            "king": len(me.cities) // 5 - me.personages["king"],
            "scholar": self.due["scholars"],
            "general": self.due["generals"],
            "citizen": len(me.temples) // 3 - me.personages["citizen"],
            "navigator": len(me.units["galley"]) // 7 - me.personages["navigator"],
        }
        for kind, number in due.items():
            me.personages[kind] += min(max(0, number), self.stack(kind))
        self.due |= {"scholars": 0, "generals": 0}
        if self.due["extra"] and any(self.stack(kind) for kind in STACKS):
            self.phase = "extra"
        else:
            self.due["extra"] = 0
            self._judge()

    def extra_moves(self) -> Iterator[str]:
        """A card of one of the fullest stacks (A06-073)."""
        most = max(self.stack(kind) for kind in STACKS)
        return (f"take {kind}" for kind in STACKS if self.stack(kind) == most)

    def _judge(self) -> None:
        """End the game if the nation has won, else go on to the next turn (A06-R27, A06-R42)."""
        following = self.after(self.turn)
        if self.points(self.me) >= self.book.target:
            self._over("personages", self.turn)
        elif following != self.start:
            self._begin_turn(following)
        else:
            self._begin_round()

    def _over(self, reason: str, winner: str) -> None:
        self.phase, self.end, self.winner = "over", reason, winner


def goods_like(lost: Mapping[str, int]) -> str:
    """Write the legions lost in a conquest, as a pending choice of losses names it."""
    return f"{lost['legion']} legion" if lost.get("legion") else ""


#: phases in which the nation on turn can do other things besides, among them trade
OWN_STEPS = {"rondel", "temple", "arming", "know-how", "maneuver", "founding"}
#: phase -> the method that gives its decisions
ASKS: dict[str, str] = {
    "nation": "nation_moves",
    "city": "city_moves",
    "substitute": "substitute_moves",
    "rondel": "rondel_moves",
    "pay": "pay_moves",
    "temple": "temple_moves",
    "arming": "arming_moves",
    "know-how": "knowhow_moves",
    "maneuver": "maneuver_moves",
    "join": "join_moves",
    "answer": "answer_moves",
    "lose": "lose_moves",
    "conquest": "conquest_moves",
    "give-up": "give_up_moves",
    "founding": "founding_moves",
    "extra": "extra_moves",
}

#: verb -> the method that carries it out
DOES: dict[str, str] = {
    "nation": "do_nation",
    "city": "do_city",
    "take": "do_take",
    "rondel": "do_purchase",
    "temple": "do_purchase",
    "arm": "do_purchase",
    "learn": "do_purchase",
    "found": "do_purchase",
    "pay": "do_pay",
    "move": "do_move",
    "enter": "do_enter",
    "fight": "do_fight",
    "peace": "do_peace",
    "lose": "do_lose",
    "conquer": "do_conquer",
    "give-up": "do_give_up",
    "trade": "do_trade",
    "done": "do_done",
}

#: verb of a purchase -> the method that hands over what was paid for
OBTAINS: dict[str, str] = {
    "rondel": "obtain_wedge",
    "temple": "obtain_temple",
    "arm": "obtain_unit",
    "learn": "obtain_knowhow",
    "found": "obtain_city",
}
Simple.asks, Simple.does, Simple.obtains = ASKS, DOES, OBTAINS


def perft(simple: Simple, depth: int) -> int:
    """Count the sequences of so many decisions; a game that ends earlier counts none."""
    if depth == 0:
        return 1
    moves = simple.moves()
    return len(moves) if depth == 1 else sum(perft(simple.play(text), depth - 1) for text in moves)
