"""Commands for research and testing: perft, sim, soak, fuzz."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

from rondel import record as records
from rondel.book import Setup
from rondel.cli.common import add_command, add_game, add_json, game_from, number, print_json, progress, read_record
from rondel.errors import RondelError, SetupError
from rondel.fuzz import Report, fuzz
from rondel.game import Game
from rondel.registry import SETUPS, find_book, make
from rondel.simulate import DECISION_CAP, Tally, Violation, checked_game, divide, perft, simulate


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    count = add_command(commands, "perft", "count the sequences of decisions to a depth")
    add_game(count)
    count.add_argument("--depth", type=number(1), default=3, metavar="N", help="decisions to look ahead (default 3)")
    count.add_argument("--divide", action="store_true", help="count separately for each first decision")
    count.add_argument("--position", metavar="FILE", help="count from a record or position instead of the start")
    count.add_argument("--seed", type=int, default=0, metavar="S", help="draws the nations")
    add_json(count)
    count.set_defaults(run=run_perft)

    sim = add_command(commands, "sim", "play random games and sum them up")
    add_game(sim)
    _add_runs(sim, games=100)
    sim.add_argument("--check", action="store_true", help="check every invariant after every decision")
    sim.add_argument("--crash", default="crash.game", metavar="FILE", help="where a failing game is written")
    sim.set_defaults(run=run_sim)

    soak = add_command(commands, "soak", "play random games over all set-ups with every invariant checked")
    _add_one(soak)
    _add_runs(soak, games=1000)
    soak.add_argument("--every", action="store_true", help="check after every decision, not only after every turn")
    soak.add_argument("--crash", default="crash.game", metavar="FILE", help="where a failing game is written")
    soak.set_defaults(run=run_soak)

    mess = add_command(commands, "fuzz", "try mutated moves, positions and records along random games")
    _add_one(mess)
    mess.add_argument("--games", type=number(1), default=20, metavar="N", help="random games to play (default 20)")
    mess.add_argument("--seed", type=int, default=0, metavar="S", help="seed of all random choices")
    mess.add_argument("--crash", default="crash.game", metavar="FILE", help="where a failing game is written")
    add_json(mess)
    mess.set_defaults(run=run_fuzz)


def _add_one(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="", metavar="GAME", help="only this rulebook (default: all)")


def _add_runs(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument("--games", type=number(1), default=games, metavar="N", help=f"how many games (default {games})")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first game; the next has S+1")
    parser.add_argument(
        "--cap",
        type=number(1),
        default=DECISION_CAP,
        metavar="N",
        help=f"stop a game after N decisions (default {DECISION_CAP})",
    )
    add_json(parser)


def run_perft(args: argparse.Namespace) -> int:
    """Count sequences of decisions."""
    state = read_record(args.position).last() if args.position else game_from(args).new(args.seed)
    if args.position and args.game != state.game.id:
        raise RondelError("bad_request", f"{args.position} is a game of {state.game.id}, not of {args.game}.")
    begin = time.perf_counter()
    if args.divide:
        parts = divide(state, args.depth)
        if args.json:
            print_json({"depth": args.depth, "divide": parts, "nodes": sum(parts.values())})
        else:
            for text, nodes in parts.items():
                print(f"{text}: {nodes}")
            print(f"\nnodes {sum(parts.values())}")
        return 0
    counts = [perft(state, depth) for depth in range(1, args.depth + 1)]
    seconds = time.perf_counter() - begin
    if args.json:
        print_json({"depth": args.depth, "nodes": counts[-1], "by_depth": counts, "seconds": round(seconds, 3)})
    else:
        for depth, nodes in enumerate(counts, 1):
            print(f"perft {depth} {nodes}")
    return 0


def run_sim(args: argparse.Namespace) -> int:
    """Play random games of one game."""
    game = game_from(args)
    try:
        tally = simulate(
            game,
            args.games,
            args.seed,
            args.check,
            args.cap,
            lambda seeds: progress(seeds, args.games, "games"),
        )
    except Violation as violation:
        return _violated(violation, args.crash)
    _print_tally(tally, args.json)
    return 0


def run_soak(args: argparse.Namespace) -> int:
    """Play random games over all set-ups, checked."""
    whole = Tally()
    setups = _setups(args.game)
    for place in progress(range(args.games), args.games, "soak"):
        game = _game_of(setups[place % len(setups)], place // len(setups))
        begin = time.perf_counter()
        try:
            state, decisions = checked_game(game, args.seed + place, args.cap, by_turn=not args.every)
        except Violation as violation:
            return _violated(violation, args.crash)
        whole.seconds += time.perf_counter() - begin
        whole.add(state, decisions)
    _print_tally(whole, args.json)
    return 0


def _setups(game: str) -> tuple[Setup, ...]:
    """Give the set-ups of one rulebook, or of all."""
    return find_book(game).setups if game else SETUPS


def _game_of(setup: Setup, turn: int) -> Game:
    """Make the game of a set-up, on each of the boards it can be played on in turn."""
    book, players, options = setup
    boards = find_book(book).boards or ("",)
    try:
        return make(book, players, boards[turn % len(boards)], options)
    except SetupError:  # that board has no start cities for this many
        return make(book, players, "", options)


def _violated(violation: Violation, crash: str) -> int:
    Path(crash).write_text(records.dumps_unchecked(violation.record), encoding="utf-8")
    print(f"rondel: {violation}. The game that leads there is in {crash}.", file=sys.stderr)
    return 1


def _print_tally(tally: Tally, as_json: bool) -> None:
    if as_json:
        print_json(tally.as_json())
        return
    shortest, median, longest = tally.length()
    print(f"{tally.games} games, {tally.decisions} decisions, {tally.speed()} decisions/s")
    print(f"length: {shortest} to {longest} decisions, median {median}")
    for reason, games in sorted(tally.end_reasons.items()):
        print(f"  {reason:<14} {games}")


def any_game(rng: Random, game: str = "") -> Game:
    """Choose a set-up at random, of one rulebook or of all."""
    book, players, options = rng.choice(_setups(game))
    return make(book, players, "", options)


def run_fuzz(args: argparse.Namespace) -> int:
    """Try mutated input along random games."""
    whole = Report()
    for place in progress(range(args.games), args.games, "fuzz"):
        report = fuzz(lambda rng: any_game(rng, args.game), args.seed + place, games=1)
        whole.tried += report.tried
        if report.crash:
            Path(args.crash).write_text(
                f"; {report.crash}\n; input: {report.culprit!r}\n{report.record}", encoding="utf-8"
            )
            print(f"rondel: {report.crash}. The game and the input are in {args.crash}.", file=sys.stderr)
            return 1
    if args.json:
        print_json(whole.as_json())
    else:
        for kind, tried in sorted(whole.tried.items()):
            print(f"{kind:<18} {tried}")
        print("no crash, no change by a refused input")
    return 0
