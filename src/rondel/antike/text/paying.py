"""Prices and payments: what an action costs, and the payment of a typed purchase, stated or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.antike.actions import Mix
from rondel.antike.phases.purchase import PRICES, price_for
from rondel.antike.rules import GOLD, IRON, MARBLE
from rondel.antike.state import BaseGame, State
from rondel.antike.text.phrases import mix_text
from rondel.antike.text.words import OPEN, Reading, read_goods
from rondel.errors import NotationError
from rondel.game import Way
from rondel.names import count


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


#: what is bought on a wedge is paid with this, so moving there is better paid with something else
_SPENT: Final = {"arming": IRON, "temple": MARBLE, "know-how": GOLD}


def ways_of(game: BaseGame, state: State, action: int) -> list[Way]:
    """List the ways to pay for a legal purchase, the usual one first; none for what is free."""
    mixes, usual = _payments(game, state, action)
    if len(mixes) < 2:
        return [(mix_text(mix), [action]) for mix in mixes]
    return [(mix_text(mix), [action, mixes[mix]]) for mix in (usual, *(mix for mix in mixes if mix != usual))]


def usual_way(game: BaseGame, state: State, action: int) -> list[int]:
    """Give the decisions that buy something with the usual payment; none for what is free."""
    mixes, usual = _payments(game, state, action)
    return [action, mixes[usual]] if len(mixes) > 1 else [action] * len(mixes)


def _payments(game: BaseGame, state: State, action: int) -> tuple[dict[Mix, int], Mix]:
    """Give the payments for a legal purchase, by what they take, and the usual one among them."""
    kind, place = game.actions.split(action)
    payable = price_for(game, state, action).payable(state.goods, state.turn) if kind in PRICES else ()
    if not payable:
        return {}, (0, 0, 0, 0)
    mixes = {game.actions.mixes[option - game.actions.pay]: option for option in payable}
    return mixes, usual_payment(state, list(mixes), _SPENT.get(game.rules.wedges[place]) if kind == "wedge" else None)


def payment_text(game: BaseGame, action: int) -> str:
    """Write a payment as the words that complete its purchase; empty for other actions."""
    kind, place = game.actions.split(action)
    return mix_text(game.actions.mixes[place]) if kind == "pay" else ""


def payment_key(game: BaseGame, item: int) -> str:
    """Give the key of the clause on how an item may be paid."""
    return "rondel_payment" if game.actions.split(item)[0] == "wedge" else "wrong_payment"


def read_payment(game: BaseGame, state: State, item: int, words: Sequence[str]) -> list[int]:
    """Read or choose the payment of a purchase; none is needed where only one is possible."""
    found = Reading("pay", words)
    mix = read_goods(game, found)
    if found.words == [OPEN]:
        return []
    if found.words:
        raise NotationError("bad_text", f"{' '.join(found.words)!r} is not a payment.")
    if item not in state.options:
        return []
    price = price_for(game, state, item)
    if not price.payments:
        if any(mix):
            raise game.illegal("wrong_payment", "That costs nothing.", key=payment_key(game, item))
        return []
    options = [game.actions.mixes[action - game.actions.pay] for action in price.payable(state.goods, state.turn)]
    chosen = _stated(game, item, mix, options) if any(mix) else usual_payment(state, options)
    return [game.actions.pay + game.actions.mix_of[chosen]] if len(options) > 1 else []


def _stated(game: BaseGame, item: int, mix: Mix, options: Sequence[Mix]) -> Mix:
    fitting = [option for option in options if all(want in (0, have) for want, have in zip(mix, option, strict=True))]
    exact = [option for option in fitting if option == mix]
    if len(fitting) == 1 or exact:
        return (exact or fitting)[0]
    listed = "; ".join(mix_text(option) for option in (fitting or options)[:6])
    if fitting:
        raise NotationError("ambiguous", f"Name the whole payment, for instance: {listed}.")
    words = f"That cannot be paid with {mix_text(mix)}; possible: {listed}."
    raise game.illegal("wrong_payment", words, key=payment_key(game, item))


def usual_payment(state: State, options: Sequence[Mix], keep: int | None = None) -> Mix:
    """Choose resources before coins, the resource to keep last, and among the others the largest stock first."""
    if len(options) == 1:
        return options[0]
    marble, iron, gold, _ = state.purse(state.turn)

    def worth(mix: Mix) -> tuple[int, int, int, Mix]:
        # the more even the rest, the more was taken from the largest stock
        evenness = (marble - mix[0]) ** 2 + (iron - mix[1]) ** 2 + (gold - mix[2]) ** 2
        return mix[3], 0 if keep is None else mix[keep], evenness, mix

    return min(options, key=worth)
