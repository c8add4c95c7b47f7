"""The `rondel` command: what it can do, and where each part is."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence

from rondel import __version__
from rondel.cli import engine, lab, rules, table
from rondel.errors import RondelError

DESCRIPTION = """\
Play, check and simulate the board games of the Antike family.

  rondel games                                  which rulebooks, boards and options there are
  rondel new antike-2006 --nations 4 > my.game  begin a game (a record in text form)
  rondel show my.game                           look at the position
  rondel legal my.game                          list what can be played now
  rondel play my.game "rondel marble" --save    play a move and keep it
  rondel rules antike-2006 --find temple        look a rule up
  rondel sim antike-2005 --games 100            play random games
"""


def parser() -> argparse.ArgumentParser:
    """Build the parser of all sub-commands."""
    top = argparse.ArgumentParser(
        prog="rondel", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"rondel {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for part in (table, rules, lab, engine):
        part.register(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; errors are one sentence on standard error and exit code 2."""
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except RondelError as error:
        return _fail(error, bool(getattr(args, "json", False)))
    except FileNotFoundError as error:
        return _fail(RondelError("bad_request", f"There is no file {error.filename!r}."), False)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # the reader of our output has gone, as `head` does; say nothing
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _fail(error: RondelError, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error": error.as_json()}, ensure_ascii=False))
    else:
        clause = f" [{error.rule}]" if error.rule else ""
        print(f"rondel: {error.message}{clause}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
