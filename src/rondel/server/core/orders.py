"""Standing orders: they answer battle demands for a player in advance."""

from __future__ import annotations

from rondel.game import Action, State
from rondel.server.wire.events import Chair, Orders


def answer(state: State, orders: Orders, chair: Chair) -> Action | None:
    """Give the decision that a seat's orders make in a battle question put to it; None if they leave it open.

    A battle question is a decision in another seat's turn that offers `peace` and at least one `fight`.
    """
    asks = orders.everywhere == "ask" and not orders.regions
    if asks or chair.automatic or state.to_act == state.turn_of:
        return None
    options = [(action, state.game.parts(state, action)) for action in state.legal()]
    fights = [(action, parts) for action, parts in options if parts["kind"] == "fight"]
    peace = [action for action, parts in options if parts["kind"] == "peace"]
    if not peace or not fights or len(peace) + len(fights) != len(options):
        return None
    region = fights[0][1].get("region")
    demand = orders.for_region(region if isinstance(region, int) else None)
    return {"ask": None, "peace": peace[0], "fight": fights[0][0]}[demand]
