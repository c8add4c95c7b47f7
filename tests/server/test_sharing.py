"""Shared links: their title and picture, what outsiders are not told, replays on other websites, the first page."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from rondel.draw.card import HEIGHT, WIDTH, draw_card
from rondel.errors import RondelError
from rondel.registry import find_book, make
from rondel.server.core import heavy
from rondel.server.http.static_files import EMBED_POLICY, POLICY, add_pages
from rondel.server.settings import Settings
from rondel.server.site import Site
from rondel.server.tables.sharing import Shared
from rondel.server.tables.showcase import TURNS, showcase, showcase_names
from tests.server.live import Live, Person, live

PAGE = """<!doctype html><html><head><meta
  name="description" content="old" /><title>Rondel</title></head><body></body></html>"""


@pytest.fixture
def shown(lite: Live, tmp_path: Path) -> Iterator[Live]:
    """Give a server with a page."""
    (tmp_path / "index.html").write_text(PAGE)
    app = lite.server.config.app
    assert isinstance(app, Starlette)
    before = list(app.router.routes)
    add_pages(app, tmp_path)  # type: ignore[arg-type]
    # pages that the server was built with come first: put the new ones before them
    pages = [route for route in app.router.routes[len(before) :] if not isinstance(route, Mount)]
    app.router.routes[:] = [*pages, *before]
    yield lite
    app.router.routes[:] = before


def _pair(lite: Live, **more: object) -> tuple[Person, str]:
    ann, ben = lite.guest("Ann"), lite.guest("B<e>n")
    made = ann.table("me", "invited", **more)
    ben.post(f"/api/tables/{made['table']['id']}/join", {"token": made["links"]["1"]})
    return ann, made["table"]["id"]


class Here:
    """Instead of the process that draws: it keeps what it was asked for, and always gives the same."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.asked: list[tuple[Any, ...]] = []

    def call(self, *args: Any) -> bytes:
        self.asked.append(args)
        return self.body

    def close(self) -> None:
        """Nothing runs."""


@pytest.fixture
def drawing(lite: Live, monkeypatch: pytest.MonkeyPatch) -> Here:
    """Let nothing be drawn."""
    here = Here(b"png")
    monkeypatch.setattr(lite.site, "_drawing", here)
    return here


def test_a_link_to_a_table_tells_its_game_and_who_plays(shown: Live) -> None:
    _, table = _pair(shown)
    text = shown.nobody().get(f"/table/{table}").text
    title = "Antike"  # the edition that most people have is not named
    assert f"<title>{title}: Ann · B&lt;e&gt;n · Rondel</title>" in text
    assert f'<meta property="og:title" content="{title}: Ann · B&lt;e&gt;n" />' in text
    assert f"/api/tables/{table}/card.png?at=" in text
    assert "Watch it live" in text
    assert "old" not in text
    french = shown.nobody().client.get(f"/replay/{table}/0", headers={"accept-language": "fr-CH, en;q=0.5"}).text
    assert "en direct" in french
    assert "step=0" in french


@pytest.mark.parametrize(
    ("language", "names"), [("en", "Ann · 2 bots"), ("fr", "Ann · 2 robots"), ("de", "Ann · 2 Bots")]
)
def test_the_title_of_a_link_counts_the_bots(shown: Live, language: str, names: str) -> None:
    table = shown.guest("Ann").table("me", "bot random", "bot random")["table"]["id"]
    text = shown.nobody().client.get(f"/table/{table}", headers={"accept-language": language}).text
    assert f": {names} · Rondel</title>" in text


def test_bots_come_after_people_and_free_seats() -> None:
    assert Shared("A", ("Ann", "…"), 1, "open", 0).names() == "Ann · … · 1 bot"
    assert Shared("A", ("Ann",), 0, "open", 0).names() == "Ann"


def test_a_private_table_looks_like_one_that_does_not_exist(shown: Live, drawing: Here) -> None:
    ann, table = _pair(shown, watchers=False)
    private, unknown = (shown.nobody().get(f"/table/{name}").text for name in (table, "nosuchtable"))
    assert private.replace(table, "") == unknown.replace("nosuchtable", "")
    assert "Ann" not in private
    assert "/card.png" in private
    assert shown.nobody().get(f"/api/tables/{table}/card.png").json()["code"] == "no_watchers"
    assert not drawing.asked
    assert ann.get(f"/api/tables/{table}/card.png").headers["cache-control"] == "private, no-store"


def test_the_picture_is_drawn_once_for_everybody(lite: Live, drawing: Here) -> None:
    _, table = _pair(lite)
    for _ in range(3):
        answer = lite.nobody().get(f"/api/tables/{table}/card.png")
        assert (answer.content, answer.headers["content-type"]) == (b"png", "image/png")
    assert len(drawing.asked) == 1


def test_hidden_hands_are_on_no_picture(lite: Live, drawing: Here) -> None:
    ann = lite.guest("Ann")
    table = ann.table("me", "bot random", game="attika")["table"]["id"]
    assert ann.get(f"/api/tables/{table}/card.png").content == b"png"
    ((_, _, view, _, _),) = drawing.asked
    assert all(isinstance(city["hand"], int) for city in view["cities"].values())
    own = ann.welcome(table)["view"]["cities"]
    assert any(isinstance(city["hand"], dict) for city in own.values())


def test_a_card_is_a_picture_of_the_expected_size() -> None:
    pytest.importorskip("resvg_py")
    game = make("attika", 2)
    header = {"game": "attika", "players": 2}
    body = heavy.card(header, dict(game.new(1).view(0)), "Attika", "Ann · Ben")
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(body[16:20]), int.from_bytes(body[20:24])) == (WIDTH, HEIGHT)


def test_without_a_renderer_the_link_has_the_picture_of_the_site(
    lite: Live, drawing: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    drawing.body = heavy.card({"game": "attika", "players": 2}, dict(make("attika", 2).new(1).view(0)), "Attika", "")
    assert drawing.body == b""
    _, table = _pair(lite)
    answer = lite.nobody().get(f"/api/tables/{table}/card.png")
    assert (answer.status_code, answer.headers["location"]) == (302, "/card.png")


def test_a_drawing_keeps_its_proportions_on_a_card_and_texts_are_cut() -> None:
    card = draw_card('<svg width="10" height="9" viewBox="0 0 10 9"><path d="M0 0"/></svg>', "x" * 90, "<b>")
    assert 'viewBox="0 0 10 9"' in card
    assert 'width="10"' not in card
    assert "…" in card
    assert "&lt;b&gt;" in card
    assert "<path" not in draw_card("<p>no drawing</p>", "x", "y")


def test_only_replays_for_other_websites_can_be_framed(shown: Live) -> None:
    _, table = _pair(shown)
    framed = shown.nobody().get(f"/embed/{table}")
    assert framed.headers["content-security-policy"] == EMBED_POLICY
    assert "x-frame-options" not in framed.headers
    for path in ("/", f"/table/{table}", f"/replay/{table}", f"/api/tables/{table}"):
        answer = shown.nobody().get(path)
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-frame-options"] == "DENY"


def test_search_engines_list_games_only_if_the_host_says_so(shown: Live, tmp_path: Path) -> None:
    for path in ("/archive", "/player/x", "/replay/x", "/club/x"):
        assert shown.nobody().get(path).headers["x-robots-tag"] == "noindex", path
    for path in ("/", "/about"):
        assert "x-robots-tag" not in shown.nobody().get(path).headers
    with live(f"sqlite:///{tmp_path / 'other.db'}", indexed=True) as other:
        app = other.server.config.app
        assert isinstance(app, Starlette)
        add_pages(app, tmp_path)  # type: ignore[arg-type]
        assert "x-robots-tag" not in other.nobody().get("/archive").headers


# ---- the first page --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", showcase_names())
def test_every_rulebook_has_a_game_to_show(name: str) -> None:
    told = showcase(name)
    assert len(told.turns) == TURNS
    assert told.board in find_book(name).boards
    assert all(turn for turn in told.turns)


def test_the_first_page_is_told_what_it_can_show(lite: Live) -> None:
    games = lite.nobody().get("/api/games").json()["games"]
    assert {game["id"] for game in games if game.get("shown")} == set(showcase_names())
    assert lite.nobody().get("/api/games/attika/showcase").json()["game"] == "attika"
    assert lite.nobody().get("/api/games/none/showcase").status_code == 404
    picture = lite.nobody().get("/api/games/attika/picture.svg?theme=dark")
    assert picture.text.startswith("<svg")
    assert "default-src 'none'" in picture.headers["content-security-policy"]
    assert lite.nobody().get("/api/games/none/picture.svg").status_code == 404


def test_about_has_our_own_design_and_the_words_of_the_host(tmp_path: Path, lite: Live) -> None:
    told = lite.nobody().get("/api/about").json()
    assert "board" in told["ours"]["antike-2006"]["boards"]
    assert "imprint" not in told or not told["imprint"]
    (tmp_path / "imprint.txt").write_text("  Club of Ulm\nMünsterplatz 1\n", "utf-8")
    with live(f"sqlite:///{tmp_path / 'own.db'}", imprint=str(tmp_path / "imprint.txt")) as own:
        assert own.nobody().get("/api/about").json()["imprint"] == "Club of Ulm\nMünsterplatz 1"


def test_a_missing_imprint_keeps_the_server_from_starting(tmp_path: Path) -> None:
    with pytest.raises(RondelError, match="RONDEL_IMPRINT"):
        Site(Settings(database=f"sqlite:///{tmp_path / 'x.db'}", imprint=str(tmp_path / "none.txt")))
