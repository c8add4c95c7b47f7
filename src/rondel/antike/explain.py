"""Why an action is not legal now: one sentence, a closed code, and the ledger clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rondel.antike import conquest
from rondel.antike.building import temples_left, units_left
from rondel.antike.founding import stones_left
from rondel.antike.goods import bank_has
from rondel.antike.knowhow import knowhow_price, known_to_any
from rondel.antike.movement import units_used
from rondel.antike.rules import COIN, GALLEY, GOLD, GOODS, IRON, LEGION, MARBLE, PERSONAGES, UNITS
from rondel.antike.state import ANSWER, JOIN, OVER, PHASES, State
from rondel.antike.wheel import price_of, steps_to
from rondel.errors import IllegalMove
from rondel.names import count

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame

#: the kinds of action each phase takes
_OPEN: Final = {
    "nation": ("nation",), "city": ("city",), "substitute": ("take-good",), "rondel": ("wedge", "trade"),
    "pay": ("pay",), "temple": ("done", "temple", "trade"), "arming": ("done", "arm", "trade"),
    "know-how": ("done", "learn", "trade"), "maneuver": ("done", "move", "fight", "conquer", "trade"),
    "join": ("enter", "move"), "answer": ("peace", "fight"), "lose": ("lose",),
    "conquest": ("done", "conquer", "trade"), "give-up": ("give-up",), "founding": ("done", "found", "trade"),
    "extra": ("take",),
}  # fmt: skip

#: what must be decided in each phase, in words
PROMPTS: Final = {
    "nation": "choose a nation", "city": "choose a start city", "substitute": "take a resource in place of the coin",
    "rondel": "move on the rondel", "pay": "choose how to pay", "temple": "build temples", "arming": "set up units",
    "know-how": "obtain know-hows", "maneuver": "move, fight and conquer", "join": "say who crosses together",
    "answer": "demand a battle or keep the peace", "lose": "choose which unit is lost", "conquest": "conquer cities",
    "give-up": "give up a city for its stone", "founding": "found cities", "extra": "take a personage",
}  # fmt: skip


def prompt(game: AntikeGame, state: State) -> str:
    """Say in words who must decide what; empty when the game is over."""
    if state.phase == OVER:
        return ""
    actor = game.nation_name(state, state.actor)
    if state.phase == ANSWER:
        return f"{actor}: fight {game.nation_name(state, state.turn)} in {_name(game, state.place)}, or keep the peace"
    return f"{actor}: {PROMPTS[PHASES[state.phase]]}"


def refusal(game: AntikeGame, state: State, action: int) -> IllegalMove:
    """Say why an action that is not among the options is not."""
    if not 0 <= action < game.actions.count:
        return IllegalMove("not_offered", f"There is no action {action}.")
    if state.phase == OVER:
        return game.illegal("over", f"The game is over ({state.end_reason()}).")
    kind, place = game.actions.split(action)
    if kind not in _OPEN[PHASES[state.phase]]:
        actor = game.nation_name(state, state.actor)
        ending = ", or to say `done`" if "done" in _OPEN[PHASES[state.phase]] else ""
        message = f"Not now: it is for {actor} to {PROMPTS[PHASES[state.phase]]}{ending}."
        return game.illegal("not_now", message, key=f"now:{kind}")
    return _REASONS[kind](game, state, place)


def _name(game: AntikeGame, region: int) -> str:
    return game.board.regions[region].name


def _stock(state: State, good: int) -> int:
    return state.goods[4 * state.turn + good]


def _wedge(game: AntikeGame, state: State, wedge: int) -> IllegalMove:
    steps = steps_to(game, state, wedge)
    price = price_of(game, steps)
    key = "cannot_stay" if steps == game.wedges else "rondel"
    return game.illegal("cannot_pay", f"{steps} wedges cost {count(price, 'unit')}; the nation has fewer.", key=key)


def _pay(game: AntikeGame, state: State, place: int) -> IllegalMove:
    return game.illegal("wrong_payment", "That mix is not the price, or the nation does not hold it.")


def _temple(game: AntikeGame, state: State, region: int) -> IllegalMove:
    name = _name(game, region)
    if not state.cities[state.turn] >> region & 1:
        return game.illegal("not_owned", f"A temple needs an own city; {name} is none.")
    if state.temples >> region & 1:
        return game.illegal("has_temple", f"{name} has its temple already.")
    if not temples_left(game, state):
        return game.illegal("no_temple_left", f"All {game.rules.temples} temples are on the board.")
    return _lacks(game, state, MARBLE, game.rules.temple_price, "temple")


def _lacks(game: AntikeGame, state: State, good: int, price: int, key: str) -> IllegalMove:
    held = f"{_stock(state, good)} {GOODS[good]} and {count(_stock(state, COIN), 'coin')}"
    return game.illegal("cannot_pay", f"That costs {price} {GOODS[good]}; the nation has {held}.", key=key)


def _arm(game: AntikeGame, state: State, place: int) -> IllegalMove:
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
    if not units_left(game, state, state.turn, kind):
        return game.illegal("no_unit_left", f"No {UNITS[kind]} is left in the supply.")
    return _lacks(game, state, IRON, game.rules.unit_price, "arm")


def _learn(game: AntikeGame, state: State, field: int) -> IllegalMove:
    entry = game.rules.knowhows[field]
    mine = state.knowhow[state.turn]
    if mine >> field & 1:
        return game.illegal("known", f"The nation has {entry.name} already.")
    if entry.needs >= 0 and not mine >> entry.needs & 1:
        return game.illegal("needs_basic", f"{entry.name} needs {game.rules.knowhows[entry.needs].name} first.")
    key = "learn-later" if known_to_any(state) >> field & 1 else "learn"
    return _lacks(game, state, GOLD, knowhow_price(game, state, field), key)


def no_crossing(game: AntikeGame, kind: int, origin: int, target: int) -> IllegalMove:
    """Say why no unit of that kind can go from one region to the other."""
    names = f"{_name(game, origin)} and {_name(game, target)}"
    border = game.board.border(origin, target)
    if not border:
        return game.illegal("no_border", f"{names} do not touch.")
    key, colour = ("sea-border", "sea") if kind == LEGION else ("land-border", "land")
    return game.illegal("border_kind", f"{names} share a {colour} border only; no {UNITS[kind]} crosses it.", key=key)


def _move(game: AntikeGame, state: State, place: int) -> IllegalMove:
    crossing, used, number = game.actions.decode_move(place)
    kind, origin, _ = game.actions.crossings[crossing]
    there = [units_used(game, state, kind, origin, level) for level in range(3)]
    name = _name(game, origin)
    if state.phase == JOIN:
        return game.illegal("not_offered", "Only units that cross the same border together can join.", key="join")
    reach = game.reach[kind][state.knowhow[state.turn]]
    if used >= reach:
        return game.illegal("no_action_left", f"A {UNITS[kind]} has {count(reach, 'action')} in a maneuver.")
    total = state.units[(2 * state.turn + kind) * game.size + origin]
    if number > total or sum(there[:reach]) == total:
        listed = f"{there[used]} with {count(used, 'action')} used" if sum(there[:reach]) else "none"
        return game.illegal("no_unit", f"{count(number, UNITS[kind])} cannot leave {name}: it holds {listed}.")
    return game.illegal(
        "no_action_left", f"{name}: {count(there[used], UNITS[kind])} there with {count(used, 'action')} used."
    )


def _fight(game: AntikeGame, state: State, place: int) -> IllegalMove:
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


def _conquer(game: AntikeGame, state: State, place: int) -> IllegalMove:
    region, _ = divmod(place, game.actions.cap + 1)
    name = _name(game, region)
    owner = conquest.owner_of(state, region)
    if owner in (-1, state.turn):
        return game.illegal("no_city", f"No foreign city stands in {name}.")
    if conquest.is_last(state, owner):
        return game.illegal("last_city", f"{name} is the last city of {game.nation_name(state, owner)}.")
    strength = conquest.defence(game, state, region, owner)
    active = sum(conquest.active_units(game, state, kind, region) for kind in (LEGION, GALLEY))
    if active < strength:
        present = sum(state.units[(2 * state.turn + kind) * game.size + region] for kind in (LEGION, GALLEY))
        key = "no_action-city" if present >= strength else "too_weak"
        return game.illegal(
            "too_weak", f"{name} has defence {strength}; the nation has {count(active, 'active unit')} there.", key=key
        )
    return game.illegal("wrong_losses", f"The losses must be {count(strength, 'active unit')} in {name}.")


def _found(game: AntikeGame, state: State, region: int) -> IllegalMove:
    name = _name(game, region)
    if conquest.owner_of(state, region) >= 0:
        return game.illegal("occupied", f"{name} has a city already.")
    if not (state.where[2 * state.turn] | state.where[2 * state.turn + 1]) >> region & 1:
        return game.illegal("no_own_unit", f"No own unit stands in {name}.")
    if not stones_left(game, state, state.turn):
        return game.illegal("no_stone", f"All {game.rules.stones} city stones are on the board.")
    return game.illegal("cannot_pay", "A city costs 1 marble, 1 iron and 1 gold, or coins instead.", key="found")


def _trade(game: AntikeGame, state: State, place: int) -> IllegalMove:
    given, taken = game.actions.trades[place]
    if state.knowhow[state.turn] != game.full_chart:
        return game.illegal("no_trade", "The bank trades with nations that own all eight know-hows.")
    for good in range(3):
        if given[good] > _stock(state, good):
            return game.illegal("cannot_pay", f"The nation has {_stock(state, good)} {GOODS[good]}.", key="no_trade")
        if taken[good] and not bank_has(game, state, good):
            return game.illegal("bank_empty", f"The bank has no {GOODS[good]} left.")
    return game.illegal("trade_loop", "What was just received in trade cannot be given away before another step.")


def _nation(game: AntikeGame, state: State, nation: int) -> IllegalMove:
    name = game.board.nations[nation]
    return game.illegal("not_offered", f"{name} are not among the nations offered.", key="offer-nation")


def _city(game: AntikeGame, state: State, region: int) -> IllegalMove:
    if game.rules.start_cities == "one":
        return game.illegal("not_offered", f"{_name(game, region)} is not on the nation's card.", key="offer-city")
    owner = conquest.owner_of(state, region)
    if owner >= 0:
        taken = f"{_name(game, region)} is a city of {game.nation_name(state, owner)}."
        return game.illegal("occupied", taken, key="offer-pick")
    kind = GOODS[game.board.regions[region].resource]
    return game.illegal("not_offered", f"The nation has its {kind} city already.", key="offer-pick")


def _give_up(game: AntikeGame, state: State, region: int) -> IllegalMove:
    return game.illegal("not_owned", f"{_name(game, region)} is not an own city.", key="now:give-up")


def _take(game: AntikeGame, state: State, kind: int) -> IllegalMove:
    message = f"The {PERSONAGES[kind]} stack is not among the fullest."
    return game.illegal("not_offered", message, key="offer-take")


def _take_good(game: AntikeGame, state: State, good: int) -> IllegalMove:
    return game.illegal("bank_empty", f"The bank has no {GOODS[good]} left.", key="offer-take-good")


def _lose(game: AntikeGame, state: State, used: int) -> IllegalMove:
    return game.illegal("not_offered", f"No unit that may be lost has used {count(used, 'action')}.")


_REASONS: Final[dict[str, Callable[[AntikeGame, State, int], IllegalMove]]] = {
    "take-good": _take_good, "take": _take, "lose": _lose, "nation": _nation, "city": _city, "give-up": _give_up,
    "wedge": _wedge, "pay": _pay, "temple": _temple, "arm": _arm, "learn": _learn, "move": _move, "fight": _fight,
    "conquer": _conquer, "found": _found, "trade": _trade,
}  # fmt: skip
