"""The rondel: choosing a wedge and paying for the way."""

from __future__ import annotations

from tests.support import at, both, legal, now, play, refused, rule, stocks

RICH = {"marble": 9, "iron": 9, "gold": 9, "coins": 9}


@both
@rule("A06-103", "A06-102", "A05-077")
def test_prices_from_iron(book: str) -> None:
    state = at(book, turn="Greeks", nations={"Greeks": {**RICH, "rondel": "iron"}})
    for wedge, price in (("temple", 0), ("gold", 0), ("maneuver1", 0), ("arming", 1), ("marble", 2), ("know-how", 3)):
        after = play(state, f"rondel {wedge} ...")
        paid = 0 if now(after)[1] != "pay" else min(sum(int(word) for word in text.split()[1::2]) for text in legal(after))
        assert paid == price, wedge


@both
@rule("A06-100", "A05-075", "A06-101", "A05-076")
def test_staying_costs_a_full_round(book: str) -> None:
    poor = at(book, turn="Greeks", nations={"Greeks": {"rondel": "gold", "marble": 4, "iron": 0, "gold": 0, "coins": 0}})
    assert "rondel gold" not in legal(poor)
    assert refused(poor, "rondel gold") == ("cannot_pay", "A05-075" if "2005" in book else "A06-100")
    rich = at(book, turn="Greeks", nations={"Greeks": {"rondel": "gold", "marble": 5, "iron": 0, "gold": 0, "coins": 0}})
    assert stocks(play(rich, "rondel gold"), "Greeks")[:3] == (0, 0, 1)
