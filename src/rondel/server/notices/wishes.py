"""What a player wants to be told and how they can be reached, in the database."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import json
from sqlalchemy import Connection, delete, func, insert, select, update

from rondel.game import JsonDict
from rondel.server.notices.hook import MOST_FAILURES
from rondel.server.notices.push import Browser, id_of
from rondel.server.people.accounts import SHOWN_NAME
from rondel.server.store.schema import players, pushes, wishes
from rondel.server.wire.notices import USUAL, Channel, Device, HookStyle, Occasion, Subscription, Wants

#: browsers of a player that take pushes; the oldest gives way
MOST_BROWSERS = 8
HOUR, DAY = 3_600_000, 86_400_000
_wants: json.Decoder[Wants] = json.Decoder(Wants)


@dataclass(frozen=True, slots=True)
class Reach:
    """How a player can be reached."""

    player: str
    name: str = ""
    lang: str = "en"
    email: str = ""
    confirmed: bool = False
    mailed: bool = False  # whether mails are wanted at all
    wants: Wants | None = None
    hour: int = 7
    hook: str = ""
    style: HookStyle | None = None
    failures: int = 0
    browsers: tuple[Browser, ...] = ()
    devices: tuple[Device, ...] = ()

    def has(self, channel: Channel) -> bool:
        """Say whether a channel is set up."""
        if channel == "mail":
            return bool(self.email) and self.confirmed and self.mailed
        if channel == "hook":
            return bool(self.hook) and self.failures < MOST_FAILURES
        return bool(self.browsers)

    def channels(self, event: Occasion) -> list[Channel]:
        """List the channels by which a player wants to be told of something."""
        wanted = (USUAL | (self.wants or {})).get(event, [])
        return [channel for channel in wanted if self.has(channel)]


def reach_of(connection: Connection, player: str) -> Reach | None:
    """Say how a player can be reached; None if there is no such player."""
    row = connection.execute(
        select(
            SHOWN_NAME.label("name"), players.c.lang, players.c.email, players.c.confirmed, players.c.notify,
            wishes.c.wants, wishes.c.hour, wishes.c.hook, wishes.c.style, wishes.c.failures,
        )
        .join(wishes, wishes.c.player == players.c.id, isouter=True)
        .where(players.c.id == player)
    ).first()  # fmt: skip
    if row is None:
        return None
    found = connection.execute(select(pushes).where(pushes.c.player == player).order_by(pushes.c.created)).all()
    return Reach(
        player, row.name, row.lang, row.email, row.confirmed, row.notify,
        _wants.decode(row.wants) if row.wants else None, 7 if row.hour is None else row.hour, row.hook or "",
        row.style or None, row.failures or 0,
        tuple(Browser(push.id, push.endpoint, push.p256dh, push.auth) for push in found),
        tuple(Device(push.id, push.label, push.created) for push in found),
    )  # fmt: skip


def _keep(connection: Connection, player: str, values: JsonDict) -> None:
    if connection.execute(update(wishes).where(wishes.c.player == player).values(**values)).rowcount == 0:
        connection.execute(insert(wishes).values(**{"player": player, "wants": b"{}", **values}))


def keep_wants(connection: Connection, player: str, wants: Wants, hour: int, lang: str, now: int) -> None:
    """Store what a player wants to be told."""
    daily = next_daily(hour, now) if "mail" in wants.get("digest", []) else 0
    plain = {event: [channel for channel in channels if event != "digest" or channel == "mail"]
             for event, channels in wants.items()}  # fmt: skip
    _keep(connection, player, {"wants": json.encode(plain), "hour": hour, "daily_at": daily})
    connection.execute(update(players).where(players.c.id == player).values(lang=lang))


def next_daily(hour: int, now: int) -> int:
    """Say when the daily mail is due next."""
    today = now // DAY * DAY + hour * HOUR
    return today if today > now else today + DAY


def keep_hook(connection: Connection, player: str, address: str, style: str) -> None:
    """Store a player's webhook; an empty address removes it."""
    _keep(connection, player, {"hook": address, "style": style, "failures": 0})


def note_hook(connection: Connection, player: str, address: str, good: bool) -> None:
    """Count failures of a webhook, one after the other; a success resets the count."""
    where = wishes.c.player == player, wishes.c.hook == address
    connection.execute(update(wishes).where(*where).values(failures=0 if good else wishes.c.failures + 1))


def add_push(connection: Connection, player: str, given: Subscription, now: int) -> None:
    """Keep a browser's subscription; it belongs to the player who uses the browser now."""
    mine = pushes.c.player == player
    connection.execute(delete(pushes).where(pushes.c.id == id_of(given.endpoint)))
    known = connection.execute(select(pushes.c.id).where(mine).order_by(pushes.c.created.desc())).scalars().all()
    for old in known[MOST_BROWSERS - 1 :]:
        connection.execute(delete(pushes).where(pushes.c.id == old))
    connection.execute(
        insert(pushes).values(
            id=id_of(given.endpoint), player=player, endpoint=given.endpoint, p256dh=given.keys.p256dh,
            auth=given.keys.auth, label=given.label, created=now,
        )
    )  # fmt: skip
    connection.execute(update(players).where(players.c.id == player).values(lang=given.lang))


def drop_push(connection: Connection, player: str, push: str) -> None:
    """Forget a browser's subscription."""
    connection.execute(delete(pushes).where(pushes.c.id == push, pushes.c.player == player))


def confirm(connection: Connection, player: str, email: str) -> None:
    """Take note that an address is the player's, and mail there from now on."""
    where = players.c.id == player, players.c.email == email
    connection.execute(update(players).where(*where).values(confirmed=True, notify=True))


def stop_mail(connection: Connection, player: str) -> None:
    """Send a player no more notices by mail; links for a new password still come if asked for."""
    connection.execute(update(players).where(players.c.id == player).values(notify=False))


def accounts_named(connection: Connection, name: str, key: str, most: int = 5) -> list[str]:
    """Find the accounts with a name, or with a confirmed address, to which a link for a new password may go."""
    good = players.c.name_key.is_not(None), players.c.confirmed, players.c.email != ""
    mine = (func.lower(players.c.email) == name.lower()) if "@" in name else (players.c.name_key == key)
    if "@" in name:  # the index knows addresses as they were typed
        mine = mine & players.c.email.in_({name, name.lower()})
    return list(connection.execute(select(players.c.id).where(*good, mine).limit(most)).scalars())
