"""Positions as arrays: the right numbers in the right columns, from the seat on, and nothing that is hidden."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from rondel.attika.engine import AttikaGame
from rondel.attika.rules import KINDS, TERRAINS
from rondel.defaults import PlainGame
from rondel.errors import RondelError
from rondel.features import CEILING, TABLES, Encoder, encoder_for, flat
from rondel.game import State
from rondel.registry import BOOKS, find_book, make
from tests.adapters.cases import CASES, Case, case_name, walk
from tests.support import at

each_case = pytest.mark.parametrize("case", CASES, ids=case_name)


def _game(case: Case) -> Any:
    book, board, players, options = case
    return make(book, players, board, options)


def _cell(encoder: Encoder, tables: dict[str, Any], table: str, row: int | None, column: str) -> float:
    """Give the count behind one number."""
    columns = encoder.columns[table]
    place = columns.place(column)
    found = tables[table][place] if row is None else tables[table][row, place]
    return float(found * columns.scales[place])


@pytest.mark.untraced
@each_case
def test_arrays_have_the_shapes_told_and_stay_in_range(case: Case) -> None:
    game = _game(case)
    encoder = encoder_for(game)
    assert encoder_for(game) is encoder
    for number, state in enumerate(walk(game, 1, 120)):
        tables = encoder.encode(state, number % game.seats)
        assert tuple(tables) == TABLES
        for name, table in tables.items():
            assert table.shape == encoder.shapes[name]
            assert table.shape[-1] == len(encoder.columns[name].names)
            assert table.dtype == np.float32
            assert 0 <= table.min() <= table.max() <= CEILING
        assert flat(tables).shape == (sum(table.size for table in tables.values()),)


@pytest.mark.untraced
@each_case
def test_arrays_show_nothing_that_the_seat_cannot_see(case: Case) -> None:
    game = _game(case)
    encoder = encoder_for(game)
    for state in list(walk(game, 2, 200))[::20]:
        for seat in range(game.seats):
            again = state.redeal(seat, Random(7))
            assert np.array_equal(flat(encoder.encode(again, seat)), flat(encoder.encode(state, seat)))
            assert np.array_equal(encoder.private(again, seat), encoder.private(state, seat))


def test_other_hands_are_numbers_of_cards_unless_they_are_opened() -> None:
    game = make("attika", 3)
    encoder = encoder_for(game)
    for state in list(walk(game, 3, 150))[::15]:
        for name, hands in ((0, (0,)), (1, (1,)), (2, (0, 1, 2)), (0, ())):
            tables = encoder.encode(state, name, hands)
            for row in range(3):
                seat = (name + row) % 3
                hand = list(state.hands[4 * seat : 4 * seat + 4])
                shown = [_cell(encoder, tables, "players", row, f"hand {terrain}") for terrain in TERRAINS]
                assert shown == (hand if seat in hands else [0, 0, 0, 0])
                assert _cell(encoder, tables, "players", row, "cards") == sum(hand)


@pytest.mark.untraced
@pytest.mark.parametrize("case", [case for case in CASES if not isinstance(_game(case), AttikaGame)], ids=case_name)
def test_antike_arrays_say_what_the_view_says(case: Case) -> None:
    game = _game(case)
    encoder = encoder_for(game)
    names = [region.name for region in game.board.regions]
    for number, state in enumerate(list(walk(game, 4, 300))[::30]):
        seat = number % game.seats
        view, tables = state.view(seat), encoder.encode(state, seat)
        for row in range(game.nations):
            nation = game.nation_name(state, (seat + row) % game.nations)
            entry = view["nations"][nation]
            for good, stock in (("marble", "marble"), ("iron", "iron"), ("gold", "gold"), ("coin", "coins")):
                assert round(_cell(encoder, tables, "players", row, good), 3) == entry[stock]
            assert _cell(encoder, tables, "players", row, "mine") == (entry["seat"] == seat)
            assert round(_cell(encoder, tables, "players", row, "points")) == entry["points"]
            for army in ("legions", "galleys"):
                shown = [_cell(encoder, tables, "regions", place, f"{army} of {row}") for place in range(game.size)]
                assert {names[place]: round(count) for place, count in enumerate(shown) if count} == entry[army]
            cities = [_cell(encoder, tables, "regions", place, f"city of {row}") for place in range(game.size)]
            assert [names[place] for place, count in enumerate(cities) if count] == entry["cities"]
            learned = [
                field.name
                for field in game.rules.knowhows
                if _cell(encoder, tables, "players", row, f"know-how {field.name}")
            ]
            assert learned == entry["knowhow"]
        assert _cell(encoder, tables, "global", None, f"phase {view['phase']}") == 1
        assert round(_cell(encoder, tables, "global", None, "round")) == view["round"]
        assert round(_cell(encoder, tables, "global", None, "temples left")) == view["bank"]["temples"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_attika_arrays_say_what_the_view_says(players: int) -> None:
    game = make("attika", players)
    encoder = encoder_for(game)
    for number, state in enumerate(list(walk(game, 5, 400))[::25]):
        seat = number % players
        view, tables = state.view(seat), encoder.encode(state, seat)
        regions, columns = tables["regions"], encoder.columns["regions"]
        assert int(regions[:, 0].sum()) == 7 * len(view["tiles"])
        assert _cell(encoder, tables, "global", None, "draw pile") == view["draw pile"]
        for row in range(players):
            entry = view["cities"][game.city_name(state, (seat + row) % players)]  # type: ignore[attr-defined]
            mine = np.flatnonzero(regions[:, columns.place(f"built by {row}")])
            shown = {
                f"{q},{r}": KINDS[int(kind)].name
                for space in mine
                for q, r in [state.layout.hexes[space]]
                for kind in np.flatnonzero(regions[space, columns.place("building Capital") :][: len(KINDS)])
            }
            assert shown == entry["buildings"]
            assert _cell(encoder, tables, "players", row, "amphorae") == entry["amphorae"]
            for pile, left in entry["piles"].items():
                assert _cell(encoder, tables, "players", row, f"pile {pile}") == left


def test_the_move_under_way_is_in_the_arrays() -> None:
    state = at(
        players=4, turn="Greeks", phase="maneuver",
        nations={"Greeks": {"galleys": {"Athen": 3}}, "Persians": {"galleys": {"Ephesos": 1}}},
    )  # fmt: skip
    game: Any = state.game
    encoder = encoder_for(game)
    before = flat(encoder.encode(state, 0))
    state = state.apply(game.parse(state, "move 1 galley Athen Ephesos")[0])
    tables = encoder.encode(state, 0)
    assert not np.array_equal(before, flat(tables))
    assert _cell(encoder, tables, "regions", game.board.index("Ephesos"), "place of the moment") == 1


def test_a_payment_under_way_is_in_the_arrays() -> None:
    state = at(players=4, turn="Greeks", phase="temple", nations={"Greeks": {"marble": 5, "coins": 5}})
    game: Any = state.game
    encoder = encoder_for(game)
    (action,) = [action for action in state.legal() if game.action_text(state, action) == "temple Athen"]
    tables = encoder.encode(state.apply(action), 0)
    assert _cell(encoder, tables, "global", None, "pending temple") == 1
    assert _cell(encoder, tables, "regions", game.board.index("Athen"), "pending to") == 1


@pytest.mark.untraced
def test_every_pending_action_of_random_play_has_a_place() -> None:
    seen = set()
    for book in ("antike-2005", "antike-2006", "antike-2", "antike-duellum"):
        game: Any = make(book)
        encoder = encoder_for(game)
        for seed in range(4):
            for state in walk(game, seed, 500):
                if state.pending >= 0:
                    tables = encoder.encode(state, 0)
                    kind = game.actions.split(state.pending)[0]
                    seen.add(kind)
                    assert _cell(encoder, tables, "global", None, f"pending {kind}") == 1
                    assert _cell(encoder, tables, "global", None, "pending detail") > 0
    assert {"wedge", "temple", "arm", "learn", "found"} <= seen


def test_options_are_inputs_and_leave_the_columns_alone() -> None:
    plain, military = make("antike-2006", 4), make("antike-2006", 4, "", {"military": 1, "round-limit": 40})
    one, other = encoder_for(plain), encoder_for(military)
    assert one.columns["global"].names == other.columns["global"].names
    before, after = one.encode(plain.new(1), 0), other.encode(military.new(1), 0)
    assert _cell(one, before, "global", None, "option military") == 0
    assert _cell(other, after, "global", None, "option military") == 1
    assert _cell(other, after, "global", None, "rule round_limit") == pytest.approx(0.4)
    assert _cell(one, before, "global", None, "rule extra_personage") == 1
    assert _cell(other, after, "global", None, "rule extra_personage") == 0
    assert _cell(one, before, "global", None, "rule battle_size pair") == 1


def test_an_admiral_stands_where_he_stands() -> None:
    game: Any = make("antike-duellum", 2, "", {"special-units": 1})
    encoder = encoder_for(game)
    found = 0
    for seed in range(6):
        for state in walk(game, seed, 800):
            for nation in range(2):
                where = state.leaders[nation]
                if where:
                    found += 1
                    tables = encoder.encode(state, 0)
                    assert _cell(encoder, tables, "regions", where - 1, f"leader of {nation}") == 1
    assert found


def test_a_game_that_nobody_knows_has_no_arrays() -> None:
    class Stranger(PlainGame[State]):
        """A game of no family."""

        id = "stranger"

    with pytest.raises(RondelError, match="no arrays"):
        encoder_for(Stranger(2))
    with pytest.raises(RondelError, match="not a game"):
        encoder_for(object())  # type: ignore[arg-type]


@pytest.mark.parametrize("book", ["antike-2006", "attika"])
def test_seats_and_positions_that_do_not_fit_are_refused(book: str) -> None:
    game: Any = make(book, 3)
    encoder, state = encoder_for(game), game.new(1)
    wrong: Any
    for wrong in (-1, 3, "0", None):
        for ask in (encoder.encode, encoder.private):
            with pytest.raises(ValueError, match="A seat is a number from 0 to 2, not"):
                ask(state, wrong)
    with pytest.raises(ValueError, match=f"The position is of {book} for 4, the encoder for {book} for 3"):
        encoder.encode(make(book, 4).new(1), 0)


def test_the_shapes_told_in_the_docs_are_true() -> None:
    text = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| ([\w-]+) \| (.*?) \| (.*?) \| (\d+) \| (\d+) \|$", text, re.M)
    told = {(book, board): cells for book, board, *cells in rows}
    for book, board, players, options in CASES:
        game: Any = make(book, players, board, options)
        encoder = encoder_for(game)
        regions, owners, moment, actions = told[book, board]
        nations = encoder.shapes["players"][0]
        for name, cell in (("regions", regions), ("players", owners)):
            shape = [_count(part, nations) for part in cell.split(",")]
            assert encoder.shapes[name] == tuple(shape), (book, board, name)
        assert encoder.shapes["global"] == (int(moment),)
        if players == min(find_book(book).default_players, *find_book(book).players_on(board)[-1:]):
            assert game.num_actions == int(actions)
    assert set(told) == {(book, board) for book, board, _, _ in CASES}


def _count(cell: str, nations: int) -> int:
    """Work out `4n + 22`."""
    times, plus = re.fullmatch(r"\s*(?:(\d*)n)?\s*\+?\s*(\d*)\s*", cell).groups()  # type: ignore[union-attr]
    per = 0 if times is None else int(times or 1)
    return per * nations + int(plus or 0)


def test_every_rulebook_board_and_number_of_players_is_there() -> None:
    assert len(CASES) == 39
    assert {(book, board) for book, board, _, _ in CASES} == {
        (book.id, board) for book in BOOKS.values() for board in book.boards
    }
    for book in BOOKS.values():
        assert {players for name, _, players, _ in CASES if name == book.id} == set(book.players)
