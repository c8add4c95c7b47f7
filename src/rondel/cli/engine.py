"""The `engine` command: the JSON-lines protocol on standard input and output."""

from __future__ import annotations

import argparse
import sys

from rondel.protocol import serve


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    engine = commands.add_parser(
        "engine", help="speak the engine protocol: one JSON object per line in, one out",
        description="Reads one JSON object per line and answers each. docs/protocol.md describes the commands.",
    )  # fmt: skip
    engine.set_defaults(run=run_engine)


def run_engine(args: argparse.Namespace) -> int:
    """Answer lines until `quit` or the end of input."""
    for answer in serve(sys.stdin):
        print(answer, flush=True)
    return 0
