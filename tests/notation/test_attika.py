"""Attika as text: positions, lines, moves, deals, tiles, records; what is hidden; chance in protocol and commands."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rondel import PositionError, RondelError, SetupError
from rondel import record as records
from rondel.attika import redeal as redealing
from rondel.attika import tables
from rondel.attika.engine import AttikaGame
from rondel.attika.phases.drawing import event
from rondel.attika.redeal import redeal
from rondel.attika.rules import KINDS
from rondel.attika.sites import hand_key, hand_of
from rondel.attika.state import State
from rondel.attika.text.deal import deal_text
from rondel.attika.tiles import load_tiles, read_tiles
from rondel.boards.reader import load_board
from rondel.cli.main import main
from rondel.compact import from_line, to_line
from rondel.errors import BoardError, IllegalMove, NotationError
from rondel.game import CHANCE, draw
from rondel.position import from_position, to_position
from rondel.protocol import Session
from rondel.registry import find_book
from rondel.registry import make as make_any
from rondel.simulate import checked_game, choose
from tests.rules.attika.support import RICH, at, city, hand, is_chance, land, legal, make, play, price, refused
from tests.support import rule


def _walk(players: int, seed: int, steps: int = 250) -> list[State]:
    rng, state = Random(seed), make(players).new(seed)
    found = [state]
    while state.legal() and len(found) < steps:
        state = state.apply(choose(state, rng))
        found.append(state)
    return found


# ---- what is hidden --------------------------------------------------------------------------------------------------


@rule("AT-R04")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_does_not_change_with_what_its_seat_cannot_know(players: int) -> None:
    changed = 0
    for state in _walk(players, players)[::7]:
        for seat in range(players):
            view = state.view(seat)
            other = state.copy()
            # a card of another hand against one of the draw pile, and cards between two other hands
            for third in range(players):
                if third != seat and _swap(other, third):
                    changed += 1
            assert other.view(seat) == view
            assert state.view(CHANCE) == state.view(CHANCE)
    assert changed > 20


def _swap(state: State, seat: int) -> bool:
    for one in range(4):
        for two in range(4):
            if one != two and state.hands[4 * seat + one] and state.deck[two]:
                state.hands[4 * seat + one] -= 1
                state.deck[one] += 1
                state.hands[4 * seat + two] += 1
                state.deck[two] -= 1
                return True
    return False


@rule("AT-R04")
def test_a_view_shows_the_own_hand_and_numbers_of_the_others() -> None:
    state = make(3).new(1)
    view = state.view(1)
    assert isinstance(view["cities"]["Sparta"]["hand"], dict)
    assert all(isinstance(view["cities"][name]["hand"], int) for name in ("Athens", "Corinth"))
    assert view["draw pile"] == 45
    assert isinstance(view["discard"], dict)
    assert view["cities"]["Athens"]["piles"] == {"basic": 5, "1": 7, "2": 7, "3": 7}
    # the order of piles and stacks is nowhere: two states that differ in nothing seen are equal
    assert "tiles_left" not in view


def test_a_view_can_be_read_and_hidden_hands_are_dealt() -> None:
    state = make(3).new(1)
    read = from_position(json.loads(json.dumps(state.view(1))))
    read.check()
    assert read.view(1) == state.view(1)
    again = from_position({**state.view(1), "seed": 7})
    assert again.view(1) == state.view(1)
    assert again.key() != read.key()


@rule("AT-R04")
def test_a_redeal_changes_the_hands_of_others_and_the_pile_alone() -> None:
    for state in _walk(3, 5)[40:90:10]:
        hands = _hands(state)
        deals = [redeal(state, 1, Random(seed)) for seed in range(12)]
        for dealt in deals:
            assert _hands(dealt)[1] == hands[1]
            assert list(map(sum, _hands(dealt))) == list(map(sum, hands))
            dealt.check()
        other = 2 if state.turn == 0 else 0  # who is on turn may have shown what he holds
        assert len({_hands(dealt)[other] for dealt in deals}) > 1


def _hands(state: State) -> list[tuple[int, ...]]:
    return [tuple(hand_of(state, seat)) for seat in range(state.game.seats)]


def test_a_redeal_keeps_what_a_player_has_shown_he_can_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"stored": {"Well": 1}, "hand": {"water": 1}}
    state = play(at(own), "build Well ...")
    for seed in range(20):
        dealt = redeal(state, 1, Random(seed))
        assert hand(dealt) == {"water": 1}  # nothing else pays for a well
        dealt.check()
    asked = play(at({**own, "hand": {"water": 2, "hill": 2}}), "build Well ...", "choose cards", "at 0,0", "pay water")
    for seed in range(20):
        assert hand(redeal(asked, 1, Random(seed))).get("water", 0) >= 1
    # no luck: the hand stays as it is
    monkeypatch.setattr(redealing, "_TRIES", 0)
    assert hand(redeal(asked, 1, Random(1))) == {"water": 2, "hill": 2}


# ---- chance ----------------------------------------------------------------------------------------------------------


def test_a_draw_follows_the_probabilities_and_never_falls_short() -> None:
    state = play(at({"stored": {"Well": 1}}), "draw 1")
    shares = dict(state.chance())
    rng = Random(1)
    counts = dict.fromkeys(shares, 0)
    for _ in range(4000):
        counts[draw(state, rng)] += 1
    for action, share in shares.items():
        assert abs(counts[action] / 4000 - share) < 0.03

    class Edge(Random):
        def random(self) -> float:
            return 1.0

    assert draw(state, Edge()) == state.legal()[-1]


def test_cards_come_by_their_number_in_the_draw_pile() -> None:
    state = play(at({"hand": {"water": 15, "forest": 10}}), "cards")
    shares = {state.game.action_text(state, action): share for action, share in state.chance()}
    assert shares == {"card forest": 5 / 35, "card hill": 15 / 35, "card mountain": 15 / 35}


# ---- records ---------------------------------------------------------------------------------------------------------


def test_a_record_keeps_what_was_drawn_and_replays_without_a_generator() -> None:
    state = make(2).new(3)
    record = records.start_record(state, 3)
    records.play(record, ["draw basic"], Random(5))
    text = records.dumps(record)
    assert "1. draw basic ; " in text
    assert "2. reveal " in text
    assert "; chance" in text
    assert records.loads(text).last().key() == record.last().key()


def test_a_payment_laid_by_hand_is_written_with_its_building() -> None:
    state = at({"stored": {"Well": 1, "Mint": 1}, "hand": {"water": 2, "forest": 2, "hill": 2}})
    record = records.start_record(state)
    records.play(record, ["build Well choosing cards at 0,0 laying forest laying hill"])
    assert [text for text, _ in records.moves_of(record)] == [
        "build Well choosing cards at 0,0 laying forest laying hill"
    ]
    assert records.loads(records.dumps(record)).actions == record.actions
    open_end = records.start_record(state)
    records.play(open_end, ["build Well ..."])
    assert records.moves_of(open_end)[-1][0] == "build Well ..."
    paying = records.start_record(state)
    records.play(paying, ["build Well choosing cards at 0,0 laying water ..."])
    assert records.loads(records.dumps(paying)).actions == paying.actions
    records.play(paying, ["paid"])
    assert records.loads(records.dumps(paying)).actions == paying.actions


def test_the_deal_is_written_in_the_header_and_read_back() -> None:
    game = make(4)
    state = game.new(9)
    header = game.header(state)
    assert header["deal"] == deal_text(game, state)
    assert game.opening(header).key() == state.key()
    # a later state has no deal of its own, so its record begins at a position
    later = state.apply(state.legal()[1])
    assert "deal" not in game.header(later)
    assert "position" in records.start_record(later).header
    assert game.opening({"seed": 9}).key() == state.key()
    assert game.opening({"seed": "x"}).key() == game.new(0).key()


DEAL = "T05.0 T19.3 T03.3 T09.3 | Theatre, Stadium, Ship, Silver mine, 1.4.0.0"
DEAL += " | Fortress, Tower, Vineyard, Street, 1.1.2.0"


def test_the_deal_of_the_example_can_be_read() -> None:
    state = make(2).opening({"deal": DEAL, "start": "Sparta"})
    assert (state.turn, hand(state, "Sparta")) == (1, {"water": 1, "forest": 1, "hill": 2})


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("T05.0", "T05.6", "'T05.6' is no tile with its turns"),
        ("T05.0", "T55.0", "is no tile with its turns"),
        ("T05.0 ", "", "4 different tiles"),
        ("T05.0", "T19.1", "4 different tiles"),
        ("Ship", "Boat", "unknown building"),
        ("Ship", "Capital", "one basic and three other"),
        ("Ship, ", "", "one basic and three other"),
        ("Ship", "Theatre", "more buildings of a kind"),
        ("1.4.0.0", "1.4.0", "is no hand"),
        ("1.4.0.0", "1.4.0.x", "is no hand"),
        ("1.4.0.0", "5.0.0.1", "the hands are 4 cards"),
        (" | Fortress", " / Fortress", "tiles and 2 players"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(old: str, new: str, cause: str) -> None:
    with pytest.raises(SetupError) as caught:
        make(2).opening({"deal": DEAL.replace(old, new, 1), "start": "Sparta"})
    assert cause in caught.value.message


def test_more_about_openings_that_cannot_be() -> None:
    game = make(4)
    many = " | ".join(
        [
            "T01.0 T02.0 T03.0 T04.0 T05.0 T06.0 T07.0 T08.0",
            "Theatre, Stadium, Ship, Well, 4.0.0.0",
            "Theatre, Stadium, Ship, Well, 5.0.0.0",
            "Theatre, Stadium, Ship, Well, 6.0.0.0",
            "Theatre, Stadium, Ship, Well, 7.0.0.0",
        ]
    )
    for header, cause in (
        ({"deal": many}, "not so many cards"),
        ({"deal": 5}, "it is a text"),
        ({"start": "Rome"}, "'Rome' is not among"),
        ({"nations": ["Athens"]}, "4 different city-states"),
        ({"nations": ["Rome"] * 4}, "The city-states are"),
        ({"nations": 4}, "The city-states are"),
    ):
        with pytest.raises(SetupError) as caught:
            game.opening(header)
        assert cause in caught.value.message


# ---- positions -------------------------------------------------------------------------------------------------------

BASE: dict[str, Any] = {"game": "attika", "players": 2}
OWN: dict[str, Any] = {"stored": {"Well": 1}, "hand": {"water": 3}}
ALL = {kind.name: kind.count for kind in KINDS}
TILES: list[list[Any]] = [["T01", 0, 0, 0], ["T02", 2, 1, 0], ["T03", -1, 3, 0], ["T04", 1, 4, 0]]


def _with(**more: Any) -> dict[str, Any]:
    return {"cities": {"Athens": {**OWN, **more}}}


BAD: list[tuple[dict[str, Any], str]] = [
    ({"colour": 1}, "'colour' is not a key"),
    ({"cities": []}, "cities must be an object"),
    ({"cities": {"Athens": 5}}, "cities must be an object"),
    ({"cities": {"Rome": {}}}, "'Rome' is no city-state"),
    ({"cities": {"Athens": {"gold": 1}}}, "'gold' is not a key"),
    ({"cities": {"Athens": {}, "Sparta": {}, "Thebes": {}}}, "there are 2 players, not 3"),
    ({"start": "Thebes"}, "start must be one of Athens, Sparta"),
    ({"turn": {}}, "turn must be one of"),
    ({"tiles": 5}, "tiles must be a list of 4 to 22"),
    ({"tiles": TILES[:3]}, "tiles must be a list of 4 to 22"),
    ({"tiles": [*TILES, 5]}, "a tile is its id, q, r"),
    ({"tiles": [*TILES, ["T05", 1, 1, 9]]}, "a tile is its id, q, r"),
    ({"tiles": [*TILES, ["T55", 3, -2, 0]]}, "a tile is its id, q, r"),
    ({"tiles": [*TILES, TILES[0]]}, "a tile lies twice"),
    ({"tiles": [TILES[1], TILES[0], *TILES[2:]]}, "the first 4 tiles lie on"),
    ({"tiles": [*TILES, ["T05", 1, 1, 0]]}, "a tile does not fit on (1, 1)"),
    (_with(stored=5), "stored must be an object"),
    (_with(stored={"Castle": 1}), "unknown name 'Castle'"),
    (_with(stored={"Well": -1}), "Well in stored must be a number"),
    (_with(stored={"Well": 2}), "there are 1 Well, not 2"),
    (_with(stored={"Street": 31}), "Street in stored must be a number"),
    (_with(amphorae=16), "amphorae must be a number from 0 to 15"),
    (_with(buildings=[]), "buildings must be an object"),
    (_with(buildings={"0,0": "Castle"}), "'Castle' is no building"),
    (_with(buildings={"0,0": []}), "[] is no building"),
    (_with(buildings={"zero": "Mint"}), "a building's place must be a place such as 3,-1"),
    (_with(buildings={"9,9": "Mint"}), "9,9 is no free space"),
    ({"cities": {"Athens": {"buildings": {"0,0": "Mint"}}, "Sparta": {"buildings": {"0,0": "Mint"}}}}, "no free space"),
    (_with(piles={"basic": 6}), "5 basic and 24 other buildings"),
    (_with(piles={"basic": 5, "1": 9}), "1 in piles"),
    (_with(hand=61), "hand must be a number from 0 to 60"),
    (_with(hand={"gold": 1}), "unknown name 'gold'"),
    (_with(hand={"water": 16}), "there are 15 cards of each terrain"),
    ({"cities": {"Athens": {"hand": 40}, "Sparta": {"hand": 40}}}, "there are not so many cards"),
    ({"draw pile": 5}, "57 cards are left for the draw pile"),
    ({"draw pile": {"water": 60}}, "57 cards are left"),
    ({"discard": {"water": 16}}, "15 cards of each terrain"),
    ({"amphorae": 3}, "amphorae is 15, not 3"),
    ({"to_act": "Sparta"}, "to_act is 'Athens', not 'Sparta'"),
    ({"shrines": []}, "shrines is"),
    (_with(colonies=4), "colonies of Athens is 0, not 4"),
    (_with(rewarded=["City"]), "rewarded of Athens is [], not"),
    ({"phase": "lunch"}, "phase must be one of turn, site"),
    ({"phase": 5}, "phase must be one of"),
    ({"mode": "fly"}, "mode must be one of draw"),
    ({"phase": "site", "mode": "draw"}, "is never at 'site'"),
    ({"left": -1}, "left must be a number"),
    ({"acted": 2}, "acted must be a number from 0 to 1"),
    ({"left": 2}, "has not begun"),
    ({"mode": "cards", "left": 2}, "after cards no action is left"),
    ({"mode": "build", "due": 2}, "cards are due exactly when"),
    ({"phase": "card", "mode": "build"}, "cards are due exactly"),
    ({"mode": "build", "extend": 1}, "only after a building is drawn"),
    ({"pile": "9"}, "pile must be one of basic"),
    ({"pending": "Castle"}, "pending must be one of"),
    ({"tile": "T01", "phase": "place"}, "lies on the board already"),
    ({"tile": "T99", "phase": "place"}, "tile must be one of"),
    ({"tile": "T09", "phase": "rotate", "site": "0,0"}, "a tile does not fit on 0,0"),
    ({"tile": "T09", "phase": "rotate"}, "site must be a place such as"),
    ({"phase": "pay", "pending": "Well", "site": "9,9"}, "site 9,9 is no free space"),
    ({"phase": "pay", "mode": "build", "pending": "Mill", "site": "0,0"}, "not on the player board"),
    ({"phase": "drawn", "pile": "basic", "pending": "Mint"}, "the pile basic never holds the Mint"),
    ({"phase": "drawn", "pile": "1", "pending": "Capital"}, "the pile 1 never holds the Capital"),
    (
        {"phase": "pay", "mode": "build", "pending": "Well", "site": "-2,4", "paid": {"water": 3}},
        "more cards are laid than the price takes",
    ),
    ({"mode": "build", "left": 2, "acted": 0}, "acted is 1 once something was drawn, built or received"),
    ({"phase": "drawn", "pile": "1", "pending": "Mint", "acted": 0}, "acted is 1 once something"),
    ({"mode": "cards", "acted": 0}, "acted is 1 after cards were taken"),
    ({"end": "flood"}, "end must be one of"),
    ({"winner": "Athens"}, "a winner and a reason"),
    ({"winner": "Rome", "end": "shrines"}, "winner must be one of"),
    ({"phase": "over"}, "nothing can be decided"),
    ({"phase": "site"}, "a building is under way"),
    ({"pending": "Well"}, "a building is under way"),
    ({"phase": "reveal"}, "a pile is drawn from"),
    (
        {
            "phase": "reveal",
            "pile": "1",
            **_with(
                stored={"Well": 1, "Street": 4, "Ship": 3, "Oracle": 1}, piles={"basic": 5, "1": 0, "2": 8, "3": 8}
            ),
        },
        "the pile drawn from is empty",
    ),
    ({"voids": 2}, "a round of void turns"),
    ({"phase": "site", "pending": "Mint", **_with(hand={"water": 9})}, "the building is not on the player board"),
    ({"phase": "drawn", "pile": "1", "pending": "Well", **_with(hand={})}, "there are 1 Well, not 2"),
]


@pytest.mark.parametrize(("change", "cause"), BAD, ids=lambda value: str(value)[:60] if isinstance(value, str) else "")
def test_a_position_that_cannot_be_says_why(change: dict[str, Any], cause: str) -> None:
    with pytest.raises(PositionError) as caught:
        from_position({**BASE, **_with(), **change})
    assert cause in caught.value.message


def test_no_tile_is_drawn_from_an_empty_stack() -> None:
    game = make(4)
    tiles = [[f"T{number:02}", *centre, 0] for number, centre in enumerate(game.start.centres, 1)]
    tiles += [[f"T{number:02}", 7 + 3 * (number - 9), 2, 0] for number in range(9, 23)]
    with pytest.raises(PositionError) as caught:
        from_position({"game": "attika", "players": 4, "tiles": tiles, "phase": "tile"})
    assert "no board tile is left" in caught.value.message


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        ({"phase": "drawn", "pile": "1", "pending": "Mint", "left": 1, **_with()}, {"store"}),
        ({"phase": "reveal", "pile": "basic", "left": 1}, {"reveal Capital", "reveal Quarry"}),
        ({"phase": "card", "mode": "cards", "due": 2}, {"card water"}),
        ({"phase": "tile"}, {"tile T05", "tile T22"}),
        ({"phase": "place", "tile": "T05"}, {"place 3,-2"}),
        ({"phase": "rotate", "tile": "T05", "site": "3,-2"}, {"turn 0", "turn 5"}),
        ({"phase": "site", "pending": "Well", "left": 2}, {"at 0,0", "choose cards"}),
        (
            {"phase": "pay", "mode": "build", "pending": "Well", "site": "-2,4", "paid": {"water": 1}},
            {"paid", "pay water"},
        ),
    ],
)
def test_every_moment_can_be_set_up_and_written_back(position: dict[str, Any], wanted: set[str]) -> None:
    state = from_position({**BASE, **_with(), **position})
    assert wanted <= legal(state)
    assert from_position(to_position(state)).key() == state.key()
    assert from_line(to_line(state)).key() == state.key()


@pytest.mark.parametrize(
    "moment",
    [{"mode": "build", "left": 0}, {"mode": "draw", "left": 0}, {"mode": "cards"}, {"mode": "build", "left": 2}],
)
@rule("AT-R27")
def test_a_turn_in_progress_is_not_void_if_nobody_says_so(moment: dict[str, Any]) -> None:
    """With no card left the rest of the turn brings nothing; yet what was done in it counts."""
    hands = {"Athens": {"hand": 0}, "Sparta": {"hand": {"water": 15, "forest": 15, "hill": 15, "mountain": 15}}}
    state = from_position({"game": "attika", "players": 2, "voids": 1, "cities": hands, **moment})
    assert isinstance(state, State)
    while state.turn == 0 and not state.end:
        state = play(state, "cards")
    assert (state.end, state.turn, state.voids) == (0, 1, 0)


def test_own_tiles_are_written_whole_and_have_no_line() -> None:
    state = at(OWN, symbols={"0,0": "W"})
    position = to_position(state)
    assert isinstance(position["board"], dict)
    assert from_position(position).key() == state.key()
    with pytest.raises(PositionError):
        to_line(state)
    with pytest.raises(SetupError):
        make_any("attika", 2, load_board("east"))
    with pytest.raises(SetupError):
        make_any("attika", 2, "east")


LINE = "attika flowers 2 - turn start=Athens | Athens h=3.0.0.0 s=Well:1 b=0,0:Silver_mine p=4.8.8.8 a=2 | Sparta h=5"


def test_a_line_can_be_short() -> None:
    state = from_line(LINE)
    assert city(state)["buildings"] == {"0,0": "Silver mine"}
    assert sum(hand(state, "Sparta").values()) == 5
    assert from_line(LINE.replace(" - ", " loose ")).game.chosen_options == {"loose": 1}
    assert from_line(LINE.replace(" - ", " loose=1 ")).game.chosen_options["loose"]


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        (" - turn", "", "it begins with game, board"),
        ("flowers 2", "flowers two", "'two' is not a number"),
        ("start=Athens", "start", "'start' has no ="),
        ("start=Athens", "fly=1", "'fly=1' is not understood"),
        ("start=Athens", "left=x", "'x' is not a number"),
        ("3.0.0.0", "3.0.0", "should be four numbers"),
        ("start=Athens", "tiles=T01:0", "should be a tile, its place"),
        ("s=Well:1", "s=Well", "'Well' has no :"),
        ("a=2", "z=2", "the keys are h, s, b, p, a, g"),
        ("| Sparta h=5", "|", "a section is empty"),
        ("Sparta", "Athens", "Athens has two sections"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(old: str, new: str, cause: str) -> None:
    with pytest.raises(PositionError) as caught:
        from_line(LINE.replace(old, new))
    assert cause in caught.value.message


@pytest.mark.parametrize(
    "moment", [{"phase": "card", "mode": "cards", "due": 1}, {"phase": "reveal", "pile": "1"}, {"phase": "tile"}]
)
def test_random_play_draws_what_the_outcomes_say(moment: dict[str, Any]) -> None:
    state = from_position({**BASE, **_with(), **moment})
    assert isinstance(state, State)
    begin = 0.0
    for action, share in state.chance():
        assert event(state, begin + share / 2) == action
        begin += share
    assert event(state, 1.0) == state.options[-1]  # the shares are rounded, so their sum may fall short of one


def test_prices_of_many_hands_are_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_MOST_HANDS", 2)
    game = make_any("attika", 2, {"note": "a game of its own"})
    hands = [hand_key(hand) for hand in ((1, 0, 0, 0), (0, 2, 0, 0), (0, 0, 3, 0), (1, 1, 1, 1))]
    assert isinstance(game, AttikaGame)
    first = [game.payable_rows(0, hand) for hand in hands]
    assert [game.payable_rows(0, hand) for hand in hands] == first
    assert len(game.plans) <= 2
    assert len({*map(id, first)}) > 1


# ---- costs of one's own ----------------------------------------------------------------------------------------------

#: costs of a user's own; one asks for more symbols of a terrain than any of ours
COSTS = {"Well": "FF", "Village": "HWWWW"}


@rule("AT-011")
def test_costs_of_our_own_design_can_be_replaced() -> None:
    own = {"stored": {"Well": 1, "Village": 1, "Mill": 1}, "hand": RICH}
    position = {"game": "attika", "players": 2, "cities": {"Athens": own, "Sparta": {}}}
    state = from_position({**position, "board": land() | {"costs": COSTS}})
    stock = from_position({**position, "board": land()})
    assert isinstance(state, State)
    assert isinstance(stock, State)
    assert price(state, "Well", "0,0") == "2 forest"
    assert price(state, "Village", "0,0") == "4 water 1 hill"
    assert price(state, "Mill", "0,0") == price(stock, "Mill", "0,0")
    assert price(stock, "Well", "0,0") == "1 water"
    seen = {"0,0": "W", "1,0": "W", "0,1": "W", "-1,1": "W", "-1,0": "W"}
    wet = from_position({**position, "board": land(symbols=seen) | {"costs": COSTS}})
    assert isinstance(wet, State)
    assert price(wet, "Village", "0,0") == "1 hill"


def test_costs_of_ones_own_go_into_positions_and_records() -> None:
    game = make_any("attika", 2, {"costs": COSTS})
    state, rng = game.new(3), Random(3)
    record = records.start_record(state, 3)
    for _ in range(120):
        action = choose(state, rng)
        record.actions.append(action)
        state = state.apply(action)
        state.check()
    assert to_position(state)["board"] == {"costs": COSTS}
    assert from_position(to_position(state)).key() == state.key()
    again = list(records.loads(records.dumps(record)).states())
    assert again[0].view(0)["board"] == {"costs": COSTS}
    assert again[-1].key() == state.key()
    ours = make_any("attika", 2, {"costs": {"Village": "FHFW"}})  # in another order
    assert ours.new(3).view(0)["board"] == "flowers"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_with_costs_of_ones_own_keep_every_invariant(players: int) -> None:
    game = make_any("attika", players, {"costs": COSTS})
    for seed in range(2):
        state, _ = checked_game(game, seed, by_turn=True)
        assert state.end_reason()


@pytest.mark.parametrize(
    ("costs", "cause"),
    [
        ([], "costs must be an object"),
        ({"Castle": "W"}, "not for 'Castle'"),
        ({"Tower": "W"}, "not for 'Tower'"),  # that one is printed
        ({"Well": ""}, "one to 7 of the letters WFHM, not ''"),
        ({"Well": "WWWWWWWW"}, "one to 7 of the letters"),
        ({"Well": 1}, "one to 7 of the letters WFHM, not 1"),
        ({"Well": "5"}, "has '5', which is none of WFHM"),
        ({"Well": "Ww"}, "has 'w', which is none of WFHM"),
    ],
)
def test_costs_that_cannot_be_are_refused(costs: Any, cause: str) -> None:
    with pytest.raises(BoardError) as caught:
        make_any("attika", 2, {"costs": costs})
    assert cause in caught.value.message


def test_a_file_of_ones_own_names_the_line_of_a_flaw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "Mine"\n\n[costs]\nWell = "FF"\n', encoding="utf-8")
    assert main(["new", "attika", "--players", "2", "--board", str(path)]) == 0
    (first,) = records.loads(capsys.readouterr().out).states()
    assert first.view(0)["board"] == {"title": "Mine", "costs": {"Well": "FF"}}
    path.write_text('[costs]\nMint = "WHM"\nWell = "FX"\n', encoding="utf-8")
    assert main(["new", "attika", "--board", str(path)]) != 0
    assert "mine.toml, line 3: Board: the cost of the Well has 'X'" in capsys.readouterr().err
    listed = tmp_path / "mine.json"
    listed.write_text("[]", encoding="utf-8")
    assert main(["new", "attika", "--board", str(listed)]) != 0
    assert "it is an object of tiles, layouts and costs" in capsys.readouterr().err
    path.write_text("cost = 1\n", encoding="utf-8")
    assert main(["new", "attika", "--board", str(path)]) != 0
    assert "line 1: Board: 'cost' is not a key" in capsys.readouterr().err


def test_what_is_ours_is_told_until_it_is_replaced() -> None:
    costs = find_book("attika").ours["costs"]
    assert "costs of Well, Cornfield" in costs
    assert "Vintner" in costs
    assert "Tower" not in costs
    whole = {kind.name: "WF" for kind in KINDS if kind.provenance == "ours"}
    words = "own design"
    for board, told in (
        ("", "Symbols and places of the tiles and some costs are"),
        ({"costs": whole}, "Symbols and places of the tiles are"),
        ({"provenance": "printed"}, "Some costs are"),
    ):
        game = make_any("attika", 2, board)
        assert f"{told} this project's {words}." in game.show(game.new(1))
    game = make_any("attika", 2, {"provenance": "printed", "costs": whole})
    assert words not in game.show(game.new(1))


# ---- tiles -----------------------------------------------------------------------------------------------------------


def _tiles(**change: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(load_tiles("flowers").source)), **change}


def test_tiles_that_cannot_be_used_say_why() -> None:
    good = _tiles()
    short = {**good["layouts"], "2": {**good["layouts"]["2"], "shrines": [[-2, 1]]}}
    over = {**good["layouts"], "2": {**good["layouts"]["2"], "shrines": [[-2, 1], [0, 0]]}}
    odd = {**good["layouts"], "2": {**good["layouts"]["2"], "shrines": [[-2, 1], [0, True]]}}
    bad: list[tuple[dict[str, Any], str]] = [
        ({"tiles": 5}, "a list of tiles"),
        ({"layouts": []}, "a list of tiles"),
        ({"tiles": []}, "there are 22 tiles, not 0"),
        ({"tiles": [*good["tiles"][:21], 5]}, "a tile has the id None"),
        ({"tiles": good["tiles"][:21] + good["tiles"][:1]}, "the same id"),
        ({"tiles": [*good["tiles"][:21], {"id": "T22", "hexes": ["X"] * 7}]}, "tile T22 needs seven entries"),
        ({"tiles": [*good["tiles"][:21], {"id": "T22"}]}, "tile T22 needs seven entries"),
        ({"layouts": {}}, "no layout for 2 players"),
        ({"layouts": short}, "2 players have 4 tiles and 2 shrines"),
        ({"layouts": over}, "tiles and shrines overlap"),
        ({"layouts": odd}, "shrines are pairs of numbers"),
    ]
    for change, cause in bad:
        with pytest.raises(BoardError) as caught:
            read_tiles({**good, **change})
        assert cause in caught.value.message
    assert read_tiles(good) == load_tiles("flowers")


def test_options_that_cannot_be_say_why() -> None:
    for options, cause in (({"turbo": 1}, "attika has no option 'turbo'"), ({"loose": 2}, "takes no number")):
        with pytest.raises(SetupError) as caught:
            make_any("attika", 2, "", options)
        assert cause in caught.value.message


def test_the_number_of_players_follows_from_the_city_states_named() -> None:
    assert from_position({"game": "attika", "cities": {"Athens": {}, "Sparta": {}, "Thebes": {}}}).game.seats == 3
    assert from_position({"game": "attika", "cities": {"Athens": {}}}).game.seats == 4


# ---- moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "build well 0,0",
        "build Well at 0,0",
        "build Well on (0, 0)",
        "Build the Well at 0/0",
        "build Well 0,0 with water",
        "build Well 0,0 paying 1 water",
        "build Well 0,0 using water",
        "build Well +0,−0",
    ],
)
def test_ways_to_type_the_same_building(text: str) -> None:
    state = at({"stored": {"Well": 1, "Mint": 1}, "hand": {"water": 3}})
    assert play(state, text).key() == play(state, "build Well 0,0").key()


def test_the_only_space_needs_no_word_and_a_wrong_one_is_refused() -> None:
    own = {"stored": {"Tower": 1}, "buildings": {"0,0": "Fortress"}}
    around = {"1,0": "Well", "0,1": "Mint", "-1,1": "Ship", "-1,0": "Ship", "0,-1": "Ship"}
    state = at(own, {"buildings": around})
    only = play(state, "build Tower")
    assert city(only)["buildings"]["1,-1"] == "Tower"
    assert play(state, "build Tower 1,-1").key() == only.key()
    assert refused(state, "build Tower 2,2")[0] == "cannot_pay"


def test_choosing_cards_in_one_move() -> None:
    own = {"stored": {"Well": 1, "Mint": 1}, "hand": {"water": 2, "forest": 1}}
    state = at(own)
    chosen = play(state, "build Well choosing cards at 0,0 with 2 water")
    assert hand(chosen) == {"forest": 1}
    assert refused(state, "build Well choosing cards at 0,0 with 3 forest") == ("no_card", "AT-042")
    asked = play(state, "build Well ...", "choose cards")
    assert hand(play(asked, "at 0,0 with 1 water 1 forest")) == {"water": 1}
    assert refused(asked, "at 0,0 with 3 water") == ("no_card", "AT-042")
    assert refused(asked, "at 0,0 with 1 water 1 mountain") == ("no_card", "AT-042")
    assert refused(state, "build Well 9,9 with 1 water")[0] == "no_space"
    certain = play(at({"stored": {"Well": 1, "Mint": 1}, "hand": {"water": 2}}, symbols={"0,0": "W"}), "build Well ...")
    certain = play(certain, "choose cards")
    assert refused(certain, "at 0,0 with 1 water") == ("wrong_payment", "AT-R12")  # there it costs nothing
    assert (
        refused(at({"stored": {"Well": 1}, "hand": {"water": 1}}), "build Well choosing cards at 0,0")[0]
        == "not_offered"
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_text"),
        ("x" * 301, "bad_text"),
        ("fly", "unknown_name"),
        ("build Castle", "unknown_name"),
        ("build Well at", "bad_text"),
        ("at", "bad_text"),
        ("place", "bad_text"),
        ("turn 9", "bad_text"),
        ("turn", "bad_text"),
        ("place 3,-2 turn 8", "bad_text"),
        ("amphora", "bad_text"),
        ("amphora fly", "unknown_name"),
        ("cards please", "bad_text"),
        ("draw 9", "unknown_name"),
        ("build V", "ambiguous"),
        ("build Well 0,0 with gold", "unknown_name"),
        ("tile T99", "unknown_name"),
        ("build Well 0,0 0,1", "bad_text"),
        ("at 0,0", "not_now"),
        ("place 0,0", "not_now"),
        ("build Mint", "not_stored"),
        ("pay water", "not_now"),
        ("choose", "not_now"),
        ("store", "not_now"),
    ],
)
def test_a_text_that_is_no_move_says_why(text: str, code: str) -> None:
    state = at({"stored": {"Well": 1}, "hand": {"water": 3}})
    assert refused(state, text)[0] == code
    with pytest.raises(RondelError):
        play(state, text)


def test_one_action_is_read_in_its_own_form_only() -> None:
    state = at({"stored": {"Well": 1, "Mint": 1}, "hand": {"water": 3}})
    for text in ("build Well at 0,0", "build Well ...", "cards now", "at 0,0 0,1"):
        with pytest.raises(NotationError):
            state.game.parse_action(state, text)
    drawn = play(at({"hand": RICH}), "draw 1", "reveal Temple")
    with pytest.raises(NotationError):
        drawn.game.parse_action(drawn, "build Mint at 0,0")
    assert drawn.game.parse_action(drawn, "build Temple at 0,0") in drawn.legal()
    assert refused(drawn, "build Mint 0,0") == ("not_now", "AT-R09")
    assert refused(drawn, "build Temple")[0] == refused(drawn, "build Temple ...")[0] == "bad_text"
    with pytest.raises(IllegalMove):
        drawn.game.parse_action(drawn, "at 999,0")


def test_nothing_is_asked_of_a_game_that_is_over() -> None:
    position = to_position(_walk(2, 1, 3000)[-1])
    state = from_position(position)
    assert from_line(to_line(state)).key() == state.key()
    assert state.game.prompt(state) == ""
    assert state.game.show(state).splitlines()[1].startswith("The game is over: ")
    assert refused(state, "at 0,0") == ("over", "AT-077")
    void = from_line("attika flowers 2 - over start=Athens voids=1 end=void | Athens h=0 | Sparta h=0")
    assert "nobody has won (void)" in void.game.show(void)


def test_the_building_that_wins_earns_nothing_and_that_can_be_written() -> None:
    chain = {"0,1": "Silver mine", "1,1": "Quarry", "1,2": "Harbour", "1,3": "Vineyard", "2,3": "Ship"}
    state = from_position({**BASE, "cities": {"Athens": {"buildings": chain, "stored": {"Mint": 1}, "hand": RICH}}})
    won = play(state, "build Mint -1,1")
    assert won.end_reason() == "shrines"
    assert from_line(to_line(won)).key() == from_position(to_position(won)).key() == won.key()
    with pytest.raises(PositionError):
        from_position({**BASE, **_with(rewarded=5)})


def test_what_cannot_come_is_refused() -> None:
    state = play(at({"stored": {"Well": 1}}), "draw basic")
    assert refused(state, "reveal Well") == ("not_offered", "AT-026")
    assert refused(state, "reveal Temple") == ("not_offered", "AT-026")
    assert refused(state, "cards") == ("not_now", "AT-R07")
    assert refused(state, -1) == ("not_offered", "")


def test_prices_are_written_where_there_are_some() -> None:
    state = at({"stored": {"Well": 1}, "hand": {"water": 3}}, symbols={"0,0": "W"})
    site = play(state, "build Well ...")
    prices = {site.game.action_text(site, action): site.game.price_text(site, action) for action in site.legal()}
    assert (prices["at 0,0"], prices["at 2,2"], prices["choose cards"]) == ("", "1 water", "")


# ---- engine protocol and commands ------------------------------------------------------------------------------------


def _talk(session: Session, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(session.answer(json.dumps(request)))
    return answer


def test_a_client_plays_what_was_drawn() -> None:
    session = Session()
    begun = _talk(session, cmd="new", game="attika", players=2, seed=1)
    assert (begun["to_act"], begun["actor"]) == (1, "Sparta")
    asked = _talk(session, cmd="play", move="draw basic")
    assert (asked["to_act"], asked["actor"], asked["phase"]) == (CHANCE, "chance", "reveal")
    listed = _talk(session, cmd="legal")["legal"]
    assert abs(sum(entry["probability"] for entry in listed) - 1) < 1e-9
    assert _talk(session, cmd="play", move=listed[0]["move"])["to_act"] == 1
    assert not _talk(session, cmd="draw")["ok"]
    _talk(session, cmd="undo")
    drawn = _talk(session, cmd="draw")
    assert drawn["drawn"][0].startswith("reveal ")
    assert _talk(session, cmd="position", seat=0)["position"]["cities"]["Sparta"]["hand"] == 4
    line = _talk(session, cmd="position", seat=0, format="line")["position"]
    assert "Sparta h=4" in line
    assert not _talk(session, cmd="position", seat=9)["ok"]


def test_the_engine_deals_if_asked_to() -> None:
    session = Session()
    _talk(session, cmd="new", game="attika", players=2, seed=1, deal=True)
    answer = _talk(session, cmd="play", move="cards")
    assert len(answer["drawn"]) == 3
    assert answer["to_act"] == 0
    again = _talk(session, cmd="undo")
    # what was drawn went back with the decision before it
    assert (again["ply"], again["to_act"]) == (0, 1)
    record = _talk(session, cmd="record")["record"]
    assert _talk(session, cmd="load", record=record, deal=True, seed=4)["ply"] == 0
    assert not _talk(session, cmd="load", record=record, deal="yes")["ok"]
    # a game that begins at a random event
    position = {"game": "attika", "players": 2, "phase": "card", "mode": "cards", "due": 1}
    assert _talk(session, cmd="load", position=position, deal=True)["drawn"]
    named = _talk(session, cmd="new", game="attika", players=2, nations=["Thebes", "Sparta"], start="Sparta")
    assert named["actor"] == "Sparta"


def test_commands_draw_from_the_seed_of_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my.game"
    assert main(["new", "attika", "--players", "2", "--seed", "1"]) == 0
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["play", str(path), "draw basic"]) == 0
    first = capsys.readouterr().out
    assert main(["play", str(path), "draw basic", "--save"]) == 0
    assert path.read_text(encoding="utf-8") == first
    capsys.readouterr()
    assert main(["undo", str(path)]) == 0
    assert "Taken back: draw basic, reveal" in capsys.readouterr().out
    assert main(["undo", str(path)]) == 2
    assert "The record has 0 moves" in capsys.readouterr().err
    assert main(["play", str(path), "draw basic", "--no-draw"]) == 0
    assert "reveal" not in capsys.readouterr().out
    assert main(["play", str(path), "draw basic", "reveal Capital", "--no-draw", "--save"]) == 0
    assert "; chance" in path.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["show", str(path), "--seat", "0", "--line"]) == 0
    assert "Sparta h=4 " in capsys.readouterr().out
    assert main(["show", str(path), "--seat", "0"]) == 0
    assert "hand 4;" in capsys.readouterr().out
    assert main(["show", str(path), "--seat", "2"]) == 2
    assert "--seat is a number from 0 to 1" in capsys.readouterr().err


def test_other_commands_take_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "attika", "--seats", "thebes,athens", "--players", "2", "--start", "athens"]) == 0
    text = capsys.readouterr().out
    assert '[Nations "Thebes, Athens"]' in text
    assert '[Start "Athens"]' in text
    path = tmp_path / "my.game"
    path.write_text(text, encoding="utf-8")
    assert main(["play", str(path), "draw 1", "--no-draw", "--save"]) == 0
    capsys.readouterr()
    assert main(["legal", str(path)]) == 0
    assert "%)" in capsys.readouterr().out
    assert main(["rules", "attika", "--diff", "antike-2006"]) == 2
    assert "are different games" in capsys.readouterr().err
    assert main(["rules", "attika", "--find", "AT-R19"]) == 0
    assert main(["sim", "attika", "--players", "3", "--games", "2", "--check"]) == 0
    assert main(["soak", "attika", "--games", "2"]) == 0
    assert main(["fuzz", "attika", "--games", "1"]) == 0
    capsys.readouterr()
    assert main(["games", "attika"]) == 0
    assert "attika: Attika (2003), 2 to 4 players" in capsys.readouterr().out
    assert find_book("attika").boards == ("flowers",)


def test_show_says_what_is_our_own_design() -> None:
    state = make(2).new(1)
    assert "this project's own design" in state.game.show(state)
    printed = make_any("attika", 2, {**_tiles(), "provenance": "printed"})
    assert "Some costs are this project's own design" in printed.show(printed.new(1))
    assert is_chance(play(state, "draw 1"))
    assert land(2)["tiles"]
