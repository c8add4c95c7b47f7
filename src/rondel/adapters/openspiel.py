"""OpenSpiel: every rulebook as a Python game. Needs the extra `openspiel`.

Importing the module registers the games: `pyspiel.load_game("python_rondel_antike_2006(nations=4)")`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from rondel.adapters import common
from rondel.adapters.common import MAX_DECISIONS, name_of
from rondel.adapters.deal import deal_for
from rondel.adapters.playthrough import Playthrough
from rondel.book import Book
from rondel.errors import RondelError
from rondel.features import TABLES, Encoder, encoder_for
from rondel.game import CHANCE, TERMINAL, Game, JsonObject, Seat
from rondel.registry import books

#: the parameters that every game has besides the options of its rulebook
_COMMON: Final = ("nations", "board", "max_decisions", "seed")
#: the value of `seed` with which everything before play is drawn by random events
_DRAWN: Final = -1


def parameters(book: Book) -> dict[str, int | str | bool]:
    """Give the parameters of a rulebook's game with their defaults; an option is off by default."""
    found: dict[str, int | str | bool] = {
        "nations": book.default_players,
        "board": book.boards[0],
        "max_decisions": MAX_DECISIONS,
        "seed": _DRAWN,
    }
    return found | {name_of(option.id): 0 if option.value else False for option in book.options}


def game_type(book: Book, game: Game, drawn: bool) -> Any:
    """Describe the type of game. Returns sum to zero for every number of players."""
    kinds = pyspiel.GameType
    hidden = deal_for(game).hidden
    return kinds(
        short_name=f"python_rondel_{name_of(book.id)}",
        long_name=book.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if drawn or game.has_chance
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=book.players[-1],
        min_num_players=book.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(book),
    )


class RondelGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no type hints
    """A game on a board, for a number of players, with options; ends without a winner at `max_decisions`."""

    #: the rulebook; each has its own class
    book: Book

    def __init__(self, params: JsonObject | None = None) -> None:
        book = self.book
        chosen = parameters(book) | dict(params or {})
        self.rondel: Game = _made(book, chosen)
        self.max_decisions: int = chosen["max_decisions"]
        seed: int = chosen["seed"]
        self.first = Playthrough(self.rondel, None if seed == _DRAWN else self.rondel.new(seed))
        drawn = self.first.state is None
        if drawn and self.max_decisions <= self.first.deal.draws:
            raise pyspiel.SpielError(
                f"max_decisions counts random events too; {self.first.deal.draws} come before play, so it must be more "
                f"than that, not {self.max_decisions}."
            )
        chancy = drawn or self.rondel.has_chance
        deal, seats = self.first.deal, self.rondel.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rondel.num_actions,
            max_chance_outcomes=max(deal.top if drawn else 0, deal.events) if chancy else 0,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_decisions,
        )
        self._chances = self.max_decisions if chancy else 0
        super().__init__(game_type(book, self.rondel, drawn), info, dict(params or {}))

    def new_initial_state(self) -> RondelState:
        """Give the state before anything is drawn."""
        return RondelState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Give a bound for the random events of a game."""
        return self._chances

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RondelObserver:
        """Give an observer; without a type, what a player sees of the position."""
        return RondelObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def __reduce__(self) -> tuple[object, ...]:
        """Write the name with the parameters, for `pickle` and `copy`; reading it imports this module first."""
        return load, (str(self),)


def load(name: str) -> RondelGame:
    """Load a game by its name with parameters, as `pyspiel.load_game` does."""
    found: RondelGame = pyspiel.load_game(name)
    return found


def _made(book: Book, chosen: JsonObject) -> Game:
    """Make the game; raise OpenSpiel's error if anything is wrong."""
    options = {name: value for name, value in chosen.items() if name not in _COMMON}
    try:
        common.checked_cap(chosen["max_decisions"])
        if chosen["seed"] < _DRAWN:
            raise ValueError(f"seed is a number from 0 on, or {_DRAWN} to draw the set-up, not {chosen['seed']}.")
        return common.game_of(book.id, chosen["nations"], chosen["board"], options)
    except ValueError as error:
        raise pyspiel.SpielError(str(error)) from error


class RondelState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no type hints
    """A position. OpenSpiel clones a state by a deep copy of its attributes; `playthrough` makes that cheap."""

    def __init__(self, game: RondelGame) -> None:
        super().__init__(game)
        self.cap = game.max_decisions
        self.playthrough: Playthrough = game.first.__deepcopy__({})

    @property
    def position(self) -> Any:
        """The engine's state; None while the set-up is being drawn. Change it only through OpenSpiel."""
        return self.playthrough.state

    def current_player(self) -> int:
        """Give the seat that decides, or OpenSpiel's number for chance or the end."""
        actor = TERMINAL if self.is_terminal() else self.playthrough.to_act()
        if actor == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if actor == TERMINAL else actor

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.playthrough.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the outcomes of the random event at hand with their probabilities."""
        return self.playthrough.outcomes()

    def _apply_action(self, action: int) -> None:
        if len(self.playthrough) >= self.cap:
            raise pyspiel.SpielError(f"The game is over: it was cut off at max_decisions, {self.cap}.")
        try:
            self.playthrough.play(action)
        except RondelError as error:
            raise pyspiel.SpielError(str(error)) from error

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return self.playthrough.text(action)
        except RondelError as error:
            raise pyspiel.SpielError(str(error)) from error

    def is_terminal(self) -> bool:
        """Say whether the game is over or cut off."""
        return self.playthrough.to_act() == TERMINAL or len(self.playthrough) >= self.cap

    def returns(self) -> list[float]:
        """Give 1 to the winner and share -1 among the others; all zero before the end and without a winner."""
        state = self.playthrough.state
        return [0.0] * self.playthrough.game.seats if state is None else list(state.returns())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RondelState:
        """Give a state that the player cannot tell from this one, with hidden parts redealt."""
        if not 0 <= player < self.playthrough.game.seats:
            raise pyspiel.SpielError(f"A player is a number from 0 to {self.playthrough.game.seats - 1}, not {player}.")
        new: RondelState = self.clone()
        new.playthrough = self.playthrough.redealt(player, Random(sampler()))
        return new

    def __str__(self) -> str:
        """Give the whole position as one line of the notation."""
        return self.playthrough.line(CHANCE)


class RondelObserver:
    """What a player sees, as named arrays in one tensor and as text."""

    def __init__(self, game: RondelGame, sort: Any, params: Any) -> None:
        if params:
            raise ValueError(f"The observers of Rondel's games take no parameters, not {params}.")
        self.sort = sort
        self.seats: int = game.rondel.seats
        self.encoder: Encoder = encoder_for(game.rondel)
        pieces = _pieces(self.encoder, sort, game.max_decisions)
        self.tensor: NDArray[np.float32] = np.zeros(sum(map(_size, pieces.values())), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        place = 0
        for name, shape in pieces.items():
            self.dict[name] = self.tensor[place : place + _size(shape)].reshape(shape)
            place += _size(shape)

    def _sees(self, player: Seat) -> frozenset[Seat]:
        """Give the seats whose hidden parts the observation shows."""
        if self.sort.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return frozenset(range(self.seats))
        return frozenset((player,) if self.sort.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER else ())

    def set_from(self, state: RondelState, player: Seat) -> None:
        """Fill the tensor with what the player sees; tables are zero while the set-up is being drawn."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        sees = self._sees(player)
        if "history" in self.dict:
            self._write_log(state.playthrough, sees)
        if state.position is None:
            return
        if "regions" in self.dict:  # the tables follow the player, in the order of a vector
            vector = self.encoder.vector(state.position, player, sees)
            self.tensor[self.seats : self.seats + len(vector)] = vector
        for row, seat in enumerate(sorted(sees) if "private" in self.dict else ()):
            self.dict["private"][row] = self.encoder.private(state.position, seat)

    def _write_log(self, playthrough: Playthrough, sees: frozenset[Seat]) -> None:
        """Write who decided (1 chance, 2 the first seat) and the action plus one; 0 for what is hidden."""
        log = np.array(playthrough.seen(sees), dtype=np.float32).reshape(-1, 2)
        if not self.sort.public_info:
            own = [place for place, owner in playthrough.secrets if owner in sees]
            log = log[own]
        self.dict["history"][: len(log)] = log + np.array((2, 1), np.float32)

    def string_from(self, state: RondelState, player: Seat) -> str:
        """Write what the player sees: the position as one line, and with perfect recall all that has happened."""
        sees = self._sees(player)
        parts = [f"player {player}"]
        if self.sort.public_info:
            parts.append(state.playthrough.line(_reader(sees, self.seats)))
        elif state.position is not None:
            parts += [state.playthrough.deal.private(state.position, seat) for seat in sorted(sees)]
        if self.sort.perfect_recall:
            log = state.playthrough.seen(sees)
            own = [log[2 * place + 1] for place, owner in state.playthrough.secrets if owner in sees]
            parts.append(str(log.tolist() if self.sort.public_info else own))
        return "\n".join(parts)


def _reader(sees: frozenset[Seat], seats: int) -> Seat:
    """Give the seat whose line shows the hidden parts of these seats."""
    if len(sees) == seats:
        return CHANCE
    return next(iter(sees)) if sees else TERMINAL


def _size(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape))


def _pieces(encoder: Encoder, sort: Any, cap: int) -> dict[str, tuple[int, ...]]:
    """Name the arrays of an observation with their shapes."""
    seats = encoder.game.seats
    pieces: dict[str, tuple[int, ...]] = {"player": (seats,)}
    if sort.public_info:
        pieces |= {name: encoder.shapes[name] for name in TABLES}
    elif sort.private_info != pyspiel.PrivateInfoType.NONE:
        rows = seats if sort.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS else 1
        pieces["private"] = (rows, len(encoder.private(encoder.game.new(), 0)))
    if sort.perfect_recall:
        pieces["history"] = (cap, 2)
    return pieces


#: the names under which the games are registered, by rulebook
NAMES: Final = {book: f"python_rondel_{name_of(book)}" for book in books()}


def _register(book: Book) -> None:
    """Make a class for a rulebook and register it.

    OpenSpiel keeps the object until after Python has shut down, so it must be a class, which survives that.
    """
    if NAMES[book.id] not in pyspiel.registered_names():
        made = type(NAMES[book.id], (RondelGame,), {"book": book, "__doc__": f"{book.title} for OpenSpiel."})
        pyspiel.register_game(game_type(book, common.game_of(book.id, None, "", {}), drawn=True), made)


for _book in books().values():
    _register(_book)
