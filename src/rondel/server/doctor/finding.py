"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: the check, its result, what was found, and what to do about it."""

    check: str
    state: State
    said: str
    todo: str = ""


def ok(check: str, said: str) -> Finding:
    """All is well."""
    return Finding(check, "ok", said)


def warn(check: str, said: str, todo: str) -> Finding:
    """The server runs, but something should be improved."""
    return Finding(check, "warn", said, todo)


def fail(check: str, said: str, todo: str) -> Finding:
    """The server will not run, or will fail its visitors."""
    return Finding(check, "fail", said, todo)
