"""A stored game goes on under the rules it began with, or says why it cannot; it never opens in another position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rondel.antike import books as antike_books
from rondel.antike import variants
from rondel.antike.engine import AntikeGame
from rondel.attika import books as attika_books
from rondel.attika import tiles as attika_tiles
from rondel.boards.reader import load_board, read_board
from rondel.record import start_record
from rondel.registry import make
from rondel.server.core import editions, snapshots
from rondel.server.core.editions import begun, edition_of, named_game
from rondel.server.core.match import Match, Trial, new_setup, open_match
from rondel.server.core.transcript import transcript
from rondel.server.wire.events import AnyEvent, Played, Setup, Undone, decode_setup, encode
from tests.server.live import Live

ANTIKE = ("antike-2005", "antike-2006", "antike-2", "antike-duellum")
Stored = tuple[Setup, list[AnyEvent], bytes, dict[str, Any]]


def stored(book: str, seed: int, decisions: int = 60) -> Stored:
    """Play some random decisions and give what the server keeps, and the position they reach."""
    game = make(book, 2 if book == "antike-duellum" else 3)
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
def test_changed_rules_leave_stored_games_as_they_are(
    book: str, axes: dict[str, Any], monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    kept = [stored(book, seed) for seed in range(8)]
    antike_books._stock_game.cache_clear()
    change_rules(monkeypatch, book, **axes)
    for one in kept:
        match = opened(one)
        assert isinstance(match.game, AntikeGame)
        assert match.game.rules != variants.PRESETS[book], "it goes on under its own rules"
        same(match, one)


@pytest.mark.parametrize("book", ANTIKE)
def test_a_changed_board_leaves_stored_games_as_they_are(
    book: str, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    kept = [stored(book, seed) for seed in range(4)]
    antike_books._stock_game.cache_clear()
    load = load_board

    def closed(board: str) -> Any:
        """Give the board without one of its borders by sea."""
        source = json.loads(json.dumps(load(board).source))
        source["borders"]["sea"].pop()
        return read_board(source)

    monkeypatch.setattr(antike_books, "load_board", closed)
    for one in kept:
        match = opened(one)
        assert match.game.board != closed(match.game.board.id)  # type: ignore[attr-defined]
        same(match, one)


def test_attika_goes_on_with_the_costs_it_began_with(monkeypatch: pytest.MonkeyPatch, fresh: None) -> None:
    kept = [stored("attika", seed) for seed in range(6)]
    attika_books._stock_game.cache_clear()
    load = attika_tiles.load_tiles

    def dearer(board: str) -> Any:
        return replace(load(board), costs=tuple("WFHM" for _ in load(board).costs))

    monkeypatch.setattr(attika_books, "load_tiles", dearer)
    for one in kept:
        match = opened(one)
        same(match, one)


@pytest.mark.parametrize("book", [*ANTIKE, "attika"])
def test_changed_numbers_of_actions_are_read_by_their_texts(book: str) -> None:
    setup, events, body, position = stored(book, 3)
    moved = [
        Played(event.at, event.seat, event.action + 1, event.text, event.by) if isinstance(event, Played) else event
        for event in events
    ]
    match = opened((setup, moved, body, position))
    assert dict(match.state.view(-1)) == position


def test_a_number_that_is_legal_but_means_another_decision_loses_to_the_text() -> None:
    setup, events, body, position = stored("antike-2006", 4, 12)
    match, game = open_match(*begun(setup, body), ()), make("antike-2006", 3)
    wrong = []
    for event in events:
        assert isinstance(event, Played)
        other = next((action for action in match.state.legal() if action != event.action), event.action)
        wrong.append(Played(event.at, event.seat, other, event.text, event.by))
        match.apply(event)
    assert dict(open_match(setup, game, wrong).state.view(-1)) == position


def test_a_game_of_an_axis_that_is_gone_says_so(fresh: None) -> None:
    setup, _, body, _ = stored("antike-2006", 5)
    edition = json.loads(body)
    edition["rules"]["moon_phase"] = 3
    kept = {**setup.header, editions.KEPT: edition}
    with pytest.raises(ValueError, match="does not have: moon_phase"):
        named_game(kept)


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
