"""The draws before play, one by one: what can be drawn, how likely, in which words, who sees it, and what it makes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rondel.adapters.deal import deal_for
from rondel.attika.rules import TERRAINS
from rondel.attika.tables import BASICS
from rondel.game import CHANCE, TERMINAL
from rondel.registry import BOOKS, make
from rondel.simulate import choose


def drawn(deal: Any, seed: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Draw at random; give each outcome with the picks before it."""
    rng = Random(seed)
    picks: tuple[int, ...] = ()
    while outcomes := deal.outcomes(picks):
        outcome = rng.choice([outcome for outcome, _ in outcomes])
        yield picks, outcome
        picks = (*picks, outcome)


def whole(deal: Any, seed: int) -> tuple[int, ...]:
    """Draw everything at random."""
    *_, (picks, last) = drawn(deal, seed)
    return (*picks, last)


def _every_deal(deal: Any, picks: tuple[int, ...] = (), share: float = 1.0) -> dict[tuple[int, ...], float]:
    outcomes = deal.outcomes(picks)
    if not outcomes:
        return {picks: share}
    found: dict[tuple[int, ...], float] = {}
    for outcome, part in outcomes:
        found |= _every_deal(deal, (*picks, outcome), share * part)
    return found


@pytest.mark.parametrize(
    ("book", "players", "options", "deals"),
    [
        ("antike-2006", 4, {}, 24),
        ("antike-2006", 2, {}, 2),
        ("antike-2006", 2, {"two-colours": 1}, 60),
        ("antike-2006", 3, {"choose": 1}, 1),
        ("antike-2", 3, {}, 18),
        ("antike-2", 2, {"two-players": 1}, 8),
        ("antike-2", 4, {"choose": 1}, 4),
        ("antike-duellum", 2, {}, 2),
    ],
)
def test_the_draws_before_play_make_the_set_ups_of_the_engine(
    book: str, players: int, options: dict[str, int], deals: int
) -> None:
    game: Any = make(book, players, "", options)
    deal = deal_for(game)
    found = _every_deal(deal)
    assert len(found) == deals
    assert list(found.values()) == pytest.approx([1 / deals] * deals)
    first = [deal.first_state(picks) for picks in found]
    for state in first:
        state.check()
    # with a card turned up at random the first states differ in more than the draw
    keys = {state.key() for state in first}
    assert len(keys) == deals
    assert {game.new(seed).key() for seed in range(40 * deals)} == keys


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_draws_before_attika_make_the_deals_of_the_engine(players: int) -> None:
    game: Any = make("attika", players)
    deal = deal_for(game)
    for seed in range(10):
        state = game.new(seed)
        picks = [tile for tile, _, _ in state.placed] + [turns for _, _, turns in state.placed] + [state.start]
        for seat in range(players):
            kinds = [kind for kind, count in enumerate(state.stored[24 * seat :][:24]) for _ in range(count)]
            picks += sorted(kinds, key=lambda kind: kind not in BASICS)
            picks += [terrain for terrain, count in enumerate(state.hands[4 * seat :][:4]) for _ in range(count)]
        for place, pick in enumerate(picks):
            shares = dict(deal.outcomes(tuple(picks[:place])))
            assert sum(shares.values()) == pytest.approx(1)
            assert shares[pick] > 0
            assert deal.text(tuple(picks[:place]), pick)
        assert not deal.outcomes(tuple(picks))
        assert deal.first_state(tuple(picks)).key() == state.key()


def test_cards_are_dealt_by_what_is_left_of_them() -> None:
    deal = deal_for(make("attika", 2))
    picks = (0, 1, 2, 3, 0, 0, 0, 0, 0, *(BASICS[0], 1, 2, 3), 2, 2)
    assert dict(deal.outcomes(picks)) == pytest.approx({0: 15 / 58, 1: 15 / 58, 2: 13 / 58, 3: 15 / 58})
    assert deal.sees(picks) == 0


@pytest.mark.parametrize("book", BOOKS)
def test_a_deal_says_how_much_is_drawn_and_which_actions_are_random(book: str) -> None:
    for _, players, options in BOOKS[book].setups[:6]:
        game: Any = make(book, players, "", options)
        deal = deal_for(game)
        assert deal.hidden == (book == "attika")
        counts = [len(whole(deal, seed)) for seed in range(4)] if deal.outcomes(()) else [0]
        assert max(counts) == deal.draws
        for seed in range(4):
            assert all(outcome < deal.top for _, outcome in drawn(deal, seed))
        random_actions = range(deal.first_event, deal.first_event + deal.events)
        state, rng = game.new(1), Random(1)
        for _ in range(300):
            if state.to_act == TERMINAL:
                break
            if state.to_act == CHANCE:
                assert all(action in random_actions for action, _ in state.chance())
            else:
                assert all(action not in random_actions for action in state.legal())
            state.advance(choose(state, rng))


@pytest.mark.parametrize(
    ("book", "players", "options", "words"),
    [
        ("antike-2006", 2, {}, ["seat 0 has the starting pair"]),
        ("antike-2006", 2, {"two-colours": 1}, ["seat 0 plays Persians", "seat 1 plays Babylonians", "seat 0 begins"]),
        ("antike-2", 3, {}, ["seat 0 plays Greeks", "seat 1 plays Romans", "seat 1 begins"]),
        ("antike-duellum", 2, {}, ["seat 0 begins"]),
    ],
)
def test_draws_of_antike_in_words_are_seen_by_all(
    book: str, players: int, options: dict[str, int], words: list[str]
) -> None:
    deal = deal_for(make(book, players, "", options))
    assert [deal.text(picks, outcome) for picks, outcome in drawn(deal, 1)] == words
    assert {deal.sees(picks) for picks, _ in drawn(deal, 1)} == {CHANCE}
    state = deal.first_state(whole(deal, 1))
    assert deal.public(state) == state.view(0)
    assert (deal.sees_event(state), deal.private(state, 0)) == (CHANCE, "")


def test_the_seating_drawn_is_the_one_that_plays() -> None:
    game: Any = make("antike-2", 3)
    one, two, three = sorted(game.line)
    view = deal_for(game).first_state((three, one, 2)).view(0)
    assert list(view["nations"]) == [game.board.nations[nation] for nation in (three, one, two)]
    assert view["turn"] == game.board.nations[two]


def test_draws_of_attika_in_words_and_who_sees_them() -> None:
    deal = deal_for(make("attika", 2))
    told = [(deal.text(picks, outcome), deal.sees(picks)) for picks, outcome in drawn(deal, 1)]
    words = [text for text, _ in told]
    assert words[:5] == ["tile T05 at 0", "tile T20 at 1", "tile T03 at 2", "tile T11 at 3", "0 turns at 0"]
    assert words[7:11] == ["3 turns at 3", "seat 1 begins", "seat 0 draws Well", "seat 0 draws Plaza"]
    cards = [(text, sees) for text, sees in told if text.split()[-1] in TERRAINS]
    assert [sees for _, sees in cards] == [0] * 5 + [1] * 4  # whoever begins has one card fewer
    assert all(text.startswith(f"seat {sees} draws ") for text, sees in cards)
    assert {sees for text, sees in told if text.split()[-1] not in TERRAINS} == {CHANCE}


def test_hands_of_attika_are_private_and_their_numbers_public() -> None:
    game: Any = make("attika", 2)
    deal = deal_for(game)
    picks = whole(deal, 1)
    state = deal.first_state(picks)
    hands = [dict.fromkeys(TERRAINS, 0), dict.fromkeys(TERRAINS, 0)]
    for before, outcome in drawn(deal, 1):
        if (seat := deal.sees(before)) != CHANCE:
            hands[seat][TERRAINS[outcome]] += 1
    assert [json.loads(deal.private(state, seat)) for seat in (0, 1)] == hands
    shown = deal.public(state)
    assert [entry["hand"] for entry in shown["cities"].values()] == [5, 4]
    assert {key: value for key, value in shown.items() if key != "cities"} == {
        key: value for key, value in state.view(0).items() if key != "cities"
    }
    for seat, (name, entry) in enumerate(shown["cities"].items()):
        assert {**entry, "hand": 0} == {**state.view(seat)["cities"][name], "hand": 0}


def test_only_the_player_on_turn_sees_a_card_drawn_in_play() -> None:
    game: Any = make("attika", 2)
    deal = deal_for(game)
    seen: set[tuple[str, bool]] = set()
    for seed in range(6):
        state, rng = game.new(seed), Random(seed)
        while state.to_act != TERMINAL:
            if state.to_act == CHANCE:
                sees = deal.sees_event(state)
                assert sees in (CHANCE, state.turn_of)
                seen.add((str(state.view(0)["phase"]), sees == CHANCE))
            state.advance(choose(state, rng))
    assert seen == {("card", False), ("reveal", True), ("tile", True)}


@pytest.mark.parametrize("book", BOOKS)
def test_a_redeal_keeps_what_a_seat_sees_and_changes_no_other_position(book: str) -> None:
    state, rng = make(book).new(4), Random(4)
    for _ in range(60):
        state.advance(choose(state, rng))
    before = state.key()
    again = state.redeal(0, Random(5))
    assert again.view(0) == state.view(0)
    assert state.key() == before
    again.advance(choose(again, rng))
    assert state.key() == before, "a redeal shares nothing with what it was dealt from"
