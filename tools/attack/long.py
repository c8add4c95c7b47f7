"""Long games, as a patient attacker makes them: 20,000 decisions that stand, 10,000 taken back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from rondel.record import start_record
from rondel.registry import make
from rondel.server.core import snapshots
from rondel.server.core.editions import edition_of
from rondel.server.core.match import Trial, new_setup, open_match
from rondel.server.people import accounts
from rondel.server.people.scores import Entry, Finished, keep_result
from rondel.server.store.storage import Storage, create_table, keep_snapshot, load_table
from rondel.server.tables.hub import clock_ms
from rondel.server.tables.room import Room
from rondel.server.tables.rows import row_of
from rondel.server.wire.events import AnyEvent, Chair, Setup, Undone, encode

GAME, PLAYERS = "antike-2006", 2
#: who has played very much
BUSY = "level:3"
#: decisions of a usual game before nothing much happens any more
LIVELY = 700
#: what moves the game no nearer to its end
CALM = ("rondel iron", "rondel marble", "rondel gold", "done")


@dataclass
class Guest:
    """Somebody with a session."""

    id: str
    token: str


def long_game(decisions: int, undos: int, seed: int = 3) -> tuple[Setup, list[AnyEvent]]:
    """Play a game of that many decisions, with others taken back in between."""
    rng = Random(seed)
    game = make(GAME, PLAYERS)
    setup = new_setup(start_record(game.new(seed)), "")
    trial = Trial(open_match(setup, game, ()))
    taken = 0
    while trial.match.step < decisions:
        state = trial.match.state
        legal = list(state.legal())
        if trial.match.step >= LIVELY:
            legal = [action for action in legal if game.action_text(state, action) in CALM] or legal[-1:]
        trial.play(state.to_act, rng.choice(legal), 1)
        if taken < undos and rng.random() < 0.5 and trial.match.step > 1:
            trial.add(Undone(1, trial.match.plies[-1].event.seat, trial.match.step - 1))
            taken += 1
    return setup, trial.events


def store(storage: Storage, table: str, player: str, setup: Setup, events: list[AnyEvent]) -> None:
    """Store a game as a table at which one player has all seats."""
    game = make(GAME, PLAYERS)
    own = Setup(header=setup.header, seats=setup.seats, host=player, rules=setup.rules, actions=setup.actions,
                edition=setup.edition)  # fmt: skip
    trial = Trial(open_match(own, game, ()))
    chair = Chair("person", player, "Eve")
    seated: list[AnyEvent] = []
    for seat in range(own.seats):
        sat = trial.match.sit(seat, chair, "joined", 1, lambda outcomes: outcomes[0][0])
        trial.match = sat.after
        seated += sat.events
    now = clock_ms()
    room = Room(table, trial.match, {}, now)
    row = {**row_of(room, trial.match, now), "id": table, "host": player, "listed": False, "created": now,
           "setup": encode(own), "links": b"{}", "seq": len(seated) + len(events), "status": "playing"}  # fmt: skip
    players = [player] * own.seats
    storage.submit(lambda c: create_table(c, row, players, [*seated, *events], edition_of(game))).result(60)


def snap(storage: Storage, table: str) -> None:
    """Keep a snapshot of a table, as the server does of every one that is played."""
    saved = storage.read_now(partial(load_table, table=table))
    assert saved is not None
    match = open_match(saved.setup, make(GAME, PLAYERS), ())
    for event in saved.events:
        match.apply(event, made=True)
    body = snapshots.take(match)
    assert body is not None
    storage.submit(partial(keep_snapshot, table=table, seq=match.seq, body=body)).result(60)


def guests(storage: Storage, count: int) -> list[Guest]:
    """Make guests with sessions, as if they had come over days."""
    found = []
    for _ in range(count):
        player = storage.submit(partial(accounts.add_guest, name="", now=clock_ms())).result(10)
        token = storage.submit(partial(accounts.open_session, player=player.id, now=clock_ms())).result(10)
        found.append(Guest(player.id, token))
    return found


def played_much(storage: Storage, games: int = 2_000) -> None:
    """Store the results of somebody who has played very much: of a bot."""
    for place in range(games):
        entries = [Entry(seat, BUSY if seat else "greedy", False, float(seat), 2 - seat, f"side {place % 30}")
                   for seat in range(2)]  # fmt: skip
        game = Finished(f"old{place}", GAME, entries, place, board="east", public=True)
        storage.submit(partial(keep_result, game=game))


def prepare(
    database: str, tables: int, people: int, decisions: int = 20_000, undos: int = 10_000, played: int = 0
) -> list[Guest]:
    """Fill a database: guests, and long games named long0, long1 … of theirs, the first of which were played here."""
    storage = Storage(database)
    found = guests(storage, people)
    setup, events = long_game(decisions, undos)
    for place in range(tables):
        store(storage, f"long{place}", found[place % len(found)].id, setup, events)
    played_much(storage)
    for place in range(played):
        snap(storage, f"long{place}")
    storage.close()
    return found
