"""The rondel: choosing a wedge, its price, and the production wedges."""

from __future__ import annotations

from typing import Final

from rondel.antike.actions import OFFER
from rondel.antike.goods import take
from rondel.antike.parts.draw_offers import can_offer, offer_draw
from rondel.antike.parts.trade import act_aside, aside
from rondel.antike.phases.turn import production_coin
from rondel.antike.rules import GOOD_KINDS
from rondel.antike.state import ARMING, FOUNDING, KNOWHOW, MANEUVER, PAY, TEMPLE, Options, State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import bit_count, numbers

#: the phase a wedge opens, in which nothing need be done; a production wedge is carried out at once, and founding
#: follows. Rule: A05-R16, A06-R16, A2-R18, AD-R28
WEDGE_PHASES: Final = numbers([FOUNDING, TEMPLE, ARMING, KNOWHOW, MANEUVER])  # in the order of `WEDGE_KINDS`


def steps_to(game: Tables, state: State, wedge: i64) -> i64:
    """Count the wedges from the nation's stone clockwise to the wedge: 1 to 8, or 0 for the free first choice.

    Rule: A05-070, A06-096, A2-061, AD-053.
    """
    stone = state.rondel[state.turn]
    return (wedge - stone) % game.wedges + 1 if stone else 0


def legal_rondel(game: Tables, state: State) -> Options:
    """Offer every wedge the nation can pay for; staying is a move of eight.

    Nobody can pass, and several nations may stand on one wedge. Rule: A05-069 A05-075 A05-080 A05-081 A05-R14,
    A06-094 A06-095 A06-100 A06-R14, A2-060 A2-064 A2-066 A2-R17, AD-052 AD-055 AD-057.
    """
    stone = state.rondel[state.turn]
    goods, mine = state.goods, GOOD_KINDS * state.turn
    wealth = goods[mine] + goods[mine + 1] + goods[mine + 2] + goods[mine + 3]
    options: Options = game.rondel_options[stone][min(wealth, game.top_price)]
    if game.has_chance or game.rules.draw_offers or game.rates[state.knowhow[state.turn]]:
        options = [OFFER, *options] if can_offer(game, state) else [*options]
        aside(game, state, options)
    return options


def act_rondel(game: Tables, state: State, action: i64) -> None:
    """Move the stone, at once if it costs nothing, else after paying. Rule: A05-R15, A06-R15, A2-R16, AD-R37."""
    if action >= game.actions.play:
        act_aside(game, state, action)
        return
    if action == OFFER:
        offer_draw(game, state)
        return
    wedge = action - game.actions.wedge
    if game.step_prices[steps_to(game, state, wedge)]:
        state.pending = action
        state.phase = PAY
    else:
        enter_wedge(game, state, wedge)


def enter_wedge(game: Tables, state: State, wedge: i64) -> None:
    """Put the stone on the wedge and begin its action. Rule: A06-092, A2-059, AD-051."""
    state.rondel = state.rondel[:]
    state.rondel[state.turn] = wedge + 1
    state.phase = WEDGE_PHASES[game.wedge_kinds[wedge]]
    if state.phase == FOUNDING:
        produce(game, state, game.wedge_goods[wedge])
        if game.rules.coin_timing == "production":
            production_coin(game, state)


def produce(game: Tables, state: State, good: i64) -> None:
    """Credit a production wedge: 1 a city, 3 with temple, and the know-how bonus.

    Foreign units leave a city as it is, and the bonus needs no city. Rule: A05-099 A05-102 A05-104 A05-106 A05-168
    A05-R17, A06-118 A06-120 A06-121 A06-122 A06-179 A06-R17, A2-086 A2-087 A2-088 A2-147 A2-R19, AD-082 AD-131
    AD-R26.
    """
    nation = state.turn
    cities = state.cities[nation] & state.kinds[good]
    plain, rich = game.rules.city_yield
    rich_cities = bit_count(cities & state.temples)
    amount = plain * (bit_count(cities) - rich_cities) + rich * rich_cities
    take(game, state, nation, good, amount + game.production_bonus[state.knowhow[nation]])
