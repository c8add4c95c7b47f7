"""The `rondel` command and its sub-commands."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Sequence

from rondel import __version__
from rondel.build import build_name
from rondel.cli import admin, board, bots, doctor, engine, lab, openings, puzzle, rules, serve, study, table
from rondel.errors import RondelError

DESCRIPTION = """\
Play, host, explain and study Antike (2005 and 2006), Antike II, Antike Duellum and Attika.

  rondel games                                  which rulebooks, boards and options there are
  rondel new antike-2006 --nations 4 > my.game  begin a game (a record in text form)
  rondel show my.game                           look at the position
  rondel legal my.game                          list what can be played now
  rondel play my.game "rondel marble" --save    play a move and save it
  rondel rules antike-2006 --find temple        look a rule up
  rondel hint my.game                           ask a computer player what it would do
  rondel review my.game                         see what each turn was worth
  rondel puzzle solve                           solve the puzzle of the day
  rondel openings my.game other.game            count what was played in the first turns
  rondel arena antike-2006 --seats greedy,random,random,random
                                                let computer players play each other
  rondel sim antike-2005 --games 100            play random games
  rondel serve                                  play with others in a browser
"""


def parser() -> argparse.ArgumentParser:
    """Build the parser of all sub-commands."""
    top = argparse.ArgumentParser(
        prog="rondel", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"rondel {__version__}, {build_name()} build")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for part in (table, rules, board, bots, study, puzzle, openings, lab, engine, serve, doctor, admin):
        part.register(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; errors are one sentence on standard error and exit code 2."""
    _prepare_streams()
    args = parser().parse_args(argv)
    if args.command is None:
        parser().print_help()
        return 2
    as_json = bool(getattr(args, "json", False))
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except RondelError as error:
        return _fail(error, as_json)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # the reader of our output has stopped, as `head` does; end quietly
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        name = f" {error.filename!r}" if error.filename else ""
        return _fail(RondelError("bad_request", f"The file{name} cannot be used: {error.strerror}."), as_json)
    return code


def _prepare_streams() -> None:
    """Make the standard streams accept any text, whatever the locale, and replace closed ones."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def _fail(error: RondelError, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error": error.as_json()}, ensure_ascii=False))
    else:
        clause = f" [{error.rule}]" if error.rule else ""
        print(f"rondel: {error.message}{clause}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
