"""Draw offers: once a turn the nation on turn may ask the others to end the game without a winner."""

from __future__ import annotations

from typing import Final

from rondel.antike.actions import ACCEPT, OFFER, PEACE
from rondel.antike.parts.part import CONTRADICTED, ActionWords, Part
from rondel.antike.phases.turn import stop, to_rondel
from rondel.antike.state import AGREE, BY_AGREEMENT, OFFERED, BaseGame, State
from rondel.antike.tables import Tables
from rondel.antike.text.words import reads_word
from rondel.errors import IllegalMove
from rondel.game import News
from rondel.native import i64


def can_offer(game: Tables, state: State) -> bool:
    """Say whether the nation on turn may still offer a draw. Rule: AD-R30."""
    return game.rules.draw_offers and not state.tally[OFFERED]


def offer_draw(game: Tables, state: State) -> None:
    """Ask the next player to agree. Rule: AD-R30."""
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


def _needs_agree(game: BaseGame, state: State) -> str:
    return "" if game.rules.draw_offers else "only an offered draw can be accepted, by the other nation"


def _no_offer(game: BaseGame, state: State, place: int) -> IllegalMove:
    return game.illegal("not_offered", "You cannot offer a draw now, or you already did this turn.", key="now:offer")


def _news(game: BaseGame, before: State, action: int, after: State) -> list[News]:
    told = {OFFER: "draw-offered", ACCEPT: "draw-accepted", PEACE: "draw-refused" if before.phase == AGREE else ""}
    kind = told.get(action, "")
    return [{"kind": kind, "nation": game.nation_name(before, before.actor)}] if kind else []


DRAW_OFFERS: Final = Part(
    name="draw offers",
    axis="draw_offers",
    in_play=lambda rules: rules.draw_offers,
    handlers={AGREE: (legal_agree, act_agree)},
    prompts={"agree": "accept the draw or play on"},
    needs={AGREE: _needs_agree},
    takes={"agree": ("peace", "accept"), "rondel": ("offer",)},
    actions={
        "offer": ActionWords(verbs=("offer-draw", "offer"), read=reads_word(OFFER), why_not=_no_offer),
        "accept": ActionWords(verbs=("accept-draw", "accept"), read=reads_word(ACCEPT)),
    },
    clauses="""
now:offer   A05-063  A06-093  A2-058  AD-R30
now:accept  A05-063  A06-093  A2-058  AD-R30
""",
    counts={OFFERED: "offered"},
    moment=_moment,
    news=_news,
)
