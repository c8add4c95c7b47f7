"""The declaration by which Rondel knows the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rondel.book import BoardGiven, Book
from rondel.defaults import stock_only
from rondel.errors import SetupError
from rondel.family import Family
from rondel_ur.bots import UrEvaluator
from rondel_ur.game import UrGame, UrState
from rondel_ur.notation import read_line, write_line
from rondel_ur.picture import draw

if TYPE_CHECKING:
    from rondel.features.table import Encoder


def _build(players: int, board: BoardGiven, options: Mapping[str, int]) -> UrGame:
    if options:
        raise SetupError("bad_option", "The Royal Game of Ur has no options.")
    return UrGame(players, stock_only(board, ("ur",)))


def _seat(game: UrGame, names: Sequence[str], start: str, seed: int) -> UrState:
    raise SetupError("bad_setup", "White sits first and begins.")


def _encoder(game: UrGame) -> Encoder[UrState]:
    from rondel_ur.arrays import UrEncoder  # needs NumPy

    return UrEncoder(game)


BOOK: Final = Book[UrGame](
    id="ur",
    title="The Royal Game of Ur",
    year=-2600,
    players=(2,),
    default_players=2,
    boards=("ur",),
    players_on=lambda _: (2,),
    ends=("home",),
    axes={},
    about={},
    printed={},
    setups=(("ur", 2, {}),),
    build=_build,
    count_players=lambda _: 2,
    seat=_seat,
    write_line=write_line,
    read_line=read_line,
    draw=draw,
)

#: a chance event of each throw stands at the beginning of the actions, so no deal need be declared
FAMILY: Final = Family(id="ur", books=(BOOK,), evaluator=UrEvaluator, encoder=_encoder)
