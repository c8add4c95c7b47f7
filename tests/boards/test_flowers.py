"""Pictures of positions on hexagonal tiles."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from rondel.attika.tiles import load_tiles, turned
from rondel.cli.main import main
from rondel.draw.hexes import OFFSETS, draw_hexes
from rondel.registry import find_book, make
from rondel.simulate import choose

BOOK = find_book("attika")


def _later(players: int, steps: int, seed: int = 3) -> object:
    rng, state = Random(seed), make("attika", players).new(seed)
    for _ in range(steps):
        if state.legal():
            state = state.apply(choose(state, rng))
    return state


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [400, 1200])
@pytest.mark.parametrize(("players", "steps"), [(2, 0), (3, 200), (4, 500), (2, 2000)])
def test_a_picture_shows_every_space_building_and_player(players: int, steps: int, width: int, dark: bool) -> None:
    state = _later(players, steps)
    view = state.view(0)  # type: ignore[attr-defined]
    picture = BOOK.draw(state.game, view, width, dark)  # type: ignore[attr-defined]
    root = ElementTree.fromstring(picture)
    assert root.get("width") == str(width)
    assert len(re.findall('id="space-', picture)) == 7 * len(view["tiles"])
    assert len(re.findall('href="#shrine"', picture)) == players + 1  # and one in the key
    built = sum(len(entry["buildings"]) for entry in view["cities"].values())
    # shrines have the same inner hexagon
    assert len(re.findall('href="#house"', picture)) == built + players
    for city, entry in view["cities"].items():
        assert city in picture
        assert f"{len(entry['buildings'])} of 30" in picture
    if steps < 2000:
        assert f"{view['turn']} to move" in picture or f"{view['turn']} draws" in picture
    else:
        assert " won (" in picture


def test_hidden_hands_are_numbers_and_open_ones_are_cards() -> None:
    state = _later(2, 0)
    game = state.game  # type: ignore[attr-defined]
    seen = BOOK.draw(game, state.view(0), 1200, False)  # type: ignore[attr-defined]
    everything = BOOK.draw(game, state.view(-1), 1200, False)  # type: ignore[attr-defined]
    assert seen.count(" cards</text>") == 1
    assert everything.count(" cards</text>") == 0


def test_a_turned_tile_is_drawn_as_the_rules_turn_it() -> None:
    tiles = load_tiles("flowers")
    symbols = dict(zip(tiles.names, tiles.symbols, strict=True))
    view = dict(make("attika", 2).new(1).view(-1))
    for turns in range(6):
        view["tiles"] = [["T20", 0, 0, turns]]
        picture = draw_hexes(view, symbols)
        for (q, r), terrain in zip(OFFSETS, turned(tiles.symbols[19], turns), strict=True):
            fill = re.search(rf'<use [^>]*fill="(#\w+)"[^>]*id="space-{q}_{r}"', picture)
            assert fill is not None
            assert fill[1] == ("#a8cbe0", "#bcd3a2", "#ecca8b", "#c8bfb8", "#f3e8cd")[terrain]


def test_a_game_without_winner_says_so() -> None:
    state = _later(2, 0)
    view = {**state.view(-1), "end": "void"}  # type: ignore[attr-defined]
    assert "No winner" in BOOK.draw(state.game, view, 1200, False)  # type: ignore[attr-defined]
    view = {**state.view(-1), "to_act": "chance"}  # type: ignore[attr-defined]
    assert f"{view['turn']} draws" in BOOK.draw(state.game, view, 1200, False)  # type: ignore[attr-defined]


@pytest.mark.untraced
def test_the_command_draws_svg_and_png(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "attika"]) == 0
    game = tmp_path / "my.game"
    game.write_text(capsys.readouterr().out, encoding="utf-8")
    assert (
        main(["show", str(game), "--svg", str(tmp_path / "a.svg"), "--png", str(tmp_path / "a.png"), "--seat", "2"])
        == 0
    )
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
