"""Moves as a person types them, read as the actions they stand for."""

from __future__ import annotations

from typing import Final

from rondel.antike.actions import DONE, ENTER, PEACE
from rondel.antike.lexicon import LATIN
from rondel.antike.parts.announced.words import announced_first
from rondel.antike.parts.catalogue import ACTIONS, PARTS
from rondel.antike.phases import strength
from rondel.antike.phases.movement import units_used
from rondel.antike.phases.purchase import PRICES
from rondel.antike.phases.wheel import steps_to
from rondel.antike.rules import LEGION, UNIT_KINDS
from rondel.antike.state import ANSWER, LOSE, SUBSTITUTE, BaseGame, State
from rondel.antike.text.paying import read_payment
from rondel.antike.text.phrases import mix_text, no_crossing, region_name
from rondel.antike.text.words import (
    Reader,
    Reading,
    read_goods,
    read_nation,
    read_number,
    read_region,
    read_unit,
    reads_city,
    reads_place,
    reads_unit,
    reads_word,
    skip,
)
from rondel.errors import IllegalMove, NotationError
from rondel.names import count, fold


def parse_action(game: BaseGame, state: State, text: str) -> int:
    """Read the canonical text of one action; it need not be legal."""
    found = _read(game, state, text, exact=True)
    if len(found.actions) != 1 or found.words:
        raise NotationError("bad_text", f"{text!r} is not one action; write it as `legal` lists it.")
    return found.actions[0]


def parse(game: BaseGame, state: State, text: str) -> list[int]:
    """Read what a person types as the actions it stands for.

    A purchase takes its payment along; where none is stated, resources go before coins. Several battle pairs or
    trades can be typed at once. The first action may be illegal: `apply` says why.
    """
    found = _read(game, state, text)
    if game.actions.split(found.actions[0])[0] in PRICES:
        return [*found.actions, *read_payment(game, state, found.actions[0], found.words)]
    if found.words:
        raise NotationError("bad_text", f"{' '.join(found.words)!r} at the end of {text!r} is not understood.")
    return found.actions


def _read(game: BaseGame, state: State, text: str, exact: bool = False) -> Reading:
    if len(text) > 200:
        raise NotationError("bad_text", "A move is at most 200 characters long.")
    words = text.replace(",", " ").split()
    if not words:
        raise NotationError("bad_text", "The move is empty; `legal` lists what can be played.")
    if len(words) > 1 and words[0].casefold() == "give" and words[1].casefold() == "up":
        words = ["give-up", *words[2:]]
    found = Reading(game.lexicon.verb_kinds[game.lexicon.verbs.find(words[0])], words[1:], exact)
    if not any(read(game, state, found) for read in _FIRST.get(found.kind, ())):
        _READERS[found.kind](game, state, found)
    return found


def _read_take(game: BaseGame, state: State, found: Reading) -> None:
    """Read a resource or a personage; what the phase offers is tried first."""
    skip(found)
    kinds = [(game.lexicon.personages, game.actions.take), (game.lexicon.resources, game.actions.take_good)]
    if state.phase == SUBSTITUTE:
        kinds.reverse()
    for names, base in kinds:
        try:
            number, found.words = names.take(found.words)
        except NotationError as error:
            if error.code != "unknown_name":
                raise
        else:
            found.actions.append(base + number)
            return
    raise NotationError("unknown_name", f"{found.words[0]!r} is neither a resource nor a personage.")


def _read_lose(game: BaseGame, state: State, found: Reading) -> None:
    if found.words and found.words[0].casefold() == "used":
        found.words = found.words[1:]
    used = read_number(found, default=-1)
    if not 0 <= used <= game.actions.levels:
        raise NotationError("bad_text", "Write `lose used N`, N being the actions the lost unit has used.")
    found.actions.append(game.actions.lose + used)


def _read_nation(game: BaseGame, state: State, found: Reading) -> None:
    number, found.words = game.lexicon.nations.take(found.words)
    found.actions.append(game.actions.nation + number)


def _read_wedge(game: BaseGame, state: State, found: Reading) -> None:
    skip(found)
    if [fold(word) for word in found.words[:2]] == ["know", "how"]:
        found.words = ["know-how", *found.words[2:]]
    wedge, found.words = _wedge(game, state, found.words[0] if found.words else ""), found.words[1:]
    found.actions.append(game.actions.wedge + wedge)


def _wedge(game: BaseGame, state: State, word: str) -> int:
    """Read a wedge; `maneuver` is the next one clockwise, on a first turn the name must say which."""
    try:
        return game.lexicon.wedges.find(word)
    except NotationError as error:
        listed = [
            place
            for place, name in enumerate(game.rules.wedges)
            if fold(name).startswith(fold(word)) or any(latin.startswith(fold(word)) for latin in LATIN[name])
        ]
        same = len({game.rules.wedges[place] for place in listed}) == 1
        if error.code != "ambiguous" or not same or not state.rondel[state.turn]:
            raise
        return min(listed, key=lambda place: steps_to(game, state, place))


def _read_pay(game: BaseGame, state: State, found: Reading) -> None:
    mix = read_goods(game, found)
    if mix not in game.actions.mix_of:
        raise NotationError("bad_text", f"No price is ever paid with {mix_text(mix) or 'nothing'}.")
    found.actions.append(game.actions.pay + game.actions.mix_of[mix])


def _read_learn(game: BaseGame, state: State, found: Reading) -> None:
    skip(found)
    field, found.words = game.lexicon.knowhows.take(found.words)
    found.actions.append(game.actions.learn + field)


def _read_move(game: BaseGame, state: State, found: Reading) -> None:
    number = read_number(found)
    kind = read_unit(game, found)
    origin = read_region(game, found)
    target = read_region(game, found)
    crossing = game.actions.crossing_of.get((kind, origin, target))
    if crossing is None:
        raise no_crossing(game, kind, origin, target)
    used = _read_used(game, state, found, kind, origin, number)
    if not 1 <= number <= game.actions.cap:
        raise NotationError("bad_text", f"A group has 1 to {game.actions.cap} units, not {number}.")
    found.actions.append(game.actions.move + (game.actions.levels * crossing + used) * game.actions.cap + number - 1)


def _read_used(game: BaseGame, state: State, found: Reading, kind: int, origin: int, number: int) -> int:
    """Read `used N`; without it take fresh units if they suffice, else the only units that do."""
    if found.words and found.words[0].casefold() == "used":
        found.words = found.words[1:]
        used = read_number(found, default=-1)
        if not 0 <= used < game.actions.levels:
            listed = ", ".join(map(str, range(game.actions.levels - 1)))
            words = f"Write `used N`: {listed} or {game.actions.levels - 1} actions used before this one."
            raise NotationError("bad_text", words)
        return used
    if found.exact:
        return 0
    enough = [used for used in range(game.actions.levels) if units_used(game, state, kind, origin, used) >= number]
    if len(enough) > 1 and enough[0]:
        raise NotationError("ambiguous", "Say which units move: end the move with `used 1` or `used 2`.")
    return enough[0] if enough else 0


def _read_fight(game: BaseGame, state: State, found: Reading) -> None:
    """Read a battle: pairs, kind, province, nation. An answer may leave out province and nation."""
    pairs = read_number(found, default=0)
    kind = read_unit(game, found)
    region, nation = state.place, state.turn
    if found.words or state.phase != ANSWER:
        region = read_region(game, found)
        nation = _read_enemy(game, state, found, region, kind)
    action = game.actions.fight + UNIT_KINDS * (region * game.nations + nation) + kind
    several = pairs > 0 and action in state.options and not found.exact
    found.actions += _pairs(game, state, action, pairs) if several else [action]


def _pairs(game: BaseGame, state: State, action: int, pairs: int) -> list[int]:
    """Repeat a demand until this many pairs are gone; own units with the fewest actions left go first."""
    region, nation, kind = game.actions.decode_fight(action - game.actions.fight)
    other = state.asked if nation == state.turn else nation
    place = (UNIT_KINDS * other + kind) * game.size + region
    before, demander = state.units[place], state.actor
    actions: list[int] = []
    while before - state.units[place] < pairs:
        if state.phase == LOSE and state.actor == demander:
            actions.append(state.options[-1])
        elif action in state.options:
            actions.append(action)
        else:
            break
        state = state.apply(actions[-1])
    if before - state.units[place] != pairs:
        raise _wrong_pairs(game, region, pairs, before - state.units[place])
    return actions


def _wrong_pairs(game: BaseGame, region: int, asked: int, found: int) -> IllegalMove:
    """Say how many pairs fight there in place of those asked for."""
    name = region_name(game, region)
    if found > asked:
        return game.illegal("battle_size", f"A battle in {name} removes {count(found, 'pair')} at once, not {asked}.")
    return game.illegal("battle_size", f"Only {count(found, 'pair')} can fight in {name} now, not {asked}.")


def _read_enemy(game: BaseGame, state: State, found: Reading, region: int, kind: int) -> int:
    skip(found)
    if not found.words:
        others = [nation for nation in range(game.nations) if nation != state.turn]
        there = [nation for nation in others if state.army(nation, kind)[region]]
        if state.phase == ANSWER:
            return state.turn
        if len(there) != 1:
            raise NotationError("ambiguous", f"Name the nation to fight in {region_name(game, region)}.")
        return there[0]
    return read_nation(game, state, found)


def _read_conquer(game: BaseGame, state: State, found: Reading) -> None:
    """Read a conquest; losses left out are taken from the only kind there, or legions before galleys."""
    region = read_region(game, found)
    losses = [0, 0]
    stated = False
    while found.words:
        number = read_number(found)
        losses[read_unit(game, found)] += number
        stated = True
    owner = strength.owner_of(state, region)
    needed = strength.losses_due(game, state, region, owner)
    legions = losses[LEGION]
    if not stated and not found.exact:
        legions = min(needed, strength.active_units(game, state, LEGION, region))
    elif sum(losses) != needed and not found.exact and _is_target(state, region, owner):
        name = region_name(game, region)
        words = f"Conquering {name} costs you {count(needed, 'active unit')}, not {sum(losses)}."
        raise game.illegal("wrong_losses", words)
    if legions > game.actions.cap:
        raise NotationError("bad_text", f"No nation has {legions} legions.")
    action = game.actions.conquer + region * (game.actions.cap + 1) + legions
    found.actions += [action] if found.exact else announced_first(game, state, region, action)


def _is_target(state: State, region: int, owner: int) -> bool:
    """Say whether a foreign city or a neutral temple stands there."""
    return owner != state.turn and (owner >= 0 or bool(state.temples >> region & 1))


_READERS: Final[dict[str, Reader]] = {
    "done": reads_word(DONE), "peace": reads_word(PEACE), "enter": reads_word(ENTER), "take": _read_take,
    "lose": _read_lose, "nation": _read_nation, "city": reads_place("city"), "give-up": reads_place("give-up"),
    "wedge": _read_wedge, "pay": _read_pay, "temple": reads_place("temple"), "arm": reads_unit("arm"),
    "free": reads_unit("free"), "learn": _read_learn, "move": _read_move, "fight": _read_fight,
    "conquer": _read_conquer, "found": reads_city("found"),
    **{kind: words.read for kind, words in ACTIONS.items() if words.read},
}  # fmt: skip
#: what the parts read after a verb of all rulebooks
_FIRST: Final = {
    kind: [part.reads[kind] for part in PARTS if kind in part.reads] for part in PARTS for kind in part.reads
}
