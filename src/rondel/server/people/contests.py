"""Tournaments in the database: entrants, rounds, results. `rondel.tournament` says what is played next."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence

from msgspec import json
from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, update

from rondel.server.people.accounts import SHOWN_NAME
from rondel.server.people.ratings import find, size_of
from rondel.server.store.schema import Found, entrants, pairings, players, results, tables, tournaments
from rondel.server.wire.refusal import Refusal
from rondel.server.wire.tournaments import (
    Entrant,
    Pairing,
    Tournament,
    TournamentInfo,
    TournamentLine,
    TournamentSetup,
)
from rondel.tournament import Game, Plan, Position, table_of

#: tournaments in a list
PAGE = 50
#: refusals for what comes before the start, during play and after the end
_WRONG_TIME: dict[str, tuple[str, str]] = {
    "open": ("not_started", "has not begun"), "running": ("started", "has begun already"),
}  # fmt: skip
#: how many may enter; a round robin of more would never end
MOST = {"swiss": 256, "knockout": 256, "round-robin": 64}
#: tournaments whose standings are at hand
KEPT = 64
_standings: OrderedDict[tuple[str, int, int], list[TournamentLine]] = OrderedDict()
_numbers: json.Decoder[list[int]] = json.Decoder(list[int])
_setups: json.Decoder[TournamentSetup] = json.Decoder(TournamentSetup)


# ---- reading ---------------------------------------------------------------------------------------------------------


def info_of(row: Found, count: int) -> TournamentInfo:
    """Describe a tournament."""
    return TournamentInfo(
        id=row.id, name=row.name, status=row.status, host=row.host, setup=_setups.decode(row.setup), round=row.round,
        entrants=count, created=row.created, updated=row.updated, listed=row.listed,
    )  # fmt: skip


def need(connection: Connection, tournament: str) -> TournamentInfo:
    """Give a tournament, or refuse."""
    row = connection.execute(select(tournaments).where(tournaments.c.id == tournament)).first()
    if row is None:
        raise Refusal("unknown_tournament")
    return info_of(row, count_entrants(connection, tournament))


def count_entrants(connection: Connection, tournament: str) -> int:
    """Count who has entered."""
    return connection.execute(
        select(func.count()).select_from(entrants).where(entrants.c.tournament == tournament)
    ).scalar_one()


def listed(connection: Connection, player: str) -> list[TournamentInfo]:
    """List tournaments, latest first: those that everybody may see, and those that a player is in."""
    mine = select(entrants.c.tournament).where(entrants.c.who == player, entrants.c.person)
    own = (tournaments.c.host == player) | tournaments.c.id.in_(mine) if player else tournaments.c.listed
    rows = connection.execute(
        select(tournaments).where(tournaments.c.listed | own).order_by(tournaments.c.updated.desc()).limit(PAGE)
    ).all()
    counted = (
        select(entrants.c.tournament, func.count().label("entered"))
        .where(entrants.c.tournament.in_([row.id for row in rows]))
        .group_by(entrants.c.tournament)
    )
    counts = {row.tournament: int(row.entered) for row in connection.execute(counted)}
    return [info_of(row, counts.get(row.id, 0)) for row in rows]


def entrants_of(connection: Connection, tournament: str) -> list[Entrant]:
    """List who has entered, by number."""
    rows = connection.execute(
        select(entrants, func.coalesce(SHOWN_NAME, entrants.c.who).label("name"))
        .join(players, players.c.id == entrants.c.who, isouter=True)
        .where(entrants.c.tournament == tournament)
        .order_by(entrants.c.number)
    ).all()
    return [Entrant(row.number, row.who, row.name, row.person, row.out) for row in rows]


def pairings_of(connection: Connection, tournament: str) -> list[Pairing]:
    """List all tables, by round."""
    rows = connection.execute(
        select(pairings).where(pairings.c.tournament == tournament).order_by(pairings.c.round, pairings.c.board)
    ).all()
    return [
        Pairing(
            row.round, row.board, _numbers.decode(row.entrants), row.table_id,
            _numbers.decode(row.ranks) if row.ranks else [],
        )
        for row in rows
    ]  # fmt: skip


def whole(connection: Connection, tournament: str, player: str = "") -> Tournament:
    """Give a tournament with everything that was played in it."""
    info, entered = need(connection, tournament), entrants_of(connection, tournament)
    played = pairings_of(connection, tournament)
    return Tournament(
        info, entered, played, [] if info.status == "open" else standings_of(info, entered, played),
        next((entrant.number for entrant in entered if player and entrant.who == player and entrant.person), -1),
    )  # fmt: skip


def standings_of(info: TournamentInfo, entered: Sequence[Entrant], played: Sequence[Pairing]) -> list[TournamentLine]:
    """Give the standings; large ones take a while, so they are worked out once for all who look."""
    out = sum(entrant.out for entrant in entered)
    key = info.id, info.updated, sum(len(pairing.ranks) for pairing in played) + out
    found = _standings.get(key)
    if found is None:
        found = [
            TournamentLine(line.entrant, line.place, line.points, line.games, line.between, line.sonneborn, line.wins,
                           line.buchholz)
            for line in table_of(plan_of(info), past_of(entered, played))
        ]  # fmt: skip
        _standings[key] = found
        if len(_standings) > KEPT:
            _standings.popitem(last=False)
    return found


def plan_of(info: TournamentInfo) -> Plan:
    """Give what is to be played, as `rondel.tournament` knows it."""
    return Plan(info.setup.form, info.entrants, info.setup.size, info.setup.rounds, info.setup.smallest)


def past_of(entered: Sequence[Entrant], played: Sequence[Pairing]) -> Position:
    """Give what was played, round by round; a round counts when all its tables are over."""
    rounds: list[tuple[Game, ...]] = []
    byes: list[tuple[int, ...]] = []
    for number in range(1, max((pairing.round for pairing in played), default=0) + 1):
        tables = [pairing for pairing in played if pairing.round == number]
        games = [pairing for pairing in tables if len(pairing.entrants) > 1]
        rounds.append(tuple(Game(tuple(game.entrants), tuple(game.ranks)) for game in games if game.ranks))
        byes.append(tuple(pairing.entrants[0] for pairing in tables if len(pairing.entrants) == 1))
    return Position(tuple(rounds), tuple(byes), frozenset(entrant.number for entrant in entered if entrant.out))


def due(connection: Connection) -> list[str]:
    """List running tournaments in which a table has ended, or which wait for their next round."""
    over = exists().where(results.c.table_id == pairings.c.table_id)
    ended = select(pairings.c.tournament).where(pairings.c.ranks.is_(None), over)
    waiting = exists().where(
        pairings.c.tournament == tournaments.c.id, pairings.c.round == tournaments.c.round, pairings.c.ranks.is_(None)
    )
    return list(
        connection.execute(
            select(tournaments.c.id).where(tournaments.c.status == "running", tournaments.c.id.in_(ended) | ~waiting)
        ).scalars()
    )


# ---- writing ---------------------------------------------------------------------------------------------------------


def add(
    connection: Connection, tournament: str, host: str, name: str, setup: TournamentSetup, listed: bool, now: int
) -> None:
    """Store a new tournament."""
    connection.execute(
        insert(tournaments).values(
            id=tournament, host=host, name=name, status="open", listed=listed, round=0, setup=json.encode(setup),
            created=now, updated=now,
        )
    )  # fmt: skip


def enter(connection: Connection, tournament: str, who: str, person: bool, now: int) -> None:
    """Let somebody enter before the start; people once."""
    most = MOST[need_status(connection, tournament, "open").setup.form]
    entered = entrants_of(connection, tournament)
    if person and any(entrant.person and entrant.who == who for entrant in entered):
        return
    if len(entered) >= most:
        raise Refusal("full", f"Such a tournament has at most {most} entrants.")
    number = max((entrant.number for entrant in entered), default=-1) + 1
    connection.execute(insert(entrants).values(tournament=tournament, number=number, who=who, person=person, out=False))
    touch(connection, tournament, now)


def withdraw(connection: Connection, tournament: str, number: int, now: int) -> None:
    """Let an entrant go: before the start without a trace, later it is paired no more."""
    info = need(connection, tournament)
    if info.status not in ("open", "running"):
        raise Refusal("finished", "The tournament is over.")
    this = _entrant(connection, tournament, number)
    if info.status == "open":
        connection.execute(delete(entrants).where(this))
    elif not connection.execute(update(entrants).where(this, ~entrants.c.out).values(out=True)).rowcount:
        return  # gone already: the standings, which take a while, stay as they are
    touch(connection, tournament, now)


def replace(connection: Connection, tournament: str, number: int, bot: str, now: int) -> None:
    """Let a bot play on for an entrant."""
    need_status(connection, tournament, "running")
    this = _entrant(connection, tournament, number)
    connection.execute(update(entrants).where(this).values(who=bot, person=False, out=False))
    touch(connection, tournament, now)


def _entrant(connection: Connection, tournament: str, number: int) -> ColumnElement[bool]:
    """Give the condition that names an entrant; refuse a number that nobody has."""
    this = (entrants.c.tournament == tournament) & (entrants.c.number == number)
    if connection.execute(select(entrants.c.number).where(this)).first() is None:
        raise Refusal("bad_message", f"Nobody has the number {number} in this tournament.")
    return this


def seed(connection: Connection, tournament: str, setup: TournamentSetup, now: int) -> None:
    """Begin: number the entrants by rating, those without one after them in the order of joining."""
    info = need_status(connection, tournament, "open")
    size = size_of(info.setup.size)

    def strength(entrant: Entrant) -> tuple[bool, float, int]:
        pool = "people" if entrant.person else "bots"
        rating = find(connection, pool, entrant.who, info.setup.game, size)
        return rating.games == 0, -rating.least, entrant.number

    ordered = sorted(entrants_of(connection, tournament), key=strength)
    connection.execute(delete(entrants).where(entrants.c.tournament == tournament))
    connection.execute(
        insert(entrants),
        [
            {"tournament": tournament, "number": number, "who": entrant.who, "person": entrant.person, "out": False}
            for number, entrant in enumerate(ordered)
        ],
    )
    connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(setup=json.encode(setup)))
    set_status(connection, tournament, "running", now)


def made(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Say which of these tables have been made."""
    return set(connection.execute(select(tables.c.id).where(tables.c.id.in_(ids))).scalars())


def add_round(connection: Connection, tournament: str, number: int, tables: Sequence[Pairing], now: int) -> None:
    """Store a round before its tables are made; another process that was first makes this fail."""
    connection.execute(
        insert(pairings),
        [
            {"tournament": tournament, "round": number, "board": table.board, "table_id": table.table,
             "entrants": json.encode(table.entrants), "ranks": json.encode(table.ranks) if table.ranks else None}
            for table in tables
        ],
    )  # fmt: skip
    connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(round=number, updated=now))


def set_ranks(connection: Connection, tournament: str, pairing: Pairing, ranks: Sequence[int], now: int) -> None:
    """Keep how a table ended."""
    connection.execute(
        update(pairings)
        .where(
            pairings.c.tournament == tournament, pairings.c.round == pairing.round, pairings.c.board == pairing.board
        )
        .values(ranks=json.encode(list(ranks)))
    )
    touch(connection, tournament, now)


def ranks_at(connection: Connection, table: str) -> list[int]:
    """Give the ranks of a finished table by seat; empty while it goes on."""
    rows = connection.execute(
        select(results.c.rank).where(results.c.table_id == table).order_by(results.c.seat)
    ).scalars()
    return list(rows)


def sides_of(connection: Connection, tournament: str) -> Counter[tuple[int, str]]:
    """Count how often each entrant has played each nation."""
    rows = connection.execute(
        select(pairings.c.entrants, results.c.seat, results.c.side)
        .join(results, results.c.table_id == pairings.c.table_id)
        .where(pairings.c.tournament == tournament)
    )
    return Counter((_numbers.decode(row.entrants)[row.seat], row.side) for row in rows)


def need_status(connection: Connection, tournament: str, status: str) -> TournamentInfo:
    """Refuse what comes too early or too late."""
    info = need(connection, tournament)
    if info.status != status:
        code, words = _WRONG_TIME.get(info.status, ("finished", "is over"))
        raise Refusal(code, f"The tournament {words}.")
    return info


def set_status(connection: Connection, tournament: str, status: str, now: int) -> None:
    """Begin, end or cancel a tournament."""
    connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(status=status, updated=now))


def touch(connection: Connection, tournament: str, now: int) -> None:
    """Note that something has changed."""
    connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(updated=now))
