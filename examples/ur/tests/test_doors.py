"""Installed beside rondel, the game has all that rondel's own games have, and no file of rondel knows of it."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from rondel import CHANCE, RondelError, SetupError, make
from rondel import record as records
from rondel.bots.knowledge import evaluator_for
from rondel.bots.registry import find_kind, make_bot
from rondel.cli.main import main
from rondel.protocol import Session
from rondel.registry import books, family_of, find_book
from rondel.server.app import make_app
from rondel.server.settings import Settings
from rondel.simulate import choose, simulate
from rondel_ur.bots import Hunter, UrEvaluator

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: object) -> str:
    assert main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def test_the_entry_point_is_found() -> None:
    assert "ur" in books()
    assert family_of(make("ur")) is not None
    assert find_book("ur").table == "plain"
    with pytest.raises(SetupError):
        make("ur", 3)
    with pytest.raises(SetupError):
        make("ur", board="east")
    with pytest.raises(SetupError):
        make("ur", options={"expert": 1})


# ---- the command line ------------------------------------------------------------------------------------------------


def test_the_command_line_plays_it(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert "The Royal Game of Ur" in run(capsys, "games")
    path.write_text(run(capsys, "new", "ur"), encoding="utf-8")
    for _ in range(4):  # the dice are thrown by the command
        state = records.loads(path.read_text(encoding="utf-8")).last()
        move = state.game.action_text(state, state.legal()[0])
        assert move in run(capsys, "legal", path)
        run(capsys, "play", path, move, "--save")
    assert "to move a piece by" in run(capsys, "show", path)
    assert json.loads(run(capsys, "perft", "ur", "--depth", "3", "--json"))["nodes"] == 29
    assert "home" in run(capsys, "sim", "ur", "--games", "20")
    run(capsys, "show", path, "--svg", tmp_path / "ur.svg")
    assert (tmp_path / "ur.svg").read_text(encoding="utf-8").startswith("<svg")


def test_it_has_no_rules_reference(capsys: Capture) -> None:
    assert main(["rules", "ur"]) == 2
    assert "There is no rules reference of ur." in capsys.readouterr().err


def test_records_and_copies() -> None:
    game, rng = make("ur"), Random(4)
    record = records.start_record(game.new())
    state = record.first()
    for _ in range(60):
        if state.legal():
            record.actions.append(choose(state, rng))
            state = state.apply(record.actions[-1])
    again = records.loads(records.dumps(record))
    assert again.actions == record.actions
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.key() == state.key()
        assert other is not state


def test_the_engine_protocol() -> None:
    session = Session()

    def ask(**request: object) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(session.answer(json.dumps(request)))
        return answer

    assert "ur" in [entry["id"] for entry in ask(cmd="games")["games"]]
    assert ask(cmd="new", game="ur", deal=True, seed=3)["ok"]
    legal = ask(cmd="legal")["legal"]
    assert ask(cmd="play", move=legal[0]["move"])["ok"]
    assert not ask(cmd="why", move="move 14")["legal"]
    assert "ur ur 2" in ask(cmd="position", format="line")["position"]


# ---- bots ------------------------------------------------------------------------------------------------------------


def test_bots_play_it_also_by_name_of_their_class() -> None:
    game = make("ur")
    assert isinstance(evaluator_for(game), UrEvaluator)
    assert find_kind("hunter").about == "Hits where it can, else takes a rosette, else moves the foremost piece"
    for name in ("random", "greedy", "search:nodes=60", "level:2", "hunter:seed=3", "rondel_ur.bots:Hunter:seed=3"):
        bot, state, rng = make_bot(name, game, 1), game.new(), Random(1)
        for _ in range(40):
            if state.to_act == CHANCE:
                state.advance(choose(state, rng))
            elif state.legal():
                state.advance(bot.choose(state, state.to_act, state.legal()))
        assert bot.name == name
    assert isinstance(Hunter(game, 1), Hunter)
    for wrong in ("rondel_ur.bots:Nobody", "no_such_package.bots:Hunter", "rondel_ur.notation:PIECES"):
        with pytest.raises(RondelError, match="bot"):
            make_bot(wrong, game)


def test_the_arena(capsys: Capture, tmp_path: Path) -> None:
    seats = "hunter,rondel_ur.bots:Hunter"
    told = json.loads(run(capsys, "arena", "ur", "--games", "6", "--seats", seats, "--out", tmp_path, "--json"))
    assert told["games"] == 6
    assert not told.get("failures")
    strong = json.loads(run(capsys, "arena", "ur", "--games", "40", "--seats", "greedy,random", "--json"))
    wins = {entry["bot"]: entry["wins"] for entry in strong["bots"]}
    assert wins["greedy"] > wins["random"]


def test_checked_random_games() -> None:
    tally = simulate(make("ur"), 20, 1, check=True)
    assert tally.end_reasons == {"home": 20}


# ---- environments ----------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:Observation")  # PettingZoo of all games with a mask
def test_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from rondel.adapters.pettingzoo import env

    api_test(env("ur"), num_cycles=200)
    seed_test(lambda: env("ur"), num_cycles=50)


def test_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import rondel.adapters.openspiel

    assert rondel.adapters.openspiel.NAMES["ur"] == "python_rondel_ur"
    game = pyspiel.load_game("python_rondel_ur(max_decisions=400)")
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)


def test_gymnasium() -> None:
    pytest.importorskip("gymnasium")
    from rondel.adapters.gymnasium import RondelEnv

    made = RondelEnv("ur", bots="hunter")
    seen, _ = made.reset(seed=1)
    over = False
    while not over:
        seen, reward, over, *_ = made.step(int(seen["action_mask"].argmax()))
    assert reward in (1.0, -1.0)


# ---- the server ------------------------------------------------------------------------------------------------------


async def _visit(database: str) -> None:
    """Make a table against a bot as a page does, look at it and play a move."""
    app = make_app(Settings(database=database))
    transport = httpx.ASGITransport(app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://ur") as page:
        guest = await page.post("/api/guest", json={"name": "Ann"})
        page.headers["Authorization"] = f"Bearer {guest.headers['x-rondel-token']}"
        catalogue = (await page.get("/api/games")).json()
        assert "ur" in [book["id"] for book in catalogue["games"]]
        assert "hunter" in catalogue["bots"]
        assert (await page.get("/api/games/ur")).json()["table"] == "plain"
        assert (await page.get("/api/rules/ur")).status_code == 404
        wish = {"game": "ur", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "hunter"}]}
        made = await page.post("/api/tables", json=wish)
        assert made.status_code == 200, made.text
        table = made.json()["table"]["id"]
        picture = await page.get(f"/api/tables/{table}/picture?theme=dark")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")
        for _ in range(5):
            told = (await page.post(f"/api/tables/{table}/messages", json={"type": "refresh"})).json()
            if told["turn"]["to_act"] != 0:
                await asyncio.sleep(0.5)  # the bot has its move
                continue
            group = told["choices"][0]
            action = group["same"].get("action") or group["rows"][0][group["fields"].index("action")]
            play = {"type": "play", "rev": told["rev"], "actions": [action], "nonce": "n"}
            assert (await page.post(f"/api/tables/{table}/messages", json=play)).json()["type"] == "ack"
        record = (await page.get(f"/api/tables/{table}/record")).text
        assert '[Game "ur"]' in record
        assert "enter" in record


def test_a_table_on_the_server(tmp_path: Path) -> None:
    asyncio.run(_visit(f"sqlite:///{tmp_path / 'ur.db'}"))
