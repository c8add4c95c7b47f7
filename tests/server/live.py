"""A real server on the loopback in a thread, and people who use it as pages and programs do."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from rondel.server.run import config
from rondel.server.settings import Settings
from rondel.server.site import Site

WAIT = 10.0


class Live:
    """A running server."""

    def __init__(self, database: str, **more: Any) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.settings = Settings(database=database, port=self.port, **more)
        self.server = config(self.settings)
        self._thread = threading.Thread(target=self.server.run)
        self.clients: list[httpx.Client] = []

    def __enter__(self) -> Self:
        self._thread.start()
        limit = time.monotonic() + WAIT
        while not self.server.started:
            assert time.monotonic() < limit, "the server does not start"
            assert self._thread.is_alive(), "the server has ended"
            time.sleep(0.01)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self.clients:
            client.close()
        self.server.should_exit = True
        self._thread.join(WAIT)
        assert not self._thread.is_alive(), "the server does not stop"

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def site(self) -> Site:
        app: Any = self.server.config.app
        found: Site = app.state.site
        return found

    def guest(self, name: str = "Ann") -> Person:
        """Give a new guest."""
        person = Person(self)
        answer = person.post("/api/guest", {"name": name})
        assert answer.status_code == 200, answer.text
        person.sign(answer)
        return person

    def nobody(self) -> Person:
        """Give somebody without a session."""
        return Person(self)


class Person:
    """Somebody with a session, who sends the token as a program does."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.client = httpx.Client(base_url=live.base, timeout=WAIT, trust_env=False)
        live.clients.append(self.client)
        self.token = ""
        self.id = ""

    def sign(self, answer: httpx.Response) -> None:
        self.token, self.id = answer.headers["x-rondel-token"], answer.json()["id"]
        self.client.cookies.clear()

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.client.post(path, json=body if body is not None else {}, headers=self.headers)

    def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return self.client.request(method, path, json=body, headers=self.headers)

    def table(self, *seats: Any, **more: Any) -> dict[str, Any]:
        """Make a table; a seat is `me`, `open`, `invited` or a bot's name after `bot `."""
        wishes = [{"kind": seat} if not seat.startswith("bot ") else {"kind": "bot", "bot": seat[4:]} for seat in seats]
        answer = self.post("/api/tables", {"game": "antike-2006", "seats": wishes, **more})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def message(self, table: str, **message: Any) -> dict[str, Any]:
        """Send one message over HTTP; give the answer."""
        found: dict[str, Any] = self.post(f"/api/tables/{table}/messages", message).json()
        return found

    def welcome(self, table: str) -> dict[str, Any]:
        return self.message(table, type="refresh")

    def sit(self, table: str, **headers: str) -> Socket:
        """Open a WebSocket at a table."""
        address = f"ws://127.0.0.1:{self.live.port}/ws/tables/{table}"
        # no proxy, no pings of our own: a test says itself when something is sent
        page = connect(
            address, additional_headers={**self.headers, **headers}, open_timeout=WAIT, proxy=None, close_timeout=1
        )
        return Socket(page)


class Socket:
    """A page at a table: it keeps the view as updates change it, as a real page does."""

    def __init__(self, page: AbstractContextManager[ClientConnection]) -> None:
        self._page = page
        self.socket = page.__enter__()
        self.seen: list[dict[str, Any]] = []
        self.welcome: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.rev = -1
        self.choices: list[dict[str, Any]] = []
        self.sent = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *rest: object) -> None:
        self._page.__exit__(None, None, None)

    def next(self, timeout: float = WAIT) -> dict[str, Any]:
        """Take the next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.seen.append(message)
        if message["type"] == "welcome":
            self.welcome, self.view = message, message["view"]
        if message["type"] == "update":
            patch(self.view, message["patch"])
        if message["type"] in ("welcome", "update"):
            self.rev, self.choices = message["rev"], message.get("choices", [])
        return message

    def until(self, kind: str, test: Callable[[dict[str, Any]], bool] = lambda message: True) -> dict[str, Any]:
        """Take messages until one of a kind."""
        limit = time.monotonic() + WAIT
        while time.monotonic() < limit:
            message = self.next()
            if message["type"] == kind and test(message):
                return message
        raise AssertionError(f"no {kind} came")

    def send(self, **message: Any) -> None:
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, **message}))

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message; give its answer."""
        self.send(**message)
        number = self.sent
        while True:
            found = self.next()
            if found.get("re") == number:
                return found

    def play(self, place: int = 0) -> dict[str, Any]:
        """Play one of the choices; give the answer."""
        actions = actions_of(self.choices)
        return self.ask(type="play", rev=self.rev, actions=[actions[place]], nonce=f"{id(self)}-{self.sent}")

    def closes(self) -> int:
        """Wait until the server closes the connection; give the code."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.next()
        return self.socket.close_code or 0


def actions_of(choices: list[dict[str, Any]]) -> list[int]:
    """Give the action numbers of choices, as a page does."""
    found: list[int] = []
    for group in choices:
        times = len(group.get("times", {}).get("rows", [[]]))
        for row in group["rows"]:
            entry = {**group.get("same", {}), **dict(zip(group["fields"], row, strict=True))}
            found += range(entry["action"], entry["action"] + entry.get("most", 0) - entry.get("count", 0) + times)
    return found


def patch(view: dict[str, Any], changes: list[Any]) -> None:
    """Change a view as an update says."""
    for keys, *value in changes:
        target = view
        for key in keys[:-1]:
            target = target[key]
        if value:
            target[keys[-1]] = value[0]
        else:
            del target[keys[-1]]


@contextmanager
def live(database: str, **more: Any) -> Iterator[Live]:
    """Run a server with generous limits."""
    many = ("guests_per_minute", "tables_per_minute", "logins_per_minute", "imports_per_minute", "address_per_second")
    generous = {**dict.fromkeys(many, 1e6), "moves_per_second": 1e4}
    with Live(database, **{**generous, **more}) as server:
        yield server
