"""Before the first turn: tiles, buildings, cards, first player. Rule: AT-012 to AT-020."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn

from rondel.attika.phases.drawing import BASICS, OTHERS
from rondel.attika.phases.extension import lay_start
from rondel.attika.price import NUMBER
from rondel.attika.rules import CITIES, KINDS
from rondel.attika.state import K, P, State, T
from rondel.errors import SetupError
from rondel.names import fold

if TYPE_CHECKING:
    from rondel.attika.engine import AttikaGame

#: a tile and how often it is turned
Laid = tuple[int, int]
#: a player's first buildings (the first is basic) and cards by terrain
Dealt = tuple[Sequence[int], Sequence[int]]


def first_state(game: AttikaGame, rng: Random, start: int | None = None) -> State:
    """Deal everything that is dealt before play. Rule: AT-R03, AT-R36."""
    tiles = rng.sample(range(game.rules.board_tiles), len(game.start.centres))
    laid = [(tile, rng.randrange(6)) for tile in tiles]
    first = rng.randrange(game.seats) if start is None else start
    pack = [terrain for terrain in range(T) for _ in range(game.rules.cards_of_a_terrain)]
    rng.shuffle(pack)
    dealt = []
    for seat in range(game.seats):
        size = hand_size(game, first, seat)
        hand, pack = pack[:size], pack[size:]
        dealt.append((_first_buildings(rng), [hand.count(terrain) for terrain in range(T)]))
    return deal(game, laid, dealt, first)


def _first_buildings(rng: Random) -> list[int]:
    """Draw the top of each of the four piles. Rule: AT-016, AT-017."""
    others = [kind for kind in OTHERS for _ in range(KINDS[kind].count)]
    return [rng.choice(BASICS), *rng.sample(others, P - 1)]


def hand_size(game: AttikaGame, start: int, seat: int) -> int:
    """Give the cards of a seat: one more for each step from the first player to the left. Rule: AT-020."""
    return game.rules.first_hand + (seat - start) % game.seats


def deal(game: AttikaGame, laid: Sequence[Laid], dealt: Sequence[Dealt], start: int) -> State:
    """Give the first position with these tiles, buildings and cards."""
    state = State(game)
    state.start = state.turn = start
    lay_start(game, state, laid)
    state.deck = bytearray([game.rules.cards_of_a_terrain] * T)
    for seat, (kinds, hand) in enumerate(dealt):
        state.unseen[K * seat : K * seat + K] = bytes(kind.count for kind in KINDS)
        for kind in kinds:
            state.unseen[K * seat + kind] -= 1
            state.stored[K * seat + kind] += 1
        state.piles[P * seat : P * seat + P] = bytes((5, 7, 7, 7))  # Rule: AT-D01
        for terrain, count in enumerate(hand):
            state.hands[T * seat + terrain] = count
            state.deck[terrain] -= count
    return state


# ---- the deal as text ------------------------------------------------------------------------------------------------


def is_first(game: AttikaGame, state: State) -> bool:
    """Say whether this is a position before the first decision."""
    return (
        state.turn == state.start
        and not any(state.mine)
        and len(state.placed) == len(game.start.centres)
        and state.piles == bytes((5, 7, 7, 7)) * game.seats
        and (state.mode, state.voids, state.pending) == (0, 0, -1)
        and all(
            sum(state.hands[T * seat : T * seat + T]) == hand_size(game, state.start, seat)
            for seat in range(game.seats)
        )
    )


def deal_text(game: AttikaGame, state: State) -> str:
    """Write tiles with their turns, then each seat's buildings and cards: `T05.3 … | Well, Ship, … 2.1.1.0 | …`."""
    parts = [" ".join(f"{game.tiles.names[tile]}.{turns}" for tile, _, turns in state.placed)]
    for seat in range(game.seats):
        stored = bytes(state.stored[K * seat : K * seat + K])
        kinds = ", ".join(KINDS[kind].name for kind, count in enumerate(stored) for _ in range(count))
        parts.append(f"{kinds}, " + ".".join(map(str, state.hands[T * seat : T * seat + T])))
    return " | ".join(parts)


def read_deal(game: AttikaGame, text: object) -> tuple[list[Laid], list[Dealt]]:
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


def _read_tile(game: AttikaGame, word: str) -> Laid:
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


def opening(game: AttikaGame, header: Mapping[str, Any]) -> State:
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


def check_hands(game: AttikaGame, hands: Sequence[Sequence[int]], start: int) -> None:
    """Refuse a deal with too many cards of a terrain or hands of the wrong size."""
    if max(map(sum, zip(*hands, strict=True))) > game.rules.cards_of_a_terrain:
        _bad("there are not so many cards of a terrain")
    if [sum(hand) for hand in hands] != [hand_size(game, start, seat) for seat in range(game.seats)]:
        _bad("the hands are 4 cards for the first player and one more for each to the left")


def read_cities(game: AttikaGame, names: object) -> tuple[int, ...]:
    """Read the city-states in seat order. Rule: AT-015, AT-R44."""
    known = [fold(city) for city in CITIES]
    if not isinstance(names, list) or not all(isinstance(name, str) and fold(name) in known for name in names):
        raise SetupError("bad_setup", f"The city-states are {', '.join(CITIES)}.")
    cities = tuple(known.index(fold(name)) for name in names)
    if len(cities) != game.seats or len(set(cities)) != game.seats:
        raise SetupError("bad_setup", f"{game.seats} different city-states are needed, not {', '.join(names)}.")
    return cities
