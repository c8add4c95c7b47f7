"""Calls people who are away.

The rest of the server knows this class alone:

    hub.notices.tell("reminder", player, table, once="17", who="Ben")

writes a notice into the outbox and returns at once. `event` says what happened: `turn`, `begin`, `end`, `reminder`,
`chat`, `invitation` or `round`. Which channels it goes to, if any, is the player's choice; the words are in
`notices.words`, in the player's language, and `who`, `game`, `title` and `others` are filled in. Of several notices
with the same event, player, table and `once` one is sent. `writes` gives the same as something to be done in the
transaction of what it tells of.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from sqlalchemy import Connection, delete, insert

from rondel.server.limits import Limiter
from rondel.server.notices import outbox, tokens, wishes
from rondel.server.notices.deliver import ASKED, Deliverer, Outcome
from rondel.server.notices.facts import Facts, facts_of
from rondel.server.notices.outbox import After, Call, Job
from rondel.server.notices.wishes import HOUR, Reach
from rondel.server.offload import Offload
from rondel.server.people.accounts import hash_token
from rondel.server.settings import Settings
from rondel.server.store.schema import pushes, resets
from rondel.server.store.storage import Storage
from rondel.server.wire.notices import Channel, Occasion, Tried

log = logging.getLogger("rondel.notices")
#: mails that an address gets in an hour at most, so that nobody can be flooded with them
HOURLY = 20
#: notices that a process sends at the same time by each channel: a slow service holds up its own channel only
LANES: Final = {"push": 5, "mail": 3, "hook": 3, "site": 1}
#: tests that are sent at the same time; seconds after which nobody waits any longer for a notice
TRIALS, PATIENCE = 3, 40.0
#: seconds between checks of the outbox
PAUSE = 1.0
#: milliseconds before somebody is called: most come back on their own
SOON = 3_000
#: milliseconds for which links in mails work
CONFIRM, RESET = 3 * 24 * HOUR, HOUR
#: milliseconds in which one link of a kind is mailed
LINKS = 300_000
#: milliseconds between two clearings of the outbox
TIDY = 600_000


class Notices:
    """Writes notices and sends them in the background: no table waits for a mail server."""

    def __init__(
        self, settings: Settings, storage: Storage, secret: bytes, vapid: bytes, now: Callable[[], int]
    ) -> None:
        self.settings, self.storage, self.secret, self.now = settings, storage, secret, now
        self.deliverer = Deliverer(settings, secret, vapid)
        self.can = self.deliverer.can
        self.is_here: Callable[[str, str], bool] = lambda table, player: False
        self.soon = SOON
        self.sent = 0
        self.failed = 0
        self._threads = ThreadPoolExecutor(sum(LANES.values()), "notices")
        self._sending: Counter[str] = Counter()
        self._trials = Offload(TRIALS)
        self._running: set[asyncio.Task[None]] = set()
        self._by_address = Limiter(HOURLY / 3600, HOURLY)
        self._by_person = Limiter(HOURLY / 3600, HOURLY)
        self._tidied = 0

    # ---- writing -------------------------------------------------------------------------------------------------

    def tell(
        self, event: Occasion, player: str, table: str = "", *, once: str = "", by: str = "", **about: str
    ) -> None:
        """Notify a player who wants to know, without waiting. Nobody hears from people they have muted."""
        writes = self.writes([Call(event, player, table, once, by=by, about=about)])
        if writes is not None:
            self.storage.submit(writes)

    def writes(self, calls: Sequence[Call]) -> After | None:
        """Give what writes notices, for the transaction of what they tell of; None if there is nothing to write."""
        if not calls or not (self.can or self.settings.webhook):
            return None
        return partial(self._write, calls)

    def _write(self, calls: Sequence[Call], connection: Connection) -> None:
        now = self.now()
        outbox.put(connection, calls, self.can, now)
        if self.settings.webhook:
            for call in calls:
                if call.event == "turn":
                    outbox.add(connection, call, "site", now)

    async def ask_to_confirm(self, player: str) -> None:
        """Mail a player a link to confirm the address, at most every few minutes."""
        await self._mail_link("confirm", player)

    async def forgot(self, name: str, key: str) -> None:
        """Mail a link for a new password to the account with that name or address, if there is one."""
        found = await self.storage.read(partial(wishes.accounts_named, name=name, key=key))
        for player in found:
            await self._mail_link("reset", player)

    async def _mail_link(self, event: str, player: str) -> None:
        if "mail" in self.can:
            row = partial(outbox.add_link, event=event, player=player, now=self.now(), bucket=LINKS)
            await self.storage.write(row)

    # ---- sending -------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Send what is due until cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self.send_due()
            except Exception as error:  # tried again a second later
                log.error("the outbox cannot be read: %s", type(error).__name__)

    async def send_due(self) -> None:
        """Begin to send what is due, as far as there is room."""
        now = self.now()
        room = {channel: most - self._sending[channel] for channel, most in LANES.items()}
        if not any(room.values()) or not await self.storage.read(partial(outbox.is_due, now=now)):
            return
        for job in await self.storage.write(partial(outbox.claim, now=now, room=room)):
            self._sending[job.channel] += 1
            task = asyncio.get_running_loop().create_task(self._delivered(job))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def sweep(self) -> None:
        """Do what only one process does: daily mails, and clearing the outbox."""
        now = self.now()
        if "mail" in self.can:
            await self.storage.write(partial(outbox.begin_daily, now=now))
        if now - self._tidied > TIDY:
            self._tidied = now
            await self.storage.write(partial(outbox.tidy, now=now))

    async def _deliver(self, job: Job) -> None:
        try:
            outcome = await self._tried(job)
        except Exception as error:  # whatever went wrong, the next try may succeed
            log.warning("a notice by %s could not be sent: %s", job.channel, type(error).__name__)
            outcome = Outcome("later")
        self.sent += outcome.state == "sent"
        self.failed += outcome.state in ("later", "failed")
        await self.storage.write(partial(self._note, job, outcome))

    async def _delivered(self, job: Job) -> None:
        try:
            await self._deliver(job)
        finally:
            self._sending[job.channel] -= 1

    async def _tried(self, job: Job) -> Outcome:
        facts = await self.storage.read(partial(facts_of, job=job, now=self.now(), shared=self.storage.shared))
        if facts is None or (job.event not in ASKED and self._is_idle(job, facts)):
            return Outcome("dropped")
        if facts.later:
            return Outcome("put off", due=facts.later)
        if job.channel == "mail" and not self._by_address.allows(facts.reach.email.casefold()):
            return Outcome("dropped")
        link = await self._link(job, facts.reach)
        return await self._apart(partial(self.deliverer.deliver, job, facts, link))

    def _is_idle(self, job: Job, facts: Facts) -> bool:
        """Say whether the call is no longer needed: the moment has passed, or the player is looking."""
        return facts.stale or (bool(job.table) and job.event != "end" and self.is_here(job.table, job.player))

    async def _link(self, job: Job, reach: Reach) -> str:
        """Make the link of a mail that opens something: only now, so that its token is kept nowhere."""
        now = self.now()
        if job.event == "confirm":
            return f"/me#confirm={tokens.sign(self.secret, 'confirm', reach.player, reach.email, now + CONFIRM)}"
        if job.event == "reset":
            token = secrets.token_urlsafe(32)
            await self.storage.write(partial(_keep_reset, player=reach.player, token=token, expires=now + RESET))
            return f"/me#reset={token}"
        return ""

    async def _apart(self, work: Callable[[], Outcome]) -> Outcome:
        loop = asyncio.get_running_loop()
        return await asyncio.wait_for(loop.run_in_executor(self._threads, work), PATIENCE)

    def _note(self, job: Job, outcome: Outcome, connection: Connection) -> None:
        now = self.now()
        if outcome.gone:
            connection.execute(delete(pushes).where(pushes.c.id.in_(outcome.gone)))
        if outcome.hook:
            wishes.note_hook(connection, job.player, outcome.hook, outcome.state == "sent")
        if outcome.state == "later":
            outbox.again(connection, job, now)
        elif outcome.state == "put off":
            outbox.again(connection, job, now, outcome.due)
        else:
            outbox.finish(connection, job.key, now)

    async def try_out(self, player: str, channel: Channel, address: str) -> Tried:
        """Send a test by one channel, and say what came of it; one after the other for an address."""
        self._by_person.check(player)
        reach = await self.storage.read(partial(wishes.reach_of, player=player))
        if reach is None or channel not in self.can:
            return Tried(False, "not set up")
        job = Job("", player, channel, "test", "", {}, self.now(), 1)
        facts = Facts(reach)
        try:
            send = self._trials.run(address, partial(self.deliverer.deliver, job, facts, ""))
            outcome = await asyncio.wait_for(send, PATIENCE)
        except TimeoutError:
            outcome = Outcome("failed", why="no answer in time")
        if outcome.gone or outcome.hook:
            await self.storage.write(partial(self._note, job, outcome))
        return Tried(outcome.state == "sent", outcome.why)

    async def close(self) -> None:
        """Finish what is being sent; what waits is sent after the next start."""
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._trials.close(wait=False)


def _keep_reset(connection: Connection, player: str, token: str, expires: int) -> None:
    """Store a link for a new password; earlier links last too, or strangers who ask could end them."""
    connection.execute(insert(resets).values(hash=hash_token(token), player=player, expires=expires))


__all__ = ["Call", "Notices"]
