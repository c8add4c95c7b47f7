"""Typed moves: every verb, tolerant names, payments, groups, and what is said about bad input."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rondel.antike.state import State
from rondel.antike.text.verbs import VERBS
from rondel.errors import IllegalMove, NotationError, RondelError
from rondel.names import Names, count, fault_of_name, fold
from tests.notation import family
from tests.support import at, both, legal, nation, now, play, refused, stocks

POOR = {"marble": 0, "iron": 0, "gold": 0, "coins": 0}
ALL_EIGHT = ["wheel", "sailing", "market", "monarchy", "roads", "navigation", "currency", "democracy"]


def read(state: State, move: str) -> list[str]:
    """Give the canonical texts of the actions a typed move stands for."""
    texts = []
    for action in state.game.parse(state, move):
        texts.append(state.game.action_text(state, action))
        state = state.apply(action)
    return texts


def error_of(state: State, move: str) -> RondelError:
    """Give the refusal of a move."""
    error = state.game.why_not(state, move)
    assert error is not None, f"{move!r} was allowed"
    return error


def greeks(phase: str, entry: dict[str, Any], book: str = "antike-2006", **more: Any) -> State:
    """Give the Greeks the turn with just what is listed."""
    nations = {"Greeks": {**POOR, **entry}, **more.pop("others", {})}
    return at(book, players=4, turn="Greeks", phase=phase, nations=nations, **more)


def fleet() -> State:
    """Set up a maneuver with fresh and used units beside foreign ones."""
    return greeks(
        "maneuver",
        {"legions": {"Pella": 3, "Napoca": 2}, "galleys": {"Athen": 2}, "knowhow": ["wheel", "roads"]},
        used={"legions": {"Pella": [1, 0, 0]}},
        others={"Persians": {"legions": {"Pella": 2}}, "Arabs": {"galleys": {"Athen": 1}}},
    )


# ---- every verb ------------------------------------------------------------------------------------------------------


def substitute() -> State:
    """Give a bank without coins, and a nation that must take a unit instead."""
    coins = {"Greeks": 8, "Persians": 8, "Arabs": 7, "Phoenicians": 7}
    nations = {name: {"coins": number} for name, number in coins.items()}
    return at("antike-2005", phase="substitute", turn="Greeks", asked="Greeks", nations=nations)


def extra() -> State:
    """Give a nation the choice between two equal stacks."""
    others = {"Persians": {"personages": {"scholar": 5}}}
    mine = {"knowhow": ALL_EIGHT, "personages": {"scholar": 3, "king": 2}}
    return greeks("extra", mine, others=others, due={"extra": 1})


def join() -> State:
    """Set up two legions of which one has entered a province where it can be answered."""
    return greeks(
        "join",
        {"legions": {"Napoca": 2, "Pella": 1}, "knowhow": ["wheel"]},
        used={"legions": {"Napoca": [1, 0, 0], "Pella": [1, 0, 0]}},
        others={"Persians": {"legions": {"Pella": 1}}},
        pending="move 1 legion Napoca Pella",
        place="Pella",
    )


def answer() -> State:
    """Set up a nation asked whether it demands a battle."""
    return greeks(
        "answer",
        {"legions": {"Pella": 3}, "galleys": {"Pella": 1}},
        others={"Persians": {"legions": {"Pella": 2}, "galleys": {"Pella": 2}}},
        used={"legions": {"Pella": [1, 0, 0]}},
        asked="Persians",
        to_act="Persians",
        place="Pella",
    )


def lose() -> State:
    """Set up a choice of losses between a fresh and a used legion."""
    return greeks(
        "lose",
        {"legions": {"Pella": 2}, "knowhow": ["wheel"]},
        used={"legions": {"Pella": [1, 0, 0]}},
        pending="fight legion Pella Persians",
        place="Pella",
        losses={"legions": 1},
    )


def give_up() -> State:
    """Set up a conquest by a nation that has no city stone left."""
    sites = (
        "Adulis Ammonion Antiochia Athen Attalia Babylon Berenice Bycantium Charax Corniclanum Cyrene Dioscoridis "
        "Dyrrhachion Ephesos Gerrha Gordion Harmotia Knossos Mecca Melitene Memphis Meroe Messana Napoca Ninive"
    )
    return greeks(
        "give-up",
        {"cities": sites.split(), "legions": {"Susa": 1}},
        pending="conquer Susa 1 legion",
        place="Susa",
    )


def offer() -> State:
    """Set up a turn in which a draw may be offered."""
    return family.duel("rondel", options={"draw-offers": 1})


def settlers() -> State:
    """Set up a founding with the card that makes it cheaper."""
    return family.duel("founding", {"legions": {"Tarraco": 1}, "coins": 2, "cards": {"settlers": 1}})


LONGER = {"longer-game": 1}
#: verb as typed -> the state it is typed in, the move, and the canonical texts it stands for
TYPED: dict[str, tuple[Any, str, list[str]]] = {
    "done": (lambda: greeks("temple", {"marble": 5}), "done", ["done"]),
    "peace": (answer, "peace", ["peace"]),
    "enter": (join, "enter", ["enter"]),
    "take": (substitute, "take iron", ["take iron"]),
    "lose": (lose, "lose used 1", ["lose used 1"]),
    "nation": (lambda: at(phase="nation", options={"choose": 1}), "nation arabs", ["nation Arabs"]),
    "city": (lambda: at(phase="city", options=LONGER), "city Tyros", ["city Tyros"]),
    "give-up": (give_up, "give-up Napoca", ["give-up Napoca"]),
    "giveup": (give_up, "giveup Napoca", ["give-up Napoca"]),
    "rondel": (lambda: greeks("rondel", {"rondel": "iron"}), "rondel gold", ["rondel gold"]),
    "pay": (
        lambda: greeks("pay", {"iron": 1, "coins": 1}, pending="arm legion Pella"),
        "pay 1 iron",
        ["pay 1 iron"],
    ),
    "temple": (lambda: greeks("temple", {"marble": 5}), "temple in Pella", ["temple Pella"]),
    "arm": (lambda: greeks("arming", {"iron": 2}), "arm the galley in Athen", ["arm galley Athen"]),
    "learn": (lambda: greeks("know-how", {"gold": 9}), "learn the wheel", ["learn wheel"]),
    "move": (fleet, "move 2 legions from Napoca to Tomis", ["move 2 legion Napoca Tomis"]),
    "join": (join, "join 1 legion Napoca Pella used 1", ["move 1 legion Napoca Pella used 1"]),
    "fight": (fleet, "fight 1 galley in Athen against Arabs", ["fight 1 galley Athen Arabs"]),
    "conquer": (
        lambda: greeks("conquest", {"legions": {"Susa": 2}, "galleys": {}}),
        "conquer Susa with 1 legion",
        ["conquer Susa 1 legion"],
    ),
    "found": (
        lambda: greeks("founding", {**POOR, "coins": 3, "legions": {"Napoca": 1}}),
        "found Napoca",
        ["found Napoca"],
    ),
    "trade": (
        lambda: greeks("founding", {"gold": 2, "knowhow": ALL_EIGHT}),
        "trade 2 gold for 1 iron",
        ["trade 2 gold for 1 iron"],
    ),
    "offer-draw": (offer, "offer-draw", ["offer-draw"]),
    "offer": (offer, "offer", ["offer-draw"]),
    "accept-draw": (family.agree, "accept-draw", ["accept-draw"]),
    "accept": (family.agree, "accept", ["accept-draw"]),
    "ask": (lambda: family.entry("ask"), "ask the greeks", ["ask Greeks"]),
    "turn-up": (family.turn_up, "turn-up fair wind", ["turn-up fair wind"]),
    "pick": (family.pick, "pick levy", ["pick levy"]),
    "play": (family.fortress, "play fortress", ["play fortress"]),
    "architect": (
        lambda: family.duel("temple", {"marble": 4, "cards": {"architect": 1}}),
        "architect in Roma", ["architect Roma"],
    ),
    "rampart": (lambda: family.duel("temple", {"marble": 1}), "rampart Roma", ["rampart Roma"]),
    "free": (
        lambda: family.duel("arming", {"cards": {"levy": 1}}), "free legion in Roma", ["free legion Roma"],
    ),
    "recruit": (lambda: family.duel("know-how", {"gold": 2}), "recruit galley", ["recruit galley"]),
    "declare": (
        lambda: family.duel("conquest", {"legions": {"Carthago": 1}}), "declare Carthago", ["declare Carthago"],
    ),
    "settlers": (settlers, "settlers in Tarraco gold 2 coins", ["settlers Tarraco gold"]),
    "settle": (settlers, "settle Tarraco gold", ["settlers Tarraco gold"]),
}  # fmt: skip


@pytest.mark.parametrize("verb", TYPED)
def test_every_verb_can_be_typed(verb: str) -> None:
    make, move, texts = TYPED[verb]
    state = make()
    assert read(state, move) == texts
    assert state.game.why_not(state, move) is None
    assert state.game.parse_action(state, texts[0]) == state.game.parse(state, move)[0]
    assert texts[0] in legal(state)


def test_the_table_above_names_every_verb() -> None:
    assert set(TYPED) == {word for words in VERBS.values() for word in words}
    assert [words[0] for words in VERBS.values()].count("rondel") == 1


def test_give_up_may_be_typed_as_two_words() -> None:
    assert read(give_up(), "give up Napoca") == read(give_up(), "GIVE UP napoca") == ["give-up Napoca"]
    state = play(give_up(), "give up Napoca")
    assert "Napoca" not in nation(state, "Greeks")["cities"]
    assert "Susa" in nation(state, "Greeks")["cities"]


@pytest.mark.parametrize(
    "move",
    [
        "MOVE 2 LEGION NAPOCA TOMIS", "move 2 légion Nàpoca Tómis", "mov 2 leg Nap Tom", "m 2 l napoc tomi",
        "move 2 legions, Napoca, Tomis", "move 2 legion Napoca -> Tomis", "move 2 of the legions at Napoca → Tomis",
        "  move   2 legion\tNapoca Tomis ", "move 2 legion from Napoca to Tomis used 0",
    ],
)  # fmt: skip
def test_names_are_tolerant_of_case_accents_abbreviation_and_fillers(move: str) -> None:
    assert read(fleet(), move) == ["move 2 legion Napoca Tomis"]


def test_names_of_two_words_can_be_typed_in_either_way() -> None:
    state = greeks("maneuver", {"galleys": {"Messana": 1}})
    for name in ("Leptis Magna", "leptis magna", "LeptisMagna", "leptis"):
        assert read(state, f"move 1 galley Messana {name}") == ["move 1 galley Messana Leptis Magna"]
    assert error_of(state, "move 1 galley Messana Lep Magna").code == "bad_text"
    back = greeks("maneuver", {"galleys": {"Leptis Magna": 1}})
    assert read(back, "move galley Leptis Magna Messana") == ["move 1 galley Leptis Magna Messana"]


# ---- names -----------------------------------------------------------------------------------------------------------


def test_fold_keeps_letters_and_digits_without_accents() -> None:
    assert fold("Léptis-Magna 2") == "leptismagna2"
    assert fold("STRASSE") == fold("straße") == "strasse"
    assert fold("…—!") == ""


@pytest.mark.parametrize("name", ["Pella", "Leptis Magna", "Ptolemais-in-Phoenicia", "L'Aquila", "St. Paul 2b", "Ωric"])
def test_names_that_can_be_typed(name: str) -> None:
    assert fault_of_name(name) == ""


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        (5, "letters"), ("", "letters"), ("---", "letters"), ("A;B", "only"), ("a,b", "only"), ("x\ny", "only"),
        ("two  blanks", "only"), (" edge", "only"), ("a b c d", "three words"), ("12", "a number"), ("x 1", "a number"),
        ("to", "word of the notation"), ("Used", "word of the notation"), ("a - b", "three words"),
    ],
)  # fmt: skip
def test_names_that_cannot_be_read_back(name: object, cause: str) -> None:
    assert cause in fault_of_name(name)


def test_nouns_take_a_plural() -> None:
    assert (count(0, "unit"), count(1, "unit"), count(2, "unit")) == ("0 units", "1 unit", "2 units")


def test_names_find_exact_before_prefix_and_list_candidates() -> None:
    names = Names("thing", ["Ab", "Abc", "Xy"], {"Alias": 2})
    assert names.find("ab") == 0
    assert names.find("ABC") == 1
    assert names.find("x") == 2
    assert names.find("al") == 2
    with pytest.raises(NotationError) as caught:
        names.find("a")
    assert caught.value.code == "ambiguous"
    assert caught.value.message == "'a' could be Ab, Abc, Xy."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q", "There is no thing 'q'; try Ab, Abc, Xy."),
        ("Xyz!", "There is no thing 'Xyz!'; did you mean Xy?"),
        ("Abx", "There is no thing 'Abx'; did you mean Ab or Abc?"),
    ],
)
def test_an_unknown_name_is_answered_with_some_that_exist(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Names("thing", ["Ab", "Abc", "Xy"]).find(text)
    assert (caught.value.code, caught.value.message) == ("unknown_name", message)


@pytest.mark.parametrize("text", ["", " ", "!", "…—"])
def test_a_name_without_letters_is_missing(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Names("thing", ["Ab", "Abc", "Xy"]).find(text)
    assert (caught.value.code, caught.value.message) == ("bad_text", "A thing is missing.")


def test_of_many_names_twenty_are_shown() -> None:
    shown = "There is no letter 'z'; try a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t"
    for letters, ending in (("abcdefghijklmnopqrst", "."), ("abcdefghijklmnopqrstu", ", …")):
        with pytest.raises(NotationError) as caught:
            Names("letter", list(letters)).find("z")
        assert (caught.value.code, caught.value.message) == ("unknown_name", f"{shown}{ending}")


def test_a_name_that_is_nearly_right_is_answered_with_the_right_one() -> None:
    error = error_of(greeks("temple", {"marble": 5}), "temple Athens")
    assert (error.code, error.message) == (
        "unknown_name",
        "There is no province 'Athens'; did you mean Athen or Theben?",
    )
    aliased = Names("good", ["coin", "gold"], {"coins": 0})
    with pytest.raises(NotationError) as caught:
        aliased.find("coinz")
    assert caught.value.message == "There is no good 'coinz'; did you mean coin?"


def test_take_reads_the_longest_name_of_up_to_three_words() -> None:
    names = Names("place", ["New", "New York", "New York City"])
    assert names.take(["New", "York", "City", "now"]) == (2, ["now"])
    assert names.take(["new", "york", "now"]) == (1, ["now"])
    assert names.take(["new", "now"]) == (0, ["now"])
    assert names.take(["new", "...", "york"]) == (0, ["...", "york"])
    with pytest.raises(NotationError) as caught:
        names.take([])
    assert (caught.value.code, caught.value.message) == ("bad_text", "A place is missing at the end.")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_with_a_code(text: str) -> None:
    state = fleet()
    key = state.key()
    error = state.game.why_not(state, text)
    assert error is None or error.code
    assert state.key() == key


# ---- the rondel ------------------------------------------------------------------------------------------------------


def test_an_unnumbered_maneuver_is_the_next_one_clockwise() -> None:
    assert read(greeks("rondel", {"rondel": "iron"}), "rondel maneuver") == ["rondel maneuver1"]
    assert read(greeks("rondel", {"rondel": "arming"}), "rondel man") == ["rondel maneuver2"]
    near = greeks("rondel", {"rondel": "maneuver1", "gold": 3})
    assert read(near, "rondel maneuver")[0] == "rondel maneuver2"


def test_on_a_first_turn_the_maneuver_must_be_named() -> None:
    error = error_of(greeks("rondel", {}), "rondel maneuver")
    assert (error.code, error.message) == ("ambiguous", "'maneuver' could be maneuver1, maneuver2.")


def test_a_prefix_of_different_wedges_stays_ambiguous() -> None:
    error = error_of(greeks("rondel", {"rondel": "iron"}), "rondel ma")
    assert (error.code, error.message) == ("ambiguous", "'ma' could be maneuver1, marble, maneuver2.")


def test_a_wedge_that_does_not_exist() -> None:
    assert error_of(greeks("rondel", {}), "rondel war").code == "unknown_name"


@pytest.mark.parametrize("text", ["know-how", "knowhow", "know how", "know", "KNOW-HOW"])
def test_the_know_how_wedge_has_many_spellings(text: str) -> None:
    assert read(greeks("rondel", {"rondel": "arming"}), f"rondel {text}") == ["rondel know-how"]


# ---- payments --------------------------------------------------------------------------------------------------------


def test_resources_go_before_coins_by_default() -> None:
    state = play(greeks("temple", {"marble": 4, "coins": 5}), "temple Pella")
    assert stocks(state, "Greeks") == (0, 0, 0, 4)
    state = play(greeks("founding", {"marble": 1, "gold": 1, "coins": 3, "legions": {"Napoca": 1}}), "found Napoca")
    assert stocks(state, "Greeks")[:3] == (0, 0, 0)
    assert read(greeks("arming", {"iron": 1, "coins": 1}), "arm legion Pella") == ["arm legion Pella", "pay 1 iron"]


def test_the_rondel_takes_evenly_from_what_there_is_most_of() -> None:
    rich = greeks("rondel", {"rondel": "iron", "marble": 1, "iron": 1, "gold": 9, "coins": 9})
    assert read(rich, "rondel marble") == ["rondel marble", "pay 2 gold"]
    most = greeks("rondel", {"rondel": "maneuver1", "marble": 2, "iron": 3, "gold": 9})
    assert read(most, "rondel maneuver2") == ["rondel maneuver2", "pay 1 gold"]
    even = greeks("rondel", {"rondel": "iron", "marble": 3, "iron": 3, "gold": 0, "coins": 9})
    assert read(even, "rondel marble") == ["rondel marble", "pay 1 marble 1 iron"]


@pytest.mark.parametrize(
    ("move", "payment"),
    [
        ("temple Pella 5 marble", "pay 5 marble"), ("temple Pella 3 marble 2 coins", "pay 3 marble 2 coin"),
        ("temple Pella 2 coin", "pay 3 marble 2 coin"), ("temple Pella with 4 marble", "pay 4 marble 1 coin"),
        ("temple Pella 5 coin", "pay 5 coin"), ("temple Pella coin", "pay 4 marble 1 coin"),
        ("temple Pella 2 marble and 1 marble 2 coins", "pay 3 marble 2 coin"), ("temple Pella", "pay 5 marble"),
        ("temple Pella 0 coin", "pay 5 marble"),
    ],
)  # fmt: skip
def test_a_payment_may_be_stated_in_full_in_part_or_not_at_all(move: str, payment: str) -> None:
    assert read(greeks("temple", {"marble": 9, "coins": 9}), move) == ["temple Pella", payment]


def test_a_payment_left_open_is_asked_for() -> None:
    state = play(greeks("temple", {"marble": 5, "coins": 5}), "temple Pella ...")
    assert now(state) == ("Greeks", "pay")
    state = play(state, "pay 1 marble 4 coin")
    assert stocks(state, "Greeks") == (4, 0, 0, 1)


def test_a_payment_without_choice_is_not_an_action_of_its_own() -> None:
    for move in ("arm legion Pella", "arm legion Pella 1 iron", "arm legion Pella ..."):
        state = greeks("arming", {"iron": 3})
        assert read(state, move) == ["arm legion Pella"]
        assert stocks(play(state, move), "Greeks") == (0, 2, 0, 0)


def test_the_price_of_a_know_how_is_the_one_of_the_moment() -> None:
    first = greeks("know-how", {"gold": 9, "coins": 9})
    assert read(first, "learn wheel 2 coin") == ["learn wheel", "pay 5 gold 2 coin"]
    later = greeks("know-how", {"gold": 9, "coins": 9}, others={"Persians": {"knowhow": ["wheel"]}})
    assert read(later, "learn wheel 2 coin") == ["learn wheel", "pay 1 gold 2 coin"]


@pytest.mark.parametrize(
    ("move", "code", "message"),
    [
        ("temple Pella 6 marble", "wrong_payment",
         "That cannot be paid with 6 marble; possible: 5 marble; 4 marble 1 coin; 3 marble 2 coin; 2 marble 3 coin; "
         "1 marble 4 coin; 5 coin."),
        ("temple Pella 1 gold", "wrong_payment",
         "That cannot be paid with 1 gold; possible: 5 marble; 4 marble 1 coin; 3 marble 2 coin; 2 marble 3 coin; "
         "1 marble 4 coin; 5 coin."),
        ("temple Pella 1 marble ... 1 coin", "bad_text", "'... 1 coin' is not a payment."),
        ("temple Pella for 5 marble", "bad_text", "'for 5 marble' is not a payment."),
        ("temple Pella 3 bricks", "unknown_name", "There is no good 'bricks'; try marble, iron, gold, coin."),
        ("temple Pella 3", "bad_text", "A good is missing at the end."),
        ("pay 9 gold 9 iron", "bad_text", "No price is ever paid with 9 iron 9 gold."),
        ("pay", "bad_text", "No price is ever paid with nothing."),
    ],
)  # fmt: skip
def test_a_wrong_payment_is_named(move: str, code: str, message: str) -> None:
    error = error_of(greeks("temple", {"marble": 9, "coins": 9}), move)
    assert (error.code, error.message) == (code, message)


def test_a_payment_that_fits_several_mixes_is_ambiguous() -> None:
    state = greeks("rondel", {"rondel": "iron", "marble": 2, "iron": 2, "gold": 2})
    error = error_of(state, "rondel know-how 1 gold")
    assert error.code == "ambiguous"
    assert error.message == "Name the whole payment, for instance: 2 iron 1 gold; 1 marble 1 iron 1 gold; " + (
        "2 marble 1 gold."
    )


def test_nothing_is_paid_for_a_free_move() -> None:
    state = greeks("rondel", {"rondel": "iron", "gold": 2})
    error = error_of(state, "rondel temple 1 gold")
    assert (error.code, error.message, error.rule) == ("wrong_payment", "That costs nothing.", "A06-R11")
    assert read(state, "rondel temple") == ["rondel temple"]


def test_a_purchase_that_is_not_open_is_refused_for_its_own_reason() -> None:
    state = greeks("temple", {"marble": 5})
    assert refused(state, "temple Susa 5 marble") == ("not_owned", "A06-R20")
    assert refused(state, "arm legion Pella 1 iron") == ("not_now", "A06-129")


PLENTY = {"marble": 20, "iron": 20, "gold": 20, "coins": 9}


def prices(state: State) -> dict[str, str]:
    """Give the price of every legal action."""
    return {state.game.action_text(state, action): state.game.price_text(state, action) for action in state.legal()}


@both
def test_a_wedge_costs_units_from_the_fourth_on(book: str) -> None:
    assert prices(greeks("rondel", {**PLENTY, "rondel": "iron"}, book)) == {
        "rondel temple": "", "rondel gold": "", "rondel maneuver1": "", "rondel arming": "1 unit",
        "rondel marble": "2 units", "rondel know-how": "3 units", "rondel maneuver2": "4 units",
        "rondel iron": "5 units",
    }  # fmt: skip
    first = prices(greeks("rondel", PLENTY, book))
    assert len(first) == 8
    assert set(first.values()) == {""}


@both
def test_a_purchase_is_priced_in_goods(book: str) -> None:
    cities = ("Athen", "Dyrrhachion", "Pella")
    temples = {f"temple {name}": "5 marble" for name in cities}
    units = {f"arm {unit} {name}": "1 iron" for unit in ("legion", "galley") for name in cities}
    assert prices(greeks("temple", PLENTY, book)) == {"done": "", **temples}
    assert prices(greeks("arming", PLENTY, book)) == {"done": "", **units}
    found = {"done": "", "found Napoca": "1 marble 1 iron 1 gold"}
    assert prices(greeks("founding", {**PLENTY, "legions": {"Napoca": 1}}, book)) == found
    coins = {"coins": 3, "legions": {"Napoca": 1}}
    assert prices(greeks("founding", coins, book)) == found


@both
def test_a_know_how_is_cheaper_when_another_nation_has_it(book: str) -> None:
    state = greeks(
        "know-how",
        {**PLENTY, "knowhow": ["wheel", "sailing"]},
        book,
        others={"Persians": {"knowhow": ["wheel", "roads", "market"]}},
    )
    assert prices(state) == {
        "done": "", "learn market": "3 gold", "learn monarchy": "7 gold", "learn roads": "5 gold",
        "learn navigation": "10 gold",
    }  # fmt: skip


@pytest.mark.parametrize(
    "moment",
    [
        fleet, answer, join, lose, give_up, substitute, extra,
        lambda: greeks("pay", {"iron": 1, "coins": 1}, pending="arm legion Pella"),
        lambda: greeks("founding", {"gold": 4, "knowhow": ALL_EIGHT}),
        lambda: greeks("conquest", {"legions": {"Susa": 2}}),
        lambda: at(phase="nation", options={"choose": 1}), lambda: at(phase="city", options=LONGER),
    ],
)  # fmt: skip
def test_everything_else_has_no_price(moment: Any) -> None:
    found = prices(moment())
    assert found
    assert set(found.values()) == {""}


# ---- units -----------------------------------------------------------------------------------------------------------


def test_fresh_units_move_unless_used_ones_are_named() -> None:
    state = fleet()
    assert read(state, "move 2 legion Pella Tomis") == ["move 2 legion Pella Tomis"]
    assert read(state, "move legion Pella Tomis used 1") == ["move 1 legion Pella Tomis used 1"]
    error = error_of(state, "move 2 legion Pella Tomis used 1")
    assert error.code == "no_unit"
    assert error.message == (
        "You cannot move 2 legions that have used 1 action from Pella: "
        "you have 2 that have not moved and 1 that has used 1 action there."
    )
    error = error_of(state, "move 3 legion Pella Tomis used 0")
    assert (error.code, error.message) == (
        "no_unit",
        "You cannot move 3 legions that have not moved from Pella: "
        "you have 2 that have not moved and 1 that has used 1 action there.",
    )
    assert (
        error_of(state, "move 1 legion Susa Babylon").message
        == "You cannot move 1 legion from Susa: you have none there."
    )


def test_the_only_units_that_suffice_are_taken() -> None:
    state = greeks(
        "maneuver",
        {"legions": {"Pella": 3}, "knowhow": ["wheel", "roads"]},
        used={"legions": {"Pella": [2, 0, 0]}},
    )
    assert read(state, "move 2 legion Pella Tomis") == ["move 2 legion Pella Tomis used 1"]
    assert read(state, "move 1 legion Pella Tomis") == ["move 1 legion Pella Tomis"]


def test_units_are_set_up_one_at_a_time() -> None:
    state = greeks("arming", {"iron": 3})
    assert read(state, "arm 1 legion Athen") == read(state, "arm legion Athen") == ["arm legion Athen"]
    for move in ("arm 2 legion Athen", "arm 0 legion Athen", "arm 2 legions in Athen 2 iron"):
        error = error_of(state, move)
        assert (error.code, error.message) == (
            "bad_text",
            "Units are set up one at a time; repeat `arm` for each.",
        )


@pytest.mark.parametrize(
    ("moment", "move", "message"),
    [
        (lambda: greeks("rondel", {}), "temple Pella", "Not now: the Greeks must move on the rondel first."),
        (lambda: greeks("temple", {"marble": 5}), "rondel gold",
         "Not now: the Greeks must build temples or say `done` first."),
        (lambda: greeks("pay", {"iron": 1, "coins": 1}, pending="arm legion Pella"), "done",
         "Not now: the Greeks must choose how to pay first."),
        (answer, "done", "Not now: the Persians must demand a battle or keep the peace first."),
    ],
)  # fmt: skip
def test_a_move_at_the_wrong_moment_is_told_what_it_is_time_for(moment: Any, move: str, message: str) -> None:
    error = error_of(moment(), move)
    assert (error.code, error.message) == ("not_now", message)


def test_used_units_of_two_sorts_must_be_told_apart() -> None:
    state = greeks(
        "maneuver",
        {"legions": {"Pella": 2}, "knowhow": ["wheel", "roads"]},
        used={"legions": {"Pella": [1, 1, 0]}},
    )
    error = error_of(state, "move 1 legion Pella Tomis")
    assert (error.code, error.message) == (
        "ambiguous",
        "Say which units move: end the move with `used 1` or `used 2`.",
    )
    assert read(state, "move 1 legion Pella Tomis used 2") == ["move 1 legion Pella Tomis used 2"]
    only_last = greeks(
        "maneuver",
        {"legions": {"Pella": 1}, "knowhow": ["wheel", "roads"]},
        used={"legions": {"Pella": [0, 1, 0]}},
    )
    assert read(only_last, "move 1 legion Pella Tomis") == ["move 1 legion Pella Tomis used 2"]


def test_several_pairs_are_fought_in_one_move() -> None:
    state = greeks(
        "maneuver",
        {"legions": {"Pella": 3}, "knowhow": ["wheel"]},
        used={"legions": {"Pella": [1, 0, 0]}},
        others={"Persians": {"legions": {"Pella": 3}}},
    )
    fight = "fight 1 legion Pella Persians"
    assert read(state, "fight legion Pella Persians") == [fight]
    assert read(state, "fight 1 legion Pella Persians") == [fight]
    assert read(state, "fight 2 legion Pella") == [fight, "lose used 1", fight]
    after = play(state, "fight 2 legion Pella")
    assert nation(after, "Greeks")["legions"] == {"Pella": 1}
    assert nation(after, "Persians")["legions"] == {"Pella": 1}
    assert refused(state, "fight 4 legion Pella Persians") == ("battle_size", "A06-R31")
    assert error_of(state, "fight 4 legion Pella Persians").message == "Only 3 pairs can fight in Pella now, not 4."
    older = greeks(
        "maneuver", {"legions": {"Pella": 3}}, others={"Persians": {"legions": {"Pella": 3}}}, book="antike-2005"
    )
    wanted = "A battle in Pella removes 3 pairs at once, not 2."
    assert error_of(older, "fight 2 legion Pella Persians").message == wanted


def test_an_answer_may_leave_out_place_and_nation() -> None:
    state = answer()
    for move in ("fight legion", "fight 1 legion", "fight legion Pella", "fight legion Pella Greeks"):
        assert read(state, move)[0] == "fight 1 legion Pella Greeks"
    assert read(state, "fight galley") == ["fight 1 galley Pella Greeks"]


def test_the_nation_to_fight_must_be_named_where_there_are_several_or_none() -> None:
    others = {"Persians": {"legions": {"Pella": 1}}, "Arabs": {"legions": {"Pella": 1}}}
    state = greeks("maneuver", {"legions": {"Pella": 3}}, others=others)
    error = error_of(state, "fight legion Pella")
    assert (error.code, error.message) == ("ambiguous", "Name the nation to fight in Pella.")
    assert error_of(state, "fight legion Tomis").code == "ambiguous"
    assert read(state, "fight legion Pella Arabs") == ["fight 1 legion Pella Arabs"]
    error = error_of(state, "fight legion Pella Egyptians")
    assert (error.code, error.message) == ("unknown_name", "Egyptians do not take part.")


def test_losses_of_a_conquest_are_legions_first_unless_stated() -> None:
    entry = {"legions": {"Tyros": 2}, "galleys": {"Tyros": 2}}
    state = greeks("conquest", entry, others={"Phoenicians": {"temples": ["Tyros"]}})
    assert read(state, "conquer Tyros") == ["conquer Tyros 2 legion 1 galley"]
    assert read(state, "conquer Tyros 1 legion 2 galleys") == ["conquer Tyros 1 legion 2 galley"]
    assert read(state, "conquer Tyros 2 galley, legion") == ["conquer Tyros 1 legion 2 galley"]
    after = play(state, "conquer Tyros 1 legion 2 galley")
    assert nation(after, "Greeks")["legions"] == {"Tyros": 1}
    assert nation(after, "Greeks")["galleys"] == {}
    for move in ("conquer Tyros 1 legion", "conquer Tyros 2 legion 2 galley"):
        assert refused(state, move) == ("wrong_losses", "A06-194")
    assert refused(state, "conquer Tyros 3 galley") == ("wrong_losses", "A06-194")
    assert refused(state, "conquer Pella") == ("no_city", "A06-187")
    assert refused(state, "conquer Napoca 2 legion") == ("no_city", "A06-187")
    assert error_of(state, "conquer Napoca 18 legion").code == "bad_text"
    assert error_of(state, "conquer Napoca 18 legion").message == "No nation has 18 legions."


# ---- trade -----------------------------------------------------------------------------------------------------------


def test_several_trades_can_be_typed_at_once() -> None:
    state = greeks("founding", {"gold": 4, "marble": 1, "iron": 1, "knowhow": ALL_EIGHT})
    assert read(state, "trade 4 gold for 2 iron") == ["trade 2 gold for 1 iron"] * 2
    assert read(state, "trade 1 marble 1 iron for 1 gold") == ["trade 1 marble 1 iron for 1 gold"]
    assert read(state, "trade marble gold for iron") == ["trade 1 marble 1 gold for 1 iron"]
    assert stocks(play(state, "trade 4 gold for 1 marble 1 iron"), "Greeks") == (2, 2, 0, 0)
    older = greeks("founding", {"gold": 4, "knowhow": ALL_EIGHT}, book="antike-2005")
    assert read(older, "trade 3 gold for 2 iron 1 marble") == [
        "trade 1 gold for 1 marble", "trade 1 gold for 1 iron", "trade 1 gold for 1 iron",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("move", "code", "rule"),
    [
        ("trade 2 gold", "bad_text", ""), ("trade 2 gold iron", "bad_text", ""), ("trade", "bad_text", ""),
        ("trade for", "no_trade", "A06-R23"), ("trade 2 gold for", "no_trade", "A06-R23"),
        ("trade 2 gold for 1 coin", "no_trade", "A06-R23"), ("trade 2 coin for 1 gold", "no_trade", "A06-R23"),
        ("trade 3 gold for 1 iron", "no_trade", "A06-R23"), ("trade 2 gold for 2 iron", "no_trade", "A06-R23"),
        ("trade 122 gold for 61 iron", "no_trade", "A06-R23"), ("trade 2 gold for 1 iron now", "unknown_name", ""),
        ("trade 2 marble for 1 iron", "cannot_pay", "A06-153"), ("trade 6 gold for 3 iron", "cannot_pay", "A06-153"),
    ],
)  # fmt: skip
def test_a_trade_that_cannot_be(move: str, code: str, rule: str) -> None:
    state = greeks("founding", {"gold": 4, "knowhow": ALL_EIGHT})
    assert refused(state, move) == (code, rule)


def test_trades_typed_at_once_are_refused_as_one() -> None:
    state = greeks("founding", {"gold": 5, "knowhow": ALL_EIGHT})
    assert error_of(state, "trade 6 gold for 3 iron").message == "That trade takes 6 gold; you have 5 gold."
    refill = at(
        "antike-duellum", turn="Romans", phase="founding",
        nations={"Romans": {"marble": 3, "gold": 2, "knowhow": ["commercium"]}},
    )  # fmt: skip
    assert stocks(play(refill, "trade 3 marble 3 gold for 4 gold"), "Romans")[2] == 3


def test_a_kind_is_not_traded_for_itself() -> None:
    state = greeks("founding", {"gold": 4, "knowhow": ALL_EIGHT}, book="antike-2005")
    error = error_of(state, "trade 1 gold for 1 gold")
    assert (error.code, error.message) == ("no_trade", "A kind cannot be traded for itself.")


# ---- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "code", "message"),
    [
        ("", "bad_text", "The move is empty; `legal` lists what can be played."),
        (" \t", "bad_text", "The move is empty; `legal` lists what can be played."),
        (",,", "bad_text", "The move is empty; `legal` lists what can be played."),
        ("m" * 201, "bad_text", "A move is at most 200 characters long."),
        ("m" * 200, "unknown_name", None),
        ("fly", "unknown_name", None), ("give", "bad_text", "A province is missing at the end."),
        ("l", "ambiguous", "'l' could be lose, learn."), ("...", "bad_text", "A verb is missing."),
        ("\x00", "bad_text", "A verb is missing."),
        ("done now", "bad_text", "'now' at the end of 'done now' is not understood."),
        ("enter", "not_now", "Not now: the Greeks must move, fight and conquer or say `done` first."),
        ("peace", "not_now", None), ("lose used 0", "not_now", None),
        ("lose", "bad_text", "Write `lose used N`, N being the actions the lost unit has used."),
        ("lose used 4", "bad_text", "Write `lose used N`, N being the actions the lost unit has used."),
        ("lose 3", "not_now", None), ("lose x", "bad_text", None),
        ("take", "bad_text", None),
        ("take iron", "not_now", None), ("take king", "not_now", None), ("take queen", "unknown_name", None),
        ("nation", "bad_text", "A nation is missing at the end."), ("nation Greeks", "not_now", None),
        ("nation Huns", "unknown_name", None), ("city Pella", "not_now", None), ("city", "bad_text", None),
        ("give up Pella", "not_now", None), ("temple Pella", "not_now", None), ("learn wheel", "not_now", None),
        ("learn fire", "unknown_name", None), ("arm Pella", "unknown_name", None), ("arm legion", "bad_text", None),
        ("found Pella", "not_now", None), ("rondel iron", "not_now", None), ("pay 1 iron", "not_now", None),
        ("move", "bad_text", "A kind of unit is missing at the end."), ("move 1", "bad_text", None),
        ("move 1 legion", "bad_text", "A province is missing at the end."),
        ("move 1 legion Pella", "bad_text", "A province is missing at the end."),
        ("move 1 legion Pella Roma", "unknown_name", None), ("move 1 legion P Tomis", "ambiguous", None),
        ("move 0 legion Pella Tomis", "bad_text", "A group has 1 to 17 units, not 0."),
        ("move 18 legion Pella Tomis", "bad_text", "A group has 1 to 17 units, not 18."),
        ("move 1000000 legion Pella Tomis", "unknown_name", None), ("move -1 legion Pella Tomis", "unknown_name", None),
        ("move ² legion Pella Tomis", "unknown_name", None), ("move 1.5 legion Pella Tomis", "unknown_name", None),
        ("move 1 legion Pella Tomis used", "bad_text", "Write `used N`: 0, 1 or 2 actions used before this one."),
        ("move 1 legion Pella Tomis used 3", "bad_text", "Write `used N`: 0, 1 or 2 actions used before this one."),
        ("move 1 legion Pella Tomis now", "bad_text", None),
        ("move 1 legion Pella Susa", "no_border", "Pella and Susa do not share a border."),
        ("move 1 legion Pella Pella", "no_border", None),
        ("move 1 legion Athen Knossos", "border_kind", "Athen and Knossos share only a sea border, "
         "which legions cannot cross."),
        ("move 1 galley Athen Dyrrhachion", "border_kind",
         "Athen and Dyrrhachion share only a land border, which galleys cannot cross."),
        ("move 4 legion Pella Tomis", "no_unit", None), ("fight", "bad_text", None), ("fight legion", "bad_text", None),
        ("fight legion Pella Greeks", "no_enemy", "You cannot fight yourself."),
        ("fight legion Tomis Persians", "no_enemy", "You have no legion in Tomis."),
        ("fight galley Athen Persians", "no_enemy", "The Persians have no galley in Athen."),
        ("conquer", "bad_text", None), ("conquer Pella x", "unknown_name", None),
        ("trade 2 gold for 1 iron", "no_trade", None), ("𝔪𝔬𝔳𝔢 1 legion Pella Susa", "no_border", None),
    ],
)  # fmt: skip
def test_bad_input_is_refused_with_a_code_and_changes_nothing(move: str, code: str, message: str | None) -> None:
    state = fleet()
    key = state.key()
    error = error_of(state, move)
    assert error.code == code
    assert message is None or error.message == message
    assert isinstance(error, NotationError | IllegalMove)
    assert state.key() == key


@pytest.mark.parametrize("move", ["take coin", "take coins"])
def test_a_coin_cannot_be_taken_where_the_bank_has_none(move: str) -> None:
    error = error_of(substitute(), move)
    assert error.code == "unknown_name"
    assert "coin" in error.message


@pytest.mark.parametrize(("move", "text"), [("take g", "take general"), ("take k", "take king")])
def test_a_personage_can_be_abbreviated(move: str, text: str) -> None:
    assert read(extra(), move) == [text]


def test_the_exact_form_guesses_nothing() -> None:
    state = fleet()
    game = state.game
    for text in ("move 2 legion Napoca Tomis now", "done now", "", "temple Pella 5 marble"):
        with pytest.raises(NotationError) as caught:
            game.parse_action(state, text)
        assert caught.value.code == "bad_text"
    with pytest.raises(NotationError) as caught:
        game.parse_action(greeks("founding", {"gold": 4, "knowhow": ALL_EIGHT}), "trade 4 gold for 2 iron")
    assert caught.value.message == "'trade 4 gold for 2 iron' is not one action; write it as `legal` lists it."
    used = greeks("maneuver", {"legions": {"Pella": 1}, "knowhow": ["wheel"]}, used={"legions": {"Pella": [1, 0, 0]}})
    plain, late = (game.parse_action(used, f"move 1 legion Pella Tomis{tail}") for tail in ("", " used 1"))
    assert plain not in used.legal()
    assert late in used.legal()
    conquest = greeks("conquest", {"legions": {"Susa": 1}})
    assert game.parse_action(conquest, "conquer Susa") not in conquest.legal()
    assert game.parse_action(conquest, "conquer Susa 1 legion") in conquest.legal()


@pytest.mark.parametrize("action", [-1, 1 << 70])
def test_a_number_out_of_range_is_no_action(action: int) -> None:
    state = fleet()
    error = state.game.why_not(state, action)
    assert error is not None
    assert (error.code, error.message) == ("not_offered", f"There is no action {action}.")
    assert state.game.why_not(state, state.legal()[0]) is None


def test_after_the_end_every_move_is_refused() -> None:
    nations = {"Greeks": {"personages": {"king": 9}}}
    state = at(phase="over", end="personages", winner="Greeks", nations=nations)
    assert refused(state, "rondel iron") == ("over", "A06-R27")
    assert error_of(state, "done").message == "The game is over (personages)."
    assert state.game.prompt(state) == ""
