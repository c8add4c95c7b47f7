"""Why an action is not legal now: one sentence, a closed code, and the ledger clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rondel.antike.goods import bank_has
from rondel.antike.parts import events
from rondel.antike.parts.leaders import leader_name, leader_type, leads
from rondel.antike.parts.markers import markers_left
from rondel.antike.parts.ramparts import ramparts_left
from rondel.antike.parts.tax import city_tax, temple_tax
from rondel.antike.phases import strength
from rondel.antike.phases.arming import available, free_units
from rondel.antike.phases.battle import unheard
from rondel.antike.phases.founding import missing_goods, stones_left
from rondel.antike.phases.knowhow import knowhow_price, known_to_any
from rondel.antike.phases.movement import most_actions, units_used
from rondel.antike.phases.purchase import price_for
from rondel.antike.phases.temples import temples_left
from rondel.antike.phases.wheel import steps_to
from rondel.antike.rules import (
    COIN,
    GALLEY,
    GOLD,
    GOOD_KINDS,
    GOODS,
    IRON,
    LEGION,
    MARBLE,
    PERSONAGES,
    RESOURCE_KINDS,
    UNIT_KINDS,
    UNITS,
    Event,
)
from rondel.antike.state import (
    ANSWER,
    EXTRA_LEFT,
    HANDS,
    JOIN,
    LEADER_READY,
    OVER,
    PHASES,
    PICK,
    TURN_UP,
    BaseGame,
    State,
)
from rondel.antike.text.prompts import OPEN, PROMPTS, named
from rondel.antike.text.writing import mix_text, price_text
from rondel.antike.units import reach_of
from rondel.errors import IllegalMove
from rondel.names import count


def refusal(game: BaseGame, state: State, action: int) -> IllegalMove:
    """Say why an action that is not among the options is not."""
    if not 0 <= action < game.actions.count:
        return IllegalMove("not_offered", f"There is no action {action}.")
    if state.phase == OVER:
        return game.illegal("over", f"The game is over ({state.end_reason()}).")
    kind, place = game.actions.split(action)
    if state.phase == TURN_UP and kind != "draw":
        return game.illegal("not_now", "Not now: an event card is turned up first.", key=f"now:{kind}")
    if kind not in OPEN[PHASES[state.phase]]:
        actor = named(game, state, state.actor)
        ending = " or say `done`" if "done" in OPEN[PHASES[state.phase]] else ""
        message = f"Not now: {actor} must {PROMPTS[PHASES[state.phase]]}{ending} first."
        return game.illegal("not_now", message, key=f"now:{kind}")
    return _REASONS[kind](game, state, place)


def _name(game: BaseGame, region: int) -> str:
    return game.board.regions[region].name


def _either(names: Sequence[str]) -> str:
    """List what can be chosen: `gold, iron or marble`."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)


def _stock(state: State, good: int) -> int:
    return state.goods[GOOD_KINDS * state.turn + good]


def _purse(state: State) -> str:
    """List all goods of the nation on turn."""
    marble, iron, gold = (f"{_stock(state, good)} {GOODS[good]}" for good in (MARBLE, IRON, GOLD))
    return f"{marble}, {iron}, {gold} and {count(_stock(state, COIN), 'coin')}"


def _wedge(game: BaseGame, state: State, wedge: int) -> IllegalMove:
    steps = steps_to(game, state, wedge)
    price = game.step_prices[steps]
    key = "cannot_stay" if steps == game.wedges else "rondel"
    words = f"Moving {steps} wedges costs {count(price, 'resource')}; you have {_purse(state)}."
    return game.illegal("cannot_pay", words, key=key)


def _pay(game: BaseGame, state: State, place: int) -> IllegalMove:
    asked, price = game.actions.mixes[place], price_text(game, state, state.pending)
    words = f"The price is {price}, not {mix_text(asked)}; you have {_purse(state)}."
    if any(mix == asked for _, mix in price_for(game, state, state.pending).payments):
        words = f"You cannot pay {mix_text(asked)}: you have {_purse(state)}."
    return game.illegal("wrong_payment", words, key=payment_key(game, state.pending))


def payment_key(game: BaseGame, item: int) -> str:
    """Give the key of the clause on how an item may be paid."""
    return "rondel_payment" if game.actions.split(item)[0] == "wedge" else "wrong_payment"


def _temple(game: BaseGame, state: State, region: int) -> IllegalMove:
    name = _name(game, region)
    if not state.cities[state.turn] >> region & 1:
        return game.illegal("not_owned", f"You can build a temple only in one of your own cities; {name} is not yours.")
    if state.temples >> region & 1:
        return game.illegal("has_temple", f"{name} already has a temple.")
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
    return game.illegal("no_card", f"You do not have the card {name}.")


def _rampart(game: BaseGame, state: State, region: int) -> IllegalMove:
    name = _name(game, region)
    if not state.cities[state.turn] >> region & 1:
        words = f"You can build a town wall only in one of your own cities; {name} is not yours."
        return game.illegal("not_owned", words, key="rampart")
    if state.ramparts >> region & 1:
        return game.illegal("has_rampart", f"{name} already has a town wall.")
    if not ramparts_left(game, state, state.turn):
        return game.illegal("no_rampart", "You have no town wall left to build.")
    return _lacks(game, state, MARBLE, game.rules.rampart_price, "rampart")


def _lacks(game: BaseGame, state: State, good: int, price: int, key: str, tax: int = 0) -> IllegalMove:
    held = f"{_stock(state, good)} {GOODS[good]} and {count(_stock(state, COIN), 'coin')}"
    more = f" and {count(tax, 'coin')}" if tax else ""
    return game.illegal(
        "cannot_pay",
        f"That costs {price} {GOODS[good]}{more}; you have {held}.",
        key=f"{key}-tax" if tax else key,
    )


def _arm(game: BaseGame, state: State, place: int) -> IllegalMove:
    region, kind = divmod(place, UNIT_KINDS)
    name = _name(game, region)
    if not state.cities[state.turn] >> region & 1:
        words = f"You can set up units only in your own cities; {name} is not yours."
        return game.illegal("not_owned", words, key="arm-not-owned")
    if not game.stands[kind] >> region & 1:
        key = "land-only" if kind == GALLEY else "sea-only"
        border = "sea" if kind == GALLEY else "land"
        return game.illegal("unit_kind", f"No {UNITS[kind]} can stand in {name}: it has no {border} border.", key=key)
    rich = state.temples >> region & 1
    if state.spent[region] >= game.rules.new_units[rich]:
        key = "place_limit-rich" if rich else "place_limit"
        most = count(game.rules.new_units[rich], "new unit")
        words = f"{name} takes {most} a turn, and has had {state.spent[region]}."
        return game.illegal("place_limit", words, key=key)
    if not available(game, state, kind):
        where = "was in the barracks when your turn began" if game.barracks else "is left in the supply"
        return game.illegal("no_unit_left", f"No {UNITS[kind]} {where}.")
    return _lacks(game, state, IRON, game.rules.unit_price, "arm")


def _free(game: BaseGame, state: State, place: int) -> IllegalMove:
    if not free_units(game, state):
        return game.illegal("no_card", "You have no free unit to set up.")
    return _arm(game, state, place)


def _lead(game: BaseGame, state: State, region: int) -> IllegalMove:
    if not state.tally[LEADER_READY]:
        return game.illegal("no_leader", "The special unit was not in the barracks when your turn began.")
    name, kind = _name(game, region), leader_type(state, state.turn)
    if not (state.cities[state.turn] & state.temples) >> region & 1:
        words = f"A special unit can be set up only in one of your cities with a temple; not in {name}."
        return game.illegal("no_leader", words)
    if not game.stands[kind] >> region & 1:
        border = "sea" if kind == GALLEY else "land"
        words = f"The {leader_name(game, state, state.turn)} needs a {border} border; {name} has none."
        return game.illegal("no_leader", words)
    if state.spent[region] >= game.rules.new_units[1]:
        return _arm(game, state, UNIT_KINDS * region + kind)
    return _lacks(game, state, IRON, game.rules.leader_price, "lead")


def _recruit(game: BaseGame, state: State, kind: int) -> IllegalMove:
    assert game.rules.recruit_prices is not None
    price = game.rules.recruit_prices[kind]
    if _stock(state, GOLD) + _stock(state, COIN) >= price:
        return game.illegal("no_reserve", f"You have no {UNITS[kind]} left to recruit.")
    return _lacks(game, state, GOLD, price, "recruit")


def _learn(game: BaseGame, state: State, field: int) -> IllegalMove:
    entry = game.rules.knowhows[field]
    mine = state.knowhow[state.turn]
    if mine >> field & 1:
        return game.illegal("known", f"You already have {entry.name}.")
    if entry.needs >= 0 and not mine >> entry.needs & 1:
        return game.illegal("needs_basic", f"{entry.name} needs {game.rules.knowhows[entry.needs].name} first.")
    key = "learn-later" if known_to_any(state) >> field & 1 else "learn"
    return _lacks(game, state, GOLD, knowhow_price(game, state, field), key)


def no_crossing(game: BaseGame, kind: int, origin: int, target: int) -> IllegalMove:
    """Say why no unit of that kind can go from one region to the other."""
    names = f"{_name(game, origin)} and {_name(game, target)}"
    border = game.board.border(origin, target)
    if not border:
        return game.illegal("no_border", f"{names} do not share a border.")
    key, colour = ("sea-border", "sea") if kind == LEGION else ("land-border", "land")
    words = f"{names} share only a {colour} border, which {UNITS[kind]}s cannot cross."
    return game.illegal("border_kind", words, key=key)


def _move(game: BaseGame, state: State, place: int) -> IllegalMove:
    crossing, used, number = game.actions.decode_move(place)
    kind, origin, _ = game.actions.crossings[crossing]
    there = [units_used(game, state, kind, origin, level) for level in range(game.actions.levels)]
    name = _name(game, origin)
    if state.phase == JOIN:
        return game.illegal("not_offered", "Only units that cross the same border together can join.", key="join")
    reach = most_actions(game, state, kind)
    if used >= reach:
        words = f"A {UNITS[kind]} has {count(reach, 'action')} in a maneuver; one that has used {used} cannot move."
        return game.illegal("no_action_left", words)
    if used >= reach_of(game, state, kind) and number > state.tally[EXTRA_LEFT + kind]:
        left = count(state.tally[EXTRA_LEFT + kind], "extra crossing")
        return game.illegal("no_action_left", f"That takes {count(number, 'extra crossing')}; your cards leave {left}.")
    total = state.units[(UNIT_KINDS * state.turn + kind) * game.size + origin]
    code = "no_unit" if number > total or sum(there[:reach]) == total else "no_action_left"
    there.append(total - sum(there))  # those that have used all the actions there are
    listed = [_having_used(str(many), many, level) for level, many in enumerate(there) if many]
    asked = count(number, UNITS[kind])
    asked = _having_used(asked, number, used) if used or 0 < number <= total else asked
    words = f"You cannot move {asked} from {name}: you have {' and '.join(listed) or 'none'} there."
    return game.illegal(code, words)


def _having_used(units: str, number: int, used: int) -> str:
    """Tell units by their actions: `2 galleys that have used 1 action`."""
    have = "has" if number == 1 else "have"
    return f"{units} that {have} used {count(used, 'action')}" if used else f"{units} that {have} not moved"


def _march(game: BaseGame, state: State, region: int) -> IllegalMove:
    where = state.leaders[state.turn] - 1
    if where < 0:
        return game.illegal("no_leader", f"Your {leader_name(game, state, state.turn)} is not on the board.")
    kind = leader_type(state, state.turn)
    if (kind, where, region) not in game.actions.crossing_of:
        return no_crossing(game, kind, where, region)
    words = f"Your {leader_name(game, state, state.turn)} has no action left in this maneuver."
    return game.illegal("no_action_left", words)


def _fight(game: BaseGame, state: State, place: int) -> IllegalMove:
    region, nation, kind = game.actions.decode_fight(place)
    if state.phase == ANSWER:
        where, who = _name(game, state.place), named(game, state, state.turn)
        words = f"You can only answer {who} in {where}, with a kind of unit you both have there."
        return game.illegal("no_enemy", words, key="demand")
    name = _name(game, region)
    if nation == state.turn:
        return game.illegal("no_enemy", "You cannot fight yourself.")
    if not state.units[(UNIT_KINDS * state.turn + kind) * game.size + region]:
        return game.illegal("no_enemy", f"You have no {UNITS[kind]} in {name}.")
    return game.illegal("no_enemy", f"The {game.nation_name(state, nation)} have no {UNITS[kind]} in {name}.")


def _conquer(game: BaseGame, state: State, place: int) -> IllegalMove:
    return _conquest(game, state, place // (game.actions.cap + 1))


def _conquest(game: BaseGame, state: State, region: int) -> IllegalMove:
    name = _name(game, region)
    owner = strength.owner_of(state, region)
    if owner == state.turn or (owner < 0 and not state.temples >> region & 1):
        return game.illegal("no_city", f"There is no foreign city in {name}.")
    if owner >= 0 and strength.is_last(game, state, owner):
        words = f"{name} is the last city of {named(game, state, owner)}, which cannot be conquered."
        return game.illegal("last_city", words)
    if owner >= 0 and not strength.has_stone(game, state):
        return game.illegal("no_stone", f"All {game.stones} of your city stones are on the board.")
    if state.failed >> region & 1:
        return game.illegal("saved", f"A fortress has saved {name} in this maneuver.")
    needed = strength.defence(game, state, region, owner)
    active = strength.attackers(game, state, region)
    if active < needed:
        present = sum(state.units[(UNIT_KINDS * state.turn + kind) * game.size + region] for kind in (LEGION, GALLEY))
        present += leads(game, state, state.turn, region)
        key = "no_action-city" if present >= needed else "too_weak"
        if present >= needed and leads(game, state, state.turn, region):
            key = "leader_alone"
        return game.illegal(
            "too_weak",
            f"{name} has a defense strength of {needed}; you have {count(active, 'active unit')} there.",
            key=key,
        )
    due = count(strength.losses_due(game, state, region, owner), "active unit")
    legions, galleys = (
        count(strength.active_units(game, state, kind, region), UNITS[kind]) for kind in (LEGION, GALLEY)
    )
    words = f"Conquering {name} costs you {due}; you have {legions} and {galleys} active there."
    return game.illegal("wrong_losses", words)


def _site(game: BaseGame, state: State, region: int, good: int) -> IllegalMove | None:
    """Say why no city of the resource can be founded there, whatever the price."""
    name = _name(game, region)
    if not game.site_kinds[region]:
        return game.illegal("no_site", f"{name} has no city site.")
    if strength.owner_of(state, region) >= 0:
        return game.illegal("occupied", f"{name} has a city already.")
    if state.temples >> region & 1:
        return game.illegal("neutral_temple", f"The neutral temple in {name} must be destroyed first.")
    present = state.where[UNIT_KINDS * state.turn] | state.where[UNIT_KINDS * state.turn + 1]
    if not present >> region & 1 and not leads(game, state, state.turn, region):
        return game.illegal("no_own_unit", f"You have no unit in {name}.")
    if not stones_left(game, state, state.turn):
        return game.illegal("no_stone", f"All {game.stones} of your city stones are on the board.")
    if good not in game.site_kinds[region]:
        return game.illegal("wrong_kind", f"A city in {name} produces {GOODS[game.board.regions[region].resource]}.")
    if game.rules.markers is not None and not markers_left(game, state, good):
        return game.illegal("no_marker", f"The bank has no {GOODS[good]} city marker left.")
    return None


def _found(game: BaseGame, state: State, place: int) -> IllegalMove:
    region, good = divmod(place, RESOURCE_KINDS)
    found = _site(game, state, region, good)
    if found:
        return found
    tax = city_tax(game, state, region, good)
    taxed = tax and missing_goods(state) <= _stock(state, COIN)
    more = f", and {count(tax, 'coin')} for neighbouring {GOODS[good]} cities" if tax else ""
    price = f"1 marble, 1 iron and 1 gold; coins can replace them{more}"
    words = f"A city costs {price}. You have {_purse(state)}."
    return game.illegal("cannot_pay", words, key="found-tax" if taxed else "found")


def _settle(game: BaseGame, state: State, place: int) -> IllegalMove:
    if not events.held(game, state, state.turn, "settlers"):
        return _no_card(game, "settlers")
    found = _site(game, state, *divmod(place, RESOURCE_KINDS))
    price = "two of the three resources; coins can replace them"
    words = f"With the settlers card a city costs {price}. You have {_purse(state)}."
    return found or game.illegal("cannot_pay", words, key="found")


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
        words = f"The card {event.name} would change nothing: {_void(game, state, event)}."
        return game.illegal("card_window", words, key="card-void")
    moment = _MOMENTS[event.effect].format(good=GOODS[event.good])
    return game.illegal("card_window", f"The card {event.name} is played {moment}.")


def _void(game: BaseGame, state: State, event: Event) -> str:
    """Say what a card lacks to have an effect."""
    if event.effect == "march":
        return f"you have no {UNITS[event.kind]} on the board"
    other = events.rival(game, state)
    if event.effect == "burglary":
        coins = count(state.goods[GOOD_KINDS * other + COIN], "coin")
        return f"{named(game, state, other)} have {coins}"
    return f"{named(game, state, other)} have no knowledge"


def _quake(game: BaseGame, state: State, region: int) -> IllegalMove:
    if not events.held(game, state, state.turn, "earthquake"):
        return _no_card(game, "earthquake")
    return game.illegal("no_rampart", f"There is no town wall in {_name(game, region)}.")


def _trade(game: BaseGame, state: State, place: int) -> IllegalMove:
    rate, given, taken = game.actions.trades[place]
    owned = state.knowhow[state.turn]
    if not game.rates[owned] >> rate & 1:
        wanted = game.rules.trades[rate].knowhow or "all eight know-hows"
        return game.illegal("no_trade", f"The bank trades only with nations that have {wanted}.")
    if not game.rates[owned & ~state.learned] >> rate & 1:
        return game.illegal("trade_delay", "You can trade with this know-how only from your next turn on.")
    for good in range(4):
        if given[good] > _stock(state, good):
            words = f"That trade takes {mix_text(given)}; you have {_stock(state, good)} {GOODS[good]}."
            return game.illegal("cannot_pay", words, key="no_trade")
        if taken[good] and not bank_has(game, state, good):
            return game.illegal("bank_empty", f"The bank has no {GOODS[good]} left.")
    return game.illegal("trade_loop", "You cannot trade away what you have just received in trade.")


def _ask(game: BaseGame, state: State, nation: int) -> IllegalMove:
    able = _either([named(game, state, other) for other in unheard(game, state)])
    words = f"The {game.nation_name(state, nation)} cannot answer this entry; ask {able}."
    return game.illegal("not_offered", words, key="offer-ask")


def _pick(game: BaseGame, state: State, event: int) -> IllegalMove:
    name = game.rules.events[event].name
    return game.illegal("not_offered", f"The card {name} is not face up.", key="offer-pick-card")


def _draw(game: BaseGame, state: State, event: int) -> IllegalMove:
    name = game.rules.events[event].name
    return game.illegal("not_offered", f"The card {name} is not in the pile.", key="offer-draw")


def _word(game: BaseGame, state: State, place: int) -> IllegalMove:
    if state.phase == PICK:
        return game.illegal("not_offered", "You must take a card for the city you lost.", key="must-pick")
    return game.illegal("not_offered", "You cannot offer a draw now, or you already did this turn.", key="now:offer")


def _nation(game: BaseGame, state: State, nation: int) -> IllegalMove:
    offered = _either([game.board.nations[action - game.actions.nation] for action in state.options])
    words = f"The {game.board.nations[nation]} are not among the nations offered: {offered}."
    return game.illegal("not_offered", words, key="offer-nation")


def _city(game: BaseGame, state: State, region: int) -> IllegalMove:
    if game.rules.start_cities == "one":
        offered = _either([_name(game, action - game.actions.city) for action in state.options])
        words = f"{_name(game, region)} is not on your nation card; choose {offered}."
        return game.illegal("not_offered", words, key="offer-city")
    owner = strength.owner_of(state, region)
    if owner >= 0:
        taken = f"{_name(game, region)} is a city of {named(game, state, owner)}."
        return game.illegal("occupied", taken, key="offer-pick")
    kind = GOODS[game.board.regions[region].resource]
    return game.illegal("not_offered", f"You already have your {kind} city.", key="offer-pick")


def _give_up(game: BaseGame, state: State, region: int) -> IllegalMove:
    return game.illegal("not_owned", f"{_name(game, region)} is not one of your cities.", key="now:give-up")


def _take(game: BaseGame, state: State, kind: int) -> IllegalMove:
    tallest = _either([PERSONAGES[action - game.actions.take] for action in state.options])
    words = f"The {PERSONAGES[kind]} stack is not among the tallest; take {tallest}."
    return game.illegal("not_offered", words, key="offer-take")


def _take_good(game: BaseGame, state: State, good: int) -> IllegalMove:
    return game.illegal("bank_empty", f"The bank has no {GOODS[good]} left.", key="offer-take-good")


def _lose(game: BaseGame, state: State, used: int) -> IllegalMove:
    return game.illegal("not_offered", f"None of the units you could lose has used {count(used, 'action')}.")


_REASONS: Final[dict[str, Callable[[BaseGame, State, int], IllegalMove]]] = {
    "take-good": _take_good, "take": _take, "lose": _lose, "nation": _nation, "city": _city, "give-up": _give_up,
    "wedge": _wedge, "pay": _pay, "temple": _temple, "arm": _arm, "learn": _learn, "move": _move, "fight": _fight,
    "conquer": _conquer, "found": _found, "trade": _trade, "done": _word, "offer": _word, "ask": _ask, "pick": _pick,
    "draw": _draw, "architect": _architect, "rampart": _rampart, "free": _free, "lead": _lead, "recruit": _recruit,
    "march": _march, "declare": _conquest, "settle": _settle, "play": _play, "quake": _quake,
}  # fmt: skip
