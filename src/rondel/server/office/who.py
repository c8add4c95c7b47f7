"""Finding the people an administrator means, and listing them."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from msgspec import json as mjson
from sqlalchemy import Connection, Row, Select, func, or_, select

from rondel.server.limits import network_of
from rondel.server.people import audit
from rondel.server.people.accounts import name_key
from rondel.server.store.schema import barred, players, reports, results, seats, sessions, tables
from rondel.server.wire.house import BarredLine, UserLine, UserPage
from rondel.server.wire.messages import TableInfo
from rondel.server.wire.refusal import Refusal

#: players in one list, and tables on the page of one
MOST = 50
LATEST = 10
infos: mjson.Decoder[TableInfo] = mjson.Decoder(TableInfo)

_COLUMNS = tuple(
    players.c[name] for name in ("id", "name", "name_key", "created", "admin", "banned", "muted", "alias", "email")
)


def find(connection: Connection, text: str) -> UserLine:
    """Find a player: an account by its name, anybody by id, a guest by a name that no other guest has."""
    found = connection.execute(select(*_COLUMNS).where(players.c.id == text)).first()
    if found is None and (key := key_of(text)):
        found = connection.execute(select(*_COLUMNS).where(players.c.name_key == key)).first()
    if found is not None:
        return _user(found)
    called = or_(players.c.name == text, players.c.alias == text)
    rows = connection.execute(select(*_COLUMNS).where(called).limit(6)).all()
    if len(rows) > 1:
        ids = ", ".join(row.id for row in rows[:5])
        raise Refusal("unknown_player", f"Several players are called {text!r}; name one by its id: {ids}.")
    if not rows:
        raise Refusal("unknown_player", f"There is no player {text!r}.")
    return _user(rows[0])


def key_of(text: str) -> str:
    """Give the form in which names of accounts are compared; empty if no account can have the name."""
    try:
        return name_key(text)
    except Refusal:
        return ""


def _user(row: Row[*tuple[object, ...]]) -> UserLine:
    return UserLine(
        row.id, row.name, row.created, row.name_key is None, row.admin, row.banned, row.muted, row.alias
    )  # fmt: skip


def users(connection: Connection, search: str, show: str, now: int, limit: int = MOST) -> list[UserLine]:
    """List players, the newest first: whose name contains a text, or about whom something was decided."""
    query: Select[*tuple[object, ...]] = select(*_COLUMNS).order_by(players.c.created.desc(), players.c.id).limit(limit)
    if search:
        like = f"%{_escaped(search.casefold())}%"
        names = [func.lower(players.c[name]).like(like, escape="\\") for name in ("name", "name_key", "alias")]
        query = query.where(or_(players.c.id == search, *names))
    wanted = {
        "accounts": players.c.name_key.is_not(None), "guests": players.c.name_key.is_(None), "admins": players.c.admin,
        "banned": players.c.banned > now, "muted": players.c.muted > now, "hidden": players.c.alias != "",
    }  # fmt: skip
    if show in wanted:
        query = query.where(wanted[show])
    return [_user(row) for row in connection.execute(query)]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def about(connection: Connection, text: str, now: int) -> UserPage:
    """Tell everything about a player."""
    user = find(connection, text)
    mine = select(seats.c.table_id).where(seats.c.player == user.id)
    latest = (
        select(tables.c.summary)
        .where(or_(tables.c.id.in_(mine), tables.c.host == user.id))
        .order_by(tables.c.updated.desc())
        .limit(LATEST)
    )

    def count(query: Select[int]) -> int:
        return connection.execute(query).scalar_one()

    return UserPage(
        user=user,
        sessions=count(
            select(func.count())
            .select_from(sessions)
            .where(sessions.c.player == user.id, sessions.c.expires > now)
        ),
        tables=[infos.decode(summary) for (summary,) in connection.execute(latest)],
        results=count(select(func.count()).select_from(results).where(results.c.who == user.id)),
        reports=count(select(func.count()).select_from(reports).where(reports.c.whom == user.id)),
        audit=audit.page(connection, whom=user.id, limit=LATEST).lines,
        email=connection.execute(select(players.c.email).where(players.c.id == user.id)).scalar_one(),
    )  # fmt: skip


# ---- addresses -------------------------------------------------------------------------------------------------------


def network_in(text: str) -> str:
    """Give what is banned by an address: itself, or the /64 of an IPv6 address; empty if the text is no address."""
    plain = text.strip()
    try:
        return network_of(str(ip_address(plain)))
    except ValueError:
        pass
    try:
        network = ip_network(plain, strict=False)
    except ValueError:
        return ""
    return _one(network)


def _one(network: IPv4Network | IPv6Network) -> str:
    wanted = 32 if isinstance(network, IPv4Network) else 64
    if network.prefixlen < wanted:
        raise Refusal("bad_message", "Ban one IPv4 address, or the /64 network of an IPv6 address.")
    return network_of(str(network.network_address))


def barred_networks(connection: Connection, now: int) -> list[BarredLine]:
    """List the banned addresses."""
    rows = connection.execute(select(barred).where(barred.c.until > now).order_by(barred.c.at.desc()))
    return [BarredLine(row.network, row.until, row.at) for row in rows]
