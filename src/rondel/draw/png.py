"""PNG pictures, through an optional library."""

from __future__ import annotations

from rondel.errors import SetupError


def to_png(svg: str) -> bytes:
    """Turn an SVG text into a PNG at the size written in it. Needs the extra `rondel[draw]`."""
    try:
        import resvg_py
    except ImportError as error:
        message = "PNG pictures need the extra 'draw': pip install rondel[draw]. SVG needs nothing."
        raise SetupError("bad_setup", message) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
