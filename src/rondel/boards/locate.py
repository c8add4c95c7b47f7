"""Finds the line of a board file that a message is about."""

from __future__ import annotations

import re

_HEAD = re.compile(r'\s*\[+\s*["\']?([^\]."\'\s]+)')


def line_of(part: str, names: tuple[str, ...], text: str) -> int:
    """Give the number of the line with these names, within a part of the file if it has one; 0 for none.

    A line that begins with the name comes first; otherwise the last one, which repeats or contradicts an earlier one.
    """
    lines = [(number, line) for number, line, head in _lines(text) if head == part] if part else []
    if not lines:
        lines = [(number, line) for number, line, _ in _lines(text)]
    for wanted in (names, *((name,) for name in names)):
        squeezed = ["".join(name.split()) for name in wanted]
        found = [number for number, line in lines if squeezed and all(name in line for name in squeezed)]
        if found:
            keys = [number for number, line in lines if number in found and _key(line) == squeezed[0]]
            return (keys or found)[-1]
    return lines[0][0] if part and len(lines) < len(text.splitlines()) else 0


def _lines(text: str) -> list[tuple[int, str, str]]:
    """Give each line with its number, without blanks, and the part of the file it belongs to."""
    found: list[tuple[int, str, str]] = []
    part = ""
    for number, line in enumerate(text.splitlines(), 1):
        head = _HEAD.match(line)
        # a row of a list can begin with a bracket too, but not with a bracketed name
        if head and re.match(r"\s*\[+[^\[\],]*\]+\s*(#.*)?$", line):
            part = head[1]
        found.append((number, "".join(line.split()), part))
    return found


def _key(line: str) -> str:
    """Give the text before the first equals sign, without quotes."""
    return line.partition("=")[0].strip("\"'") if "=" in line else ""
