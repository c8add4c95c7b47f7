"""Plays a season of tournaments through the API, from entering to the final standings, and checks the pairings.

tools/season.py                     64 bots: Swiss for two and at tables of four, a round robin in pools, a knock-out
tools/season.py --bots 16           a smaller one
tools/season.py --only Knock-out    one tournament of it

The bots decide at random and at once: this is about tournaments, not about play. One server on 127.0.0.1.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import Any, cast

import httpx

from rondel.server.run import config
from rondel.server.settings import Settings
from rondel.server.site import Site
from rondel.server.tables import hub
from tools.postgres import free_port

FORMS: tuple[dict[str, Any], ...] = (
    {"name": "Swiss for two", "form": "swiss", "size": 2},
    {"name": "Swiss at tables of four", "form": "swiss", "size": 4},
    {"name": "Round robin at tables of four", "form": "round-robin", "size": 4},
    {"name": "Knock-out", "form": "knockout", "size": 2},
)
#: by how much the seats of an entrant may differ: who plays whom comes first
UNEVEN = 2
#: times the square of a table's size: with fewer entrants somebody may have to meet again
FEW = 4
PASSWORD = "a director's password"


@contextmanager
def server(folder: str) -> Iterator[str]:
    """Run a server whose bots decide at random, without delay."""
    hub.STROLL, hub.SWEEP = 0.0, 0.05
    settings = Settings(
        database=f"sqlite:///{folder}/season.db", port=free_port(), log_level="warning", address_per_second=1e6
    )
    running = config(settings)
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started:
        time.sleep(0.05)
    site = cast(Site, cast(Any, running.config.app).state.site)
    rng = random.Random(5)

    async def choose(task: object, legal: Sequence[int], *_: object) -> int:
        return legal[int(rng.random() * len(legal))]

    site.bots.choose = choose  # type: ignore[assignment,method-assign]
    site.bots.warm = lambda: None  # type: ignore[method-assign]
    try:
        yield f"http://127.0.0.1:{settings.port}"
    finally:
        running.should_exit = True
        thread.join(30)


def director(base: str) -> httpx.Client:
    """Make an account that directs the tournaments."""
    client = httpx.Client(base_url=base, trust_env=False, timeout=120)
    answer = client.post("/api/account", json={"name": "Director", "password": PASSWORD})
    client.headers["Authorization"] = f"Bearer {answer.headers['x-rondel-token']}"
    client.cookies.clear()
    return client


def play(client: httpx.Client, wish: dict[str, Any], bots: int) -> dict[str, Any]:
    """Play one tournament to its end."""
    cup = _sent(client, "/api/tournaments", {"game": "attika", **wish})["id"]
    for name in ("level:1", "level:2"):
        _sent(client, f"/api/tournaments/{cup}/bots", {"bot": name, "count": bots // 2})
    _sent(client, f"/api/tournaments/{cup}/start", {})
    while True:
        found: dict[str, Any] = client.get(f"/api/tournaments/{cup}").json()
        if found["info"]["status"] == "over":
            return found
        time.sleep(0.2)


def _sent(client: httpx.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(path, json=body)
    if answer.status_code >= 400:
        raise SystemExit(f"{path}: {answer.text}")
    found: dict[str, Any] = answer.json()
    return found


def judged(found: dict[str, Any]) -> dict[str, str]:
    """Measure how good a schedule is."""
    tables = [table for table in found["pairings"] if len(table["entrants"]) > 1]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table["entrants"], 2))
    seats = Counter((entrant, seat) for table in tables for seat, entrant in enumerate(table["entrants"]))
    size = found["info"]["setup"].get("size", 2)
    spread = max(
        max(counts) - min(counts)
        for entrant in {entrant for entrant, _ in seats}
        for counts in [[seats[entrant, seat] for seat in range(size)]]
    )
    first = found["standings"][0]
    return {
        "rounds": str(found["info"]["round"]),
        "tables": str(len(tables)),
        "pairs that met twice": str(sum(count > 1 for count in met.values())),
        "seats of one entrant differ by": str(spread),
        "points of the winner": f"{first['points']:.2f} in {first['games']} games",
        "lines in the standings": str(len(found["standings"])),
    }


def is_wrong(wish: dict[str, Any], told: dict[str, str], bots: int) -> bool:
    """Say whether a pair met again too often, seats came out uneven, or somebody is missing from the standings.

    In a Swiss tournament for two nobody meets again before they must, nor at larger tables where there are many
    entrants for a few rounds; of few, a tenth of the meetings may be such.
    """
    missing = int(told["lines in the standings"]) != bots
    if wish["form"] != "swiss":
        return missing
    size = int(wish["size"])
    few = size > 2 and bots < FEW * size * size
    most = int(told["tables"]) * size * (size - 1) // 2 // 10 if few else 0
    again, uneven = int(told["pairs that met twice"]), int(told["seats of one entrant differ by"])
    return missing or again > most or uneven > UNEVEN


def main() -> int:
    """Play the season; fail if a tournament was not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", type=int, default=64)
    parser.add_argument("--only", nargs="+", choices=[wish["name"] for wish in FORMS], help="these tournaments only")
    args = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="rondel-season-") as folder, server(folder) as base:
        client = director(base)
        for wish in (wish for wish in FORMS if not args.only or wish["name"] in args.only):
            begin = time.perf_counter()
            found = play(client, wish, args.bots)
            told = judged(found)
            print(f"{wish['name']}, {args.bots} bots, {time.perf_counter() - begin:.0f} s", flush=True)
            for name, value in told.items():
                print(f"  {name:32} {value}", flush=True)
            wrong += is_wrong(wish, told, args.bots)
        client.close()
    print("wrong:" if wrong else "all as it should be", wrong or "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
