"""Moves as a person types them, read as the actions they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rondel.antike.actions import ACCEPT, DONE, ENTER, OFFER, PEACE, Mix
from rondel.antike.lexicon import LATIN
from rondel.antike.parts.events import held
from rondel.antike.parts.leaders import leader_name
from rondel.antike.phases import strength
from rondel.antike.phases.movement import units_used
from rondel.antike.phases.purchase import PRICES
from rondel.antike.phases.wheel import steps_to
from rondel.antike.rules import GOOD_KINDS, GOODS, LEGION, RESOURCE_KINDS, UNIT_KINDS
from rondel.antike.state import ANSWER, CHARGE, LOSE, SUBSTITUTE, BaseGame, State
from rondel.antike.text.explain import no_crossing
from rondel.antike.text.paying import read_payment
from rondel.antike.text.words import (
    OPEN,
    Reading,
    read_goods,
    read_number,
    read_region,
    read_unit,
    seat_of_nation,
    skip,
)
from rondel.antike.text.writing import mix_text
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
    _READERS[found.kind](game, state, found)
    return found


def _read_word(number: int) -> Callable[[BaseGame, State, Reading], None]:
    def read(game: BaseGame, state: State, found: Reading) -> None:
        found.actions.append(number)

    return read


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


def _read_place(name: str) -> Callable[[BaseGame, State, Reading], None]:
    def read(game: BaseGame, state: State, found: Reading) -> None:
        base: int = getattr(game.actions, name)
        found.actions.append(base + read_region(game, found))

    return read


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


def _read_arm(game: BaseGame, state: State, found: Reading) -> None:
    if read_number(found) != 1:
        raise NotationError("bad_text", "Units are set up one at a time; repeat `arm` for each.")
    if _takes_leader(game, state, found):
        if found.kind == "free":
            title, price = leader_name(game, state, state.turn), game.rules.leader_price
            raise game.illegal("no_leader", f"The {title} is never free: `arm {title} CITY` costs {price} iron.")
        found.actions.append(game.actions.lead + read_region(game, found))
        return
    base = game.actions.free if found.kind == "free" else game.actions.arm
    kind = read_unit(game, found)
    found.actions.append(base + UNIT_KINDS * read_region(game, found) + kind)


def _takes_leader(game: BaseGame, state: State, found: Reading) -> bool:
    """Read the title of a special unit if it comes next, and say whether it did. Rule: AD-163."""
    skip(found)
    if not game.leaders or not found.words:
        return False
    try:
        number, found.words = game.lexicon.leaders.take(found.words)
    except NotationError:
        return False
    own, title = leader_name(game, state, state.turn), game.rules.leaders[number]
    if title != own:
        words = f"The {game.nation_name(state, state.turn)} have the {own}, not the {title}."
        raise game.illegal("no_leader", words, key="leader_title")
    return True


def _read_recruit(game: BaseGame, state: State, found: Reading) -> None:
    if read_number(found) != 1:
        raise NotationError("bad_text", "Units are recruited one at a time; repeat `recruit` for each.")
    found.actions.append(game.actions.recruit + read_unit(game, found))


def _read_card(name: str) -> Callable[[BaseGame, State, Reading], None]:
    def read(game: BaseGame, state: State, found: Reading) -> None:
        skip(found)
        event, found.words = game.lexicon.events.take(found.words)
        base: int = getattr(game.actions, name)
        if name == "play" and game.rules.events[event].effect == "earthquake":
            found.actions.append(game.actions.quake + read_region(game, found))
        else:
            found.actions.append(base + event)

    return read


def _read_ask(game: BaseGame, state: State, found: Reading) -> None:
    skip(found)
    number, found.words = game.lexicon.nations.take(found.words)
    found.actions.append(game.actions.ask + _taking_part(game, state, number))


def _taking_part(game: BaseGame, state: State, number: int) -> int:
    nation = seat_of_nation(state, number)
    if nation < 0:
        raise NotationError("unknown_name", f"{game.board.nations[number]} do not take part.")
    return nation


def _read_city(name: str) -> Callable[[BaseGame, State, Reading], None]:
    """Read a new city with the resource it will yield, where the founder has a choice."""

    def read(game: BaseGame, state: State, found: Reading) -> None:
        region = read_region(game, found)
        kinds = game.site_kinds[region]
        good = kinds[0] if len(kinds) == 1 else 0
        skip(found)
        choice = game.rules.open_sites or game.rules.free_kind
        if choice and found.words and not found.words[0].isdecimal() and found.words[0] != OPEN:
            good, found.words = game.lexicon.resources.take(found.words)
        elif len(kinds) > 1:
            raise NotationError("bad_text", "Say which resource the city will yield: `found Paphos gold`.")
        base: int = getattr(game.actions, name)
        found.actions.append(base + RESOURCE_KINDS * region + good)

    return read


def _read_learn(game: BaseGame, state: State, found: Reading) -> None:
    skip(found)
    field, found.words = game.lexicon.knowhows.take(found.words)
    found.actions.append(game.actions.learn + field)


def _read_move(game: BaseGame, state: State, found: Reading) -> None:
    number = read_number(found)
    if _takes_leader(game, state, found):
        _read_march(game, state, found, number)
        return
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


def _read_march(game: BaseGame, state: State, found: Reading, number: int) -> None:
    """Read where a special unit goes; where it comes from may be said before."""
    title = leader_name(game, state, state.turn)
    if number != 1:
        raise NotationError("bad_text", f"A nation has one {title}, not {number}.")
    target = read_region(game, found)
    if found.words:
        origin, target = target, read_region(game, found)
        if state.leaders[state.turn] not in (0, origin + 1):
            where = game.board.regions[state.leaders[state.turn] - 1].name
            raise game.illegal("no_unit", f"Your {title} is in {where}, not in {game.board.regions[origin].name}.")
    found.actions.append(game.actions.march + target)


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
    name = game.board.regions[region].name
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
            raise NotationError("ambiguous", f"Name the nation to fight in {game.board.regions[region].name}.")
        return there[0]
    number, found.words = game.lexicon.nations.take(found.words)
    return _taking_part(game, state, number)


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
        name = game.board.regions[region].name
        words = f"Conquering {name} costs you {count(needed, 'active unit')}, not {sum(losses)}."
        raise game.illegal("wrong_losses", words)
    if legions > game.actions.cap:
        raise NotationError("bad_text", f"No nation has {legions} legions.")
    action = game.actions.conquer + region * (game.actions.cap + 1) + legions
    found.actions += [action] if found.exact else _announced(game, state, region, action)


def _is_target(state: State, region: int, owner: int) -> bool:
    """Say whether a foreign city or a neutral temple stands there."""
    return owner != state.turn and (owner >= 0 or bool(state.temples >> region & 1))


def _announced(game: BaseGame, state: State, region: int, action: int) -> list[int]:
    """Put the announcement before a conquest that needs one; the losses follow later if it can be answered."""
    if not game.rules.declared or state.phase == CHARGE:
        return [action]
    owner = strength.owner_of(state, region)
    choice = len(strength.splits(game, state, region, owner)) > 1 and not held(game, state, owner, "fortress")
    return [game.actions.declare + region, *([action] if choice else [])]


def _read_trade(game: BaseGame, state: State, found: Reading) -> None:
    """Read a trade of any size and split it into trades of the smallest size."""
    given = read_goods(game, found)
    if not found.words or found.words[0].casefold() != "for":
        raise NotationError("bad_text", "Write `trade 2 gold for 1 iron`.")
    found.words = found.words[1:]
    taken = read_goods(game, found)
    coins = any(trade.coins for trade in game.rules.trades)
    if taken[3] or (given[3] and not coins):
        words = "Coins are never taken in trade." if coins else "Coins are neither given nor taken in trade."
        raise game.illegal("no_trade", words, key="trade-coin")
    rate, times = _rate(game, sum(given), sum(taken))
    give, take = game.rules.trades[rate].give, game.rules.trades[rate].take
    given_list = [good for good in range(4) for _ in range(given[good])]
    taken_list = [good for good in range(3) for _ in range(taken[good])]
    for turn in range(times):
        deal = (
            rate,
            _mix_of(given_list[turn * give : (turn + 1) * give]),
            _mix_of(taken_list[turn * take : (turn + 1) * take]),
        )
        if deal not in game.actions.trade_of:
            raise game.illegal("no_trade", "A kind cannot be traded for itself.", key="trade-rate")
        found.actions.append(game.actions.trade + game.actions.trade_of[deal])
    if found.actions[0] in state.options:  # else the first trade is refused for its own reason
        _afford(game, state, found.actions, given)


def _afford(game: BaseGame, state: State, trades: Sequence[int], asked: Mix) -> None:
    """Refuse several trades as one, if the goods last for some of them only."""
    stock = list(state.purse(state.turn))
    for action in trades:
        _, given, taken = game.actions.trades[action - game.actions.trade]
        for good in range(4):
            if given[good] > stock[good]:
                held = state.goods[GOOD_KINDS * state.turn + good]
                words = f"That trade takes {mix_text(asked)}; you have {held} {GOODS[good]}."
                raise game.illegal("cannot_pay", words, key="no_trade")
            stock[good] += taken[good] - given[good]


def _rate(game: BaseGame, given: int, taken: int) -> tuple[int, int]:
    """Find the rate of exchange that fits the amounts, and how many trades they are."""
    for rate, trade in enumerate(game.rules.trades):
        times = given // trade.give
        if 0 < times <= 60 and given == times * trade.give and taken == times * trade.take:
            return rate, times
    rates = " or ".join(f"{trade.give} for {trade.take}" for trade in game.rules.trades)
    raise game.illegal("no_trade", f"The bank takes {rates}.", key="trade-rate")


def _mix_of(goods: Sequence[int]) -> Mix:
    return goods.count(0), goods.count(1), goods.count(2), goods.count(3)


_READERS: dict[str, Callable[[BaseGame, State, Reading], None]] = {
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
    "found": _read_city("found"),
    "trade": _read_trade,
    "offer": _read_word(OFFER),
    "accept": _read_word(ACCEPT),
    "ask": _read_ask,
    "draw": _read_card("draw"),
    "pick": _read_card("pick"),
    "play": _read_card("play"),
    "architect": _read_place("architect"),
    "rampart": _read_place("rampart"),
    "free": _read_arm,
    "recruit": _read_recruit,
    "declare": _read_place("declare"),
    "settle": _read_city("settle"),
}


def explain_text(game: BaseGame, state: State, text: str) -> NotationError | IllegalMove | None:
    """Say why a typed move cannot be played now; None if it can."""
    try:
        for action in parse(game, state, text):
            state = state.apply(action)
    except (NotationError, IllegalMove) as error:
        return error
    return None
