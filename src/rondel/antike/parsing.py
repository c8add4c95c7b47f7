"""Moves as a person types them, read as the actions they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rondel.antike import conquest
from rondel.antike.actions import DONE, ENTER, PEACE, Mix
from rondel.antike.explain import no_crossing
from rondel.antike.goods import payments
from rondel.antike.lexicon import seat_of_nation
from rondel.antike.purchase import price_payments
from rondel.antike.rules import LEGION
from rondel.antike.state import ANSWER, LOSE, SUBSTITUTE, State
from rondel.antike.wheel import steps_to
from rondel.antike.writing import mix_text
from rondel.errors import IllegalMove, NotationError
from rondel.names import FILLERS, count, fold

if TYPE_CHECKING:
    from rondel.antike.engine import AntikeGame

_PURCHASES = ("wedge", "temple", "arm", "learn", "found")
#: typed after a purchase to leave its payment open
OPEN = "..."


def parse_action(game: AntikeGame, state: State, text: str) -> int:
    """Read the canonical text of one action; it need not be legal."""
    found = _read(game, state, text, exact=True)
    if len(found.actions) != 1 or found.words:
        raise NotationError("bad_text", f"{text!r} is not one action; write it as `legal` lists it.")
    return found.actions[0]


def parse(game: AntikeGame, state: State, text: str) -> list[int]:
    """Read what a person types as the actions it stands for.

    A purchase takes its payment along; where none is stated, resources go before coins. Several battle pairs or
    trades can be typed at once. The first action may be illegal: `apply` says why.
    """
    found = _read(game, state, text)
    if found.kind in _PURCHASES:
        return [*found.actions, *_payment(game, state, found.actions[0], found.words)]
    if found.words:
        raise NotationError("bad_text", f"{' '.join(found.words)!r} at the end of {text!r} is not understood.")
    return found.actions


class _Reading:
    """A typed move on its way: its kind, the actions read, and the words not used yet."""

    def __init__(self, kind: str, words: Sequence[str], exact: bool = False) -> None:
        self.kind = kind
        self.exact = exact  # nothing left out is guessed
        self.words = words
        self.actions: list[int] = []


def _read(game: AntikeGame, state: State, text: str, exact: bool = False) -> _Reading:
    if len(text) > 200:
        raise NotationError("bad_text", "A move is at most 200 characters long.")
    words = text.replace(",", " ").split()
    if not words:
        raise NotationError("bad_text", "The move is empty; `legal` lists what can be played.")
    if len(words) > 1 and words[0].casefold() == "give" and words[1].casefold() == "up":
        words = ["give-up", *words[2:]]
    found = _Reading(game.lexicon.verb_kinds[game.lexicon.verbs.find(words[0])], words[1:], exact)
    _READERS[found.kind](game, state, found)
    return found


def _skip(found: _Reading) -> None:
    while found.words and found.words[0].casefold() in FILLERS:
        found.words = found.words[1:]


def _number(found: _Reading, default: int = 1) -> int:
    _skip(found)
    if found.words and found.words[0].isdecimal() and len(found.words[0]) <= 6:
        number, found.words = int(found.words[0]), found.words[1:]
        return number
    return default


def _read_region(game: AntikeGame, found: _Reading) -> int:
    _skip(found)
    number, found.words = game.lexicon.regions.take(found.words)
    return number


def _read_unit(game: AntikeGame, found: _Reading) -> int:
    _skip(found)
    number, found.words = game.lexicon.units.take(found.words)
    return number


def _read_goods(game: AntikeGame, found: _Reading) -> Mix:
    """Read amounts of goods as far as they go; a good without a number counts one."""
    amounts = [0, 0, 0, 0]
    while found.words and found.words[0].casefold() not in ("for", OPEN):
        number = _number(found)
        _skip(found)
        good, found.words = game.lexicon.goods.take(found.words)
        amounts[good] += number
    return amounts[0], amounts[1], amounts[2], amounts[3]


def _read_word(number: int) -> Callable[[AntikeGame, State, _Reading], None]:
    def read(game: AntikeGame, state: State, found: _Reading) -> None:
        found.actions.append(number)

    return read


def _read_take(game: AntikeGame, state: State, found: _Reading) -> None:
    """Read a resource or a personage; what the phase offers is tried first."""
    _skip(found)
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


def _read_lose(game: AntikeGame, state: State, found: _Reading) -> None:
    if found.words and found.words[0].casefold() == "used":
        found.words = found.words[1:]
    used = _number(found, default=-1)
    if not 0 <= used <= 3:
        raise NotationError("bad_text", "Write `lose used N`, N being the actions the lost unit has used.")
    found.actions.append(game.actions.lose + used)


def _read_nation(game: AntikeGame, state: State, found: _Reading) -> None:
    number, found.words = game.lexicon.nations.take(found.words)
    found.actions.append(game.actions.nation + number)


def _read_place(name: str) -> Callable[[AntikeGame, State, _Reading], None]:
    def read(game: AntikeGame, state: State, found: _Reading) -> None:
        base: int = getattr(game.actions, name)
        found.actions.append(base + _read_region(game, found))

    return read


def _read_wedge(game: AntikeGame, state: State, found: _Reading) -> None:
    _skip(found)
    if [fold(word) for word in found.words[:2]] == ["know", "how"]:
        found.words = ["know-how", *found.words[2:]]
    wedge, found.words = _wedge(game, state, found.words[0] if found.words else ""), found.words[1:]
    found.actions.append(game.actions.wedge + wedge)


def _wedge(game: AntikeGame, state: State, word: str) -> int:
    """Read a wedge; `maneuver` is the next one clockwise, on a first turn the name must say which."""
    try:
        return game.lexicon.wedges.find(word)
    except NotationError as error:
        listed = [place for place, name in enumerate(game.rules.wedges) if fold(name).startswith(fold(word))]
        same = len({game.rules.wedges[place] for place in listed}) == 1
        if error.code != "ambiguous" or not same or not state.rondel[state.turn]:
            raise
        return min(listed, key=lambda place: steps_to(game, state, place))


def _read_pay(game: AntikeGame, state: State, found: _Reading) -> None:
    mix = _read_goods(game, found)
    if mix not in game.actions.mix_of:
        raise NotationError("bad_text", f"No price is ever paid with {mix_text(mix) or 'nothing'}.")
    found.actions.append(game.actions.pay + game.actions.mix_of[mix])


def _read_arm(game: AntikeGame, state: State, found: _Reading) -> None:
    if _number(found) != 1:
        raise NotationError("bad_text", "Units are set up one at a time; repeat `arm` for each.")
    kind = _read_unit(game, found)
    found.actions.append(game.actions.arm + 2 * _read_region(game, found) + kind)


def _read_learn(game: AntikeGame, state: State, found: _Reading) -> None:
    _skip(found)
    field, found.words = game.lexicon.knowhows.take(found.words)
    found.actions.append(game.actions.learn + field)


def _read_move(game: AntikeGame, state: State, found: _Reading) -> None:
    number = _number(found)
    kind = _read_unit(game, found)
    origin = _read_region(game, found)
    target = _read_region(game, found)
    crossing = game.actions.crossing_of.get((kind, origin, target))
    if crossing is None:
        raise no_crossing(game, kind, origin, target)
    used = _read_used(game, state, found, kind, origin, number)
    if not 1 <= number <= game.actions.cap:
        raise NotationError("bad_text", f"A group has 1 to {game.actions.cap} units, not {number}.")
    found.actions.append(game.actions.move + (3 * crossing + used) * game.actions.cap + number - 1)


def _read_used(game: AntikeGame, state: State, found: _Reading, kind: int, origin: int, number: int) -> int:
    """Read `used N`; without it take fresh units if they suffice, else the only units that do."""
    if found.words and found.words[0].casefold() == "used":
        found.words = found.words[1:]
        used = _number(found, default=-1)
        if not 0 <= used <= 2:
            raise NotationError("bad_text", "Write `used N`: 0, 1 or 2 actions used before this one.")
        return used
    if found.exact:
        return 0
    enough = [used for used in range(3) if game.units_used(state, kind, origin, used) >= number]
    if len(enough) > 1 and enough[0]:
        raise NotationError("ambiguous", "Say which units move: end the move with `used 1` or `used 2`.")
    return enough[0] if enough else 0


def _read_fight(game: AntikeGame, state: State, found: _Reading) -> None:
    """Read a battle: pairs, kind, province, nation. An answer may leave out province and nation."""
    pairs = _number(found, default=0)
    kind = _read_unit(game, found)
    region, nation = state.place, state.turn
    if found.words or state.phase != ANSWER:
        region = _read_region(game, found)
        nation = _read_enemy(game, state, found, region, kind)
    action = game.actions.fight + 2 * (region * game.nations + nation) + kind
    several = pairs > 0 and action in state.options and not found.exact
    found.actions += _pairs(game, state, action, pairs) if several else [action]


def _pairs(game: AntikeGame, state: State, action: int, pairs: int) -> list[int]:
    """Repeat a demand until so many pairs are gone; unlike own units go with the fewest actions left first."""
    region, nation, kind = game.actions.decode_fight(action - game.actions.fight)
    other = state.asked if nation == state.turn else nation
    place = (2 * other + kind) * game.size + region
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
        raise game.illegal("battle_size", f"{count(pairs, 'pair')} cannot fight there now.")
    return actions


def _read_enemy(game: AntikeGame, state: State, found: _Reading, region: int, kind: int) -> int:
    _skip(found)
    if not found.words:
        there = [nation for nation in range(game.nations)
                 if nation != state.turn and state.units[(2 * nation + kind) * game.size + region]]  # fmt: skip
        if state.phase == ANSWER:
            return state.turn
        if len(there) != 1:
            raise NotationError("ambiguous", f"Name the nation to fight in {game.board.regions[region].name}.")
        return there[0]
    number, found.words = game.lexicon.nations.take(found.words)
    nation = seat_of_nation(state, number)
    if nation < 0:
        raise NotationError("unknown_name", f"{game.board.nations[number]} do not take part.")
    return nation


def _read_conquer(game: AntikeGame, state: State, found: _Reading) -> None:
    """Read a conquest; losses left out are taken from the only kind there, or legions before galleys."""
    region = _read_region(game, found)
    losses = [0, 0]
    stated = False
    while found.words:
        number = _number(found)
        losses[_read_unit(game, found)] += number
        stated = True
    owner = conquest.owner_of(state, region)
    strength = conquest.defence(game, state, region, owner) if owner >= 0 else 0
    legions = losses[LEGION]
    if not stated and not found.exact:
        legions = min(strength, conquest.active_units(game, state, LEGION, region))
    elif sum(losses) != strength and not found.exact and owner not in (-1, state.turn):
        raise game.illegal(
            "wrong_losses", f"The losses must be {count(strength, 'active unit')} in all, not {sum(losses)}."
        )
    if legions > game.actions.cap:
        raise NotationError("bad_text", f"No nation has {legions} legions.")
    found.actions.append(game.actions.conquer + region * (game.actions.cap + 1) + legions)


def _read_trade(game: AntikeGame, state: State, found: _Reading) -> None:
    """Read a trade of any size and split it into trades of the smallest size."""
    given = _read_goods(game, found)
    if not found.words or found.words[0].casefold() != "for":
        raise NotationError("bad_text", "Write `trade 2 gold for 1 iron`.")
    found.words = found.words[1:]
    taken = _read_goods(game, found)
    give, take = game.rules.trade
    if given[3] or taken[3]:
        raise game.illegal("no_trade", "Coins are neither given nor taken in trade.", key="trade-coin")
    times = sum(given) // give
    if not times or sum(given) != times * give or sum(taken) != times * take or times > 60:
        raise game.illegal("no_trade", f"The bank takes {give} for {take}.", key="trade-rate")
    given_list = [good for good in range(3) for _ in range(given[good])]
    taken_list = [good for good in range(3) for _ in range(taken[good])]
    table = {pair: place for place, pair in enumerate(game.actions.trades)}
    for turn in range(times):
        part = (
            tuple(given_list[turn * give : (turn + 1) * give]),
            tuple(taken_list[turn * take : (turn + 1) * take]),
        )
        counts = tuple(tuple(goods.count(good) for good in range(3)) for goods in part)
        if counts not in table:
            raise game.illegal("no_trade", "A kind cannot be traded for itself.", key="trade-rate")
        found.actions.append(game.actions.trade + table[counts])


_READERS: dict[str, Callable[[AntikeGame, State, _Reading], None]] = {
    "done": _read_word(DONE),
    "peace": _read_word(PEACE),
    "enter": _read_word(ENTER),
    "take": _read_take,
    "lose": _read_lose,
    "nation": _read_nation,
    "city": _read_place("city"),
    "give-up": _read_place("give_up"),
    "wedge": _read_wedge,
    "pay": _read_pay,
    "temple": _read_place("temple"),
    "arm": _read_arm,
    "learn": _read_learn,
    "move": _read_move,
    "fight": _read_fight,
    "conquer": _read_conquer,
    "found": _read_place("found"),
    "trade": _read_trade,
}


# ---- payments --------------------------------------------------------------------------------------------------------


def _payment(game: AntikeGame, state: State, item: int, words: Sequence[str]) -> list[int]:
    """Read or choose the payment of a purchase; none is needed where only one is possible."""
    found = _Reading("pay", words)
    mix = _read_goods(game, found)
    if found.words == [OPEN]:
        return []
    if found.words:
        raise NotationError("bad_text", f"{' '.join(found.words)!r} is not a payment.")
    if item not in state.options:
        return []
    rows = price_payments(game, state, item)
    if not rows:
        if any(mix):
            raise game.illegal("wrong_payment", "That costs nothing.")
        return []
    options = [game.actions.mixes[action - game.actions.pay] for action in payments(state, state.turn, rows)]
    chosen = _stated(game, mix, options) if any(mix) else default_payment(state, options)
    return [game.actions.pay + game.actions.mix_of[chosen]] if len(options) > 1 else []


def _stated(game: AntikeGame, mix: Mix, options: Sequence[Mix]) -> Mix:
    fitting = [option for option in options if all(want in (0, have) for want, have in zip(mix, option, strict=True))]
    exact = [option for option in fitting if option == mix]
    if len(fitting) == 1 or exact:
        return (exact or fitting)[0]
    listed = "; ".join(mix_text(option) for option in (fitting or options)[:6])
    if fitting:
        raise NotationError("ambiguous", f"Name the whole payment, for instance: {listed}.")
    raise game.illegal("wrong_payment", f"That cannot be paid with {mix_text(mix)}; possible: {listed}.")


def default_payment(state: State, options: Sequence[Mix]) -> Mix:
    """Choose resources before coins, and of the resources those the nation has most of."""
    stock = state.goods[4 * state.turn : 4 * state.turn + 3]
    # the evener the rest, the more was taken from what there is most of
    return min(options, key=lambda mix: (mix[3], sum((stock[good] - mix[good]) ** 2 for good in range(3)), mix))


def explain_text(game: AntikeGame, state: State, text: str) -> NotationError | IllegalMove | None:
    """Say why a typed move cannot be played now; None if it can."""
    try:
        for action in parse(game, state, text):
            state = state.apply(action)
    except (NotationError, IllegalMove) as error:
        return error
    return None
