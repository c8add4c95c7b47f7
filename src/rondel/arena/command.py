"""A program as a player: it reads questions on standard input and answers on standard output, one line each.

What it is asked is `go` of the engine protocol (docs/protocol.md), with the position as its seat sees it and the legal
decisions, so that a program can play without knowing any rule.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Final

from rondel.bots.base import Choice
from rondel.errors import RondelError
from rondel.game import Action, JsonDict, Seat, State
from rondel.thinking import legal_moves

#: how the name of such a player begins; the rest is its command
PREFIX: Final = "cmd:"
#: the longest answer that is read, and the seconds a program has to end when the game does
LIMIT: Final = 1_000_000
FAREWELL: Final = 1.0


class Gone(Exception):
    """The program ended, or was ended because it took too long."""


class CommandBot:
    """A program at one seat of one game. It is started for the game and ended after it."""

    def __init__(self, name: str, limit: float) -> None:
        self.name = name
        self.limit = limit
        self.gone = False
        self._asked = 0
        self._read = b""
        command = shlex.split(name.removeprefix(PREFIX))
        if not command:
            raise RondelError("bad_option", f"{PREFIX} is followed by a command, as in cmd:./my_engine.")
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise RondelError("bad_option", f"The program of {name} does not start: {error}.") from error

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Ask the program; if it takes too long, end it."""
        if self.gone:
            raise Gone("the program has ended")
        self._asked += 1
        game = state.game
        question: JsonDict = {
            "cmd": "go", "id": self._asked, "game": game.id, "seat": seat, "limit": self.limit,
            "prompt": game.prompt(state), "position": state.view(seat), "legal": legal_moves(state),
        }  # fmt: skip
        try:
            return self._action(state, self._answer(question, time.monotonic() + self.limit))
        except (Gone, OSError) as error:
            self.end()
            raise Gone(str(error)) from error
        except Exception:
            raise  # a wrong answer: the program may try again
        except BaseException:  # the alarm of the arena, or an interruption
            self.end()
            raise

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Give the decision it would take; what the others are worth it does not say."""
        return [Choice(self.choose(state, seat, legal), 0.5)]

    def _answer(self, question: JsonDict, deadline: float) -> JsonDict:
        """Send a line and read lines until the one that answers it."""
        stdin = self._process.stdin
        assert stdin is not None
        stdin.write(json.dumps(question).encode() + b"\n")
        stdin.flush()
        while True:
            answer = json.loads(self._line(deadline))
            if not isinstance(answer, dict):
                raise ValueError(f"the answer is not an object: {answer!r}")
            if answer.get("id", question["id"]) == question["id"]:
                return answer

    def _line(self, deadline: float) -> bytes:
        stdout = self._process.stdout
        assert stdout is not None
        while b"\n" not in self._read:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([stdout], [], [], left)[0]:
                raise Gone(f"thought longer than {self.limit:g} s")
            more = os.read(stdout.fileno(), 65536)
            if not more:
                raise Gone("the program ended")
            self._read += more
            if len(self._read) > LIMIT:
                raise Gone("the answer is too long")
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _action(self, state: State, answer: JsonDict) -> Action:
        """Read an action by its number, or by its text."""
        action, move = answer.get("action"), answer.get("move")
        if isinstance(action, int) and not isinstance(action, bool):
            return action
        if isinstance(move, str):
            return state.game.parse_action(state, move)
        raise ValueError(f"the answer has neither an action nor a move: {json.dumps(answer)}")

    def end(self) -> None:
        """End the program at once, with everything it started."""
        self.gone = True
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass  # what it never read is lost

    def close(self) -> None:
        """Say goodbye, and end the program if it does not end."""
        if self.gone:
            return
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(b'{"cmd": "quit"}\n')
            self._process.stdin.close()
            self._process.wait(FAREWELL)
        except (OSError, subprocess.TimeoutExpired):
            pass
        self.end()
