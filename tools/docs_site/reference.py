"""Pages of reference, written from signatures and docstrings by griffe, which reads the source without running it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import griffe

SOURCE: Final = Path(__file__).parents[2] / "src"
#: the pages, and the modules that each of them tells of
PAGES: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "library": (
        "Games and states",
        "What `import rondel` gives, and the contract that every game keeps.",
        ("rondel.registry", "rondel.game", "rondel.errors", "rondel.names"),
    ),
    "records": (
        "Positions and records",
        "Reading and writing what the [notation](../notation.md) describes.",
        ("rondel.position", "rondel.compact", "rondel.record", "rondel.simulate"),
    ),
    "bots": (
        "Bots and arenas",
        "Computer players, and matches between them.",
        ("rondel.bots.base", "rondel.bots.registry", "rondel.bots.evaluator", "rondel.arena.match", "rondel.arena.run",
         "rondel.arena.stats"),
    ),
    "study": (
        "Reviews",
        "What turns were worth.",
        ("rondel.study.review", "rondel.study.weigh", "rondel.study.marks", "rondel.study.course"),
    ),
    "environments": (
        "Environments",
        "Doors to PettingZoo, OpenSpiel, Gymnasium, and batches of games.",
        ("rondel.vector", "rondel.adapters.pettingzoo", "rondel.adapters.openspiel", "rondel.adapters.gymnasium",
         "rondel.features.table"),
    ),
}  # fmt: skip


@cache
def _package() -> griffe.Module:
    found = griffe.load("rondel", search_paths=[SOURCE], resolve_aliases=True)
    assert isinstance(found, griffe.Module)
    return found


def write_page(name: str) -> str:
    """Write a page: module by module, what is public, with its signature and what its docstring says."""
    title, lead, modules = PAGES[name]
    parts = [f"# {title}", lead, "Written from the source; names with an underscore are left out."]
    for path in modules:
        module = _package()[path.removeprefix("rondel.")]
        parts += [f"## `{path}`", _said(module)]
        for member in module.members.values():
            if member.is_public and not member.is_alias and not member.is_module:
                parts += _member(member, 3)
    return "\n\n".join(part for part in parts if part) + "\n"


def _member(member: griffe.Object | griffe.Alias, level: int) -> list[str]:
    """Tell of a function with a docstring, or of a class and what is public in it."""
    head = f"{'#' * level} `{member.name}`"
    if isinstance(member, griffe.Function):
        return [head, _code(_signature(member)), _said(member)] if member.has_docstring else []
    if isinstance(member, griffe.Attribute) and "property" in member.labels:
        return [head, _code(f"{member.name}: {member.annotation}"), _said(member)] if member.has_docstring else []
    if not isinstance(member, griffe.Class):
        return []
    bases = ", ".join(str(base) for base in member.bases)
    parts = [head, _code(f"class {member.name}({bases})" if bases else f"class {member.name}"), _said(member)]
    for inner in member.members.values():
        if inner.is_public and not inner.is_alias and not inner.is_class:
            parts += _member(inner, level + 1)
    return parts


#: what stands before a parameter that takes all the others
_STARS = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}


def _signature(function: griffe.Function) -> str:
    """Write a signature, a parameter a line where one line is too long."""
    parts: list[str] = []
    for parameter in function.parameters:
        if parameter.name in ("self", "cls"):
            continue
        named = parameter.kind is griffe.ParameterKind.keyword_only
        if named and not any(part.startswith("*") for part in parts):
            parts.append("*")
        stars = _STARS.get(parameter.kind or griffe.ParameterKind.positional_or_keyword, "")
        told = f": {parameter.annotation}" if parameter.annotation is not None else ""
        default = f" = {parameter.default}" if parameter.default is not None and not stars else ""
        parts.append(f"{stars}{parameter.name}{told}{default}")
    back = f" -> {function.returns}" if function.returns is not None else ""
    line = f"{function.name}({', '.join(parts)}){back}"
    if len(line) <= 96:
        return line
    return f"{function.name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){back}"


def _code(text: str) -> str:
    return f"```python\n{text}\n```"


def _said(member: griffe.Object | griffe.Alias) -> str:
    """Give a docstring; its examples are fenced, so that they look like code."""
    if member.docstring is None:
        return ""
    lines: list[str] = []
    fenced = False
    for line in member.docstring.value.splitlines():
        if line.startswith(">>>") and not fenced:
            lines, fenced = [*lines, "```python"], True
        elif fenced and not line.strip():
            lines, fenced = [*lines, "```"], False
        lines.append(line)
    return "\n".join([*lines, "```"] if fenced else lines)
