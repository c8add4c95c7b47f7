"""The `engine` command: the JSON-lines protocol on standard input and output."""

from __future__ import annotations

import argparse
import json
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from threading import Condition, Thread

from rondel.bots.registry import settings_of
from rondel.protocol import serve


class Waiting:
    """Lines that are read ahead by a thread, so that a `stop` is seen while a bot thinks."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self._waiting: deque[str] = deque()
        self._ended = False
        self._news = Condition()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._lines:
            with self._news:
                self._waiting.append(line)
                self._news.notify()
        with self._news:
            self._ended = True
            self._news.notify()

    def __iter__(self) -> Iterator[str]:
        """Give the lines as they come."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._waiting or self._ended)
                if not self._waiting:
                    return
                line = self._waiting.popleft()
            yield line

    def stop_waits(self) -> bool:
        """Say whether the next line is a `stop`."""
        with self._news:
            return bool(self._waiting) and is_stop(self._waiting[0])


def is_stop(line: str) -> bool:
    """Say whether a line asks to stop."""
    if "stop" not in line[:200]:
        return False
    try:
        request = json.loads(line)
    except ValueError:
        return False
    return isinstance(request, dict) and request.get("cmd") == "stop"


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    engine = commands.add_parser(
        "engine", help="speak the engine protocol: one JSON object per line in, one out",
        description="Read one JSON object per line and answer each with one. docs/protocol.md describes the commands.",
    )  # fmt: skip
    engine.add_argument(
        "--bot", default="greedy", metavar="BOT", help="who answers a `go` that names no bot (default greedy)"
    )
    engine.set_defaults(run=run_engine)


def run_engine(args: argparse.Namespace) -> int:
    """Answer lines until `quit` or the end of input."""
    settings_of(args.bot)
    lines = Waiting(sys.stdin)
    for answer in serve(lines, lines.stop_waits, args.bot):
        print(answer, flush=True)
    return 0
