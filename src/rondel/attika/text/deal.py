"""The deal before the first turn as text, and the header of a record that holds it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NoReturn

from rondel.attika.phases.setup import Dealt, Laid, deal, first_state, hand_size
from rondel.attika.rules import CITIES, KINDS
from rondel.attika.state import Engine, State
from rondel.attika.tables import NUMBER, K, T, Tables
from rondel.errors import SetupError
from rondel.game import JsonDict, JsonObject
from rondel.names import fold
from rondel.tables import packed


def header_of(game: Tables, state: State) -> JsonDict:
    """Give what names this game and, for a first state, everything dealt."""
    header: JsonDict = {"game": game.id, "board": game.board_entry(), "players": game.seats}
    if game.chosen_options:
        header["options"] = dict(game.chosen_options)
    header["nations"] = [state.city_name(seat) for seat in range(game.seats)]
    header["start"] = state.city_name(state.start)
    if is_first(game, state):
        header["deal"] = deal_text(game, state)
    return header


def is_first(game: Tables, state: State) -> bool:
    """Say whether this is a position before the first decision."""
    return (
        state.turn == state.start
        and not any(state.built)
        and len(state.placed) == len(game.start.centres)
        and packed(state.piles) == bytes((5, 7, 7, 7)) * game.seats
        and (state.mode, state.voids, state.pending) == (0, 0, -1)
        and all(
            sum(state.hands[T * seat : T * seat + T]) == hand_size(game, state.start, seat)
            for seat in range(game.seats)
        )
    )


def deal_text(game: Tables, state: State) -> str:
    """Write tiles with their turns, then each seat's buildings and cards: `T05.3 … | Well, Ship, … 2.1.1.0 | …`."""
    parts = [" ".join(f"{game.tiles.names[tile]}.{turns}" for tile, _, turns in state.placed)]
    for seat in range(game.seats):
        stored = packed(state.stored[K * seat : K * seat + K])
        kinds = ", ".join(KINDS[kind].name for kind, count in enumerate(stored) for _ in range(count))
        parts.append(f"{kinds}, " + ".".join(map(str, state.hands[T * seat : T * seat + T])))
    return " | ".join(parts)


def read_deal(game: Tables, text: object) -> tuple[list[Laid], list[Dealt]]:
    """Read what `deal_text` writes."""
    if not isinstance(text, str):
        _bad("it is a text")
    first, *rest = text.split("|")
    if len(rest) != game.seats:
        _bad(f"it has tiles and {game.seats} players")
    laid = [_read_tile(game, word) for word in first.split()]
    if len(laid) != len(game.start.centres) or len({tile for tile, _ in laid}) != len(laid):
        _bad(f"{len(game.start.centres)} different tiles are needed")
    return laid, [_read_dealt(part) for part in rest]


def _bad(message: str) -> NoReturn:
    raise SetupError("bad_setup", f"The deal cannot be read: {message}.")


def _read_tile(game: Tables, word: str) -> Laid:
    name, _, turns = word.rpartition(".")
    if name not in game.tiles.names or turns not in ("0", "1", "2", "3", "4", "5"):
        _bad(f"{word!r} is no tile with its turns")
    return game.tiles.names.index(name), int(turns)


def _read_dealt(part: str) -> Dealt:
    *names, cards = [word.strip() for word in part.split(",")]
    if any(name not in NUMBER for name in names):
        _bad(f"{part.strip()!r} names an unknown building")
    kinds = [NUMBER[name] for name in names]
    if [KINDS[kind].basic for kind in sorted(kinds, key=lambda kind: not KINDS[kind].basic)] != [
        True,
        False,
        False,
        False,
    ]:
        _bad("a player begins with one basic and three other buildings")
    if any(kinds.count(kind) > KINDS[kind].count for kind in kinds):
        _bad("a player has more buildings of a kind than there are")
    hand = [int(number) if number.isdecimal() and len(number) < 3 else 99 for number in cards.split(".")]
    if len(hand) != T or max(hand) > 15:
        _bad(f"{cards!r} is no hand")
    return kinds, hand


def opening(game: Engine, header: JsonObject) -> State:
    """Give the first state that a header describes: by its deal, or by its seed."""
    names, start = header.get("nations"), header.get("start", "")
    cities = read_cities(game, names) if names is not None else tuple(range(game.seats))
    seat = None
    if start:
        chosen = [CITIES[city] for city in cities]
        if start not in chosen:
            raise SetupError("bad_setup", f"The first player {start!r} is not among {', '.join(chosen)}.")
        seat = chosen.index(start)
    if "deal" in header:
        laid, dealt = read_deal(game, header["deal"])
        check_hands(game, [hand for _, hand in dealt], seat or 0)
        state = deal(game, laid, dealt, seat or 0)
    else:
        seed = header.get("seed", 0)
        state = first_state(game, Random(seed if isinstance(seed, int) else 0), seat)
    state.cities = cities
    return state


def check_hands(game: Tables, hands: Sequence[Sequence[int]], start: int) -> None:
    """Refuse a deal with too many cards of a terrain or hands of the wrong size."""
    if max(map(sum, zip(*hands, strict=True))) > game.rules.cards_of_a_terrain:
        _bad("there are not so many cards of a terrain")
    if [sum(hand) for hand in hands] != [hand_size(game, start, seat) for seat in range(game.seats)]:
        _bad("the hands are 4 cards for the first player and one more for each to the left")


def read_cities(game: Tables, names: object) -> tuple[int, ...]:
    """Read the city-states in seat order. Rule: AT-015, AT-R44."""
    known = [fold(city) for city in CITIES]
    if not isinstance(names, list) or not all(isinstance(name, str) and fold(name) in known for name in names):
        raise SetupError("bad_setup", f"The city-states are {', '.join(CITIES)}.")
    cities = tuple(known.index(fold(name)) for name in names)
    if len(cities) != game.seats or len(set(cities)) != game.seats:
        raise SetupError("bad_setup", f"{game.seats} different city-states are needed, not {', '.join(names)}.")
    return cities
