"""Any rule axis goes with any rulebook, or is refused by a sentence that names what does not go together."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rondel.antike.actions import RANGES
from rondel.antike.engine import AntikeGame
from rondel.antike.parts.catalogue import COUNTS, PARTS
from rondel.antike.phases.strength import defence
from rondel.antike.rules import Trade
from rondel.antike.state import TALLY
from rondel.antike.variants import ANTIKE_2, BOARDS, PRESETS
from rondel.boards.reader import load_board
from rondel.errors import SetupError
from tests.rules import axes
from tests.rules.axes import AXES, VALUES, make_mixed, outcome, pairs, random_mix, switches
from tests.support import at, legal, play

#: random games of each single switch; of pairs and mixes a sample plays one each (`make soak` plays them all)
GAMES, CAP, PAIRS, MIXES = 20, 45, 140, 140


def test_every_axis_is_switched() -> None:
    assert list(VALUES) == list(AXES)
    for axis in AXES:
        assert any(getattr(PRESETS[book], axis) != value for book in PRESETS for value in VALUES[axis]), axis


@pytest.mark.untraced
@pytest.mark.parametrize("book", PRESETS)
def test_each_axis_alone(book: str) -> None:
    played = [outcome(book, {axis: value}, GAMES, CAP) for axis, value in switches(book)]
    assert sum(played) > 0.7 * len(played)


@pytest.mark.parametrize("book", PRESETS)
def test_axes_in_pairs(book: str) -> None:
    sample = Random(f"{book} pairs").sample(list(pairs(book)), PAIRS)
    played = [outcome(book, mix, 1, 3 * CAP, seed) for seed, mix in enumerate(sample)]
    assert sum(played) > 0.5 * len(played)


@pytest.mark.untraced
def test_mixes_of_many_axes() -> None:
    rng = Random("mixes")
    assert sum(outcome(*random_mix(rng), 1, 3 * CAP, seed) for seed in range(MIXES)) > MIXES / 5


def refusal(book: str, **mix: Any) -> str:
    """Give the sentence with which a mix is refused."""
    with pytest.raises(SetupError) as caught:
        make_mixed(book, mix)
    assert caught.value.code == "bad_setup"
    return caught.value.message


def test_what_does_not_go_together_is_named() -> None:
    cards, duel = VALUES["events"][0], {"nations": 2, "start_cities": "pick", "targets": ((2, 9),)}
    told = {
        refusal("antike-2006", events=cards):
            "Event cards (events) are for two nations, because they name one opponent; here nations=3.",
        refusal("antike-2006", events=cards, **duel):
            "The card fortress (events) answers an announced conquest, which declared=False leaves out.",
        refusal("antike-duellum", rampart_price=0, rampart_points=()):
            "The card earthquake (events) destroys a rampart, which rampart_price=0 leaves out.",
        refusal("antike-2006", leaders=("admiral", "general")):
            "Special units (leaders) fight whatever they meet: they need entry=clash, not entry=joint.",
        refusal("antike-2006", leaders=("admiral", "general"), entry="clash"):
            "Special units (leaders) are for two nations; here nations=3.",
        refusal("antike-2006", leaders=("admiral", "general"), entry="clash", **duel):
            "Special units (leaders) need a board of two nations; the board east has 6.",
        refusal("antike-2006", leader_price=2): "leader_price belongs to leaders, which leaders=() leaves out.",
        refusal("antike-2006", start_barracks=1):
            "start_barracks belongs to barracks, which recruit_prices=None leaves out.",
        refusal("antike-2006", rampart_price=1):
            "Ramparts have a price (rampart_price), but no points bring any (rampart_points=()).",
        refusal("antike-2006", trades=ANTIKE_2.trades):
            "The bank trades (trades) with owners of mercatura, which is not among the knowhows.",
        refusal("antike-2006", first_chooser=1):
            "first_chooser needs distribution=choose, not distribution=draw.",
        refusal("antike-2006", first_chooser=3, distribution="choose"):
            "first_chooser=3 is no seat of the 3 players, who sit from 0 to 2.",
        refusal("antike-2006", bank_units=8):
            "The nations start with up to 9 units (start_goods), more than the bank has (bank_units=8).",
    }  # fmt: skip
    for said, expected in told.items():
        assert said == expected
    with pytest.raises(SetupError, match="nations=5 fits neither"):
        AntikeGame(replace(PRESETS["antike-2006"], nations=5), load_board(BOARDS["antike-2006"][0]), 4)


def test_a_refusal_names_two_axes() -> None:
    assert axes.is_told("bank_units=8 does not go with start_goods.")
    assert axes.is_told("The board east has no pairs of nations.")
    assert not axes.is_told("That does not go.")
    assert not axes.is_told("bank_units is small. So are coins.")


# ---- what used to fail -----------------------------------------------------------------------------------------------


def test_shelter_stays_with_barracks() -> None:
    """A nation with few personages has its defence, whether units are recruited or not."""
    for mix in ({}, {"recruit_prices": (1, 2)}, {"rampart_price": 1, "rampart_points": (0,)}, {"declared": True}):
        state = make_mixed("antike-2", mix).new(1)
        city = int(state.cities[0]).bit_length() - 1
        assert defence(state.game, state, city, 0) == 2, mix


def test_recruits_wait_in_any_rulebook() -> None:
    state = make_mixed("antike-2006", {"recruit_prices": (1, 2), "start_barracks": 1}).new(1)
    state = play(state, "rondel arming")
    arms = {text for text in legal(state, "arm") if text.startswith("arm legion")}
    assert arms
    state = play(state, min(arms))
    assert not [text for text in legal(state, "arm") if text.startswith("arm legion")]


def test_draws_are_offered_to_every_player() -> None:
    """All others are asked in turn order; one who plays on keeps the game going."""
    state = make_mixed("antike-2006", {"draw_offers": True}).new(1)
    first, nations = state.turn, state.game.nations
    asked = play(state, "offer-draw")
    assert (asked.actor, asked.phase) == ((first + 1) % nations, asked.phase)
    again = play(asked, "accept-draw")
    assert again.actor == (first + 2) % nations
    assert not again.end_reason()
    assert play(again, "accept-draw").end_reason() == "agreement"
    declined = play(again, "peace")
    assert declined.actor == first
    assert "offer-draw" not in legal(declined)


def test_draws_can_be_offered_while_trade_is_open() -> None:
    game = make_mixed("antike-2006", {"draw_offers": True, "trades": (Trade(give=2, take=1, knowhow="wheel"),)})
    position = {**game.new(1).view(0)}
    name = position["turn"]
    position["nations"] = {**position["nations"], name: {**position["nations"][name], "knowhow": ["wheel"]}}
    texts = legal(game.read(position))
    assert {"offer-draw", "trade 2 gold for 1 iron"} <= texts


def test_an_empty_bank_gives_no_coin_with_production() -> None:
    game = make_mixed("antike-2006", {"coin_timing": "production", "bank_units": 12})
    state = game.new(1)
    for good in range(4):
        bank = 4 * game.nations + good
        state.goods[4 * state.turn + good] += state.goods[bank]
        state.goods[bank] = 0
    state = play(state, "rondel gold")
    assert state.phase != 2  # nobody is asked for a resource that is not there


def test_several_nations_fight_at_once_in_turn_order() -> None:
    """Where units fight as they enter, the next nation in turn order loses its units first."""
    game = make_mixed("antike-2006", {"entry": "clash"})
    names = [game.nation_name(game.new(1), nation) for nation in range(3)]
    units = {name: {"legions": {"Gordion": 1} if place else {"Sinope": 1}} for place, name in enumerate(names)}
    with pytest.raises(Exception, match="units of one kind face each other in Gordion"):
        game.read({"phase": "maneuver", "turn": names[0], "nations": units})


def test_a_levy_and_bellona_bring_a_unit_each() -> None:
    game = make_mixed("antike-duellum", {"bellona": True})
    state = game.new(1)
    while state.round == 0:
        state.advance(state.legal()[0])
    position = {**state.view(0)}
    holder = position["bellona"]
    nations = {name: dict(entry) for name, entry in position["nations"].items()}
    nations[holder] |= {"cards": {"levy": 1}, "barracks": {"legions": 3, "galleys": 0}, "iron": 0, "coins": 0}
    del position["bank"]
    state = game.read({**position, "turn": holder, "to_act": holder, "phase": "arming", "nations": nations})
    cities = sorted(legal(state, "free"))
    state = play(state, cities[0])
    assert state.levied == 1
    state = play(state, sorted(legal(state, "free"))[0])
    assert not legal(state, "free")


def test_each_count_of_a_turn_belongs_to_one_part() -> None:
    owned = [place for part in PARTS for place in part.counts]
    assert sorted(owned) == list(range(TALLY))
    assert len(set(COUNTS)) == TALLY


def test_each_key_of_a_position_belongs_to_one_part() -> None:
    keys = [key for part in PARTS for key in (*part.keys, *part.nation_keys)]
    assert len(set(keys)) == len(keys)


def test_a_kind_of_action_has_ids_only_with_its_part() -> None:
    names = {part.name for part in PARTS}
    for mix in ({}, {"bellona": True, "events": (), "declared": False}, {"recruit_prices": None, "start_barracks": 0}):
        game = make_mixed("antike-duellum", mix)
        playing = {part.name for part in PARTS if part.in_play(game.rules)}
        for kind in RANGES:
            assert names.issuperset(kind.parts)
            if kind.parts:
                assert bool(game.actions.sizes[kind.name]) == bool(playing.intersection(kind.parts)), kind.name


def test_the_words_of_an_action_stand_with_its_part() -> None:
    own = {kind.name: set(kind.parts) for kind in RANGES if len(kind.parts) == 1}
    declared = {kind: {part.name for part in PARTS if kind in part.actions} for kind in own}
    assert declared == own
    kinds = [kind for part in PARTS for kind in part.actions]
    assert len(set(kinds)) == len(kinds)
    assert {"free", *kinds} <= {kind.name for kind in RANGES}
    rows = [row.split() for part in PARTS for row in part.clauses.strip().splitlines()]
    assert {kind for kind in own if ["now:" + kind] not in [row[:1] for row in rows]} == set()


def test_a_count_of_a_part_that_is_not_in_play_is_refused() -> None:
    with pytest.raises(Exception, match="the counts of the turn contradict each other"):
        at("antike-duellum", tally={"leader used": 1})
    with pytest.raises(Exception, match="this rulebook has no tally"):
        at("antike-2006", tally={"offered": 1})


#: a position of Duellum -> why its counts of the turn cannot be
COUNTED: list[tuple[dict[str, Any], str]] = [
    ({"tally": {"recruited": 2}}, "the counts of the turn contradict each other"),
    ({"tally": {"crossed": 1}}, "marches and saved cities belong to a maneuver"),
    ({"options": {"draw-offers": 1}, "phase": "agree", "turn": "Romans", "to_act": "Carthaginians"},
     "only an offered draw can be accepted, by the other nation"),
    ({"phase": "maneuver", "tally": {"land crossings": 4}}, "the counts of the turn contradict each other"),
    ({"options": {"draw-offers": 1}, "tally": {"offered": 2}}, "the counts of the turn contradict each other"),
    ({"options": {"special-units": 1}, "tally": {"ready leader": 2}}, "the counts of the turn contradict each other"),
    ({"options": {"special-units": 1}, "tally": {"leader used": 1}}, "marches and saved cities belong to a maneuver"),
    ({"options": {"special-units": 1}, "turn": "Romans", "nations": {"Romans": {"leader": "Roma"}},
      "tally": {"ready leader": 1}}, "more units are ready than wait in the barracks"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "why"), COUNTED)
def test_counts_that_cannot_be(position: dict[str, Any], why: str) -> None:
    with pytest.raises(Exception, match=why):
        at("antike-duellum", **position)


def test_too_few_markers_for_the_start_are_refused() -> None:
    said = refusal("antike-2006", markers=(12, 2, 12))
    assert said == "The bank has 2 city markers of a resource (markers), too few for the start cities of 3 nations."


def test_an_announced_conquest_without_a_stone_gives_up_a_city() -> None:
    game = make_mixed("antike-duellum", {"stones": 3, "stone_exchange": True})
    nations = {"Romans": {"legions": {"Carthago": 2}, "galleys": {"Carthago": 2}}}
    state = play(game.read({"phase": "maneuver", "turn": "Romans", "nations": nations}), "declare Carthago")
    state = state.apply(state.legal()[0])
    assert "give-up Roma" in legal(state)
    assert game.read(state.view(0)).key() == state.key()
    state = play(state, "give-up Roma")
    cities = state.view(0)["nations"]["Romans"]["cities"]
    assert "Carthago" in cities
    assert "Roma" not in cities


def test_a_special_unit_is_shown_once_its_nation_is_known() -> None:
    state = make_mixed("antike-duellum", {"leaders": ("admiral", "general"), "distribution": "choose"}).new(1)
    assert "admiral" not in state.game.show(state)
    assert "admiral" in state.game.show(play(state, "nation Romans"))
