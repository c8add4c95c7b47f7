"""The same simple generator for Antike II, written from its ledger alone.

What the rulebook shares with its elder sisters (rondel, payments, groups of units, demands of the acting nation) is
inherited; what differs is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any, ClassVar, Self

from tests.perft.simple import ASKS, DOES, GOODS, KINDS, RESOURCES, Book, Nation, Simple, goods_text, read_amounts

#: technology -> what it needs, price of the first, price of later nations (A2-121, component data)
TECHNOLOGIES = {
    "strata": ("", 7, 3),
    "navigatio": ("", 8, 4),
    "mercatura": ("", 5, 2),
    "commercium": ("mercatura", 7, 3),
    "metallum": ("", 10, 5),
    "moneta": ("metallum", 12, 6),
    "regnum": ("", 12, 6),
    "res publica": ("regnum", 14, 7),
}
CARDS = {"king": 10, "scholar": 8, "general": 7, "citizen": 6, "navigator": 5}
#: units given and taken in one sale, and the technology that allows it (A2-129, A2-131)
SALES = {"mercatura": (2, 1), "commercium": (3, 2)}


def _mix(picks: tuple[str, ...]) -> dict[str, int]:
    return {good: picks.count(good) for good in picks}


@dataclass(frozen=True)
class Book2(Book):
    """The rules of Antike II with its options."""

    ninth: bool = False  # A2-176
    free_kind: bool = False  # A2-177


def read_book2(players: int, options: Mapping[str, int]) -> Book2:
    """Give the rules for a number of players."""
    nations = 4 if "two-players" in options else players
    return Book2(
        phases=True,
        rate=0,
        coin_by_round=False,
        pairs=True,
        extra=False,
        target=13 - nations,
        stones=24,
        line=nations,
        first_chooser=options.get("first-chooser", 0),
        round_limit=options.get("round-limit", 0),
        levels=2,
        stacks={**CARDS, "scholar": 8 + ("ninth-scholar" in options)},
        ninth="ninth-scholar" in options,
        free_kind="free-cities" in options,
    )


@dataclass
class Simple2(Simple):
    """A position of Antike II."""

    book: Book2
    first_seat: int = 0  # while nations are chosen: the seat that will begin
    yields: dict[str, str] = field(default_factory=dict)  # city -> resource
    neutral: set[str] = field(default_factory=set)
    bellona: str = ""
    levied: int = 0
    learned: set[str] = field(default_factory=set)
    heard: set[str] = field(default_factory=set)  # nations that keep the peace after this entry

    chart: ClassVar[tuple[str, ...]] = tuple(TECHNOLOGIES)
    technologies: ClassVar[Mapping[str, tuple[str, int, int]]] = TECHNOLOGIES
    sales: ClassVar[Mapping[str, tuple[int, int]]] = SALES
    supply: ClassVar[Mapping[str, int]] = {"legion": 12, "galley": 13}

    # ---- reading, writing, copying ---------------------------------------------------------------------------

    @classmethod
    def read_rules(cls, name: str, players: int, options: Mapping[str, int]) -> Book:
        """Give the rules of the book with its options."""
        return read_book2(players, options)

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> Self:
        """Read a complete position object."""
        found = super().from_position({**position, "start": str(position.get("start", ""))})
        if found.phase == "nation":
            found.first_seat, found.start = int(found.start), ""
        for entry in position["nations"].values():
            printed = {region: found.land.resource[region] for region in entry["cities"]}
            found.yields |= printed | entry.get("produces", {})
        found.neutral = set(position.get("neutral_temples", []))
        found.bellona = position.get("bellona", "")
        found.levied = position.get("levied", 0)
        found.learned = set(position.get("learned", []))
        found.heard = set(position.get("heard", []))
        return found

    def copy(self) -> Self:
        """Give an independent copy."""
        new = super().copy()
        new.yields = dict(self.yields)
        new.neutral = set(self.neutral)
        new.learned = set(self.learned)
        new.heard = set(self.heard)
        return new

    def to_position(self) -> dict[str, Any]:
        """Write the position object, with the derived parts."""
        found = super().to_position()
        if self.phase == "nation":
            found["start"] = self.first_seat
        return found | self._write_beside()

    def _write_beside(self) -> dict[str, Any]:
        return {"neutral_temples": self.in_order(self.neutral)} if self.land.board.temples else {}

    def _write_moment(self) -> dict[str, Any]:
        found = super()._write_moment()
        more = {
            "bellona": self.bellona,
            "levied": self.levied,
            "learned": [name for name in self.chart if name in self.learned],
            "heard": [name for name in self.nations if name in self.heard],
        }
        return found | {key: value for key, value in more.items() if value}

    def _write_nation(self, nation: Nation) -> dict[str, Any]:
        found = super()._write_nation(nation)
        chosen = {region: self.yields[region] for region in self.in_order(nation.cities)
                  if self.yields[region] != self.land.resource[region]}  # fmt: skip
        return {**found, "produces": chosen} if chosen else found

    # ---- derived facts ---------------------------------------------------------------------------------------

    def bank_temples(self) -> int:
        """Give the temples not on the board; neutral ones come from the same supply (A2-R36)."""
        return super().bank_temples() - len(self.neutral)

    def actions(self, kind: str) -> int:
        """Give how many borders a unit of the nation on turn can cross (A2-136, A2-137)."""
        return 1 + (("strata" if kind == "legion" else "navigatio") in self.me.knowhow)

    def site(self, region: str) -> tuple[str, ...]:
        """Give the resources that a city founded there can have (A2-073, A2-075, A2-177, A2-R39)."""
        printed = self.land.resource[region]
        if printed and (self.book.free_kind or printed == "any"):
            return RESOURCES
        return (printed,) if printed else ()

    def presence(self, name: str) -> set[str]:
        """Give the regions where a nation has a unit."""
        return {region for kind in KINDS for region in self.nations[name].units[kind]}

    def sailed(self, name: str) -> set[str]:
        """Give the sea zones a nation controls (A2-R04)."""
        return set(self.nations[name].units["galley"])

    # ---- set-up, turns ---------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Lay out the start cities and neutral temples; the first player was drawn (A2-053, A2-054)."""
        names = list(self.nations)
        self.chooser = 0
        self.start = self.turn = self.to_act = names[self.first_seat]
        for name, nation in self.nations.items():
            nation.cities = set(self.card(name))
            self.yields |= dict(zip(self.card(name), RESOURCES, strict=True))
        self._lay_out()

    def _lay_out(self) -> None:
        board = self.land.board
        self.neutral = {board.regions[number].name for number in board.temples.get(self.book.line, ())}
        self.bellona = self.before(self.start)
        self._begin_round()

    def before(self, name: str) -> str:
        """Give the nation that plays just before (A2-R13)."""
        names = list(self.nations)
        return names[names.index(name) - 1]

    def _begin_turn(self, name: str) -> None:
        self.turn = self.to_act = name
        self.phase = "rondel"

    # ---- production ------------------------------------------------------------------------------------------

    def obtain_wedge(self, words: list[str]) -> None:
        """Move the stone; production brings a coin, or a resource of choice if there is none (A2-089, A2-R48)."""
        coin = self.bank("coin") > 0
        super().obtain_wedge(words)
        if words[0] in RESOURCES:
            if coin:
                self.me.goods["coin"] += 1
            else:
                self.phase, self.asked = "substitute", self.turn

    def _produce(self, good: str) -> None:
        cities = [region for region in self.me.cities if self.yields[region] == good]
        self.me.goods[good] += sum(self.me.strength(region) for region in cities) + self.bonus()

    def bonus(self) -> int:
        """Give what technologies add to each production (A2-R20)."""
        return 2 if "moneta" in self.me.knowhow else int("metallum" in self.me.knowhow)

    def do_take(self, text: str, words: list[str]) -> None:
        """Take a resource instead of the coin."""
        self.me.goods[words[0]] += 1
        self.phase, self.asked = "founding", ""

    # ---- militia, technologies -------------------------------------------------------------------------------

    def price(self, text: str) -> tuple[int, tuple[int, int, int, int]]:
        """Give the units due for a purchase and how many of each good may be among them (A2-R15)."""
        if text.startswith("arm "):
            return 2, (0, 2, 0, 2)
        return super().price(text)

    def arming_moves(self) -> Iterator[str]:
        """New units for iron, and one for nothing with Bellona (A2-R14)."""
        places = list(self._places())
        yield from self.affordable(f"arm {place}" for place in places)
        if self.bellona == self.turn and not self.levied:
            yield from (f"free {place}" for place in places)
        yield "done"

    def _places(self) -> Iterator[str]:
        """Kinds and cities where a unit of the supply can be set up."""
        for kind in KINDS:
            if sum(self.me.units[kind].values()) < self.supply[kind]:
                yield from (f"{kind} {region}" for region in self.me.cities if self._takes(kind, region))

    def do_free(self, text: str, words: list[str]) -> None:
        """Set up the unit of Bellona."""
        self.obtain_unit(words)
        self.levied = 1

    def knowhow_price(self, name: str) -> int:
        """Give the price: the higher one if it is new to the game (A2-118)."""
        known = any(name in nation.knowhow for nation in self.nations.values())
        _, first, later = self.technologies[name]
        return later if known else first

    def knowhow_moves(self) -> Iterator[str]:
        """Technologies whose lower half of the pair is owned."""
        mine = self.me.knowhow
        within_reach = [name for name, row in self.technologies.items() if not row[0] or row[0] in mine]
        yield from self.affordable(f"learn {name}" for name in within_reach if name not in mine)
        yield "done"

    def obtain_knowhow(self, words: list[str]) -> None:
        """Develop; a scholar is due if it is new, another for being first with all eight (A2-036, A2-R42)."""
        super().obtain_knowhow(words)
        self.learned.add(words[0])
        full = [name for name, nation in self.nations.items() if len(nation.knowhow) == len(self.chart)]
        if self.book.ninth and full == [self.turn]:
            self.due["scholars"] += 1

    # ---- founding --------------------------------------------------------------------------------------------

    def founding_moves(self) -> Iterator[str]:
        """Free sites that hold an own unit, while there are tiles (A2-068 to A2-077, A2-R33)."""
        if len(self.me.cities) < self.book.stones:
            yield from self.affordable(f"found {site}" for site in self._sites())
        yield "done"

    def _sites(self) -> Iterator[str]:
        """Regions where a city can be founded, with the resource where there is a choice."""
        for region in self.presence(self.turn):
            if not self.owner(region) and region not in self.neutral:
                kinds = self.site(region)
                yield from (f"{region} {kind}" if len(kinds) > 1 else region for kind in kinds)

    def obtain_city(self, words: list[str]) -> None:
        """Found a city of the printed or chosen resource."""
        super().obtain_city(words[:1])
        self.yields[words[0]] = words[1] if len(words) > 1 else self.land.resource[words[0]]

    # ---- sales -----------------------------------------------------------------------------------------------

    def trades(self) -> Iterator[str]:
        """Sales to the bank by technologies that were owned before this turn (A2-R21, A2-R22, A2-R23)."""
        for name, (give, take) in self.sales.items():
            if name in self.me.knowhow and name not in self.learned:
                taken = [_mix(picks) for picks in combinations_with_replacement(RESOURCES, take)]
                for picks in combinations_with_replacement(GOODS, give):
                    given = _mix(picks)
                    if all(self.me.goods[good] >= number for good, number in given.items()):
                        yield from (f"trade {goods_text(given)} for {goods_text(mix)}" for mix in taken)

    def do_trade(self, text: str, words: list[str]) -> None:
        """Give and take."""
        middle = words.index("for")
        for good, number in read_amounts(words[:middle]).items():
            self.me.goods[good] -= number
        for good, number in read_amounts(words[middle + 1 :]).items():
            self.me.goods[good] += number

    # ---- entry and battle ------------------------------------------------------------------------------------

    def do_move(self, text: str, words: list[str]) -> None:
        """Move a group over a border; nations with units of the kind there may ask for battles (A2-R27)."""
        count, kind, region, target = int(words[0]), *words[1:4]
        used = int(words[5]) if len(words) > 5 else 0
        self._shift(kind, region, used, -count)
        self._shift(kind, target, used + 1, count)
        self.pending, self.place = text, target
        self._inquire()

    def _entered(self) -> tuple[int, str, str, int]:
        """Give the number of entering units left, their kind, where they came from and the actions they have used."""
        words = self.land.split(self.pending)
        used = int(words[6]) if len(words) > 6 else 0
        return int(words[1]), words[2], words[3], used + 1

    def _askable(self) -> list[str]:
        kind = self._entered()[1]
        return [name for name in self.others()
                if name not in self.heard and self.nations[name].units[kind].get(self.place)]  # fmt: skip

    def _inquire(self) -> None:
        """Let the next nation answer, the acting nation choosing which if there are several (A2-R29)."""
        names = self._askable() if self.pending else []
        self.asked = ""
        if len(names) > 1:
            self.phase, self.to_act = "ask", self.turn
        elif names:
            self.phase, self.asked, self.to_act = "answer", names[0], names[0]
        else:
            self.pending = self.place = ""
            self.heard = set()
            self.phase, self.to_act = "maneuver", self.turn

    def ask_moves(self) -> Iterator[str]:
        """The nations that may ask for a battle."""
        return (f"ask {name}" for name in self._askable())

    def do_ask(self, text: str, words: list[str]) -> None:
        """Ask a nation."""
        self.phase, self.asked, self.to_act = "answer", words[0], words[0]

    def answer_moves(self) -> Iterator[str]:
        """A battle with an entering unit, or peace."""
        yield f"fight 1 {self._entered()[1]} {self.place} {self.turn}"
        yield "peace"

    def do_peace(self, text: str, words: list[str]) -> None:
        """Go on to other nations that may ask."""
        self.heard.add(self.asked)
        self._inquire()

    def do_fight(self, text: str, words: list[str]) -> None:
        """Remove a pair; against a demand the entering unit falls (A2-R28)."""
        if self.phase != "answer":
            super().do_fight(text, words)
            return
        left, kind, origin, used = self._entered()
        self.nations[self.asked].remove(kind, self.place, 1)
        self._shift(kind, self.place, used, -1)
        tail = f" used {used - 1}" if used > 1 else ""
        self.pending = f"move {left - 1} {kind} {origin} {self.place}{tail}" if left > 1 else ""
        self._inquire()

    # ---- conquest --------------------------------------------------------------------------------------------

    def defence(self, region: str, name: str) -> int:
        """Give the defence of a city (A2-154 to A2-157)."""
        nation = self.nations[name]
        units = sum(nation.units[kind].get(region, 0) for kind in KINDS)
        knows = 2 if "res publica" in nation.knowhow else int("regnum" in nation.knowhow)
        return nation.strength(region) + units + knows + (self.points(nation) <= 2)

    def conquests(self) -> Iterator[str]:
        """Conquests of cities, with an own tile, and of neutral temples (A2-R32, A2-R33, A2-R35)."""
        for region in self.presence(self.turn):
            name = self.owner(region)
            if region in self.neutral:
                yield from self._splits(region, 3)
            elif name and name != self.turn and len(self.nations[name].cities) > 1:
                if len(self.me.cities) < self.book.stones:
                    yield from self._splits(region, self.defence(region, name))

    def _splits(self, region: str, defence: int) -> Iterator[str]:
        """Every split of the losses; units that have moved count too (A2-180)."""
        legions, galleys = (self.me.units[kind].get(region, 0) for kind in KINDS)
        for lost in range(min(defence, legions) + 1):
            if defence - lost <= galleys:
                parts = zip((lost, defence - lost), KINDS, strict=True)
                yield " ".join((f"conquer {region}", *(f"{number} {kind}" for number, kind in parts if number)))

    def do_conquer(self, text: str, words: list[str]) -> None:
        """Destroy a neutral temple, or take over a city."""
        region, lost = words[0], read_amounts(words[1:])
        self.phase = "conquest"
        if region in self.neutral:
            self.neutral.remove(region)
            self.due["generals"] += 1
        else:
            self._take_over(region)
        for kind, number in lost.items():
            self._lose_used_up(kind, region, number)

    def _take_over(self, region: str) -> None:
        """Change the owner of a city; the defender loses temple and units there (A2-160 to A2-162)."""
        loser = self.nations[self.owner(region)]
        self.due["generals"] += region in loser.temples
        loser.cities.remove(region)
        loser.temples.discard(region)
        for kind in KINDS:
            loser.units[kind].pop(region, None)
        self.me.cities.add(region)

    def _lose_used_up(self, kind: str, region: str, number: int) -> None:
        for used in reversed(range(self.book.levels + 1)):
            gone = min(number, self.sorts(kind, region)[used])
            if gone:
                self._shift(kind, region, used, -gone)
                number -= gone

    # ---- end of a step, of a turn, of the game ---------------------------------------------------------------

    def do_done(self, text: str, words: list[str]) -> None:
        """End the step; Bellona goes on after every militia of its holder (A2-056)."""
        if self.phase == "arming" and self.bellona == self.turn:
            self.bellona = self.before(self.turn)
            self.levied = 0
        super().do_done(text, words)

    def _award(self) -> None:
        """Hand out the personages due, then look for a winner (A2-R07 to A2-R11)."""
        due = self._dues()
        me = self.me
        given = {kind: min(max(0, number), self.stack(kind)) for kind, number in due.items()}
        for kind, number in given.items():
            me.personages[kind] += number
        self.due |= {"scholars": 0, "generals": 0}
        self.learned = set()
        one_short = self.points(me) == self.book.target - 1
        if one_short and given["general"] < due["general"]:
            self._over("temple", self.turn)
        else:
            self._judge()

    def _dues(self) -> dict[str, int]:
        me = self.me
        zones = sum(2 if region in self.land.open_sea else 1 for region in self.sailed(self.turn))
        return {
            "king": len(me.cities) // 5 - me.personages["king"],
            "scholar": self.due["scholars"],
            "general": self.due["generals"],
            "citizen": len(me.temples) // 3 - me.personages["citizen"],
            "navigator": zones // 7 - me.personages["navigator"],
        }


#: phases and verbs that Antike II does not know
_GONE = {"city", "join", "give-up", "extra", "enter"}
ASKS2 = {**{phase: name for phase, name in ASKS.items() if phase not in _GONE}, "ask": "ask_moves"}
DOES2 = {**{verb: name for verb, name in DOES.items() if verb not in _GONE}, "ask": "do_ask", "free": "do_free"}
Simple2.asks, Simple2.does = ASKS2, DOES2
