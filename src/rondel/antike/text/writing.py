"""Actions as text: one canonical text for each, read back by `parse_action` in the same state."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rondel.antike.lexicon import VERBS, wedge_names
from rondel.antike.parts.leaders import leader_name
from rondel.antike.phases import strength
from rondel.antike.phases.battle import battle_pairs
from rondel.antike.phases.purchase import PRICES, price_for
from rondel.antike.rules import GOODS, PERSONAGES, RESOURCE_KINDS, UNIT_KINDS, UNITS
from rondel.antike.state import LOSE, BaseGame, State
from rondel.names import count


def action_text(game: BaseGame, state: State, action: int) -> str:
    """Write one action. The text read back in the same state gives the same action."""
    kind, place = game.actions.split(action)
    verb = VERBS[_SAME_VERB.get(kind, kind)][0]
    words = _WRITERS[kind](game, state, place) if kind in _WRITERS else ""
    return f"{verb} {words}".rstrip()


def price_text(game: BaseGame, state: State, action: int) -> str:
    """Write what an action costs, as far as its kind is paid for; empty if it costs nothing."""
    kind = game.actions.split(action)[0]
    if kind not in PRICES:
        return ""
    rows = price_for(game, state, action).payments
    if kind == "wedge":
        return count(sum(rows[0][1]), "unit") if rows else ""
    # the payment with the fewest coins names the price
    return mix_text(min((mix for _, mix in rows), key=lambda mix: mix[3]))


def payment_text(game: BaseGame, action: int) -> str:
    """Write a payment as the words that complete its purchase; empty for other actions."""
    kind, place = game.actions.split(action)
    return mix_text(game.actions.mixes[place]) if kind == "pay" else ""


def _region(game: BaseGame, place: int) -> str:
    return game.board.regions[place].name


def mix_text(mix: Sequence[int]) -> str:
    """Write amounts of goods: `3 marble 2 coin`."""
    return " ".join(f"{amount} {good}" for amount, good in zip(mix, GOODS, strict=False) if amount)


def _write_arm(game: BaseGame, state: State, place: int) -> str:
    return f"{UNITS[place % UNIT_KINDS]} {_region(game, place // UNIT_KINDS)}"


def _write_move(game: BaseGame, state: State, place: int) -> str:
    crossing, used, count = game.actions.decode_move(place)
    kind, origin, target = game.actions.crossings[crossing]
    tail = f" used {used}" if used else ""
    return f"{count} {UNITS[kind]} {_region(game, origin)} {_region(game, target)}{tail}"


def _write_fight(game: BaseGame, state: State, place: int) -> str:
    region, nation, kind = game.actions.decode_fight(place)
    name = game.nation_name(state, nation)
    if state.phase == LOSE:  # the battle is over; only its losses are open
        return f"{UNITS[kind]} {_region(game, region)} {name}"
    other = state.asked if nation == state.turn else nation
    pairs = battle_pairs(game, state, region, other, kind)
    return f"{pairs} {UNITS[kind]} {_region(game, region)} {name}"


def _write_conquer(game: BaseGame, state: State, place: int) -> str:
    region, legions = divmod(place, game.actions.cap + 1)
    galleys = 0
    if state.phase != LOSE:
        galleys = strength.losses_due(game, state, region, strength.owner_of(state, region)) - legions
    losses = " ".join(f"{number} {UNITS[kind]}" for kind, number in enumerate((legions, galleys)) if number)
    return f"{_region(game, region)} {losses}".rstrip()


def _write_trade(game: BaseGame, state: State, place: int) -> str:
    _, given, taken = game.actions.trades[place]
    return f"{mix_text(given)} for {mix_text(taken)}"


def _write_found(game: BaseGame, state: State, place: int) -> str:
    region, good = divmod(place, RESOURCE_KINDS)
    choice = f" {GOODS[good]}" if len(game.site_kinds[region]) > 1 else ""
    return _region(game, region) + choice


def _write_leader(game: BaseGame, state: State, place: int) -> str:
    return f"{leader_name(game, state, state.turn)} {_region(game, place)}"


def _event(game: BaseGame, state: State, place: int) -> str:
    return game.rules.events[place].name


_Writer = Callable[["BaseGame", State, int], str]
_WRITERS: dict[str, _Writer] = {
    "take-good": lambda game, state, place: GOODS[place],
    "take": lambda game, state, place: PERSONAGES[place],
    "lose": lambda game, state, place: f"used {place}",
    "nation": lambda game, state, place: game.board.nations[place],
    "city": lambda game, state, place: _region(game, place),
    "give-up": lambda game, state, place: _region(game, place),
    "wedge": lambda game, state, place: wedge_names(game.rules.wedges)[place],
    "pay": lambda game, state, place: mix_text(game.actions.mixes[place]),
    "temple": lambda game, state, place: _region(game, place),
    "arm": _write_arm,
    "learn": lambda game, state, place: game.rules.knowhows[place].name,
    "move": _write_move,
    "fight": _write_fight,
    "conquer": _write_conquer,
    "found": _write_found,
    "trade": _write_trade,
    "ask": lambda game, state, place: game.nation_name(state, place),
    "draw": _event,
    "pick": _event,
    "play": _event,
    "quake": lambda game, state, place: f"earthquake {_region(game, place)}",
    "architect": lambda game, state, place: _region(game, place),
    "rampart": lambda game, state, place: _region(game, place),
    "free": _write_arm,
    "lead": _write_leader,
    "march": _write_leader,
    "recruit": lambda game, state, place: UNITS[place],
    "declare": lambda game, state, place: _region(game, place),
    "settle": _write_found,
}
#: kinds of action that share the verb of another
_SAME_VERB = {"take-good": "take", "quake": "play", "lead": "arm", "march": "move"}
