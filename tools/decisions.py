"""Prints, for each decision of a recorded game, what a page is offered and what was decided: JSON lines."""

from __future__ import annotations

import argparse
from pathlib import Path

from msgspec.json import Encoder

from rondel.record import Record, loads
from rondel.server.core.choices import ahead_of, groups_of


def decisions(record: Record) -> list[dict[str, object]]:
    """List the decisions of a record that are not left to chance."""
    return [
        {
            "seat": state.to_act,
            "turn": state.turn_of,
            "choices": groups_of(state),
            "ahead": ahead_of(state),
            "action": action,
        }
        for state, action in zip(record.states(), record.actions, strict=False)
        if state.to_act >= 0
    ]


def main() -> None:
    """Print the decisions of a record file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("record", type=Path)
    encoder = Encoder()
    for row in decisions(loads(parser.parse_args().record.read_text(encoding="utf-8"))):
        print(encoder.encode(row).decode())


if __name__ == "__main__":
    main()
