"""Modules import downwards only, the engine needs the standard library alone, and editions are data."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from rondel.registry import BOOKS

SOURCE = Path(__file__).parents[1] / "src" / "rondel"
#: lowest first; a module may import its own layer and those below. A part of a package may stand below the rest of it
LAYERS = (
    ("errors", "names", "jsontext", "native", "tables", "doors"),
    ("game",),
    ("deal", "defaults"),
    ("boards",),
    ("book",),
    ("draw",),
    ("antike", "attika"),
    ("build", "bots.base", "bots.evaluator", "bots.net", "features.table", "features.rows"),
    ("features.plan", "features.plain"),
    ("features.antike_rows", "features.attika_rows"),
    ("family",),
    ("bots.antike", "bots.attika", "features.antike", "features.attika"),
    ("families",),
    ("registry",),
    ("position",),
    ("compact",),
    ("record",),
    ("simulate", "ledger", "guide", "where", "features"),
    ("bots",),
    ("study",),
    ("thinking",),
    ("protocol",),
    ("fuzz", "arena", "adapters", "tournament", "vector"),
    ("server",),
    ("cli", "__init__", "__main__"),
)
#: packages beside the standard library, by layer
OTHERS = {
    "adapters": {"PIL", "gymnasium", "numpy", "pettingzoo", "pyspiel"},
    "draw": {"resvg_py"},
    "features": {"numpy"},
    "features.table": {"numpy"},
    "features.plain": {"numpy"},
    "vector": {"numpy"},
    "features.antike": {"numpy"},
    "features.attika": {"numpy"},
    "arena": {"openskill", "ray"},
    "native": {"librt", "mypy_extensions", "typing_extensions"},  # types of the compiled build, not imported otherwise
    "cli": {"tqdm", "fastapi", "msgspec", "sqlalchemy"},
    "server": {
        "alembic", "argon2", "cryptography", "fastapi", "msgspec", "openskill", "prometheus_client", "psycopg",
        "pydantic", "sqlalchemy", "starlette", "uvicorn", "webpush",
    },
}  # fmt: skip
#: the packages of the server, lowest first, with what lies beside them
SERVER_LAYERS = (
    ("wire",),
    ("limits", "garbage", "offload", "apart", "settings", "logs", "metrics"),
    ("core",),
    ("store",),
    ("people",),
    ("notices",),
    ("bots",),
    ("tables",),
    ("analysis",),
    ("office",),
    ("site",),
    ("http",),
    ("app",),
    ("run", "doctor", "__init__"),
)
SERVER_RANK = {name: rank for rank, names in enumerate(SERVER_LAYERS) for name in names}
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def _modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def _layer(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return _layer_of(".".join(parts))


def _layer_of(module: str) -> str:
    """Give the layer that a module below `rondel` belongs to: the longest name listed, else the first."""
    names = module.split(".")
    two = ".".join(names[:2])
    return two if two in RANK else names[0]


def _imports(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


@pytest.mark.parametrize("path", _modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_point_downwards(path: Path) -> None:
    for name in _imports(path):
        if name.startswith("rondel."):
            below = _layer_of(name.removeprefix("rondel."))
            if below in RANK:
                assert RANK[below] <= RANK[_layer(path)], name


@pytest.mark.parametrize("path", sorted((SOURCE / "server").rglob("*.py")), ids=lambda path: path.stem)
def test_packages_of_the_server_import_downwards(path: Path) -> None:
    own = path.relative_to(SOURCE / "server").parts[0].removesuffix(".py")
    for name in _imports(path):
        if name.startswith("rondel.server."):
            below = name.split(".")[2]
            assert SERVER_RANK[below] <= SERVER_RANK[own], name


@pytest.mark.parametrize("path", _modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_the_engine_needs_the_standard_library_alone(path: Path) -> None:
    allowed = OTHERS.get(_layer(path), set())
    for name in _imports(path):
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names or top == "rondel" or top in allowed, name


def test_no_rulebook_is_named_outside_its_data() -> None:
    data = {"variants.py", "citations.py"}
    for path in _modules():
        if path.name in data or path.parent.name == "families":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        texts = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
        ]
        # the examples in the help text of the command line are for people
        named = [text for text in texts if text in BOOKS]
        assert not named, f"{path.name}: {named}"


def test_files_and_functions_stay_short() -> None:
    for path in _modules():
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 500, path.name
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{path.name}: {node.name}"
