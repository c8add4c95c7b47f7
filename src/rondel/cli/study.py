"""Commands for studying games: review, analyse."""

from __future__ import annotations

import argparse
from pathlib import Path

from rondel.cli.common import add_command, add_json, number, print_json, progress, read_record
from rondel.errors import RondelError
from rondel.game import JsonObject
from rondel.study.lines import best_lines
from rondel.study.report import lines_html, review_html
from rondel.study.review import Review, Reviewed, review
from rondel.study.weigh import MOST, WIDTH, Scales

_ENGINE = "search or learned, with a fixed number of positions so that a review can be repeated"

REVIEW = """\
Review a finished or running game: for every turn what it was worth, what would have been better and why.

The turn that was played is compared with the best ones that a search finds. All of them are played on many times
under the same luck, so a difference has a standard error. A loss in win chance is marked as an inaccuracy, a mistake
or a blunder, from 5, 10 and 15 percentage points on with two players and less with more; a win that was there and not
taken always counts. Marks need two standard errors. Luck of the draw is told apart.

  rondel review my.game
  rondel review my.game --html review.html
  rondel review my.game --json > review.json
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    reviewing = commands.add_parser(
        "review", help="say what each turn of a game was worth, and what would have been better",
        description=REVIEW, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    reviewing.add_argument("file", metavar="FILE", help="a record, in any form; - for standard input")
    reviewing.add_argument("--html", type=Path, metavar="PAGE", help="write a page with curves and all marked turns")
    _add_engine(reviewing)
    add_json(reviewing)
    reviewing.set_defaults(run=run_review)

    analysing = add_command(commands, "analyse", "compare the good turns of a position")
    analysing.add_argument("file", metavar="FILE", help="a record or a position, in any form; - for standard input")
    analysing.add_argument("--html", type=Path, metavar="PAGE", help="write a page with bars of everybody's chances")
    analysing.add_argument(
        "--lines", type=number(1, 20), default=WIDTH, metavar="N", help=f"how many turns to compare (default {WIDTH})"
    )
    analysing.add_argument("--threats", action="store_true", help="also what the others would do on their turn now")
    _add_engine(analysing)
    add_json(analysing)
    analysing.set_defaults(run=run_analyse)


def _add_engine(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bot", default="learned:nodes=200", metavar="BOT", help=f"{_ENGINE} (default learned:nodes=200)"
    )
    command.add_argument(
        "--trials",
        type=number(2, 1000),
        default=MOST,
        metavar="N",
        help=f"how often each turn is played on (default {MOST})",
    )


def run_review(args: argparse.Namespace) -> int:
    """Review a game."""
    record = read_record(args.file)
    if not record.actions:
        raise RondelError("not_now", "Nothing has been played yet; there is nothing to review.")
    scales = Scales(record.game, args.bot, most=args.trials)
    found = review(record, scales, lambda parts: progress(parts, len(parts), "review"))
    if args.html:
        args.html.write_text(review_html(found), encoding="utf-8")
    if args.json:
        print_json(found.to_object())
    else:
        _print(found)
    return 0


def _print(found: Review) -> None:
    """Tell a review: the marked turns in their order, then the players."""
    for turn in found.turns:
        if turn.mark:
            print("\n".join(_lines(turn)))
    print(f"Reviewed by {found.engine}; loss is the mean loss in win chance over choices that matter.")
    for player in found.seats:
        marks = ", ".join(f"{count} {kind}" for kind, count in player.marks.items()) or "no marks"
        luck = f", luck of the draw {100 * player.luck:+.1f} %" if found.draws else ""
        print(
            f"  seat {player.seat + 1}: {player.grade or 'nothing to choose'}, loss {100 * player.loss:.1f} % over "
            f"{player.choices} choices, best one {100 * player.first:.0f} %; {marks}{luck}"
        )


def _lines(turn: Reviewed) -> list[str]:
    """Tell a marked turn."""
    told = [f"Turn {turn.turn + 1}, seat {turn.seat + 1}: {turn.mark.replace('-', ' ')}"]
    if turn.loss:
        told[0] += f", {100 * turn.loss:.1f} % (± {200 * turn.error:.1f})"
    told.append(f"    played {', '.join(turn.played.moves)}")
    if turn.best != turn.played:
        told.append(f"    better {', '.join(turn.best.moves)}")
    if turn.best.reason:
        told.append(f"    why    {turn.best.reason} [{', '.join(turn.best.clauses)}]")
    return told


def run_analyse(args: argparse.Namespace) -> int:
    """Compare the good turns of a position."""
    state = read_record(args.file).last()
    found = best_lines(state, Scales(state.game, args.bot, args.lines, args.trials), threats=args.threats)
    if args.html:
        args.html.write_text(lines_html(found), encoding="utf-8")
    if args.json:
        print_json(found)
        return 0
    print(found["prompt"])
    for way in found["lines"]:
        _print_way(way)
    if args.threats:
        print("If it were their turn:" if found["threats"] else "No threats can be shown here.")
    for way in found.get("threats", ()):
        print(f" {way['who']}{' wins' if way['wins'] else ''}")
        _print_way(way)
    return 0


def _print_way(way: JsonObject) -> None:
    others = " ".join(f"{100 * chance:3.0f}" for chance in way["chances"])
    print(f"  {100 * way['value']:5.1f} % ± {200 * way['error']:4.1f}  [{others}]  {', '.join(way['moves'])}")
    print(f"           {way['reason'] or '-'}")
