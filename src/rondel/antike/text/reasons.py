"""Why an action that every rulebook has is not legal now; `explain` adds those of the parts."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.announced.rules import is_saved
from rondel.antike.parts.leaders.rules import leads
from rondel.antike.parts.markers import no_marker
from rondel.antike.parts.neutral import barred_site
from rondel.antike.parts.part import Reason
from rondel.antike.parts.tax import city_tax, temple_tax
from rondel.antike.phases import strength
from rondel.antike.phases.arming import available, free_units
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
    GOODS,
    IRON,
    LEGION,
    MARBLE,
    PERSONAGES,
    RESOURCE_KINDS,
    UNIT_KINDS,
    UNITS,
)
from rondel.antike.state import ANSWER, EXTRA_LEFT, JOIN, BaseGame, State
from rondel.antike.text.paying import payment_key, price_text
from rondel.antike.text.phrases import either, lacks, mix_text, named, purse_text, region_name, stock
from rondel.antike.units import reach_of
from rondel.errors import IllegalMove
from rondel.names import count


def _wedge(game: BaseGame, state: State, wedge: int) -> IllegalMove:
    steps = steps_to(game, state, wedge)
    price = game.step_prices[steps]
    key = "cannot_stay" if steps == game.wedges else "rondel"
    words = f"Moving {steps} wedges costs {count(price, 'resource')}; you have {purse_text(state)}."
    return game.illegal("cannot_pay", words, key=key)


def _pay(game: BaseGame, state: State, place: int) -> IllegalMove:
    asked, price = game.actions.mixes[place], price_text(game, state, state.pending)
    words = f"The price is {price}, not {mix_text(asked)}; you have {purse_text(state)}."
    if any(mix == asked for _, mix in price_for(game, state, state.pending).payments):
        words = f"You cannot pay {mix_text(asked)}: you have {purse_text(state)}."
    return game.illegal("wrong_payment", words, key=payment_key(game, state.pending))


def no_temple(game: BaseGame, state: State, region: int) -> IllegalMove:
    """Say why no temple can be built there."""
    name = region_name(game, region)
    if not state.cities[state.turn] >> region & 1:
        return game.illegal("not_owned", f"You can build a temple only in one of your own cities; {name} is not yours.")
    if state.temples >> region & 1:
        return game.illegal("has_temple", f"{name} already has a temple.")
    if not temples_left(game, state):
        return game.illegal("no_temple_left", f"All {game.rules.temples} temples are on the board.")
    return lacks(game, state, MARBLE, game.rules.temple_price, "temple", temple_tax(game, state, region))


def no_arming(game: BaseGame, state: State, place: int) -> IllegalMove:
    """Say why no unit of that kind can be set up there."""
    region, kind = divmod(place, UNIT_KINDS)
    name = region_name(game, region)
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
    return lacks(game, state, IRON, game.rules.unit_price, "arm")


def _free(game: BaseGame, state: State, place: int) -> IllegalMove:
    if not free_units(game, state):
        return game.illegal("no_card", "You have no free unit to set up.")
    return no_arming(game, state, place)


def _learn(game: BaseGame, state: State, field: int) -> IllegalMove:
    entry = game.rules.knowhows[field]
    mine = state.knowhow[state.turn]
    if mine >> field & 1:
        return game.illegal("known", f"You already have {entry.name}.")
    if entry.needs >= 0 and not mine >> entry.needs & 1:
        return game.illegal("needs_basic", f"{entry.name} needs {game.rules.knowhows[entry.needs].name} first.")
    key = "learn-later" if known_to_any(state) >> field & 1 else "learn"
    return lacks(game, state, GOLD, knowhow_price(game, state, field), key)


def _move(game: BaseGame, state: State, place: int) -> IllegalMove:
    crossing, used, number = game.actions.decode_move(place)
    kind, origin, _ = game.actions.crossings[crossing]
    there = [units_used(game, state, kind, origin, level) for level in range(game.actions.levels)]
    name = region_name(game, origin)
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
    there.append(total - sum(there))  # units that have used all their actions
    listed = [_having_used(str(many), many, level) for level, many in enumerate(there) if many]
    asked = count(number, UNITS[kind])
    asked = _having_used(asked, number, used) if used or 0 < number <= total else asked
    words = f"You cannot move {asked} from {name}: you have {' and '.join(listed) or 'none'} there."
    return game.illegal(code, words)


def _having_used(units: str, number: int, used: int) -> str:
    """Tell units by their actions: `2 galleys that have used 1 action`."""
    have = "has" if number == 1 else "have"
    return f"{units} that {have} used {count(used, 'action')}" if used else f"{units} that {have} not moved"


def _fight(game: BaseGame, state: State, place: int) -> IllegalMove:
    region, nation, kind = game.actions.decode_fight(place)
    if state.phase == ANSWER:
        where, who = region_name(game, state.place), named(game, state, state.turn)
        words = f"You can only answer {who} in {where}, with a kind of unit you both have there."
        return game.illegal("no_enemy", words, key="demand")
    name = region_name(game, region)
    if nation == state.turn:
        return game.illegal("no_enemy", "You cannot fight yourself.")
    if not state.units[(UNIT_KINDS * state.turn + kind) * game.size + region]:
        return game.illegal("no_enemy", f"You have no {UNITS[kind]} in {name}.")
    return game.illegal("no_enemy", f"The {game.nation_name(state, nation)} have no {UNITS[kind]} in {name}.")


def _conquer(game: BaseGame, state: State, place: int) -> IllegalMove:
    return no_conquest(game, state, place // (game.actions.cap + 1))


def no_conquest(game: BaseGame, state: State, region: int) -> IllegalMove:
    """Say why the region cannot be conquered."""
    name = region_name(game, region)
    owner = strength.owner_of(state, region)
    if owner == state.turn or (owner < 0 and not state.temples >> region & 1):
        return game.illegal("no_city", f"There is no foreign city in {name}.")
    if owner >= 0 and strength.is_last(game, state, owner):
        words = f"{name} is the last city of {named(game, state, owner)}, which cannot be conquered."
        return game.illegal("last_city", words)
    if owner >= 0 and not strength.has_stone(game, state):
        return game.illegal("no_stone", f"All {game.stones} of your city stones are on the board.")
    if is_saved(state, region):
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


def no_site(game: BaseGame, state: State, region: int, good: int) -> IllegalMove | None:
    """Say why no city of the resource can be founded there, whatever the price."""
    name = region_name(game, region)
    if not game.site_kinds[region]:
        return game.illegal("no_site", f"{name} has no city site.")
    if strength.owner_of(state, region) >= 0:
        return game.illegal("occupied", f"{name} has a city already.")
    barred = barred_site(game, state, region)
    if barred:
        return barred
    present = state.where[UNIT_KINDS * state.turn] | state.where[UNIT_KINDS * state.turn + 1]
    if not present >> region & 1 and not leads(game, state, state.turn, region):
        return game.illegal("no_own_unit", f"You have no unit in {name}.")
    if not stones_left(game, state, state.turn):
        return game.illegal("no_stone", f"All {game.stones} of your city stones are on the board.")
    if good not in game.site_kinds[region]:
        return game.illegal("wrong_kind", f"A city in {name} produces {GOODS[game.board.regions[region].resource]}.")
    return no_marker(game, state, good)


def _found(game: BaseGame, state: State, place: int) -> IllegalMove:
    region, good = divmod(place, RESOURCE_KINDS)
    found = no_site(game, state, region, good)
    if found:
        return found
    tax = city_tax(game, state, region, good)
    taxed = tax and missing_goods(state) <= stock(state, COIN)
    more = f", and {count(tax, 'coin')} for neighboring {GOODS[good]} cities" if tax else ""
    price = f"1 marble, 1 iron and 1 gold; coins can replace them{more}"
    words = f"A city costs {price}. You have {purse_text(state)}."
    return game.illegal("cannot_pay", words, key="found-tax" if taxed else "found")


def _nation(game: BaseGame, state: State, nation: int) -> IllegalMove:
    offered = either([game.board.nations[action - game.actions.nation] for action in state.options])
    words = f"The {game.board.nations[nation]} are not among the nations offered: {offered}."
    return game.illegal("not_offered", words, key="offer-nation")


def _city(game: BaseGame, state: State, region: int) -> IllegalMove:
    if game.rules.start_cities == "one":
        offered = either([region_name(game, action - game.actions.city) for action in state.options])
        words = f"{region_name(game, region)} is not on your nation card; choose {offered}."
        return game.illegal("not_offered", words, key="offer-city")
    owner = strength.owner_of(state, region)
    if owner >= 0:
        taken = f"{region_name(game, region)} is a city of {named(game, state, owner)}."
        return game.illegal("occupied", taken, key="offer-pick")
    kind = GOODS[game.board.regions[region].resource]
    return game.illegal("not_offered", f"You already have your {kind} city.", key="offer-pick")


def _give_up(game: BaseGame, state: State, region: int) -> IllegalMove:
    return game.illegal("not_owned", f"{region_name(game, region)} is not one of your cities.", key="now:give-up")


def _take(game: BaseGame, state: State, kind: int) -> IllegalMove:
    tallest = either([PERSONAGES[action - game.actions.take] for action in state.options])
    words = f"The {PERSONAGES[kind]} stack is not among the tallest; take {tallest}."
    return game.illegal("not_offered", words, key="offer-take")


def _take_good(game: BaseGame, state: State, good: int) -> IllegalMove:
    return game.illegal("bank_empty", f"The bank has no {GOODS[good]} left.", key="offer-take-good")


def _lose(game: BaseGame, state: State, used: int) -> IllegalMove:
    return game.illegal("not_offered", f"None of the units you could lose has used {count(used, 'action')}.")


#: by kind of action; kinds that are missing here are offered in every phase that takes them
REASONS: Final[dict[str, Reason]] = {
    "take-good": _take_good, "take": _take, "lose": _lose, "nation": _nation, "city": _city, "give-up": _give_up,
    "wedge": _wedge, "pay": _pay, "temple": no_temple, "arm": no_arming, "free": _free, "learn": _learn, "move": _move,
    "fight": _fight, "conquer": _conquer, "found": _found,
}  # fmt: skip
