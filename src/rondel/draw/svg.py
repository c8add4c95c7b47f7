"""Small helpers to write SVG text."""

from __future__ import annotations

from html import escape

Value = str | int | float


def number(value: float) -> str:
    """Write a number with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def tag(name: str, content: str = "", /, **attributes: Value | None) -> str:
    """Write an element; underscores in attribute names become hyphens, a trailing one is dropped."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = value if isinstance(value, str) else number(value)
            words.append(f'{key.rstrip("_").replace("_", "-")}="{escape(shown)}"')
    head = " ".join(words)
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


def group(content: str, **attributes: Value | None) -> str:
    """Write a group."""
    return tag("g", content, **attributes)


def at(content: str, x: float, y: float, scale: float = 1.0, **attributes: Value | None) -> str:
    """Put content drawn around the origin at a place."""
    move = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    return group(content, transform=move, **attributes)


def use(symbol: str, x: float, y: float, scale: float = 1.0, **attributes: Value | None) -> str:
    """Put a symbol of the definitions at a place."""
    move = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    return tag("use", href=f"#{symbol}", transform=move, **attributes)


def words(text: str, x: float, y: float, size: float, **attributes: Value | None) -> str:
    """Write a text with its base line at y."""
    attributes = {"text_anchor": "middle", **attributes}
    return tag("text", escape(text), x=x, y=y, font_size=size, **attributes)
