"""Tables that count: nobody helps, nobody is replaced, in tournaments too. And nobody's requests crowd others out."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rondel.server.apart import Apart, step_back
from rondel.server.core.match import Match, Trial
from rondel.server.http.connections import AHEAD
from rondel.server.http.doorway import TICK, TOGETHER, Turns
from rondel.server.people import accounts, contests, passwords, scores
from rondel.server.tables.tournaments import MOST_BOTS
from rondel.server.wire.events import Asked, Chair
from rondel.server.wire.refusal import Refusal
from tests.server.live import Live, Person
from tests.server.test_fair import account
from tests.server.test_tournaments import cup
from tests.server.toys import antike

NOW = 1_000


def seated(director: Person, *others: Person, **more: Any) -> str:
    """Start a tournament for two, and give its first table."""
    tournament = cup(director, rounds=1, **more)
    for person in (director, *others):
        assert person.post(f"/api/tournaments/{tournament}/enter").status_code == 200
    if not others:
        director.post(f"/api/tournaments/{tournament}/bots", {"bot": "random", "count": 1})
    begun = director.post(f"/api/tournaments/{tournament}/start").json()
    return str(begun["pairings"][0]["table"])


# ---- tournaments -----------------------------------------------------------------------------------------------------


def test_a_rated_tournament_has_clocks_and_no_bot_plays_for_whoever_is_late(lite: Live) -> None:
    ann, ben = account(lite, "Ann"), account(lite, "Ben")
    wish = {"name": "Cup", "game": "attika", "rated": True}
    assert ann.post("/api/tournaments", wish).json()["code"] == "bad_message"
    pace = {"kind": "days", "days": 2, "timeout": "bot"}
    info = ann.get(f"/api/tables/{seated(ann, ben, rated=True, pace=pace)}").json()
    assert (info["rated"], info["pace"]["timeout"]) == (True, "loss")


def test_everybody_plays_for_themselves_in_a_tournament(lite: Live) -> None:
    ann, ben = account(lite, "Ann"), account(lite, "Ben")
    table = seated(ann, ben)
    seat = ann.welcome(table)["you"][0]
    path = f"/api/tables/{table}/seats/{seat}"
    assert ann.post(f"{path}/standin", {"bot": "random"}).json()["code"] == "rated"
    assert ann.post(f"{path}/link").json()["code"] == "rated"
    rev = ann.welcome(table)["rev"]
    assert ann.message(table, type="ask", what="swap", other=1 - seat, rev=rev)["code"] == "rated"


def test_nobody_is_helped_against_the_bots_of_a_tournament(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> int:
        return await asyncio.Future[int]()

    monkeypatch.setattr(lite.site.bots, "choose", never)
    ann = account(lite, "Ann")
    table = seated(ann, game="antike-duellum")
    assert not ann.get(f"/api/tables/{table}").json().get("hints", False)
    assert ann.get(f"/api/tables/{table}/chances").json()["code"] == "no_hints"


def table_with(**more: Any) -> Match:
    match = antike()
    match.setup = replace(match.setup, **more)
    return match


def against_a_bot(**more: Any) -> Match:
    """Give a game of a person against a bot in which both have decided."""
    match = table_with(**more)
    match.chairs = (Chair("person", "ann", "Ann"), Chair("bot", bot="random"))
    trial = Trial(match)
    while trial.match.plies[-1:] == [] or trial.match.plies[-1].event.seat == 0:
        trial.play(trial.match.state.to_act, trial.match.state.legal()[0], NOW)
    return trial.match


def test_undo_is_free_against_bots_for_fun_alone() -> None:
    casual = against_a_bot()
    assert casual.undo("ann", casual.rev, 0, NOW).after.step == 0
    strict = against_a_bot(contest=True)
    with pytest.raises(Refusal, match="ask them"):
        strict.undo("ann", strict.rev, 0, NOW)
    with pytest.raises(Refusal, match="Nobody is left"):
        strict.ask("ann", Asked(NOW, 0, "undo", 0), strict.rev)


def test_a_tournament_holds_so_many_bots_and_a_round_robin_so_many_entrants(lite: Live) -> None:
    ann = account(lite, "Ann")
    tournament = cup(ann)
    path = f"/api/tournaments/{tournament}/bots"
    assert ann.post(path, {"bot": "random", "count": MOST_BOTS}).status_code == 200
    assert ann.post(path, {"bot": "random"}).json()["code"] == "full"
    storage, robin = lite.site.storage, cup(ann, form="round-robin")
    for number in range(contests.MOST["round-robin"]):
        storage.submit(partial(contests.enter, tournament=robin, who=f"bot {number}", person=False, now=1)).result(10)
    assert ann.post(f"/api/tournaments/{robin}/enter").json()["code"] == "full"


def test_nobody_makes_tournaments_without_end(lite: Live) -> None:
    ann = account(lite, "Ann")
    codes = [ann.post("/api/tournaments", {"name": "Cup", "game": "attika"}).status_code for _ in range(11)]
    assert codes == [201] * 10 + [429]


def test_standings_are_worked_out_once(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = account(lite, "Ann"), account(lite, "Ben")
    seated(ann, ben)
    tournament = ann.get("/api/tournaments").json()["tournaments"][0]["id"]
    first = ann.get(f"/api/tournaments/{tournament}").json()["standings"]
    monkeypatch.setattr(contests, "table_of", lambda *_: pytest.fail("worked out again"))
    assert ben.get(f"/api/tournaments/{tournament}").json()["standings"] == first


# ---- the archive -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "public"),
    [({}, False), ({"listed": True}, True), ({"rated": True}, True), ({"listed": True, "watchers": False}, False)],
)
def test_a_game_that_only_a_link_led_to_is_not_in_the_public_archive(more: dict[str, Any], public: bool) -> None:
    assert scores.finished_of("t", table_with(**more), NOW).public is public


# ---- cost ------------------------------------------------------------------------------------------------------------


def test_requests_of_one_address_take_turns_and_those_of_others_do_not_wait() -> None:
    async def crowd() -> tuple[int, list[str], int]:
        turns, done = Turns(), []

        async def one(address: str) -> None:
            await turns.take(address)
            done.append(address)

        tasks = [asyncio.create_task(one("192.0.2.1")) for _ in range(5 * TOGETHER)]
        await asyncio.sleep(0)
        at_once = len(done)
        await one("192.0.2.2")
        early = done[:]
        gone = tasks.pop()
        gone.cancel()  # whoever goes away gives the turn to the next
        await asyncio.gather(*tasks)
        await asyncio.sleep(3 * TICK)
        assert not turns._begun
        assert not turns._waiting
        return at_once, early, len(done)

    at_once, early, in_all = asyncio.run(crowd())
    assert at_once == TOGETHER
    assert early[-1] == "192.0.2.2"
    assert len(early) == TOGETHER + 1
    assert in_all == 5 * TOGETHER


def test_requests_sent_ahead_are_few(lite: Live) -> None:
    with socket.create_connection(("127.0.0.1", lite.port), timeout=10) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * (AHEAD + 20))
        answers = b""
        try:
            while got := line.recv(65536):
                answers += got
        except ConnectionError:
            pass
    assert answers.count(b"HTTP/1.1 200") <= AHEAD + 1


def test_a_record_at_hand_costs_nothing(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "me")["table"]["id"]
    first = ann.get(f"/api/tables/{table}/record").text
    monkeypatch.setattr(Match, "actions", lambda match: pytest.fail("gathered again"))
    assert ann.get(f"/api/tables/{table}/record").text == first


def test_a_name_that_nobody_has_is_not_hashed_for_while_reading(lite: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    hashed = passwords.hashed

    def noted(password: str) -> str:
        threads.append(threading.current_thread().name)
        return hashed(password)

    passwords._nothing.cache_clear()
    monkeypatch.setattr(passwords, "hashed", noted)
    lite.site.storage.read_now(lambda c: accounts.find_password(c, "Nobody Inparticular"))
    assert not threads
    wish = {"name": "Nobody Inparticular", "password": "correct horse battery"}
    assert lite.nobody().post("/api/session", wish).json()["code"] == "bad_login"
    assert [name.startswith("work") for name in threads] == [True]


def test_passwords_are_hashed_in_another_process_where_there_is_one(tmp_path: Path) -> None:
    apart = Apart()
    try:
        kept = apart.call(passwords.hashed, "correct horse battery")
        assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=1$"), "slow to guess"
        assert apart.call(passwords.is_password, kept, "correct horse battery")
        assert not apart.call(passwords.is_password, "", "correct horse battery")
    finally:
        apart.close()


def test_what_thinks_and_hashes_is_less_urgent_than_the_tables() -> None:
    before, after = os.nice(0), []

    def work() -> None:
        step_back()
        after.append(os.nice(0))

    thread = threading.Thread(target=work)  # on Linux a thread has a priority of its own
    thread.start()
    thread.join()
    assert after[0] > before or before == 19
    assert os.nice(0) == before
