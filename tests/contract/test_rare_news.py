"""News of what random games seldom come to: answers, cities given up, special units that fall, draws."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from tools.golden import FOLDER

from rondel import record as records
from rondel.antike.state import State
from rondel.antike.text.news import AntikeNews
from rondel.game import News
from rondel.game import State as AnyState
from tests.rules.antike2.fixtures import moving
from tests.rules.antike2.test_battles import CROWD
from tests.rules.attika import support as attika
from tests.rules.attika.test_amphorae import supply_empty
from tests.rules.duellum.small import duel
from tests.rules.duellum.test_fortress import siege
from tests.rules.duellum.test_special_units import led
from tests.rules.test_conquest import empire
from tests.rules.test_personages import eighth
from tests.support import maneuver

#: recorded games that are short and differ in their options
GAMES = (
    "antike-2005-4-round-limit40-choose1-first-chooser2", "antike-2005-4", "antike-2006-2-military1-longer-game1",
    "antike-duellum-2-choose1-first-chooser1-draw-offers1", "antike-duellum-2-special-units1",
)  # fmt: skip
NONE = {"legions": 0, "galleys": 0}


def told(state: AnyState, *moves: str) -> list[News]:
    """Play typed moves; give the news of the last one."""
    news: tuple[News, ...] = ()
    for move in moves:
        for action in state.game.parse(state, move):
            after = state.apply(action)
            news = tuple(state.game.news(state, action, after, 0))
            state = after
    return [entry for entry in news if entry["kind"] != "turn"]


def _entry() -> State:
    nations = {"Greeks": {"galleys": {"Athen": 1}}, "Persians": {"galleys": {"Ephesos": 1}, "legions": {"Napoca": 1}}}
    return maneuver("antike-2006", "Persians", nations)


def test_an_entry_is_answered_in_peace() -> None:
    move = "move 1 galley Ephesos Athen"
    assert {"kind": "peace", "nation": "Greeks", "other": "Persians", "region": "Athen"} in told(
        _entry(), move, "peace"
    )


def test_the_acting_nation_asks_one_of_several() -> None:
    news = told(moving(CROWD, players=4), "move 3 legion Alba Saguntum", "ask Greens")
    assert news == [{"kind": "asked", "nation": "Reds", "other": "Greens", "region": "Saguntum"}]


def test_a_neutral_temple_is_razed() -> None:
    state = moving({"Reds": {"legions": {"Templa": 2}, "galleys": {"Templa": 2}}})
    (razed,) = [entry for entry in told(state, "conquer Templa 2 legion 1 galley") if entry["kind"] == "razed"]
    assert (razed["nation"], razed["region"], razed["legions"], razed["galleys"]) == ("Reds", "Templa", 2, 1)


def test_the_personage_for_all_know_hows_is_marked() -> None:
    others = {"Persians": {"personages": {"scholar": 4, "king": 2}}, "Arabs": {"personages": {"scholar": 3}}}
    (news,) = [entry for entry in told(eighth(others), "take general") if "extra" in entry]
    assert (news["nation"], news["extra"]) == ("Greeks", 1)


def test_cards_that_were_chosen_are_told() -> None:
    site = attika.at({"stored": {"Tower": 1}, "hand": {"water": 2, "hill": 2, "mountain": 2}})
    moves = ("build Tower ...", "choose cards", "at 0,0", "pay hill", "paid")
    (built,) = [entry for entry in told(site, *moves) if entry["kind"] == "built"]
    assert built["hill"] == 2


def test_cards_that_end_a_choice_are_told_without_those_that_stay_in_hand() -> None:
    site = attika.at({"stored": {"Tower": 1, "Well": 1}, "hand": {"forest": 1, "hill": 2, "mountain": 1}})
    (built,) = told(site, "build Tower ...", "choose cards", "at 0,0", "pay hill")
    assert {good: built.get(good, 0) for good in ("forest", "hill", "mountain")} == {
        "forest": 0, "hill": 2, "mountain": 1,
    }  # fmt: skip


def test_a_group_earns_a_card_where_no_amphora_is_left() -> None:
    rewards = [entry["reward"] for entry in told(supply_empty(), "build Mint 1,0") if entry["kind"] == "group"]
    assert rewards == ["card"]


def test_a_city_is_given_up_for_the_twenty_sixth() -> None:
    news = told(empire("antike-2006", 25), "conquer Pella 3 legion", "give-up Babylon")
    assert {"kind": "gave-up", "nation": "Persians", "region": "Babylon", "temple": 1} in news


def test_a_fortress_saves_a_city() -> None:
    state = siege(5, {"fortress": 1}, {"temples": ["Roma"], "ramparts": ["Roma"], "galleys": {"Roma": 1}})
    assert {"kind": "announced", "nation": "Carthaginians"}.items() <= told(state, "declare Roma")[0].items()
    saved = [entry for entry in told(state, "declare Roma", "play fortress") if entry["kind"] == "saved"]
    assert [(entry["nation"], entry["region"]) for entry in saved] == [("Romans", "Roma")]


@pytest.mark.parametrize(("answer", "kind"), [("accept-draw", "draw-accepted"), ("peace", "draw-refused")])
def test_a_draw_is_offered_and_answered(answer: str, kind: str) -> None:
    state = duel(options={"draw-offers": 1})
    assert told(state, "offer-draw") == [{"kind": "draw-offered", "nation": "Romans"}]
    assert {"kind": kind, "nation": "Carthaginians"} in told(state, "offer-draw", answer)


@pytest.mark.parametrize(
    ("turn", "romans", "carthage", "move"),
    [
        ("Romans", {"leader": "Roma", "galleys": {"Roma": 1}}, {"galleys": {"Corsica": 2}}, "move admiral Corsica"),
        ("Carthaginians", {"leader": "Corsica"}, {"galleys": {"Baleares": 2}}, "move 2 galley Baleares Corsica"),
    ],
)
def test_an_admiral_falls(turn: str, romans: dict[str, Any], carthage: dict[str, Any], move: str) -> None:
    news = told(led(turn, romans={"barracks": NONE, **romans}, carthage={"barracks": NONE, **carthage}), move)
    assert {"kind": "fell", "nation": "Romans", "unit": "admiral", "region": "Corsica"} in news


def test_recorded_games_tell_kinds_that_random_play_seldom_meets() -> None:
    kinds: set[str] = set()
    for name in GAMES:
        record = records.loads((FOLDER / "games" / f"{name}.game").read_text(encoding="utf-8"))
        state = record.first()
        for action in record.actions:
            after = state.apply(action)
            kinds |= {str(entry["kind"]) for entry in state.game.news(state, action, after, 0)}
            state = after
    assert kinds <= set(get_args(AntikeNews))
    assert {"chosen", "start", "lost", "over", "robbed", "conquered"} <= kinds
