"""Sends one notice by one channel, in its own thread because it waits for other machines."""

from __future__ import annotations

import json
import logging
import urllib.request
from dataclasses import dataclass
from typing import Literal

from rondel.server.notices import hook, mail, push, tokens, words
from rondel.server.notices.facts import Facts
from rondel.server.notices.outbox import Job
from rondel.server.notices.outward import Unreachable
from rondel.server.settings import Settings
from rondel.server.wire.messages import TableInfo
from rondel.server.wire.notices import Channel
from rondel.server.wire.refusal import Refusal

log = logging.getLogger("rondel.notices")
#: a link that ends mails never expires
FOREVER = 10**15
#: seconds for the host's own webhook
PATIENCE = 10.0
_GOOD = range(200, 300)
#: mails with a link that somebody asked for; they greet their reader by name
ASKED = ("confirm", "reset")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a notice."""

    state: Literal["sent", "later", "failed", "dropped", "put off"]
    why: str = ""
    gone: tuple[str, ...] = ()  # browsers that take no more
    hook: str = ""  # the webhook that was called
    due: int = 0


class Deliverer:
    """Knows every channel that the settings allow."""

    def __init__(self, settings: Settings, secret: bytes, vapid: bytes) -> None:
        self.settings, self.secret = settings, secret
        self.site = settings.site.rstrip("/") or f"http://{settings.host}:{settings.port}"
        contact = settings.push_contact or settings.mail_from
        self.pusher = push.Pusher(vapid, contact, settings.call_private)
        self.mailer = mail.Mailer(settings) if settings.smtp else None
        self.can = channels_of(settings)

    def deliver(self, job: Job, facts: Facts, link: str) -> Outcome:
        """Send a notice; `link` leads to what a mail opens."""
        about = job.about | {"who": facts.reach.name} if job.event in ASKED else job.about
        title, text = words.say(facts.reach.lang, job.event, about)
        path = link or (f"/table/{job.table}" if job.table else job.about.get("path", "/"))
        if job.channel == "mail":
            return self._mail(job, facts, title, text, path)
        if job.channel == "hook":
            return self._hook(job, facts, title, text, path)
        if job.channel == "site":
            return self._site(job, facts)
        return self._push(job, facts, title, text, path)

    def _mail(self, job: Job, facts: Facts, title: str, text: str, path: str) -> Outcome:
        reach, asked = facts.reach, job.event in ASKED
        if self.mailer is None or not (reach.email if job.event == "confirm" else reach.confirmed and reach.email):
            return Outcome("failed", "no confirmed address")
        token = tokens.sign(self.secret, "stop", reach.player, reach.email, FOREVER)
        stop = "" if asked else f"{self.site}/me#stop={token}"
        links = [self._line(info, reach.player, reach.lang) for info in facts.waiting] or [self.site + path]
        plain = asked or job.event in ("digest", "test")
        subject = title if plain else words.subject(reach.lang, title, job.about)
        one_click = "" if asked else f"{self.site}/api/mail/stop/{token}"
        body = words.mail_text(reach.lang, text, links, stop, asked)
        try:
            self.mailer.send(reach.email, subject, body, one_click)
        except mail.TROUBLES as error:
            log.warning("a mail could not be sent: %s", type(error).__name__)
            return Outcome("failed" if mail.is_final(error) else "later", type(error).__name__)
        return Outcome("sent")

    def _line(self, info: TableInfo, player: str, lang: str) -> str:
        others = ", ".join(seat.chair.name for seat in info.seats if seat.chair.name and seat.chair.player != player)
        about = {"game": info.game, "title": info.title, "others": others}
        return f"{words.what_of(lang, about)}\n{self.site}/table/{info.id}"

    def _push(self, job: Job, facts: Facts, title: str, text: str, path: str) -> Outcome:
        tag = job.table or job.event
        payload = {"title": title, "body": text, "tag": tag, "url": path, "lang": facts.reach.lang}
        gone, sent, why = [], 0, ""
        for browser in facts.reach.browsers:
            try:
                status = self.pusher.send(browser, payload, tag, "low" if job.event == "chat" else "normal")
            except Refusal:  # the webhook's address may no longer be called
                gone.append(browser.id)
                continue
            except Unreachable as error:
                why = str(error)
                continue
            if status in push.GONE:
                gone.append(browser.id)
            elif status in _GOOD:
                sent += 1
            else:
                why = f"status {status}"
        state: Literal["sent", "later", "failed"] = "sent" if sent else "later" if why else "failed"
        return Outcome(state, why or ("" if sent else "no browser"), tuple(gone))

    def _hook(self, job: Job, facts: Facts, title: str, text: str, path: str) -> Outcome:
        reach = facts.reach
        style, link = reach.style or "json", self.site + path
        try:
            status = hook.call(reach.hook, style, title, text, link, job.event, self.settings.call_private)
        except Refusal as error:
            return Outcome("failed", error.message, hook=reach.hook)
        except Unreachable as error:
            return Outcome("failed", str(error), hook=reach.hook)
        if status in _GOOD:
            return Outcome("sent", hook=reach.hook)
        return Outcome("failed", f"status {status}", hook=reach.hook)

    def _site(self, job: Job, facts: Facts) -> Outcome:
        """Tell the host's own webhook whose turn it is."""
        told: dict[str, object] = {
            "table": job.table, "seat": int(job.about.get("seat", "-1")), "player": job.player,
            "name": facts.reach.name, "game": job.about.get("game", ""), "prompt": job.about.get("prompt", ""),
            "link": f"{self.site}/table/{job.table}",
        }  # fmt: skip
        request = urllib.request.Request(
            self.settings.webhook, json.dumps(told).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE):
                return Outcome("sent")
        except (OSError, ValueError) as error:
            log.warning("the host's webhook could not be called: %s", type(error).__name__)
            return Outcome("later", type(error).__name__)


def channels_of(settings: Settings) -> tuple[Channel, ...]:
    """List the channels that a server has: browsers take pushes only from a site with TLS, or from this machine."""
    here = not settings.site and settings.host in ("127.0.0.1", "::1", "localhost")
    found: list[Channel] = []
    if settings.push and (settings.secure or here):
        found.append("push")
    if settings.smtp:
        found.append("mail")
    if settings.webhooks:
        found.append("hook")
    return tuple(found)
