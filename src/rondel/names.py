"""Matches typed names, ignoring case and accents, by unique prefix; if several fit, it lists them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from rondel.errors import NotationError


def fold(text: str) -> str:
    """Reduce a name to what is compared: lower-case letters and digits without accents."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in bare if sign.isalnum())


#: words that may separate the parts of a typed move, and words that open a part
FILLERS = {"to", "from", "in", "at", "with", "and", "of", "by", "the", "->", "→", "using", "against"}
RESERVED = FILLERS | {"used", "for"}


def fault_of_name(name: object) -> str:
    """Say why a name cannot be typed and read back; empty if it can."""
    if not isinstance(name, str) or not fold(name):
        return "a name needs letters"
    if not all(sign.isalnum() or sign in " -'." for sign in name) or name != " ".join(name.split()):
        return "a name has letters, digits, single blanks, and - ' . only"
    words = name.split()
    if len(words) > 3 or any(word.isdecimal() or word.casefold() in RESERVED or not fold(word) for word in words):
        return "a name has one to three words, none of them a number or a word of the notation"
    return ""


def count(number: int, noun: str) -> str:
    """Write a number with its noun, in the plural unless it is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def fault_of_names(names: Sequence[str]) -> str:
    """Say which names are ambiguous when typed one after another; empty if none are."""
    known = {name.casefold() for name in names}
    for name in names:
        words = name.casefold().split()
        for cut in range(1, len(words)):
            one, two = " ".join(words[:cut]), " ".join(words[cut:])
            if one in known and two in known:
                return f"{name!r} reads like two names one after another"
    return ""


def _pieces(text: str) -> int:
    """Count the runs of letters and digits in a name."""
    return len(re.findall(r"[^\W_]+", text))


class Names:
    """A set of names that can be typed, each standing for a number."""

    def __init__(self, what: str, names: Sequence[str], aliases: Mapping[str, int] | None = None) -> None:
        self.what = what
        self._article = "An" if what[0] in "aeiou" else "A"
        self.names = tuple(names)
        self._folded = {fold(name): number for number, name in enumerate(names)}
        self._folded |= {fold(name): number for name, number in (aliases or {}).items()}
        self._pieces = {fold(name): _pieces(name) for name in (*names, *(aliases or {}))}

    def find(self, text: str) -> int:
        """Give the number of the name that fits; refuse a text that fits none or several."""
        wanted = fold(text)
        found = self._fitting(wanted)
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(self.names[number] for number in found)
            raise NotationError("ambiguous", f"{text!r} could be {listed}.")
        if not wanted:
            raise NotationError("bad_text", f"{self._article} {self.what} is missing.")
        raise NotationError("unknown_name", f"There is no {self.what} {text!r}; {self._hint(wanted)}")

    def _fitting(self, wanted: str) -> list[int]:
        """List the numbers of the names that begin so; of the name itself, if it is one."""
        if wanted in self._folded:
            return [self._folded[wanted]]
        return sorted({number for name, number in self._folded.items() if wanted and name.startswith(wanted)})

    def _hint(self, wanted: str) -> str:
        """Name what was probably meant, or list all names if there are few."""
        near = get_close_matches(wanted, list(self._folded), n=3, cutoff=0.6)
        if near:
            return "did you mean " + " or ".join(dict.fromkeys(self.names[self._folded[name]] for name in near)) + "?"
        shown = ", ".join(self.names[:20])
        return f"try {shown}, …" if len(self.names) > 20 else f"try {shown}."

    def take(self, words: Sequence[str]) -> tuple[int, Sequence[str]]:
        """Read a name of up to three words from the front; give its number and the words after it."""
        for length in range(min(len(words), 3), 1, -1):
            if not all(fold(word) for word in words[:length]):
                continue
            text = " ".join(words[:length])
            # "R1 1" is a name and a number, not another way to write R11
            if self._pieces.get(fold(text), _pieces(text)) != _pieces(text):
                continue
            found = self._fitting(fold(text))
            if len(found) == 1:
                return found[0], words[length:]
        if not words:
            raise NotationError("bad_text", f"{self._article} {self.what} is missing at the end.")
        return self.find(words[0]), words[1:]
