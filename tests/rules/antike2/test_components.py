"""Antike II: what is in the box, as far as the software holds it."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.text.citations import CITATIONS
from rondel.antike.variants import BOARDS
from rondel.boards.reader import load_board
from rondel.errors import PositionError, SetupError
from rondel.ledger import clauses
from rondel.position import to_position
from tests.rules.antike2.fixtures import BOOK, ISLES, RICH, TECHNOLOGIES, bank, isles, sites, west
from tests.support import POOR, at, finish, legal, make, nation, now, play, refused, rule, stocks


def small_markers() -> int:
    """Count the small markers a nation needs: one for the score, one for each column of the science table."""
    columns = {name for name in TECHNOLOGIES if make(BOOK, 4).rules.knowhows[TECHNOLOGIES.index(name)].needs < 0}
    return 1 + len(columns)


@rule("A2-001", "A2-002", "A2-003", "A2-004", "A2-005")
def test_the_wooden_pieces_sum_up() -> None:
    rules = make(BOOK, 6).rules
    galleys, legions = 6 * rules.galleys, 6 * rules.legions
    assert (galleys, legions, 6, 6 * small_markers(), rules.temples) == (78, 72, 6, 36, 20)
    assert galleys + legions + 6 + 6 * small_markers() + rules.temples == 212


@rule("A2-002", "A2-003", "A2-006", "A2-014")
def test_thirteen_galleys_and_twelve_legions_a_nation() -> None:
    army = {**POOR, "iron": 30, "legions": {"Alba": 12}, "galleys": {"Brixia": 12}, "knowhow": ["mercatura"]}
    state = isles(phase="arming", nations={"Reds": army}, bellona="Blues")
    assert refused(state, "arm legion Alba") == ("no_unit_left", "A2-014")
    state = play(state, "arm galley Brixia")
    assert refused(state, "arm galley Capua") == ("no_unit_left", "A2-014")
    with pytest.raises(PositionError):
        isles(nations={"Reds": {"legions": {"Alba": 12, "Brixia": 1}}})
    with pytest.raises(PositionError):
        isles(nations={"Reds": {"galleys": {"Capua": 7, "Brixia": 7}}})


@rule("A2-006")
def test_every_nation_has_pieces_of_its_own() -> None:
    army = {**POOR, "legions": {"Alba": 12}, "galleys": {"Brixia": 13}}
    state = isles(turn="Blues", nations={"Reds": army, "Blues": {**POOR, "iron": 4}}, bellona="Reds")
    state = play(state, "rondel militia", "arm legion Delos", "arm galley Elis")
    assert (nation(state, "Blues")["legions"], nation(state, "Blues")["galleys"]) == ({"Delos": 1}, {"Elis": 1})
    assert (nation(state, "Reds")["legions"], nation(state, "Reds")["galleys"]) == ({"Alba": 12}, {"Brixia": 13})


@rule("A2-004")
def test_one_marker_on_the_wheel_for_each_nation() -> None:
    state = isles()
    assert [nation(state, name)["rondel"] for name in ("Reds", "Blues", "Greens")] == [None] * 3
    state = play(state, "rondel iron")
    assert [nation(state, name)["rondel"] for name in ("Reds", "Blues", "Greens")] == ["iron", None, None]
    state = play(state, "rondel gold")
    assert [nation(state, name)["rondel"] for name in ("Reds", "Blues", "Greens")] == ["iron", "gold", None]


@rule("A2-005", "A2-D05")
def test_a_pair_of_technologies_shares_a_marker() -> None:
    assert small_markers() == 6
    rules = make(BOOK, 3).rules
    pairs = {field.name: rules.knowhows[field.needs].name for field in rules.knowhows if field.needs >= 0}
    assert pairs == {"commercium": "mercatura", "moneta": "metallum", "res publica": "regnum"}


@rule("A2-007", "A2-014")
def test_twenty_temples_for_all_nations_and_the_board_together() -> None:
    names = sites(24)
    nations = {"Greeks": {"cities": names[:12], "temples": names[:12]}, "Romans": {"cities": names[12:]}}
    assert bank(west(nations=nations))["temples"] == 8
    nations["Romans"]["temples"] = names[12:20]
    assert bank(west(nations=nations))["temples"] == 0
    nations["Romans"]["temples"] = names[12:21]
    with pytest.raises(PositionError):
        west(nations=nations)


@rule("A2-008", "A2-014")
def test_twenty_four_tiles_a_nation() -> None:
    assert 6 * (make(BOOK, 6).rules.stones or 0) == 144
    names = sites(25)
    army = {**RICH, "cities": names[:24]}
    assert len(nation(west(nations={"Greeks": army}), "Greeks")["cities"]) == 24
    with pytest.raises(PositionError):
        west(nations={"Greeks": {**army, "cities": names}})


@rule("A2-R34")
def test_the_tiles_are_one_pool_for_any_resource() -> None:
    names = sites(24)
    for good in ("marble", "iron", "gold"):
        entry = {**POOR, "cities": names, "produces": dict.fromkeys(names, good)}
        state = west(turn="Greeks", nations={"Greeks": entry}, options={"free-cities": 1})
        state = play(state, f"rondel {good}")
        assert nation(state, "Greeks")[good] == 24


@rule("A2-009")
def test_two_sides_of_the_board() -> None:
    assert BOARDS[BOOK][:2] == ("mare-nostrum", "orient")
    assert [load_board(name).title for name in BOARDS[BOOK][:2]] == ["Mare Nostrum", "Orient"]
    assert to_position(at(BOOK))["board"] == "mare-nostrum"
    for players in (3, 4, 5, 6):
        assert to_position(at(BOOK, board="orient", players=players))["board"] == "orient"


@rule("A2-010", "A2-D06", "A2-026", "A2-029", "A2-032", "A2-035", "A2-038")
def test_thirty_seven_personages_the_last_for_a_variant() -> None:
    stacks = bank(isles())["personages"]
    assert stacks == {"king": 10, "scholar": 8, "general": 7, "citizen": 6, "navigator": 5}
    assert sum(stacks.values()) == 36 == 6 * 6
    variant = bank(isles(options={"ninth-scholar": 1}))["personages"]
    assert variant == {**stacks, "scholar": 9}
    assert sum(variant.values()) == 37


@pytest.mark.parametrize(
    ("kind", "number"), [("king", 10), ("general", 7), ("citizen", 6), ("scholar", 8), ("navigator", 5)]
)
@rule("A2-026", "A2-029", "A2-032", "A2-035", "A2-038")
def test_no_more_cards_of_a_kind_than_printed(kind: str, number: int) -> None:
    shared = {"Reds": {"personages": {kind: number - 3}}, "Blues": {"personages": {kind: 3}}}
    assert bank(isles(nations=shared))["personages"][kind] == 0
    with pytest.raises(PositionError):
        isles(nations={**shared, "Greens": {"personages": {kind: 1}}})


@rule("A2-010")
def test_nation_cards_and_one_bellona() -> None:
    cards = [name for board in BOARDS[BOOK][:2] for name in load_board(board).nations]
    assert len(cards) == 12
    for board in BOARDS[BOOK][:2]:
        assert len(load_board(board).temples[6]) == 3  # a temple card a side
    state = at(BOOK, players=6, nations={"Greeks": {}})
    assert to_position(state)["bellona"] in to_position(state)["nations"]


@rule("A2-011", "A2-R41")
def test_thirty_coins_each_worth_one() -> None:
    assert bank(isles())["coins"] == 30
    assert bank(isles(nations={"Reds": {"coins": 30}}))["coins"] == 0
    with pytest.raises(PositionError):
        isles(nations={"Reds": {"coins": 30}, "Blues": {"coins": 1}})
    purse = {**POOR, "coins": 3, "legions": {"Nola": 1}}
    state = isles(phase="founding", nations={"Reds": purse})
    assert stocks(play(state, "found Nola"), "Reds") == (0, 0, 0, 0)
    short = isles(phase="founding", nations={"Reds": {**purse, "coins": 2, "knowhow": ["mercatura"]}})
    assert refused(short, "found Nola") == ("cannot_pay", "A2-071")


@rule("A2-012", "A2-015")
def test_three_resources_counted_in_units_without_limit() -> None:
    entry = {**POOR, "marble": 5000, "iron": 5001, "gold": 5002, "rondel": "arming"}
    state = isles(nations={"Reds": entry, "Blues": entry, "Greens": entry})
    assert set(bank(state)) == {"coins", "temples", "personages"}
    assert stocks(play(state, "rondel marble"), "Reds") == (5001, 5001, 5002, 1)
    assert stocks(play(state, "rondel know-how", "learn navigatio 8 gold", "done"), "Reds") == (5000, 5001, 4994, 0)


@rule("A2-013")
def test_the_rulebook_is_at_hand_for_every_refusal() -> None:
    known = {clause.id for clause in clauses(BOOK)}
    assert len(known) == 180 + 9 + 50
    assert set(CITATIONS[BOOK].values()) <= known
    assert make(BOOK, 3, ISLES).rules.events == ()
    state = isles()
    papers = {"game", "board", "players", "round", "phase", "start", "turn", "to_act", "nations", "bank"}
    assert set(to_position(state)) == {*papers, "neutral_temples", "bellona"}


@rule("A2-014")
def test_what_is_used_up_cannot_be_taken() -> None:
    hoard = {**POOR, "coins": 30}
    state = play(isles(turn="Blues", nations={"Reds": hoard, "Blues": POOR}), "rondel marble")
    assert now(state) == ("Blues", "substitute")
    assert stocks(state, "Blues") == (1, 0, 0, 0)
    assert bank(state)["coins"] == 0


@rule("A2-014", "A2-R33")
def test_without_a_tile_nothing_is_founded() -> None:
    cities = sites(23, skip=("Pella", "Roma", "Neapolis"))
    romans = {"cities": ["Neapolis"]}
    entry: dict[str, Any] = {**RICH, "cities": cities, "legions": {"Pella": 1, "Roma": 1}}
    state = west(turn="Greeks", phase="founding", nations={"Greeks": entry, "Romans": romans})
    assert {text.split()[1] for text in legal(state, "found")} == {"Pella", "Roma"}
    entry["knowhow"] = ["mercatura"]
    full = west(turn="Greeks", phase="founding", nations={"Greeks": entry, "Romans": romans})
    full = play(full, "found Pella")
    assert len(nation(full, "Greeks")["cities"]) == 24
    assert legal(full, "found") == set()
    assert refused(full, "found Roma") == ("no_stone", "A2-R33")


@rule("A2-016")
def test_each_player_leads_one_nation() -> None:
    for players in (3, 4, 5, 6):
        state = make(BOOK, players).new(players)
        seats = [entry["seat"] for entry in to_position(state)["nations"].values()]
        assert seats == list(range(players))
    for players in (1, 2, 7):
        with pytest.raises(SetupError) as error:
            make(BOOK, players)
        assert error.value.code == "bad_setup"


@rule("A2-016")
def test_nations_can_be_chosen_instead() -> None:
    state = make(BOOK, 3, ISLES, {"choose": 1}).new(1)
    assert legal(state) == {"nation Reds", "nation Blues", "nation Greens"}
    assert refused(state, "nation Blacks") == ("not_offered", "A2-016")
    state = play(state, "nation Greens", "nation Reds")
    assert list(to_position(state)["nations"]) == ["Greens", "Reds", "Blues"]
    assert len(nation(state, "Greens")["cities"]) == 3


@rule("A2-047", "A2-048")
def test_the_track_shows_the_number_of_personages() -> None:
    cards = {"king": 1, "scholar": 2, "general": 2, "citizen": 1, "navigator": 1}
    state = isles(nations={"Reds": {**POOR, "gold": 7, "rondel": "marble", "personages": cards}})
    assert [nation(state, name)["points"] for name in ("Reds", "Blues")] == [7, 0]
    state = finish(state, "rondel scientia", "learn strata")
    assert nation(state, "Reds")["points"] == 8
