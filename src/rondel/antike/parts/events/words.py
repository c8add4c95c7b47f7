"""Event cards in positions, moves and refusals, and the part itself."""

from __future__ import annotations

from typing import Final

from rondel.antike.actions import DONE, KINDS
from rondel.antike.parts.events.rules import (
    OF_MANEUVER,
    OPEN_CARDS,
    act_pick,
    act_turn_up,
    in_hand,
    is_time_for,
    legal_pick,
    legal_turn_up,
    rival,
    row,
)
from rondel.antike.parts.part import ACTING, CONTRADICTED, OUTSIDE_MANEUVER, ActionWords, Finder, Part, Pieces
from rondel.antike.parts.tax import temple_tax
from rondel.antike.rules import COIN, GOOD_KINDS, GOODS, MARBLE, RESOURCE_KINDS, UNITS, Event, Rules
from rondel.antike.state import (
    CROSSED,
    DISCARD,
    DISPLAY,
    EXTRA_LEFT,
    HANDS,
    LOST,
    MARCHES,
    PICK,
    PICKS,
    PILE,
    TURN_UP,
    BaseGame,
    State,
)
from rondel.antike.text.bought import city_founded, temple_built
from rondel.antike.text.phrases import city_pieces, city_text, lacks, named, purse_text, region_name
from rondel.antike.text.reasons import no_site, no_temple
from rondel.antike.text.values import bad, counts
from rondel.antike.text.words import Reader, Reading, read_region, reads_city, reads_place, skip
from rondel.errors import IllegalMove
from rondel.game import JsonDict, JsonObject, News
from rondel.names import count

# ---- moves -----------------------------------------------------------------------------------------------------------


def _reads_card(kind: str) -> Reader:
    place = KINDS.index(kind)

    def read(game: BaseGame, state: State, found: Reading) -> None:
        skip(found)
        event, found.words = game.lexicon.events.take(found.words)
        if kind == "play" and game.rules.events[event].effect == "earthquake":
            found.actions.append(game.actions.quake + read_region(game, found))
        else:
            found.actions.append(game.actions.starts[place] + event)

    return read


def _card(game: BaseGame, state: State, place: int) -> str:
    return game.rules.events[place].name


def _card_pieces(game: BaseGame, state: State, place: int) -> Pieces:
    return {"card": game.rules.events[place].name}


# ---- refusals --------------------------------------------------------------------------------------------------------

#: cards that are part of another move
_TYPED_AS: Final = {
    "levy": "`free legion CITY` when arming", "architect": "`architect CITY` when building",
    "settlers": "`settlers CITY RESOURCE` when founding", "earthquake": "`play earthquake CITY`",
}  # fmt: skip
#: when the other cards are played
_MOMENTS: Final = {
    "academy": "on the know-how wedge, before anything is bought", "vein": "in a turn in which you produce {good}",
    "march": "in a maneuver, before any unit has moved",
}  # fmt: skip


def _no_card(game: BaseGame, name: str) -> IllegalMove:
    return game.illegal("no_card", f"You do not have the card {name}.")


def _no_play(game: BaseGame, state: State, place: int) -> IllegalMove:
    event = game.rules.events[place]
    if not row(game, state, HANDS + state.actor)[place]:
        return _no_card(game, event.name)
    if event.effect == "fortress":
        words = "A fortress is played against a conquest that the other nation has announced."
        return game.illegal("card_window", words, key="card-fortress")
    if event.effect in _TYPED_AS:
        words = f"The card {event.name} is played by the move itself: {_TYPED_AS[event.effect]}."
        return game.illegal("card_window", words)
    if is_time_for(game, state, event):
        words = f"The card {event.name} would change nothing: {_void(game, state, event)}."
        return game.illegal("card_window", words, key="card-void")
    moment = _MOMENTS[event.effect].format(good=GOODS[event.good])
    return game.illegal("card_window", f"The card {event.name} is played {moment}.")


def _void(game: BaseGame, state: State, event: Event) -> str:
    """Say what a card lacks to have an effect."""
    if event.effect == "march":
        return f"you have no {UNITS[event.kind]} on the board"
    other = rival(game, state)
    if event.effect == "burglary":
        coins = count(state.goods[GOOD_KINDS * other + COIN], "coin")
        return f"{named(game, state, other)} have {coins}"
    return f"{named(game, state, other)} have no know-how"


def _no_quake(game: BaseGame, state: State, region: int) -> IllegalMove:
    if not in_hand(game, state, state.turn, "earthquake"):
        return _no_card(game, "earthquake")
    return game.illegal("no_rampart", f"There is no town wall in {region_name(game, region)}.")


def _no_architect(game: BaseGame, state: State, region: int) -> IllegalMove:
    if not in_hand(game, state, state.turn, "architect"):
        return _no_card(game, "architect")
    found = no_temple(game, state, region)
    if found.code != "cannot_pay":
        return found
    return lacks(game, state, MARBLE, game.architect_prices[0], "temple", temple_tax(game, state, region))


def _no_settling(game: BaseGame, state: State, place: int) -> IllegalMove:
    if not in_hand(game, state, state.turn, "settlers"):
        return _no_card(game, "settlers")
    found = no_site(game, state, *divmod(place, RESOURCE_KINDS))
    price = "two of the three resources; coins can replace them"
    words = f"With the settlers card a city costs {price}. You have {purse_text(state)}."
    return found or game.illegal("cannot_pay", words, key="found")


def _no_pick(game: BaseGame, state: State, event: int) -> IllegalMove:
    name = game.rules.events[event].name
    return game.illegal("not_offered", f"The card {name} is not face up.", key="offer-pick-card")


def _no_draw(game: BaseGame, state: State, event: int) -> IllegalMove:
    name = game.rules.events[event].name
    return game.illegal("not_offered", f"The card {name} is not in the pile.", key="offer-draw")


def _must_pick(game: BaseGame, state: State, place: int) -> IllegalMove:
    return game.illegal("not_offered", "You must take a card for the city you lost.", key="must-pick")


# ---- in positions ----------------------------------------------------------------------------------------------------


def _needs_pick(game: BaseGame, state: State) -> str:
    if not game.has_chance or state.actor != rival(game, state) or not any(row(game, state, DISPLAY)):
        return "the other nation picks from the open cards"
    if (state.tally[LOST] == 1) == bool(state.tally[PICKS]):
        return "a card is picked for a lost city or for a personage"
    return ""


def _needs_turn_up(game: BaseGame, state: State) -> str:
    if not game.has_chance or sum(row(game, state, DISPLAY)) >= OPEN_CARDS:
        return "cards are turned up until three lie open"
    return "" if any(row(game, state, PILE)) else "the pile has no card to turn up"


def _written(game: BaseGame, state: State, number: int) -> dict[str, int]:
    """Write a row of the cards."""
    return {game.rules.events[place].name: many for place, many in enumerate(row(game, state, number)) if many}


def _write_nation(game: BaseGame, state: State, nation: int) -> JsonDict:
    return {"cards": _written(game, state, HANDS + nation)}


def _read_nation(game: BaseGame, state: State, nation: int, entry: JsonObject) -> None:
    _read_row(game, state, HANDS + nation, entry.get("cards", {}), "cards")


def _write(game: BaseGame, state: State) -> JsonDict:
    return {"open_cards": _written(game, state, DISPLAY), "discard": _written(game, state, DISCARD)}


def _read(game: BaseGame, state: State, data: JsonObject, find: Finder) -> None:
    _read_row(game, state, DISPLAY, data.get("open_cards", {}), "open_cards")
    _read_row(game, state, DISCARD, data.get("discard", {}), "discard")


def _read_row(game: BaseGame, state: State, which: int, value: object, what: str) -> None:
    """Take the cards of a row from the pile."""
    width = len(game.rules.events)
    for event, number in counts(game.lexicon.events, value, what).items():
        if number > state.cards[PILE * width + event]:
            bad(f"there are not that many cards {game.rules.events[event].name}")
        state.cards[PILE * width + event] -= number
        state.cards[which * width + event] = number


def _faults(game: BaseGame, state: State) -> list[str]:
    """Every event card is in the pile, open, discarded or in a hand. Rule: AD-013."""
    rows = [row(game, state, number) for number in range(HANDS + game.nations)]
    found = [
        f"a card {event.name} was lost or made"
        for place, event in enumerate(game.rules.events)
        if sum(counted[place] for counted in rows) != event.copies
    ]
    if sum(rows[DISPLAY]) > OPEN_CARDS:
        found.append(f"more than {OPEN_CARDS} event cards lie open")
    return found


def _moment(game: BaseGame, state: State) -> str:
    tally, phase = state.tally, state.phase
    if any(tally[place] for place in OF_MANEUVER) and phase not in ACTING:
        return OUTSIDE_MANEUVER
    if tally[LOST] and phase not in ACTING and phase not in (PICK, TURN_UP):
        return "a lost city belongs to a maneuver and the card for it"
    if tally[PICKS] and phase not in (PICK, TURN_UP):
        return "cards are picked at the end of a turn"
    longest = [0, 0]
    for event in game.rules.events:
        if event.effect == "march":
            longest[event.kind] = max(longest[event.kind], event.amount)
    if any(tally[EXTRA_LEFT + kind] > longest[kind] * tally[MARCHES + kind] for kind in (0, 1)) or tally[CROSSED] > 1:
        return CONTRADICTED
    return ""


def shown(game: BaseGame, state: State, which: int) -> str:
    """List the cards of a row in words."""
    names = [f"{number} {name}" if number > 1 else name for name, number in _written(game, state, which).items()]
    return ", ".join(names) or "none"


def _show(game: BaseGame, state: State, nation: int) -> list[str]:
    return [f"Event cards: {shown(game, state, DISPLAY)} open, {sum(row(game, state, PILE))} in the pile"]


def _show_nation(game: BaseGame, state: State, nation: int) -> list[str]:
    return [f"  cards    {shown(game, state, HANDS + nation)}"]


def _misfit(rules: Rules, nations: int) -> str:
    effects = {event.effect for event in rules.events}
    if nations != 2:
        return f"Event cards (events) are for two nations, because they name one opponent; here nations={nations}."
    if "fortress" in effects and not rules.declared:
        return "The card fortress (events) answers an announced conquest, which declared=False leaves out."
    if "earthquake" in effects and not rules.rampart_price:
        return "The card earthquake (events) destroys a rampart, which rampart_price=0 leaves out."
    return ""


#: cards that can be played at any step of one's own turn
_ASIDE: Final = ("play", "quake")
_CARDS: Final[dict[str, ActionWords]] = {
    "draw": ActionWords(
        verbs=("turn-up",), read=_reads_card("draw"), write=_card, take_apart=_card_pieces, why_not=_no_draw
    ),
    "pick": ActionWords(
        verbs=("pick",), read=_reads_card("pick"), write=_card, take_apart=_card_pieces, why_not=_no_pick
    ),
    "play": ActionWords(
        verbs=("play",), read=_reads_card("play"), write=_card, take_apart=_card_pieces, why_not=_no_play
    ),
    "quake": ActionWords(
        verbs=("play",),
        write=lambda game, state, place: f"earthquake {region_name(game, place)}",
        take_apart=lambda game, state, place: {"card": "earthquake", "region": place},
        why_not=_no_quake,
    ),
    "architect": ActionWords(
        verbs=("architect",),
        read=reads_place("architect"),
        write=lambda game, state, place: region_name(game, place),
        take_apart=lambda game, state, place: {"region": place},
        why_not=_no_architect,
        tell=temple_built,
    ),
    "settle": ActionWords(
        verbs=("settlers", "settle"),
        read=reads_city("settle"),
        write=city_text,
        take_apart=city_pieces,
        why_not=_no_settling,
        tell=city_founded,
    ),
}


def _news(game: BaseGame, before: State, action: int, after: State) -> list[News]:
    """Tell of cards turned up, taken, declined and played, and of coins that a burglar took."""
    found: list[News] = []
    kind, place = game.actions.split(action)
    if before.phase == TURN_UP:
        found.append({"kind": "turned-up", "card": game.rules.events[place].name})
    elif before.phase == PICK and action == DONE:
        found.append({"kind": "declined-card", "nation": game.nation_name(before, before.actor)})
    for nation in range(game.nations):
        found += _hand_news(game, before, after, nation, place if kind == "quake" else -1)
    if kind == "play" and game.rules.events[place].effect == "burglary":
        victim = rival(game, before)
        purse = GOOD_KINDS * victim + COIN
        loot = before.goods[purse] - after.goods[purse]
        found.append({"kind": "robbed", "nation": game.nation_name(before, victim), "coin": loot})
    return found


def _hand_news(game: BaseGame, before: State, after: State, nation: int, region: int) -> list[News]:
    """Tell which cards came into a hand and which left it; an earthquake has a region."""
    found: list[News] = []
    was, now = row(game, before, HANDS + nation), row(game, after, HANDS + nation)
    where: dict[str, str] = {"region": game.board.regions[region].name} if region >= 0 else {}
    for event, name in enumerate(event.name for event in game.rules.events):
        if now[event] != was[event]:
            kind = "took-card" if now[event] > was[event] else "played"
            found.append({"kind": kind, "nation": game.nation_name(before, nation), "card": name, **where})
    return found


EVENTS: Final = Part(
    name="event cards",
    axis="events",
    in_play=lambda rules: bool(rules.events),
    misfit=_misfit,
    handlers={PICK: (legal_pick, act_pick), TURN_UP: (legal_turn_up, act_turn_up)},
    prompts={"pick": "take an event card", "turn-up": "turn up an event card"},
    questions={TURN_UP: lambda game, state: "The next event card is turned up"},
    needs={PICK: _needs_pick, TURN_UP: _needs_turn_up},
    takes={
        "pick": ("done", "pick"), "turn-up": ("draw",), "rondel": _ASIDE, "temple": ("architect", *_ASIDE),
        "arming": ("free", *_ASIDE), "know-how": _ASIDE, "maneuver": _ASIDE, "conquest": _ASIDE,
        "founding": ("settle", *_ASIDE),
    },
    actions=_CARDS,
    refuses={"done": _must_pick},
    clauses="""
now:draw         AD-154
now:pick         AD-155
now:architect    AD-R39
now:settle       AD-R39
now:play         AD-R38
now:quake        AD-R38
card_window      AD-R39
card-fortress    AD-157
card-void        AD-R40
offer-pick-card  AD-155
offer-draw       AD-154
must-pick        AD-142
""",
    counts={
        MARCHES: "land marches", MARCHES + 1: "sea marches", EXTRA_LEFT: "land crossings",
        EXTRA_LEFT + 1: "sea crossings", CROSSED: "crossed", LOST: "city lost", PICKS: "picks",
    },
    nation_keys=("cards",),
    keys=("open_cards", "discard"),
    write_nation=_write_nation,
    read_nation=_read_nation,
    write=_write,
    read=_read,
    faults=_faults,
    moment=_moment,
    show=_show,
    show_nation=_show_nation,
    news=_news,
)  # fmt: skip
