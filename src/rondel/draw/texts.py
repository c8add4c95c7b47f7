"""The words on a picture, in English and French."""

from __future__ import annotations

from typing import Final

#: what a picture says, by language; the board's own spelling of names goes with English words
TEXTS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "marble": "marble", "iron": "iron", "gold": "gold", "any": "founder chooses", "open sea": "open sea",
        "land border": "by land", "sea border": "by sea", "both border": "by land and sea",
        "coins": "coins", "cities": "cities", "temples": "temples", "legions": "legions", "galleys": "galleys",
        "ramparts": "ramparts", "barracks": "barracks", "reserve": "in store",
        "round": "Round {}", "to move": "{} to move", "battle": "{}: battle in {}?", "won": "{} won",
    },
    "fr": {
        "marble": "marbre", "iron": "fer", "gold": "or", "any": "au choix", "open sea": "haute mer",
        "land border": "par terre", "sea border": "par mer", "both border": "par terre et mer",
        "coins": "pièces", "cities": "cités", "temples": "temples", "legions": "légions", "galleys": "galères",
        "ramparts": "remparts", "barracks": "caserne", "reserve": "en réserve",
        "round": "Tour {}", "to move": "à {} de jouer", "battle": "{} : bataille à {} ?", "won": "victoire : {}",
    },
}  # fmt: skip


def text(language: str, key: str) -> str:
    """Give the words for a key in a language; English where there is no other."""
    return TEXTS.get(language, TEXTS["en"])[key]
