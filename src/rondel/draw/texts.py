"""The words on a picture, in English and French."""

from __future__ import annotations

from typing import Final

#: what a picture says, by language; the board's own spelling of names goes with English words
TEXTS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "marble": "marble", "iron": "iron", "gold": "gold", "any": "founder chooses", "open sea": "open sea",
        "land border": "by land", "sea border": "by sea", "both border": "by land and sea",
        "coins": "coins", "cities": "cities", "temples": "temples", "legions": "legions", "galleys": "galleys",
        "ramparts": "town walls", "barracks": "recruits", "reserve": "in store",
        "round": "Round {}", "to move": "{} to move", "battle": "{}: battle in {}?", "won": "{} won",
    },
    "fr": {
        "marble": "marbre", "iron": "fer", "gold": "or", "any": "au choix", "open sea": "haute mer",
        "land border": "par terre", "sea border": "par mer", "both border": "par terre et par mer",
        "coins": "pièces", "cities": "cités", "temples": "temples", "legions": "légions", "galleys": "galères",
        "ramparts": "remparts", "barracks": "caserne", "reserve": "en réserve",
        "round": "Tour {}", "to move": "aux {} de jouer", "battle": "{}\u00a0: combat à {}\u00a0?",
        "won": "victoire\u00a0: {}",
    },
}  # fmt: skip

#: nations by language; one that is not listed keeps the name that the position has
_NATIONS: Final[dict[str, dict[str, str]]] = {
    "fr": {
        "Arabs": "Arabes", "Babylonians": "Babyloniens", "Carthaginians": "Carthaginois", "Egyptians": "Égyptiens",
        "Germanic tribes": "Germains", "Greeks": "Grecs", "Macedonians": "Macédoniens", "Persians": "Perses",
        "Phoenicians": "Phéniciens", "Romans": "Romains",
    },
}  # fmt: skip


def nation_title(language: str, name: str) -> str:
    """Give the name of a nation in a language."""
    return _NATIONS.get(language, {}).get(name, name)


def text(language: str, key: str) -> str:
    """Give the words for a key in a language; English where there is no other."""
    return TEXTS.get(language, TEXTS["en"])[key]
