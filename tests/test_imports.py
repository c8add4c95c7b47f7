"""Imports point one way, module by module: no cycles, nothing hidden in functions or in strings."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
#: third-party packages that a part of the program can do without
OPTIONAL = {"PIL", "numpy", "openskill", "ray", "resvg_py", "tqdm", "fastapi", "msgspec", "sqlalchemy", "uvicorn"}
#: parts of the program that need such a package; whoever can do without them imports them when they are asked for
NEED_MORE = ("rondel.features.", "rondel.server.")
#: modules that import by name: the declared doors for other packages
DOORS = {"rondel.doors"}


def _name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def _trees() -> dict[str, ast.Module]:
    """Parse every module, when a test asks: most processes that collect the tests run none of these."""
    return {_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def _targets(node: ast.AST) -> Iterator[str]:
    """Give the modules that a statement imports; `from package import name` may import `package.name`."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.module is not None, "imports are written out"
        assert not node.level, "imports are written out"
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in _trees() else node.module


def _imports(tree: ast.AST) -> set[str]:
    return {target for node in ast.walk(tree) for target in _targets(node)}


@cache
def _graph() -> dict[str, set[str]]:
    """Give what each module imports of the program."""
    trees = _trees()
    return {name: {target for target in _imports(tree) if target in trees} for name, tree in trees.items()}


def _cycles() -> list[list[str]]:
    """Give the strongly connected parts of the graph that are more than one module (Tarjan)."""
    found: list[list[str]] = []
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in sorted(_graph()[name]):
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            part = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(part) > 1 or name in _graph()[name]:
                found.append(sorted(part))

    sys.setrecursionlimit(10_000)
    for name in _graph():
        if name not in number:
            visit(name)
    return found


def test_the_graph_is_that_of_the_program() -> None:
    assert "rondel.game" in _graph()["rondel.antike.engine"]
    assert "rondel.features.table" in _graph()["rondel.family"], "imports for type checkers count"
    assert "rondel.features.antike" in _graph()["rondel.families.antike"], "imports in functions count"


def test_no_module_imports_itself_by_any_way() -> None:
    assert _cycles() == []


def test_imports_in_functions_are_for_packages_one_can_do_without() -> None:
    wrong = [
        f"{name}: {target} in {function.name}"
        for name, tree in _trees().items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        for target in _targets(node)
        if target.split(".")[0] not in OPTIONAL and not target.startswith(NEED_MORE)
    ]
    assert not wrong


def _names(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def test_nothing_is_imported_by_a_string() -> None:
    by_string = {"import_module", "__import__", "EntryPoint", "entry_points", "resolve_name"}
    wrong = {
        f"{name}: {_names(node)}"
        for name, tree in _trees().items()
        if name not in DOORS
        for node in ast.walk(tree)
        if _names(node) in by_string
    }
    assert not wrong
