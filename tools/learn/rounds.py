"""Rounds of a training: play, fit, test, note. Everything is in one folder, and an interrupted round continues.

| in the folder | what it is |
| --- | --- |
| `state.json` | what is trained and how, the net that plays, the one that is tested |
| `nets/` | every generation, as `RULEBOOK-N.json`; the first one adds nothing to the hand-made score |
| `samples/` | shards of positions, by generation |
| `matches/` | results of the arena |
| `ladder.jsonl` | a line a round: samples, losses, how the new net did |
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from rondel.arena.match import Table
from rondel.arena.run import write_whole
from rondel.bots.learned import learner_of
from rondel.bots.net import FOLDER, Net, pack_net, read_net
from rondel.errors import RondelError
from rondel.registry import make
from tools.learn.fit import Fit, Group, Shape, fit, fresh, gathered
from tools.learn.match import Score, play_match
from tools.learn.samples import LOOKED, Samples, joined, read_note, read_shard, targets, write_shard
from tools.learn.selfplay import Played, Task, play
from tools.learn.sprt import Test
from tools.learn.work import Clock, spread

#: games of a shard
SHARD: Final = 40
#: one game in this many is held out from the fit
KEPT: Final = 10
#: the part of a round's time after which testing ends; the rest is for the ladder
TESTING: Final = 0.92
#: the part of a round's time that games under way have, when the time for self-play is over
STRAGGLING: Final = 0.1


@dataclass(frozen=True, slots=True)
class Plan:
    """What is trained, and how. It is kept with the training; a later call may change all but the rulebook."""

    game: str
    players: tuple[int, ...] = (2,)  # 2,2,4 for twice as many games with two
    board: str = ""  # several as east,west: self-play takes turns, matches are on the first
    options: Mapping[str, int] = field(default_factory=dict)
    nodes: int = 300  # positions judged a turn in self-play
    games: int = 0  # of self-play a round; 0 for as many as the time allows
    playing: float = 0.6  # the part of a round's time for self-play
    replay: int = 4  # generations whose samples are used
    width: int = 32
    second: int = 16
    result: float = 0.5  # how much the result of the game counts in a target, the rest are later searches
    decay: float = 0.9  # how much of a later search is carried back a turn
    looked: float = 0.5  # the weight of a turn that was only considered, compared with one that was played
    epochs: int = 6
    rate: float = 4e-3
    fade: tuple[float, ...] = (5.0,)  # weight decay; of several, the one whose net predicts held-out games best
    accept: str = "sprt"  # or "always": the next round plays with the new net whatever the match says
    gain: float = 0.04  # half the gain in wins that the test asks about, as a part of the even share
    least: int = 1000  # games before the test may answer
    most: int = 4000  # games after which a net that is not better is discarded
    against: str = ""  # a bot that each new net meets besides, such as search:nodes=300
    ladder: int = 0  # games of that

    @property
    def first_board(self) -> str:
        """The board on which nets meet."""
        return self.board.split(",")[0]

    @property
    def numbers(self) -> list[int]:
        """The numbers of players, each once."""
        return list(dict.fromkeys(self.players))

    def tables(self) -> list[tuple[str, int]]:
        """Give the boards and numbers of players of self-play: those numbers that each board has places for."""
        return [
            (board, players)
            for board in self.board.split(",")
            for players in self.players
            if _seats(self, board, players)
        ]


def _seats(plan: Plan, board: str, players: int) -> bool:
    try:
        make(plan.game, players, board, plan.options)
    except RondelError:
        return False
    return True


@dataclass(slots=True)
class _Shard:
    """What a shard gives to a fit: the samples to fit to, and those kept back."""

    train: Group
    kept: Group


class Training:
    """A folder with a training in it."""

    def __init__(
        self, folder: Path, plan: Plan | None, workers: int = 1, ray: str = "", device: str = "numpy",
        start: Path | None = None,
    ) -> None:  # fmt: skip
        self.folder = folder
        self.workers = workers
        self.ray = ray
        self.device = device
        for name in ("nets", "samples", "matches"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        os.environ[FOLDER] = str((folder / "nets").resolve())
        self.state: dict[str, Any] = self._read()
        if plan is not None:
            self.state["plan"] = asdict(plan)
        if "plan" not in self.state:
            raise SystemExit(f"{folder} holds no training yet: say which --game.")
        stored = self.state["plan"]
        self.plan = Plan(**{**stored, **{name: tuple(stored[name]) for name in ("players", "fade") if name in stored}})
        self.learner = learner_of(make(self.plan.game, self.plan.players[0], self.plan.first_board, self.plan.options))
        self.shape = Shape(len(self.learner.names), self.plan.width, self.plan.second)
        self._known: dict[Path, _Shard] = {}
        self._begin(start)

    def _read(self) -> dict[str, Any]:
        path = self.folder / "state.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"best": 1, "candidate": 0, "last": 1}

    def save(self) -> None:
        """Keep where the training stands."""
        write_whole(self.folder / "state.json", json.dumps(self.state, indent=1) + "\n")

    def _begin(self, start: Path | None) -> None:
        if not self._net(1).exists():
            told = "nothing: it adds nothing to the hand-made score"
            numbers = fresh(self.shape, 1)
            if start is not None:
                net = read_net(start.read_text(encoding="utf-8"), 2)
                numbers, told = carried_over(net, self.learner.names, self.shape), f"the net of {net.head['game']}"
                if net.head["game"] == self.plan.game:  # an earlier training of the same rulebook goes on
                    self.state["earlier"] = {name: int(net.head[name]) for name in ("generation", "games")}
            self._store(1, numbers, {"games": 0, "from": told})
        self.save()

    def _net(self, generation: int) -> Path:
        return self.folder / "nets" / f"{self.plan.game}-{generation}.json"

    def _store(self, generation: int, numbers: np.ndarray[Any, Any], told: Mapping[str, Any]) -> None:
        head = {
            "game": self.plan.game, "version": self.learner.version, "generation": generation,
            "width": self.plan.width, "second": self.plan.second, "inputs": list(self.learner.names), **told,
        }  # fmt: skip
        write_whole(self._net(generation), pack_net(head, numbers.tolist()))

    # ---- playing ----

    def play(self, clock: Clock, part: float) -> int:
        """Play with the best net until a part of the time is over or the games of a round are there; count them."""
        best = int(self.state["best"])
        there = self.played(best)
        waiting: dict[tuple[str, int], list[Played]] = {table: [] for table in self.plan.tables()}
        told, begun = clock.gone(), there
        # an endless game must not hold up the round
        patience = STRAGGLING * clock.seconds if clock.seconds else None
        tasks = self._tasks(best, there)
        for done in spread(play, tasks, self.workers, self.ray, lambda: clock.over(part), patience):
            there += 1
            games = waiting[done.task.board, done.task.players]
            games.append(done)
            if len(games) >= SHARD:
                self._shard(games)
            if clock.gone() - told > 60.0:
                told = clock.gone()
                print(f"  {there} games of generation {best}, {told:.0f} s", flush=True)
        for games in waiting.values():
            self._shard(games)
        print(f"  {there} games of generation {best} ({there - begun} now), {clock.gone():.0f} s", flush=True)
        return there

    def played(self, generation: int) -> int:
        """Count the games of a generation that are on disk."""
        return sum(int(read_note(path)["games"]) for path in self._shards(generation))

    def _shards(self, generation: int) -> list[Path]:
        return sorted((self.folder / "samples").glob(f"{generation:03}-*.npz"))

    def _tasks(self, generation: int, there: int) -> Iterator[Task]:
        plan = self.plan
        tables = plan.tables()
        number = there
        while not plan.games or number < plan.games:
            board, players = tables[number % len(tables)]
            self.state["seed"] = seed = int(self.state.get("seed", 0)) + 1
            yield Task(plan.game, players, generation, seed, plan.nodes, board, dict(plan.options))
            number += 1

    def _shard(self, games: list[Played]) -> None:
        """Write the games as a shard, and forget them."""
        if not games:
            return
        task = games[0].task
        seeds = sorted(game.task.seed for game in games)
        ended = [game.samples for game in games if game.samples is not None]
        note = {
            "game": task.game, "players": task.players, "board": task.board, "options": dict(task.options),
            "generation": task.generation, "nodes": task.nodes, "games": len(games),
            "without end": len(games) - len(ended), "seeds": seeds, "turns": sum(game.turns for game in games),
            "version": self.learner.version,
            "inputs": len(self.learner.names),
        }  # fmt: skip
        if ended:
            path = self.folder / "samples" / f"{task.generation:03}-{task.players}-{seeds[0]:07}.npz"
            write_shard(path, joined(ended), note)
        games.clear()
        self.save()

    # ---- fitting ----

    def fit(self) -> int:
        """Fit a new generation to the samples of the last ones, from the best net on; give its number."""
        plan, best = self.plan, int(self.state["best"])
        generations = sorted({int(path.name[:3]) for path in (self.folder / "samples").glob("*.npz")})[-plan.replay :]
        paths = [path for generation in generations for path in self._shards(generation)]
        train, kept = self._groups(paths)
        start = self._numbers(best)
        ways = [
            Fit(plan.epochs, rate=plan.rate, fade=fade, seed=int(self.state["last"]), device=self.device)
            for fade in plan.fade
        ]
        nets = [fit(self.shape, start, train, kept, how, lambda text: print(text, flush=True)) for how in ways]
        # without held-out games all losses are 0, and the first way counts
        place = min(range(len(ways)), key=lambda place: ways[place].curve[-1][0])
        how, numbers = ways[place], nets[place]
        number = self.state["last"] = int(self.state["last"]) + 1
        earlier = self.state.get("earlier", {})
        games = earlier.get("games", 0) + sum(int(read_note(path)["games"]) for path in self._all_shards())
        self._store(
            number, numbers, {"games": games, "from": f"self-play of generations {generations}", "nodes": plan.nodes}
        )
        self.state["candidate"] = number
        self.state["fit"] = {
            "samples": sum(map(len, train)), "generations": generations, "by hand": how.curve[-1][1],
            "losses": [round(loss, 5) for loss, _ in how.curve], "fade": how.fade,
        }  # fmt: skip
        self.save()
        return number

    def _all_shards(self) -> list[Path]:
        return sorted((self.folder / "samples").glob("*.npz"))

    def _numbers(self, generation: int) -> np.ndarray[Any, Any]:
        net = read_net(self._net(generation).read_text(encoding="utf-8"), 2)
        return np.array(net.numbers(), np.float32)

    def _groups(self, paths: Sequence[Path]) -> tuple[list[Group], list[Group]]:
        """Give the samples to fit to and those kept back, by numbers of sides and seats."""
        self._known = {path: self._known.get(path) or self._shard_of(path) for path in paths}
        found: dict[tuple[int, int], list[_Shard]] = {}
        for shard in self._known.values():
            found.setdefault((shard.train.base.shape[1], shard.train.target.shape[1]), []).append(shard)
        train = [gathered([shard.train for shard in shards]) for shards in found.values()]
        kept = [gathered([shard.kept for shard in shards]) for shards in found.values()]
        return train, kept

    def _shard_of(self, path: Path) -> _Shard:
        """Read a shard; every game is in one shard as a whole."""
        samples = read_shard(path)
        back = samples.game % KEPT == 0
        # held-out games are judged by their winners, on positions that were played
        return _Shard(
            self._group(samples.part(~back), self.plan.result),
            self._group(samples.part(back & (samples.kind != LOOKED)), 1.0),
        )

    def _group(self, samples: Samples, result: float) -> Group:
        weight = np.where(samples.kind == LOOKED, self.plan.looked, 1.0).astype(np.float32)
        return Group(samples.rows, samples.base, targets(samples, result, self.plan.decay), weight)

    # ---- testing ----

    def test(self, clock: Clock, part: float) -> list[Score]:
        """Play the new net against the best one until the test answers, or the time is over."""
        new, best, plan = int(self.state["candidate"]), int(self.state["best"]), self.plan
        scores: list[Score] = []
        for place, players in enumerate(plan.numbers):
            even = 1.0 / players
            until = _share(place, len(plan.numbers), clock, part)
            table = self.table(players, self.bot(new), self.bot(best))
            path = self.folder / "matches" / f"{new:03}-{best:03}-{players}.jsonl"
            test = Test(even, 2 * plan.gain * even)
            score = play_match(
                table, plan.most, path, self.workers, self.ray, partial(clock.over, until), test, plan.least
            )
            print(f"  {new} against {best}, {players} players: {score.text()}", flush=True)
            scores.append(score)
        return scores

    def bot(self, generation: int) -> str:
        """Name the bot of a generation."""
        return f"learned:nodes={self.plan.nodes},generation={generation}"

    def table(self, players: int, first: str, others: str) -> Table:
        """Give the table of one bot against others."""
        # far from the seeds of self-play
        seed = 500_000_000 + 10_000 * int(self.state["last"])
        plan, openings = self.plan, 2 if self.learner.deals else 4
        return Table(
            plan.game, players, plan.first_board, dict(plan.options), (first, *[others] * (players - 1)), seed,
            openings=openings,
        )  # fmt: skip

    def decide(self, scores: Sequence[Score]) -> bool:
        """Accept or discard the new net if the test is decided; say whether it is."""
        verdicts = [-1 if not score.verdict and score.games >= self.plan.most else score.verdict for score in scores]
        if self.plan.accept == "always" or all(verdict > 0 for verdict in verdicts):
            self.state["best"] = self.state["candidate"]
        elif not any(verdict < 0 for verdict in verdicts):
            return False
        self.state["candidate"] = 0
        return True

    def climb(self, clock: Clock) -> list[tuple[int, Score]]:
        """Play the newest net against the bot of the ladder."""
        plan, new = self.plan, int(self.state["last"])
        found: list[tuple[int, Score]] = []
        for players in plan.numbers if plan.against and plan.ladder else ():
            path = self.folder / "matches" / f"{new:03}-ladder-{players}.jsonl"
            table = self.table(players, self.bot(new), plan.against)
            score = play_match(table, plan.ladder, path, self.workers, self.ray, clock.over)
            print(f"  {new} against {plan.against}, {players} players: {score.text()}", flush=True)
            found.append((players, score))
        return found

    # ---- rounds ----

    def round(self, minutes: float) -> None:
        """Go through one round, or what is left of one that was cut off."""
        clock = Clock(minutes)
        games = 0
        if not self.state["candidate"]:
            games = self.play(clock, self.plan.playing)
            if not games:
                print("  no game was finished; give it more minutes", flush=True)
                return
            self.fit()
        scores = [] if self.plan.accept == "always" and not self.plan.most else self.test(clock, TESTING)
        new = int(self.state["candidate"])
        decided = self.decide(scores)
        line = {
            "generation": new, "best": self.state["best"], "decided": decided, "games": games,
            **self.state.get("fit", {}),
            "test": [[score.wins, score.games, score.verdict] for score in scores], "seconds": round(clock.gone(), 1),
            "ladder": [[players, score.wins, score.games] for players, score in self.climb(clock)],
            "against": self.plan.against, "players": self.plan.numbers,
        }  # fmt: skip
        with (self.folder / "ladder.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.save()
        print(f"round over: generation {new}, plays on with {self.state['best']}, {clock.gone():.0f} s", flush=True)


def carried_over(net: Net, names: Sequence[str], shape: Shape) -> np.ndarray[Any, Any]:
    """Give the numbers of another rulebook's net for these inputs: known ones by their names, new ones at zero."""
    if (net.width, net.second) != (shape.width, shape.second):
        raise SystemExit(
            f"That net has {net.width} and {net.second} units, this training {shape.width} and {shape.second}."
        )
    numbers = np.array(net.numbers(), np.float32)
    first = net.inputs * shape.width
    rows = dict(zip(net.head["inputs"], numbers[:first].reshape(net.inputs, shape.width), strict=True))
    none = np.zeros(shape.width, np.float32)
    return np.concatenate([*(rows.get(name, none) for name in names), numbers[first:]])


def _share(place: int, count: int, clock: Clock, part: float) -> float:
    """Give the part of the time at which the match of one table ends, so that all have their share."""
    gone = clock.gone() / clock.seconds if clock.seconds else 0.0
    return gone + (max(part, gone) - gone) / (count - place)
