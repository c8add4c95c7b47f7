"""What a game is made with."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.errors import SetupError
from rondel.registry import ByGame, make


@pytest.mark.parametrize("players", [2.0, "2", True, 0, 9])
def test_a_number_of_players_is_a_whole_number_of_the_rulebook(players: Any) -> None:
    with pytest.raises(SetupError, match="2 to 6 players"):
        make("antike-2006", players)


def test_without_a_number_a_smaller_board_takes_as_many_as_it_can() -> None:
    assert make("antike-2006").seats == 4
    assert make("antike-2006", board="aegean-mini").seats == 3
    assert make("antike-duellum").seats == 2


def test_what_belongs_to_a_game_is_made_once_and_given_up_when_there_are_many() -> None:
    games = [make("attika", players) for players in (2, 3, 4)]
    made: list[int] = []

    def number(game: object) -> int:
        made.append(games.index(game))  # type: ignore[arg-type]
        return len(made)

    of = ByGame(number, most=2)
    assert [of(games[0]), of(games[1]), of(games[0])] == [1, 2, 1]
    assert of(games[2]) == 3
    assert of(games[0]) == 4
    assert made == [0, 1, 2, 0]
