"""Routes for being called: what to be told and how, browsers that take pushes, webhooks, links in mails."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.http.api import body_of, reply, route, site_of
from rondel.server.http.routes_tables import acting
from rondel.server.notices import outward, tokens, wishes
from rondel.server.notices.hook import MOST_FAILURES
from rondel.server.notices.push import need_keys
from rondel.server.people import accounts
from rondel.server.site import Site
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.bodies import Done
from rondel.server.wire.notices import (
    USUAL,
    Forgot,
    MailToken,
    NoticeSettings,
    SetHook,
    SetNotices,
    Subscription,
    Tried,
    TryChannel,
)
from rondel.server.wire.refusal import Refusal

router = APIRouter()
PushId = Annotated[str, Path(max_length=64)]
Token = Annotated[str, Path(max_length=300)]


async def _settings(site: Site, player: str) -> Response:
    reach = await site.storage.read(partial(wishes.reach_of, player=player))
    if reach is None:
        raise Refusal("unknown_player")
    notices = site.notices
    return reply(
        NoticeSettings(
            can=list(notices.can), wants=USUAL | (reach.wants or {}), hour=reach.hour, email=reach.email,
            confirmed=reach.confirmed, mailed=reach.mailed, hook=reach.hook, style=reach.style,
            hook_off=bool(reach.hook) and reach.failures >= MOST_FAILURES, devices=list(reach.devices),
            key=notices.deliverer.pusher.public if "push" in notices.can else "",
        )
    )  # fmt: skip


def need_channel(site: Site, channel: str) -> None:
    """Refuse what this server cannot do."""
    if channel not in site.notices.can:
        raise Refusal("not_found", "This server does not have that channel.")


@route(router, "GET", "/api/me/notices", NoticeSettings)
async def get_notices(request: Request) -> Response:
    """Say how you are called, and what this server offers."""
    site = site_of(request)
    return await _settings(site, (await site.need(request)).id)


@route(router, "PUT", "/api/me/notices", NoticeSettings, SetNotices)
async def set_notices(request: Request) -> Response:
    """Choose what to be told, by which channel."""
    wish = await body_of(request, SetNotices)
    player, site = await acting(request), site_of(request)
    await site.storage.write(
        lambda c: wishes.keep_wants(c, player.id, wish.wants, wish.hour, wish.lang, clock_ms())
    )  # fmt: skip
    return await _settings(site, player.id)


@route(router, "POST", "/api/me/pushes", NoticeSettings, Subscription)
async def add_push(request: Request) -> Response:
    """Let this browser be called by Web Push."""
    wish = await body_of(request, Subscription)
    player, site = await acting(request), site_of(request)
    need_channel(site, "push")
    need_keys(wish.keys.p256dh, wish.keys.auth)
    await _need_callable(site, request, wish.endpoint)
    await site.storage.write(lambda c: wishes.add_push(c, player.id, wish, clock_ms()))
    return await _settings(site, player.id)


async def _need_callable(site: Site, request: Request, url: str) -> None:
    """Refuse an address that may not be called; the name is looked up in another thread."""
    private = site.settings.call_private
    outward.parse(url, private)
    try:
        look = site.looking_up.run(site.address(request), partial(outward.look_up, url, private))
        await asyncio.wait_for(look, 5.0)
    except (outward.Unreachable, TimeoutError) as error:
        raise Refusal("bad_message", "That address cannot be found.") from error


@route(router, "DELETE", "/api/me/pushes/{push}", NoticeSettings)
async def drop_push(request: Request, push: PushId) -> Response:
    """Do not call a browser any more."""
    player, site = await acting(request), site_of(request)
    await site.storage.write(lambda c: wishes.drop_push(c, player.id, push))
    return await _settings(site, player.id)


@route(router, "PUT", "/api/me/hook", NoticeSettings, SetHook)
async def set_hook(request: Request) -> Response:
    """Have notices sent to a webhook of your own, or switch it on again."""
    wish = await body_of(request, SetHook)
    player, site = await acting(request), site_of(request)
    need_channel(site, "hook")
    await _need_callable(site, request, wish.address.strip())
    await site.storage.write(lambda c: wishes.keep_hook(c, player.id, wish.address.strip(), wish.style))
    return await _settings(site, player.id)


@route(router, "DELETE", "/api/me/hook", NoticeSettings)
async def drop_hook(request: Request) -> Response:
    """Forget your webhook."""
    player, site = await acting(request), site_of(request)
    await site.storage.write(lambda c: wishes.keep_hook(c, player.id, "", ""))
    return await _settings(site, player.id)


@route(router, "POST", "/api/me/notices/test", Tried, TryChannel)
async def try_channel(request: Request) -> Response:
    """Send yourself a test."""
    wish = await body_of(request, TryChannel)
    player, site = await acting(request), site_of(request)
    return reply(await site.notices.try_out(player.id, wish.channel, site.address(request)))


@route(router, "POST", "/api/me/mail", Done)
async def ask_to_confirm(request: Request) -> Response:
    """Have the link that confirms your address mailed again."""
    player, site = await acting(request), site_of(request)
    need_channel(site, "mail")
    site.by_mail.check(site.address(request))
    if player.email:
        await site.notices.ask_to_confirm(player.id)
    return reply(Done())


@route(router, "POST", "/api/mail/confirm", Done, MailToken)
async def confirm_mail(request: Request) -> Response:
    """Confirm an address by the link that was mailed there."""
    wish = await body_of(request, MailToken)
    site = site_of(request)
    player, email = await _checked(site, "confirm", wish.token)
    await site.storage.write(lambda c: wishes.confirm(c, player, email))
    site.forget(player)
    return reply(Done())


@route(router, "POST", "/api/mail/stop/{token}", Done)
async def stop_mail(request: Request, token: Token) -> Response:
    """End notices by mail, by the link in each of them; mail programs use it too (RFC 8058)."""
    site = site_of(request)
    player, _ = await _checked(site, "stop", token)
    await site.storage.write(lambda c: wishes.stop_mail(c, player))
    site.forget(player)
    return reply(Done())


async def _checked(site: Site, purpose: tokens.Purpose, token: str) -> tuple[str, str]:
    claimed = tokens.player_of(token)
    reach = await site.storage.read(partial(wishes.reach_of, player=claimed))
    email = reach.email if reach else ""
    return tokens.check(site.secret, purpose, token, email, clock_ms()), email


@route(router, "POST", "/api/forgot", Done, Forgot)
async def forgot_password(request: Request) -> Response:
    """Have a link for a new password mailed. The answer, and its time, say nothing about who has an account."""
    wish = await body_of(request, Forgot)
    site = site_of(request)
    need_channel(site, "mail")
    site.by_forgotten.check(site.address(request))
    name = wish.name.strip()
    try:
        key = accounts.name_key(name)
    except Refusal:  # an address is longer than a name
        key = ""
    if site.by_mail.allows(f"forgot {name.casefold()}"):
        site.hub.spawn(site.notices.forgot(name, key))  # in the background, so that the response time reveals nothing
    return reply(Done())
