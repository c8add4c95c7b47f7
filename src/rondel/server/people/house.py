"""What the host has decided about people, as a running server holds it: bans, mutes, hidden names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from rondel.server.limits import network_of
from rondel.server.people import audit
from rondel.server.store.schema import barred, players
from rondel.server.wire.house import FOREVER
from rondel.server.wire.refusal import Refusal


@dataclass(slots=True)
class House:
    """The few people about whom something was decided. `names` is shared with the tables and changes in place."""

    networks: dict[str, int] = field(default_factory=dict)  # banned, and until when
    muted: dict[str, int] = field(default_factory=dict)  # by player
    names: dict[str, str] = field(default_factory=dict)  # player -> the name shown to everybody
    last: int = 0  # the line of the audit log up to which this is true

    def bars(self, address: str, now: int) -> bool:
        """Say whether an address is banned."""
        return bool(self.networks) and self.networks.get(network_of(address), 0) > now

    def need_voice(self, player: str, now: int) -> None:
        """Refuse chat of somebody whom the host has muted."""
        until = self.muted.get(player, 0)
        if until > now:
            raise Refusal("muted")

    def become(self, other: House) -> None:
        """Take over what was read from the database."""
        self.networks, self.muted, self.last = other.networks, other.muted, other.last
        _replace(self.names, other.names)


def _replace(names: dict[str, str], new: Mapping[str, str]) -> None:
    for player in [player for player in names if player not in new]:
        del names[player]
    names.update(new)


def read_house(connection: Connection, now: int) -> House:
    """Read everything that was decided and still holds."""
    last = audit.last_line(connection)  # first: what is decided meanwhile is read again later
    networks = connection.execute(select(barred.c.network, barred.c.until).where(barred.c.until > now))
    muted = connection.execute(select(players.c.id, players.c.muted).where(players.c.muted > now))
    names = connection.execute(select(players.c.id, players.c.alias).where(players.c.alias != ""))
    return House(
        {row.network: row.until for row in networks},
        {row.id: row.muted for row in muted},
        {row.id: row.alias for row in names},
        last,
    )


def until_of(until: int) -> int:
    """Give the moment until which something holds; 0 is for good."""
    return until or FOREVER
