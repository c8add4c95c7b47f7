"""Commands about computer players: bots, hint, arena, rating."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from rondel.arena.command import PREFIX
from rondel.arena.folder import keep_records, write_plot, write_record
from rondel.arena.match import Table
from rondel.arena.plot import plot_ladder
from rondel.arena.rating import left_out, rate
from rondel.arena.report import doubts, left_out_text, rating_json, rating_lines, summary_lines
from rondel.arena.run import Row, kept_text, read_results, run, runner_for
from rondel.arena.stats import Summary, summarize
from rondel.bots.registry import KINDS, added_kinds, make_bot, settings_of
from rondel.cli.common import add_command, add_game, add_json, game_from, number, print_json, progress, read_record
from rondel.errors import RondelError
from rondel.game import CHANCE, TERMINAL, JsonDict

_BOT = "a bot, as `rondel bots` explains them: greedy, search:time=1s, level:2"

ARENA = """\
Play many games between bots. Every set-up is played once in each rotation of the seats. A game depends only on its
number, so the results are the same for any number of workers.

With --out every finished game is appended to DIR/results.jsonl and its record is written to DIR/records. If you
interrupt the run (Ctrl-C), the same command continues it. DIR/plot.svg is drawn at the end. Without --out nothing is
saved.

`share` is the share of its games that a bot won; `points` the average at the end, in rulebooks with points; `mean ms`
and `max ms` the average and the longest time of a decision in milliseconds. If one bot has all seats, the seats are
compared.

A player can also be a program of yours, `cmd:COMMAND` (without commas): docs/protocol.md says what it is asked. If it
takes longer than --limit, or ends, it is killed and has lost: between two the game is over; among more its seat plays
at random and cannot win.

  rondel arena antike-2006 --players 2 --seats greedy,random --games 40
  rondel arena antike-duellum --seats "cmd:./my_engine,greedy" --limit 5 --games 10
  rondel arena antike-2006 --seats search:time=1s,greedy,greedy,greedy --games 400 --workers 2 --out runs/search
"""

RATING = """\
Rate the bots over many results of the arena with a Plackett-Luce model: the winner of a game ranks before all others,
who tie. Everyone starts at 25. The number after ± is twice the standard deviation (sigma): the model is about 95 % sure
that the rating lies within it. Games of one bot against itself and games without a winner are left out; standard error
says how many, and warns where results of several rulebooks are mixed or bots never met, so that their ratings cannot be
compared. A file named twice counts once.

The model learns game by game, so it goes through the games in several orders; a rating is the mean over them.

With --json: mu is the rating, sigma half of the number after ±, low and high the 95 % interval of wins / games.
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    bots = add_command(commands, "bots", "list and explain the computer players")
    bots.add_argument("bot", nargs="?", metavar="BOT", help="only this one")
    add_json(bots)
    bots.set_defaults(run=run_bots)

    hint = add_command(commands, "hint", "ask a bot how it ranks the legal decisions, and why")
    hint.add_argument("file", metavar="FILE", help="a record or a position, in any form; - for standard input")
    hint.add_argument("--bot", default="greedy", metavar="BOT", help=_BOT + " (default greedy)")
    hint.add_argument("--most", type=number(1), default=8, metavar="N", help="alternatives to show (default 8)")
    add_json(hint)
    hint.set_defaults(run=run_hint)

    arena = commands.add_parser(
        "arena",
        help="play many games between bots and sum them up",
        description=ARENA,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(arena)
    arena.add_argument(
        "--seats",
        required=True,
        metavar="BOTS",
        help="one bot per seat, separated by commas: greedy,random; or one for all",
    )
    arena.add_argument(
        "--games", type=number(1, 1_000_000), default=40, metavar="N", help="how many games (default 40)"
    )
    arena.add_argument("--seed", type=number(0), default=0, metavar="S", help="seed of the first set-up (default 0)")
    arena.add_argument("--workers", type=number(1, 256), default=1, metavar="N", help="processes (default 1)")
    arena.add_argument("--ray", default="", metavar="ADDRESS", help="play on a Ray cluster; `local` starts one here")
    arena.add_argument(
        "--limit", type=number(1), default=60, metavar="SECONDS", help="time limit for a decision (default 60)"
    )
    arena.add_argument("--cap", type=number(1), default=20_000, metavar="N", help="stop a game after N decisions")
    arena.add_argument(
        "--openings", type=number(0), default=0, metavar="N",
        help="let a noisy bot play the first N turns of every seat, so that games of deterministic bots differ",
    )  # fmt: skip
    arena.add_argument("--out", type=Path, metavar="DIR", help="save results, records and the plot in this folder")
    add_json(arena)
    arena.set_defaults(run=run_arena)

    rating = commands.add_parser(
        "rating",
        help="rate the bots over many results of the arena",
        description=RATING,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    rating.add_argument("files", nargs="+", type=Path, metavar="FILE", help="results.jsonl, or the folder it is in")
    rating.add_argument("--svg", type=Path, metavar="PICTURE", help="draw the ladder")
    add_json(rating)
    rating.set_defaults(run=run_rating)


def run_bots(args: argparse.Namespace) -> int:
    """Explain the bots."""
    kinds = [settings_of(args.bot)[0]] if args.bot else [*KINDS.values(), *added_kinds().values()]
    if args.json:
        print_json(
            [
                {
                    "name": kind.name,
                    "about": kind.about,
                    "options": [
                        {"name": entry.name, "about": entry.about, "default": entry.default} for entry in kind.settings
                    ],
                }
                for kind in kinds
            ]
        )
        return 0
    for kind in kinds:
        print(f"{kind.name}: {kind.about}")
        for entry in kind.settings:
            unit = " s" if entry.time else ""
            print(f"  {entry.name + '=':<8} {entry.about} (default {entry.default:g}{unit})")
    print("\nA bot is named with its options: search:time=500ms,seed=3")
    return 0


def run_hint(args: argparse.Namespace) -> int:
    """Show how a bot ranks the alternatives."""
    record = read_record(args.file)
    state = record.last()
    if state.to_act == TERMINAL:
        raise RondelError("over", "The game is over; there is nothing to decide.")
    if state.to_act == CHANCE:
        raise RondelError("not_now", "A random event comes first: `rondel play FILE --save` draws it.")
    bot = make_bot(args.bot, state.game)
    # a hint must not depend on what the seat cannot see; the same record gives the same hints
    known = state.redeal(state.to_act, Random(f"hint {record.header.get('seed', 0)} {len(record.actions)}"))
    ranked = bot.rank(known, state.to_act, state.legal())[: args.most]
    rows: list[JsonDict] = [
        {"move": state.game.action_text(state, entry.action), "value": round(entry.value, 4), "reason": entry.reason}
        for entry in ranked
    ]
    if args.json:
        print_json({"bot": args.bot, "prompt": state.game.prompt(state), "ranking": rows})
        return 0
    print(state.game.prompt(state))
    print(f"Your chance to win, as {args.bot} sees it, and the reason for each decision:")
    for row in rows:
        print(f"  {100 * float(row['value']):5.1f} %  {row['move']:<40} {row['reason'] or '-'}")
    return 0


def split_bots(text: str) -> list[str]:
    """Split a list of bots at its commas; a part that reads like an option belongs to the bot before it.

    >>> split_bots("search:time=1s,seed=3,greedy, cmd:node engine.js --deep")
    ['search:time=1s,seed=3', 'greedy', 'cmd:node engine.js --deep']
    """
    found: list[str] = []
    for part in map(str.strip, text.split(",")):
        if part.startswith(PREFIX):
            found.append(part)
        elif found and ":" in found[-1] and not found[-1].startswith(PREFIX) and _is_option(part):
            found[-1] += "," + "".join(part.split())
        else:
            found.append("".join(part.split()))
    for name in found:
        if not name.startswith(PREFIX):
            settings_of(name)
    return found


def _is_option(part: str) -> bool:
    """Tell an option (seed=3) or a bare value from a bot, even a mistyped one; names begin with a letter."""
    return "=" in part.partition(":")[0] or not part[:1].isalpha()


def table_of(args: argparse.Namespace) -> Table:
    """Give the table that the arguments of the arena describe."""
    game = game_from(args)
    bots = split_bots(args.seats)
    if len(bots) == 1:
        bots *= game.seats
    if len(bots) != game.seats:
        raise RondelError("bad_request", f"--seats names {len(bots)} bots for {game.seats} players; name one per seat.")
    return Table(
        game.id, game.seats, game.board_entry(), game.chosen_options, tuple(bots), args.seed, args.limit, args.cap,
        args.openings,
    )  # fmt: skip


def run_arena(args: argparse.Namespace) -> int:
    """Play, sum up, and write the requested output."""
    table = table_of(args)
    path = args.out / "results.jsonl" if args.out else None
    summary = _play(args, table, path)
    if summary is None:
        print(f"Interrupted; {kept_text(path, args.games)}", file=sys.stderr)
        return 130
    if args.json:
        print_json(summary.as_json())
    else:
        print("\n".join(summary_lines(summary)))
    return 0


def _play(args: argparse.Namespace, table: Table, path: Path | None) -> Summary | None:
    """Play and fill the folder; None if the run was interrupted."""

    def watch(rows: Iterator[Row], left: int) -> Iterator[Row]:
        there = args.games - left
        if there:
            print(f"{args.out} holds {there} of {args.games} games already.", file=sys.stderr)
        shown = progress(rows, args.games, "games", there)
        return keep_records(args.out, table, shown) if args.out else shown

    try:
        rows = run(table, args.games, path, runner_for(args.workers, args.ray), watch)
        summary = summarize(rows)
        if args.out:
            for row in rows:  # an interruption may have prevented a record
                write_record(args.out, table, row)
            write_plot(args.out, table, summary)
    except KeyboardInterrupt:
        return None
    return summary


def run_rating(args: argparse.Namespace) -> int:
    """Rate the bots and draw the ladder."""
    paths = [path / "results.jsonl" if path.is_dir() else path for path in args.files]
    found = [read_results(path) for path in dict.fromkeys(path.resolve() for path in paths)]
    rows: list[Row] = [row for _, games in found for row in games]
    rated = rate(rows)
    missing = left_out_text(rows)
    if not rated:
        problem = (
            "These results have no won game between different bots; play some, for instance with --seats greedy,random."
        )
        raise RondelError("bad_request", f"{problem} {missing}".rstrip())
    for line in filter(None, (missing, *doubts([str(head.get("game", "")) for head, _ in found], rows))):
        print(line, file=sys.stderr)
    if args.svg:
        used = len(rows) - sum(left_out(rows))
        args.svg.write_text(plot_ladder(rated, f"Ratings over {used} games"), encoding="utf-8")
    if args.json:
        print_json([rating_json(entry) for entry in rated])
    else:
        print("\n".join(rating_lines(rated)))
    return 0
