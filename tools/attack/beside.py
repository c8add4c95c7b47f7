"""Attacks on everything but tables: analysis, studies, reviews, pictures, clubs, tournaments, puzzles."""

from __future__ import annotations

import asyncio
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import httpx

from rondel.record import start_record
from rondel.registry import make
from rondel.server.analysis.desk import begun
from rondel.server.core.match import Trial
from tools.attack.attacker import Attacker, head

GAMES = Path(__file__).parents[2] / "client" / "tests" / "games"
#: decisions of a line on the analysis board: the most there may be
LINE = 1_990
PLAYERS = 6
#: tables at which the attacker plays against another guest of their own
AGAINST = 12
PASSWORD = "correct horse battery"


@lru_cache
def long_line(seed: int = 1) -> tuple[dict[str, Any], list[int]]:
    """Give where a game of six begins and a long line from there, as an analysis board sends it."""
    start = dict(start_record(make("antike-2006", PLAYERS).new(seed)).header)
    rng, trial = random.Random(seed), Trial(begun(start))
    while trial.match.step < LINE and not trial.match.over:
        trial.play(trial.match.state.to_act, rng.choice(list(trial.match.state.legal())), 0)
    return start, trial.match.actions()


async def account(eve: Attacker, client: httpx.AsyncClient) -> dict[str, str]:
    """Make an account; give the header of its session."""
    answer = await client.post("/api/account", json={"name": f"Eve {random.randrange(10**9)}", "password": PASSWORD})
    client.cookies.clear()
    return head(eve.note(answer).headers.get("x-rondel-token", ""))


# ---- the analysis board ----------------------------------------------------------------------------------------------


async def analysis(eve: Attacker) -> None:
    """Let the engine think at the end of lines of 2,000 decisions, while playing the same game at a dozen tables."""
    start, actions = long_line()
    async with eve.client() as client:
        for _ in range(AGAINST):
            seats = [{"kind": "me"}] * (PLAYERS - 1) + [{"kind": "invited"}]
            made = await client.post(
                "/api/tables", json={"game": "antike-2006", "seats": seats}, headers=head(eve.tokens[0])
            )
            if made.status_code == 200:
                path, link = f"/api/tables/{made.json()['table']['id']}/join", made.json()["links"][str(PLAYERS - 1)]
                await client.post(path, json={"token": link}, headers=head(eve.tokens[1]))

        async def loop(place: int) -> None:
            end = random.randrange(len(actions) // 2, len(actions))
            body = {"start": start, "actions": actions[:end], "lines": 6, "seconds": 120}
            url, token = "/api/analysis/lines", head(eve.tokens[0])
            async with client.stream("POST", url, json=body, headers=token) as answer:
                if answer.status_code != 200:
                    await answer.aread()
                    eve.note(answer)
                    return
                async for _ in answer.aiter_lines():
                    eve.answers["lines of thought"] += 1
                    if random.random() < 0.5 or not eve.on:
                        return

        await eve.many(12, loop)


async def boards(eve: Attacker) -> None:
    """Go to places in long lines that nobody has at hand, and ask about them."""
    start, actions = long_line()
    async with eve.client() as client:

        async def loop(place: int) -> None:
            end, token = random.randrange(len(actions)), head(eve.tokens[place % len(eve.tokens)])
            body: dict[str, Any] = {"start": {**start, "players": PLAYERS}, "actions": actions[:end]}
            if place % 2:
                eve.note(await client.post("/api/analysis/play", json=body, headers=token))
            else:
                body["message"] = {"type": "texts"}
                eve.note(await client.post("/api/analysis/ask", json=body, headers=token))

        await eve.many(16, loop)


async def studies(eve: Attacker) -> None:
    """Keep studies of 2,000 decisions with comments, open them without a session, and write them as text."""
    start, actions = long_line()
    comment = "x" * 150
    nodes = [{"parent": place - 1, "action": action, "comment": comment} for place, action in enumerate(actions)]
    kept: list[str] = []
    async with eve.client() as client:

        async def loop(place: int) -> None:
            token = head(eve.tokens[place % len(eve.tokens)])
            cut = nodes[: random.randrange(len(nodes) // 2, len(nodes))]
            if place % 4 == 0:
                body = {"title": "Long", "start": start, "nodes": cut}
                made = eve.note(await client.post("/api/studies", json=body, headers=token))
                if made.status_code == 200:
                    kept.append(made.json()["id"])
            elif place % 4 == 1:
                eve.note(await client.post("/api/analysis/export", json={"start": start, "nodes": cut}, headers=token))
            elif kept:
                eve.note(await client.get(f"/api/studies/{random.choice(kept)}"))
            else:
                await asyncio.sleep(0.1)

        await eve.many(16, loop)


async def reviews(eve: Attacker) -> None:
    """Bring finished games, have all of them reviewed, ask how far that is, and try turns again."""
    texts = [(GAMES / f"{name}.game").read_text() for name in ("late-antike-duellum", "late-attika")]
    tables: list[str] = []
    async with eve.client() as client:

        async def loop(place: int) -> None:
            token = head(eve.tokens[place % len(eve.tokens)])
            if place % 8 == 0:
                text = random.choice(texts)
                seats = [{"kind": "me"}] * (4 if "attika" in text else 2)
                body = {"record": text, "seats": seats, "title": f"{random.randrange(10**9)}"}
                made = eve.note(await client.post("/api/tables", json=body, headers=token))
                if made.status_code == 200:
                    tables.append(made.json()["table"]["id"])
            elif not tables:
                await asyncio.sleep(0.1)
            elif place % 8 == 1:
                eve.note(await client.post(f"/api/tables/{random.choice(tables)}/review", json={}, headers=token))
            elif place % 8 == 2:
                path = f"/api/tables/{random.choice(tables)}/review/{random.randrange(20)}"
                eve.note(await client.post(path, json={"actions": [1]}, headers=token))
            else:
                eve.note(await client.get(f"/api/tables/{random.choice(tables)}/review"))

        await eve.many(24, loop)


# ---- pictures and pages ----------------------------------------------------------------------------------------------


async def pictures(eve: Attacker) -> None:
    """Have positions of long games drawn, each another one, as cards of links and as pictures."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            step = random.randrange(15_000)
            rest = random.choice((f"card.png?step={step}", f"picture?step={step}", f"picture?step={step}&theme=dark"))
            path = f"/api/tables/{eve.tables[place % 8]}/{rest}"
            eve.note(await client.get(path, headers=head(eve.tokens[place % 8])))

        await eve.many(16, loop)


async def clubs(eve: Attacker) -> None:
    """Change a club, follow people, and look at the pages of both, as fast as it goes."""
    async with eve.client() as client:
        token = await account(eve, client)
        made = await client.post(
            "/api/clubs", json={"name": "Eve's", "about": "x" * 500, "door": "open"}, headers=token
        )
        club = eve.note(made).json()["info"]["id"]
        people = [(await client.get("/api/me", headers=head(one))).json().get("id", "") for one in eve.tokens]

        async def loop(place: int) -> None:
            other = head(eve.tokens[place % len(eve.tokens)])
            if place % 4 == 0:
                body = {"name": "Eve's", "about": str(random.random()), "door": "open"}
                eve.note(await client.patch(f"/api/clubs/{club}", json=body, headers=token))
            elif place % 4 == 1:
                eve.note(await client.put(f"/api/me/follows/{random.choice(people)}", headers=other))
            elif place % 4 == 2:
                eve.note(await client.get("/api/me/follows", headers=other))
            else:
                eve.note(await client.get(random.choice((f"/api/clubs/{club}", "/api/clubs")), headers=other))

        await eve.many(32, loop)


async def tournaments(eve: Attacker) -> None:
    """Hold tournaments of 64 bots, and look at their standings."""
    cups: list[str] = []
    async with eve.client() as client:
        token = await account(eve, client)

        async def hold(form: str, size: int) -> None:
            body = {"name": "Cup", "game": "attika", "form": form, "size": size}
            made = eve.note(await client.post("/api/tournaments", json=body, headers=token))
            if made.status_code < 300:
                cup = made.json()["id"]
                eve.note(
                    await client.post(
                        f"/api/tournaments/{cup}/bots", json={"bot": "random", "count": 64}, headers=token
                    )
                )
                eve.note(await client.post(f"/api/tournaments/{cup}/start", json={}, headers=token))
                cups.append(cup)

        async def loop(place: int) -> None:
            if place == 0:
                await hold(*random.choice((("swiss", 2), ("swiss", 4), ("round-robin", 2), ("round-robin", 4))))
            elif cups:
                path = f"/api/tournaments/{random.choice(cups)}"
                eve.note(await client.get(path, headers=head(eve.tokens[place % len(eve.tokens)])))
            else:
                await asyncio.sleep(0.1)

        await eve.many(24, loop)


async def webhooks(eve: Attacker) -> None:
    """Have the server call itself and its network, under every name that this has, and send tests there."""
    hosts = (
        "127.0.0.1",
        "localhost",
        "[::1]",
        "0.0.0.0",
        "[::ffff:127.0.0.1]",
        "169.254.169.254",
        "10.0.0.1",
        "2130706433",
    )
    async with eve.client() as client:

        async def loop(place: int) -> None:
            token = head(eve.tokens[place % len(eve.tokens)])
            address = f"https://{random.choice(hosts)}:{eve.port}/healthz"
            if place % 3 == 0:
                keys = {"p256dh": "x" * 87, "auth": "x" * 22}
                eve.note(await client.post("/api/me/pushes", json={"endpoint": address, "keys": keys}, headers=token))
            elif place % 3 == 1:
                eve.note(await client.put("/api/me/hook", json={"address": address, "style": "json"}, headers=token))
            else:
                eve.note(await client.post("/api/me/notices/test", json={"channel": "hook"}, headers=token))

        await eve.many(16, loop)


# ---- what is drawn and judged ----------------------------------------------------------------------------------------


async def maps(eve: Attacker) -> None:
    """Have every board drawn in every language, size and color, with lessons and games to show in between."""
    async with eve.client() as client:
        listed = (await client.get("/api/games")).json()["games"]
        drawn = [
            f"/api/boards/{board}/map.svg?theme={theme}&lang={lang}&size={size}&names={names}"
            for game in listed for board in game["boards"] for theme in ("light", "dark") for lang in ("", "en", "fr")
            for size in ("desk", "phone") for names in ("ancient", "modern")
        ]  # fmt: skip
        more = [f"/api/games/{game['id']}/{what}" for game in listed for what in ("showcase", "picture.svg")]
        random.shuffle(drawn)

        async def loop(place: int) -> None:
            path = random.choice(more) if place % 4 == 0 else random.choice(drawn)
            eve.note(await client.get(path, headers=head(eve.tokens[place % len(eve.tokens)])))

        await eve.many(24, loop)


async def puzzles(eve: Attacker) -> None:
    """Try puzzles with turns at random, ask for solutions, and look at the shelf, with every guest there is."""
    async with eve.client() as client:

        async def loop(place: int) -> None:
            token = head(eve.tokens[place % len(eve.tokens)])
            told = eve.note(await client.get("/api/puzzles/next", headers=token))
            if place % 4 == 0:
                eve.note(await client.get("/api/puzzles", headers=token))
            if told.status_code != 200:
                return
            puzzle = told.json()
            if place % 4 == 1:
                eve.note(await client.post(f"/api/puzzles/{puzzle['id']}", json={"actions": []}, headers=token))
                return
            turn = random_turn(puzzle["start"], random.Random(random.random()))
            eve.note(await client.post(f"/api/puzzles/{puzzle['id']}", json={"actions": turn}, headers=token))

        await eve.many(24, loop)


async def openings(eve: Attacker) -> None:
    """Look for long lines and for ways that lead nowhere in the openings, and share and hide one's games in turn."""
    start, actions = long_line()
    async with eve.client() as client:

        async def loop(place: int) -> None:
            token = head(eve.tokens[place % len(eve.tokens)])
            if place % 4 == 0:
                body = {"start": start, "actions": actions[: random.randrange(len(actions))]}
                found = eve.note(await client.post("/api/openings/find", json=body, headers=token))
                if found.status_code == 200:
                    path = found.json()["path"]
                    eve.note(await client.get("/api/openings/page", params={"path": path}, headers=token))
            elif place % 4 == 1:
                shared = {"shared": random.random() < 0.5}
                eve.note(await client.put("/api/me/openings", json=shared, headers=token))
            elif place % 4 == 2:
                eve.note(await client.get("/api/openings", headers=token))
            else:
                way = ".".join("AAAAAAAAAAA~" + "".join(random.choices("ABCDEFGH", k=11)) for _ in range(19))
                path = {"path": f"AAAAAAAAAAA.{way}"}
                eve.note(await client.get("/api/openings/page", params=path, headers=token))

        await eve.many(24, loop)


def random_turn(start: dict[str, Any], rng: random.Random) -> list[int]:
    """Play a turn at random from the position of a puzzle."""
    trial = Trial(begun(start))
    seat = trial.match.state.turn_of
    while not trial.match.over and trial.match.state.turn_of == seat and trial.match.step < 60:
        trial.play(trial.match.state.to_act, rng.choice(list(trial.match.state.legal())), 0)
    return trial.match.actions()
