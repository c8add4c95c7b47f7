"""What was played from a place in the openings: asked for by the way there, answered from an index."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import Column, Connection, func, or_, select

from rondel import compact
from rondel.game import CHANCE, Action, JsonDict, Seat, State
from rondel.position import to_position
from rondel.registry import find_book
from rondel.server.analysis.explorer import games_by_root
from rondel.server.people.archive import games_of
from rondel.server.store.schema import Query, openings, spots, tellings
from rondel.server.wire.bodies import ArchiveGame
from rondel.server.wire.openings import By, OpeningPage, OpeningPool, OpeningRow, OpeningTurn
from rondel.server.wire.refusal import Refusal
from rondel.study.openings import (
    MARKS,
    POSITION,
    Mark,
    Node,
    Pool,
    Step,
    Tally,
    Turn,
    opening_of,
    plan_of,
    starts_of,
)

#: games that came to a node and are counted, the latest first; turns that are told, and games
LATEST: Final = 10_000
ROWS: Final = 40
EXAMPLES: Final = 6
#: the width of a picture in pixels; a page scales it
WIDTH: Final = 1000
#: steps of a way, and letters of one
STEPS: Final = 20
PATH: Final = 24 * STEPS
_spots: Final = msgspec.json.Decoder(tuple[tuple[str, str, int, str], str, tuple[str, ...], int, int, str])
_tellings: Final = msgspec.json.Decoder(tuple[int, list[JsonDict], str])


class _Told(msgspec.Struct, frozen=True):
    pool: OpeningPool


_pages: Final = msgspec.json.Decoder(_Told)


# ---- ways ------------------------------------------------------------------------------------------------------------


def letters(mark: Mark) -> str:
    """Write a mark for an address."""
    return urlsafe_b64encode(mark.to_bytes(8, "big")).decode().rstrip("=")


def mark_in(text: str) -> Mark:
    """Read a mark of an address: what `letters` writes, and nothing else that decodes to a number."""
    try:
        mark = int.from_bytes(urlsafe_b64decode(f"{text}="), "big")
    except (NotBase64, ValueError):
        return _unknown()
    return mark if mark < MARKS and letters(mark) == text else _unknown()


def _unknown() -> Mark:
    raise Refusal("not_found", "There is no such opening.")


def further(path: str, turn: Mark, node: Mark) -> str:
    """Give the way one step on."""
    return f"{path}.{letters(turn)}~{letters(node)}"


@dataclass(frozen=True, slots=True)
class Place:
    """A step of a way: by which turn (0 for the first), to which node, and the way there."""

    turn: Mark
    node: Mark
    path: str


def places(path: str) -> list[Place]:
    """Read a way: the root, and from there by turns to nodes."""
    found: list[Place] = []
    for step in path.split("."):
        turn, mark, node = step.rpartition("~")
        here = f"{found[-1].path}.{step}" if found else step
        found.append(Place(mark_in(turn) if mark else 0, mark_in(node), here))
    if len(found) > STEPS:
        _unknown()
    return found


def way_of(first: State, actions: Sequence[Action], seat: Seat) -> str:
    """Give the way to where a game stands, or to where it left its first turns: by positions, or by a seat's plan."""
    opening = opening_of(first, actions)
    if opening is None:
        raise Refusal("not_found", "Games on a board of your own are not compared.")
    root = starts_of(opening.pool)
    by_position = [step for step in opening.steps if opening.nodes[step.after].kind == POSITION]
    side = opening.nodes[plan_of(opening.pool, first.game.sides(first)[max(seat, 0)])] if not by_position else None
    path, here = letters(root), root
    for step in by_position or _plan(opening.steps, root, side):
        if step.node == here:
            path, here = further(path, step.turn.mark, step.after), step.after
    return path


def _plan(steps: Iterable[Step], root: Mark, side: Node | None) -> list[Step]:
    """Take the steps of a side's plan."""
    found: list[Step] = []
    here = plan_of(side.pool, side.sides[0]) if side else root
    for step in steps:
        if (step.node == root and step.after == here) or (found and step.node == found[-1].after):
            found.append(step)
    return found


# ---- asking ----------------------------------------------------------------------------------------------------------


def page(connection: Connection, path: str, by: By) -> OpeningPage:
    """Tell what was played from where a way leads."""
    way = places(path)
    here = way[-1].node
    node, root = _node(connection, here), _node(connection, way[0].node)
    if node.pool.game != root.pool.game:  # whoever plays a game may not read about it under the name of another
        _unknown()
    tallies = _tallies(connection, here, by)
    shown = sorted(tallies.items(), key=lambda entry: (-entry[1][0].games, entry[0]))[:ROWS]
    turns = _turns(connection, [turn for (turn, _), _ in shown] + [place.turn for place in way])
    kinds = _kinds(connection, [leads for (_, leads), _ in shown] + [place.node for place in way])
    seats = len(node.sides) if node.kind == POSITION else 0
    rows = [
        _row(_told(turns[turn], further(path, turn, leads), kinds[leads], seat), tally, seats)
        for (turn, leads), (tally, seat) in shown
    ]
    games = sum(tally.games for tally, _ in tallies.values())
    told = [
        _told(turns[place.turn], place.path, kinds[place.node], turns[place.turn].seat)
        for place in way[1:] if place.turn in turns and place.node in kinds
    ]  # fmt: skip
    pool = _pool(root.pool, letters(way[0].node), games_by_root(connection).get(way[0].node, 0))
    return OpeningPage(
        pool, node.kind, list(node.sides), node.seat, node.turns, games, rows, told,  # type: ignore[arg-type]
        _examples(connection, here, by), node.line, games >= LATEST, node.last,
    )  # fmt: skip


def _came(here: Mark, by: By, *columns: Column[str] | Column[int]) -> Query:
    """Ask for the steps that games took from a node, the latest first."""
    chosen: Query = select(*columns)  # type: ignore[assignment]
    query = chosen.where(openings.c.node == here)
    if by:
        person = openings.c.who == "" if by == "people" else openings.c.who != ""
        query = query.where(or_(person, openings.c.seat == CHANCE))
    return query.order_by(openings.c.at.desc())


def _tallies(connection: Connection, here: Mark, by: By) -> dict[tuple[Mark, Mark], tuple[Tally, Seat]]:
    """Count the turns from a node, and which seat played each."""
    columns = openings.c.turn, openings.c.leads, openings.c.who, openings.c.seat, openings.c.wins
    latest = _came(here, by, *columns).limit(LATEST).subquery()
    kinds = [latest.c[column.name] for column in columns]
    found: dict[tuple[Mark, Mark], tuple[Tally, Seat]] = {}
    for row in connection.execute(select(*kinds, func.count().label("games")).group_by(*kinds)):
        tally, _ = found.setdefault((row.turn, row.leads), (Tally(), row.seat))
        winners = [seat for seat in range(row.wins.bit_length()) if row.wins >> seat & 1]
        tally.add(row.who, row.seat, winners, row.games)
    return found


def _row(turn: OpeningTurn, tally: Tally, seats: int) -> OpeningRow:
    bots = {name: count for name, count in sorted(tally.by.items()) if name}
    shares = [round(tally.wins.get(one, 0.0) / tally.games, 4) for one in range(seats)]
    people = tally.by[""] if turn.seat >= 0 else 0
    return OpeningRow(turn, tally.games, people, round(tally.won / tally.games, 4), shares, bots)


def _told(turn: Turn, path: str, kind: str, seat: Seat) -> OpeningTurn:
    news = [dict(entry) for entry in turn.news]
    return OpeningTurn(path, kind, seat, turn.text, news)  # type: ignore[arg-type]


def _node(connection: Connection, mark: Mark) -> Node:
    body = connection.execute(select(spots.c.body).where(spots.c.id == mark)).scalar()
    if body is None:
        _unknown()
    return _read(bytes(body or b""))


def _read(body: bytes) -> Node:
    pool, kind, sides, seat, turns, line = _spots.decode(body)
    return Node(Pool(*pool), kind, sides, seat, turns, line)


def line_at(connection: Connection, here: Mark) -> str:
    """Give the position of a node as a line; refuse other nodes."""
    return _node(connection, here).line or str(_unknown())


def picture(line: str, dark: bool) -> bytes:
    """Draw a position: a function of plain values, which another process runs."""
    state = compact.from_line(line)
    view = to_position(state)
    return find_book(state.game.id).draw(state.game, view, WIDTH, dark).encode()


def _kinds(connection: Connection, marks: Sequence[Mark]) -> dict[Mark, str]:
    rows = connection.execute(select(spots).where(spots.c.id.in_(marks))).all()
    return {row.id: _read(bytes(row.body)).kind for row in rows}


def _turns(connection: Connection, marks: Sequence[Mark]) -> dict[Mark, Turn]:
    rows = connection.execute(select(tellings).where(tellings.c.id.in_(marks))).all()
    return {row.id: _turn(bytes(row.body)) for row in rows}


def _turn(body: bytes) -> Turn:
    seat, news, told = _tellings.decode(body)
    return Turn(seat, tuple(news), told)


def _examples(connection: Connection, here: Mark, by: By) -> list[ArchiveGame]:
    came = _came(here, by, openings.c.game_id).limit(4 * EXAMPLES)
    tables = list(dict.fromkeys(str(game) for (game,) in connection.execute(came).all()))
    return games_of(connection, tables[:EXAMPLES])


def game_in(body: bytes) -> str:
    """Say of which rulebook a page is, as it is sent."""
    return _pages.decode(body).pool.game


def _pool(pool: Pool, path: str, games: int) -> OpeningPool:
    options = json.loads(pool.options) if pool.options else {}
    return OpeningPool(path, pool.game, pool.board, pool.players, games, options)


def pools(connection: Connection) -> list[OpeningPool]:
    """List what games are compared with, where most games are first."""
    counts = games_by_root(connection)
    rows = connection.execute(select(spots).where(spots.c.id.in_(counts))).all()
    found = [_pool(_read(bytes(row.body)).pool, letters(row.id), counts[row.id]) for row in rows]
    return sorted(found, key=lambda pool: (-pool.games, pool.game, pool.players))


__all__ = ["PATH", "game_in", "letters", "line_at", "mark_in", "page", "picture", "places", "pools", "way_of"]
