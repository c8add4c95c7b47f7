"""Moves as a person types them, read as the actions they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from rondel.attika.actions import (
    AMPHORA_BUILD,
    AMPHORA_CARD,
    AMPHORA_DRAW,
    BUILD,
    CARD,
    CARDS,
    CHOOSE,
    DRAW,
    END,
    PAID,
    PAY,
    REVEAL,
    STORE,
    TILE,
    TURN,
)
from rondel.attika.phases.building import laid
from rondel.attika.price import default_payment, is_payment
from rondel.attika.rules import KINDS, PILES, TERRAINS
from rondel.attika.sites import hand_of, price_of
from rondel.attika.state import CHOICE, DRAWN, PAYING, SITE, Engine, State
from rondel.attika.tables import T
from rondel.attika.text.explain import not_held, outside, wrong_payment
from rondel.errors import NotationError
from rondel.names import Names

_HEX: Final = re.compile(r"\(?\s*([-+−]?\d{1,4})\s*[,/]\s*([-+−]?\d{1,4})\s*\)?")
#: words that may stand between the parts of a move
_SMALL: Final = {"to", "from", "in", "on", "and", "of", "the", "->", "→"}
#: leaves open what follows
OPEN: Final = "..."

_VERBS: Final = Names(
    "verb",
    ["end", "cards", "amphora", "store", "choose", "paid", "pay", "turn", "draw", "build", "at", "reveal", "card",
     "tile", "place"],
)  # fmt: skip
_TERRAIN_NAMES: Final = Names("terrain", TERRAINS, {"hills": 2, "mountains": 3})
_KIND_NAMES: Final = Names(
    "building", [kind.name for kind in KINDS], {f"{kind.name}s": number for number, kind in enumerate(KINDS)}
)
_PILE_NAMES: Final = Names("pile", PILES, {"pile 1": 1, "pile 2": 2, "pile 3": 3, "main": 0, "0": 0})
_USES: Final = Names("use of an amphora", ["draw", "build", "card"], {"cards": 2})


def parse_action(game: Engine, state: State, text: str) -> int:
    """Read the canonical text of one action; it need not be legal."""
    found = _Reading(game, state, text)
    actions = found.single()
    if len(actions) != 1 or found.words:
        raise NotationError("bad_text", f"{text!r} is not one action; write it as `legal` lists it.")
    return actions[0]


def parse(game: Engine, state: State, text: str) -> list[int]:
    """Read what a person types as the actions it stands for.

    A building takes its space and its payment along, a tile its turns. The first action may be illegal: `apply` says
    why.
    """
    found = _Reading(game, state, text)
    actions = found.whole()
    if found.words and found.words != [OPEN]:
        raise NotationError("bad_text", f"{' '.join(found.words)!r} at the end of {text!r} is not understood.")
    return actions


class _Reading:
    """A typed move while it is read: the words not used yet."""

    def __init__(self, game: Engine, state: State, text: str) -> None:
        if len(text) > 300:
            raise NotationError("bad_text", "A move is at most 300 characters long.")
        self.game, self.state, self.text = game, state, text
        spaced = _HEX.sub(lambda found: f" {found[1]},{found[2]} ".replace("−", "-").replace("+", ""), text)
        self.words: Sequence[str] = spaced.replace(";", " ").split()
        if not self.words:
            raise NotationError("bad_text", "The move is empty; `legal` lists what can be played.")
        self.verb = _VERBS.names[_VERBS.find(self.words[0])]
        self.words = self.words[1:]

    # ---- words -------------------------------------------------------------------------------------------------------

    def skip(self) -> None:
        """Pass over small words."""
        while self.words and self.words[0].casefold() in _SMALL:
            self.words = self.words[1:]

    def name(self, names: Names) -> int:
        """Read a name."""
        self.skip()
        number, self.words = names.take(self.words)
        return number

    def number(self, default: int) -> int:
        """Read a number, if there is one."""
        self.skip()
        if self.words and self.words[0].isdecimal() and len(self.words[0]) <= 3:
            number, self.words = int(self.words[0]), self.words[1:]
            return number
        return default

    def place(self) -> int:
        """Read a place on the grid as an action."""
        self.skip()
        found = _HEX.fullmatch(self.words[0]) if self.words else None
        if found is None:
            raise NotationError("bad_text", "A place is missing; write it as two numbers, for instance 3,-1.")
        self.words = self.words[1:]
        place = (int(found[1]), int(found[2]))
        action = self.game.window.action(place)
        if action < 0:
            raise outside(place)
        return action

    def at_place(self) -> bool:
        """Say whether a place comes next, passing over `at`."""
        self.skip()
        if self.words and self.words[0].casefold() == "at":
            self.words = self.words[1:]
            return True
        return bool(self.words) and _HEX.fullmatch(self.words[0]) is not None

    # ---- moves -------------------------------------------------------------------------------------------------------

    def single(self) -> list[int]:
        """Read one action in its canonical form."""
        if self.verb == "build":
            kind = self.name(_KIND_NAMES)
            if self.words and self.at_place():
                if self.state.phase != DRAWN or self.state.pending != kind:
                    raise NotationError("bad_text", f"{self.text!r} is not one action; write it as `legal` lists it.")
                return [self.place()]
            return [BUILD + kind]
        return _READERS[self.verb](self)

    def whole(self) -> list[int]:
        """Read a move with everything that completes it."""
        if self.verb == "build":
            return self._building()
        if self.verb == "at":
            self.words = ["at", *self.words]
            return self._on_space(self.state, [])
        if self.verb == "place":
            actions = [self.place()]
            self.skip()
            if self.words and self.words[0].casefold() in ("turn", "turned"):
                self.words = self.words[1:]
                actions.append(self._turns())
            return actions
        return _READERS[self.verb](self)

    def _turns(self) -> int:
        turns = self.number(default=-1)
        if not 0 <= turns <= 5:
            raise NotationError("bad_text", "A tile is turned 0 to 5 times.")
        return TURN + turns

    def _building(self) -> list[int]:
        """Read a building with its space and payment; the drawn building may go without its name."""
        state = self.state
        if state.phase == DRAWN and self.at_place():
            return self._on_space(state, [])
        kind = self.name(_KIND_NAMES)
        if state.phase == DRAWN and state.pending == kind:
            return self._on_space(state, []) or [self.place()]  # without a place, the space is chosen later
        action = BUILD + kind
        if state.phase != CHOICE or action not in state.options:
            self.words = []  # apply says why
            return [action]
        following = state.copy()
        self.game.step(following, action)
        return self._on_space(following, [action])

    def _on_space(self, state: State, actions: list[int]) -> list[int]:
        """Read the space of the building under way, and its cards.

        The state is one in which forced steps after the choice of the building are not taken yet.
        """
        chooses = self._choosing()
        site = self.place() if self.at_place() else None
        cards = self._cards()
        if site is not None and cards is not None:
            usual = self._usual(state, site, cards)
            chooses = chooses or not (usual or state.choosing)
        if chooses:
            actions.append(CHOOSE)
            if CHOOSE not in self.game.options(state):
                return actions
            state = state.copy()
            self.game.step(state, CHOOSE)
        if site is None:
            return self._sequence(state, actions)
        options = self.game.options(state)
        if len(options) == 1 and site not in options:
            raise self.game.refusal(state, site)  # a single space is taken without asking
        if len(options) != 1:
            actions.append(site)
        if site not in options:
            return actions
        state = state.copy()
        self.game.advance(state, site)
        if cards is not None and state.phase == PAYING:
            return [*actions, *self._laying(state, cards)]
        return self._sequence(state, actions)

    def _choosing(self) -> bool:
        if [word.casefold() for word in self.words[:2]] == ["choosing", "cards"]:
            self.words = self.words[2:]
            return True
        return False

    def _cards(self) -> list[int] | None:
        """Read the whole payment after `with` or `pay`; None if none is stated."""
        if not self.words or self.words[0].casefold() not in ("with", "using", "pay", "paying"):
            return None
        self.words = self.words[1:]
        cards = [0] * T
        while self.words and self.words[0] != OPEN:
            count = self.number(default=1)
            cards[self.name(_TERRAIN_NAMES)] += count
        return cards

    def _usual(self, state: State, site: int, cards: list[int]) -> bool:
        """Say whether these cards are those taken without asking; refuse what does not pay."""
        space = state.layout.spaces.get(site, -1)
        if space < 0 or state.phase not in (SITE, DRAWN) or site not in self.game.options(state):
            return True  # apply says why
        price, hand = price_of(state, state.pending, space), hand_of(state, state.turn)
        missing = not_held(cards, hand)
        if missing:
            raise missing
        if not is_payment(price, cards):
            raise wrong_payment(price, cards)
        return cards == default_payment(price, hand)

    def _laying(self, state: State, cards: list[int]) -> list[int]:
        """Give the actions that lay exactly these cards, leaving out those that are forced."""
        actions = []
        while state.phase == PAYING:
            missing = [card - now for card, now in zip(cards, laid(state), strict=True)]
            action = next((PAY + terrain for terrain in range(T) if missing[terrain]), PAID)
            actions.append(action)
            state = state.apply(action)
        return actions

    def _sequence(self, state: State, actions: list[int]) -> list[int]:
        """Read cards laid one by one, as records write them."""
        while self.words and self.words[0].casefold() in ("laying", "paid"):
            word, self.words = self.words[0].casefold(), self.words[1:]
            actions.append(PAID if word == "paid" else PAY + self.name(_TERRAIN_NAMES))
        return actions


_READERS: Final[dict[str, Callable[[_Reading], list[int]]]] = {
    "end": lambda found: [END],
    "cards": lambda found: [CARDS],
    "amphora": lambda found: [(AMPHORA_DRAW, AMPHORA_BUILD, AMPHORA_CARD)[found.name(_USES)]],
    "store": lambda found: [STORE],
    "choose": lambda found: _read_choose(found),
    "paid": lambda found: [PAID],
    "pay": lambda found: [PAY + found.name(_TERRAIN_NAMES)],
    "turn": lambda found: [found._turns()],
    "draw": lambda found: [DRAW + found.name(_PILE_NAMES)],
    "at": lambda found: [found.place()],
    "place": lambda found: [found.place()],
    "reveal": lambda found: [REVEAL + found.name(_KIND_NAMES)],
    "card": lambda found: [CARD + found.name(_TERRAIN_NAMES)],
    "tile": lambda found: [TILE + found.name(Names("tile", found.game.tiles.names))],
}


def _read_choose(found: _Reading) -> list[int]:
    if found.words and found.words[0].casefold() == "cards":
        found.words = found.words[1:]
    return [CHOOSE]
