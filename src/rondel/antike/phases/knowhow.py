"""The know-how wedge: prices, prerequisites, scholars, recruits."""

from __future__ import annotations

from rondel.antike.actions import DONE
from rondel.antike.parts.barracks import recruits
from rondel.antike.parts.trade import aside, shop
from rondel.antike.rules import COIN, GOLD, GOOD_KINDS
from rondel.antike.state import FOUNDING, State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import BIT


def known_to_any(state: State) -> i64:
    """Give the fields of the chart that some nation has. Rule: A05-R22, A06-R22."""
    known = 0
    for fields in state.knowhow:
        known |= fields
    return known


def knowhow_price(game: Tables, state: State, field: i64) -> i64:
    """Give the price in gold of a field now.

    Rule: A05-131 A05-136 A05-137, A06-148 A06-149, A2-117 A2-118 A2-R24, AD-111.
    """
    entry = game.rules.knowhows[field]
    return entry.later if known_to_any(state) >> field & 1 else entry.first


def legal_knowhow(game: Tables, state: State) -> list[int]:
    """Offer recruits, and the fields the nation lacks, can pay for, and has the basic field for.

    It is asked again after each purchase, so both fields of a column can be had in one turn. Rule: A05-130 A05-140,
    A06-143 A06-152, A2-116 A2-121 A2-122 A2-123, AD-110 AD-113.
    """
    options = [DONE]
    mine = state.knowhow[state.turn]
    purse = state.goods[GOOD_KINDS * state.turn + GOLD] + state.goods[GOOD_KINDS * state.turn + COIN]
    for field, entry in enumerate(game.rules.knowhows):
        if mine >> field & 1 or (entry.needs >= 0 and not mine >> entry.needs & 1):
            continue
        if knowhow_price(game, state, field) <= purse:
            options.append(game.actions.learn + field)
    if game.barracks:
        recruits(game, state, purse, options)
    if game.has_chance or game.rates[mine]:
        aside(game, state, options)
    return options


def act_knowhow(game: Tables, state: State, action: i64) -> None:
    """Choose a field, act aside, or end the action."""
    if not shop(game, state, action):
        state.phase = FOUNDING


def learn(game: Tables, state: State, field: i64) -> None:
    """Mark a paid field; the first nation to obtain it is due a scholar.

    Rule: A05-135 A05-138 A05-201, A06-066 A06-147 A06-150, A2-036 A2-119 A2-120 A2-R25, AD-039 AD-112 AD-114.
    """
    if not known_to_any(state) >> field & 1:
        state.scholars_due += 1
    first = game.full_chart not in state.knowhow
    state.knowhow = state.knowhow[:]
    state.knowhow[state.turn] |= BIT[field]
    if game.rules.trade_delay:
        state.learned |= BIT[field]
    if state.knowhow[state.turn] == game.full_chart:
        state.extra_due = 1 if game.rules.extra_personage else 0
        if first and game.rules.full_scholar:
            state.scholars_due += 1  # A2-176 A2-R42
