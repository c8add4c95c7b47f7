"""A position as readable text, for the terminal."""

from __future__ import annotations

from rondel.antike.lexicon import wedge_names
from rondel.antike.parts.catalogue import parts_of
from rondel.antike.parts.sites import kind_of
from rondel.antike.rules import GOOD_KINDS, PERSONAGES
from rondel.antike.scores import personages_of, points
from rondel.antike.state import ARMING, NONE, PAY, BaseGame, State
from rondel.antike.text.prompts import prompt
from rondel.boards.schema import RESOURCES
from rondel.tables import bit_count


def show(game: BaseGame, state: State) -> str:
    """Draw bank, rondel, nations and their provinces."""
    lines = [
        f"{game.rules.title} ({game.id}) · board {game.board.title} · round {state.round} · {game.target} points win",
        _headline(game, state),
        "",
        _rondel(game, state),
        _bank(game, state),
        *(line for part in parts_of(game.rules) for line in part.show(game, state, state.turn)),
        "",
        *_table(game, state),
    ]
    for nation in range(game.nations):
        lines += ["", *_nation(game, state, nation)]
    return "\n".join(lines)


def _headline(game: BaseGame, state: State) -> str:
    if state.end:
        won = f"{game.nation_name(state, state.winner)} have won" if state.winner != NONE else "nobody has won"
        return f"The game is over: {won} ({state.end_reason()})."
    turn = game.nation_name(state, state.turn)
    return f"Turn of {turn}. {prompt(game, state)}." if state.round else f"Set-up. {prompt(game, state)}."


def _rondel(game: BaseGame, state: State) -> str:
    wedges = []
    for place, name in enumerate(wedge_names(game.rules.wedges)):
        here = [game.nation_name(state, nation) for nation in range(game.nations) if state.rondel[nation] == place + 1]
        wedges.append(f"{name} ({', '.join(here)})" if here else name)
    return "Rondel: " + " → ".join(wedges)


def _bank(game: BaseGame, state: State) -> str:
    stacks = ", ".join(f"{left} {name}s" for name, left in zip(PERSONAGES, state.stacks, strict=True))
    coins = state.goods[GOOD_KINDS * game.nations + 3]
    parts = [f"{coins} coins", f"{game.rules.temples - bit_count(state.temples)} temples", stacks]
    if game.rules.bank_units is not None:
        parts[:0] = [f"{state.goods[GOOD_KINDS * game.nations + good]} {name}" for good, name in enumerate(RESOURCES)]
    return "Bank: " + ", ".join(parts)


def _table(game: BaseGame, state: State) -> list[str]:
    """Give one row a nation: goods, pieces on the board, points and personages."""
    head = (
        "",
        "marble",
        "iron",
        "gold",
        "coins",
        "cities",
        "temples",
        "legions",
        "galleys",
        "points",
        "personages",
    )
    rows: list[tuple[str, ...]] = [head]
    for nation in range(game.nations):
        armies = [sum(state.army(nation, kind)) for kind in (0, 1)]
        cities = state.cities[nation]
        people = " ".join(
            f"{number} {name}" for number, name in zip(personages_of(state, nation), PERSONAGES, strict=True) if number
        )
        mark = "▸ " if nation == state.turn else "  "
        numbers = [
            *state.purse(nation),
            bit_count(cities),
            bit_count(cities & state.temples),
        ]
        numbers += [*armies, points(game, state, nation)]
        rows.append((mark + game.nation_name(state, nation), *map(str, numbers), people or "–"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return [
        "  ".join(
            cell.ljust(width) if column in (0, len(head) - 1) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _nation(game: BaseGame, state: State, nation: int) -> list[str]:
    """List a nation's cities with their resource and temple, its units, and its know-hows."""
    cities = [_city(game, state, place) for place in range(game.size) if state.cities[nation] >> place & 1]
    lines = [
        f"{game.nation_name(state, nation)} (seat {nation % game.seats})",
        f"  cities   {', '.join(cities) or '–'}",
    ]
    for kind, army in enumerate(("legions", "galleys")):
        counts = state.army(nation, kind)
        there = [
            f"{game.board.regions[place].name} {number}{_used(game, state, nation, kind, place)}"
            for place, number in enumerate(counts)
            if number
        ]
        if there:
            lines.append(f"  {army}  {', '.join(there)}")
    fields = [field.name for place, field in enumerate(game.rules.knowhows) if state.knowhow[nation] >> place & 1]
    if fields:
        lines.append(f"  know-how {', '.join(fields)}")
    return lines + [line for part in parts_of(game.rules) for line in part.show_nation(game, state, nation)]


def _city(game: BaseGame, state: State, place: int) -> str:
    parts = [RESOURCES[kind_of(state, place)]]
    parts += ["temple"] if state.temples >> place & 1 else []
    parts += ["rampart"] if state.ramparts >> place & 1 else []
    with_ = f" with {' and '.join(parts[1:])}" if parts[1:] else ""
    return f"{game.board.regions[place].name} ({parts[0]}{with_})"


def _used(game: BaseGame, state: State, nation: int, kind: int, place: int) -> str:
    """Say how many units have acted, in a maneuver under way."""
    if nation != state.turn or state.phase in (ARMING, PAY):
        return ""
    levels, size = game.actions.levels, game.size
    used = state.spent[levels * kind * size + place : levels * (kind + 1) * size : size]
    acted = ", ".join(f"{number} after {level + 1}" for level, number in enumerate(used) if number)
    return f" ({acted})" if acted else ""
