"""What people do with tables: create, join, leave, swap, come back, rematch."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Sequence

from msgspec.structs import replace
from sqlalchemy import Connection, update

from rondel.errors import RondelError
from rondel.record import Record, start_record
from rondel.registry import make
from rondel.server.core.editions import KEPT, edition_of, named_game
from rondel.server.core.match import Draft, Match, new_setup
from rondel.server.core.transcript import chairs, has_secrets, transcript
from rondel.server.people import clubs
from rondel.server.people import links as seat_links
from rondel.server.people.accounts import Player, clean_text, new_id
from rondel.server.people.scores import reliability
from rondel.server.people.stars import is_star
from rondel.server.store.schema import tables
from rondel.server.store.storage import Conflict, create_table, load_table
from rondel.server.tables.begin import begin, read_record, store_beginning
from rondel.server.tables.calling import calls_of_new
from rondel.server.tables.hub import Hub, clock_ms, draw
from rondel.server.tables.listing import table_list
from rondel.server.tables.room import Room
from rondel.server.tables.rows import row_of
from rondel.server.wire.bodies import Created, Join, Link, NewTable, SeatWish, SetSeat, TableList
from rondel.server.wire.events import Chair, Closed, Followed, Pace, Setup, encode
from rondel.server.wire.messages import TableInfo
from rondel.server.wire.refusal import Refusal

log = logging.getLogger("rondel.lobby")
#: with fewer finished games nobody is judged by them
FEW_GAMES = 3


class Tables:
    """The tables of a server from the players' side."""

    def __init__(self, hub: Hub, secret: bytes, bots: Sequence[str], absence: float = 60.0) -> None:
        self.hub = hub
        self.absence = absence
        self.secret = secret
        self.bots = list(bots)

    # ---- making --------------------------------------------------------------------------------------------------

    async def create(self, player: Player, wish: NewTable, address: str = "") -> Created:
        """Make a table as a player wishes it; what takes long is done for the address that asks."""
        if wish.rated:
            need_rateable(player, wish)
        record, title = await self._record(player, wish, address)
        check_pace(wish.pace)
        wish = await self._for_club(player, wish)
        pace = replace(wish.pace, timeout="loss") if wish.rated else wish.pace  # no bot plays for anybody there
        setup = new_setup(
            record, player.id, pace=pace, listed=wish.listed, watchers=wish.watchers,
            title=clean_text(title)[:80].replace("\n", " "), rated=wish.rated, hints=wish.hints and not wish.rated,
            curtain=wish.curtain, club=wish.club, absent="wait" if wish.rated else wish.absent,
            reliable=wish.reliable,
        )  # fmt: skip
        chairs = self._chairs(player, list(wish.seats) or _usual(setup.seats, self.bots), setup.seats)
        return await self._store(setup, record, chairs, address)

    async def _for_club(self, player: Player, wish: NewTable) -> NewTable:
        """Refuse a table for a club whose member somebody is not; one of a private club is hidden from outsiders."""
        if not wish.club:
            return wish

        def read(connection: Connection) -> str:
            clubs.need_role(connection, wish.club, player, "member")
            return clubs.need_club(connection, wish.club, player.id)[0].door

        if await self.hub.storage.read(read) != "private":
            return wish
        return replace(wish, listed=False, watchers=False)

    async def _record(self, player: Player, wish: NewTable, address: str) -> tuple[Record, str]:
        """Give the record a new table begins with: of a new game, of a text, or of another table."""
        try:
            if wish.record:
                return await read_record(self.hub, wish.record, address), wish.title
            if wish.source:
                room = await self.hub.room(wish.source.table)
                await need_access(self.hub, room, player.id)
                need_open(room)
                record = room.match.record()
                if wish.source.step > room.match.step:
                    raise Refusal("bad_message", f"The game has {room.match.step} decisions, not {wish.source.step}.")
                return Record(record.game, record.header, record.actions[: wish.source.step]), wish.title
            players = len(wish.seats) or 4
            game = make(wish.game, players, wish.board, wish.options)
            return start_record(game.new(secrets.randbits(53))), wish.title
        except RondelError as error:
            raise Refusal("bad_message", error.message, error.rule, error.code) from error

    def _chairs(self, player: Player, wishes: Sequence[SeatWish], count: int) -> list[Chair]:
        if len(wishes) != count:
            raise Refusal("bad_message", f"The game has {count} seats, {len(wishes)} were described.")
        return [self._chair(player, wish) for wish in wishes]

    def _chair(self, player: Player, wish: SeatWish | SetSeat) -> Chair:
        if wish.kind == "me":
            return Chair("person", player.id, player.name)
        if wish.kind == "bot":
            self.need_bot(wish.bot)
            return Chair("bot", bot=wish.bot)
        return Chair(wish.kind)

    def need_bot(self, name: str) -> None:
        """Refuse bots that are not on the list."""
        if name not in self.bots:
            raise Refusal("bad_message", f"There is no bot {name!r}. The bots are: {', '.join(self.bots)}.")

    async def seat(self, table: str, setup: Setup, record: Record, chairs: Sequence[Chair]) -> None:
        """Make a table that others have arranged, under an id chosen before; one that is there already stays."""
        try:
            await self._store(setup, record, chairs, table=table, contest=True)
        except Conflict:
            log.info("table %s was made by another process", table)

    async def _store(
        self, setup: Setup, record: Record, chairs: Sequence[Chair], address: str = "", table: str = "",
        contest: bool = False,
    ) -> Created:  # fmt: skip
        table, now = table or new_id(), clock_ms()
        draft = await begin(self.hub, setup, record, chairs, address, now)
        nonces = {seat: seat_links.new_nonce() for seat, chair in enumerate(chairs) if chair.kind == "invited"}
        room = Room(table, draft.after, nonces, now)
        room.replay(draft.events)
        row = {
            "id": table, "host": setup.host, "club": setup.club, "listed": setup.listed, "created": now,
            "setup": encode(setup), "links": json.dumps(nonces).encode(), **row_of(room, draft.after, now),
        }  # fmt: skip
        names = [chair.player for chair in chairs]
        edition = edition_of(record.game)
        done = await store_beginning(self.hub, table, draft.events)
        notices = self.hub.notices
        tell = notices.writes(calls_of_new(room, draft.events, now, notices.soon, contest))

        def write(connection: Connection) -> None:
            create_table(connection, row, names, draft.events[done:], edition, done + 1)
            if tell:
                tell(connection)

        await self.hub.storage.write(write)
        if any(chair.kind == "bot" for chair in chairs):
            self.hub.bots.warm()  # while people find their places
        self.hub.take_in(room)
        links = {seat: seat_links.sign(self.secret, table, seat, nonce) for seat, nonce in nonces.items()}
        return Created(room.info(setup.host), links)

    # ---- sitting down --------------------------------------------------------------------------------------------

    async def join(self, player: Player, table: str, wish: Join) -> TableInfo:
        """Take a seat, by a link or because it is open."""
        room = await self.hub.room(table)
        need_account(room, player)
        await self._need_reliable(room, player)
        chair = Chair("person", player.id, player.name)
        holder: str | None = None
        if wish.token:
            seat = seat_links.read(self.secret, table, wish.token, room.links)
            holder = seat_links.holder_of(room.links[seat])
            await self._drop_link(room, seat)
        else:
            await self._need_member(room, player)
            seat = free_seat(room.match, player.id, wish.seat)
            holder = "" if seat in room.match.setup.reserved else None
        await self.hub.command(room, lambda match, now: _sit_down(match, seat, chair, holder, now))
        if not room.match.started:
            await self.hub.attendance.judge(room)
            room.push_table()
        return room.info(player.id)

    async def _need_member(self, room: Room, player: Player) -> None:
        """Refuse open seats of a club's table to others; a link to a seat is an invitation."""
        if club := room.match.setup.club:
            await self.hub.storage.read(lambda connection: clubs.need_role(connection, club, player, "member"))

    async def invitation(self, player: Player, table: str, token: str) -> TableInfo:
        """Describe a table to somebody with a link to a seat, before they sit down."""
        room = await self.hub.room(table)
        if not room.match.seats_of(player.id):
            seat_links.read(self.secret, table, token, room.links)
        return room.info(player.id)

    async def _need_reliable(self, room: Room, player: Player) -> None:
        """Refuse somebody who left too many of their latest games, where the table asks for more."""
        wanted = room.match.setup.reliable
        if not wanted or room.match.started:
            return
        found = await self.hub.storage.read(lambda connection: reliability(connection, [player.id]))
        kept, played = found[player.id]
        if played >= FEW_GAMES and 100 * kept < wanted * played:
            raise Refusal("unreliable")

    async def leave(self, player: Player, table: str, seat: int) -> TableInfo:
        """Leave a seat: it becomes open before the game, and a bot's during it."""
        room = await self.hub.room(table)
        need_seat(room, player.id, seat)

        def go(match: Match, now: int) -> Draft:
            if match.chairs[seat].player != player.id:
                raise Refusal("not_your_seat")
            return match.depart(seat, self.hub.standin, now, draw)

        await self.hub.command(room, go)
        return room.info(player.id)

    async def set_seat(self, player: Player, table: str, seat: int, wish: SetSeat) -> TableInfo:
        """Let the host say who may sit at a seat, before the game; a player who sits there is sent away."""
        room = await self.hub.room(table)
        need_host(room, player.id)
        need_account(room, player)
        if room.match.setup.rated and wish.kind == "bot":
            raise Refusal("rated", "Who plays in a rated game is said when it is made.")
        chair = self._chair(player, wish)

        def change(match: Match, now: int) -> Draft:
            if match.started:
                raise Refusal("started")
            if not 0 <= seat < len(match.chairs):
                raise Refusal("bad_message", "There is no such seat.")
            kicks = match.chairs[seat].kind == "person" and match.chairs[seat].player != player.id
            return match.sit(seat, chair, "kicked" if kicks else "left", now, draw)

        await self.hub.command(room, change)
        if seat in room.links:
            await self._drop_link(room, seat)
        return room.info(player.id)

    # ---- links ---------------------------------------------------------------------------------------------------

    async def link(self, player: Player, table: str, seat: int) -> Link:
        """Make a new link for a seat: one's own, or, as the host, one that nobody has taken or whose player is away.

        The link before it ends. Somebody who lost their way back gets their seat again by it, even as another guest.
        """
        room = await self.hub.room(table)
        if not 0 <= seat < len(room.match.chairs):
            raise Refusal("bad_message", "There is no such seat.")
        chair = room.match.chairs[seat]
        if chair.player != player.id or not chair.player:
            need_host(room, player.id)
            if chair.kind == "bot" and not chair.free:
                raise Refusal("seat_taken")
            if chair.player and await self.away_for(room, chair.player) < self.absence:
                raise Refusal("present", f"A link can be made after {self.absence:g} seconds of absence.")
        if chair.player and room.match.setup.strict and room.match.started:
            raise Refusal("rated", "A seat in a rated game or a tournament is not passed on.")
        nonce = seat_links.new_nonce()
        await self._keep_links(room, {**room.links, seat: seat_links.keep(nonce, chair.player)})
        token = seat_links.sign(self.secret, table, seat, nonce)
        return Link(seat, token, f"/table/{table}#seat={token}")

    async def away_for(self, room: Room, player: str) -> float:
        """Say for how many seconds a player has been at a table in no process."""
        return await self.hub.attendance.absent_for(room, player, clock_ms())

    async def _drop_link(self, room: Room, seat: int) -> None:
        """Use a link up before what it allows is done, so that it cannot work twice."""
        await self._keep_links(room, {other: nonce for other, nonce in room.links.items() if other != seat})

    async def _keep_links(self, room: Room, nonces: dict[int, str]) -> None:
        before, body = dict(room.links), json.dumps(nonces).encode()

        def write(connection: Connection) -> int:
            expected = json.dumps(before).encode()
            done = connection.execute(
                update(tables).where(tables.c.id == room.id, tables.c.links == expected).values(links=body)
            )
            return int(done.rowcount)

        room.links = nonces
        if not await self.hub.storage.write(write):
            await self.hub.heard(room.id)
            raise Refusal("stale", "The links of this table were changed at the same time; send it again.")

    # ---- afterwards ----------------------------------------------------------------------------------------------

    async def rematch(self, player: Player, table: str) -> Created:
        """Open a new table for the same players, each one seat on, and ask the others; the first to ask makes it."""
        room = await self.hub.room(table)
        if not room.match.seats_of(player.id):
            raise Refusal("not_seated")
        if room.match.status != "over":
            raise Refusal("started", "A rematch is for when the game is over.")
        if room.match.next:
            return await self._agree_to_rematch(player, room.match.next)
        setup, header = room.match.setup, room.match.setup.header
        game = named_game({key: value for key, value in header.items() if key != KEPT})
        fresh = start_record(game.new(secrets.randbits(53)))
        seated = [*room.match.chairs[1:], room.match.chairs[0]]
        # the others are asked: their seats wait for them, and nobody plays before they have sat down
        asked = {
            seat: chair.player
            for seat, chair in enumerate(seated)
            if chair.kind == "person" and chair.player != player.id
        }
        again = new_setup(
            fresh, player.id, pace=setup.pace, listed=setup.listed, watchers=setup.watchers, title=setup.title,
            club=setup.club, rated=setup.rated, hints=setup.hints, curtain=setup.curtain, reserved=asked,
            absent=setup.absent,
        )  # fmt: skip
        chairs = [
            Chair("invited") if seat in asked else Chair(chair.kind, chair.player, chair.name, _own_bot(chair))
            for seat, chair in enumerate(seated)
        ]
        created = await self._store(again, fresh, chairs)

        def follow(match: Match, now: int) -> Draft:
            return Draft((), match) if match.next else match.note(Followed(now, created.table.id))

        await self.hub.command(room, follow)
        if room.match.next != created.table.id:  # somebody else asked at the same moment and was first
            mine = await self.hub.room(created.table.id)
            await self.hub.command(mine, lambda match, now: match.note(Closed(now)))
            return await self._agree_to_rematch(player, room.match.next)
        return created

    async def _agree_to_rematch(self, player: Player, table: str) -> Created:
        """Take the seat that waits for somebody who asks for the rematch too."""
        room = await self.hub.room(table)
        waits = any(
            who == player.id and not room.match.chairs[seat].taken for seat, who in room.match.setup.reserved.items()
        )
        if waits and not room.match.closed:
            return Created(await self.join(player, table, Join()), {})
        return Created(room.info(player.id), {})

    async def close(self, player: Player, table: str) -> TableInfo:
        """Close a table that has not begun, or at which no other person sits."""
        room = await self.hub.room(table)
        need_host(room, player.id)

        def shut(match: Match, now: int) -> Draft:
            if match.started and match.others(player.id):
                raise Refusal("started")
            return match.note(Closed(now))

        await self.hub.command(room, shut)
        return room.info(player.id)

    async def transcript(self, table: str, player: Player | None) -> str:
        """Give the log of a table that cannot be opened, to those who could look at it."""
        saved = await self.hub.storage.read(lambda connection: load_table(connection, table))
        if saved is None:
            raise Refusal("unknown_table")
        who = player.id if player else ""
        seated = {chair.player for chair in chairs(saved.setup, saved.events) if chair.player} | {saved.setup.host}
        if not saved.setup.watchers and who not in seated:
            raise Refusal("no_watchers")
        if saved.status != "over" and has_secrets(saved.events):
            raise Refusal("hidden")
        return transcript(saved.setup, saved.events)

    def list(self, connection: Connection, player: str, show: str, after: str) -> TableList:
        """List tables, latest first."""
        return table_list(connection, player, show, after, self.hub.names)


# ---- helpers ---------------------------------------------------------------------------------------------------------


def _usual(count: int, bots: Sequence[str]) -> list[SeatWish]:
    """Seat the host against bots where nothing was said."""
    return [SeatWish("me"), *[SeatWish("bot", bots[-1])] * (count - 1)]


def check_pace(pace: Pace) -> None:
    """Refuse a pace that cannot be."""
    good = {
        "none": pace == Pace(),
        "live": 1 <= pace.minutes <= 600 and 0 <= pace.increment <= 600 and not pace.days and not pace.grace,
        "days": 1 <= pace.days <= 60 and 0 <= pace.grace <= 48 and not pace.minutes and not pace.increment,
    }[pace.kind]
    if not good:
        raise Refusal("bad_message", "The pace is none, live with 1 to 600 minutes, or days from 1 to 60.")


def _own_bot(chair: Chair) -> str:
    """Give the bot whose seat it is; one that stood in for a person does not come along."""
    return chair.bot if chair.kind == "bot" else ""


def need_rateable(player: Player, wish: NewTable) -> None:
    """Refuse a rated table that could not be fair."""
    if player.guest:
        raise Refusal("no_account")
    if wish.record or wish.source:
        raise Refusal("bad_message", "A rated game begins at the start of a stock game.")
    kinds = [seat.kind for seat in wish.seats]
    if kinds.count("me") != 1 or len(kinds) < 2:
        raise Refusal("bad_message", "In a rated game everybody has one seat.")
    if any(seat.kind == "bot" and not is_star(wish.game, seat.bot) for seat in wish.seats):
        raise Refusal("bad_message", "Only bots of a fixed rating, level 1 to 5, play in rated games.")
    if wish.pace.kind == "none":  # or a losing player could put off the last move for ever
        raise Refusal("bad_message", "A rated game needs clocks.")


def need_account(room: Room, player: Player) -> None:
    """Refuse guests at a rated table."""
    if room.match.setup.rated and player.guest:
        raise Refusal("no_account")


def free_seat(match: Match, player: str, seat: int) -> int:
    """Give the seat that somebody may take without a link: one reserved for them, or an open one."""
    if player in match.kicked:
        raise Refusal("kicked")
    if match.started and match.seats_of(player):
        raise Refusal("seat_taken", "You sit at this table already.")
    if match.setup.rated and match.seats_of(player):
        raise Refusal("rated", "In a rated game everybody has one seat.")
    kept = [place for place, who in match.setup.reserved.items() if who == player and not match.chairs[place].taken]
    if kept and seat in (-1, *kept):
        return kept[0] if seat < 0 else seat
    return open_seat(match, seat)


def open_seat(match: Match, seat: int) -> int:
    """Give an open seat: the one asked for, or the first (-1)."""
    free = [place for place, chair in enumerate(match.chairs) if chair.kind == "open" or chair.free]
    if seat < 0:
        if not free:
            raise Refusal("full")
        return free[0]
    if seat not in free:
        raise Refusal("seat_taken")
    return seat


def _sit_down(match: Match, seat: int, chair: Chair, holder: str | None, now: int) -> Draft:
    """Take an open seat (no holder), or by link one that is still free or still its holder's."""
    there = match.chairs[seat]
    if holder is None:
        open_seat(match, seat)
    elif there.player != holder or (there.kind == "bot" and not there.free):
        raise Refusal("bad_link")
    return match.sit(seat, chair, "joined", now, draw)


def need_seat(room: Room, player: str, seat: int) -> None:
    """Refuse somebody whose seat it is not."""
    mine = room.match.seats_of(player)
    if not mine:
        raise Refusal("not_seated")
    if seat not in mine:
        raise Refusal("not_your_seat")


def need_host(room: Room, player: str) -> None:
    """Refuse everybody but the host."""
    if room.match.setup.host != player:
        raise Refusal("not_host")


def need_watching(room: Room, player: str) -> None:
    """Refuse spectators at a table that has none."""
    if not room.match.setup.watchers and not room.match.seats_of(player) and room.match.setup.host != player:
        raise Refusal("no_watchers")


async def need_access(hub: Hub, room: Room, player: str) -> None:
    """Refuse spectators at a table that has none, except members of its club."""
    try:
        need_watching(room, player)
    except Refusal:
        club = room.match.setup.club
        if not club or not await hub.storage.read(lambda connection: clubs.role_in(connection, club, player)):
            raise


def need_open(room: Room) -> None:
    """Refuse what would show hidden cards."""
    if room.match.hidden and room.match.status != "over":
        raise Refusal("hidden")
