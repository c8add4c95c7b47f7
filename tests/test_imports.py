"""No two modules import each other, not even by way of others; imports for types and inside functions count too."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
#: packages whose circles are still to be untied; the list only shrinks
TIED = ("rondel.attika.", "rondel.draw.")


def _module(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _graph() -> dict[str, set[str]]:
    """Give what each module imports, by name. Importing a name from a package counts for the module of that name."""
    paths = {_module(path): path for path in sorted((SOURCE / "rondel").rglob("*.py"))}
    graph: dict[str, set[str]] = {}
    for module, path in paths.items():
        wanted: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                wanted |= {name if name in paths else node.module for name in names}
        graph[module] = {name for name in wanted if name in paths and name != module}
    return graph


def _circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Give the modules that reach each other, group by group."""
    reach = {module: _reached(graph, module) for module in graph}
    groups = {frozenset(other for other in reach[module] if module in reach[other]) for module in graph}
    return [set(group) for group in groups if group]


def _reached(graph: dict[str, set[str]], module: str) -> set[str]:
    found: set[str] = set()
    waiting = list(graph[module])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += graph[name]
    return found


def test_imports_point_one_way() -> None:
    circles = [sorted(group) for group in _circles(_graph())]
    assert [group for group in circles if not all(name.startswith(TIED) for name in group)] == []
