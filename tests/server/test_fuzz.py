"""Requests made from the server's own description, and a fuzzer on the WebSocket: no 5xx, no traceback, no damage."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from rondel.server.wire.refusal import CODES
from tests.server.live import Live, Person, actions_of, live

CHECKS = [
    schemathesis.checks.not_a_server_error, content_type_conformance, response_schema_conformance,
    status_code_conformance,
]  # fmt: skip


class World:
    """A server with a person, a running table and a finished one."""

    def __init__(self, server: Live) -> None:
        self.server = server
        self.person = server.guest("Ann")
        self.tables = [self.person.table("me", "me")["table"]["id"], self.person.table("me", "open")["table"]["id"]]
        self.count = 0


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with live(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'rondel.db'}", bot_seconds=1.0) as server:
        yield World(server)


@pytest.fixture(scope="module")
def api_schema(world: World) -> Any:
    made = schemathesis.openapi.from_url(f"{world.server.base}/api/openapi.json")
    made.config.update(base_url=world.server.base)
    return made


schema = schemathesis.pytest.from_fixture("api_schema")


@schema.parametrize()
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_requests_made_from_the_description_are_answered(case: Any, world: World) -> None:
    world.count += 1
    if "table" in (case.path_parameters or {}) and world.count % 4:
        case.path_parameters["table"] = world.tables[world.count % 2]
    if "wait" in (case.query or {}):
        case.query["wait"] = 0
    headers = world.person.headers if world.count % 3 else {}
    if case.path in ("/api/session", "/api/sessions", "/api/account"):
        headers = {}  # the person goes on playing
    response = case.call(headers=headers)
    case.validate_response(response, checks=CHECKS)
    assert b"Traceback" not in response.content


def test_the_person_of_the_fuzzer_can_still_play(world: World) -> None:
    table = world.person.table("me", "me")["table"]["id"]
    welcome = world.person.welcome(table)
    answer = world.person.message(table, type="play", rev=welcome["rev"], actions=[actions_of(welcome["choices"])[0]])
    assert answer["type"] == "ack"


WORDS = ["type", "id", "rev", "actions", "move", "nonce", "step", "what", "yes", "text", "seat", "regions", "action"]
TYPES = [
    "play",
    "undo",
    "ask",
    "answer",
    "order",
    "say",
    "note",
    "seen",
    "why",
    "preview",
    "pays",
    "look",
    "unveil",
    "texts",
    "refresh",
    "ping",
]


def value(rng: Random, depth: int = 0) -> Any:
    """Make some JSON value, likely or not."""
    kinds: list[Callable[[], Any]] = [
        lambda: rng.randrange(-5, 400), lambda: rng.choice([2**31, 2**63, -(2**40), 1e300, 0.5]),
        lambda: rng.choice(["undo", "swap", "fight", "rondel iron", "done", "", "é" * rng.randrange(200), "\u202e"]),
        lambda: rng.choice([True, False, None]),
    ]  # fmt: skip
    if depth < 3:
        kinds += [
            lambda: [value(rng, depth + 1) for _ in range(rng.randrange(5))],
            lambda: {str(value(rng, 3)): value(rng, depth + 1) for _ in range(rng.randrange(4))},
        ]
    return rng.choice(kinds)()


def message(rng: Random, rev: int) -> str | bytes:
    """Make a message: mostly well-formed, with some fields wrong; sometimes damaged."""
    made: dict[str, Any] = {"type": rng.choice(TYPES)}
    for _ in range(rng.randrange(5)):
        made[rng.choice(WORDS)] = value(rng)
    if rng.random() < 0.5:
        made["rev"] = rev
    text = json.dumps(made)
    if rng.random() < 0.2:
        place = rng.randrange(len(text))
        text = text[:place] + chr(rng.randrange(1, 0x2FFF)) + text[place + rng.randrange(3) :]
    return text.encode("utf-8", "replace") if rng.random() < 0.1 else text


@pytest.mark.parametrize("seed", range(4))
def test_the_websocket_answers_whatever_is_sent(world: World, seed: int) -> None:
    rng = Random(seed)
    ann = world.server.guest("Ann")
    table = ann.table("me", "me", "me")["table"]["id"]
    who: Person = ann if seed % 2 == 0 else world.server.nobody()
    answered = 0
    for _ in range(12):
        with who.sit(table) as page:
            page.until("welcome")
            try:
                for _ in range(40):
                    page.socket.send(message(rng, page.rev))
                    page.socket.send('{"type":"ping","id":77}')
                    while page.next().get("re") != 77:
                        if page.seen[-1]["type"] == "refused":
                            assert page.seen[-1]["code"] in CODES
                        answered += 1
            except ConnectionClosed:
                continue  # too many refused in a row
    assert answered > 100
    match = world.server.site.hub.rooms[table].match
    match.state.check()
    assert match.record().last().key() == match.state.key()
