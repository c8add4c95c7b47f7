"""Commands about computer players: bots, hint, arena, rating."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rondel import record as records
from rondel.arena.match import Clock, Outcome, Table, record_of
from rondel.arena.plot import plot_ladder, plot_run
from rondel.arena.rating import rate
from rondel.arena.run import Row, read_results, run, runner_for
from rondel.arena.stats import Summary, summarize, wilson
from rondel.bots.registry import KINDS, find_kind, make_bot, settings_of
from rondel.cli.common import add_game, add_json, game_from, number, print_json, progress, read_record
from rondel.errors import RondelError
from rondel.game import CHANCE, TERMINAL

_BOT = "a bot, as `rondel bots` explains them: greedy, search:time=1s, level:2"

ARENA = """\
Play many games between bots. Every set-up is played once in each rotation of the seats; a game depends on its number
alone, so that the results are the same for any number of workers. With --out the results are appended to
DIR/results.jsonl: the same command goes on where it was interrupted.

  rondel arena antike-2006 --players 2 --seats greedy,random --games 40
  rondel arena antike-2006 --seats search:time=1s,greedy,greedy,greedy --games 400 --workers 2 --out runs/search
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    bots = commands.add_parser("bots", help="list and explain the computer players")
    bots.add_argument("bot", nargs="?", metavar="BOT", help="only this one")
    add_json(bots)
    bots.set_defaults(run=run_bots)

    hint = commands.add_parser("hint", help="ask a bot what it would play, and why")
    hint.add_argument("file", metavar="FILE", help="a record or a position, in any form; - for standard input")
    hint.add_argument("--bot", default="greedy", metavar="BOT", help=_BOT + " (default greedy)")
    hint.add_argument("--most", type=number(1), default=8, metavar="N", help="alternatives to show (default 8)")
    add_json(hint)
    hint.set_defaults(run=run_hint)

    arena = commands.add_parser(
        "arena",
        help="play many games between bots and tell how they went",
        description=ARENA,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(arena)
    arena.add_argument(
        "--seats", required=True, metavar="BOTS", help="one bot a seat, with commas: greedy,random; or one for all"
    )
    arena.add_argument("--games", type=number(1), default=40, metavar="N", help="how many games (default 40)")
    arena.add_argument("--seed", type=number(0), default=0, metavar="S", help="seed of the first set-up (default 0)")
    arena.add_argument("--workers", type=number(1, 256), default=1, metavar="N", help="processes (default 1)")
    arena.add_argument("--ray", default="", metavar="ADDRESS", help="play on a Ray cluster; `local` starts one here")
    arena.add_argument("--limit", type=number(1), default=60, metavar="SECONDS", help="most for a decision (60)")
    arena.add_argument("--cap", type=number(1), default=20_000, metavar="N", help="stop a game after N decisions")
    arena.add_argument(
        "--openings", type=number(0), default=0, metavar="N",
        help="let a lively player make the first N turns for everybody, so that bots without chance differ",
    )  # fmt: skip
    arena.add_argument("--out", type=Path, metavar="DIR", help="where results, records and the plot are written")
    add_json(arena)
    arena.set_defaults(run=run_arena)

    rating = commands.add_parser("rating", help="rate the bots over many results of the arena")
    rating.add_argument("files", nargs="+", type=Path, metavar="FILE", help="results.jsonl, or the folder it is in")
    rating.add_argument("--svg", type=Path, metavar="PICTURE", help="draw the ladder")
    add_json(rating)
    rating.set_defaults(run=run_rating)


def run_bots(args: argparse.Namespace) -> int:
    """Explain the bots."""
    kinds = [find_kind(args.bot)] if args.bot else list(KINDS.values())
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
    state = read_record(args.file).last()
    if state.to_act == TERMINAL:
        raise RondelError("over", "The game is over; there is nothing to decide.")
    if state.to_act == CHANCE:
        raise RondelError("not_now", "Chance comes first; `rondel play` draws it before your next move.")
    bot = make_bot(args.bot, state.game)
    ranked = bot.rank(state, state.to_act, state.legal())[: args.most]
    rows = [
        {"move": state.game.action_text(state, entry.action), "value": round(entry.value, 4), "reason": entry.reason}
        for entry in ranked
    ]
    if args.json:
        print_json({"bot": args.bot, "prompt": state.game.prompt(state), "ranking": rows})
        return 0
    print(state.game.prompt(state))
    for row in rows:
        print(f"  {100 * float(row['value']):5.1f} %  {row['move']:<40} {row['reason']}")
    return 0


def split_bots(text: str) -> list[str]:
    """Split a list of bots at its commas; a part that is no bot's name belongs to the options before it.

    >>> split_bots("search:time=1s,seed=3,greedy")
    ['search:time=1s,seed=3', 'greedy']
    """
    found: list[str] = []
    for part in text.split(","):
        if found and ":" in found[-1] and part.partition(":")[0].strip().lower() not in KINDS:
            found[-1] += "," + part
        else:
            found.append(part.strip())
    for name in found:
        settings_of(name)
    return found


def table_of(args: argparse.Namespace) -> Table:
    """Give the table that the arguments of the arena describe."""
    game = game_from(args)
    bots = split_bots(args.seats)
    if len(bots) == 1:
        bots *= game.seats
    if len(bots) != game.seats:
        raise RondelError("bad_request", f"--seats names {len(bots)} bots for {game.seats} players; name one a seat.")
    header = game.header(game.new(args.seed))
    return Table(
        game.id, game.seats, header.get("board", ""), header.get("options", {}), tuple(bots), args.seed, args.limit,
        args.cap, args.openings,
    )  # fmt: skip


def run_arena(args: argparse.Namespace) -> int:
    """Play, sum up, and write what was asked for."""
    table = table_of(args)
    path = args.out / "results.jsonl" if args.out else None

    def watch(rows: Iterator[Row], total: int) -> Iterator[Row]:
        return progress(rows, total, "games")

    rows = run(table, args.games, path, runner_for(args.workers, args.ray), watch)
    summary = summarize(rows)
    if args.out:
        _write(args.out, table, rows, summary)
    if args.json:
        print_json(summary.as_json())
    else:
        _print_summary(summary)
    return 0


def _write(folder: Path, table: Table, rows: list[Row], summary: Summary) -> None:
    """Write the records that are not there yet, and the plot."""
    (folder / "records").mkdir(exist_ok=True)
    for row in rows:
        path = folder / "records" / f"{row['number']:05d}.game"
        if not path.exists():
            path.write_text(records.dumps(record_of(table, _outcome(row))), encoding="utf-8")
    title = f"{table.game}, {table.players} players, {summary.games} games"
    (folder / "plot.svg").write_text(plot_run(summary, title), encoding="utf-8")


def _outcome(row: dict[str, Any]) -> Outcome:
    clocks = [Clock() for _ in row["bots"]]
    return Outcome(
        row["number"], row["seed"], row["bots"], row["winner"], row["end"], row["turns"], row["actions"], row["points"],
        clocks,
    )  # fmt: skip


def _print_summary(summary: Summary) -> None:
    data = summary.as_json()
    print(
        f"{'bot':<34} {'games':>6} {'won':>6}  {'share':>7}  {'95 % interval':<17} {'points':>6} {'ms':>8} {'max':>8}"
    )
    for score in data["bots"]:
        span = f"{100 * score['low']:.1f} to {100 * score['high']:.1f} %"
        print(
            f"{score['bot']:<34} {score['games']:>6} {score['wins']:>6}  {100 * score['share']:>5.1f} %  {span:<17} "
            f"{score['points']:>6} {score['ms']:>8} {score['longest_ms']:>8}"
        )
    turns = data["turns"]
    print(f"turns: {turns['shortest']} to {turns['longest']}, median {turns['median']}")
    print("ends: " + ", ".join(f"{reason} {count}" for reason, count in data["ends"].items()))
    print("wins by seat: " + ", ".join(map(str, data["wins_by_seat"])))
    if data["winners_had"]:
        print("winners had: " + ", ".join(f"{name} {count}" for name, count in data["winners_had"].items()))
    print(f"failures: {len(data['failures'])}")
    for failure in data["failures"][:5]:
        print(f"  {failure['bot']}, decision {failure['decision']}: {failure['why']}")


def run_rating(args: argparse.Namespace) -> int:
    """Rate the bots and draw the ladder."""
    rows: list[Row] = []
    for path in args.files:
        rows += read_results(path / "results.jsonl" if path.is_dir() else path)[1]
    rated = rate(rows)
    if not rated:
        raise RondelError("bad_request", "These results hold no won game between different bots.")
    if args.svg:
        args.svg.write_text(plot_ladder(rated, f"Ratings over {len(rows)} games"), encoding="utf-8")
    if args.json:
        print_json([{"bot": e.bot, "mu": e.mu, "sigma": e.sigma, "games": e.games, "wins": e.wins} for e in rated])
        return 0
    for entry in rated:
        low, high = wilson(entry.wins, entry.games)
        share = f"won {entry.wins} of {entry.games} ({100 * low:.0f} to {100 * high:.0f} %)"
        print(f"{entry.mu:6.2f} ± {2 * entry.sigma:4.2f}  {entry.bot:<34} {share}")
    return 0
