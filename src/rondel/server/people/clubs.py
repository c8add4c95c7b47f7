"""Clubs: members and their rights, dates, tables and ladder."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Float, case, cast, delete, func, insert, select, update

from rondel.server.people.accounts import SHOWN_NAME, Player, clean_text, new_id
from rondel.server.store.schema import clubs, dates, finished, members, players, results
from rondel.server.wire.place import ClubDate, ClubInfo, LadderRow, Member, NewClub, NewDate, Role
from rondel.server.wire.refusal import Refusal

#: the club of a server that belongs to one
HOUSE: Final = "house"
#: clubs in a list, clubs of one player, members, dates to come, latest seats that the ladder counts
PAGE, EACH, MOST, DATES, COUNTED = 50, 20, 1000, 100, 4000
_RANK: Final[dict[str, int]] = {"": 0, "member": 1, "officer": 2, "owner": 3}


# ---- reading ---------------------------------------------------------------------------------------------------------


def role_in(connection: Connection, club: str, player: str) -> str:
    """Give a player's role in a club, or nothing."""
    if not player:
        return ""
    found = connection.execute(
        select(members.c.role).where(members.c.club == club, members.c.player == player)
    ).scalar()
    return str(found or "")


def need_role(connection: Connection, club: str, player: Player | None, least: Role) -> str:
    """Refuse those without the rights of a role; a private club does not exist for outsiders."""
    role = role_in(connection, club, player.id if player else "")
    if not role:
        need_club(connection, club, "")
    if _RANK[role] < _RANK[least]:
        raise Refusal("not_member" if least == "member" else "not_host", "" if role else "Join the club first.")
    return role


def need_club(connection: Connection, club: str, player: str) -> tuple[ClubInfo, str]:
    """Give a club that a player may see, and the secret of its link."""
    row = connection.execute(select(clubs).where(clubs.c.id == club)).first()
    role = role_in(connection, club, player)
    if row is None or (row.door == "private" and not role):
        raise Refusal("unknown_club")
    return ClubInfo(row.id, row.name, row.about, row.door, row.members, role), row.invite


def listed(connection: Connection, player: str) -> tuple[list[ClubInfo], list[ClubInfo]]:
    """List a player's clubs, and the largest of those that everybody sees."""
    mine = connection.execute(
        select(clubs, members.c.role)
        .join(members, members.c.club == clubs.c.id)
        .where(members.c.player == player)
        .order_by(clubs.c.name)
        .limit(EACH)
    ).all()
    own = {row.id for row in mine}
    seen = connection.execute(
        select(clubs).where(clubs.c.door != "private").order_by(clubs.c.members.desc(), clubs.c.id).limit(PAGE)
    ).all()
    return (
        [ClubInfo(row.id, row.name, row.about, row.door, row.members, row.role) for row in mine],
        [ClubInfo(row.id, row.name, row.about, row.door, row.members) for row in seen if row.id not in own],
    )


def people_of(connection: Connection, club: str) -> list[Member]:
    """List the members, those with the most rights first."""
    rows = connection.execute(
        select(members, SHOWN_NAME.label("name"))
        .join(players, players.c.id == members.c.player)
        .where(members.c.club == club)
        .order_by(members.c.since)
        .limit(MOST)
    ).all()
    found = [Member(row.player, row.name, row.role, row.since) for row in rows]
    return sorted(found, key=lambda member: -_RANK[member.role])


def dates_of(connection: Connection, club: str, now: int) -> list[ClubDate]:
    """List the dates from yesterday on."""
    rows = connection.execute(
        select(dates).where(dates.c.club == club, dates.c.at > now - 86_400_000).order_by(dates.c.at).limit(DATES)
    ).all()
    return [ClubDate(row.id, row.at, row.title, row.about) for row in rows]


def ladder(connection: Connection, club: str) -> list[LadderRow]:
    """Order people by their points in the club's latest games: for each game the share of the others left behind."""
    latest = (
        select(results.c.who, results.c.won, results.c.rank, results.c.seats)
        .join(finished, finished.c.table_id == results.c.table_id)
        .where(finished.c.club == club, results.c.person)
        .order_by(finished.c.at.desc())
        .limit(COUNTED)
        .subquery()
    )
    others = case((latest.c.seats > 1, latest.c.seats - 1), else_=1)
    points = func.sum(cast(latest.c.seats - latest.c.rank, Float) / others).label("points")
    wins = func.sum(case((latest.c.won, 1), else_=0)).label("wins")
    rows = connection.execute(
        select(latest.c.who, SHOWN_NAME.label("name"), func.count().label("games"), wins, points)
        .join(players, players.c.id == latest.c.who)
        .group_by(latest.c.who, players.c.name, players.c.alias)
    ).all()
    found = [LadderRow(row.who, row.name, row.games, int(row.wins), round(row.points, 2)) for row in rows]
    return sorted(found, key=lambda row: (-row.points, row.games, row.name))


# ---- changing --------------------------------------------------------------------------------------------------------


def create(connection: Connection, player: Player, wish: NewClub, now: int) -> str:
    """Make a club; its maker owns it."""
    if player.guest:
        raise Refusal("no_account", "You need an account for a club. Create one first.")
    if len(_clubs_of(connection, player.id)) >= EACH:
        raise Refusal("full", f"You can be in {EACH} clubs.")
    club = new_id()
    _insert(connection, club, wish, now)
    _enter(connection, club, player.id, "owner", now)
    return club


def _insert(connection: Connection, club: str, wish: NewClub, now: int) -> None:
    connection.execute(
        insert(clubs).values(id=club, **_values(wish), invite=secrets.token_urlsafe(18), members=0, created=now)
    )


def _values(wish: NewClub) -> dict[str, str]:
    name = clean_text(wish.name).replace("\n", " ").strip()[:64]
    if not name:
        raise Refusal("bad_message", "A club needs a name.")
    return {"name": name, "about": clean_text(wish.about), "door": wish.door}


def change(connection: Connection, player: Player, club: str, wish: NewClub) -> None:
    """Rename a club, describe it otherwise, or change who may join."""
    need_role(connection, club, player, "owner")
    values = _values(wish)
    if club == HOUSE:
        values["door"] = "private"
    connection.execute(update(clubs).where(clubs.c.id == club).values(values))


def join(connection: Connection, player: Player, club: str, token: str, now: int) -> None:
    """Let somebody in: into an open club without, into others with the secret of the link."""
    row = connection.execute(select(clubs).where(clubs.c.id == club)).first()
    good = row is not None and bool(row.invite) and secrets.compare_digest(row.invite.encode(), token.encode())
    if row is None or (row.door == "private" and not good):
        raise Refusal("unknown_club")
    if player.guest:
        raise Refusal("no_account", "You need an account for a club. Create one first.")
    if row.door == "closed" and not good:
        raise Refusal("bad_link")
    if role_in(connection, club, player.id):
        return
    if row.members >= MOST or len(_clubs_of(connection, player.id)) >= EACH:
        raise Refusal("full", "The club is full, or you are in as many clubs as you can be.")
    _enter(connection, club, player.id, "member", now)


def _enter(connection: Connection, club: str, player: str, role: Role, now: int) -> None:
    connection.execute(insert(members).values(club=club, player=player, role=role, since=now))
    _count(connection, club)


def _count(connection: Connection, club: str) -> None:
    count = select(func.count()).select_from(members).where(members.c.club == club).scalar_subquery()
    connection.execute(update(clubs).where(clubs.c.id == club).values(members=count))


def _clubs_of(connection: Connection, player: str) -> Sequence[str]:
    return connection.execute(select(members.c.club).where(members.c.player == player).limit(EACH)).scalars().all()


def remove(connection: Connection, player: Player, club: str, who: str) -> None:
    """Remove a member, at their own wish or an officer's; the last owner can leave only if alone, ending the club."""
    if who != player.id:
        role = need_role(connection, club, player, "officer")
        if _RANK[role_in(connection, club, who)] >= _RANK[role]:
            raise Refusal("not_host", "Only an owner can do that.")
    elif not role_in(connection, club, who):
        raise Refusal("not_member")
    _need_other_owner(connection, club, who)
    connection.execute(delete(members).where(members.c.club == club, members.c.player == who))
    _count(connection, club)
    if (
        club != HOUSE
        and not connection.execute(select(members.c.player).where(members.c.club == club).limit(1)).first()
    ):
        connection.execute(delete(dates).where(dates.c.club == club))
        connection.execute(delete(clubs).where(clubs.c.id == club))


def _need_other_owner(connection: Connection, club: str, who: str) -> None:
    rows = connection.execute(select(members.c.player, members.c.role).where(members.c.club == club)).all()
    others = [row for row in rows if row.player != who]
    was_owner = any(row.player == who and row.role == "owner" for row in rows)
    if was_owner and others and not any(row.role == "owner" for row in others):
        raise Refusal("bad_message", "Make somebody else an owner first.")


def set_role(connection: Connection, player: Player, club: str, who: str, role: Role) -> None:
    """Say what a member may do."""
    need_role(connection, club, player, "owner")
    if not role_in(connection, club, who):
        raise Refusal("unknown_player")
    if role != "owner":
        _need_other_owner(connection, club, who)
    connection.execute(update(members).where(members.c.club == club, members.c.player == who).values(role=role))


def new_invite(connection: Connection, player: Player, club: str) -> None:
    """Make a new link; the old one ends."""
    need_role(connection, club, player, "officer")
    connection.execute(update(clubs).where(clubs.c.id == club).values(invite=secrets.token_urlsafe(18)))


def add_date(connection: Connection, player: Player, club: str, wish: NewDate, now: int) -> None:
    """Put a date into the calendar."""
    need_role(connection, club, player, "officer")
    if len(dates_of(connection, club, now)) >= DATES:
        raise Refusal("full", f"The calendar holds {DATES} dates.")
    title, about = clean_text(wish.title).replace("\n", " ").strip(), clean_text(wish.about)
    if not title:
        raise Refusal("bad_message", "A date needs a title.")
    connection.execute(insert(dates).values(id=new_id(), club=club, at=wish.at, title=title[:80], about=about[:500]))


def drop_date(connection: Connection, player: Player, club: str, date: str) -> None:
    """Take a date out of the calendar."""
    need_role(connection, club, player, "officer")
    connection.execute(delete(dates).where(dates.c.club == club, dates.c.id == date))


def found_house(connection: Connection, name: str, now: int) -> None:
    """Make the club that the server belongs to, unless it exists."""
    if not connection.execute(select(clubs.c.id).where(clubs.c.id == HOUSE)).first():
        _insert(connection, HOUSE, NewClub(name, "", "private"), now)


def take_in_admin(connection: Connection, player: str, now: int) -> None:
    """Make an administrator an owner of the server's club."""
    if not role_in(connection, HOUSE, player):
        _enter(connection, HOUSE, player, "owner", now)
