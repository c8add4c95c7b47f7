"""The command for puzzles: make them from games, pack them, and solve them on the terminal."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from rondel.cli.common import add_command, add_json, number, print_json, read_record
from rondel.errors import RondelError
from rondel.game import CHANCE, State, draw
from rondel.registry import find_book
from rondel.study.puzzles.goals import Verdict, judge
from rondel.study.puzzles.make import ENGINE, Maker, make_file
from rondel.study.puzzles.pack import sift
from rondel.study.puzzles.puzzle import Puzzle, actions_of
from rondel.study.puzzles.shelf import daily, find_puzzle, packed, puzzles_of, unpacked
from rondel.study.puzzles.turns import Turns, moves, played

MAKE = """\
Make puzzles from games that bots play against each other, or from records of people who agreed to it.

A puzzle is a position in which one turn is ahead of every other by 35 points or more, and whose player has a chance of
at most 65 % at first sight. The file grows by a line for each puzzle; the same command continues where it stopped.

  rondel puzzle make attika --out attika.jsonl --count 20
  rondel puzzle make antike-2006 --out mine.jsonl --records my.game other.game
"""
PACK = """\
Judge new puzzles again and write those that pass in the form of the package: a file for each rulebook, BOOK.jsonl.gz.
Of two that are alike the first is kept; at most half may be puzzles that the one-turn bot solves. To add to the
package, name its files first.

  rondel puzzle pack attika-1.jsonl attika-2.jsonl --out packed
"""
SOLVE = """\
Solve a puzzle: today's, one of a rulebook, or one of a file. Without moves it is shown; with the moves of a whole turn
they are judged, and a turn that fails is answered.

  rondel puzzle solve
  rondel puzzle solve attika --number 7
  rondel puzzle solve attika --number 7 "build Well at 4,1"
  rondel puzzle solve attika --number 7 --reveal
  rondel puzzle solve --file attika.jsonl --number 2 "build Well at 4,1"
"""
#: why puzzles are left out
REASONS = {
    "unwanted": "unwanted", "alike": "like another", "long": "too long", "unsure": "not far enough ahead",
    "wrong": "with an answer", "first": "solved by the first legal moves", "blind": "won by random turns",
    "easy": "one of too many that greedy solves",
}  # fmt: skip
#: what is asked, by goal
TASKS = {
    "win": "Win this turn.",
    "force": "Play so that you win on your next turn, whatever the reply.",
    "hold": "The next player threatens to win. Stop it.",
}


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this module."""
    puzzle = add_command(commands, "puzzle", "make puzzles from games, pack them, or solve them")
    kinds = puzzle.add_subparsers(dest="kind", metavar="make|pack|solve", required=True)
    raw = argparse.RawDescriptionHelpFormatter
    _add_make(kinds.add_parser("make", help="make puzzles from games", description=MAKE, formatter_class=raw))
    _add_pack(kinds.add_parser("pack", help="sift puzzles for the package", description=PACK, formatter_class=raw))
    _add_solve(kinds.add_parser("solve", help="solve a puzzle", description=SOLVE, formatter_class=raw))


def _add_make(making: argparse.ArgumentParser) -> None:
    making.add_argument("game", metavar="GAME", help="a rulebook")
    making.add_argument(
        "--out", type=Path, required=True, metavar="FILE",
        help="where the puzzles go, one JSON object per line; what is there is kept",
    )  # fmt: skip
    counts = (
        ("--count", 1, 20, "how many puzzles to have in the end (default 20)"),
        ("--seed", 0, 0, "seed of the first game (default 0)"),
        ("--games", 0, 0, "stop after this many games (default: no limit)"),
        ("--seconds", 0, 0, "stop after this many seconds (default: no limit)"),
    )
    for name, low, usual, about in counts:
        making.add_argument(name, type=number(low), default=usual, metavar="N", help=about)
    making.add_argument(
        "--bot", default=ENGINE, metavar="BOT", help=f"the bot that judges, search or learned (default {ENGINE})"
    )
    making.add_argument(
        "--records", nargs="+", default=[], metavar="FILE", help="records to look through instead of playing games"
    )
    add_json(making)
    making.set_defaults(run=run_make)


def _add_pack(packing: argparse.ArgumentParser) -> None:
    packing.add_argument("files", type=Path, nargs="+", metavar="FILE", help="files that `rondel puzzle make` wrote")
    packing.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="folder for the packed files")
    packing.add_argument("--without", nargs="+", default=[], metavar="ID", help="ids of puzzles to leave out")
    add_json(packing)
    packing.set_defaults(run=run_pack)


def _add_solve(solving: argparse.ArgumentParser) -> None:
    solving.add_argument("game", metavar="GAME", nargs="?", help="a rulebook, a puzzle's id, or nothing for today's")
    solving.add_argument("moves", metavar="MOVE", nargs="*", help="the whole turn, move by move")
    solving.add_argument("--number", type=number(1, 100_000), metavar="N", help="which puzzle of the rulebook or file")
    solving.add_argument("--file", type=Path, metavar="FILE", help="a file that `rondel puzzle make` wrote")
    solving.add_argument("--reveal", action="store_true", help="show the solution")
    add_json(solving)
    solving.set_defaults(run=run_solve)


def run_make(args: argparse.Namespace) -> int:
    """Make puzzles into a file."""
    find_book(args.game)
    records = [read_record(file) for file in args.records]
    maker = Maker(args.game, args.count, args.seed, args.bot)
    for puzzle in make_file(args.out, maker, float(args.seconds), records, args.games):
        if not args.json:
            print(f"{puzzle.id}  {puzzle.goal:5} {puzzle.theme:16} {puzzle.rating}  {', '.join(puzzle.solution)}")
    made = maker.puzzles
    if args.json:
        print_json({"game": args.game, "games": maker.games, "puzzles": [asdict(puzzle) for puzzle in made]})
    else:
        easy = sum(puzzle.greedy for puzzle in made)
        print(f"{len(made)} puzzles from {maker.games} games, {easy} of them easy; in {args.out}")
    return 0


def run_pack(args: argparse.Namespace) -> int:
    """Sift the puzzles of several files, and write a file for each rulebook."""
    made = [puzzle for file in args.files for puzzle in unpacked(file.read_bytes())]
    args.out.mkdir(parents=True, exist_ok=True)
    told = {}
    for book in dict.fromkeys(puzzle.game for puzzle in made):
        sifted = sift((puzzle for puzzle in made if puzzle.game == book), args.without)
        (args.out / f"{book}.jsonl.gz").write_bytes(packed(sifted.kept))
        told[book] = {"kept": len(sifted.kept), **sifted.dropped}
        if not args.json:
            reasons = "".join(f", {count} {REASONS[reason]}" for reason, count in sifted.dropped.items())
            print(f"{book}: {len(sifted.kept)} kept{reasons}")
    if args.json:
        print_json(told)
    elif not told:
        print("no puzzles in the files")
    return 0


def run_solve(args: argparse.Namespace) -> int:
    """Show a puzzle, or judge a turn."""
    puzzle = _chosen(args)
    state = puzzle.state()
    if args.file and args.game:  # a file says which rulebook it is of
        args.moves = [args.game, *args.moves]
    if not args.moves:
        return _show(puzzle, state, args.reveal, args.json)
    turns = Turns(state.game)
    actions = list(actions_of(state, args.moves))
    after, rng = state, Random(puzzle.id)
    for action in actions:
        after = after.apply(action)
    while after.to_act == CHANCE and after.turn_of == state.turn_of:
        actions.append(draw(after, rng))
        after = after.apply(actions[-1])
    verdict = judge(turns, state, puzzle.goal, actions)
    return _tell(puzzle, after if verdict.kept < 0 else played(state, actions[: verdict.kept]), verdict, args)


def _chosen(args: argparse.Namespace) -> Puzzle:
    """Find the puzzle that is meant."""
    if args.file:
        return _numbered(unpacked(args.file.read_bytes()), args.number or 1)
    if not args.game:
        found = daily(int(datetime.now(UTC).timestamp()) // 86_400)
        if found is None:
            raise RondelError("bad_request", "No puzzles come with this package.")
        return found
    shelf = list(puzzles_of(args.game).values())
    return _numbered(shelf, args.number or 1) if shelf else find_puzzle(args.game)


def _numbered(shelf: list[Puzzle], place: int) -> Puzzle:
    if place > len(shelf):
        raise RondelError("bad_request", f"There are only {len(shelf)} puzzles there.")
    return shelf[place - 1]


def _show(puzzle: Puzzle, state: State, reveal: bool, as_json: bool) -> int:
    if as_json:
        told = asdict(puzzle)
        for secret in () if reveal else ("solution", "also", "wrong", "reply", "theme"):
            del told[secret]
        print_json(told)
        return 0
    print(state.game.show(state))
    print(f"\nPuzzle {puzzle.id}, {state.game.who(state)}: {TASKS[puzzle.goal]}")
    if reveal:
        print(f"Solution: {', '.join(puzzle.solution)}")
    return 0


def _tell(puzzle: Puzzle, place: State, verdict: Verdict, args: argparse.Namespace) -> int:
    """Tell whether a turn solves a puzzle, and how it is answered if not."""
    reply = list(moves(place, verdict.reply.actions)) if verdict.reply else []
    wins = bool(verdict.reply and verdict.reply.wins)
    if args.json:
        print_json({"id": puzzle.id, "solved": verdict.solved, "reply": reply, "wins": wins})
    elif verdict.solved:
        print("Solved.")
    else:
        print(f"Not solved. The answer{' wins' if wins else ''}: {', '.join(reply) or 'the game is over'}")
    return 0 if verdict.solved else 1
