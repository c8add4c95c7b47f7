"""The payment of a typed purchase: read, or chosen where none is stated."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.antike.actions import Mix
from rondel.antike.phases.purchase import price_for
from rondel.antike.state import BaseGame, State
from rondel.antike.text.explain import payment_key
from rondel.antike.text.words import OPEN, Reading, read_goods
from rondel.antike.text.writing import mix_text
from rondel.errors import NotationError


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
    chosen = _stated(game, item, mix, options) if any(mix) else defaultread_payment(state, options)
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


def defaultread_payment(state: State, options: Sequence[Mix]) -> Mix:
    """Choose resources before coins, and of the resources those the nation has most of."""
    stock = state.purse(state.turn)
    # the evener the rest, the more was taken from what there is most of
    return min(options, key=lambda mix: (mix[3], sum((stock[good] - mix[good]) ** 2 for good in range(3)), mix))
