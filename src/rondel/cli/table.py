"""Commands at the table: games, new, show, legal, play, replay."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from rondel import record as records
from rondel.bots.registry import make_bot
from rondel.cli.common import add_command, add_game, add_json, game_from, number, print_json, read_record, read_text
from rondel.compact import to_line
from rondel.draw.png import to_png
from rondel.errors import RondelError
from rondel.game import CHANCE, Game, State
from rondel.names import count
from rondel.position import to_position
from rondel.protocol import describe
from rondel.registry import books, find_book, players_of
from rondel.simulate import choose
from rondel.thinking import legal_moves

_FILE = "a record or a position, in any form; - for standard input"


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    games = add_command(commands, "games", "list the rulebooks with their boards and options")
    games.add_argument("game", nargs="?", metavar="GAME", help="only this rulebook")
    add_json(games)
    games.set_defaults(run=run_games)

    new = add_command(commands, "new", "begin a game and print its record")
    add_game(new)
    new.add_argument("--seed", type=int, default=0, metavar="S", help="draws the nations and, where needed, the start")
    new.add_argument(
        "--seats", metavar="NATIONS", help="nations (colors) in seat order with commas, instead of drawing them"
    )
    new.add_argument("--start", metavar="NATION", help="the starting nation, with --seats")
    _add_no_draw(new)
    new.add_argument("--form", choices=("record", "position", "line"), default="record", help="what to print")
    add_json(new)
    new.set_defaults(run=run_new)

    show = add_command(commands, "show", "show a position in readable form")
    show.add_argument("file", metavar="FILE", help=_FILE)
    show.add_argument("--line", action="store_true", help="print the compact line instead")
    show.add_argument("--svg", type=Path, metavar="PICTURE", help="draw the position on the board as SVG")
    show.add_argument("--png", type=Path, metavar="PICTURE", help="the same as PNG (needs rondel[draw])")
    show.add_argument("--dark", action="store_true", help="draw by lamplight")
    show.add_argument(
        "--width",
        type=number(200, 10_000),
        default=1600,
        metavar="N",
        help="width of the picture in pixels (default 1600)",
    )
    show.add_argument("--seat", type=number(0), metavar="N", help="only what this seat may see (default: everything)")
    add_json(show)
    show.set_defaults(run=run_show)

    legal = add_command(commands, "legal", "list the legal moves, or say why a move is not legal")
    legal.add_argument("file", metavar="FILE", help=_FILE)
    legal.add_argument("--why", metavar="MOVE", help="say whether this move can be played, and if not, why")
    add_json(legal)
    legal.set_defaults(run=run_legal)

    _register_moves(commands)


def _register_moves(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that play, take back and replay moves."""
    play = add_command(commands, "play", "play moves on a record or position and print the new record")
    play.add_argument("file", metavar="FILE", help=_FILE)
    play.add_argument(
        "moves", metavar="MOVE", nargs="*",
        help='typed moves, each in quotes: "rondel temple gold"; none to draw what is due',
    )  # fmt: skip
    play.add_argument("--save", action="store_true", help="write the record back to FILE and show the position")
    play.add_argument(
        "--against", metavar="BOT", help="let a bot (see `rondel bots`) decide for all other seats until yours is next"
    )
    play.add_argument("--seed", type=int, metavar="S", help="seed of what is drawn (default: the seed of the record)")
    _add_no_draw(play)
    add_json(play)
    play.set_defaults(run=run_play)

    undo = add_command(commands, "undo", "take back the last moves of a record")
    undo.add_argument("file", metavar="FILE", help="a record; it is written back")
    undo.add_argument("--moves", type=number(1), default=1, metavar="N", help="how many moves (default 1)")
    add_json(undo)
    undo.set_defaults(run=run_undo)

    replay = add_command(commands, "replay", "replay a record and show the position it leads to")
    replay.add_argument("file", metavar="FILE", help="a record; - for standard input")
    replay.add_argument("--to", type=int, metavar="N", help="stop after move N")
    replay.add_argument("--moves", action="store_true", help="list the moves as well")
    add_json(replay)
    replay.set_defaults(run=run_replay)


def _add_no_draw(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-draw", action="store_true", help="draw nothing: type what was drawn at the table as a move"
    )


def run_games(args: argparse.Namespace) -> int:
    """List the rulebooks."""
    shown = [find_book(args.game)] if args.game else list(books().values())
    if args.json:
        print_json([describe(book.id) for book in shown])
        return 0
    for book in shown:
        print(f"{book.id}: {book.title} ({book.year}), {players_of(book)} players")
        print(f"  boards: {', '.join(book.boards)}")
        for option in book.options:
            number = f"={option.value[0]}..{option.value[1]}" if option.value else ""
            print(f"  -o {option.id + number:<24} {option.title} [{option.rule}]")
        for note in book.ours:
            print(f"  our own design: {note}")
    return 0


def run_new(args: argparse.Namespace) -> int:
    """Begin a game."""
    game = game_from(args)
    if args.start and args.seats is None:
        raise RondelError("bad_request", "--start needs --seats; otherwise the board names the starting nation.")
    if args.seats is not None:
        state = find_book(game.id).seat(game, args.seats.split(","), args.start or "", args.seed)
        record = records.start_record(state, args.seed if game.has_chance else None)
    else:
        record = records.start_record(game.new(args.seed), args.seed)
    if not args.no_draw:
        records.play(record, (), _generator(record, args.seed))
    if args.form == "line":
        line = to_line(record.last())
        print_json({"line": line}) if args.json else print(line)
    elif args.form == "position":
        print_json(to_position(record.last()))
    else:
        _print_record(record, args.json)
    return 0


def _print_record(record: records.Record, as_json: bool) -> None:
    if as_json:
        print_json(records.to_object(record))
    else:
        print(records.dumps(record), end="")


def run_show(args: argparse.Namespace) -> int:
    """Show a position."""
    state = read_record(args.file).last()
    if args.svg or args.png:
        return _draw(state, args)
    seat = _seat(args, state.game)
    if args.json:
        print_json(state.view(seat))
    elif args.line:
        print(find_book(state.game.id).write_line(state.view(seat)))
    else:
        print(state.game.show(state, seat))
    return 0


def _seat(args: argparse.Namespace, game: Game) -> int:
    """Give the seat that looks; without one everything is shown."""
    if args.seat is not None and args.seat >= game.seats:
        raise RondelError("bad_request", f"--seat is a number from 0 to {game.seats - 1}, not {args.seat}.")
    return CHANCE if args.seat is None else int(args.seat)


def _draw(state: State, args: argparse.Namespace) -> int:
    """Draw the position on its board."""
    game = state.game
    picture = find_book(game.id).draw(game, state.view(_seat(args, game)), args.width, args.dark)
    if args.svg:
        args.svg.write_text(picture, encoding="utf-8")
        print(f"Drawn: {args.svg}")
    if args.png:
        args.png.write_bytes(to_png(picture))
        print(f"Drawn: {args.png}")
    return 0


def run_legal(args: argparse.Namespace) -> int:
    """List the legal moves or explain one."""
    state = read_record(args.file).last()
    if args.why is not None:
        return _explain(state, args.why, args.json)
    moves = legal_moves(state)
    if args.json:
        print_json(
            {
                "to_act": state.to_act,
                "turn_of": state.turn_of,
                "prompt": state.game.prompt(state),
                "legal": moves,
            }
        )
        return 0
    print(state.game.prompt(state) or f"The game is over ({state.end_reason()}).")
    for move in moves:
        price = f"  ({move['price']})" if "price" in move else ""
        share = f"  ({move['probability']:.1%})" if "probability" in move else ""
        print(f"  {move['move']}{price}{share}")
    return 0


def _explain(state: State, move: str, as_json: bool) -> int:
    error = state.game.why_not(state, move)
    if as_json:
        print_json({"move": move, "legal": error is None, "reason": error.as_json() if error else None})
    elif error:
        print(f"{move}: {error.message} ({error.code}{', ' + error.rule if error.rule else ''})")
    else:
        print(f"{move}: legal")
    return 0 if error is None else 1


def run_play(args: argparse.Namespace) -> int:
    """Play moves, all or none."""
    if args.save and args.file == "-":
        raise RondelError("bad_request", "--save needs a file to write to.")
    record = read_record(args.file)
    if args.save:
        _savable(args.file)
    draws, before = _generator(record, args.seed), len(record.actions)
    seat = records.play(record, (), None if args.no_draw else draws).to_act
    if not args.moves and len(record.actions) == before:
        raise RondelError("bad_request", "There is nothing to draw; type a move. `rondel legal` lists them.")
    state = records.play(record, args.moves, None if args.no_draw else draws)
    typed = len(records.moves_of(record))
    if args.against:
        state = _reply(record, state, args.against, seat, draws)
    if args.save:
        Path(args.file).write_text(records.dumps(record), encoding="utf-8")
    if args.save and not args.json:
        _tell_replies(record, typed)
        # a player against bots must not see their hands
        print(state.game.show(state, seat if args.against else CHANCE))
    else:
        _print_record(record, args.json)
    return 0


def _tell_replies(record: records.Record, typed: int) -> None:
    """Print what was decided after the typed moves."""
    for text, before in records.moves_of(record)[typed:]:
        if before.to_act != CHANCE:
            print(f"{record.game.who(before)}: {text}")


def _generator(record: records.Record, seed: int | None) -> Random:
    """Give the random generator for what comes next: a game that is taken back and replayed draws the same again."""
    given = record.header.get("seed", 0) if seed is None else seed
    return Random(f"{given} {len(record.actions)}")


def _reply(record: records.Record, state: State, bot: str, seat: int, rng: Random) -> State:
    """Let bots decide for the other seats and draw random events until the seat must decide or the game is over."""
    game = record.game
    bots = {other: make_bot(bot, game, other) for other in range(game.seats) if other != seat}
    while state.legal() and state.to_act != seat:
        if state.to_act == CHANCE:
            action = choose(state, rng)
        else:
            action = bots[state.to_act].choose(state.redeal(state.to_act, rng), state.to_act, state.legal())
        record.actions.append(action)
        state = state.apply(action)
    return state


def _savable(name: str) -> None:
    """Refuse to overwrite a hand-made position with a record."""
    if not read_text(name).lstrip("\ufeff \n").startswith(("[", ";")):
        message = f"{name} is not a record in text form; write the record elsewhere: rondel play {name} MOVE > my.game"
        raise RondelError("bad_request", message)


def run_undo(args: argparse.Namespace) -> int:
    """Take back moves of a record and show the position."""
    _savable(args.file)
    record = read_record(args.file)
    moves = records.moves_of(record)
    # what was drawn is taken back with the move before it
    chosen = [place for place, (_, before) in enumerate(moves) if before.to_act != CHANCE]
    if args.moves > len(chosen):
        raise RondelError(
            "bad_request", f"The record has {count(len(chosen), 'move')}; {args.moves} cannot be taken back."
        )
    kept = chosen[len(chosen) - args.moves]
    record = records.cut(record, kept)
    Path(args.file).write_text(records.dumps(record), encoding="utf-8")
    state = record.last()
    if args.json:
        print_json(records.to_object(record))
    else:
        print(f"Taken back: {', '.join(text for text, _ in moves[kept:])}.")
        print(state.game.show(state))
    return 0


def run_replay(args: argparse.Namespace) -> int:
    """Replay a record up to a move."""
    record = read_record(args.file)
    moves = records.moves_of(record)
    if args.to is not None:
        if not 0 <= args.to <= len(moves):
            raise RondelError("bad_request", f"The record has moves 1 to {len(moves)}.")
        record = records.cut(record, args.to)
        moves = moves[: args.to]
    state = record.last()
    if args.json:
        print_json({**records.to_object(record), "position": to_position(state)})
        return 0
    if args.moves:
        for place, (text, _) in enumerate(moves, 1):
            print(f"{place}. {text}")
        print()
    print(f"{len(moves)} moves, {len(record.actions)} decisions.")
    print(state.game.show(state))
    return 0
