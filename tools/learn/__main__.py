"""Train the nets that the bot `learned` uses.

    python -m tools.learn run runs/duellum --game antike-duellum --minutes 10 --workers 2
    python -m tools.learn run runs/duellum --minutes 10 --rounds 6        # goes on with what the folder holds
    python -m tools.learn together runs/duellum=6 runs/y2006=10 --seconds 540     # several at once, by a deadline
    python -m tools.learn measure runs/duellum --players 2 --games 100    # the best net against search
    python -m tools.learn ladder runs/duellum --svg ladder.svg            # what came of it
    python -m tools.learn ship runs/duellum                               # puts the best net into the package

Everything is kept in the folder: a run that was stopped goes on, and every round saves what it has.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from rondel.bots.net import pack_net, read_net
from rondel.registry import make
from tools.learn import measure, together
from tools.learn.ladder import ladder_svg, ladder_text, read_ladder
from tools.learn.rounds import Plan, Training
from tools.learn.work import Clock, share_of

#: where nets of the package lie
SHIPPED = Path(__file__).parents[2] / "src" / "rondel" / "bots" / "data" / "learned"
_NUMBERS = ("nodes", "games", "replay", "width", "second", "epochs", "least", "most", "ladder")
_SHARES = ("playing", "result", "decay", "looked", "rate", "gain")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="go through rounds of training")
    run.add_argument("folder", type=Path)
    run.add_argument("--game", default="")
    run.add_argument("--players", default="", help="numbers of players, as 2,4; 2,2,4 for more games with two")
    run.add_argument("--board", default=None, help="one, or several as east,west; nets meet on the first")
    run.add_argument("--option", action="append", default=[], metavar="NAME[=VALUE]")
    run.add_argument("--start", type=Path, default=None, help="begin with the net of another rulebook of the family")
    run.add_argument("--against", default=None, help="a bot that every new net meets, as search:nodes=300")
    run.add_argument("--accept", choices=("sprt", "always"), default=None)
    for name in _NUMBERS:
        run.add_argument(f"--{name}", type=int, default=None)
    for name in _SHARES:
        run.add_argument(f"--{name}", type=float, default=None)
    run.add_argument("--fade", default="", help="weight decay; of several, as 5,1, the one that predicts best is taken")
    run.add_argument("--minutes", type=float, default=10.0, help="time of a round; what is begun is finished")
    run.add_argument("--seconds", type=float, default=0.0, help="as many rounds of about that time as fit in here")
    run.add_argument("--rounds", type=int, default=1)
    run.add_argument("--workers", type=int, default=1)
    run.add_argument("--ray", default="", help="address of a Ray cluster, or local")
    run.add_argument("--device", default="numpy", help="numpy, or cpu or cuda for PyTorch")
    run.add_argument("--resume", action="store_true", help="refuse to start a new training")
    together.add_to(commands)
    measure.add_to(commands)
    ladder = commands.add_parser("ladder", help="show what came of a training")
    ladder.add_argument("folder", type=Path)
    ladder.add_argument("--svg", type=Path)
    ship = commands.add_parser("ship", help="put the best net, or one of your choice, into the package")
    ship.add_argument("folder", type=Path)
    ship.add_argument("--generation", type=int, default=0)
    ship.add_argument("--name", default="", help="for a second net of the rulebook: RULEBOOK.NAME.json")
    ship.add_argument(
        "--tables", default="", help="the tables it serves, as east:2,east:4; without it all of its training"
    )
    ship.add_argument("--measured", required=True, help="what it was found to be worth, in words; it is kept with it")
    words = sys.argv[1:] if arguments is None else arguments
    mark = words.index("--") if "--" in words else len(words)
    args = parser.parse_args(words[:mark])
    args.rest = words[mark + 1 :]
    does = {"run": _run, "together": together.main, "measure": measure.main, "ladder": _ladder, "ship": _ship}
    return does[args.command](args)


def _run(args: argparse.Namespace) -> int:
    state = args.folder / "state.json"
    if args.resume and not state.exists():
        raise SystemExit(f"{args.folder} holds no training to go on with.")
    training = Training(args.folder, _plan(args, state), args.workers, args.ray, args.device, args.start)
    if not args.seconds:
        for number in range(args.rounds):
            print(f"round {number + 1} of {args.rounds}: {training.plan.game}, {args.minutes:g} minutes", flush=True)
            training.round(args.minutes)
        return 0
    clock = Clock(args.seconds / 60.0)
    while minutes := share_of((clock.seconds - clock.gone()) / 60.0, args.minutes):
        print(f"round: {training.plan.game}, {60 * minutes:.0f} seconds", flush=True)
        training.round(minutes)
    return 0


def _plan(args: argparse.Namespace, state: Path) -> Plan | None:
    """Give what is stored, with what the command says otherwise."""
    stored = json.loads(state.read_text(encoding="utf-8"))["plan"] if state.exists() else {}
    if stored and args.game and args.game != stored["game"]:
        raise SystemExit(f"{args.folder} holds a training of {stored['game']}; choose another folder.")
    if not stored and not args.game:
        raise SystemExit(f"{args.folder} holds no training yet: say which --game.")
    plan = Plan(**stored) if stored else Plan(args.game)
    names = {entry.name for entry in fields(Plan)} & {*_NUMBERS, *_SHARES, "against", "accept", "board"}
    said = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    players = tuple(map(int, args.players.split(","))) if args.players else tuple(plan.players)
    options = dict(_option(text) for text in args.option) if args.option else dict(plan.options)
    fade = tuple(map(float, args.fade.split(","))) if args.fade else tuple(plan.fade)
    return replace(plan, players=players, options=options, fade=fade, **said)


def _option(text: str) -> tuple[str, int]:
    name, mark, value = text.partition("=")
    return name, int(value) if mark else 1


def _tables(plan: Plan, wanted: str) -> list[dict[str, Any]]:
    """Give the tables of a training, or those of them that are named, as `rondel.bots.learned` compares them."""
    trained = dict.fromkeys(plan.tables())
    chosen = [
        (board, int(players)) for board, _, players in (part.partition(":") for part in wanted.split(",") if part)
    ]
    for board, players in chosen:
        if (board, players) not in trained:
            raise SystemExit(f"{board}:{players} is no table of this training.")
    games = [make(plan.game, players, board, plan.options) for board, players in chosen or trained]
    headers = [(game.seats, game.header(game.new(0))) for game in games]
    return [
        {"players": seats, "board": header.get("board", ""), "options": header.get("options", {})}
        for seats, header in headers
    ]


def _ladder(args: argparse.Namespace) -> int:
    rows = read_ladder(args.folder / "ladder.jsonl")
    print(ladder_text(rows))
    if args.svg:
        args.svg.write_text(ladder_svg(rows, args.folder.name), encoding="utf-8")
    return 0


def _ship(args: argparse.Namespace) -> int:
    state = json.loads((args.folder / "state.json").read_text(encoding="utf-8"))
    game, generation = state["plan"]["game"], args.generation or state["best"]
    text = (args.folder / "nets" / f"{game}-{generation}.json").read_text(encoding="utf-8")
    net, before = read_net(text, 2), state.get("earlier", {}).get("generation", 1) - 1
    head = {**net.head, "generation": before + generation, "measured": args.measured}
    text = pack_net({**head, "tables": _tables(Plan(**state["plan"]), args.tables)}, net.numbers())
    SHIPPED.mkdir(parents=True, exist_ok=True)
    name = f"{game}.{args.name}" if args.name else game
    (SHIPPED / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    print(f"{name}: generation {before + generation}, {len(text) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
