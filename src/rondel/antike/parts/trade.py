"""What a nation may also do at any step of its turn: trade with the bank, and play event cards."""

from __future__ import annotations

from typing import Final

from rondel.antike.actions import DONE
from rondel.antike.goods import bank_has, purse_of
from rondel.antike.parts.events import act_play, act_quake, plays
from rondel.antike.parts.part import Finder, Part
from rondel.antike.prices import covers
from rondel.antike.rules import GOOD_KINDS, GOODS, Rules
from rondel.antike.state import PAY, BaseGame, State
from rondel.antike.tables import Tables
from rondel.antike.text.values import bits, find, sequence
from rondel.game import JsonDict, JsonObject
from rondel.native import i64
from rondel.tables import BIT


def aside(game: Tables, state: State, options: list[int]) -> None:
    """Add the cards and trades open to the nation on turn.

    Nations trade with the bank alone; what players promise each other is between them. Rule: A05-R23 A05-R43, A06-R23
    A06-R43, A2-130 A2-R23, AD-R38 AD-R43.
    """
    if game.has_chance:
        plays(game, state, options)
    rates = game.rates[state.knowhow[state.turn] & ~state.learned]
    if rates:
        options += _trades(game, state, rates)


def _trades(game: Tables, state: State, rates: i64) -> list[int] | tuple[int, ...]:
    """List the trades the nation can make at the rates open to it."""
    marble, iron, gold, coins = purse_of(state, state.turn)
    purse = min(marble, 3), min(iron, 3), min(gold, 3), min(coins, 3)
    key = (((rates * 4 + purse[0]) * 4 + purse[1]) * 4 + purse[2]) * 4 + purse[3]
    listed = game.trade_lists[key]
    if listed is None:
        listed = tuple(
            [
                game.actions.trade + place
                for place, (rate, given, _) in enumerate(game.actions.trades)
                if rates >> rate & 1 and covers(purse, given)
            ]
        )
        game.trade_lists[key] = listed
    if not state.barred and game.rules.bank_units is None:
        return listed
    return [action for action in listed if can_trade(game, state, action - game.actions.trade)]


def can_trade(game: Tables, state: State, place: i64) -> bool:
    """Say whether nation and bank hold what the trade moves, and no kind just received is given again."""
    _, given, taken = game.actions.trades[place]
    mine = GOOD_KINDS * state.turn
    for good in range(4):
        if given[good] and (given[good] > state.goods[mine + good] or state.barred >> good & 1):
            return False
        if taken[good] and not bank_has(game, state, good):
            return False
    return True


def shop(game: Tables, state: State, action: i64) -> bool:
    """Act aside, or choose a purchase and go on to its payment; say False if the action ends the step instead."""
    if action >= game.actions.play:
        act_aside(game, state, action)
    elif action != DONE:
        state.pending = action
        state.phase = PAY
    else:
        return False
    return True


def act_aside(game: Tables, state: State, action: i64) -> None:
    """Play a card or exchange goods with the bank."""
    actions = game.actions
    if action >= actions.trade:
        _exchange(game, state, action - actions.trade)
    elif action >= actions.quake:
        act_quake(game, state, action - actions.quake)
    else:
        act_play(game, state, action - actions.play)


def _exchange(game: Tables, state: State, place: i64) -> None:
    _, given, taken = game.actions.trades[place]
    mine, bank = GOOD_KINDS * state.turn, GOOD_KINDS * game.nations
    for good in range(4):
        change = taken[good] - given[good]
        state.goods[mine + good] += change
        state.goods[bank + good] -= change
        if taken[good] and game.trade_bars:
            state.barred |= BIT[good]


# ---- in positions and texts ------------------------------------------------------------------------------------------


def _write(game: BaseGame, state: State) -> JsonDict:
    found: JsonDict = {}
    if state.learned:
        found["learned"] = [field.name for place, field in enumerate(game.rules.knowhows) if state.learned >> place & 1]
    if state.barred:
        found["barred"] = [GOODS[good] for good in range(3) if state.barred >> good & 1]
    return found


def _read(game: BaseGame, state: State, data: JsonObject, playing: Finder) -> None:
    state.learned = bits(game.lexicon.knowhows, data.get("learned", []), "learned")
    for name in sequence(data.get("barred", []), "barred"):
        state.barred |= 1 << find(game.lexicon.resources, name)


def _moment(game: BaseGame, state: State) -> str:
    owned = state.knowhow[state.turn]
    if state.barred and not (game.trade_bars and game.rates[owned & ~state.learned]):
        return "nothing can be barred from trade"
    if state.learned & ~owned or (state.learned and not game.rules.trade_delay):
        return "only know-hows that the nation on turn has can be new to it"
    return ""


def _misfit(rules: Rules, nations: int) -> str:
    fields = {field.name for field in rules.knowhows}
    for trade in rules.trades:
        if trade.knowhow and trade.knowhow not in fields:
            return f"The bank trades (trades) with owners of {trade.knowhow}, which is not among the knowhows."
    return ""


TRADE: Final = Part(
    name="trade with the bank",
    axis="trades",
    in_play=lambda rules: True,  # without a rate nothing is offered
    misfit=_misfit,
    takes=dict.fromkeys(("rondel", "temple", "arming", "know-how", "maneuver", "conquest", "founding"), ("trade",)),
    keys=("learned", "barred"),
    write=_write,
    read=_read,
    moment=_moment,
)
