"""The verb of each kind of action, as typed and as printed."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.catalogue import ACTIONS, PARTS
from rondel.antike.tables import Tables

#: the verbs of all rulebooks, as typed; the first one is printed
_CORE: Final[dict[str, tuple[str, ...]]] = {
    "done": ("done",), "peace": ("peace",), "enter": ("enter",), "take": ("take",), "lose": ("lose",),
    "nation": ("nation",), "city": ("city",), "give-up": ("give-up", "giveup"), "wedge": ("rondel",), "pay": ("pay",),
    "temple": ("temple",), "arm": ("arm",), "free": ("free",), "learn": ("learn",), "move": ("move", "join"),
    "fight": ("fight",), "conquer": ("conquer",), "found": ("found",),
}  # fmt: skip
#: those that can be typed, the verbs of the parts among them
VERBS: Final = {**_CORE, **{kind: words.verbs for kind, words in ACTIONS.items() if words.read}}
#: the verb that is printed for each kind of action
PRINTED: Final = {
    **{kind: verbs[0] for kind, verbs in _CORE.items()},
    "take-good": "take",
    **{kind: words.verbs[0] for kind, words in ACTIONS.items()},
}


def verbs_of(game: Tables) -> dict[str, str]:
    """Give the verbs that can be typed in a game, each with the kind of action it begins."""
    absent = {kind for part in PARTS if not part.in_play(game.rules) for kind in part.actions}
    kinds = {kind for kind, size in game.actions.sizes.items() if size} - absent
    return {word: kind for kind, words in VERBS.items() if kind in kinds for word in words}
