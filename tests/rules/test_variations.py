"""Variations: the longer game, twelve personages, the expert and the military form."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.antike.state import State
from rondel.antike.variants import OPTIONS, PRESETS, make_rules
from rondel.errors import SetupError
from rondel.position import to_position
from tests.support import POOR, at, both, legal, make, nation, now, outcome, play, refused, rule, stocks

EIGHT = ["wheel", "sailing", "market", "monarchy", "roads", "navigation", "currency", "democracy"]
NATIONS = ("Greeks", "Persians", "Arabs", "Phoenicians", "Egyptians", "Babylonians")
#: five cities that no other nation ever starts with
FIVE = ["Pella", "Dyrrhachion", "Athen", "Sparta", "Messana"]


def not_made(book: str, players: int, *options: str) -> tuple[str, str]:
    with pytest.raises(SetupError) as error:
        make(book, players, options=dict.fromkeys(options, 1))
    return error.value.code, error.value.rule


# ---- the longer game ---------------------------------------------------------------------------------------


@both
@rule("A06-237", "A05-237")
def test_each_nation_starts_with_one_city_of_its_card(book: str) -> None:
    game = make(book, 4, options={"longer-game": 1})
    state = game.seated(["Greeks", "Persians", "Arabs", "Phoenicians"], "Arabs")
    assert now(state) == ("Arabs", "city")
    assert all(nation(state, name)["cities"] == [] for name in NATIONS[:4])
    assert legal(state) == {"city Saba", "city Adane", "city Moscha"}
    wanted = "A05-237" if book == "antike-2005" else "A06-237"
    assert refused(state, "city Mecca") == ("not_offered", wanted)
    assert refused(state, "city Pella") == ("not_offered", wanted)
    state = play(state, "city Adane")
    assert (now(state), legal(state)) == (("Phoenicians", "city"), {"city Alexandria", "city Tyros", "city Paphos"})
    state = play(state, "city Paphos")
    assert (now(state), legal(state)) == (("Greeks", "city"), {"city Pella", "city Dyrrhachion", "city Athen"})
    state = play(state, "city Pella")
    assert (now(state), legal(state)) == (("Persians", "city"), {"city Artaxata", "city Zadrakarta", "city Susa"})
    state = play(state, "city Susa")
    assert (now(state), to_position(state)["round"]) == (("Arabs", "rondel"), 1)
    cities = {name: nation(state, name)["cities"] for name in NATIONS[:4]}
    assert cities == {"Greeks": ["Pella"], "Persians": ["Susa"], "Arabs": ["Adane"], "Phoenicians": ["Paphos"]}
    assert stocks(state, "Greeks")[:3] == (2, 1, 3)


@both
@rule("A06-237", "A05-237")
def test_the_start_cities_not_chosen_are_open_for_founding(book: str) -> None:
    game = make(book, 4, options={"longer-game": 1})
    state = game.seated(["Greeks", "Persians", "Arabs", "Phoenicians"], "Greeks")
    state = play(state, "city Pella", "city Susa", "city Adane", "city Paphos", "rondel arming", "arm galley Pella")
    assert legal(state, "arm") == set()
    assert now(state) == ("Persians", "rondel")
    for _ in range(3):
        state = play(state, "rondel iron")
    state = play(state, "rondel maneuver2", "move 1 galley Pella Athen")
    while now(state)[1] != "founding":
        state = play(state, "done")
    assert legal(state) == {"done", "found Athen"}


# ---- twelve personages -------------------------------------------------------------------------------------


@both
@rule("A06-238", "A05-238", "A06-R54")
def test_three_players_set_the_target_at_ten_or_twelve_personages(book: str) -> None:
    plain, longer = make(book, 3), make(book, 3, options={"target-12": 1})
    assert (plain.target, longer.target) == (10, 12)
    assert (plain.seats, longer.seats, plain.nations, longer.nations) == (3, 3, 3, 3)
    entry = {**POOR, "cities": FIVE, "personages": {"scholar": 8, "general": 3}}
    after = play(at(book, players=3, turn="Greeks", options=["target-12"], nations={"Greeks": entry}), "rondel gold")
    assert (nation(after, "Greeks")["points"], outcome(after)) == (12, ("Greeks", "personages"))
    entry = {**POOR, "cities": FIVE, "personages": {"scholar": 8, "general": 2}}
    after = play(at(book, players=3, turn="Greeks", options=["target-12"], nations={"Greeks": entry}), "rondel gold")
    assert (nation(after, "Greeks")["points"], outcome(after)) == (11, ("", ""))


@both
@rule("A06-R54")
def test_ten_or_twelve_is_no_number_of_players(book: str) -> None:
    for players in (10, 12):
        assert not_made(book, players) == ("bad_setup", "")
    title = next(option.title for option in OPTIONS[book] if option.id == "target-12")
    assert title == "With three nations, 12 personages win"


# ---- expert ------------------------------------------------------------------------------------------------


def with_eighth(options: Any) -> State:
    """Let the Greeks obtain their eighth know-how, new to the game."""
    others = {"Persians": {"personages": {"scholar": 4}}, "Arabs": {"personages": {"scholar": 3}}}
    mine = {**POOR, "gold": 10, "marble": 2, "knowhow": EIGHT[:7]}
    state = at("antike-2006", players=4, turn="Greeks", phase="know-how", options=options,
               nations={"Greeks": mine, **others})  # fmt: skip
    return play(state, "learn democracy")


def rest_of_turn(state: State) -> State:
    while to_position(state)["turn"] == "Greeks" and "done" in legal(state):
        state = play(state, "done")
    return state


@rule("A06-239")
def test_expert_has_no_extra_personage() -> None:
    normal = rest_of_turn(with_eighth([]))
    assert (nation(normal, "Greeks")["extra"], nation(normal, "Greeks")["points"]) == ("king", 2)
    expert = rest_of_turn(with_eighth(["expert"]))
    assert now(expert) == ("Persians", "rondel")
    assert "extra" not in nation(expert, "Greeks")
    assert nation(expert, "Greeks")["points"] == 1
    assert [make("antike-2006", players, options={"expert": 1}).target for players in (3, 4, 5, 6)] == [10, 9, 8, 7]


# ---- military ----------------------------------------------------------------------------------------------


@rule("A06-240", "A06-242")
def test_military_shows_two_points_for_a_general_and_one_for_any_other() -> None:
    hands = {"Greeks": {"general": 3}, "Persians": {"king": 1, "scholar": 2, "citizen": 3, "navigator": 4},
             "Arabs": {"general": 1, "king": 4}, "Phoenicians": {}}  # fmt: skip
    nations = {name: {"personages": held} for name, held in hands.items()}
    state = at("antike-2006", options=["military"], nations=nations)
    assert [nation(state, name)["points"] for name in hands] == [6, 10, 6, 0]
    usual = at("antike-2006", nations={**nations, "Persians": {"personages": {"king": 1}}})
    assert [nation(usual, name)["points"] for name in hands] == [3, 1, 5, 0]
    rules = make("antike-2006", 4, options={"military": 1}).rules
    assert sum(rules.personages) + (rules.general_points - 1) * rules.personages[2] == 42


@rule("A06-241")
@pytest.mark.parametrize(("players", "target"), [(6, 8), (5, 9), (4, 11), (3, 13)])
def test_military_targets(players: int, target: int) -> None:
    for missing, winner in ((1, ("Greeks", "personages")), (2, ("", ""))):
        held = {"general": 3, "scholar": target - missing - 6}
        entry = {**POOR, "cities": FIVE, "personages": held}
        state = at("antike-2006", players=players, turn="Greeks", options=["military"], nations={"Greeks": entry})
        after = play(state, "rondel arming")
        assert nation(after, "Greeks")["points"] == target - missing + 1
        assert outcome(after) == winner


@rule("A06-240")
def test_military_a_general_can_bring_two_points_at_once() -> None:
    mine = {**POOR, "galleys": {"Tyros": 3}, "personages": {"scholar": 8, "king": 1}}
    nations = {"Greeks": mine, "Persians": {}, "Arabs": {}, "Phoenicians": {"temples": ["Tyros"]}}
    state = at("antike-2006", turn="Greeks", phase="maneuver", options=["military"], nations=nations)
    after = play(state, "conquer Tyros")
    assert (nation(after, "Greeks")["points"], outcome(after)) == (11, ("Greeks", "personages"))


@rule("A06-243")
def test_military_has_no_personage_for_all_eight() -> None:
    after = rest_of_turn(with_eighth(["military"]))
    assert now(after) == ("Persians", "rondel")
    assert "extra" not in nation(after, "Greeks")
    assert nation(after, "Greeks")["points"] == 1


#: six hands of seven points each, all 35 cards
MILITARY_HANDS = [
    {"general": 3, "king": 1}, {"general": 3, "king": 1}, {"general": 1, "king": 5}, {"king": 2, "scholar": 5},
    {"scholar": 3, "citizen": 4}, {"citizen": 2, "navigator": 5},
]  # fmt: skip


@rule("A06-244", "A06-R52")
def test_military_with_all_cards_out_and_six_nations_the_next_temple_wins() -> None:
    assert sum(sum(held.values()) for held in MILITARY_HANDS) == 35
    nations: dict[str, Any] = {
        name: {**POOR, "personages": held} for name, held in zip(NATIONS, MILITARY_HANDS, strict=True)
    }
    nations["Greeks"] |= {"galleys": {"Tyros": 3}}
    nations["Phoenicians"] |= {"temples": ["Tyros"]}
    state = at("antike-2006", turn="Greeks", phase="maneuver", options=["military"], nations=nations)
    assert [nation(state, name)["points"] for name in NATIONS] == [7] * 6
    assert outcome(play(state, "conquer Tyros")) == ("Greeks", "temple")


@rule("A06-244")
def test_military_only_six_nations_can_hold_all_points_without_a_winner() -> None:
    games = {players: make("antike-2006", players, options={"military": 1}) for players in (3, 4, 5, 6)}
    most = {players: players * (game.target - 1) for players, game in games.items()}
    assert most == {3: 36, 4: 40, 5: 40, 6: 42}
    stacks = PRESETS["antike-2006"].personages
    assert 2 * stacks[2] + sum(stacks) - stacks[2] == 42


@rule("A06-R52")
def test_military_with_two_players_is_for_four_nations_only() -> None:
    game = make("antike-2006", 2, options={"military": 1})
    assert (game.nations, game.target) == (4, 11)
    assert not_made("antike-2006", 2, "military", "two-colours")[0] == "bad_option"
    assert make("antike-2006", 2, options={"two-colours": 1}).target == 15


# ---- combinations ------------------------------------------------------------------------------------------


@rule("A06-R53")
@pytest.mark.parametrize("options", [["expert"], ["military"]])
def test_trade_stays_without_the_extra_personage(options: list[str]) -> None:
    state = with_eighth(options)
    assert now(state) == ("Greeks", "know-how")
    assert legal(state, "trade") == {f"trade 2 marble for 1 {good}" for good in ("marble", "iron", "gold")}
    assert stocks(play(state, "trade 2 marble for 1 iron"), "Greeks")[:3] == (0, 1, 0)


@rule("A06-R53")
def test_what_can_be_combined() -> None:
    for players, options in (
        (3, ("longer-game", "expert", "target-12")),
        (3, ("expert", "target-12")),
        (4, ("longer-game", "military")),
        (4, ("longer-game", "expert")),
        (2, ("longer-game", "military")),
        (2, ("two-colours", "expert")),
    ):
        game = make("antike-2006", players, options=dict.fromkeys(options, 1))
        assert game.rules.start_cities == ("one" if "longer-game" in options else game.rules.start_cities)
        assert game.rules.extra_personage is False
    both_named = make_rules("antike-2006", {"expert": 1, "military": 1}, 4)
    assert both_named == make_rules("antike-2006", {"military": 1}, 4)


@both
def test_a_board_can_be_made_for_a_shorter_game(book: str) -> None:
    game = make(book, 3, "aegean-mini")
    assert game.target == game.board.targets[3] < dict(PRESETS[book].targets)[3]
    assert make(book, 3, "aegean-mini", {"target-12": 1}).target == 12
    assert make(book, 3).target == 10


@both
def test_on_a_board_for_two_each_player_leads_one_nation(book: str) -> None:
    game = make(book, 2, "aegean-mini")
    assert (game.nations, game.target) == (2, game.board.targets[2])
    state = game.new(seed=1)
    assert len(to_position(state)["nations"]) == 2
    assert make(book, 2).nations == 4


def test_options_that_know_no_number_of_points_for_two_nations_are_refused_there() -> None:
    with pytest.raises(SetupError, match="do not say how many points win with 2 nations"):
        make("antike-2006", 2, "aegean-mini", {"military": 1})


@rule("A06-R53", "A06-R52")
@pytest.mark.parametrize(
    ("players", "options"),
    [(2, ("longer-game", "two-colours")), (3, ("target-12", "military")), (2, ("military", "two-colours"))],
)
def test_what_cannot_be_combined(players: int, options: tuple[str, str]) -> None:
    for order in (options, options[::-1]):
        assert not_made("antike-2006", players, *order)[0] == "bad_option"
    for option in options:
        make("antike-2006", players, options={option: 1})


def test_the_first_edition_has_neither_expert_nor_military_form() -> None:
    for option in ("expert", "military", "two-colours"):
        assert not_made("antike-2005", 2, option)[0] == "bad_option"


def test_options_that_refine_another_need_it() -> None:
    assert not_made("antike-2006", 2, "double-goods")[0] == "bad_option"
    for players in (3, 4):
        assert not_made("antike-2006", players, "first-chooser")[0] == "bad_option"
        with pytest.raises(SetupError):
            make("antike-2006", players, options={"choose": 1, "first-chooser": players})
        make("antike-2006", players, options={"choose": 1, "first-chooser": players - 1})
