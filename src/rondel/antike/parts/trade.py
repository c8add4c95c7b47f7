"""What a nation may also do at any step of its turn: trade with the bank, and play event cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.antike.actions import DONE, Mix
from rondel.antike.goods import bank_has, purse_of
from rondel.antike.parts.events.rules import act_play, act_quake, plays
from rondel.antike.parts.part import ActionWords, Finder, Part, Pieces
from rondel.antike.prices import covers
from rondel.antike.rules import GOOD_KINDS, GOODS, Rules
from rondel.antike.state import PAY, BaseGame, State
from rondel.antike.tables import Tables
from rondel.antike.text.phrases import mix_text, stock
from rondel.antike.text.values import bits, find, sequence
from rondel.antike.text.words import Reading, read_goods
from rondel.errors import IllegalMove, NotationError
from rondel.game import JsonDict, JsonObject, News
from rondel.native import i64
from rondel.tables import BIT


def aside(game: Tables, state: State, options: list[int]) -> None:
    """Add the cards and trades open to the nation on turn.

    Nations trade with the bank alone; the rules ignore promises between players. Rule: A05-R23 A05-R43, A06-R23
    A06-R43, A2-130 A2-R23, AD-122 AD-R38 AD-R43.
    """
    if game.has_chance:
        plays(game, state, options)
    rates = game.rates[state.knowhow[state.turn] & ~state.learned]
    if rates:
        options += _trades(game, state, rates)


def _trades(game: Tables, state: State, rates: i64) -> list[int] | tuple[int, ...]:
    """List the trades the nation can make at the rates open to it."""
    marble, iron, gold, coins = purse_of(state, state.turn)
    purse = min(marble, 3), min(iron, 3), min(gold, 3), min(coins, 3)  # a trade takes at most three of a resource,
    key = rates << 8 | purse[0] << 6 | purse[1] << 4 | purse[2] << 2 | purse[3]  # so two bits say enough of each
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
    """Play a card, trade, or choose a purchase and go on to its payment; give False if the action ends the step."""
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


# ---- moves and refusals ----------------------------------------------------------------------------------------------


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
    if found.actions[0] in state.options:  # otherwise the first trade is refused with its own reason
        _afford(game, state, found.actions, given)


def _afford(game: BaseGame, state: State, trades: Sequence[int], asked: Mix) -> None:
    """Refuse several trades together if the goods are enough for only some of them."""
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


def _written(game: BaseGame, state: State, place: int) -> str:
    _, given, taken = game.actions.trades[place]
    return f"{mix_text(given)} for {mix_text(taken)}"


def _pieces(game: BaseGame, state: State, place: int) -> Pieces:
    _, given, taken = game.actions.trades[place]
    give: Pieces = {f"give-{good}": amount for good, amount in zip(GOODS, given, strict=True)}
    return give | {f"take-{good}": amount for good, amount in zip(GOODS, taken, strict=True)}


def _no_trade(game: BaseGame, state: State, place: int) -> IllegalMove:
    rate, given, taken = game.actions.trades[place]
    owned = state.knowhow[state.turn]
    if not game.rates[owned] >> rate & 1:
        wanted = game.rules.trades[rate].knowhow or "all eight know-hows"
        return game.illegal("no_trade", f"The bank trades only with nations that have {wanted}.")
    if not game.rates[owned & ~state.learned] >> rate & 1:
        return game.illegal("trade_delay", "You can trade with this know-how only from your next turn on.")
    for good in range(4):
        if given[good] > stock(state, good):
            words = f"That trade takes {mix_text(given)}; you have {stock(state, good)} {GOODS[good]}."
            return game.illegal("cannot_pay", words, key="no_trade")
        if taken[good] and not bank_has(game, state, good):
            return game.illegal("bank_empty", f"The bank has no {GOODS[good]} left.")
    return game.illegal("trade_loop", "You cannot trade away what you have just received in trade.")


# ---- in positions ----------------------------------------------------------------------------------------------------


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


def _news(game: BaseGame, before: State, action: int, after: State) -> list[News]:
    if action < game.actions.trade:
        return []
    _, given, taken = game.actions.trades[action - game.actions.trade]
    gave = {f"give-{good}": amount for good, amount in zip(GOODS, given, strict=True) if amount}
    took = {f"take-{good}": amount for good, amount in zip(GOODS, taken, strict=True) if amount}
    return [{"kind": "traded", "nation": game.nation_name(before, before.turn), **gave, **took}]


TRADE: Final = Part(
    name="trade with the bank",
    axis="trades",
    in_play=lambda rules: True,  # without a rate nothing is offered
    misfit=_misfit,
    takes=dict.fromkeys(("rondel", "temple", "arming", "know-how", "maneuver", "conquest", "founding"), ("trade",)),
    actions={
        "trade": ActionWords(verbs=("trade",), read=_read_trade, write=_written, take_apart=_pieces, why_not=_no_trade),
    },
    clauses="""
now:trade    A05-R23  A06-R23  A2-130  AD-122
no_trade     A05-141  A06-153  A2-129  AD-121
trade-rate   A05-R23  A06-R23  A2-R23  AD-R43
trade-coin   A05-R23  A06-R23  A2-129  AD-121
trade_loop   A05-R23  A06-R23  A2-R23  AD-R20
trade_delay  A2-130  AD-122
""",
    keys=("learned", "barred"),
    write=_write,
    read=_read,
    moment=_moment,
    news=_news,
)
