"""A stored game goes on under the rules it began with, or says why it cannot; it never opens in another position."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rondel.antike import books as antike_books
from rondel.antike import variants
from rondel.attika import books as attika_books
from rondel.attika import tiles as attika_tiles
from rondel.attika import variants as attika_variants
from rondel.attika.tiles import TileSet
from rondel.boards.reader import load_board, read_board
from rondel.errors import SetupError
from rondel.game import Game, State
from rondel.record import start_record
from rondel.registry import find_book, make
from rondel.server.core import editions, snapshots
from rondel.server.core.editions import begun, edition_of, named_game
from rondel.server.core.match import Match, Trial, new_setup, open_match
from rondel.server.core.transcript import transcript
from rondel.server.wire.events import AnyEvent, Played, Setup, Undone, decode_setup, encode
from rondel.server.wire.refusal import Refusal
from tests.server.live import Live

ANTIKE = ("antike-2005", "antike-2006", "antike-2", "antike-duellum")
Stored = tuple[Setup, list[AnyEvent], bytes, dict[str, Any]]


@functools.cache
def setups(book: str) -> list[tuple[int, str]]:
    """List every number of players that the rulebook has without options, on every board."""
    found, usual = find_book(book), []
    for board in found.boards:
        for players in found.players_on(board):
            with suppress(SetupError):
                usual.append((make(book, players, board).seats, board))
    return usual


def stock(book: str, seed: int) -> Game[Any]:
    """Make the game that a stored one with this seed has, by the rules of now."""
    players, board = setups(book)[seed % len(setups(book))]
    return make(book, players, board)


def stored(book: str, seed: int, decisions: int = 60) -> Stored:
    """Play some random decisions and give what the server keeps, and the position they reach."""
    game = stock(book, seed)
    record = start_record(game.new(seed))
    trial = Trial(open_match(new_setup(record, "ann"), game, ()))
    rng = Random(seed)
    while trial.match.step < decisions and trial.match.state.legal():
        trial.play(trial.match.state.to_act, rng.choice(list(trial.match.state.legal())), 1)
    setup = decode_setup(encode(trial.match.setup))
    return setup, trial.events, edition_of(game)[1], dict(trial.match.state.view(-1))


def opened(kept: Stored) -> Match:
    return open_match(*begun(kept[0], kept[2]), kept[1])


def same(match: Match, kept: Stored) -> None:
    """See that the position is the one of before; a board that is stock no longer stands there in full."""
    assert {**match.state.view(-1), "board": kept[3]["board"]} == kept[3]


@pytest.fixture
def fresh() -> Iterator[None]:
    """Let nothing that was made before hide a change of the rules."""
    caches = (antike_books._stock_game, attika_books._stock_game, attika_tiles.load_tiles)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


def change_rules(monkeypatch: pytest.MonkeyPatch, book: str, **axes: Any) -> None:
    changed = {**variants.PRESETS, book: replace(variants.PRESETS[book], **axes)}
    monkeypatch.setattr(variants, "PRESETS", changed)


@functools.cache
def forty(book: str) -> list[Stored]:
    """Forty stored games of a rulebook, from their first decisions to their middle, on every board it has."""
    return [stored(book, seed, 2 + 3 * seed) for seed in range(40)]


def goes_on(book: str) -> None:
    """See that all forty open as they were, under rules of their own."""
    assert len(forty(book)) == 40
    for seed, one in enumerate(forty(book)):
        match = opened(one)
        now = edition_of(stock(book, seed))[0]
        assert edition_of(match.game)[0] == one[0].edition != now, "it goes on under its own rules"
        same(match, one)


@pytest.mark.untraced
@pytest.mark.parametrize("book", ANTIKE)
@pytest.mark.parametrize(
    "axes",
    [
        {"start_goods": (9, 9, 9, 1)},
        {"temple_price": 2},
        {"free_steps": 5},
        {"coins": 12},
        {"legions": 5, "galleys": 5},
    ],
    ids=lambda axes: next(iter(axes)),
)
def test_changed_goods_prices_and_counts_leave_stored_games_as_they_are(
    book: str, axes: dict[str, Any], monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    forty(book)
    antike_books._stock_game.cache_clear()
    change_rules(monkeypatch, book, **axes)
    goes_on(book)


@pytest.mark.untraced
@pytest.mark.parametrize("book", ANTIKE)
def test_a_changed_board_leaves_stored_games_as_they_are(
    book: str, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    forty(book)
    antike_books._stock_game.cache_clear()
    load = load_board

    def closed(board: str) -> Any:
        """Give the board without one of its borders by sea."""
        source = json.loads(json.dumps(load(board).source))
        source["borders"]["sea"].pop()
        return read_board(source)

    monkeypatch.setattr(antike_books, "load_board", closed)
    goes_on(book)


@pytest.mark.parametrize("axes", [{"first_hand": 6}, {"amphorae": 10}, {"cards_of_a_terrain": 12}, {"draw_actions": 3}],
                         ids=lambda axes: next(iter(axes)))  # fmt: skip
def test_attika_goes_on_with_the_cards_and_counts_it_began_with(
    axes: dict[str, Any], monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    forty("attika")
    attika_books._stock_game.cache_clear()
    monkeypatch.setattr(attika_variants, "ATTIKA", replace(attika_variants.ATTIKA, **axes))
    goes_on("attika")


def dearer(tiles: TileSet) -> TileSet:
    return replace(tiles, costs=tuple("WFHM" for _ in tiles.costs))


def other_symbols(tiles: TileSet) -> TileSet:
    return replace(tiles, symbols=tuple(symbols[::-1] for symbols in tiles.symbols))


def other_order(tiles: TileSet) -> TileSet:
    return replace(tiles, names=tiles.names[::-1], symbols=tiles.symbols[::-1])


@pytest.mark.parametrize("change", [dearer, other_symbols, other_order])
def test_attika_goes_on_with_the_costs_and_tiles_it_began_with(
    change: Callable[[TileSet], TileSet], monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    forty("attika")
    attika_books._stock_game.cache_clear()
    load = attika_tiles.load_tiles
    monkeypatch.setattr(attika_books, "load_tiles", lambda board: change(load(board)))
    goes_on("attika")


def moved_on(state: State, event: Played) -> int:
    """Give a number that no decision has here."""
    return event.action + state.game.num_actions


def another(state: State, event: Played) -> int:
    """Give the number of another decision that is legal here, where there is one."""
    return next((action for action in state.legal() if action != event.action), event.action)


@pytest.mark.parametrize("number", [moved_on, another])
@pytest.mark.parametrize("book", [*ANTIKE, "attika"])
def test_changed_numbers_of_actions_are_read_by_their_texts(book: str, number: Callable[[State, Played], int]) -> None:
    for setup, events, body, position in forty(book):
        match = open_match(*begun(setup, body), ())
        other: list[AnyEvent] = []
        for event in events:
            assert isinstance(event, Played)
            other.append(Played(event.at, event.seat, number(match.state, event), event.text, event.by))
            match.apply(event, made=True)
        assert dict(opened((setup, other, body, position)).state.view(-1)) == position


def test_a_decision_that_the_rules_no_longer_know_is_told(fresh: None) -> None:
    for setup, events, body, position in forty("antike-2006")[5:]:
        assert isinstance(events[4], Played)
        strange = [*events[:4], Played(1, events[4].seat, events[4].action, "sail to the moon"), *events[5:]]
        with pytest.raises(Refusal, match="Decision 5, 'sail to the moon'"):
            opened((setup, list(strange), body, position))


def test_a_game_of_an_axis_that_is_gone_says_so(fresh: None) -> None:
    setup, _, body, _ = stored("antike-2006", 5)
    edition = json.loads(body)
    edition["rules"]["moon_phase"] = 3
    kept = {**setup.header, editions.KEPT: edition}
    with pytest.raises(ValueError, match="does not have: moon_phase"):
        named_game(kept)


@pytest.mark.untraced
def test_a_game_of_older_rules_is_refused_and_can_be_read(tmp_path: Path) -> None:
    with Live(f"sqlite:///{tmp_path / 'a.db'}") as live:
        ann = live.guest("Ann")
        table = ann.table("me", "me")["table"]["id"]
        assert ann.message(table, type="play", rev=0, move="rondel iron")["type"] == "ack"
        site = live.site
        site.hub.rooms.clear()
        older = """'"rules":7,"seats":2'"""
        change = f"""UPDATE tables SET setup = CAST(REPLACE(CAST(setup AS TEXT), '"seats":2', {older}) AS BLOB)"""
        site.storage.submit(lambda connection: connection.exec_driver_sql(change) and None).result(10)
        refused = ann.get(f"/api/tables/{table}").json()
        assert (refused["code"], "version 7" in refused["message"]) == ("old_rules", True)
        text = ann.get(f"/api/tables/{table}/record").text
        assert "1. rondel iron ; seat" in text
        assert live.nobody().get(f"/api/tables/{table}/record").status_code == 200


def test_a_transcript_leaves_out_what_was_taken_back() -> None:
    setup, events, _, _ = stored("antike-2006", 6, 4)
    text = transcript(setup, [*events, Undone(9, 0, 2)])
    first, second, third = (event.text for event in events[:3] if isinstance(event, Played))
    assert f"1. {first} ; seat" in text
    assert f"2. {second} ; seat" in text
    assert f"3. {third}" not in text


def test_snapshots_and_workers_play_the_kept_rules(monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    one = stored("antike-2006", 7)
    antike_books._stock_game.cache_clear()
    change_rules(monkeypatch, "antike-2006", start_goods=(9, 9, 9, 1))
    match = opened(one)
    body = snapshots.take(match)
    assert body is not None
    again = snapshots.restore(*begun(one[0], one[2]), one[1], body)
    same(again, one)
    assert named_game(match.setup.header).new(0).key() == match.game.new(0).key()
