"""Builds pictures from frames of a game: an animation for the README, and a still for the first page of the site.

python -m tools.client e2e --project=pictures moving    # frames into out/moving
python -m tools.moving                                  # docs/img/rondel.webp and docs/img/rondel-still.webp
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image

ROOT: Final = Path(__file__).parents[1]
FRAMES: Final = ROOT / "out" / "moving"
PICTURES: Final = ROOT / "docs" / "img"
#: the size of the picture, and how long a frame and the last one are shown, in milliseconds
SIZE: Final = (960, 600)
PACE, REST = 350, 2500
#: the frame shown to people who prefer no motion, as a share of the game
STILL: Final = 0.75


def main() -> None:
    """Write both pictures."""
    paths = sorted(FRAMES.glob("*.png"))
    if not paths:
        raise SystemExit(f"There are no frames in {FRAMES}: run the pictures of the browser tests first.")
    frames = [Image.open(path).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS) for path in paths]
    times = [PACE] * (len(frames) - 1) + [REST]
    moving, still = PICTURES / "rondel.webp", PICTURES / "rondel-still.webp"
    frames[0].save(moving, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=62, method=6)
    frames[int(STILL * (len(frames) - 1))].save(still, quality=74, method=6)
    for path in (moving, still):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
