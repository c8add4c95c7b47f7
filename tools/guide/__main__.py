"""Draw the pictures of the illustrated rules into docs/guide/img: by day and by lamplight, some in three languages.

`--check` draws them again and compares; it fails if a picture is missing, out of date or left over.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.guide import antike, attika
from tools.guide.parts import Ink

FOLDER = Path(__file__).parents[2] / "docs" / "guide" / "img"
LANGUAGES = ("en", "fr", "de")


def pictures() -> Iterator[tuple[str, str]]:
    """Draw every picture; give its file with it."""
    for dark in (False, True):
        light = "-dark" if dark else ""
        for name, draw in (antike.PICTURES | attika.PICTURES).items():
            yield f"{name}{light}.svg", draw(Ink(dark))
        for name, draw in antike.WORDED.items():
            for language in LANGUAGES:
                suffix = "" if language == LANGUAGES[0] else f".{language}"
                yield f"{name}{suffix}{light}.svg", draw(Ink(dark, language))


def main() -> int:
    """Write the pictures, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    found = dict(pictures())
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    if check:
        wrong = sorted(name for name in found.keys() | kept.keys() if found.get(name) != kept.get(name))
        print("\n".join(wrong) or f"{len(found)} pictures are as they are drawn")
        return bool(wrong)
    for name in kept.keys() - found.keys():
        (FOLDER / name).unlink()
    for name, text in found.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(found)} pictures, {sum(map(len, found.values())) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
