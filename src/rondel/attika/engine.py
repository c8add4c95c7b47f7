"""AttikaGame: rules, tiles and number of players, turned once into tables and phase handlers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from rondel.attika.actions import AMPHORA_DRAW, END
from rondel.attika.phases import building, drawing, extension, setup, turn
from rondel.attika.phases.building import act_site, legal_drawn, legal_site
from rondel.attika.phases.drawing import act_card, act_reveal, legal_card, legal_reveal
from rondel.attika.phases.turn import act_choice, legal_choice
from rondel.attika.redeal import redeal
from rondel.attika.rules import Rules
from rondel.attika.state import CARD, CHOICE, DRAWN, OVER, REVEAL, SITE, Engine, State
from rondel.attika.tables import Tables
from rondel.attika.text import breakdown, deal, explain, news, parsing, paying, position, reading, show, writing
from rondel.attika.tiles import TileSet
from rondel.attika.validate import check
from rondel.errors import IllegalMove, RondelError
from rondel.game import CHANCE, JsonDict, JsonObject, News, Way, why_not_typed

Legal = Callable[[Tables, State], Sequence[int]]
Act = Callable[[Tables, State, int], None]

#: what each phase offers and does, by phase number
HANDLERS: Final[tuple[tuple[Legal, Act], ...]] = (
    (turn.legal_choice, turn.act_choice),
    (building.legal_site, building.act_site),
    (building.legal_drawn, building.act_site),
    (building.legal_pay, building.act_pay),
    (extension.legal_place, extension.act_place),
    (extension.legal_rotate, extension.act_rotate),
    (drawing.legal_reveal, drawing.act_reveal),
    (drawing.legal_card, drawing.act_card),
    (drawing.legal_tile, drawing.act_tile),
)


class AttikaGame(Engine):
    """The rulebook with its options, on a set of tiles, for a number of players."""

    has_chance = True
    hidden = True  # AT-R04: the hands
    target = 0  # no points are counted

    def __init__(self, rules: Rules, tiles: TileSet, seats: int, options: Mapping[str, int]) -> None:
        super().__init__(rules, tiles, seats, options)
        self._legal = tuple(legal for legal, _ in HANDLERS)
        self._act = tuple(act for _, act in HANDLERS)
        self.blank = State(self)

    @property
    def game(self) -> AttikaGame:
        """The game as the rest of the program sees it."""
        return self

    def __copy__(self) -> AttikaGame:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> AttikaGame:
        return self

    def new(self, seed: int = 0) -> State:
        """Give the position before the first decision; the seed deals tiles, buildings, cards and first player."""
        return self.settled(setup.first_state(self, Random(seed)))

    def seated(self, names: Sequence[str], start: str, seed: int) -> State:
        """Give a first position with the city-states in seat order and the one that begins."""
        return self.opening({"nations": list(names), "start": start or names[0], "seed": seed})

    def header(self, state: State) -> JsonDict:
        """Give what identifies this game and, for a first state, everything dealt."""
        return deal.header_of(self, state)

    def opening(self, header: JsonObject) -> State:
        """Give the first state that a record's header describes."""
        return self.settled(deal.opening(self, header))

    def advance(self, state: State, action: int) -> None:
        """Play a legal action in place, and every forced step after it."""
        phase = state.phase
        if phase == CARD:
            act_card(self, state, action)
        elif phase == CHOICE:
            act_choice(self, state, action)
        elif phase == REVEAL:
            act_reveal(self, state, action)
        elif phase == SITE or phase == DRAWN:
            act_site(self, state, action)
        else:
            self._act[phase](self, state, action)
        self.settled(state)

    def playout(self, state: State, rng: Random, cap: int) -> int:
        """Play random decisions in place until the game is over or this many are played; give their number."""
        decisions, point = 0, rng.random
        options = state.options
        while options and decisions < cap:
            if state.phase >= REVEAL:
                self.advance(state, drawing.event(state, point()))
            else:
                self.advance(state, options[int(point() * len(options))])
            options = state.options
            decisions += 1
        return decisions

    def step(self, state: State, action: int) -> None:
        """Play a legal action in place without the forced steps after it; the options are not noted."""
        self._act[state.phase](self, state, action)

    def settled(self, state: State) -> State:
        """Take forced steps until there is something to decide, and note the options."""
        legal, act = self._legal, self._act
        while state.phase < OVER:
            phase = state.phase
            options: Sequence[int]
            if phase == CHOICE:  # the most frequent phases are named, so that the compiler makes plain calls of them
                options = legal_choice(self, state)
            elif phase == CARD:
                options = legal_card(self, state)
            elif phase == REVEAL:
                options = legal_reveal(self, state)
            elif phase == SITE:
                options = legal_site(self, state)
            elif phase == DRAWN:
                options = legal_drawn(self, state)
            else:
                options = legal[phase](self, state)
            if len(options) > 1:
                state.options = options
                return state
            act[state.phase](self, state, options[0])
        state.options = ()
        return state

    def options(self, state: State) -> Sequence[int]:
        """Recompute the legal actions, which `legal()` has cached."""
        return self._legal[state.phase](self, state) if state.phase < OVER else ()

    def outcomes(self, state: State) -> Sequence[tuple[int, float]]:
        """Give the outcomes of the draw at hand with their probabilities."""
        return drawing.outcomes(state)

    def city_name(self, state: State, seat: int) -> str:
        """Give the city-state of a seat."""
        return state.city_name(seat)

    def view(self, state: State, seat: int) -> JsonObject:
        """Give the position object as a seat sees it."""
        return position.position_of(state, seat)

    def redeal(self, state: State, seat: int, rng: Random) -> State:
        """Give a copy in which what the seat does not see is redealt."""
        return redeal(state, seat, rng)

    def check(self, state: State) -> None:
        """Raise AssertionError if a piece was lost or made, or the position contradicts itself."""
        check(state)

    def read(self, position: JsonObject) -> State:
        """Build the state a position object describes; hands given as numbers are dealt."""
        return reading.read_position(self, position)

    def action_text(self, state: State, action: int) -> str:
        """Write a legal action the way a person would type it."""
        return writing.action_text(self, state, action)

    def price_text(self, state: State, action: int) -> str:
        """Write what an action costs; empty if nothing."""
        return writing.price_of_action(self, state, action)

    def parts(self, state: State, action: int) -> breakdown.Parts:
        """Take an action apart for a page that does not know the rules: its kind, space, building and the like."""
        return breakdown.parts_of(self, state, action)

    def who(self, state: State) -> str:
        """Name the city-state that decides, or chance."""
        return "chance" if state.to_act == CHANCE else state.city_name(state.turn)

    def owed(self, state: State) -> str:
        """Write the price of the payment under way; empty if none is."""
        return breakdown.owed(state)

    def buying(self, state: State) -> breakdown.Parts:
        """Give nothing: the building that is being paid for stands in the question."""
        return {}

    def ways(self, state: State, action: int) -> list[Way]:
        """List the ways to pay for building on a space, the usual choice of cards first."""
        return paying.ways_of(state, action)

    def facts(self, state: State, place: str, seat: int) -> list[breakdown.Parts]:
        """Tell what each building that a seat could build would cost on a space, and what is lacking."""
        return paying.facts_of(self, state, place, seat)

    def outlook(self, state: State, action: int) -> breakdown.Parts:
        """Say nothing: what a building costs is shown with it."""
        return {}

    def ahead(self, state: State) -> Sequence[int]:
        """After the last action, lead to the piles that an amphora opens once more. Rule: AT-065."""
        options = state.options
        return (AMPHORA_DRAW,) if END in options and AMPHORA_DRAW in options else ()

    def clause(self, state: State, action: int) -> str:
        """Give the ledger clause that an action rests on."""
        return breakdown.clause_of(state, action)

    def reads(self, state: State, action: int, seat: int) -> bool:
        """Say whether a seat (-1: the public) may know an action."""
        return breakdown.reads(state, action, seat)

    def news(self, before: State, action: int, after: State, seat: int) -> tuple[News, ...]:
        """Tell what an action and the forced steps after it brought about, as far as a seat may know."""
        return news.news_of(self, before, action, after, seat)

    def sides(self, state: State) -> Sequence[str]:
        """Name the city-state of each seat."""
        return [state.city_name(seat) for seat in range(self.seats)]

    def merit(self, state: State) -> Sequence[int]:
        """Count the buildings of each seat on the board."""
        return [state.owned(seat).bit_count() for seat in range(self.seats)]

    def public(self, state: State) -> JsonDict:
        """Give the position as somebody without a seat sees it."""
        return position.position_of(state, self.seats)

    def parse_action(self, state: State, text: str) -> int:
        """Read the exact text of one action."""
        return parsing.parse_action(self, state, text)

    def continuation(self, state: State, action: int) -> str:
        """Give the words by which a space, a payment or a rotation completes the move before it."""
        return writing.continuation(self, state, action)

    def parse(self, state: State, text: str) -> list[int]:
        """Read a typed move as the actions it stands for."""
        return parsing.parse(self, state, text)

    def prompt(self, state: State) -> str:
        """Say in words who must decide what."""
        return explain.prompt(self, state)

    def show(self, state: State, seat: int = CHANCE) -> str:
        """Draw the position as readable text, as the seat sees it."""
        return show.show(self, state, seat)

    def why_not(self, state: State, move: str | int) -> RondelError | None:
        """Say why a move, typed or by number, cannot be played now; None if it can."""
        if isinstance(move, str):
            return why_not_typed(self, state, move)
        return None if move in state.options else explain.refusal(self, state, move)

    def refusal(self, state: State, action: int) -> IllegalMove:
        """Say why an action is not legal."""
        return explain.refusal(self, state, action)
