"""What all adapters share: games by id and keywords, names, masks, pictures."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rondel.book import Book
from rondel.draw.png import to_png
from rondel.errors import IllegalMove, SetupError
from rondel.features import Encoder
from rondel.features.numbering import Numbering, numbering_of
from rondel.game import CHANCE, Game, JsonDict, Seat, State
from rondel.registry import find_book, make

#: the versions in the names of environments; a new one comes when spaces or rewards change. Since 1 the numbers of
#: actions do not depend on options
VERSIONS: Final = (0, 1)
VERSION: Final = VERSIONS[-1]
RENDER_MODES: Final = ("ansi", "rgb_array", "svg")
#: decisions after which a game is cut off; random play of some rulebooks can go on for very long
MAX_DECISIONS: Final = 20_000
#: the width of pictures in pixels
WIDTH: Final = 960

Observation = JsonDict


def name_of(book_id: str) -> str:
    """Write a rulebook's id as a Python name."""
    return book_id.replace("-", "_")


def read_options(book: Book, options: Mapping[str, object]) -> dict[str, int]:
    """Read options given as keywords: True or a number; False or 0 leaves out an option of the rulebook."""
    numbered = {option.id: option.value is not None for option in book.options}
    found = {}
    for name, value in options.items():
        option = name.replace("_", "-")
        if not isinstance(value, int | np.integer):
            raise SetupError("bad_option", f"The option {name} takes True, False or a whole number, not {value!r}.")
        if value is True and numbered.get(option):
            raise SetupError("bad_option", f"The option {name} takes a number, not True.")
        if value or option not in numbered:
            found[option] = int(value)
    return found


def game_of(book_id: str, nations: int | None, board: str | None, options: Mapping[str, object]) -> Game:
    """Make a game from an environment's arguments; refuse what does not exist with a sentence."""
    book = find_book(book_id)
    if nations is not None:
        if not is_whole(nations):
            raise SetupError("bad_setup", f"nations is a whole number of players, not {nations!r}.")
        nations = int(nations)
    return make(book_id, nations, board or "", read_options(book, options))


def is_whole(value: object) -> bool:
    """Say whether a value is a whole number, Python's or NumPy's, but not a bool."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def checked_mode(mode: str | None) -> str | None:
    """Give the mode back, or say which there are."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"There is no render mode {mode!r}. The modes are: {', '.join(RENDER_MODES)}.")
    return mode


def checked_cap(decisions: int) -> int:
    """Give the number back, or say what it must be."""
    if not is_whole(decisions) or decisions < 1:
        raise ValueError(f"max_decisions is a number of decisions from 1 on, not {decisions!r}.")
    return int(decisions)


def checked_seed(seed: int) -> int:
    """Give the seed as Python's number, or say what it must be."""
    if not is_whole(seed) or seed < 0:
        raise ValueError(f"A seed is a whole number from 0 on, not {seed!r}.")
    return int(seed)


def checked_reward(reward: float | None) -> float | None:
    """Give the reward of an illegal action back, or say what it must be."""
    if reward is not None and not isinstance(reward, int | float | np.integer | np.floating):
        raise ValueError(f"illegal_reward is a number or None, not {reward!r}.")
    return None if reward is None else float(reward)


def numbering_for(game: Game, version: int) -> Numbering | None:
    """Give the numbering of a version of the environments; None for the engine's own."""
    if version not in VERSIONS:
        raise ValueError(f"version is one of {', '.join(map(str, VERSIONS))}, not {version!r}.")
    return numbering_of(game) if version else None


def count_of(game: Game, numbering: Numbering | None) -> int:
    """Count the actions."""
    return game.num_actions if numbering is None else numbering.count


def legal_of(state: State, seat: Seat, numbering: Numbering | None) -> NDArray[np.int64]:
    """Give the legal actions of the seat, ascending; none while another decides."""
    legal = np.array(state.legal() if state.to_act == seat else (), dtype=np.int64)
    return legal if numbering is None or numbering.same else np.sort(numbering.stable[legal])


def mask_of(count: int, legal: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Give the legal actions as booleans, one for each action of the game."""
    mask = np.zeros(count, dtype=np.bool_)
    mask[legal] = True
    return mask


def observe(encoder: Encoder, state: State, seat: Seat, flattened: bool, mask: NDArray[np.bool_]) -> Observation:
    """Give what the seat sees, and what it may do: as `int8`, because Gymnasium's `sample` takes nothing else."""
    seen = encoder.vector(state, seat) if flattened else encoder.encode(state, seat)
    return {"observation": seen, "action_mask": mask.view(np.int8)}


def as_action(state: State, action: object, numbering: Numbering | None) -> int:
    """Give the engine's number of a legal action; refuse anything else with the reason."""
    if type(action) is not int and (not isinstance(action, int | np.integer) or isinstance(action, bool)):
        if not (isinstance(action, np.ndarray) and action.shape == () and np.issubdtype(action.dtype, np.integer)):
            raise TypeError(f"An action is one whole number, not {action!r}.")
        action = int(action)
    number = int(action)
    if numbering is not None and not numbering.same:
        known = 0 <= number < numbering.count
        number = int(numbering.engine[number]) if known else -1
        if number < 0:
            raise IllegalMove("not_offered", f"There is no action {int(action)} in this game.")
    reason = state.game.why_not(state, number)
    if reason is not None:
        raise reason
    return number


# ---- pictures --------------------------------------------------------------------------------------------------------


def picture(state: State, width: int = WIDTH, seat: Seat = CHANCE) -> str:
    """Draw the position as SVG, as a seat sees it; the seat CHANCE sees everything."""
    return find_book(state.game.id).draw(state.game, state.view(seat), width, False)


def pixels(svg: str) -> NDArray[np.uint8]:
    """Turn an SVG into an array of rows, columns and red, green, blue. Needs the extra `rondel[draw]`."""
    png = to_png(svg)
    try:
        from PIL import Image
    except ImportError as error:
        raise SetupError("bad_setup", "Pictures as arrays need the extra 'draw': pip install rondel[draw].") from error
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)


def render(state: State, mode: str, seat: Seat = CHANCE) -> str | NDArray[np.uint8]:
    """Show the position as text, as an array of pixels or as SVG."""
    if mode == "ansi":
        prompt = state.game.prompt(state)
        return state.game.show(state, seat) + (f"\n{prompt}\n" if prompt else "\n")
    svg = picture(state, seat=seat)
    return pixels(svg) if mode == "rgb_array" else svg
