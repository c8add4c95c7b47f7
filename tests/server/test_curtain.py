"""Several people at one screen: a hand is shown only after its player has drawn the curtain away."""

from __future__ import annotations

from typing import Any

from tests.server.live import Live, Person


def _hands(welcome: dict[str, Any]) -> dict[int, bool]:
    """Say for each seat whether its cards are open."""
    return {city["seat"]: isinstance(city["hand"], dict) for city in welcome["view"]["cities"].values()}


def _screen(lite: Live) -> tuple[Person, str, int]:
    """Make a table of three at one screen; give who made it, the table and the seat that begins."""
    ann = lite.guest("Ann")
    table = ann.table("me", "me", "me", game="attika", curtain=True)["table"]["id"]
    return ann, table, ann.welcome(table)["turn"]["to_act"]


def _tell_tales(person: Person, table: str, rev: int) -> list[dict[str, Any]]:
    """Send every message that might tell of a hand."""
    asked: list[dict[str, Any]] = [
        {"type": "why", "move": "build Capital"}, {"type": "preview", "action": 1}, {"type": "pays", "action": 1},
        {"type": "texts"}, {"type": "hint"}, {"type": "play", "rev": rev, "actions": [1]},
    ]  # fmt: skip
    return [person.message(table, **message) for message in asked]


def test_behind_the_curtain_nothing_tells_of_a_hand(lite: Live) -> None:
    ann, table, seat = _screen(lite)
    welcome = ann.welcome(table)
    assert welcome["table"]["curtain"]
    assert not any(_hands(welcome).values())
    assert not welcome.get("choices")
    assert [answer["code"] for answer in _tell_tales(ann, table, welcome["rev"])] == ["hidden"] * 6
    assert ann.message(table, type="look", place="0,0")["facts"] == []
    assert ann.message(table, type="unveil", seat=(seat + 1) % 3)["code"] == "not_your_turn"


def test_the_curtain_shows_one_hand_and_closes_after_the_turn(lite: Live) -> None:
    ann, table, seat = _screen(lite)
    with ann.sit(table) as page:
        assert not any(_hands(page.until("welcome")).values())
        assert ann.message(table, type="unveil", seat=seat)["type"] == "ack"
        shown = page.until("welcome")
        assert [other for other, is_open in _hands(shown).items() if is_open] == [seat]
        assert shown["choices"]
        assert ann.message(table, type="play", rev=shown["rev"], actions=[1])["type"] == "ack"
        update = page.until("update")
        assert update["turn"]["to_act"] == (seat + 1) % 3
        assert not update.get("choices")
    after = ann.welcome(table)
    assert not any(_hands(after).values())
    drawn = [line for line in after["log"] if line["seat"] == -1]
    assert drawn
    assert not any(line["text"] for line in drawn), "nor does the log tell the cards"


def test_who_plays_all_seats_alone_needs_no_curtain(lite: Live) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me", game="attika")["table"]["id"]
    assert ann.welcome(table)["choices"]
