"""Handles the messages of pages, over the WebSocket and over HTTP alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import SystemRandom
from typing import Any

from sqlalchemy import Connection, insert, select, update

from rondel.errors import RondelError
from rondel.game import CHANCE, JsonDict, State
from rondel.server.bots.worker import Judged, Task
from rondel.server.core import views
from rondel.server.core.match import Draft, Match
from rondel.server.limits import Limiter
from rondel.server.people.accounts import Player, clean_text
from rondel.server.people.house import House
from rondel.server.store.schema import notes
from rondel.server.tables.going import Going
from rondel.server.tables.hub import Hub, clock_ms, draw
from rondel.server.tables.room import Room
from rondel.server.wire import messages as msg
from rondel.server.wire.events import Asked, Orders, Said
from rondel.server.wire.phrases import PHRASES
from rondel.server.wire.refusal import Refusal

#: the bot that gives hints, if it is installed
ADVISER = "level:3"


class Handlers:
    """Answers messages from people at tables."""

    def __init__(self, hub: Hub, house: House, going: Going, adviser: str = ADVISER) -> None:
        self.hub = hub
        self.house = house
        self.going = going
        self.adviser = adviser
        self.by_chat = Limiter(1.0, 10.0)
        self.by_watchers = Limiter(2.0, 20.0)  # all spectators of a table together
        self._hinting: set[str] = set()  # players for whom a bot is thinking: one hint at a time
        self._answers: dict[type[Any], Callable[[Room, Player | None, Any], Awaitable[msg.ServerMessage]]] = {
            msg.Play: self._play, msg.Undo: self._undo, msg.Ask: self._ask, msg.Answer: self._answer,
            msg.Propose: self._propose, msg.Vote: self._vote,
            msg.Order: self._order, msg.Say: self._say, msg.Note: self._note, msg.Seen: self._seen,
            msg.Why: self._why, msg.Preview: self._preview, msg.Pays: self._pays, msg.Hint: self._hint,
            msg.Look: self._tell_facts, msg.Unveil: self._unveil, msg.Texts: self._texts,
            msg.Refresh: self._refresh, msg.Ping: self._ping,
        }  # fmt: skip

    async def answer(self, room: Room, player: Player | None, message: msg.ClientMessage) -> msg.ServerMessage:
        """Answer a message; a refusal is an answer too."""
        try:
            return await self._answers[type(message)](room, player, message)
        except Refusal as error:
            return refused(error, message.id)

    async def _command(self, room: Room, message: msg.ClientMessage, do: Callable[[Match, int], Draft]) -> msg.Ack:
        await self.hub.command(room, do)
        return msg.Ack(re=message.id, seq=room.match.seq, rev=room.match.rev)

    # ---- deciding ------------------------------------------------------------------------------------------------

    async def _play(self, room: Room, player: Player | None, message: msg.Play) -> msg.ServerMessage:
        who = need(player)
        if bool(message.actions) == bool(message.move):
            raise Refusal("bad_message", "A decision has either actions or a move.")
        need_unveiled(room, who)

        def do(match: Match, now: int) -> Draft:
            if match.repeated(who.id, message.nonce):
                return Draft((), match)
            fresh = message.rev == match.rev and match.status == "playing" and match.seats_of(who.id)
            actions = match.parse(message.move) if message.move and fresh else message.actions
            return match.play(who.id, message.rev, actions, now, draw, message.nonce)

        draft = await self.hub.command(room, do)
        match = draft.after
        return msg.Ack(re=message.id, seq=match.seq, rev=match.rev, repeated=not draft.events)

    async def _undo(self, room: Room, player: Player | None, message: msg.Undo) -> msg.ServerMessage:
        who = need(player).id
        await self._approach(room, who, message.step)
        return await self._command(room, message, lambda match, now: match.undo(who, message.rev, message.step, now))

    async def _approach(self, room: Room, who: str, step: int) -> None:
        """Compute an early position in the background before somebody goes back to it."""
        match = room.match.fork()
        if who in {chair.player for chair in match.chairs} and 0 <= step < match.step and not match.is_near(step):
            await self.hub.offload.run(self.hub.comes_from.get(who, who), lambda: match.state_at(step))

    async def _ask(self, room: Room, player: Player | None, message: msg.Ask) -> msg.ServerMessage:
        who = need(player).id
        await self._approach(room, who, message.step)

        def do(match: Match, now: int) -> Draft:
            mine = match.seats_of(who)
            asked = Asked(now, mine[0] if mine else -1, message.what, message.step, message.other)
            return match.ask(who, asked, message.rev)

        return await self._command(room, message, do)

    async def _answer(self, room: Room, player: Player | None, message: msg.Answer) -> msg.ServerMessage:
        who = need(player).id
        return await self._command(room, message, lambda match, now: match.answer(who, message.yes, now))

    async def _propose(self, room: Room, player: Player | None, message: msg.Propose) -> msg.ServerMessage:
        await self.going.propose(room, need(player).id, message.what, message.other)
        return msg.Ack(re=message.id, seq=room.match.seq, rev=room.match.rev)

    async def _vote(self, room: Room, player: Player | None, message: msg.Vote) -> msg.ServerMessage:
        await self.going.vote(room, need(player).id, message.yes)
        return msg.Ack(re=message.id, seq=room.match.seq, rev=room.match.rev)

    async def _order(self, room: Room, player: Player | None, message: msg.Order) -> msg.ServerMessage:
        who = need(player).id
        orders = Orders(message.everywhere, dict(message.regions))

        def do(match: Match, now: int) -> Draft:
            mine = match.seats_of(who)
            seat = message.seat if message.seat >= 0 or not mine else mine[0]
            return match.order(who, seat, orders, now, draw)

        return await self._command(room, message, do)

    # ---- talking and remembering ---------------------------------------------------------------------------------

    async def _say(self, room: Room, player: Player | None, message: msg.Say) -> msg.ServerMessage:
        who = need(player)
        text = PHRASES[message.phrase] if message.phrase else clean_text(message.text)
        if not text:
            raise Refusal("bad_message", "The text is empty.")
        self.house.need_voice(who.id, clock_ms())
        self.by_chat.check(who.id)
        if not room.match.seats_of(who.id):
            self.by_watchers.check(room.id)

        def do(match: Match, now: int) -> Draft:
            mine = match.seats_of(who.id)
            return match.note(Said(now, mine[0] if mine else -1, who.id, who.name, text, message.phrase or ""))

        return await self._command(room, message, do)

    async def _note(self, room: Room, player: Player | None, message: msg.Note) -> msg.ServerMessage:
        await self._keep(room, need(player), text=message.text)
        return msg.Ack(re=message.id, seq=room.match.seq, rev=room.match.rev)

    async def _seen(self, room: Room, player: Player | None, message: msg.Seen) -> msg.ServerMessage:
        await self._keep(room, need(player), seen=min(message.step, room.match.step))
        return msg.Ack(re=message.id, seq=room.match.seq, rev=room.match.rev)

    async def _keep(self, room: Room, player: Player, **values: object) -> None:
        if not room.match.seats_of(player.id):
            raise Refusal("not_seated")
        await self.hub.storage.write(lambda connection: keep_note(connection, room.id, player.id, values))

    # ---- asking --------------------------------------------------------------------------------------------------

    async def _why(self, room: Room, player: Player | None, message: msg.Why) -> msg.ServerMessage:
        state = self._known(room, player)
        move: str | int = message.move if message.move else message.action
        try:
            error = room.match.game.why_not(state, move)
        except RondelError as refusal:
            error = refusal
        if error is None:
            return msg.Reason(re=message.id, legal=True)
        return msg.Reason(re=message.id, legal=False, code=error.code, message=error.message, rule=error.rule)

    def _known(self, room: Room, player: Player | None) -> State:
        """Give the position for a question: only to somebody who may decide in it, where something is hidden."""
        match = room.match
        if match.hidden and (player is None or match.state.to_act not in match.seats_of(player.id)):
            raise Refusal("hidden", "Ask when it is for you to decide.")
        if player is not None:
            need_unveiled(room, player)
        return match.state

    async def _preview(self, room: Room, player: Player | None, message: msg.Preview) -> msg.ServerMessage:
        match = room.match
        self._need_to_act(room, need(player))
        audience = match.state.to_act
        # as the player knows the position: what is forced by hidden cards must not be shown
        known = match.state.redeal(audience, SystemRandom()) if match.hidden else match.state
        after = known
        for action in (message.action, *message.then):
            if after.to_act != audience:
                raise Refusal("not_your_turn")
            if action not in after.legal():
                error = match.game.why_not(after, action)
                raise Refusal("illegal", *((error.message, error.rule, error.code) if error else ()))
            after = after.apply(action)
        patch = views.changes(views.view_of(match, known, audience), views.view_of(match, after, audience))
        turn = views.turn_of(after) if after.to_act != CHANCE else msg.Turn(CHANCE, after.turn_of, "")
        choices = views.groups_of(after) if after.to_act == audience else []
        return msg.Previewed(re=message.id, patch=patch, turn=turn, choices=choices)

    async def _pays(self, room: Room, player: Player | None, message: msg.Pays) -> msg.ServerMessage:
        match = room.match
        self._need_to_act(room, need(player))
        if message.action not in match.state.legal():
            error = match.game.why_not(match.state, message.action)
            raise Refusal("illegal", *((error.message, error.rule, error.code) if error else ()))
        ways = match.game.ways(match.state, message.action)
        return msg.Payable(re=message.id, ways=[msg.Way(goods, list(actions)) for goods, actions in ways])

    async def _tell_facts(self, room: Room, player: Player | None, message: msg.Look) -> msg.ServerMessage:
        match = room.match
        facts = match.game.facts(match.state, message.place, room.audience_of(player.id if player else ""))
        return msg.Looked(re=message.id, facts=[dict(fact) for fact in facts])

    def _need_to_act(self, room: Room, player: Player) -> None:
        match = room.match
        seat = match.state.to_act
        if match.status != "playing" or seat not in match.seats_of(player.id):
            raise Refusal("not_your_turn")
        need_unveiled(room, player)

    async def _unveil(self, room: Room, player: Player | None, message: msg.Unveil) -> msg.ServerMessage:
        who = need(player)
        match = room.match
        if (
            match.status != "playing"
            or message.seat != match.state.to_act
            or message.seat not in match.seats_of(who.id)
        ):
            raise Refusal("not_your_turn")
        room.unveiled[who.id] = message.seat
        room.unveil(who.id, message.seat, await self.welcome(room, who))
        return msg.Ack(re=message.id, seq=match.seq, rev=match.rev)

    async def _texts(self, room: Room, player: Player | None, message: msg.Texts) -> msg.ServerMessage:
        match = room.match
        self._need_to_act(room, need(player))
        game, state = match.game, match.state
        rows = [
            msg.TextRow(action, game.action_text(state, action), game.price_text(state, action))
            for action in state.legal()
        ]
        return msg.Texted(re=message.id, rows=rows)

    async def _hint(self, room: Room, player: Player | None, message: msg.Hint) -> msg.ServerMessage:
        match = room.match
        self._need_to_act(room, need(player))
        if not match.helps(need(player).id):
            raise Refusal("no_hints")
        state = match.state
        task = Task(room.id, self.adviser, dict(match.setup.header), tuple(match.actions()), state.to_act, rank=True)
        text = {action: match.game.action_text(state, action) for action in state.legal()}
        judged = await self._judged(need(player).id, task)
        rows = [
            msg.HintRow(row.action, text[row.action], row.value, row.reason) for row in judged if row.action in text
        ]
        return msg.Hinted(re=message.id, rows=rows[:10])

    async def _judged(self, who: str, task: Task) -> list[Judged]:
        if who in self._hinting:
            raise Refusal("too_fast", "Your last hint is still being thought about.")
        self._hinting.add(who)
        try:
            return await self.hub.bots.rank(task, self.hub.comes_from.get(who, who))
        finally:
            self._hinting.discard(who)

    async def _refresh(self, room: Room, player: Player | None, message: msg.Refresh) -> msg.ServerMessage:
        return await self.welcome(room, player, message.id)

    async def _ping(self, room: Room, player: Player | None, message: msg.Ping) -> msg.ServerMessage:
        return msg.Pong(re=message.id, now=clock_ms())

    async def welcome(self, room: Room, player: Player | None, re: int = 0) -> msg.Welcome:
        """Tell somebody everything about a table that they may know."""
        who = player.id if player else ""
        note, seen = "", 0
        if room.match.seats_of(who):
            note, seen = await self.hub.storage.read(lambda connection: find_note(connection, room.id, who))
        return room.welcome(who, clock_ms(), note, seen, re)


def need_unveiled(room: Room, player: Player) -> None:
    """Refuse what would reveal a hand while the curtain is drawn."""
    if room.is_veiled(player.id):
        raise Refusal("hidden", "The curtain is drawn. Draw it away first.")


def need(player: Player | None) -> Player:
    """Refuse somebody without a session."""
    if player is None:
        raise Refusal("no_session")
    return player


def refused(error: Refusal, re: int = 0) -> msg.Refused:
    """Write a refusal as a message."""
    return msg.Refused(re=re, code=error.code, message=error.message, detail=error.detail, rule=error.rule)


def find_note(connection: Connection, table: str, player: str) -> tuple[str, int]:
    """Give a player's note at a table, and how far they have seen it."""
    row = connection.execute(
        select(notes.c.text, notes.c.seen).where(notes.c.table_id == table, notes.c.player == player)
    ).first()
    return (row.text, row.seen) if row else ("", 0)


def keep_note(connection: Connection, table: str, player: str, values: JsonDict) -> None:
    """Store a player's note or how far they have seen."""
    where = notes.c.table_id == table, notes.c.player == player
    if connection.execute(update(notes).where(*where).values(**values)).rowcount == 0:
        row = {"table_id": table, "player": player, "text": "", "seen": 0, **values}
        connection.execute(insert(notes).values(**row))
