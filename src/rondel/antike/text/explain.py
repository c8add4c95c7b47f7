"""Why an action is not legal now: one sentence, a closed code, and the ledger clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.antike.goods import bank_has
from rondel.antike.parts import events
from rondel.antike.phases import conquest
from rondel.antike.phases.building import available, free_units, ramparts_left, temple_tax, temples_left
from rondel.antike.phases.founding import city_tax, markers_left, missing_goods, stones_left
from rondel.antike.phases.knowhow import knowhow_price, known_to_any
from rondel.antike.phases.movement import most_actions, units_used
from rondel.antike.phases.wheel import steps_to
from rondel.antike.rules import COIN, GALLEY, GOLD, GOODS, IRON, LEGION, MARBLE, PERSONAGES, UNITS
from rondel.antike.state import (
    ANSWER,
    EXTRA_LEFT,
    FORTRESS,
    HANDS,
    JOIN,
    OVER,
    PHASES,
    PICK,
    READY,
    TURN_UP,
    BaseGame,
    State,
)
from rondel.antike.units import leader_type, leads, reach_of
from rondel.errors import IllegalMove
from rondel.names import count

#: what can be done aside at any step of the own turn
_ASIDE: Final = ("play", "quake", "trade")
#: the kinds of action each phase takes
_OPEN: Final = {
    "nation": ("nation",), "city": ("city",), "substitute": ("take-good",), "rondel": ("offer", "wedge", *_ASIDE),
    "pay": ("pay",), "temple": ("done", "temple", "architect", "rampart", *_ASIDE),
    "arming": ("done", "arm", "free", "lead", *_ASIDE), "know-how": ("done", "learn", "recruit", *_ASIDE),
    "maneuver": ("done", "move", "march", "fight", "conquer", "declare", *_ASIDE),
    "join": ("enter", "move"), "answer": ("peace", "fight"), "lose": ("lose",),
    "conquest": ("done", "conquer", "declare", *_ASIDE), "give-up": ("give-up",),
    "founding": ("done", "found", "settle", *_ASIDE), "extra": ("take",), "ask": ("ask",),
    "fortress": ("done", "play"), "charge": ("conquer",), "pick": ("done", "pick"), "turn-up": ("draw",),
    "agree": ("peace", "accept"),
}  # fmt: skip

#: what must be decided in each phase, in words
PROMPTS: Final = {
    "nation": "choose a nation", "city": "choose a start city", "substitute": "take a resource in place of the coin",
    "rondel": "move on the rondel", "pay": "choose how to pay", "temple": "build temples", "arming": "set up units",
    "know-how": "obtain know-hows", "maneuver": "move, fight and conquer", "join": "say who crosses together",
    "answer": "demand a battle or keep the peace", "lose": "choose which unit is lost", "conquest": "conquer cities",
    "give-up": "give up a city for its stone", "founding": "found cities", "extra": "take a personage",
    "ask": "say which nation answers first", "fortress": "play a fortress or let the conquest be",
    "charge": "choose which units are lost", "pick": "take an event card", "turn-up": "turn up an event card",
    "agree": "accept the draw or play on",
}  # fmt: skip


def prompt(game: BaseGame, state: State) -> str:
    """Say in words who must decide what; empty when the game is over."""
    if state.phase == OVER:
        return ""
    actor = game.nation_name(state, state.actor)
    if state.phase == TURN_UP:
        return "The next event card is turned up"
    if state.phase == FORTRESS:
        return f"{actor}: play a fortress for {_name(game, state.place)}, or let the conquest be"
    if state.phase == ANSWER:
        return f"{actor}: fight {game.nation_name(state, state.turn)} in {_name(game, state.place)}, or keep the peace"
    return f"{actor}: {PROMPTS[PHASES[state.phase]]}"


def refusal(game: BaseGame, state: State, action: int) -> IllegalMove:
    """Say why an action that is not among the options is not."""
    if not 0 <= action < game.actions.count:
        return IllegalMove("not_offered", f"There is no action {action}.")
    if state.phase == OVER:
        return game.illegal("over", f"The game is over ({state.end_reason()}).")
    kind, place = game.actions.split(action)
    if state.phase == TURN_UP and kind != "draw":
        return game.illegal("not_now", "Not now: an event card is turned up first.", key=f"now:{kind}")
    if kind not in _OPEN[PHASES[state.phase]]:
        actor = game.nation_name(state, state.actor)
        ending = ", or to say `done`" if "done" in _OPEN[PHASES[state.phase]] else ""
        message = f"Not now: it is for {actor} to {PROMPTS[PHASES[state.phase]]}{ending}."
        return game.illegal("not_now", message, key=f"now:{kind}")
    return _REASONS[kind](game, state, place)


def _name(game: BaseGame, region: int) -> str:
    return game.board.regions[region].name


def _stock(state: State, good: int) -> int:
    return state.goods[4 * state.turn + good]


def _wedge(game: BaseGame, state: State, wedge: int) -> IllegalMove:
    steps = steps_to(game, state, wedge)
    price = game.step_prices[steps]
    key = "cannot_stay" if steps == game.wedges else "rondel"
    return game.illegal("cannot_pay", f"{steps} wedges cost {count(price, 'unit')}; the nation has fewer.", key=key)


def _pay(game: BaseGame, state: State, place: int) -> IllegalMove:
    return game.illegal("wrong_payment", "That mix is not the price, or the nation does not hold it.")


def _temple(game: BaseGame, state: State, region: int) -> IllegalMove:
    name = _name(game, region)
    if not state.cities[state.turn] >> region & 1:
        return game.illegal("not_owned", f"A temple needs an own city; {name} is none.")
    if state.temples >> region & 1:
        return game.illegal("has_temple", f"{name} has its temple already.")
    if not temples_left(game, state):
        return game.illegal("no_temple_left", f"All {game.rules.temples} temples are on the board.")
    return _lacks(game, state, MARBLE, game.rules.temple_price, "temple", temple_tax(game, state, region))


def _architect(game: BaseGame, state: State, region: int) -> IllegalMove:
    if not events.held(game, state, state.turn, "architect"):
        return _no_card(game, "architect")
    found = _temple(game, state, region)
    if found.code != "cannot_pay":
        return found
    return _lacks(game, state, MARBLE, game.architect_prices[0], "temple", temple_tax(game, state, region))


def _no_card(game: BaseGame, name: str) -> IllegalMove:
    return game.illegal("no_card", f"The nation does not hold the card {name}.")


def _rampart(game: BaseGame, state: State, region: int) -> IllegalMove:
    name = _name(game, region)
    if not state.cities[state.turn] >> region & 1:
        return game.illegal("not_owned", f"A rampart needs an own city; {name} is none.", key="rampart")
    if state.ramparts >> region & 1:
        return game.illegal("has_rampart", f"{name} has its rampart already.")
    if not ramparts_left(game, state, state.turn):
        return game.illegal("no_rampart", "No rampart is left in the nation's reserve.")
    return _lacks(game, state, MARBLE, game.rules.rampart_price, "rampart")


def _lacks(game: BaseGame, state: State, good: int, price: int, key: str, tax: int = 0) -> IllegalMove:
    held = f"{_stock(state, good)} {GOODS[good]} and {count(_stock(state, COIN), 'coin')}"
    more = f" and {count(tax, 'coin')}" if tax else ""
    return game.illegal(
        "cannot_pay",
        f"That costs {price} {GOODS[good]}{more}; the nation has {held}.",
        key=f"{key}-tax" if tax else key,
    )


def _arm(game: BaseGame, state: State, place: int) -> IllegalMove:
    region, kind = divmod(place, 2)
    name = _name(game, region)
    if not state.cities[state.turn] >> region & 1:
        return game.illegal("not_owned", f"New units need an own city; {name} is none.", key="arm-not-owned")
    if not game.stands[kind] >> region & 1:
        key = "land-only" if kind == GALLEY else "sea-only"
        return game.illegal("unit_kind", f"No {UNITS[kind]} can stand in {name}.", key=key)
    rich = state.temples >> region & 1
    if state.spent[region] >= game.rules.places[rich]:
        key = "place_limit-rich" if rich else "place_limit"
        return game.illegal(
            "place_limit", f"{name} takes {count(game.rules.places[rich], 'new unit')} a turn.", key=key
        )
    if not available(game, state, kind):
        where = "waited in the barracks when the turn began" if game.barracks else "is left in the supply"
        return game.illegal("no_unit_left", f"No {UNITS[kind]} {where}.")
    return _lacks(game, state, IRON, game.rules.unit_price, "arm")


def _free(game: BaseGame, state: State, place: int) -> IllegalMove:
    if not free_units(game, state):
        return game.illegal("no_card", "The nation has no free unit to set up.")
    return _arm(game, state, place)


def _lead(game: BaseGame, state: State, region: int) -> IllegalMove:
    if not state.tally[READY + 2]:
        return game.illegal("no_leader", "The special unit did not wait in the barracks when the turn began.")
    fits = state.cities[state.turn] & state.temples & game.stands[leader_type(state, state.turn)]
    if not fits >> region & 1:
        name = _name(game, region)
        return game.illegal("no_leader", f"A special unit needs an own city with temple; {name} is none it can use.")
    if state.spent[region] >= game.rules.places[1]:
        return _arm(game, state, 2 * region + leader_type(state, state.turn))
    return _lacks(game, state, IRON, game.rules.leader_price, "lead")


def _recruit(game: BaseGame, state: State, kind: int) -> IllegalMove:
    assert game.rules.recruit_prices is not None
    price = game.rules.recruit_prices[kind]
    if _stock(state, GOLD) + _stock(state, COIN) >= price:
        return game.illegal("no_reserve", f"No {UNITS[kind]} is left to recruit.")
    return _lacks(game, state, GOLD, price, "recruit")


def _learn(game: BaseGame, state: State, field: int) -> IllegalMove:
    entry = game.rules.knowhows[field]
    mine = state.knowhow[state.turn]
    if mine >> field & 1:
        return game.illegal("known", f"The nation has {entry.name} already.")
    if entry.needs >= 0 and not mine >> entry.needs & 1:
        return game.illegal("needs_basic", f"{entry.name} needs {game.rules.knowhows[entry.needs].name} first.")
    key = "learn-later" if known_to_any(state) >> field & 1 else "learn"
    return _lacks(game, state, GOLD, knowhow_price(game, state, field), key)


def no_crossing(game: BaseGame, kind: int, origin: int, target: int) -> IllegalMove:
    """Say why no unit of that kind can go from one region to the other."""
    names = f"{_name(game, origin)} and {_name(game, target)}"
    border = game.board.border(origin, target)
    if not border:
        return game.illegal("no_border", f"{names} do not touch.")
    key, colour = ("sea-border", "sea") if kind == LEGION else ("land-border", "land")
    return game.illegal("border_kind", f"{names} share a {colour} border only; no {UNITS[kind]} crosses it.", key=key)


def _move(game: BaseGame, state: State, place: int) -> IllegalMove:
    crossing, used, number = game.actions.decode_move(place)
    kind, origin, _ = game.actions.crossings[crossing]
    there = [units_used(game, state, kind, origin, level) for level in range(game.actions.levels)]
    name = _name(game, origin)
    if state.phase == JOIN:
        return game.illegal("not_offered", "Only units that cross the same border together can join.", key="join")
    reach = most_actions(game, state, kind)
    if used >= reach:
        return game.illegal("no_action_left", f"A {UNITS[kind]} has {count(reach, 'action')} in a maneuver.")
    if used >= reach_of(game, state, kind) and number > state.tally[EXTRA_LEFT + kind]:
        left = count(state.tally[EXTRA_LEFT + kind], "crossing")
        return game.illegal("no_action_left", f"The cards played allow {left} more.")
    total = state.units[(2 * state.turn + kind) * game.size + origin]
    if number > total or sum(there[:reach]) == total:
        listed = f"{there[used]} with {count(used, 'action')} used" if sum(there[:reach]) else "none"
        return game.illegal("no_unit", f"{count(number, UNITS[kind])} cannot leave {name}: it holds {listed}.")
    return game.illegal(
        "no_action_left", f"{name}: {count(there[used], UNITS[kind])} there with {count(used, 'action')} used."
    )


def _march(game: BaseGame, state: State, region: int) -> IllegalMove:
    where = state.camp[3 * state.turn + 2] - 1
    if where < 0:
        return game.illegal("no_leader", "The special unit is not on the board.")
    kind = leader_type(state, state.turn)
    if (kind, where, region) not in game.actions.crossing_of:
        return no_crossing(game, kind, where, region)
    return game.illegal("no_action_left", "The special unit has no action left in this maneuver.")


def _fight(game: BaseGame, state: State, place: int) -> IllegalMove:
    region, nation, kind = game.actions.decode_fight(place)
    if state.phase == ANSWER:
        where, who = _name(game, state.place), game.nation_name(state, state.turn)
        return game.illegal("no_enemy", f"The answer is to {who} in {where}, with units that both have.", key="demand")
    name = _name(game, region)
    if nation == state.turn:
        return game.illegal("no_enemy", "A nation does not fight itself.")
    if not state.units[(2 * state.turn + kind) * game.size + region]:
        return game.illegal("no_enemy", f"No own {UNITS[kind]} stands in {name}.")
    return game.illegal("no_enemy", f"{game.nation_name(state, nation)} have no {UNITS[kind]} in {name}.")


def _conquer(game: BaseGame, state: State, place: int) -> IllegalMove:
    return _conquest(game, state, place // (game.actions.cap + 1))


def _conquest(game: BaseGame, state: State, region: int) -> IllegalMove:
    name = _name(game, region)
    owner = conquest.owner_of(state, region)
    if owner == state.turn or (owner < 0 and not state.temples >> region & 1):
        return game.illegal("no_city", f"No foreign city stands in {name}.")
    if owner >= 0 and conquest.is_last(game, state, owner):
        return game.illegal("last_city", f"{name} is the last city of {game.nation_name(state, owner)}.")
    if owner >= 0 and not conquest.has_stone(game, state):
        return game.illegal("no_stone", f"All {game.stones} city stones are on the board.")
    if state.failed >> region & 1:
        return game.illegal("saved", f"A fortress has saved {name} in this maneuver.")
    strength = conquest.defence(game, state, region, owner)
    active = conquest.attackers(game, state, region)
    if active < strength:
        present = sum(state.units[(2 * state.turn + kind) * game.size + region] for kind in (LEGION, GALLEY))
        present += leads(game, state, state.turn, region)
        key = "no_action-city" if present >= strength else "too_weak"
        if present >= strength and leads(game, state, state.turn, region):
            key = "leader_alone"
        return game.illegal(
            "too_weak", f"{name} has defence {strength}; the nation has {count(active, 'active unit')} there.", key=key
        )
    return game.illegal("wrong_losses", f"The losses must be {count(strength, 'active unit')} in {name}.")


def _site(game: BaseGame, state: State, region: int, good: int) -> IllegalMove | None:
    """Say why no city of the resource can be founded there, whatever the price."""
    name = _name(game, region)
    if not game.site_kinds[region]:
        return game.illegal("no_site", f"{name} has no city site.")
    if conquest.owner_of(state, region) >= 0:
        return game.illegal("occupied", f"{name} has a city already.")
    if state.temples >> region & 1:
        return game.illegal("neutral_temple", f"The neutral temple in {name} must be destroyed first.")
    present = state.where[2 * state.turn] | state.where[2 * state.turn + 1]
    if not present >> region & 1 and not leads(game, state, state.turn, region):
        return game.illegal("no_own_unit", f"No own unit stands in {name}.")
    if not stones_left(game, state, state.turn):
        return game.illegal("no_stone", f"All {game.stones} city stones are on the board.")
    if good not in game.site_kinds[region]:
        return game.illegal("wrong_kind", f"A city in {name} yields {GOODS[game.board.regions[region].resource]}.")
    if game.rules.markers is not None and not markers_left(game, state, good):
        return game.illegal("no_marker", f"The bank has no {GOODS[good]} city left.")
    return None


def _found(game: BaseGame, state: State, place: int) -> IllegalMove:
    region, good = divmod(place, 3)
    found = _site(game, state, region, good)
    if found:
        return found
    tax = city_tax(game, state, region, good)
    taxed = tax and missing_goods(state) <= _stock(state, COIN)
    more = f", and {count(tax, 'coin')} for neighbouring {GOODS[good]} cities" if tax else ""
    words = f"A city costs 1 marble, 1 iron and 1 gold, or coins instead{more}."
    return game.illegal("cannot_pay", words, key="found-tax" if taxed else "found")


def _settle(game: BaseGame, state: State, place: int) -> IllegalMove:
    if not events.held(game, state, state.turn, "settlers"):
        return _no_card(game, "settlers")
    found = _site(game, state, *divmod(place, 3))
    return found or game.illegal("cannot_pay", "With settlers a city costs two of the three resources.", key="found")


#: cards that are part of another move
_TYPED_AS: Final = {
    "levy": "`free legion CITY` when arming", "architect": "`architect CITY` when building",
    "settlers": "`settlers CITY RESOURCE` when founding",
}  # fmt: skip


def _play(game: BaseGame, state: State, place: int) -> IllegalMove:
    event = game.rules.events[place]
    if not events.row(game, state, HANDS + state.actor)[place]:
        return _no_card(game, event.name)
    if event.effect == "fortress":
        words = "A fortress is played against a conquest that the other nation has announced."
        return game.illegal("card_window", words, key="card-fortress")
    if event.effect in _TYPED_AS:
        words = f"The card {event.name} is played by the move itself: {_TYPED_AS[event.effect]}."
        return game.illegal("card_window", words)
    if events.is_time_for(game, state, event):
        return game.illegal("card_window", f"The card {event.name} would change nothing.", key="card-void")
    return game.illegal("card_window", f"This is not the moment for the card {event.name}.")


def _quake(game: BaseGame, state: State, region: int) -> IllegalMove:
    if not events.held(game, state, state.turn, "earthquake"):
        return _no_card(game, "earthquake")
    return game.illegal("no_rampart", f"No rampart stands in {_name(game, region)}.")


def _trade(game: BaseGame, state: State, place: int) -> IllegalMove:
    rate, given, taken = game.actions.trades[place]
    owned = state.knowhow[state.turn]
    if not game.rates[owned] >> rate & 1:
        wanted = game.rules.trades[rate].knowhow or "all eight know-hows"
        return game.illegal("no_trade", f"The bank trades with nations that own {wanted}.")
    if not game.rates[owned & ~state.learned] >> rate & 1:
        return game.illegal("trade_delay", "A know-how opens its trade only from the next turn on.")
    for good in range(4):
        if given[good] > _stock(state, good):
            return game.illegal("cannot_pay", f"The nation has {_stock(state, good)} {GOODS[good]}.", key="no_trade")
        if taken[good] and not bank_has(game, state, good):
            return game.illegal("bank_empty", f"The bank has no {GOODS[good]} left.")
    return game.illegal("trade_loop", "What was just received in trade cannot be given away before another step.")


def _ask(game: BaseGame, state: State, nation: int) -> IllegalMove:
    name = game.nation_name(state, nation)
    return game.illegal("not_offered", f"{name} cannot answer this entry.", key="offer-ask")


def _pick(game: BaseGame, state: State, event: int) -> IllegalMove:
    name = game.rules.events[event].name
    return game.illegal("not_offered", f"The card {name} does not lie open.", key="offer-pick-card")


def _draw(game: BaseGame, state: State, event: int) -> IllegalMove:
    name = game.rules.events[event].name
    return game.illegal("not_offered", f"The card {name} is not in the pile.", key="offer-draw")


def _word(game: BaseGame, state: State, place: int) -> IllegalMove:
    if state.phase == PICK:
        return game.illegal("not_offered", "A card must be taken for a lost city.", key="must-pick")
    return game.illegal("not_offered", "A draw was offered in this turn already, or cannot be.", key="now:offer")


def _nation(game: BaseGame, state: State, nation: int) -> IllegalMove:
    name = game.board.nations[nation]
    return game.illegal("not_offered", f"{name} are not among the nations offered.", key="offer-nation")


def _city(game: BaseGame, state: State, region: int) -> IllegalMove:
    if game.rules.start_cities == "one":
        return game.illegal("not_offered", f"{_name(game, region)} is not on the nation's card.", key="offer-city")
    owner = conquest.owner_of(state, region)
    if owner >= 0:
        taken = f"{_name(game, region)} is a city of {game.nation_name(state, owner)}."
        return game.illegal("occupied", taken, key="offer-pick")
    kind = GOODS[game.board.regions[region].resource]
    return game.illegal("not_offered", f"The nation has its {kind} city already.", key="offer-pick")


def _give_up(game: BaseGame, state: State, region: int) -> IllegalMove:
    return game.illegal("not_owned", f"{_name(game, region)} is not an own city.", key="now:give-up")


def _take(game: BaseGame, state: State, kind: int) -> IllegalMove:
    message = f"The {PERSONAGES[kind]} stack is not among the fullest."
    return game.illegal("not_offered", message, key="offer-take")


def _take_good(game: BaseGame, state: State, good: int) -> IllegalMove:
    return game.illegal("bank_empty", f"The bank has no {GOODS[good]} left.", key="offer-take-good")


def _lose(game: BaseGame, state: State, used: int) -> IllegalMove:
    return game.illegal("not_offered", f"No unit that may be lost has used {count(used, 'action')}.")


_REASONS: Final[dict[str, Callable[[BaseGame, State, int], IllegalMove]]] = {
    "take-good": _take_good, "take": _take, "lose": _lose, "nation": _nation, "city": _city, "give-up": _give_up,
    "wedge": _wedge, "pay": _pay, "temple": _temple, "arm": _arm, "learn": _learn, "move": _move, "fight": _fight,
    "conquer": _conquer, "found": _found, "trade": _trade, "done": _word, "offer": _word, "ask": _ask, "pick": _pick,
    "draw": _draw, "architect": _architect, "rampart": _rampart, "free": _free, "lead": _lead, "recruit": _recruit,
    "march": _march, "declare": _conquest, "settle": _settle, "play": _play, "quake": _quake,
}  # fmt: skip
