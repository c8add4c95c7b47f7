"""AntikeGame: rules, board and number of players, turned once into tables and phase handlers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from rondel.antike import invariants, scores
from rondel.antike.lexicon import Lexicon
from rondel.antike.parts.catalogue import PARTS, refuse_misfits
from rondel.antike.parts.part import Act, Legal, Pieces
from rondel.antike.phases import (
    arming,
    battle,
    capture,
    conquest,
    founding,
    knowhow,
    movement,
    personages,
    purchase,
    setup,
    temples,
    wheel,
)
from rondel.antike.phases import turn as turns
from rondel.antike.rules import Rules
from rondel.antike.state import (
    ANSWER,
    ARMING,
    CITY,
    CONQUEST,
    EXTRA,
    FOUNDING,
    GIVE_UP,
    JOIN,
    KNOWHOW,
    LOSE,
    MANEUVER,
    NATION,
    OVER,
    PAY,
    RONDEL,
    SUBSTITUTE,
    TEMPLE,
    TURN_UP,
    BaseGame,
    Options,
    State,
)
from rondel.antike.tables import count_nations
from rondel.antike.text import (
    breakdown,
    explain,
    facts,
    news,
    outlook,
    parsing,
    paying,
    position,
    prompts,
    reading,
    show,
    verbs,
    writing,
)
from rondel.antike.text.citations import citations_of
from rondel.boards.schema import Board
from rondel.errors import IllegalMove, RondelError, SetupError
from rondel.game import CHANCE, JsonDict, JsonObject, News, Parts, Way, draw, why_not_typed
from rondel.native import i64

#: what each phase of all rulebooks offers and does
_CORE: Final[dict[int, tuple[Legal, Act]]] = {
    NATION: (setup.legal_nation, setup.act_nation),
    CITY: (setup.legal_city, setup.act_city),
    SUBSTITUTE: (turns.legal_substitute, turns.act_substitute),
    RONDEL: (wheel.legal_rondel, wheel.act_rondel),
    PAY: (purchase.legal_pay, purchase.act_pay),
    TEMPLE: (temples.legal_temple, temples.act_temple),
    ARMING: (arming.legal_arming, arming.act_arming),
    KNOWHOW: (knowhow.legal_knowhow, knowhow.act_knowhow),
    MANEUVER: (movement.legal_maneuver, movement.act_maneuver),
    JOIN: (movement.legal_join, movement.act_join),
    ANSWER: (battle.legal_answer, battle.act_answer),
    LOSE: (battle.legal_lose, battle.act_lose),
    CONQUEST: (conquest.legal_conquest, conquest.act_conquest),
    GIVE_UP: (capture.legal_give_up, capture.act_give_up),
    FOUNDING: (founding.legal_founding, founding.act_founding),
    EXTRA: (personages.legal_extra, personages.act_extra),
}
#: all phases by number, those of the parts among them
HANDLERS: Final[tuple[tuple[Legal, Act], ...]] = tuple(
    _CORE[phase] if phase in _CORE else next(part.handlers[phase] for part in PARTS if phase in part.handlers)
    for phase in range(OVER)
)


class AntikeGame(BaseGame):
    """One rulebook of the family with its options, on a board, for a number of players."""

    def __init__(self, rules: Rules, board: Board, seats: int, options: Mapping[str, int] | None = None) -> None:
        refuse_misfits(rules, seats, rules.nations or count_nations(board, seats))
        super().__init__(rules, board, seats, options)
        self.lexicon = Lexicon(rules, board, verbs.verbs_of(self))
        self.citations = citations_of(rules.id)
        self._legal = tuple(legal for legal, _ in HANDLERS)
        self._act = tuple(act for _, act in HANDLERS)

    def __copy__(self) -> AntikeGame:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> AntikeGame:
        return self

    def new(self, seed: int = 0) -> State:
        """Give the position before the first decision; the seed draws nations and, where needed, the start."""
        return self.settled(setup.first_state(self, Random(seed)))

    def header(self, state: State) -> JsonDict:
        """Give what identifies this game, and what a record needs to start from this first state."""
        header: JsonDict = {"game": self.id, "board": self.board_entry(), "players": self.seats}
        if self.chosen_options:
            header["options"] = dict(self.chosen_options)
        if 0 not in state.seating:
            header["nations"] = [self.nation_name(state, nation) for nation in range(self.nations)]
            header["start"] = self.nation_name(state, state.start)
        elif setup.start_is_drawn(self):
            header["start"] = state.start  # drawn before the nations are chosen, so it is a seat
        return header

    def board_entry(self) -> str | JsonDict:
        """Give the board as positions and records name it: the id of a stock board, or the whole board."""
        return self.board.id if self.stock_board else dict(self.board.source)

    def opening(self, header: JsonObject) -> State:
        """Give the first state: the nations seated as the header says, or still to be chosen."""
        start = header.get("start")
        if self.rules.distribution == "choose":
            state = self.new()
            if isinstance(start, int):
                state.start = start % self.nations
            return state
        nations = header.get("nations")
        if not isinstance(nations, list) or not isinstance(start, str):
            raise SetupError("bad_setup", "The nations in seat order and the starting nation are needed.")
        return self.seated([str(name) for name in nations], start)

    def seated(self, nations: Sequence[str], start: str) -> State:
        """Give the first position with the nations in seat order and the one that begins."""
        numbers = [self._nation(name) for name in nations]
        if len(numbers) != self.nations or len(set(numbers)) != self.nations:
            raise SetupError("bad_setup", f"{self.nations} different nations are needed, not {', '.join(nations)}.")
        if self.seats < self.nations and not setup.alternates(self, numbers):
            raise SetupError(
                "bad_setup", "With two players the nations alternate, and each player leads one of the pairs."
            )
        if start not in nations:
            raise SetupError("bad_setup", f"The starting nation {start!r} is not among those that play.")
        return self.settled(setup.seat(self, setup.empty_state(self), numbers, list(nations).index(start)))

    def _nation(self, name: str) -> int:
        if name not in self.board.nations or self.board.nations.index(name) not in self.line:
            playing = ", ".join(self.board.nations[number] for number in self.line)
            raise SetupError("bad_setup", f"{name!r} does not take part; the nations are {playing}.")
        return self.board.nations.index(name)

    def advance(self, state: State, action: int) -> None:
        """Play a legal action in place, and every forced step after it."""
        if action < self.actions.trade:
            state.barred = 0
        self._take(state, action)
        self.settled(state)

    def _take(self, state: State, action: i64) -> None:
        """Carry out an action; frequent phases are named, so that the compiler makes plain calls of them."""
        phase = state.phase
        if phase == MANEUVER:
            movement.act_maneuver(self, state, action)
        elif phase == FOUNDING:
            founding.act_founding(self, state, action)
        elif phase == RONDEL:
            wheel.act_rondel(self, state, action)
        elif phase == PAY:
            purchase.act_pay(self, state, action)
        elif phase == ARMING:
            arming.act_arming(self, state, action)
        elif phase == CONQUEST:
            conquest.act_conquest(self, state, action)
        else:
            self._act[phase](self, state, action)

    def playout(self, state: State, rng: Random, cap: int) -> int:
        """Play random decisions in place until the game is over or this many are played; give their number."""
        decisions, point = 0, rng.random
        options = state.options
        while options and decisions < cap:
            # the compiler multiplies two floats without objects, and looks things up in a list or tuple it knows
            if state.phase == TURN_UP:
                self.advance(state, draw(state, rng))
            elif isinstance(options, list):
                self.advance(state, options[int(point() * float(len(options)))])
            else:
                self.advance(state, options[int(point() * float(len(options)))])
            options = state.options
            decisions += 1
        return decisions

    def settled(self, state: State) -> State:
        """Take forced steps until there is something to decide, and note the options."""
        options: Options
        while state.phase < OVER:
            phase = state.phase
            if phase == MANEUVER:
                options = movement.legal_maneuver(self, state)
            elif phase == FOUNDING:
                options = founding.legal_founding(self, state)
            elif phase == RONDEL:
                options = wheel.legal_rondel(self, state)
            elif phase == PAY:
                options = purchase.legal_pay(self, state)
            elif phase == ARMING:
                options = arming.legal_arming(self, state)
            elif phase == CONQUEST:
                options = conquest.legal_conquest(self, state)
            else:
                options = self._legal[phase](self, state)
            if len(options) > 1:
                state.options = options
                return state
            state.barred = 0  # a forced step is a step like any other
            self._take(state, options[0])
        state.options = ()
        return state

    def options(self, state: State) -> Sequence[int]:
        """Recompute the legal actions, which `legal()` has cached."""
        return self._legal[state.phase](self, state) if state.phase < OVER else ()

    def read(self, position: JsonObject) -> State:
        """Build the state a position object describes."""
        return reading.read_position(self, position)

    def view(self, state: State) -> JsonDict:
        """Write a state as a position object; everything is open."""
        return position.position_of(state)

    def check(self, state: State) -> None:
        """Raise AssertionError if a piece was lost or made, or the position contradicts itself."""
        invariants.check(state)

    def action_text(self, state: State, action: int) -> str:
        """Write a legal action the way a person would type it."""
        return writing.action_text(self, state, action)

    def price_text(self, state: State, action: int) -> str:
        """Write what an action costs; empty if nothing."""
        return paying.price_text(self, state, action)

    def parts(self, state: State, action: int) -> Pieces:
        """Take an action apart for a page that does not know the rules: its kind, regions, units and amounts."""
        return breakdown.pieces_of(self, state, action)

    def buying(self, state: State) -> Pieces:
        """Take apart the purchase that is being paid for; empty if none is."""
        return breakdown.pieces_of_purchase(self, state)

    def outlook(self, state: State, action: int) -> Pieces:
        """Say what a wedge brings, or that it brings nothing."""
        return outlook.outlook(self, state, action)

    def ahead(self, state: State) -> Sequence[int]:
        """Give the decision that ends this step of the turn, if the next one leaves something to choose."""
        return outlook.ahead(self, state)

    def who(self, state: State) -> str:
        """Name the nation that decides."""
        return self.nation_name(state, state.actor)

    def owed(self, state: State) -> str:
        """Write nothing: a purchase is named in the question that asks for its payment."""
        return ""

    def ways(self, state: State, action: int) -> Sequence[Way]:
        """List the ways to pay for a purchase, the usual one first."""
        return paying.ways_of(self, state, action)

    def sides(self, state: State) -> Sequence[str]:
        """Name the nations of each seat."""
        return [
            " and ".join(self.nation_name(state, nation) for nation in range(seat, self.nations, self.seats))
            for seat in range(self.seats)
        ]

    def merit(self, state: State) -> Sequence[int]:
        """Count the personages of each seat; of a seat with two nations, those of the one ahead."""
        return [
            max(scores.points(self, state, nation) for nation in range(seat, self.nations, self.seats))
            for seat in range(self.seats)
        ]

    def facts(self, state: State, place: str, seat: int) -> Sequence[Parts]:
        """Tell why nothing can be chosen in a region or on a wedge, and all about a region."""
        return facts.facts_of(self, state, place, seat)

    def public(self, state: State) -> JsonObject:
        """Give the whole position: everything is open."""
        return state.view(CHANCE)

    def reads(self, state: State, action: int, seat: int) -> bool:
        """Everybody may know every action."""
        return True

    def news(self, before: State, action: int, after: State, seat: int) -> tuple[News, ...]:
        """Tell what an action and the forced steps after it brought about; everything is open."""
        return news.news_of(self, before, action, after)

    def clause(self, state: State, action: int) -> str:
        """Give the ledger clause that an action rests on; empty if none is known."""
        return breakdown.clause_of(self, action)

    def parse_action(self, state: State, text: str) -> int:
        """Read the exact text of one action."""
        return parsing.parse_action(self, state, text)

    def continuation(self, state: State, action: int) -> str:
        """Give the payment that completes a purchase; empty for a separate move."""
        return paying.payment_text(self, action)

    def parse(self, state: State, text: str) -> list[int]:
        """Read a typed move as the actions it stands for."""
        return parsing.parse(self, state, text)

    def prompt(self, state: State) -> str:
        """Say in words who must decide what."""
        return prompts.prompt(self, state)

    def show(self, state: State, seat: int = CHANCE) -> str:
        """Draw the position as readable text."""
        return show.show(self, state)

    def why_not(self, state: State, move: str | int) -> RondelError | None:
        """Say why a move, typed or by number, cannot be played now; None if it can."""
        if isinstance(move, str):
            return why_not_typed(self, state, move)
        return None if move in state.options else explain.refusal(self, state, move)

    def refusal(self, state: State, action: int) -> IllegalMove:
        """Say why an action is not legal."""
        return explain.refusal(self, state, action)
