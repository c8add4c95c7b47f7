"""A position as readable text, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rondel.attika.rules import BLANK, KINDS, LETTERS, PILES, TERRAINS
from rondel.attika.state import State
from rondel.attika.tables import NONE, K, Tables
from rondel.attika.text.explain import prompt
from rondel.attika.text.position import position_of
from rondel.attika.tiles import Hex, own_costs
from rondel.game import JsonObject

#: short forms of the kinds, two letters each
SHORT = tuple(
    "Sm" if kind.name == "Silver mine" else {"Street": "St", "Statue": "Su", "Stadium": "Sd", "Tower": "Tw",
    "Tavern": "Tv", "Temple": "Te", "Theatre": "Th", "Vineyard": "Vy", "Vintner": "Vt", "Village": "Vi", "Market": "Ma",
    "Mill": "Ml", "Mint": "Mt"}.get(kind.name, kind.name[:2])
    for kind in KINDS
)  # fmt: skip


def show(game: Tables, state: State, seat: int) -> str:
    """Draw the board row by row, and what each player has, as a seat sees it."""
    view = position_of(state, seat)
    lines = [
        f"{game.rules.title} ({game.id}) · {game.seats} players · {len(state.placed)} of 22 tiles",
        _headline(game, state),
        "",
        *_board(game, state),
        "",
        "A space shows what stands there (player and building), else its symbol "
        f"({', '.join(f'{letter.lower()} {name}' for letter, name in zip(LETTERS, TERRAINS, strict=True))}), or a dot; "
        "## is a shrine.",
        f"Draw pile {_cards(view['draw pile'])}; discard {_cards(view['discard'])}; amphorae {view['amphorae']}.",
        *_ours(game),
    ]  # fmt: skip
    for name, entry in view["cities"].items():
        lines += ["", *_city(name, entry, name == view["turn"])]
    return "\n".join(lines)


def _ours(game: Tables) -> list[str]:
    """Say what is our own design and not printed, unless the user's own file replaces it."""
    parts = ["Symbols and places of the tiles"] if game.tiles.provenance == "ours" else []
    if not {*own_costs()} <= {*game.tiles.source.get("costs", {})}:
        parts.append("some costs" if parts else "Some costs")
    return [f"{' and '.join(parts)} are this project's own design."] if parts else []


def _headline(game: Tables, state: State) -> str:
    if state.end:
        won = f"{state.city_name(state.winner)} has won" if state.winner != NONE else "nobody has won"
        return f"The game is over: {won} ({state.end_reason()})."
    return f"Turn of {state.city_name(state.turn)}. {prompt(game, state)}."


def _board(game: Tables, state: State) -> list[str]:
    """Write the rows of the grid, each half a space to the right of the one above, with r in front and q below."""
    marks: dict[Hex, str] = dict.fromkeys(game.start.shrines, "##")
    for space, place in enumerate(state.layout.hexes):
        marks[place] = _space(game, state, space)
    rows = sorted({r for _, r in marks})
    left = min(2 * q + r for q, r in marks)
    lines = []
    for r in rows:
        cells = sorted((2 * q + r - left, q) for q, row in marks if row == r)
        text = ""
        for column, q in cells:
            text = text.ljust(3 * column) + marks[q, r].center(5)
        lines.append(f"{r:>4} {text.rstrip()}   (q {cells[0][1]} to {cells[-1][1]})")
    return lines


def _space(game: Tables, state: State, space: int) -> str:
    code = state.built[space]
    if code:
        owner, kind = divmod(code - 1, K)
        return state.city_name(owner)[0] + SHORT[kind]
    terrain = state.ground[space]
    return "·" if terrain == BLANK else LETTERS[terrain].lower()


def _cards(cards: Mapping[str, int] | int) -> str:
    if isinstance(cards, int):
        return str(cards)
    return f"{sum(cards.values())} ({_counts(cards)})" if cards else "0"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "–"


def _city(name: str, entry: JsonObject, on_turn: bool) -> Sequence[str]:
    piles = ", ".join(f"{pile} {entry['piles'][pile]}" for pile in PILES)
    buildings = ", ".join(f"{kind} {place}" for place, kind in entry["buildings"].items())
    return [
        f"{'▸ ' if on_turn else '  '}{name} (seat {entry['seat']})",
        f"    hand {_cards(entry['hand'])}; amphorae {entry['amphorae']}; colonies {entry['colonies']}",
        f"    piles {piles}",
        f"    stored {_counts(entry['stored'])}",
        f"    built {len(entry['buildings'])} of 30: {buildings or '–'}",
    ]
