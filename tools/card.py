"""Draws client/public/card.png: what a link shows that has no picture of its own. Needs the extra `draw`."""

from __future__ import annotations

import io
from importlib import resources
from pathlib import Path

from PIL import Image

from rondel import record as records
from rondel.draw.card import WIDTH, draw_card
from rondel.draw.png import to_png
from rondel.registry import find_book

TARGET = Path(__file__).parents[1] / "client" / "public" / "card.png"
GAME = "antike-2006"


def main() -> None:
    """Draw a position of the game that the first page shows first."""
    text = (resources.files("rondel.server") / "showcase_files" / f"{GAME}.game").read_text("utf-8")
    record = records.loads(text)
    state = record.last()
    picture = find_book(GAME).draw(record.game, state.view(0), WIDTH, False)
    card = to_png(draw_card(picture, "Rondel", "Antike · Antike II · Antike Duellum · Attika"))
    Image.open(io.BytesIO(card)).convert("RGB").quantize(160).save(TARGET, optimize=True)
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
