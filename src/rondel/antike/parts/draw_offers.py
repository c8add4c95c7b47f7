"""Draw offers: once a turn the nation on turn may ask the others to end the game without a winner."""

from __future__ import annotations

from typing import Final

from rondel.antike.actions import ACCEPT, PEACE
from rondel.antike.parts.part import CONTRADICTED, Part
from rondel.antike.phases.turn import stop, to_rondel
from rondel.antike.state import AGREE, BY_AGREEMENT, OFFERED, BaseGame, State
from rondel.antike.tables import Tables
from rondel.native import i64


def can_offer(game: Tables, state: State) -> bool:
    """Say whether the nation on turn may still offer a draw. Rule: AD-R30."""
    return game.rules.draw_offers and not state.tally[OFFERED]


def offer_draw(game: Tables, state: State) -> None:
    """Ask the next player whether he agrees. Rule: AD-R30."""
    state.tally[OFFERED] = 1
    state.actor = (state.turn + 1) % game.nations
    state.phase = AGREE


def legal_agree(game: Tables, state: State) -> list[int]:
    """Offer to play on or to accept the draw."""
    return [PEACE, ACCEPT]


def act_agree(game: Tables, state: State, action: i64) -> None:
    """End the game once every other player has accepted, or go on with the turn."""
    if action != ACCEPT:
        to_rondel(state)
    elif (state.actor - state.turn) % game.nations < game.seats - 1:
        state.actor = (state.actor + 1) % game.nations
    else:
        stop(state, BY_AGREEMENT)


def _moment(game: BaseGame, state: State) -> str:
    if state.phase == AGREE and (state.actor == state.turn or not state.tally[OFFERED]):
        return "only an offered draw can be accepted, by the other nation"
    return CONTRADICTED if state.tally[OFFERED] > 1 else ""


DRAW_OFFERS: Final = Part(
    name="draw offers",
    axis="draw_offers",
    in_play=lambda rules: rules.draw_offers,
    handlers={AGREE: (legal_agree, act_agree)},
    prompts={"agree": "accept the draw or play on"},
    takes={"agree": ("peace", "accept"), "rondel": ("offer",)},
    counts={OFFERED: "offered"},
    moment=_moment,
)
