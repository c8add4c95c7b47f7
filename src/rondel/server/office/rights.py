"""What is decided about people: each function changes the database within one transaction, with its audit line."""

from __future__ import annotations

import secrets
from typing import Literal

from sqlalchemy import Connection, delete, insert, select, update

from rondel.server.office.who import find
from rondel.server.people import accounts
from rondel.server.people.accounts import guest_name, hash_token
from rondel.server.people.audit import Actor, note
from rondel.server.people.house import until_of
from rondel.server.store.schema import barred, players, resets
from rondel.server.wire.house import FOREVER, UserLine
from rondel.server.wire.refusal import Refusal

#: how long a link to choose a new password works
RESET = 24 * 3_600_000
Hold = Literal["banned", "muted"]


def hold(
    connection: Connection, actor: Actor, who: str, which: Hold, until: int, why: str, now: int
) -> UserLine:  # fmt: skip
    """Ban or mute somebody until a moment (0: for good). A ban ends all sessions."""
    user = find(connection, who)
    if user.admin:
        raise Refusal("is_admin", f"{user.name} is an administrator; revoke that first, on the command line.")
    end = until_of(until)
    if end <= now:
        raise Refusal("bad_message", "That moment has passed.")
    connection.execute(update(players).where(players.c.id == user.id).values({which: end}))
    if which == "banned":
        accounts.end_sessions(connection, user.id)
        connection.execute(delete(resets).where(resets.c.player == user.id))
    what = "ban" if which == "banned" else "mute"
    note(connection, actor, what, now, whom=user.id, label=user.name, detail=told_until(end), why=why)
    return user


def release(connection: Connection, actor: Actor, who: str, which: Hold, why: str, now: int) -> UserLine:
    """Lift a ban or a mute."""
    user = find(connection, who)
    held = user.banned if which == "banned" else user.muted
    if held <= now:
        raise Refusal("unchanged", f"{user.name} is not {which}.")
    connection.execute(update(players).where(players.c.id == user.id).values({which: 0}))
    note(
        connection, actor, "unban" if which == "banned" else "unmute", now, whom=user.id, label=user.name, why=why
    )  # fmt: skip
    return user


def hide(connection: Connection, actor: Actor, who: str, why: str, now: int) -> tuple[UserLine, str]:
    """Replace a name for everybody by a neutral one, of the form that pages translate; give it too."""
    user = find(connection, who)
    alias = guest_name()
    while connection.execute(select(players.c.id).where(players.c.alias == alias)).first():
        alias = guest_name()
    connection.execute(update(players).where(players.c.id == user.id).values(alias=alias))
    note(connection, actor, "hide", now, whom=user.id, label=user.name, detail=alias, why=why)
    return user, alias


def unhide(connection: Connection, actor: Actor, who: str, why: str, now: int) -> UserLine:
    """Show a name again."""
    user = find(connection, who)
    if not user.alias:
        raise Refusal("unchanged", f"The name {user.name} is not hidden.")
    connection.execute(update(players).where(players.c.id == user.id).values(alias=""))
    note(connection, actor, "unhide", now, whom=user.id, label=user.name, why=why)
    return user


def appoint(connection: Connection, actor: Actor, who: str, admin: bool, why: str, now: int) -> UserLine:
    """Make an account an administrator, or no longer one."""
    user = find(connection, who)
    if user.guest:
        raise Refusal("no_account", f"{user.name} is a guest; an administrator needs an account.")
    if user.admin == admin:
        raise Refusal("unchanged", f"{user.name} is {'an administrator already' if admin else 'no administrator'}.")
    if admin and user.banned > now:
        raise Refusal("banned", f"{user.name} is banned.")
    connection.execute(update(players).where(players.c.id == user.id).values(admin=admin))
    what = "grant" if admin else "revoke"
    note(connection, actor, what, now, whom=user.id, label=user.name, why=why)
    return user


# ---- passwords -------------------------------------------------------------------------------------------------------


def reset_link(connection: Connection, actor: Actor, who: str, why: str, now: int) -> tuple[UserLine, str]:
    """Make a link with which an account can choose a new password, once; links of before end."""
    user = _account(connection, actor, who)
    token = secrets.token_urlsafe(32)
    connection.execute(delete(resets).where(resets.c.player == user.id))
    connection.execute(insert(resets).values(hash=hash_token(token), player=user.id, expires=now + RESET))
    note(connection, actor, "reset", now, whom=user.id, label=user.name, detail="link", why=why)
    return user, token


def reset_password(connection: Connection, actor: Actor, who: str, hashed: str, why: str, now: int) -> UserLine:
    """Give an account a new password, and sign it out everywhere."""
    user = _account(connection, actor, who)
    connection.execute(delete(resets).where(resets.c.player == user.id))
    connection.execute(update(players).where(players.c.id == user.id).values(password=hashed))
    accounts.end_sessions(connection, user.id)
    note(connection, actor, "reset", now, whom=user.id, label=user.name, detail="password", why=why)
    return user


def _account(connection: Connection, actor: Actor, who: str) -> UserLine:
    user = find(connection, who)
    if user.guest:
        raise Refusal("no_account", f"{user.name} is a guest and has no password.")
    if user.admin and actor.id and actor.id != user.id:
        raise Refusal("is_admin", f"{user.name} is an administrator; reset that password on the command line.")
    return user


def use_reset(connection: Connection, token: str, hashed: str, now: int) -> str:
    """Set a new password by a link, which ends with it, as do all sessions; give the player."""
    row = connection.execute(select(resets).where(resets.c.hash == hash_token(token), resets.c.expires > now)).first()
    if row is None:
        raise Refusal("bad_reset")
    connection.execute(delete(resets).where(resets.c.player == row.player))
    connection.execute(update(players).where(players.c.id == row.player).values(password=hashed))
    accounts.end_sessions(connection, row.player)
    return str(row.player)


# ---- addresses -------------------------------------------------------------------------------------------------------


def bar(connection: Connection, actor: Actor, network: str, until: int, why: str, now: int) -> None:
    """Ban an address."""
    end = until_of(until)
    if end <= now:
        raise Refusal("bad_message", "That moment has passed.")
    connection.execute(delete(barred).where(barred.c.network == network))
    connection.execute(insert(barred).values(network=network, until=end, at=now))
    note(connection, actor, "ban", now, whom=network, label=network, detail=told_until(end), why=why)


def unbar(connection: Connection, actor: Actor, network: str, why: str, now: int) -> None:
    """Lift the ban of an address."""
    if not connection.execute(delete(barred).where(barred.c.network == network)).rowcount:
        raise Refusal("unchanged", f"{network} is not banned.")
    note(connection, actor, "unban", now, whom=network, label=network, why=why)


def told_until(until: int) -> str:
    """Say until when something holds: milliseconds since 1970, which pages and commands put into words."""
    return "" if until >= FOREVER else str(until)
