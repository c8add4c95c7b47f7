"""Many games at once, for training: observations, legal actions and rewards as arrays. Needs the extra `features`.

>>> from rondel.vector import make
>>> games = make("antike-2006", players=4, num_envs=2)
>>> games.reset(seed=1)
>>> games.current_player.tolist(), games.count.tolist()
([0, 3], [8, 8])
>>> games.step(games.legal[:, 0])
>>> games.rewards.shape
(2, 4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rondel.registry import make as make_game
from rondel.vector.buffers import Buffers
from rondel.vector.games import Autoreset, Games
from rondel.vector.processes import SharedGames

__all__ = ["Autoreset", "Buffers", "Games", "make"]


def make(
    book: str,
    players: int | None = None,
    num_envs: int = 1,
    *,
    board: str = "",
    options: Mapping[str, int] | Sequence[str] = (),
    workers: int = 1,
    **settings: Any,
) -> Games:
    """Make games side by side; the settings are those of `Games`.

    With several workers the games are shared out among so many processes, which write to shared memory. The result is
    the same.
    """
    game = make_game(book, players, board, options)
    if workers == 1:
        return Games(game, num_envs, **settings)
    return SharedGames((book, players, board, options), game, num_envs, workers, **settings)
