"""A game that states its rules and nothing else: what it gets for free, and how other packages' games are let in."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Hashable, Iterator
from importlib.metadata import EntryPoint
from random import Random

import pytest

from rondel import defaults, doors, registry
from rondel.deal import PlainDeal
from rondel.defaults import PlainGame, PlainState, stock_only
from rondel.errors import IllegalMove, NotationError, PositionError, SetupError
from rondel.family import Family
from rondel.game import CHANCE, TERMINAL, JsonObject, ranks
from rondel.protocol import Session
from rondel.record import start_record


class Race(PlainGame["RaceState"]):
    """Two seats walk one or two steps in turn; whoever comes to six first wins."""

    id = "race"
    num_actions = 2

    def new(self, seed: int = 0) -> RaceState:
        return RaceState(self, [0, 0], 0)

    def read(self, position: JsonObject) -> RaceState:
        return RaceState(self, list(position["places"]), position["turn"])

    def action_text(self, state: RaceState, action: int) -> str:
        return ("walk one", "walk two")[action]


class RaceState(PlainState[Race]):
    def __init__(self, game: Race, places: list[int], turn: int) -> None:
        super().__init__(game)
        self.places, self.turn = places, turn

    @property
    def to_act(self) -> int:
        return TERMINAL if max(self.places) >= 6 else self.turn

    @property
    def turn_of(self) -> int:
        return self.turn

    def legal(self) -> list[int]:
        return [] if self.to_act == TERMINAL else [0, 1]

    def advance(self, action: int) -> None:
        self.places[self.turn] += action + 1
        self.turn = 1 - self.turn

    def copy(self) -> RaceState:
        return RaceState(self.game, self.places[:], self.turn)

    def key(self) -> Hashable:
        return (*self.places, self.turn)

    def view(self, seat: int) -> JsonObject:
        return {"game": "race", "places": self.places, "turn": self.turn}

    def returns(self) -> tuple[float, ...]:
        first, second = (place >= 6 for place in self.places)
        return (float(first - second), float(second - first))

    def end_reason(self) -> str:
        return "home" if self.to_act == TERMINAL else ""


@pytest.fixture
def game() -> Race:
    return Race(2, "meadow", {"long": 1})


def test_a_plain_game_plays_and_refuses_what_is_not_offered(game: Race) -> None:
    state = game.new()
    assert state.apply(1).places == [2, 0]
    assert state.places == [0, 0]
    with pytest.raises(IllegalMove):
        state.apply(7)
    assert state.chance() == ()
    assert list(game.options(state)) == [0, 1]
    assert game.playout(state, Random(1), 3) == 3
    assert game.playout(state, Random(1), 100) < 100
    assert game.prompt(state) == ""
    assert state.end_reason() == "home"
    state.check()


def test_a_plain_game_writes_and_reads(game: Race) -> None:
    state = game.new()
    assert game.header(state) == {"game": "race", "board": "meadow", "players": 2, "options": {"long": 1}}
    assert game.opening(game.header(state)).key() == state.key()
    assert game.parse_action(state, "walk two") == 1
    assert game.parse(state, "  Walk   TWO ") == [1]
    with pytest.raises(NotationError):
        game.parse_action(state, "fly")
    with pytest.raises(NotationError, match="walk one, walk two"):
        game.parse(state, "fly")
    assert game.why_not(state, "walk one") is None
    assert game.why_not(state, 0) is None
    assert isinstance(game.why_not(state, "fly"), NotationError)
    assert isinstance(game.why_not(state, 9), IllegalMove)
    assert game.prompt(state) == "seat 0 to decide"
    assert "places: [0, 0]" in game.show(state)
    texts = (game.price_text(state, 0), game.continuation(state, 0), game.clause(state, 0), game.owed(state))
    assert texts == ("", "", "", "")
    assert game.buying(state) == {}
    assert game.parts(state, 1) == {"kind": "walk", "text": "walk two"}
    assert game.reads(state, 1, 0)
    assert game.public(state) == state.view(0)


def test_a_plain_game_refuses_positions_until_somebody_says_how_to_read_them(
    game: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Race, "read")
    with pytest.raises(PositionError, match="race reads no positions"):
        game.read(game.new().view(0))


def test_the_engine_protocol_needs_nothing_of_a_position(game: Race) -> None:
    session = Session()
    session.record, session.states = start_record(game.new()), [game.new()]
    answer = json.loads(session.answer(json.dumps({"cmd": "play", "move": "walk two"})))
    assert answer == {
        "ok": True,
        "ply": 1,
        "to_act": 1,
        "turn_of": 1,
        "actor": None,
        "phase": "",
        "prompt": "seat 1 to decide",
    }


class Toss(RaceState):
    """The same race with the step left to chance."""

    @property
    def to_act(self) -> int:
        return CHANCE


def test_chance_is_even_where_a_game_says_nothing_else(game: Race) -> None:
    toss = Toss(game, [0, 0], 0)
    assert toss.chance() == [(0, 0.5), (1, 0.5)]
    assert game.who(toss) == "chance"


def test_plain_games_and_states_are_copied_and_pickled(game: Race) -> None:
    state = game.new().apply(1)
    for made in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), state.redeal(0, Random(1))):
        assert made is not state
        assert made.key() == state.key()
    assert copy.copy(game) is copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)).header(state) == game.header(state)


def test_only_a_games_own_boards_are_taken() -> None:
    assert stock_only("", ("meadow", "hill")) == "meadow"
    assert stock_only("hill", ("meadow", "hill")) == "hill"
    for wrong in ("sea", {"id": "hill"}):
        with pytest.raises(SetupError, match="meadow, hill"):
            stock_only(wrong, ("meadow", "hill"))


def test_nothing_is_dealt_before_a_plain_game(game: Race) -> None:
    deal = PlainDeal(game)
    assert deal.outcomes(()) == []
    assert deal.text((), 3) == "3"
    assert deal.sees(()) == CHANCE
    state = deal.first_state(())
    assert state.key() == game.new().key()
    assert deal.sees_event(state) == CHANCE
    assert deal.public(state) == state.view(0)
    assert deal.private(state, 0) == ""
    deal.hidden = True
    assert deal.sees_event(state) == 0
    assert '"race"' in deal.private(state, 0)


# ---- doors -----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_loaded_is_told_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no.such.module:FAMILY", doors.GAMES)
    good = EntryPoint("good", "tests.contract.test_defaults:Race", doors.GAMES)
    monkeypatch.setattr(doors, "entry_points", lambda group: [good, broken])
    with pytest.warns(RuntimeWarning, match="broken = no.such.module:FAMILY"):
        assert [name for name, _ in doors.declared(doors.GAMES)] == ["good"]


@pytest.fixture
def fresh() -> Iterator[None]:
    registry.families.cache_clear()
    yield
    registry.families.cache_clear()


@pytest.mark.parametrize(
    ("declared", "why"), [(Race, "it is not a Family"), (Family(id="twin", books=registry.OWN[0].books), "already")]
)
def test_a_family_that_is_none_or_clashes_is_left_out(
    declared: object, why: str, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    monkeypatch.setattr(registry, "declared", lambda group: iter([("twin", declared)]))
    with pytest.warns(RuntimeWarning, match=why):
        assert registry.families() == registry.OWN


def test_a_rulebook_can_be_handed_on_without_its_type() -> None:
    book = registry.BOOKS["attika"]
    assert book.widened() is book


def test_a_plain_game_fulfils_the_contract(game: Race) -> None:
    assert defaults._is_a_game(game) is game


def test_a_plain_game_says_no_more_than_its_rules(game: Race) -> None:
    state = RaceState(game, [5, 0], 0)
    assert list(game.sides(state)) == ["seat 0", "seat 1"]
    assert list(game.merit(state)) == [0, 0]
    assert list(game.facts(state, "anywhere", 0)) == []
    assert [entry["kind"] for entry in game.news(state, 0, state.apply(0), 0)] == ["move", "over"]


def test_without_a_winner_all_are_level() -> None:
    assert ranks((0.0, 0.0), (1, 2)) == (1, 1)
    assert ranks((1.0, -1.0), (1, 2)) == (1, 2)
