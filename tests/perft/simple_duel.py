"""The same simple generator for Antike Duellum, written from its ledger and its component data alone.

The steps of a turn, sales and the reading of positions are those of Antike II; barracks, ramparts, surcharges, battles
without a choice, declared conquests and event cards are here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from tests.perft.simple import KINDS, OBTAINS, Book, Nation, plural
from tests.perft.simple2 import ASKS2, DOES2, Book2, Simple2

KNOWLEDGE = {
    "strata": ("", 6, 3),
    "navigatio": ("", 7, 3),
    "moneta": ("", 8, 4),
    "res publica": ("", 8, 4),
    "commercium": ("", 9, 4),
}
PERSONALITIES = {"king": 6, "scholar": 5, "general": 4, "citizen": 4, "navigator": 2}
MARKERS = {"marble": 12, "iron": 12, "gold": 10}
#: where the track has rampart symbols, without the one at 0 (AD-076)
SYMBOLS = (1, 2, 3, 5, 7)
DECK = {
    "fortress": 3, "earthquake": 2, "burglary": 2, "academy": 2, "marble vein": 2, "iron vein": 2, "gold vein": 2,
    "levy": 2, "forced march": 2, "fair wind": 2, "architect": 2, "settlers": 2,
}  # fmt: skip
RECRUITS = {"legion": 1, "galley": 2}
#: cards that give longer ways
MARCHES = {"legion": "forced march", "galley": "fair wind"}
#: the words of a turn's tally for ways of legions and galleys
WAYS = {"legion": "land", "galley": "sea"}
#: nations with beige pieces: they have the admiral, the others the general (AD-015, AD-163)
BEIGE = ("Romans", "Persians")
READY = {"legion": "ready legions", "galley": "ready galleys"}


@dataclass(frozen=True)
class DuelBook(Book2):
    """The rules of Duellum with its options."""

    leaders: bool = False
    escort: bool = False
    last_city: bool = False  # the last city can be taken too
    offers: bool = False


def read_duel_book(options: Mapping[str, int]) -> DuelBook:
    """Give the rules with options."""
    return DuelBook(
        phases=True,
        rate=0,
        coin_by_round=False,
        pairs=True,
        extra=False,
        target=9,
        line=2,
        first_chooser=options.get("first-chooser", 0),
        round_limit=options.get("round-limit", 0),
        coins=20,
        temples=12,
        levels=4,
        stacks=PERSONALITIES,
        free_kind=True,
        leaders="special-units" in options,
        escort="escort" in options,
        last_city="last-city" in options,
        offers="draw-offers" in options,
    )


def add(cards: dict[str, int], name: str, number: int = 1) -> None:
    """Change the number of copies of a card; none is no entry."""
    cards[name] = cards.get(name, 0) + number
    if not cards[name]:
        del cards[name]


@dataclass
class Duel(Simple2):
    """A position of Duellum."""

    book: DuelBook
    barracks: dict[str, dict[str, int]] = field(default_factory=dict)  # nation -> kind -> number
    leaders: dict[str, str] = field(default_factory=dict)  # nation -> where its special unit stands
    ramparts: set[str] = field(default_factory=set)
    hands: dict[str, dict[str, int]] = field(default_factory=dict)
    shown: dict[str, int] = field(default_factory=dict)
    discard: dict[str, int] = field(default_factory=dict)
    saved: set[str] = field(default_factory=set)  # cities that a fortress has saved in this maneuver
    tally: dict[str, int] = field(default_factory=dict)

    chart: ClassVar[tuple[str, ...]] = tuple(KNOWLEDGE)
    technologies: ClassVar[Mapping[str, tuple[str, int, int]]] = KNOWLEDGE
    sales: ClassVar[Mapping[str, tuple[int, int]]] = {"commercium": (3, 2)}
    supply: ClassVar[Mapping[str, int]] = {"legion": 12, "galley": 12}

    # ---- reading, writing, copying ---------------------------------------------------------------------------

    @classmethod
    def read_rules(cls, name: str, players: int, options: Mapping[str, int]) -> Book:
        """Give the rules of the book with its options."""
        return read_duel_book(options)

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> Self:
        """Read a complete position object."""
        found = super().from_position(position)
        for name, entry in position["nations"].items():
            found.barracks[name] = {kind: entry["barracks"][plural(kind)] for kind in KINDS}
            found.ramparts |= set(entry["ramparts"])
            found.hands[name] = dict(entry["cards"])
            if "leader" in entry:
                found.leaders[name] = entry["leader"]
        found.shown = dict(position["open_cards"])
        found.discard = dict(position["discard"])
        found.saved = set(position.get("saved", []))
        found.tally = dict(position["tally"]) if "tally" in position else found.usual_tally()
        return found

    def copy(self) -> Self:
        """Give an independent copy."""
        new = super().copy()
        new.barracks = {name: dict(camp) for name, camp in self.barracks.items()}
        new.leaders = dict(self.leaders)
        new.ramparts = set(self.ramparts)
        new.hands = {name: dict(hand) for name, hand in self.hands.items()}
        new.shown, new.discard = dict(self.shown), dict(self.discard)
        new.saved = set(self.saved)
        new.tally = dict(self.tally)
        return new

    def _write_beside(self) -> dict[str, Any]:
        found: dict[str, Any] = {"open_cards": self.shown, "discard": self.discard}
        if self.saved:
            found["saved"] = self.in_order(self.saved)
        tally = {name: number for name, number in self.tally.items() if number}
        if tally != self.usual_tally():
            found["tally"] = tally
        return found

    def _write_nation(self, nation: Nation) -> dict[str, Any]:
        found = super()._write_nation(nation)
        name = next(name for name, other in self.nations.items() if other is nation)
        if name in self.leaders:
            found["leader"] = self.leaders[name]
        return found | {
            "ramparts": self.in_order(self.ramparts & nation.cities),
            "barracks": {plural(kind): number for kind, number in self.barracks[name].items()},
            "cards": self.hands[name],
        }

    # ---- derived facts ---------------------------------------------------------------------------------------

    @property
    def foe(self) -> str:
        """The nation not on turn."""
        return self.after(self.turn)

    def usual_tally(self) -> dict[str, int]:
        """Give the tally of a turn that begins with these barracks (AD-R19)."""
        if not self.round or self.end:
            return {}
        found = {READY[kind]: number for kind, number in self.barracks[self.turn].items()}
        found["ready leader"] = int(self.book.leaders and self.turn not in self.leaders)
        return {name: number for name, number in found.items() if number}

    def leader_kind(self, name: str) -> str:
        """Give the kind of unit that a nation's special unit moves and fights as (AD-166)."""
        return "galley" if name in BEIGE else "legion"

    def leader_title(self, name: str) -> str:
        """Give the title of a nation's special unit."""
        return "admiral" if name in BEIGE else "general"

    def leads(self, name: str, region: str) -> int:
        """Give 1 if a nation's special unit stands in a region."""
        return int(self.leaders.get(name) == region)

    def ordinary(self, name: str, region: str) -> int:
        """Give a nation's legions and galleys in a region."""
        return sum(self.nations[name].units[kind].get(region, 0) for kind in KINDS)

    def reserve(self, kind: str) -> int:
        """Give the units of the nation on turn that were never recruited."""
        return self.supply[kind] - sum(self.me.units[kind].values()) - self.barracks[self.turn][kind]

    def spare_ramparts(self) -> int:
        """Give the ramparts in the reserve of the nation on turn (AD-D10)."""
        gained = 1 + sum(self.points(self.me) >= symbol for symbol in SYMBOLS)
        return gained - len(self.ramparts & self.me.cities)

    def presence(self, name: str) -> set[str]:
        """Give the regions where a nation has a unit, its special unit included (AD-R35)."""
        return super().presence(name) | ({self.leaders[name]} if name in self.leaders else set())

    def sailed(self, name: str) -> set[str]:
        """Give the sea zones a nation controls; the admiral controls one like a galley (AD-R35)."""
        found = super().sailed(name)
        if name in self.leaders and self.leader_kind(name) == "galley":
            found.add(self.leaders[name])
        return found

    def pile(self) -> dict[str, int]:
        """Give the cards in the draw pile."""
        out = (self.shown, self.discard, *self.hands.values())
        left = {card: copies - sum(cards.get(card, 0) for cards in out) for card, copies in DECK.items()}
        return {card: number for card, number in left.items() if number}

    def hold(self, card: str) -> bool:
        """Say whether the nation on turn holds a card."""
        return card in self.hands[self.turn]

    # ---- set-up, turns ---------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Fill the barracks, give the second player a coin, turn up three cards (AD-019, AD-024, AD-026)."""
        self.barracks = {name: dict.fromkeys(KINDS, 1) for name in self.nations}
        self.hands = {name: {} for name in self.nations}
        self.nations[self.foe].goods["coin"] += 1
        self._fill()

    def do_nation(self, text: str, words: list[str]) -> None:
        """Seat the chosen nation."""
        seats = [list(table.values()) for table in (self.barracks, self.hands)]
        super().do_nation(text, words)
        if self.phase == "nation":
            camps, hands = (dict(zip(self.nations, rows, strict=True)) for rows in seats)
            self.barracks, self.hands = camps, hands

    def _begin_turn(self, name: str) -> None:
        super()._begin_turn(name)
        self.tally = self.usual_tally()

    # ---- prices ----------------------------------------------------------------------------------------------

    def price(self, text: str) -> tuple[int, tuple[int, int, int, int]]:
        """Give the units due without surcharge, and how many of each good may be among them."""
        verb, *words = self.land.split(text)
        if verb in ("temple", "architect", "rampart"):
            due = {"temple": 6, "architect": 4, "rampart": 1}[verb]
            return due, (due, 0, 0, due)
        if verb == "arm" and words[0] not in KINDS:
            return 3, (0, 3, 0, 3)
        if verb == "recruit":
            due = RECRUITS[words[0]]
            return due, (0, 0, due, due)
        return (2, (1, 1, 1, 2)) if verb == "settlers" else super().price(text)

    def surcharge(self, text: str) -> int:
        """Give the coins due for temples or like cities next door (AD-066, AD-090)."""
        verb, *words = self.land.split(text)
        if verb in ("temple", "architect"):
            return sum(region in nation.temples for region in self.land.borders[words[0]]
                       for nation in self.nations.values())  # fmt: skip
        if verb == "found":
            return sum(self.yields.get(region) == words[1] for region in self.land.borders[words[0]])
        return 0

    def mixes(self, text: str) -> list[dict[str, int]]:
        """Give every mix of goods that pays for a purchase; a surcharge takes coins only (AD-R04)."""
        tax = self.surcharge(text)
        plain = super().mixes(text)
        return [{**mix, "coin": mix["coin"] + tax} for mix in plain if mix["coin"] + tax <= self.me.goods["coin"]]

    # ---- building --------------------------------------------------------------------------------------------

    def temple_moves(self) -> Iterator[str]:
        """Temples, with or without the architect, and ramparts of the reserve (AD-088 to AD-097)."""
        if self.bank_temples():
            verbs = ["temple", "architect"] if self.hold("architect") else ["temple"]
            bare = self.me.cities - self.me.temples
            yield from self.affordable(f"{verb} {region}" for verb in verbs for region in bare)
        if self.spare_ramparts():
            yield from self.affordable(f"rampart {region}" for region in self.me.cities - self.ramparts)
        yield "done"

    def obtain_architect(self, words: list[str]) -> None:
        """Build with the architect."""
        self._spend("architect")
        self.obtain_temple(words)

    def obtain_rampart(self, words: list[str]) -> None:
        """Build a rampart."""
        self.ramparts.add(words[0])
        self.phase = "temple"

    def bonus(self) -> int:
        """Give what MONETA adds to each production."""
        return int("moneta" in self.me.knowhow)

    # ---- militia ---------------------------------------------------------------------------------------------

    def arming_moves(self) -> Iterator[str]:
        """Units of the barracks for iron, one for a levy, the special unit in a temple city."""
        places = list(self._places())
        yield from self.affordable(f"arm {place}" for place in places)
        if self.hold("levy"):
            yield from (f"free {place}" for place in places)
        if self.tally.get("ready leader"):
            kind, title = self.leader_kind(self.turn), self.leader_title(self.turn)
            cities = [region for region in self.me.temples if self._takes(kind, region)]
            yield from self.affordable(f"arm {title} {region}" for region in cities)
        yield "done"

    def _places(self) -> Iterator[str]:
        for kind in KINDS:
            if self.tally.get(READY[kind]):
                yield from (f"{kind} {region}" for region in self.me.cities if self._takes(kind, region))

    def obtain_unit(self, words: list[str]) -> None:
        """Set up a unit or the special unit; an enemy of its type fights it at once (AD-103, AD-R19)."""
        kind, region = words
        self.placed[region] = self.placed.get(region, 0) + 1
        self.phase = "arming"
        if kind not in KINDS:
            self.tally["ready leader"] = 0
            if not self._clash(self.leader_kind(self.turn), region):
                self.leaders[self.turn] = region
            return
        self.tally[READY[kind]] -= 1
        if not self._clash(kind, region):
            self.me.units[kind][region] = self.me.units[kind].get(region, 0) + 1
            self.barracks[self.turn][kind] -= 1

    def _clash(self, kind: str, region: str) -> bool:
        """Send one enemy of a type to its barracks, ordinary ones first (AD-R46); say whether there was any."""
        foe = self.foe
        if self.nations[foe].units[kind].get(region):
            self.nations[foe].remove(kind, region, 1)
            self.barracks[foe][kind] += 1
            return True
        if self.leads(foe, region) and self.leader_kind(foe) == kind:
            del self.leaders[foe]
            return True
        return False

    def do_free(self, text: str, words: list[str]) -> None:
        """Set up a unit by a levy."""
        self._spend("levy")
        self.obtain_unit(words)

    # ---- knowledge -------------------------------------------------------------------------------------------

    def knowhow_moves(self) -> Iterator[str]:
        """Knowledge and recruits (AD-110)."""
        yield from super().knowhow_moves()
        yield from self.affordable(f"recruit {kind}" for kind in KINDS if self.reserve(kind))

    def obtain_recruit(self, words: list[str]) -> None:
        """Bring a unit from the reserve to the barracks."""
        self.barracks[self.turn][words[0]] += 1
        self.tally["recruited"] = 1
        self.phase = "know-how"

    # ---- founding --------------------------------------------------------------------------------------------

    def founding_moves(self) -> Iterator[str]:
        """Free sites with a unit and a marker of the kind left (AD-060, AD-R03)."""
        used = list(self.yields.values())
        sites = [site for site in self._sites() if used.count(site.split()[-1]) < MARKERS[site.split()[-1]]]
        yield from self.affordable(f"found {site}" for site in sites)
        if self.hold("settlers"):
            yield from self.affordable(f"settlers {site}" for site in sites)
        yield "done"

    def obtain_settlement(self, words: list[str]) -> None:
        """Found with the settlers."""
        self._spend("settlers")
        self.obtain_city(words)

    # ---- event cards in the own turn -------------------------------------------------------------------------

    def besides(self) -> Iterator[str]:
        """Exchanges, event cards, and the offer of a draw."""
        yield from self.trades()
        yield from (f"play {card}" for card in self.hands[self.turn] if self._fits(card))
        yield from self._quakes()
        if self.book.offers and not self.tally.get("offered") and self.phase == "rondel":
            yield "offer-draw"

    def _quakes(self) -> Iterator[str]:
        if self.hold("earthquake"):
            yield from (f"play earthquake {region}" for region in self.ramparts)

    def _fits(self, card: str) -> bool:
        """Say whether a card of the own turn can be played now."""
        if card == "burglary":
            return self.nations[self.foe].goods["coin"] >= 2
        if card == "academy":
            begun = self.learned or self.tally.get("recruited")
            return self.phase == "know-how" and not begun and bool(self.nations[self.foe].knowhow)
        if card.endswith(" vein"):
            return self.phase == "founding" and self.me.rondel == card.split()[0]
        kind = next((kind for kind, march in MARCHES.items() if march == card), "")
        if not kind or self.phase != "maneuver" or self.tally.get("crossed"):
            return False
        return bool(self.me.units[kind]) or (self.leader_kind(self.turn) == kind and self.turn in self.leaders)

    def do_play(self, text: str, words: list[str]) -> None:
        """Play a card."""
        if words[0] == "fortress":
            self._play_fortress()
            return
        card, foe = words[0], self.nations[self.foe]
        self._spend(card)
        if card == "earthquake":
            self.ramparts.remove(words[1])
        elif card == "burglary":
            foe.goods["coin"] -= foe.goods["coin"] // 2
        elif card == "academy":
            self.me.goods["gold"] += len(foe.knowhow)
        elif card.endswith(" vein"):
            self.me.goods[card.split()[0]] += 2
        else:
            way = WAYS[next(kind for kind, march in MARCHES.items() if march == card)]
            add(self.tally, f"{way} marches")
            add(self.tally, f"{way} crossings", 3)

    def _spend(self, card: str, name: str = "") -> None:
        add(self.hands[name or self.turn], card, -1)
        add(self.discard, card)

    # ---- draws -----------------------------------------------------------------------------------------------

    def do_offer(self, text: str, words: list[str]) -> None:
        """Ask the other player for a draw (AD-R30)."""
        self.tally["offered"] = 1
        self.phase, self.to_act = "agree", self.foe

    def agree_moves(self) -> Iterator[str]:
        """Yes or no."""
        yield from ("accept-draw", "peace")

    def do_accept(self, text: str, words: list[str]) -> None:
        """End the game without a winner."""
        self._over("agreement", "")

    def do_peace(self, text: str, words: list[str]) -> None:
        """Refuse the draw."""
        self.phase, self.to_act = "rondel", self.turn

    # ---- movement and battle ---------------------------------------------------------------------------------

    def maneuver_moves(self) -> Iterator[str]:
        """Crossings, the first conquest, and the end of movement."""
        for kind in KINDS:
            for region in self.me.units[kind]:
                yield from self._crossings(kind, region)
        yield from self._marches()
        yield from self.conquests()
        yield "done"

    def _may_cross(self, kind: str, used: int) -> int:
        """Give how many units that have crossed so many borders may cross one more; cards add ways (AD-R39)."""
        usual, way = self.actions(kind), WAYS[kind]
        if used < usual:
            return 99
        left = self.tally.get(f"{way} crossings", 0)
        return left if used < usual + self.tally.get(f"{way} marches", 0) else 0

    def _groups(self, kind: str, region: str, target: str, later: int = -1) -> Iterator[str]:
        for used, there in enumerate(self.sorts(kind, region)):
            tail = f" used {used}" if used else ""
            most = min(there, self._may_cross(kind, used))
            yield from (f"move {count} {kind} {region} {target}{tail}" for count in range(1, most + 1))

    def _marches(self) -> Iterator[str]:
        """Crossings of the special unit."""
        kind = self.leader_kind(self.turn)
        if self.turn in self.leaders and self._may_cross(kind, self.tally.get("leader used", 0)):
            for target, crossing in self.land.borders[self.leaders[self.turn]].items():
                if kind in crossing:
                    yield f"move {self.leader_title(self.turn)} {target}"

    def _cross(self, kind: str, used: int, count: int) -> None:
        self.tally["crossed"] = 1
        if used >= self.actions(kind):
            add(self.tally, f"{WAYS[kind]} crossings", -count)

    def do_move(self, text: str, words: list[str]) -> None:
        """Move units one by one; each fights an enemy of its type there (AD-R22)."""
        if words[0] in ("admiral", "general"):
            self._do_march(words[1])
            return
        count, kind, region, target = int(words[0]), *words[1:4]
        used = int(words[5]) if len(words) > 5 else 0
        self._cross(kind, used, count)
        for _ in range(count):
            self._shift(kind, region, used, -1)
            if self._clash(kind, target):
                self.barracks[self.turn][kind] += 1
            else:
                self._shift(kind, target, used + 1, 1)

    def _do_march(self, target: str) -> None:
        kind = self.leader_kind(self.turn)
        self._cross(kind, self.tally.get("leader used", 0), 1)
        add(self.tally, "leader used")
        self.leaders[self.turn] = target
        if self._clash(kind, target):
            del self.leaders[self.turn]

    # ---- conquest --------------------------------------------------------------------------------------------

    def defence(self, region: str, name: str) -> int:
        """Give the strength of a city, with the fortresses of the conquest under way (AD-133 to AD-136)."""
        nation = self.nations[name]
        walls = (region in self.ramparts) + ("res publica" in nation.knowhow)
        units = self.ordinary(name, region) + self.leads(name, region)
        return nation.strength(region) + walls + units + self.tally.get("fortresses", 0)

    def force(self, region: str) -> int:
        """Give the strength of the attack on a city (AD-R31, AD-R32)."""
        ordinary = self.ordinary(self.turn, region)
        if self.book.escort and not ordinary:
            return 0
        return ordinary + self.leads(self.turn, region)

    def conquests(self) -> Iterator[str]:
        """Cities that can be declared (AD-R14, AD-R24, AD-R25)."""
        foe = self.nations[self.foe]
        safe = len(foe.cities) == 1 and not self.book.last_city
        for region in foe.cities - self.saved:
            if not safe and self.force(region) >= self.defence(region, self.foe):
                yield f"declare {region}"

    def conquest_moves(self) -> Iterator[str]:
        """Conquests, or an earthquake that may open one, with all else besides; and the end of the step."""
        found = [*self.conquests(), *self._quakes()]
        yield from found
        if found:
            yield from self.besides()
        yield "done"

    def do_declare(self, text: str, words: list[str]) -> None:
        """Name the city; its owner may answer with fortresses."""
        self.pending, self.place = text, words[0]
        self._defend()

    def _defend(self) -> None:
        """Let the defender answer while a fortress can still save the city (AD-R14, AD-R40)."""
        short = self.force(self.place) < self.defence(self.place, self.foe)
        if short:
            self.saved.add(self.place)
            self._close("conquest")
        elif "fortress" in self.hands[self.foe]:
            self.phase, self.to_act = "fortress", self.foe
        else:
            self.phase, self.to_act = "charge", self.turn

    def _close(self, phase: str) -> None:
        self.pending = self.place = ""
        self.tally["fortresses"] = 0
        self.phase, self.to_act = phase, self.turn

    def fortress_moves(self) -> Iterator[str]:
        """A fortress, or none."""
        yield from ("play fortress", "done")

    def _play_fortress(self) -> None:
        self._spend("fortress", self.foe)
        add(self.tally, "fortresses")
        self._defend()

    def charge_moves(self) -> Iterator[str]:
        """Every split of the losses; the special unit's point counts as paid (AD-R31)."""
        losses = self.defence(self.place, self.foe) - self.leads(self.turn, self.place)
        return self._splits(self.place, losses)

    def _take_over(self, region: str) -> None:
        """Turn the marker; the defender's units go to the barracks, its special unit stays (AD-R33)."""
        foe = self.nations[self.foe]
        for kind in KINDS:
            self.barracks[self.foe][kind] += foe.units[kind].get(region, 0)
        super()._take_over(region)
        self.ramparts.discard(region)
        self.tally["city lost"] = 1
        self._close("conquest")

    def _lose_used_up(self, kind: str, region: str, number: int) -> None:
        self.barracks[self.turn][kind] += number
        super()._lose_used_up(kind, region, number)

    # ---- end of a step, picks --------------------------------------------------------------------------------

    def do_done(self, text: str, words: list[str]) -> None:
        """End a step, decline a pick, or play no more fortresses."""
        if self.phase == "fortress":
            self.phase, self.to_act = "charge", self.turn
        elif self.phase == "pick":
            self._picked()
        else:
            ended = self.phase
            if ended != "maneuver":
                self._forget()
            super().do_done(text, words)
            if ended == "conquest" and self.tally.get("city lost"):
                self._fill()

    def _forget(self) -> None:
        """Drop what mattered only in the action that ends."""
        kept = (*READY.values(), "ready leader", "recruited", "city lost", "offered")
        self.tally = {name: number for name, number in self.tally.items() if name in kept}
        self.saved = set()

    def _award(self) -> None:
        """Take the cards due, look for a winner, then let the other player pick (AD-R44)."""
        me = self.me
        given = {kind: min(max(0, number), self.stack(kind)) for kind, number in self._dues().items()}
        for kind, number in given.items():
            me.personages[kind] += number
        self.due |= {"scholars": 0, "generals": 0}
        self.learned = set()
        picks = sum(given.values())
        if picks and self.points(me) < self.book.target:
            self.tally["picks"] = picks
            self._fill()
        else:
            self._judge()

    def _fill(self) -> None:
        """Turn up cards until three lie open, then go on; an empty pile is made of the discard (AD-R41)."""
        if sum(self.shown.values()) < 3:
            if not self.pile():
                self.discard = {}
            if self.pile():
                self.phase = "turn-up"
                return
        self._go_on()

    def turn_up_moves(self) -> Iterator[str]:
        """Any card of the pile."""
        return (f"turn-up {card}" for card in self.pile())

    def do_turn_up(self, text: str, words: list[str]) -> None:
        """Lay a card open."""
        add(self.shown, words[0])
        self._fill()

    def _go_on(self) -> None:
        """Go on when the display is full: with the game, a pick, or what comes after the picks."""
        lost, picks = self.tally.get("city lost", 0), self.tally.get("picks", 0)
        if not self.round:
            self._begin_round()
        elif (lost == 1 or picks) and self.shown:
            self.phase, self.to_act = "pick", self.foe
        elif lost:
            self.tally["city lost"] = 0
            self.phase, self.to_act = "founding", self.turn
        else:
            self.tally["picks"] = 0
            self._judge()

    def pick_moves(self) -> Iterator[str]:
        """An open card; only for a personality none at all (AD-R11)."""
        yield from (f"pick {card}" for card in self.shown)
        if self.tally.get("picks"):
            yield "done"

    def do_pick(self, text: str, words: list[str]) -> None:
        """Take a card."""
        add(self.shown, words[0], -1)
        add(self.hands[self.foe], words[0])
        self._picked()

    def _picked(self) -> None:
        if self.tally.get("picks"):
            self.tally["picks"] -= 1
        else:
            self.tally["city lost"] = 2
        self._fill()


#: phases and verbs that Duellum does not know
_GONE = {"ask", "answer", "lose", "fight", "take-over"}
Duel.asks = {
    **{phase: name for phase, name in ASKS2.items() if phase not in _GONE},
    "fortress": "fortress_moves",
    "charge": "charge_moves",
    "pick": "pick_moves",
    "turn-up": "turn_up_moves",
    "agree": "agree_moves",
}
Duel.does = {
    **{verb: name for verb, name in DOES2.items() if verb not in _GONE},
    **dict.fromkeys(("architect", "rampart", "recruit", "settlers"), "do_purchase"),
    "play": "do_play",
    "declare": "do_declare",
    "pick": "do_pick",
    "turn-up": "do_turn_up",
    "offer-draw": "do_offer",
    "accept-draw": "do_accept",
}
Duel.obtains = {
    **OBTAINS,
    "architect": "obtain_architect",
    "rampart": "obtain_rampart",
    "recruit": "obtain_recruit",
    "settlers": "obtain_settlement",
}
