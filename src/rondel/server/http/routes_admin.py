"""Routes for administrators. For everybody else they seem not to exist, and each attempt is counted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

from fastapi import APIRouter
from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.http.api import body_of, reply, route, site_of
from rondel.server.office.office import Office
from rondel.server.office.who import network_in
from rondel.server.people.accounts import Player
from rondel.server.people.audit import Actor
from rondel.server.site import Site
from rondel.server.store.schema import players
from rondel.server.wire.house import (
    Act,
    Acted,
    AddressAct,
    AuditPage,
    HouseTables,
    Kick,
    Reports,
    UserPage,
    Users,
)
from rondel.server.wire.refusal import Refusal

router = APIRouter()
log = logging.getLogger("rondel.admin")
T = TypeVar("T")


async def is_admin(site: Site, player: Player | None) -> bool:
    """Say whether somebody is an administrator, by the database and not by what is remembered."""
    if player is None or not player.admin:
        return False
    return bool(
        await site.storage.read(
            lambda connection: connection.execute(select(players.c.admin).where(players.c.id == player.id)).scalar()
        )
    )


async def need_admin(request: Request) -> tuple[Site, Actor]:
    """Give the administrator who asks; to anybody else there is no such page."""
    site = site_of(request)
    player = await site.player(request)
    if player is None or not await is_admin(site, player):
        site.metrics.admin.labels("refused").inc()
        log.warning("refused", extra={"address": site.address(request)})
        raise Refusal("not_found")
    site.metrics.admin.labels("let in").inc()
    return site, Actor(player.id, player.name)


async def done(site: Site, work: Callable[[Office], T]) -> Response:
    """Do something in a thread, let this process learn of it at once, and answer."""
    found = await asyncio.to_thread(work, site.office)
    await site.keeper.catch_up()
    return reply(found)


def asked(request: Request, name: str) -> str:
    """Give a part of the query; its form is looked at after it is known who asks."""
    return request.query_params.get(name, "")[:80]


# ---- looking ---------------------------------------------------------------------------------------------------------


@route(router, "GET", "/api/admin/reports", Reports)
async def admin_reports(request: Request) -> Response:
    """List reports with what was said around them."""
    site, _ = await need_admin(request)
    settled = asked(request, "settled") == "1"
    return reply(await asyncio.to_thread(site.office.reports, settled))


@route(router, "GET", "/api/admin/users", Users)
async def admin_users(request: Request) -> Response:
    """List players, and the banned addresses."""
    site, _ = await need_admin(request)
    return reply(await asyncio.to_thread(site.office.users, asked(request, "search"), asked(request, "show")))


@route(router, "GET", "/api/admin/users/{player}", UserPage)
async def admin_user(request: Request, player: str) -> Response:
    """Tell everything about a player, and from where they came if this server has seen them lately."""
    site, _ = await need_admin(request)
    found = await asyncio.to_thread(site.office.show, player)
    return reply(_with_address(found, site.hub.comes_from.get(found.user.id, "")))


def _with_address(page: UserPage, address: str) -> UserPage:
    """Add where a player comes from; the mail address is for the command line alone."""
    return UserPage(page.user, page.sessions, page.tables, page.results, page.reports, page.audit, address=address)


@route(router, "GET", "/api/admin/tables", HouseTables)
async def admin_tables(request: Request) -> Response:
    """List tables, private ones too."""
    site, _ = await need_admin(request)
    return reply(await asyncio.to_thread(site.office.tables, asked(request, "search"), asked(request, "status")))


@route(router, "GET", "/api/admin/audit", AuditPage)
async def admin_audit(request: Request) -> Response:
    """Give a page of the audit log."""
    site, _ = await need_admin(request)
    before = asked(request, "before")
    return reply(await asyncio.to_thread(site.office.audit, int(before) if before.isdecimal() else 0))


# ---- acting ----------------------------------------------------------------------------------------------------------


@route(router, "POST", "/api/admin/users/{player}/{act}", Acted, Act)
async def admin_act(request: Request, player: str, act: str) -> Response:
    """Ban, unban, mute, unmute, hide, unhide a player, or make a link for a new password (reset)."""
    site, actor = await need_admin(request)
    wish = await body_of(request, Act)
    origin = site.settings.site or f"{request.url.scheme}://{request.url.netloc}"
    acts: dict[str, Callable[[Office], Acted]] = {
        "ban": lambda office: office.ban(actor, player, wish.until, wish.why),
        "unban": lambda office: office.unban(actor, player, wish.why),
        "mute": lambda office: office.mute(actor, player, wish.until, wish.why),
        "unmute": lambda office: office.unmute(actor, player, wish.why),
        "hide": lambda office: office.hide(actor, player, wish.why),
        "unhide": lambda office: office.unhide(actor, player, wish.why),
        "reset": lambda office: office.reset(actor, player, origin, why=wish.why),
    }
    if act not in acts or network_in(player):
        raise Refusal("not_found")
    return await done(site, acts[act])


@route(router, "POST", "/api/admin/addresses/{act}", Acted, AddressAct)
async def admin_address(request: Request, act: str) -> Response:
    """Ban an address, or lift the ban."""
    site, actor = await need_admin(request)
    wish = await body_of(request, AddressAct)
    network = network_in(wish.address)
    if not network:
        raise Refusal("bad_message", "That is not an address.")
    if act == "ban":
        if network == site.address(request):
            raise Refusal("bad_message", "That is your own address.")
        return await done(site, lambda office: office.ban(actor, network, wish.until, wish.why))
    if act == "unban":
        return await done(site, lambda office: office.unban(actor, network, wish.why))
    raise Refusal("not_found")


@route(router, "POST", "/api/admin/tables/{table}/close", Acted, Act)
async def admin_close(request: Request, table: str) -> Response:
    """Close a table, whatever is played at it."""
    site, actor = await need_admin(request)
    wish = await body_of(request, Act)
    return await done(site, lambda office: office.close(actor, table, wish.why))


@route(router, "POST", "/api/admin/tables/{table}/kick", Acted, Kick)
async def admin_kick(request: Request, table: str) -> Response:
    """Free a seat by the table's rule for those who leave."""
    site, actor = await need_admin(request)
    wish = await body_of(request, Kick)
    return await done(site, lambda office: office.kick(actor, table, wish.seat, wish.why))


@route(router, "POST", "/api/admin/reports/{report}/settle", Acted, Act)
async def admin_settle(request: Request, report: str) -> Response:
    """Settle a report."""
    site, actor = await need_admin(request)
    wish = await body_of(request, Act)
    return await done(site, lambda office: office.settle(actor, report, wish.why))
