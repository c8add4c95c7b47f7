"""Runs tournaments: tables are made for each round, and the next round follows when all of them are over.

The database is the only memory: any process can go on where another stopped. A round is stored, with the ids of its
tables, before the tables are made, so that a table is made once.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from rondel.errors import RondelError, SetupError
from rondel.game import Game, State
from rondel.record import start_record
from rondel.registry import make
from rondel.server.core.match import new_setup
from rondel.server.people import contests
from rondel.server.people.accounts import Player, clean_text, new_id
from rondel.server.store.storage import Conflict
from rondel.server.tables.hub import Hub, clock_ms
from rondel.server.tables.lobby import Tables, check_pace
from rondel.server.wire.events import Chair
from rondel.server.wire.refusal import Refusal
from rondel.server.wire.tournaments import (
    Entrant,
    NewTournament,
    Pairing,
    SetResult,
    Tournament,
    TournamentInfo,
    TournamentSetup,
)
from rondel.tournament import Next, TournamentError, next_round

log = logging.getLogger("rondel.tournaments")
#: rounds of Swiss by default: enough to tell the first from the second
FEWEST_ROUNDS = 3
ROUNDS_OF_MORE = 4
#: bots in a tournament: nobody waits for them, but they need tables
MOST_BOTS = 64
#: draws of how a game begins, of which one is taken
DRAWS = 12


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, hub: Hub, tables: Tables) -> None:
        self.hub = hub
        self.tables = tables
        self.storage = hub.storage
        self._one = asyncio.Lock()

    # ---- before the start ----------------------------------------------------------------------------------------

    async def create(self, player: Player, wish: NewTournament) -> TournamentInfo:
        """Make a tournament that others can enter."""
        _need_account(player)
        check_pace(wish.pace)
        _need_game(wish.game, wish.size, wish.board, wish.options)
        if wish.rated and wish.pace.kind == "none":  # as at any rated table
            raise Refusal("bad_message", "A rated game needs clocks.")
        if wish.form == "knockout" and wish.size != 2:
            raise Refusal("bad_message", "A knock-out is played by two at a table.")
        setup = TournamentSetup(
            game=wish.game, board=wish.board, options=wish.options, form=wish.form, size=wish.size, rounds=wish.rounds,
            pace=replace(wish.pace, timeout="loss") if wish.rated else wish.pace, rated=wish.rated,
            about=clean_text(wish.about),
        )  # fmt: skip
        tournament, name, now = new_id(), clean_text(wish.name)[:60].replace("\n", " "), clock_ms()
        if not name:
            raise Refusal("bad_message", "A tournament needs a name.")
        await self.storage.write(
            lambda c: contests.add(c, tournament, player.id, name, setup, wish.listed, now)
        )  # fmt: skip
        return await self.storage.read(partial(contests.need, tournament=tournament))

    async def enter(self, player: Player, tournament: str) -> Tournament:
        """Enter as a person."""
        _need_account(player)
        await self.storage.write(lambda c: contests.enter(c, tournament, player.id, True, clock_ms()))
        return await self.whole(tournament, player.id)

    async def add_bots(self, player: Player, tournament: str, bot: str, count: int) -> Tournament:
        """Let bots enter, as the director wishes."""
        await self.need_director(player, tournament)
        self.tables.need_bot(bot)
        found = await self.whole(tournament)
        if count + sum(not entrant.person for entrant in found.entrants) > MOST_BOTS:
            raise Refusal("full", f"A tournament has at most {MOST_BOTS} bots.")
        for _ in range(count):
            await self.storage.write(lambda c: contests.enter(c, tournament, bot, False, clock_ms()))
        return await self.whole(tournament, player.id)

    async def withdraw(self, player: Player, tournament: str, number: int = -1) -> Tournament:
        """Leave a tournament, or let the director take an entrant out."""
        found = await self.whole(tournament, player.id)
        if number >= 0 and number != found.yours:
            await self.need_director(player, tournament)
        elif found.yours < 0:
            raise Refusal("not_seated", "You are not in this tournament.")
        gone = number if number >= 0 else found.yours
        await self.storage.write(lambda c: contests.withdraw(c, tournament, gone, clock_ms()))
        return await self.whole(tournament, player.id)

    async def start(self, player: Player, tournament: str) -> Tournament:
        """Begin with those who have entered."""
        info = await self.need_director(player, tournament)
        setup = _complete(info)
        try:
            await self._coming(replace(info, setup=setup), (), (), player.id)
        except TournamentError as error:
            raise Refusal("bad_message", str(error)) from error
        if info.entrants < info.setup.size:
            raise Refusal("not_started", f"A tournament needs at least {info.setup.size} entrants.")
        await self.storage.write(lambda c: contests.seed(c, tournament, setup, clock_ms()))
        await self.advance(tournament)
        return await self.whole(tournament, player.id)

    # ---- during it -----------------------------------------------------------------------------------------------

    async def cancel(self, player: Player, tournament: str) -> Tournament:
        """Call a tournament off; its tables can be played to their end."""
        info = await self.need_director(player, tournament)
        if info.status not in ("open", "running"):
            raise Refusal("finished", "The tournament is over.")
        await self.storage.write(lambda c: contests.set_status(c, tournament, "cancelled", clock_ms()))
        return await self.whole(tournament, player.id)

    async def replace(self, player: Player, tournament: str, number: int, bot: str) -> Tournament:
        """Let a bot play on for somebody, from the next round on."""
        await self.need_director(player, tournament)
        self.tables.need_bot(bot)
        await self.storage.write(lambda c: contests.replace(c, tournament, number, bot, clock_ms()))
        return await self.whole(tournament, player.id)

    async def rule(self, player: Player, tournament: str, wish: SetResult) -> Tournament:
        """Decide a table that was not played to its end, or that the director judges otherwise."""
        info = await self.need_director(player, tournament)
        found = await self.whole(tournament)
        at = [table for table in found.pairings if (table.round, table.board) == (wish.round, wish.board)]
        if info.status != "running" or wish.round != info.round:
            raise Refusal("finished", "Only a table of the running round can be decided.")
        if not at or len(at[0].entrants) != len(wish.ranks) or min(wish.ranks) != 1:
            raise Refusal("bad_message", "The ranks are those of the table's seats; the best is 1.")
        await self.storage.write(lambda c: contests.set_ranks(c, tournament, at[0], wish.ranks, clock_ms()))
        await self.advance(tournament)
        return await self.whole(tournament, player.id)

    async def whole(self, tournament: str, player: str = "") -> Tournament:
        """Give a tournament with everything that was played in it."""
        return await self.storage.read(partial(contests.whole, tournament=tournament, player=player))

    async def need_director(self, player: Player, tournament: str) -> TournamentInfo:
        """Refuse everybody but the director."""
        info = await self.storage.read(partial(contests.need, tournament=tournament))
        if info.host != player.id:
            raise Refusal("not_host", "Only the director of the tournament may do that.")
        return info

    # ---- rounds --------------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Go on with every tournament in which a table has ended."""
        for tournament in await self.storage.read(contests.due):
            try:
                await self.advance(tournament)
            except (Refusal, RondelError, TournamentError) as error:  # one that cannot go on does not stop the others
                log.error("tournament %s cannot go on: %s", tournament, error)

    async def advance(self, tournament: str) -> None:
        """Take note of tables that have ended, begin the next round if all have, and make its tables."""
        async with self._one:
            found = await self.whole(tournament)
            if found.info.status != "running":
                return
            await self._take_results(found)
            found = await self.whole(tournament)
            current = [table for table in found.pairings if table.round == found.info.round]
            if all(table.ranks for table in current):
                current = await self._next(found)
            await self._make_tables(found, current)

    async def _take_results(self, found: Tournament) -> None:
        out = {entrant.number for entrant in found.entrants if entrant.out}
        for table in found.pairings:
            if table.ranks:
                continue
            ranks = await self.storage.read(partial(contests.ranks_at, table=table.table))
            if ranks:
                placed = last_for(table.entrants, ranks, out)
                await self.storage.write(
                    partial(contests.set_ranks, tournament=found.info.id, pairing=table, ranks=placed, now=clock_ms())
                )

    async def _next(self, found: Tournament) -> list[Pairing]:
        coming = await self._coming(found.info, found.entrants, found.pairings)
        if coming is None:
            await self.storage.write(lambda c: contests.set_status(c, found.info.id, "over", clock_ms()))
            return []
        number = found.info.round + 1
        tables = _pairings(coming, number)
        try:
            await self.storage.write(lambda c: contests.add_round(c, found.info.id, number, tables, clock_ms()))
        except Conflict:  # another process was first; the next sweep finds its round
            return []
        return tables

    async def _coming(
        self, info: TournamentInfo, entered: Sequence[Entrant], played: Sequence[Pairing], who: str = ""
    ) -> Next | None:
        """Work out the next round in a thread: pairing a few hundred entrants takes a second."""
        plan, past = contests.plan_of(info), contests.past_of(entered, played)
        return await self.hub.offload.run(who, lambda: next_round(plan, past))

    async def _make_tables(self, found: Tournament, tables: Sequence[Pairing]) -> None:
        wanted = [table for table in tables if table.table and not table.ranks]
        made = await self.storage.read(partial(contests.made, ids=[table.table for table in wanted]))
        missing = [table for table in wanted if table.table not in made]
        had = await self.storage.read(partial(contests.sides_of, tournament=found.info.id)) if missing else {}
        for table in missing:
            await self._make_table(found, table, had)

    async def _make_table(self, found: Tournament, table: Pairing, had: Mapping[tuple[int, str], int]) -> None:
        info, setup = found.info, found.info.setup
        by_number = {entrant.number: entrant for entrant in found.entrants}
        playing = [by_number[number] for number in table.entrants]
        game = make(setup.game, len(playing), setup.board, setup.options)
        record = start_record(await self.hub.offload.run("", lambda: dealt(game, table.entrants, had)))
        chairs = [self._chair(entrant) for entrant in playing]
        live = setup.pace.kind == "live"  # a running clock waits until everybody has sat down
        asked = {seat: chair.player for seat, chair in enumerate(chairs) if live and chair.kind == "person"}
        begun = new_setup(
            record, info.host, pace=setup.pace, listed=info.listed, watchers=True, title=f"{info.name}, {table.round}",
            rated=setup.rated and all(chair.kind == "person" for chair in chairs), hints=False, reserved=asked,
            contest=True,
        )  # fmt: skip
        seated = [Chair("invited") if seat in asked else chair for seat, chair in enumerate(chairs)]
        await self.tables.seat(table.table, begun, record, seated)

    def _chair(self, entrant: Entrant) -> Chair:
        """Seat an entrant; for one that has withdrawn a bot sits there, so that the others have their game."""
        if entrant.out:
            return Chair("bot", bot=self.hub.standin)
        if entrant.person:
            return Chair("person", entrant.who, entrant.name)
        return Chair("bot", bot=entrant.who)


def dealt(game: Game[State], entrants: Sequence[int], had: Mapping[tuple[int, str], int]) -> State:
    """Draw how a game begins: of some draws the one that gives entrants the nations they have had least."""
    draws = [game.new(secrets.randbits(53)) for _ in range(DRAWS)]
    return min(draws, key=lambda state: sum(had.get(pair, 0) for pair in zip(entrants, game.sides(state), strict=True)))


def last_for(entrants: Sequence[int], ranks: Sequence[int], out: set[int]) -> list[int]:
    """Put those who have withdrawn last, whatever the bot in their seat has won."""
    order = [(entrant in out, rank) for entrant, rank in zip(entrants, ranks, strict=True)]
    return [1 + sum(other < own for other in order) for own in order]


def _pairings(coming: Next, number: int) -> list[Pairing]:
    tables = [Pairing(number, board, list(table), new_id()) for board, table in enumerate(coming.tables)]
    rests = [Pairing(number, len(tables) + place, [entrant], "", [1]) for place, entrant in enumerate(coming.byes)]
    return [*tables, *rests]


def _complete(info: TournamentInfo) -> TournamentSetup:
    """Fill in what a Swiss tournament needs to know when it begins."""
    setup = info.setup
    if setup.form != "swiss":
        return setup
    usual = max(FEWEST_ROUNDS, (info.entrants - 1).bit_length()) if setup.size == 2 else ROUNDS_OF_MORE
    return replace(
        setup,
        rounds=setup.rounds or min(usual, max(1, info.entrants - 1)),
        smallest=setup.size - 1 if setup.size > 2 and _can_play(setup, setup.size - 1) else setup.size,
    )


def _can_play(setup: TournamentSetup, players: int) -> bool:
    try:
        make(setup.game, players, setup.board, setup.options)
    except SetupError:
        return False
    return True


def _need_game(game: str, players: int, board: str, options: dict[str, int]) -> None:
    try:
        make(game, players, board, options)
    except RondelError as error:
        raise Refusal("bad_message", error.message, error.rule, error.code) from error


def _need_account(player: Player) -> None:
    if player.guest:
        raise Refusal("no_account", "You need an account for a tournament. Create one first.")
