"""Notices that it is somebody's turn: by webhook and by e-mail, both off unless the operator sets them up.

There is one webhook, the operator's: players cannot make the server call addresses of their choice.
"""

from __future__ import annotations

import json
import logging
import smtplib
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage

from rondel.server.core.match import Match
from rondel.server.limits import Limiter
from rondel.server.people.accounts import Player
from rondel.server.wire.events import Chair
from rondel.server.wire.refusal import Refusal

log = logging.getLogger("rondel.notices")
#: mails that an address gets in an hour at most, so that nobody can be flooded with them
HOURLY = 20
#: notices waiting at most; more are dropped
WAITING = 1000


@dataclass(frozen=True, slots=True)
class Notice:
    """Whose turn it is, and where."""

    table: str
    seat: int
    player: str
    name: str
    game: str
    prompt: str
    link: str


class Notices:
    """Sends notices in a separate thread, so that no table waits for a mail server."""

    def __init__(
        self,
        webhook: str = "",
        smtp: str = "",
        sender: str = "",
        site: str = "",
        find: Callable[[str], Player | None] = lambda player: None,
    ) -> None:
        self.webhook, self.smtp, self.sender, self.site, self.find = webhook, smtp, sender, site, find
        self.sent = 0
        self.failed = 0
        self._threads = ThreadPoolExecutor(1, "notices")
        self._waiting = 0
        self._by_address = Limiter(HOURLY / 3600, HOURLY)

    def turn(self, table: str, match: Match, chair: Chair) -> None:
        """Tell a person whose turn it is, if there is a way to."""
        if not (self.webhook or self.smtp) or not chair.player or self._waiting >= WAITING:
            return
        state = match.state
        notice = Notice(
            table, state.to_act, chair.player, chair.name, str(match.setup.header["game"]),
            match.game.prompt(state), f"{self.site}/table/{table}",
        )  # fmt: skip
        self._waiting += 1
        self._threads.submit(self._send, notice)

    def _send(self, notice: Notice) -> None:
        self._waiting -= 1
        for send in (self._call, self._mail):
            try:
                send(notice)
            except (OSError, smtplib.SMTPException, ValueError) as error:
                self.failed += 1
                log.warning("a notice could not be sent: %s", type(error).__name__)

    def _call(self, notice: Notice) -> None:
        if not self.webhook:
            return
        body = json.dumps({name: getattr(notice, name) for name in Notice.__slots__}).encode()
        request = urllib.request.Request(self.webhook, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10):
            self.sent += 1

    def _mail(self, notice: Notice) -> None:
        player = self.find(notice.player) if self.smtp else None
        if player is None or not player.notify or not player.email:
            return
        try:
            self._by_address.check(player.email.casefold())
        except Refusal:
            return
        message = EmailMessage()
        message["Subject"] = f"Your turn: {notice.game}"
        message["From"], message["To"] = self.sender, player.email
        message.set_content(f"{notice.prompt}.\n\n{notice.link}\n")
        host, _, port = self.smtp.partition(":")
        with smtplib.SMTP(host, int(port or 25), timeout=10) as server:
            server.send_message(message)
        self.sent += 1

    def close(self) -> None:
        """Send what is waiting, then stop."""
        self._threads.shutdown()
