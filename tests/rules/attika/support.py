"""What the Attika tests say over and over: tiles with chosen symbols, positions, what is legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rondel import registry
from rondel.attika.engine import AttikaGame
from rondel.attika.layout import flower
from rondel.attika.rules import KINDS
from rondel.attika.state import State
from rondel.attika.text.position import hex_text
from rondel.attika.tiles import Hex, load_tiles
from rondel.game import CHANCE, S
from rondel.game import State as AnyState
from rondel.position import from_position, to_position

TERRAINS = ("water", "forest", "hill", "mountain")
#: a hand that pays for anything on the first board
RICH = {"water": 8, "forest": 8, "hill": 8, "mountain": 8}


def make(players: int = 2, **options: int) -> AttikaGame:
    """Make a game."""
    game = registry.make("attika", players, "", options)
    assert isinstance(game, AttikaGame)
    return game


def land(players: int = 2, symbols: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Give a set of tiles that are blank but for these symbols on the first board, tiles not turned."""
    start = load_tiles("flowers").starts[players]
    rows = enumerate(start.centres)
    places = {place: (tile, spot) for tile, centre in rows for spot, place in enumerate(flower(centre))}
    tiles: list[dict[str, Any]] = [{"id": f"T{number + 1:02}", "hexes": [None] * 7} for number in range(22)]
    for text, letter in (symbols or {}).items():
        q, r = text.split(",")
        tile, spot = places[int(q), int(r)]
        tiles[tile]["hexes"][spot] = letter
    return {"tiles": tiles, "layouts": load_tiles("flowers").source["layouts"]}


def at(
    athens: Mapping[str, Any] | None = None,
    sparta: Mapping[str, Any] | None = None,
    symbols: Mapping[str, str] | None = None,
    players: int = 2,
    **more: Any,
) -> State:
    """Set up a position by hand for two or more players; Athens begins and is on turn."""
    cities: dict[str, Any] = {"Athens": athens or {}, "Sparta": sparta or {}, **more.pop("cities", {})}
    state = from_position(
        {"game": "attika", "players": players, "board": land(players, symbols), "cities": cities, **more}
    )
    assert isinstance(state, State)
    state.check()
    return state


def play(state: S, *moves: str) -> S:
    """Play typed moves, what chance does among them; a refused one raises."""
    for move in moves:
        for action in state.game.parse(state, move):
            state = state.apply(action)
        state.check()
    return state


def legal(state: AnyState, verb: str = "") -> set[str]:
    """Give the texts of the legal actions, or of those that begin with a verb."""
    texts = {state.game.action_text(state, action) for action in state.legal()}
    return {text for text in texts if text.split()[0] == verb} if verb else texts


def places(state: AnyState) -> set[str]:
    """Give the places offered, for a building or a tile."""
    return {text.split()[-1] for text in legal(state) if "," in text}


def refused(state: AnyState, move: str | int) -> tuple[str, str]:
    """Give the code and the ledger id with which a move is refused; fail if it is allowed."""
    error = state.game.why_not(state, move)
    assert error is not None, f"{move!r} was allowed"
    return error.code, error.rule


def city(state: AnyState, name: str = "Athens") -> dict[str, Any]:
    """Give a city-state's entry in the position object."""
    entry: dict[str, Any] = to_position(state)["cities"][name]
    return entry


def hand(state: AnyState, name: str = "Athens") -> dict[str, int]:
    """Give a player's cards."""
    cards: dict[str, int] = city(state, name)["hand"]
    return cards


def price(state: State, kind: str, place: str) -> str:
    """Give the price of a stored building on a space, in words; it must be one that is offered."""
    state = play(state, f"build {kind} ...") if state.phase == 0 else state
    action = state.game.parse_action(state, f"at {place}")
    assert action in state.legal(), f"{kind} cannot be built on {place}"
    return state.game.price_text(state, action)


def cards_paid(state: State, move: str, name: str = "Athens") -> int:
    """Give how many cards a move takes from a hand."""
    after = play(state, move)
    return sum(hand(state, name).values()) - sum(hand(after, name).values())


def is_chance(state: AnyState) -> bool:
    """Say whether chance decides next."""
    return state.to_act == CHANCE


def pass_turn(state: State, terrain: str = "water") -> State:
    """Let the player on turn take cards of a terrain until the turn is over."""
    turn = state.turn
    state = play(state, "cards")
    while is_chance(state) and state.turn == turn:
        state = play(state, f"card {terrain}")
    return state


def thirty(left_out: str = "") -> list[str]:
    """List a player's buildings by kind, without one of a kind."""
    kinds = [kind.name for kind in KINDS for _ in range(kind.count)]
    if left_out:
        kinds.remove(left_out)
    return kinds


def filled(spaces: Iterable[Hex], kinds: Sequence[str]) -> dict[str, str]:
    """Put buildings on spaces in order, as a position writes them."""
    return {hex_text(place): kind for place, kind in zip(spaces, kinds, strict=False)}
