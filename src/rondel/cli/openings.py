"""The command `openings`: what was played in the first turns of many games, how often, and with what result."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rondel.cli.common import add_json, number, print_json, progress, read_record
from rondel.errors import RondelError
from rondel.game import CHANCE, JsonDict
from rondel.record import Record
from rondel.study.openings import PLANNED, POSITION, Index, Mark, Node, Pool, opening_of, position_of

ABOUT = """\
Count what was played in the first turns of games: records, or folders of `rondel arena --out`.

For each side it lists the plans, turn by turn, whatever the others did in between: how often each was played, and which
share of those games the side won. A plan is an outline: the wedge, or what was built, but not where or how. With --from
it lists the turns that were played from one position, however the games got there. Unfinished games are left out.

  rondel openings runs/search
  rondel openings runs/search --side Greeks --depth 4 --least 5
  rondel openings runs/search --from my.game
  rondel openings my.game other.game --json
"""
#: the bot assumed for games that do not name their players
UNKNOWN = "bot"


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: its record, by whom each seat was played (the names of bots), and which seats have won."""

    record: Record
    by: tuple[str, ...]
    winners: tuple[int, ...]


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command of this module."""
    command = commands.add_parser(
        "openings", help="count what was played in the first turns of games", description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    command.add_argument("paths", nargs="+", metavar="PATH", help="records, or folders of `rondel arena --out`")
    command.add_argument("--side", default="", metavar="NAME", help="only this nation or city-state")
    command.add_argument("--depth", type=number(1, 12), default=2, metavar="N", help="how many turns deep (default 2)")
    command.add_argument("--least", type=number(1), default=1, metavar="N", help="leave out rarer turns (default 1)")
    command.add_argument("--from", dest="start", metavar="FILE", help="a position or record: the turns from there")
    add_json(command)
    command.set_defaults(run=run_openings)


# ---- games -----------------------------------------------------------------------------------------------------------


def games_in(paths: Sequence[str]) -> Iterator[Game]:
    """Read the finished games of files and folders, one after the other."""
    for file, by in _files(paths):
        record = read_record(str(file))
        last = record.last()
        if record.actions and last.end_reason():
            seats = range(record.game.seats)
            played = tuple(by[seat] if seat < len(by) else UNKNOWN for seat in seats)
            results = last.returns()
            yield Game(record, played, tuple(seat for seat in seats if results[seat] > 0))


def _files(paths: Sequence[str]) -> Iterator[tuple[Path, Sequence[str]]]:
    """List the records, each with the bots that played it where a run says so."""
    for name in paths:
        folder = Path(name)
        if not folder.is_dir():
            yield folder, ()
        elif (folder / "results.jsonl").exists():
            yield from _run(folder)
        else:
            yield from ((file, ()) for file in sorted(folder.glob("*.game")))


def _run(folder: Path) -> Iterator[tuple[Path, Sequence[str]]]:
    for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
            if "number" not in row:  # the first line tells the run
                continue
            file = folder / "records" / f"{row['number']:05d}.game"
            bots = [str(bot).partition(":")[0] for bot in row["bots"]]
        except (ValueError, TypeError, KeyError) as error:
            raise RondelError("bad_record", f"{folder / 'results.jsonl'} is not that of a run of games.") from error
        if file.exists():
            yield file, bots


def index_of(games: Iterable[Game]) -> Index:
    """Count the openings of games."""
    index = Index()
    for game in games:
        opening = opening_of(game.record.first(), game.record.actions)
        if opening is not None:
            index.add(opening, game.by, game.winners)
    return index


# ---- telling ---------------------------------------------------------------------------------------------------------


def run_openings(args: argparse.Namespace) -> int:
    """Count, and tell."""
    files = sum(1 for _ in _files(args.paths))
    index = index_of(progress(games_in(args.paths), files, "games"))
    if not index.games:
        raise RondelError("bad_request", "There is no finished game among these files, or none on a stock board.")
    found = _from(index, args) if args.start else _all(index, args)
    if args.json:
        print_json(found)
    elif args.start:
        print(found["line"])
        print("\n".join(_lines(found["turns"], "  ")) or "  Nothing was played from here.")
    else:
        _print(found["pools"])
    return 0


def _from(index: Index, args: argparse.Namespace) -> JsonDict:
    """Tell what was played from a position."""
    state = read_record(args.start).last()
    node = index.nodes.get(position_of(state))
    turns = _turns(index, position_of(state), args.depth, args.least)
    return {"line": node.line if node else state.game.prompt(state), "turns": turns}


def _all(index: Index, args: argparse.Namespace) -> JsonDict:
    """Tell the plans of all sides, and how often each start occurred."""
    pools = []
    for pool, games in sorted(index.games.items()):
        plans = sorted((turn.text, mark) for turn, mark, _ in index.begun(pool, PLANNED))
        wanted = [(side, mark) for side, mark in plans if args.side.casefold() in ("", side.casefold())]
        told = [{"side": side, "turns": _turns(index, mark, args.depth, args.least)} for side, mark in wanted]
        starts = [{"turn": turn.text, "games": tally.games} for turn, _, tally in index.begun(pool, POSITION)]
        pools.append({**_named(pool), "games": games, "starts": starts, "plans": told})
    if args.side and not any(pool["plans"] for pool in pools):
        known = sorted({node.sides[0] for node in index.nodes.values() if len(node.sides) == 1})
        raise RondelError("bad_request", f"No game has the side {args.side!r}; there are {', '.join(known)}.")
    return {"pools": pools}


def _named(pool: Pool) -> JsonDict:
    options = json.loads(pool.options) if pool.options else {}
    return {"game": pool.game, "board": pool.board, "players": pool.players, "options": options}


def _turns(index: Index, mark: Mark, depth: int, least: int) -> list[JsonDict]:
    """Tell the turns from a node on, as deep as wanted."""
    rows = []
    for turn, after, tally in index.from_here(mark):
        if tally.games < least:
            continue
        node = index.nodes[after]
        row: JsonDict = {"turn": turn.text, "games": tally.games}
        if turn.seat != CHANCE:
            row |= {"who": _who(node, turn.seat), "by": dict(tally.by), "won": round(tally.won / tally.games, 4)}
        if depth > 1:
            row["next"] = _turns(index, after, depth - 1, least)
        rows.append(row)
    return rows


def _who(node: Node, seat: int) -> str:
    return node.sides[seat] if len(node.sides) > 1 else node.sides[0]


def _print(pools: Sequence[JsonDict]) -> None:
    """Tell plans as an indented tree."""
    for pool in pools:
        options = "".join(f", {name}={value}" for name, value in pool["options"].items())
        print(f"{pool['game']}, {pool['board']}, {pool['players']} players{options}: {pool['games']} games")
        for plan in pool["plans"]:
            print(f"  {plan['side']}")
            print("\n".join(_lines(plan["turns"], "    ")))


def _lines(turns: Sequence[JsonDict], indent: str) -> Iterator[str]:
    for row in turns:
        won = f"  won {100 * row['won']:3.0f} %" if "won" in row else ""
        by = ", ".join(f"{name} {count}" for name, count in sorted(row.get("by", {}).items()))
        yield f"{indent}{row['games']:5}{won}  {row['turn']}{f'  ({by})' if by else ''}"
        yield from _lines(row.get("next", ()), indent + "  ")
