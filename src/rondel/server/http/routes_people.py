"""Routes for people: guests, accounts, sessions."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rondel.server.http.api import body_of, reply, route, site_of
from rondel.server.people import accounts, passwords
from rondel.server.people.accounts import Player
from rondel.server.site import COOKIE, Site
from rondel.server.store.storage import Conflict
from rondel.server.tables.hub import clock_ms
from rondel.server.wire.bodies import (
    Credentials,
    Done,
    Guest,
    Me,
    NewPassword,
    Profile,
    Registration,
)
from rondel.server.wire.refusal import Refusal

router = APIRouter()


def me_of(player: Player) -> Me:
    """Describe a player to themselves."""
    return Me(player.id, player.name, player.guest, player.email, player.notify, player.admin)


async def sign_in_as(site: Site, player: Player) -> Response:
    """Begin a session: the token goes into a cookie no script can read, and into a header for programs."""
    if player.banned > clock_ms():
        raise Refusal("banned")
    token = await site.storage.write(lambda connection: accounts.open_session(connection, player.id, clock_ms()))
    answer = reply(me_of(player))
    answer.set_cookie(
        COOKIE, token, max_age=accounts.SESSION // 1000, httponly=True, samesite="lax", secure=site.settings.secure
    )
    answer.headers["X-Rondel-Token"] = token
    return answer


@route(router, "GET", "/api/me", Me)
async def get_me(request: Request) -> Response:
    """Say who you are."""
    return reply(me_of(await site_of(request).need(request)))


@route(router, "POST", "/api/guest", Me, Guest)
async def be_guest(request: Request) -> Response:
    """Play as a guest; with a session you stay who you are, even if your browser has forgotten it."""
    wish = await body_of(request, Guest)
    site = site_of(request)
    known = await site.player(request)
    if known is not None:
        return reply(me_of(known))
    site.by_guest.check(site.address(request))
    player = await site.storage.write(lambda connection: accounts.add_guest(connection, wish.name, clock_ms()))
    return await sign_in_as(site, player)


@route(router, "POST", "/api/account", Me, Registration)
async def make_account(request: Request) -> Response:
    """Make an account; a guest keeps the tables."""
    wish = await body_of(request, Registration)
    site = site_of(request)
    site.by_guest.check(site.address(request))
    email = check_email(wish.email)
    accounts.clean_name(wish.name)
    accounts.need_password(wish.password)
    player = await site.player(request)
    if player is not None and not player.guest:
        raise Refusal("started", "You have an account already; sign out first.")
    hashed = await site.slowly(request, passwords.hashed, wish.password)
    if player is None:
        player = await site.storage.write(lambda connection: accounts.add_guest(connection, wish.name, clock_ms()))
    found = player
    try:
        await site.storage.write(
            lambda connection: accounts.register(connection, found.id, wish.name, hashed, email, wish.lang)
        )
    except Conflict as error:  # somebody took the name at the same moment
        raise Refusal("name_taken") from error
    site.forget(found.id)
    if email:
        await site.notices.ask_to_confirm(found.id)
    # the guest's token must not open the account
    await site.storage.write(lambda connection: accounts.end_sessions(connection, found.id))
    site.going.rename(found.id, accounts.clean_name(wish.name))
    return await sign_in_as(site, Player(found.id, accounts.clean_name(wish.name), False, email))


@route(router, "POST", "/api/session", Me, Credentials)
async def sign_in(request: Request) -> Response:
    """Sign in with name and password."""
    wish = await body_of(request, Credentials)
    site = site_of(request)
    site.by_login.check(f"address {site.address(request)}")
    try:
        key = accounts.name_key(wish.name)
    except Refusal as error:
        raise Refusal("bad_login") from error
    # counted by name and address: strangers who guess must not keep the owner out
    site.by_login.check(f"name {key} {site.address(request)}")
    site.by_name.check(key)
    player, hashed = await site.storage.read(lambda connection: accounts.find_password(connection, wish.name))
    good = await site.slowly(request, passwords.is_password, hashed, wish.password)
    found = await site.storage.read(lambda connection: accounts.find_player(connection, player))
    if not good or found is None:
        raise Refusal("bad_login")
    return await sign_in_as(site, found)


@route(router, "DELETE", "/api/session", Done)
async def sign_out(request: Request) -> Response:
    """Sign out here."""
    site = site_of(request)
    site.need_origin(request)
    player = await site.need(request)
    token = site.token(request)
    await site.storage.write(lambda connection: accounts.end_session(connection, token))
    site.forget(player.id)
    answer = reply(Done())
    answer.delete_cookie(COOKIE)
    return answer


@route(router, "DELETE", "/api/sessions", Done)
async def sign_out_everywhere(request: Request) -> Response:
    """Sign out everywhere."""
    site = site_of(request)
    site.need_origin(request)
    player = await site.need(request)
    await site.storage.write(lambda connection: accounts.end_sessions(connection, player.id))
    site.forget(player.id)
    answer = reply(Done())
    answer.delete_cookie(COOKIE)
    return answer


@route(router, "PATCH", "/api/me", Me, Profile)
async def change_me(request: Request) -> Response:
    """Change your name or notices."""
    wish = await body_of(request, Profile)
    site = site_of(request)
    player = await site.need(request)
    values: dict[str, object] = {}
    if wish.name is not None:
        if not player.guest:
            raise Refusal("bad_message", "The name of an account cannot be changed.")
        if player.renamed:
            raise Refusal("name_hidden")
        site.by_name_change.check(player.id)
        values["name"] = accounts.clean_name(wish.name)
    if wish.email is not None:
        values["email"] = check_email(wish.email)
    values |= {key: value for key, value in (("notify", wish.notify), ("lang", wish.lang)) if value is not None}
    other = bool(values.get("email")) and values["email"] != player.email
    if other:
        site.by_mail.check(site.address(request))
    await site.storage.write(lambda connection: accounts.change(connection, player.id, values))
    site.forget(player.id)
    if other:
        await site.notices.ask_to_confirm(player.id)
    if "name" in values:
        site.going.rename(player.id, str(values["name"]))
    return reply(me_of(await site.need(request)))


@route(router, "POST", "/api/password", Me, NewPassword)
async def change_password(request: Request) -> Response:
    """Change the password, and sign out everywhere else."""
    wish = await body_of(request, NewPassword)
    site = site_of(request)
    player = await site.need(request)
    site.by_login.check(f"address {site.address(request)}")
    hashed = await site.storage.read(lambda connection: accounts.password_of(connection, player.id))
    if not await site.slowly(request, passwords.is_password, hashed, wish.old):
        raise Refusal("bad_login")
    accounts.need_password(wish.new)
    new = await site.slowly(request, passwords.hashed, wish.new)
    await site.storage.write(lambda connection: accounts.change(connection, player.id, {"password": new}))
    await site.storage.write(lambda connection: accounts.end_sessions(connection, player.id))
    site.forget(player.id)
    return await sign_in_as(site, player)


def check_email(text: str) -> str:
    """Refuse a text that is not an address; an empty one is allowed."""
    plain = text.strip()
    name, mark, host = plain.partition("@")
    good = mark and name and "." in host and plain.isascii() and plain.isprintable() and " " not in plain
    if plain and not (good and "@" not in host and not set(plain) & set('<>,;:"()[]\\')):
        raise Refusal("bad_message", "That is not an email address.")
    return plain
