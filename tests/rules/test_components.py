"""What is in the box and on the board, as far as the software holds it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rondel import ledger
from rondel.antike.rules import PERSONAGES
from rondel.antike.state import State
from rondel.boards.reader import load_board
from rondel.boards.schema import BOTH, LAND, SEA
from rondel.cli.main import main
from rondel.errors import PositionError, SetupError
from rondel.game import CHANCE
from rondel.position import to_position
from rondel.registry import find_book
from tests.rules.test_setup import EAST_NATIONS, WEST_NATIONS, first, seated, west
from tests.support import at, both, legal, make, nation, now, play, rule, stocks

Capture = pytest.CaptureFixture[str]
#: what a nation can have, by the names that positions use
PIECES = {
    "cities", "temples", "legions", "galleys", "marble", "iron", "gold", "coins", "knowhow", "rondel", "personages",
}  # fmt: skip
LEDGERS = Path(__file__).parents[2] / "docs" / "rules"


def wander(state: State, seed: int, steps: int) -> Iterator[State]:
    """Play random moves and give every position on the way."""
    rng = Random(seed)
    for _ in range(steps):
        yield state
        if not state.legal():
            return
        state = state.apply(rng.choice(state.legal()))


# ---- players, nations, object ----------------------------------------------------------------------------------------


@both
@rule("A06-001", "A05-001")
def test_for_two_to_six_players(book: str) -> None:
    assert find_book(book).players == (2, 3, 4, 5, 6)
    for players in (0, 1, 7):
        with pytest.raises(SetupError) as error:
            make(book, players)
        assert error.value.code == "bad_setup"


@both
@rule("A06-002", "A05-002")
def test_nine_names_over_the_two_sides(book: str) -> None:
    east = set(seated(first(book, 6)))
    sides = east | set(seated(first(book, 6, west())))
    assert sides == {
        "Greeks", "Romans", "Germanic tribes", "Phoenicians", "Carthaginians", "Persians", "Arabs", "Egyptians",
        "Babylonians",
    }  # fmt: skip
    for name in sorted(sides - east):
        with pytest.raises(SetupError):
            make(book, 6).seated([*EAST_NATIONS[:5], name], "Greeks")


@both
@rule("A06-009", "A05-009")
def test_six_nation_cards_a_side(book: str) -> None:
    assert load_board("east").nations == EAST_NATIONS
    assert sorted(seated(first(book, 6))) == sorted(EAST_NATIONS)
    assert sorted(seated(first(book, 6, west()))) == sorted(WEST_NATIONS)


@both
@rule("A06-003", "A05-003")
def test_the_first_with_enough_personages_wins_and_territory_does_not_count(book: str) -> None:
    large = ["Pella", "Dyrrhachion", "Athen", "Sparta", "Messana", "Knossos", "Napoca", "Tomis", "Sirmium", "Bycantium"]
    small = ["Susa", "Artaxata", "Zadrakarta", "Rhagai", "Charax"]
    nations = {
        "Greeks": {"cities": large, "personages": {"king": 2, "scholar": 3, "general": 3}},
        "Persians": {"cities": small, "personages": {"scholar": 4, "general": 3, "citizen": 1}},
    }
    state = play(at(book, turn="Greeks", nations=nations), "rondel gold")
    assert now(state) == ("Persians", "rondel")
    state = play(state, "rondel gold")
    assert (state.end_reason(), to_position(state)["winner"]) == ("personages", "Persians")
    assert (nation(state, "Persians")["points"], nation(state, "Greeks")["points"]) == (9, 8)
    assert not legal(state)


@both
@rule("A06-005", "A05-005", "A06-006", "A05-006")
def test_once_play_has_begun_nothing_is_random(book: str) -> None:
    for state in wander(first(book, 4), seed=3, steps=150):
        assert state.to_act != CHANCE
        assert state.chance() == ()
        action = Random(7).choice(state.legal())
        assert state.apply(action).key() == state.apply(action).key()
        assert state.redeal(0, Random(1)).key() == state.redeal(2, Random(2)).key() == state.key()


@both
@rule("A06-006", "A05-006")
def test_only_the_draw_of_the_cards_is_random(book: str) -> None:
    chosen = {first(book, 4, seed=seed, choose=1).key() for seed in range(10)}
    assert len(chosen) == 1
    drawn = {first(book, 4, seed=seed).key() for seed in range(10)}
    seats = {tuple(seated(first(book, 4, seed=seed))) for seed in range(10)}
    assert len(drawn) == len(seats) > 1


# ---- cards, chips, pieces --------------------------------------------------------------------------------------------


@both
@rule("A06-010", "A05-010")
def test_thirty_five_personages(book: str) -> None:
    stacks = to_position(at(book))["bank"]["personages"]
    assert stacks == {"king": 9, "scholar": 8, "general": 7, "citizen": 6, "navigator": 5}
    assert sum(stacks.values()) == 35
    for kind, number in stacks.items():
        shared = {"Greeks": {"personages": {kind: number - 2}}, "Persians": {"personages": {kind: 2}}}
        assert to_position(at(book, nations=shared))["bank"]["personages"][kind] == 0
        with pytest.raises(PositionError):
            at(book, nations=shared | {"Arabs": {"personages": {kind: 1}}})


@both
@rule("A06-012", "A05-011")
def test_goods_are_counted_in_units_whatever_the_chips(book: str) -> None:
    state = at(book, turn="Greeks", nations={"Greeks": {"marble": 5, "iron": 0, "gold": 0, "rondel": "iron"}})
    assert stocks(play(state, "rondel arming"), "Greeks")[:3] == (4, 0, 0)
    hoard = at(book, turn="Greeks", nations={"Greeks": {"marble": 5000, "rondel": "gold"}})
    assert stocks(play(hoard, "rondel marble"), "Greeks")[0] == 5001


@both
@rule("A06-013", "A05-012")
def test_thirty_coins_each_worth_a_unit_of_any_resource(book: str) -> None:
    assert to_position(at(book, nations={"Greeks": {"coins": 30}}))["bank"]["coins"] == 0
    with pytest.raises(PositionError):
        at(book, nations={"Greeks": {"coins": 30}, "Arabs": {"coins": 1}})
    one = {"legions": {"Napoca": 1}, "coins": 1}
    for missing in ("marble", "iron", "gold"):
        goods = {"marble": 1, "iron": 1, "gold": 1} | {missing: 0}
        state = at(book, turn="Greeks", phase="founding", nations={"Greeks": {**goods, **one}})
        assert stocks(play(state, "found Napoca"), "Greeks") == (0, 0, 0, 0)


@both
@rule("A06-014", "A05-013")
def test_twenty_temples_for_all_nations_together(book: str) -> None:
    board = load_board("east")
    names = [region.name for region in board.regions]
    greek, arab = names[:12], names[12:21]
    nations: dict[str, Any] = {
        "Greeks": {"cities": greek, "temples": greek, "personages": {"citizen": 4, "king": 2}},
        "Arabs": {"cities": arab, "temples": arab[:8], "personages": {"citizen": 2, "king": 1}},
    }
    assert to_position(at(book, nations=nations))["bank"]["temples"] == 0
    nations["Arabs"]["temples"] = arab[:9]
    with pytest.raises(PositionError):
        at(book, nations=nations)


@both
@rule("A06-015", "A05-014", "A06-016", "A05-015", "A06-017", "A05-016")
def test_pieces_of_six_colours(book: str) -> None:
    game = make(book, 6)
    rules = game.rules
    assert [6 * game.stones, 6 * rules.legions, 6 * rules.galleys] == [150, 102, 102]


@rule("A06-018", "A06-021")
def test_six_markers_a_nation_in_the_revised_edition() -> None:
    single = {"rondel", "points"}
    assert single <= set(nation(at(turn="Greeks"), "Greeks"))
    assert 6 * (len(single) + _columns("antike-2006")) == 36


@rule("A05-017", "A05-019")
def test_five_pawns_a_nation_in_the_first_edition() -> None:
    assert nation(at("antike-2005", turn="Greeks"), "Greeks")["rondel"] is None
    assert 6 * (1 + _columns("antike-2005")) == 30


def _columns(book: str) -> int:
    """Count the columns of the chart: a secondary know-how shares the column of the one it needs."""
    return len({place if field.needs < 0 else field.needs for place, field in enumerate(make(book, 4).rules.knowhows)})


@both
@rule("A06-021", "A05-019")
def test_pieces_per_nation(book: str) -> None:
    game = make(book, 4)
    assert (game.rules.legions, game.rules.galleys, game.rules.stones) == (102 // 6, 102 // 6, 150 // 6)
    assert game.supply == (17, 17)


@both
@rule("A06-019", "A05-018")
def test_the_rule_book_lies_beside_the_game_and_has_no_part_in_it(book: str, capsys: Capture) -> None:
    assert main(["rules", book]) == 0
    printed = capsys.readouterr().out
    assert re.findall(r"^  (\S+) \[", printed, re.MULTILINE) == [clause.id for clause in ledger.clauses(book)]
    refusals = 0
    for state in wander(make(book, 4).new(), seed=19, steps=60):
        pieces = {key for entry in to_position(state)["nations"].values() for key in entry}
        assert pieces <= {*PIECES, "seat", "points", "extra"}
        assert set(to_position(state)["bank"]) == {"coins", "temples", "personages"}
        for action in Random(refusals).sample(range(state.game.num_actions), 20):
            error = state.game.why_not(state, action)
            if error:  # it can be looked up
                refusals += 1
                assert f"\n  {error.rule} [" in printed, error.rule
    assert refusals > 500


@rule("A06-020")
def test_whoever_reads_key_people_finds_the_personages(capsys: Capture) -> None:
    """The one name of the short rules that the rules do not use leads to the cards that are meant."""
    assert main(["rules", "antike-2006", "--find", "key people"]) == 0
    assert re.findall(r"A06-\d+", capsys.readouterr().out) == ["A06-020"]
    rows = (LEDGERS.parent / "glossary.md").read_text(encoding="utf-8").splitlines()
    words = {row.split(" | ")[0].strip("| "): row for row in rows if "key people" in row.casefold()}
    assert list(words) == ["personage"]
    state = at(nations={"Greeks": {"personages": dict.fromkeys(PERSONAGES, 1)}})
    assert nation(state, "Greeks")["points"] == len(PERSONAGES)
    assert all(name in words["personage"] for name in PERSONAGES)


# ---- the board -------------------------------------------------------------------------------------------------------


@both
@rule("A06-007", "A05-007")
def test_same_rules_on_either_side(book: str) -> None:
    assert make(book, 4, west()).rules == make(book, 4, "east").rules
    results = []
    for board in (west(), "east"):
        state = at(book, board=board, turn="Greeks", nations={"Greeks": {"rondel": "temple", "coins": 2}})
        results.append((legal(state), stocks(play(state, "rondel marble 1 coin"), "Greeks")))
    assert results[0] == results[1]
    assert results[0][1] == (3, 1, 3, 1)


@rule("A06-008", "A05-008")
def test_the_east_shows_the_empire_of_alexander() -> None:
    board = load_board("east")
    names = {region.name for region in board.regions}
    assert {"Pella", "Tyros", "Alexandria", "Babylon", "Susa", "Persepolis"} <= names
    assert not names & {"Roma", "Rome", "Carthago", "Tacape"}
    assert not set(board.nations) & {"Romans", "Germanic tribes", "Carthaginians"}


@rule("A06-022", "A05-020")
def test_fifty_provinces() -> None:
    assert len({region.name for region in load_board("east").regions}) == 50


@rule("A05-021")
def test_three_to_six_neighbours() -> None:
    board = load_board("east")
    counts = Counter(len(board.neighbours(place)) for place in range(50))
    assert counts == {3: 6, 4: 12, 5: 4, 6: 28}


@rule("A06-023", "A05-022")
def test_three_types_of_border() -> None:
    board = load_board("east")
    assert Counter(kind for *_, kind in board.borders) == {LAND: 68, SEA: 32, BOTH: 27}
    assert len({(a, b) for a, b, _ in board.borders}) == 127

    def border(a: str, b: str) -> int:
        return board.border(board.index(a), board.index(b))

    assert (border("Pella", "Napoca"), border("Athen", "Knossos"), border("Athen", "Pella")) == (LAND, SEA, BOTH)
    assert border("Athen", "Napoca") == 0


@rule("A06-024", "A05-023")
def test_one_city_site_a_province_with_one_resource() -> None:
    board = load_board("east")
    assert Counter(region.resource for region in board.regions) == {0: 16, 1: 17, 2: 17}
    resources = {region.name: region.resource for region in board.regions}
    assert (resources["Ephesos"], resources["Tyros"], resources["Athen"]) == (0, 1, 2)


@both
@rule("A06-025", "A05-025")
def test_rondel_of_eight_wedges(book: str) -> None:
    wedges = {"iron", "temple", "gold", "maneuver1", "arming", "marble", "know-how", "maneuver2"}
    assert legal(first(book, 4)) == {f"rondel {wedge}" for wedge in wedges}


@both
@rule("A06-026", "A05-026")
def test_progress_chart_of_eight_steps(book: str) -> None:
    basic, secondary = ["wheel", "sailing", "market", "monarchy"], ["roads", "navigation", "currency", "democracy"]
    state = play(at(book, turn="Greeks", nations={"Greeks": {"gold": 68}}), "rondel know-how")
    for name in basic + secondary:
        state = play(state, f"learn {name}")
    assert nation(state, "Greeks")["knowhow"] == basic + secondary
    assert stocks(state, "Greeks")[2] == 0


@rule("A06-027")
def test_score_card_counts_every_personage() -> None:
    cards = {"king": 1, "scholar": 2, "general": 1, "citizen": 1, "navigator": 1}
    state = at(turn="Greeks", nations={"Greeks": {"personages": cards, "gold": 7, "rondel": "marble"}})
    assert [nation(state, name)["points"] for name in ("Greeks", "Persians")] == [6, 0]
    after = play(state, "rondel know-how", "learn wheel")
    assert nation(after, "Greeks")["points"] == 7


@both
@rule("A05-027")
def test_victory_table(book: str) -> None:
    assert {players: make(book, players).target for players in range(2, 7)} == {2: 9, 3: 10, 4: 9, 5: 8, 6: 7}
