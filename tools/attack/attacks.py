"""The attacks. Each goes on until its time is over and notes what it was answered; none leaves the loopback."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection

from tools.attack import beside
from tools.attack.attacker import HOST, TROUBLE, Attacker, ask, head, random_action

#: how urgent the attackers are where the machine has other work
URGENT = -10
#: seconds in which an attacker opens as many pages as the server lets in, before the attack itself
OPENING = 20.0


# ---- long games ------------------------------------------------------------------------------------------------------


async def undo(eve: Attacker) -> None:
    """Play and take back in long games, as fast as the server lets eight guests."""

    async def loop(place: int) -> None:
        async with eve.page(eve.tables[place], eve.tokens[place], max_size=None) as page:
            json.loads(await page.recv())
            number = 0
            while eve.on:
                number += 3
                fresh = await ask(page, number, type="refresh")
                await ask(page, number + 1, type="play", rev=fresh["rev"], actions=[random_action(fresh["choices"])])
                fresh = await ask(page, number, type="refresh")
                step = max(1, fresh["step"] - random.choice((1, 1, 60, 600)))
                back = await ask(page, number + 2, type="undo", rev=fresh["rev"], step=step)
                eve.answers[back.get("code") or back["type"]] += 1
                await asyncio.sleep(0.05)

    await eve.many(8, loop)


async def record(eve: Attacker) -> None:
    """Change a long game and ask for its record, so that none is at hand."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            table, token = eve.tables[place % 8], eve.tokens[place % 8]
            welcome = (
                await client.post(f"/api/tables/{table}/messages", json={"type": "refresh"}, headers=head(token))
            ).json()
            if welcome.get("type") == "welcome":
                step = welcome["step"] - 1
                body = {"type": "undo", "rev": welcome["rev"], "step": step}
                await client.post(f"/api/tables/{table}/messages", json=body, headers=head(token))
            eve.note(await client.get(f"/api/tables/{table}/record"))

        await eve.many(12, loop)


async def opening(eve: Attacker) -> None:
    """Open one long game after the other, none of them in memory."""
    async with eve.client() as client:
        fresh = iter(eve.tables[8:])

        async def loop(place: int) -> None:
            table = next(fresh, None)
            if table is None:
                await asyncio.sleep(0.2)
            else:
                eve.note(await client.get(f"/api/tables/{table}"))

        await eve.many(8, loop)


async def replay(eve: Attacker) -> None:
    """Ask for pieces of replays that nobody has asked for, pictures, chances and logs of long games."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            step = random.randrange(15_000)
            rest = random.choice(
                (f"replay?from={step}", f"replay/{step}", f"picture?step={step}", f"log?from={step}", "chances")
            )
            eve.note(
                await client.get(f"/api/tables/{eve.tables[place % 8]}/{rest}", headers=head(eve.tokens[place % 8]))
            )

        await eve.many(12, loop)


async def play_on(eve: Attacker) -> None:
    """Play on from long games: a small request for a large table."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            wish = {"source": {"table": eve.tables[place % 8], "step": 15_000}}
            eve.note(await client.post("/api/tables", json=wish, headers=head(eve.tokens[place % len(eve.tokens)])))

        await eve.many(8, loop)


async def imports(eve: Attacker) -> None:
    """Bring records of a megabyte."""
    async with eve.client() as client:
        text = (await client.get(f"/api/tables/{eve.tables[0]}/record")).text

        async def loop(place: int) -> None:
            token = eve.tokens[place % len(eve.tokens)]
            eve.note(await client.post("/api/tables", json={"record": text}, headers=head(token)))

        await eve.many(8, loop)


# ---- pages -----------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def crowded(eve: Attacker, count: int, table: str, **more: Any) -> AsyncIterator[list[ClientConnection]]:
    """Have many pages open at a table."""
    async with contextlib.AsyncExitStack() as stack:
        pages: list[ClientConnection] = []
        patience = time.monotonic() + OPENING
        while len(pages) < count and time.monotonic() < patience:
            try:
                page = await stack.enter_async_context(
                    eve.page(table, eve.tokens[len(pages) % len(eve.tokens)], **more)
                )
            except TROUBLE as error:
                eve.answers[type(error).__name__] += 1
                await asyncio.sleep(0.1)  # as fast as the server lets in
                continue
            pages.append(page)
        eve.end = time.monotonic() + eve.seconds
        eve.answers["pages open"] = len(pages)
        yield pages


async def deaf(eve: Attacker) -> None:
    """Have 480 pages open that ask for everything and read nothing."""
    async with crowded(eve, 480, eve.tables[0], max_queue=1) as pages:

        async def loop(place: int) -> None:
            if place >= len(pages):
                await asyncio.sleep(0.5)
                return
            await asyncio.wait_for(pages[place].send('{"type":"refresh","id":1}'), 1)
            await asyncio.sleep(0.1)

        await eve.many(480, loop)


async def chatter(eve: Attacker) -> None:
    """Ask for everything from 480 pages, twenty times a second each."""
    async with crowded(eve, 480, eve.tables[0]) as pages:

        async def listen(page: ClientConnection) -> None:
            with contextlib.suppress(*TROUBLE):
                async for body in page:
                    eve.answers[json.loads(body)["type"] if len(body) < 300 else "large"] += 1

        listeners = [asyncio.create_task(listen(page)) for page in pages]

        async def loop(place: int) -> None:
            if place < len(pages):
                await pages[place].send('{"type":"refresh","id":1}')
            await asyncio.sleep(0.05)

        await eve.many(480, loop)
        for task in listeners:
            task.cancel()


async def comings(eve: Attacker) -> None:
    """Come and go at a table with 400 who look on."""
    async with crowded(eve, 400, eve.tables[0]) as pages:

        async def listen(page: ClientConnection) -> None:
            with contextlib.suppress(*TROUBLE):
                async for _ in page:
                    pass

        listeners = [asyncio.create_task(listen(page)) for page in pages]

        async def loop(place: int) -> None:
            async with eve.page(eve.tables[0], eve.tokens[place]) as page:
                await page.recv()
            eve.answers["came and went"] += 1

        await eve.many(8, loop)
        for task in listeners:
            task.cancel()


async def pings(eve: Attacker) -> None:
    """Send pings of the WebSocket itself without reading the pongs."""
    lines = (
        "GET /ws/tables/{} HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Authorization: Bearer {}", "", "",
    )  # fmt: skip
    key = "\r\n".join(lines)
    ping = b"\x89\xfd" + b"\0\0\0\0" + b"x" * 125

    async def loop(place: int) -> None:
        async with raw(eve) as (reader, writer):
            writer.write(key.format(eve.tables[place % 8], eve.tokens[place % 8]).encode())
            await reader.readuntil(b"\r\n\r\n")
            while eve.on:
                writer.write(ping * 200)
                await asyncio.wait_for(writer.drain(), 5)
                eve.answers["kB of pings"] += 26

    await eve.many(8, loop)


# ---- connections -----------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def raw(eve: Attacker) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a connection and say nothing yet; read little at a time."""
    reader, writer = await asyncio.open_connection(HOST, eve.port, local_addr=(eve.address, 0), limit=4096)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def headers(eve: Attacker) -> None:
    """Send a head of 64 MB."""

    async def loop(place: int) -> None:
        async with raw(eve) as (_reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
            for _ in range(1024):
                writer.write(b"a" * 65_536)
                await asyncio.wait_for(writer.drain(), 10)
            eve.answers["64 MB taken"] += 1

    await eve.many(8, loop)


async def slow(eve: Attacker) -> None:
    """Hold 700 connections with heads that never end."""

    async def loop(place: int) -> None:
        async with raw(eve) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\n")
            while eve.on:
                await asyncio.sleep(1)
                writer.write(b"X-A: b\r\n")
                await writer.drain()
                if reader.at_eof() or reader._buffer:  # type: ignore[attr-defined]
                    eve.answers[(await reader.read(12))[9:].decode() or "closed"] += 1
                    return

    await eve.many(700, loop)


async def bodies(eve: Attacker) -> None:
    """Send 600 bodies of a megabyte and never their last byte."""

    async def loop(place: int) -> None:
        async with raw(eve) as (reader, writer):
            token = eve.tokens[place % len(eve.tokens)]
            start = f"POST /api/tables HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
            start += "Content-Type: application/json\r\nContent-Length: 1000001\r\n\r\n"
            writer.write(start.encode() + b'{"record": "' + b"a" * 999_000)
            await asyncio.wait_for(writer.drain(), 10)
            said = await asyncio.wait_for(reader.read(12), 60)
            eve.answers[said[9:].decode() or "closed"] += 1

    await eve.many(600, loop)


async def unread(eve: Attacker) -> None:
    """Ask for large answers on 400 connections, and read none."""

    async def loop(place: int) -> None:
        async with raw(eve) as (_reader, writer):
            request = f"GET /api/tables/{eve.tables[0]}/record HTTP/1.1\r\nHost: x\r\n\r\n".encode()
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(request * 20)
            eve.answers["asked"] += 1
            while eve.on and not writer.transport.is_closing():
                await asyncio.sleep(0.5)

    await eve.many(400, loop)


async def requests(eve: Attacker) -> None:
    """Ask for whatever costs most, on 60 connections as fast as it goes."""
    paths = ("/api/games", "/api/tables?show=open", "/healthz", "/api/stats/ratings", "/api/tables?show=mine",
             "/metrics", f"/api/tables/{eve.tables[0]}", "/api/lessons/antike-2006/first", "/")  # fmt: skip
    async with eve.client() as client:

        async def loop(place: int) -> None:
            eve.note(await client.get(random.choice(paths), headers=head(eve.tokens[place % len(eve.tokens)])))

        await eve.many(60, loop)


async def looking_up(eve: Attacker) -> None:
    """Look up profiles, lists and the archive of somebody who has played very much, with every guest there is."""
    paths = ("/api/stats/bots/level:3", "/api/archive?player=level:3&result=won", "/api/archive?game=antike-2006",
             "/api/archive?player=level:3&game=attika&board=east&rated=true&result=lost&since=1&until=99999999999999",
             "/api/archive?board=east&game=attika&rated=true", "/api/archive?player=greedy&result=lost&until=2",
             "/api/stats/ratings", "/api/stats/ratings/antike-2006", "/api/tournaments", "/api/clubs",
             "/api/games/antike-2006/showcase")  # fmt: skip
    async with eve.client() as client:

        async def loop(place: int) -> None:
            eve.note(await client.get(random.choice(paths), headers=head(eve.tokens[place % len(eve.tokens)])))

        await eve.many(32, loop)


# ---- bots and people -------------------------------------------------------------------------------------------------


async def stand_ins(eve: Attacker) -> None:
    """Have stand-ins play for the attacker at fifty tables."""
    readers: list[asyncio.Task[None]] = []
    async with eve.client() as client, contextlib.AsyncExitStack() as stack:

        async def loop(place: int) -> None:
            token = eve.tokens[place % len(eve.tokens)]
            wish = {"game": "antike-2006", "seats": [{"kind": "me"}, {"kind": "me"}]}
            answer = eve.note(await client.post("/api/tables", json=wish, headers=head(token)))
            if answer.status_code == 200:
                table = answer.json()["table"]["id"]
                page = await stack.enter_async_context(eve.page(table, token))
                readers.append(asyncio.create_task(_drain(page)))
                for seat in range(2):
                    path = f"/api/tables/{table}/seats/{seat}/standin"
                    await client.post(path, json={"bot": "level:3"}, headers=head(token))
            await asyncio.sleep(0.2)

        await eve.many(25, loop)


async def _drain(page: ClientConnection) -> None:
    with contextlib.suppress(*TROUBLE):
        async for _ in page:
            pass


async def bot_games(eve: Attacker) -> None:
    """Open tables at which bots play each other for ever."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            token = await eve.guest(client) or eve.tokens[place % len(eve.tokens)]
            for _ in range(20):
                wish = {"game": "antike-2", "seats": [{"kind": "bot", "bot": "random"}] * 4}
                eve.note(await client.post("/api/tables", json=wish, headers=head(token)))
            await asyncio.sleep(0.5)

        await eve.many(8, loop)


async def deep_bots(eve: Attacker) -> None:
    """Play at ten tables against a bot that thinks for seconds, each time as soon as it has moved."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            token = eve.tokens[place % len(eve.tokens)]
            wish = {"game": "antike-2006", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "level:5"}]}
            answer = eve.note(await client.post("/api/tables", json=wish, headers=head(token)))
            if answer.status_code != 200:
                await asyncio.sleep(0.2)
                return
            async with eve.page(answer.json()["table"]["id"], token, max_size=None) as page:
                while eve.on:
                    heard = json.loads(await asyncio.wait_for(page.recv(), eve.seconds))
                    if heard.get("choices"):
                        actions = [random_action(heard["choices"])]
                        await page.send(json.dumps({"type": "play", "rev": heard["rev"], "actions": actions}))
                        eve.answers["moves"] += 1

        await eve.many(10, loop)


async def hints(eve: Attacker) -> None:
    """Ask for hints in games against bots."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            table, token = eve.tables[place % 8], eve.tokens[place % 8]
            eve.note(await client.post(f"/api/tables/{table}/messages", json={"type": "hint"}, headers=head(token)))

        await eve.many(16, loop)


async def passwords(eve: Attacker) -> None:
    """Guess passwords and make accounts: each costs a slow hash."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            body = {"name": f"Eve {random.randrange(10**9)}", "password": "correct horse battery"}
            path = random.choice(("/api/account", "/api/session"))
            eve.note(await client.post(path, json=body))
            client.cookies.clear()

        await eve.many(30, loop)


async def talk(eve: Attacker) -> None:
    """Fill the chat and the requests of a table, with all the guests there are."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            token = eve.tokens[place % len(eve.tokens)]
            body = {"type": "say", "text": "a" * 500}
            eve.note(await client.post(f"/api/tables/{eve.tables[0]}/messages", json=body, headers=head(token)))

        await eve.many(32, loop)


async def remembering(eve: Attacker) -> None:
    """Write notes of 10,000 letters and long standing orders, call votes and take them back, as fast as it goes."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            token, table = eve.tokens[place % 8], eve.tables[place % 8]
            body: dict[str, Any] = random.choice(
                (
                    {"type": "note", "text": "a" * 10_000},
                    {"type": "order", "everywhere": random.choice(("peace", "fight")), "seat": 0},
                    {"type": "propose", "what": "pause"}, {"type": "vote", "yes": False}, {"type": "seen", "step": 9},
                )
            )  # fmt: skip
            eve.note(await client.post(f"/api/tables/{table}/messages", json=body, headers=head(token)))

        await eve.many(24, loop)


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "undo": undo, "record": record, "opening": opening, "replay": replay, "play on": play_on, "imports": imports,
    "deaf pages": deaf, "chatter": chatter, "comings and goings": comings, "pings": pings, "headers": headers,
    "slow connections": slow, "bodies": bodies, "unread answers": unread, "requests": requests,
    "looking up": looking_up, "stand-ins": stand_ins, "bots' games": bot_games, "deep bots": deep_bots,
    "hints": hints, "passwords": passwords, "talk": talk, "remembering": remembering,
    "analysis": beside.analysis, "boards": beside.boards,
    "studies": beside.studies, "reviews": beside.reviews, "pictures": beside.pictures, "clubs": beside.clubs,
    "tournaments": beside.tournaments, "webhooks": beside.webhooks, "maps": beside.maps,
    "puzzles": beside.puzzles, "openings": beside.openings,
}  # fmt: skip


def main() -> None:
    """Carry one attack out; its settings come as JSON, what it was answered goes out as JSON."""
    with contextlib.suppress(OSError):  # ahead of other work on this machine, but behind the server
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.setpriority(os.PRIO_PROCESS, 0, URGENT)
    wish = json.loads(sys.argv[1])
    eve = Attacker(**{key: value for key, value in wish.items() if key != "name"})
    eve.end = time.monotonic() + eve.seconds

    async def bounded() -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ATTACKS[wish["name"]](eve), eve.seconds + OPENING + 10)

    asyncio.run(bounded())
    print(json.dumps(dict(eve.answers)))


if __name__ == "__main__":
    main()
