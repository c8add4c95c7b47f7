"""Why an action is not legal now: one sentence, a closed code, and the ledger clause. And what is to be decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rondel.attika.actions import HEX, split
from rondel.attika.layout import flower
from rondel.attika.phases.building import laid
from rondel.attika.phases.turn import has_cards, has_piles, has_stored
from rondel.attika.price import FREE, Price, fewest, price_text
from rondel.attika.rules import KINDS, PILES, TERRAINS
from rondel.attika.sites import hand_of, price_of
from rondel.attika.state import BUILDING, CHOICE, DRAWING, DRAWN, OPEN, OVER, PAYING, PHASES, PLACE, SITE, TAKING, State
from rondel.attika.tables import K, P, Tables
from rondel.attika.text.position import hex_text
from rondel.attika.tiles import Hex
from rondel.errors import IllegalMove
from rondel.game import CHANCE
from rondel.names import count

#: the kinds of action each phase takes
_TAKES: Final = {
    "turn": ("end", "cards", "amphora-draw", "amphora-build", "amphora-card", "draw", "build"),
    "site": ("choose", "hex"), "drawn": ("store", "choose", "hex"), "pay": ("pay", "paid"), "place": ("hex",),
    "rotate": ("turn",), "reveal": ("reveal",), "card": ("card",), "tile": ("tile",),
}  # fmt: skip

#: the clause about when each kind of action is open
_NOW: Final = {
    "end": "AT-R38", "cards": "AT-R07", "amphora-draw": "AT-R37", "amphora-build": "AT-R37", "amphora-card": "AT-R37",
    "store": "AT-028", "choose": "AT-R45", "paid": "AT-R12", "pay": "AT-R12", "turn": "AT-R23", "draw": "AT-R37",
    "build": "AT-R09", "reveal": "AT-026", "card": "AT-034", "tile": "AT-071", "hex": "AT-030",
}  # fmt: skip


def clause_now(kind: str) -> str:
    """Give the clause about when a kind of action is open."""
    return _NOW[kind]


def prompt(game: Tables, state: State) -> str:
    """Say in words who must decide what; empty when the game is over."""
    if state.phase == OVER:
        return ""
    player = state.city_name(state.turn)
    if state.to_act == CHANCE:
        return f"chance: {_EVENTS[PHASES[state.phase]]} for {player}"
    return f"{player}: {_task(game, state)}"


_EVENTS: Final = {"reveal": "a building is drawn", "card": "a card is drawn", "tile": "a board tile is drawn"}


def _task(game: Tables, state: State) -> str:
    if state.phase == CHOICE:
        mode = state.mode if state.left or state.mode == OPEN else TAKING
        return _CHOICES[mode] + (f" ({count(state.left, 'action')} left)" if state.left else "")
    if state.phase == PLACE:
        return f"place the board tile {game.tiles.names[state.tile]}"
    return {
        SITE: f"choose a space for the {_kind(state)}",
        DRAWN: f"build the {_kind(state)} or store it",
        PAYING: f"lay the cards for the {_kind(state)}",
    }.get(state.phase, "turn the board tile")


_CHOICES: Final = {
    OPEN: "draw, build, or take cards", DRAWING: "draw a building or take cards", BUILDING: "build or take cards",
    TAKING: "return an amphora or end the turn",
}  # fmt: skip


def _kind(state: State) -> str:
    return KINDS[state.pending].name


def outside(place: Hex) -> IllegalMove:
    """Refuse a place that no tile can ever come to cover."""
    return IllegalMove("no_space", f"The board can never reach {hex_text(place)}.", "AT-R42")


def wrong_payment(price: Price, cards: Sequence[int]) -> IllegalMove:
    """Refuse cards that are not a payment."""
    due = price_text(price) or "nothing"
    twice = "" if price == FREE else "; any two cards stand for one required card"
    return IllegalMove("wrong_payment", f"The price is {due}{twice}. {_counted(cards)} does not pay it.", "AT-R12")


def not_held(cards: Sequence[int], hand: Sequence[int]) -> IllegalMove | None:
    """Refuse cards that are not in the hand; None if all are."""
    for terrain, asked, held in zip(TERRAINS, cards, hand, strict=True):
        if asked > held:
            return IllegalMove("no_card", f"You hold {held} {terrain}, not {asked}.", "AT-042")
    return None


def _counted(cards: Sequence[int]) -> str:
    return (
        " ".join(f"{number} {terrain}" for number, terrain in zip(cards, TERRAINS, strict=True) if number) or "0 cards"
    )


def refusal(game: Tables, state: State, action: int) -> IllegalMove:
    """Say why an action is not legal."""
    if not 0 <= action < game.num_actions:
        return IllegalMove("not_offered", f"There is no action {action}.")
    if state.phase == OVER:
        return IllegalMove("over", f"The game is over ({state.end_reason()}).", "AT-077")
    kind, place = split(action)
    if kind not in _TAKES[PHASES[state.phase]]:
        return IllegalMove("not_now", f"Not now; {prompt(game, state)}.", _NOW[kind])
    return _REASONS[kind](game, state, place)


def _end(game: Tables, state: State, place: int) -> IllegalMove:
    return IllegalMove("not_now", "Use your remaining actions or give them up for cards.", "AT-R07")


def _cards(game: Tables, state: State, place: int) -> IllegalMove:
    return IllegalMove("no_action_left", "No action is left to give up for a card.", "AT-034")


def _amphora(game: Tables, state: State, mode: int) -> IllegalMove:
    """Refuse an amphora for an extra action of a mode."""
    if not state.amphorae[state.turn]:
        return _no_amphora()
    if state.mode == TAKING:
        return IllegalMove("not_now", "Once you have taken cards, an amphora brings only more cards.", "AT-R22")
    if state.mode not in (OPEN, mode):
        return _mixed(state)
    if mode == DRAWING:
        return IllegalMove("pile_empty", "All piles are empty.", "AT-R37")
    return IllegalMove("not_stored", "You have no building on your player board.", "AT-R37")


def _no_amphora() -> IllegalMove:
    return IllegalMove("no_amphora", "You have no amphora.", "AT-065")


def _amphora_card(game: Tables, state: State, place: int) -> IllegalMove:
    if not state.amphorae[state.turn]:
        return _no_amphora()
    if state.left or state.mode == OPEN:
        return IllegalMove("not_now", "Take the cards for the actions left first.", "AT-R37")
    assert not has_cards(state)
    return IllegalMove("no_card", "Draw pile and discard are empty.", "AT-R08")


def _mixed(state: State) -> IllegalMove:
    use = "drawing" if state.mode == DRAWING else "building"
    return IllegalMove("mixed", f"You are {use} this turn; you cannot draw and build in the same turn.", "AT-032")


def _action(state: State, mode: int) -> IllegalMove | None:
    """Refuse an action of a mode if the turn has none."""
    if state.mode == TAKING:
        return IllegalMove("not_now", "Once you have taken cards, you cannot draw or build this turn.", "AT-036")
    if state.mode not in (OPEN, mode):
        return _mixed(state)
    if state.mode != OPEN and not state.left:
        return IllegalMove("no_action_left", "No action is left.", "AT-029" if mode == DRAWING else "AT-031")
    return None


def _draw(game: Tables, state: State, pile: int) -> IllegalMove:
    assert not (state.piles[P * state.turn + pile] and has_piles(state) and not _action(state, DRAWING))
    return _action(state, DRAWING) or IllegalMove("pile_empty", f"The pile {PILES[pile]} is empty.", "AT-R06")


def _build(game: Tables, state: State, kind: int) -> IllegalMove:
    name = KINDS[kind].name
    if not state.stored[K * state.turn + kind]:
        missing = IllegalMove(
            "not_stored", f"You have no {name} on your player board.", "AT-030" if has_stored(state) else "AT-R06"
        )
        return _action(state, BUILDING) or missing
    if all(state.built):
        return _action(state, BUILDING) or IllegalMove("no_space", "No space is free.", "AT-038")
    return _action(state, BUILDING) or _cannot_pay(state, kind)


def _cannot_pay(state: State, kind: int) -> IllegalMove:
    """Refuse a building that is too dear wherever it may stand."""
    hand = hand_of(state, state.turn)
    free = [space for space, code in enumerate(state.built) if not code]
    least = min(fewest(price_of(state, kind, space), hand) for space in free)
    dear = f"Even on the cheapest free space the {KINDS[kind].name} takes {count(least, 'card')}"
    return IllegalMove("cannot_pay", f"{dear} of yours; you hold {sum(hand)}.", "AT-R33")


def _choose(game: Tables, state: State, place: int) -> IllegalMove:
    if state.choosing:
        return IllegalMove("not_now", "The cards of this payment are chosen already.", "AT-R45")
    return IllegalMove("not_offered", "There is only one way to pay.", "AT-R12")


def _pay(game: Tables, state: State, terrain: int) -> IllegalMove:
    """Refuse a card of a payment under way."""
    cards = laid(state)
    if any(cards[terrain + 1 :]):
        order = ", ".join(TERRAINS)
        return IllegalMove("wrong_payment", f"Cards are laid in the order {order}.", "AT-R12")
    cards[terrain] += 1
    price = price_of(state, state.pending, state.site)
    return not_held(cards, hand_of(state, state.turn)) or wrong_payment(price, cards)


def _paid(game: Tables, state: State, place: int) -> IllegalMove:
    return wrong_payment(price_of(state, state.pending, state.site), laid(state))


def _hex(game: Tables, state: State, place: int) -> IllegalMove:
    where = game.window.hex(HEX + place)
    if state.phase == PLACE:
        return _lay(game, state, where)
    name = hex_text(where)
    if where in game.start.shrines:
        return IllegalMove("occupied", f"A shrine stands on {name}.", "AT-039")
    space = state.layout.spaces.get(HEX + place)
    if space is None:
        return IllegalMove("no_space", f"{name} is not a space on the board.", "AT-038")
    if state.built[space]:
        return IllegalMove("occupied", f"A building stands on {name}.", "AT-039")
    held = _counted(hand_of(state, state.turn))
    price = price_text(price_of(state, state.pending, space))
    return IllegalMove("cannot_pay", f"The {_kind(state)} costs {price} there; you hold {held}.", "AT-R33")


def _lay(game: Tables, state: State, where: Hex) -> IllegalMove:
    name = hex_text(where)
    covered = {*state.layout.hexes, *game.start.shrines}
    if any(place in covered for place in flower(where)):
        return IllegalMove("occupied", f"Centered on {name}, the tile would cover something.", "AT-074")
    return IllegalMove("not_adjacent", f"Centered on {name}, the tile would not touch anything.", "AT-072")


def _reveal(game: Tables, state: State, kind: int) -> IllegalMove:
    name = KINDS[kind].name
    return IllegalMove("not_offered", f"The pile {PILES[state.pile]} cannot hold a {name} any more.", _NOW["reveal"])


def _card(game: Tables, state: State, terrain: int) -> IllegalMove:
    return IllegalMove("not_offered", f"The draw pile holds no {TERRAINS[terrain]}.", _NOW["card"])


def _tile(game: Tables, state: State, tile: int) -> IllegalMove:
    return IllegalMove("not_offered", f"The board tile {game.tiles.names[tile]} is on the board.", _NOW["tile"])


_REASONS: Final[dict[str, Callable[[Tables, State, int], IllegalMove]]] = {
    "end": _end, "cards": _cards, "amphora-card": _amphora_card, "draw": _draw, "build": _build, "choose": _choose,
    "amphora-draw": lambda game, state, place: _amphora(game, state, DRAWING),
    "amphora-build": lambda game, state, place: _amphora(game, state, BUILDING),
    "pay": _pay, "paid": _paid, "hex": _hex, "reveal": _reveal, "card": _card, "tile": _tile,
}  # fmt: skip
