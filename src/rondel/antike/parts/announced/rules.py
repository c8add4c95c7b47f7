"""What an announced conquest does, and what the defender may answer."""

from __future__ import annotations

from rondel.antike.actions import DONE
from rondel.antike.parts.events.rules import in_hand, spend
from rondel.antike.phases.capture import begin_capture, conquest_phase
from rondel.antike.phases.strength import attackers, defence, owner_of, splits
from rondel.antike.state import CHARGE, FORTRESS, FORTRESSES, NONE, State
from rondel.antike.tables import Tables
from rondel.native import i64
from rondel.tables import BIT


def is_saved(state: State, region: i64) -> bool:
    """Say whether a fortress has saved the city there in this maneuver. Rule: AD-R14."""
    return bool(state.failed >> region & 1)


def announce(game: Tables, state: State) -> None:
    """Let a defender who has a fortress answer, else go on to the losses. Rule: AD-R14 AD-R40."""
    owner = owner_of(state, state.place)
    strong = attackers(game, state, state.place) >= defence(game, state, state.place, owner)
    if strong and owner != NONE and in_hand(game, state, owner, "fortress"):
        state.actor = owner
        state.phase = FORTRESS
    else:
        _settle(game, state)


def legal_fortress(game: Tables, state: State) -> list[int]:
    """Let the defender accept the conquest or play a fortress. Rule: AD-157."""
    return [DONE, game.actions.play + game.event_of["fortress"]]


def act_fortress(game: Tables, state: State, action: i64) -> None:
    """Raise the strength by one card, and ask again while the defender has more."""
    if action == DONE:
        _settle(game, state)
        return
    spend(game, state, state.actor, "fortress")
    state.tally[FORTRESSES] += 1
    announce(game, state)


def _settle(game: Tables, state: State) -> None:
    """Go on to the losses, or drop a conquest that has become impossible. Rule: AD-158 AD-159 AD-R14."""
    owner = owner_of(state, state.place)
    state.actor = state.turn
    if attackers(game, state, state.place) >= defence(game, state, state.place, owner):
        state.phase = CHARGE
        return
    state.failed |= BIT[state.place]
    state.tally[FORTRESSES] = 0
    state.pending = state.place = NONE
    state.phase = conquest_phase(game)


def legal_charge(game: Tables, state: State) -> list[int]:
    """Offer each split of the losses. Rule: AD-137 AD-R15."""
    return [*splits(game, state, state.place, owner_of(state, state.place))]


def act_charge(game: Tables, state: State, action: i64) -> None:
    """Carry out the announced conquest."""
    state.pending = action
    begin_capture(game, state)


def forget_saved(state: State) -> None:
    """Let cities that a fortress has saved be attacked again in later maneuvers. Rule: AD-R14."""
    state.failed = 0
