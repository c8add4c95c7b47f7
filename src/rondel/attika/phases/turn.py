"""The turn: what a player can choose when, cards for actions, amphorae, and what comes next."""

from __future__ import annotations

from rondel.attika.actions import AMPHORA_BUILD, AMPHORA_CARD, AMPHORA_DRAW, BUILD, CARDS, DRAW, END
from rondel.attika.sites import buildable
from rondel.attika.state import BUILDING, BY_VOID, CARD, CHOICE, DRAWING, OPEN, OVER, REVEAL, SITE, TAKING, TILE, State
from rondel.attika.tables import NONE, K, P, T, Tables
from rondel.native import i64
from rondel.tables import smalls, total


def legal_choice(game: Tables, state: State) -> list[int]:
    """List what a player may do between two actions. Rule: AT-025, AT-032, AT-036, AT-R05, AT-R37, AT-R38.

    Without amphorae that leaves the six shapes of a turn. Rule: AT-D09.
    """
    mode = state.mode
    acting = mode != TAKING
    # after the last action and in the card phase the turn can end; before that, actions can become cards
    found = [END if mode != OPEN and not state.left else CARDS]
    if state.amphorae[state.turn]:
        found += _amphora_options(state)
    if acting and (state.left or mode == OPEN):
        if mode != BUILDING:
            found += _pile_options(state)
        if mode != DRAWING:
            found += buildable(state)
    return found


def _amphora_options(state: State) -> list[int]:
    """List what an amphora can be returned for now. Rule: AT-065, AT-066, AT-R22, AT-R37."""
    found = []
    if state.mode in (OPEN, DRAWING) and has_piles(state):
        found.append(AMPHORA_DRAW)
    if state.mode in (OPEN, BUILDING) and has_stored(state):
        found.append(AMPHORA_BUILD)
    if state.mode != OPEN and not state.left and has_cards(state):
        found.append(AMPHORA_CARD)
    return found


def has_piles(state: State) -> bool:
    """Say whether the player on turn has a pile to draw from."""
    return total(state.piles, P * state.turn, P * state.turn + P) > 0


def has_stored(state: State) -> bool:
    """Say whether a building stands on the player board of the player on turn."""
    return total(state.stored, K * state.turn, K * state.turn + K) > 0


def has_cards(state: State) -> bool:
    """Say whether a card can be drawn: from the draw pile, or from the reshuffled discard. Rule: AT-037, AT-R08."""
    return total(state.deck, 0, T) > 0 or total(state.discard, 0, T) > 0


def _pile_options(state: State) -> list[int]:
    """List the piles that hold a building. Rule: AT-026, AT-R06."""
    first = P * state.turn
    return [DRAW + pile for pile in range(P) if state.piles[first + pile]]


def act_choice(game: Tables, state: State, action: int) -> None:
    """Begin an action, take cards, return an amphora, or end the turn."""
    if action >= BUILD:
        _fix(game, state, BUILDING)
        state.left -= 1
        state.pending, state.phase = action - BUILD, SITE
    elif action >= DRAW:
        _fix(game, state, DRAWING)
        state.left -= 1
        state.pile, state.phase = action - DRAW, REVEAL
    elif action == CARDS:
        _take_cards(game, state)
    elif action == END:
        end_turn(game, state)
    else:
        _return_amphora(game, state, action)


def _fix(game: Tables, state: State, mode: i64) -> None:
    """Fix what the turn is used for by the first thing done in it. Rule: AT-029, AT-031, AT-R05."""
    if state.mode == OPEN:
        state.mode = mode
        state.left = game.rules.draw_actions if mode == DRAWING else game.rules.build_actions


def _take_cards(game: Tables, state: State) -> None:
    """Give up all actions left for a card each. Rule: AT-033 AT-034 AT-035 AT-036, AT-R07, AT-D06."""
    _fix(game, state, BUILDING)
    state.due, state.left, state.mode = state.left, 0, TAKING
    go_on(game, state)


def _return_amphora(game: Tables, state: State, action: int) -> None:
    """Return an amphora for one more action, or for a card. Rule: AT-065 AT-066 AT-067 AT-068, AT-R40."""
    state.amphorae[state.turn] -= 1
    if action == AMPHORA_CARD:
        state.mode, state.due = TAKING, 1
        go_on(game, state)
    else:
        _fix(game, state, DRAWING if action == AMPHORA_DRAW else BUILDING)
        state.left += 1


def go_on(game: Tables, state: State) -> None:
    """Go to what comes next: cards that are due, a board tile that is due, or the choice.

    By then everything drawn or built is settled. Rule: AT-070, AT-R31, AT-R43.
    """
    if state.due:
        if not total(state.deck, 0, T):
            # shuffled when a card must be drawn, not before. Rule: AT-037, AT-R41
            state.deck, state.discard = state.discard, smalls([0] * T)
        if total(state.deck, 0, T):
            state.phase = CARD
            return
    state.due = 0  # what is missing is lost. Rule: AT-R08
    if state.extend:
        state.extend = 0
        if state.tiles_left:  # without one the turn goes on. Rule: AT-076
            state.phase = TILE
            return
    state.phase = CHOICE


def end_turn(game: Tables, state: State) -> None:
    """Pass the turn on clockwise; end the game after a round of void turns. Rule: AT-024, AT-R27.

    Only void turns could go on forever. Rule: AT-D13.
    """
    state.voids = 0 if state.acted else state.voids + 1
    if state.voids == game.seats:
        state.end, state.phase, state.winner = BY_VOID, OVER, NONE
        return
    state.turn = (state.turn + 1) % game.seats
    state.mode, state.left, state.acted = OPEN, 0, 0
    state.phase = CHOICE
