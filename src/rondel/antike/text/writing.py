"""Actions as text: one canonical text for each, read back by `parse_action` in the same state."""

from __future__ import annotations

from typing import Final

from rondel.antike.lexicon import wedge_names
from rondel.antike.parts.catalogue import ACTIONS
from rondel.antike.parts.part import Writer
from rondel.antike.phases import strength
from rondel.antike.phases.battle import battle_pairs
from rondel.antike.rules import GOODS, PERSONAGES, UNIT_KINDS, UNITS
from rondel.antike.state import LOSE, BaseGame, State
from rondel.antike.text.phrases import city_text, mix_text, region_name
from rondel.antike.text.verbs import PRINTED


def action_text(game: BaseGame, state: State, action: int) -> str:
    """Write one action. The text read back in the same state gives the same action."""
    kind, place = game.actions.split(action)
    verb = PRINTED[kind]
    words = _WRITERS[kind](game, state, place) if kind in _WRITERS else ""
    return f"{verb} {words}".rstrip()


def _region(game: BaseGame, state: State, place: int) -> str:
    return region_name(game, place)


def _write_arm(game: BaseGame, state: State, place: int) -> str:
    return f"{UNITS[place % UNIT_KINDS]} {region_name(game, place // UNIT_KINDS)}"


def _write_move(game: BaseGame, state: State, place: int) -> str:
    crossing, used, count = game.actions.decode_move(place)
    kind, origin, target = game.actions.crossings[crossing]
    tail = f" used {used}" if used else ""
    return f"{count} {UNITS[kind]} {region_name(game, origin)} {region_name(game, target)}{tail}"


def _write_fight(game: BaseGame, state: State, place: int) -> str:
    region, nation, kind = game.actions.decode_fight(place)
    name = game.nation_name(state, nation)
    if state.phase == LOSE:  # the battle is over; only its losses are open
        return f"{UNITS[kind]} {region_name(game, region)} {name}"
    other = state.asked if nation == state.turn else nation
    pairs = battle_pairs(game, state, region, other, kind)
    return f"{pairs} {UNITS[kind]} {region_name(game, region)} {name}"


def _write_conquer(game: BaseGame, state: State, place: int) -> str:
    region, legions = divmod(place, game.actions.cap + 1)
    galleys = 0
    if state.phase != LOSE:
        galleys = strength.losses_due(game, state, region, strength.owner_of(state, region)) - legions
    losses = " ".join(f"{number} {UNITS[kind]}" for kind, number in enumerate((legions, galleys)) if number)
    return f"{region_name(game, region)} {losses}".rstrip()


_WRITERS: Final[dict[str, Writer]] = {
    "take-good": lambda game, state, place: GOODS[place],
    "take": lambda game, state, place: PERSONAGES[place],
    "lose": lambda game, state, place: f"used {place}",
    "nation": lambda game, state, place: game.board.nations[place],
    "city": _region,
    "give-up": _region,
    "wedge": lambda game, state, place: wedge_names(game.rules.wedges)[place],
    "pay": lambda game, state, place: mix_text(game.actions.mixes[place]),
    "temple": _region,
    "arm": _write_arm,
    "free": _write_arm,
    "learn": lambda game, state, place: game.rules.knowhows[place].name,
    "move": _write_move,
    "fight": _write_fight,
    "conquer": _write_conquer,
    "found": city_text,
    **{kind: words.write for kind, words in ACTIONS.items()},
}
