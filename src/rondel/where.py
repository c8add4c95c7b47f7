"""Where a clause of the rules lives: the code and data that carry it, the refusals that cite it, the tests of it.

The source itself is the index. A docstring or a comment that names a clause in full stands at the code or data that
carries it; so does the clause of an option in a `variants` module. Every other text that names one is a refusal's.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from rondel import ledger

#: the kinds of clause that something in the source must carry
CARRIED = ("rule", "setup", "variant", "derived", "ruling")

Named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
Places = dict[str, list["Place"]]


@cache
def citation() -> re.Pattern[str]:
    """Give the pattern of a clause as it is cited, of any rulebook that has a reference."""
    texts = [path.read_text(encoding="utf-8") for path in ledger.folder().glob("*.md")]
    books = sorted({clause.id.split("-")[0] for text in texts for clause in ledger.read_clauses(text)})
    return re.compile(rf"\b(?:{'|'.join(books)})-[RD]?\d+\b")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of the source, and the name of what stands there."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        """Give it as editors and compilers do."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Where:
    """The places of one clause."""

    code: tuple[Place, ...]
    refusals: tuple[Place, ...]
    tests: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """The places of all clauses. Without tests at hand, as in an installed package, `tests` is None."""

    code: Mapping[str, Sequence[Place]]
    refusals: Mapping[str, Sequence[Place]]
    tests: Mapping[str, Sequence[Place]] | None

    def of(self, clause_id: str) -> Where:
        """Give the places of a clause."""
        tests = (self.tests or {}).get(clause_id, ())
        return Where(tuple(self.code.get(clause_id, ())), tuple(self.refusals.get(clause_id, ())), tuple(tests))

    def missing(self, book_id: str) -> tuple[str, ...]:
        """List the clauses of a rulebook that no code or data carries, though some should.

        A module's own docstring is too wide a place.
        """
        wide = {"module"}
        return tuple(
            clause.id for clause in carried(book_id) if {place.name for place in self.code.get(clause.id, ())} <= wide
        )


def carried(book_id: str) -> list[ledger.Clause]:
    """List the clauses of a rulebook that something in the source must carry."""
    return [clause for clause in ledger.clauses(book_id) if clause.kind in CARRIED]


@cache
def read_index(package: Path | None = None) -> Index:
    """Read a package, by default the one that runs, and the tests next to it in a checkout."""
    package = package or Path(str(resources.files("rondel")))
    root = package.parents[1]
    checkout = package.parent.name == "src"
    code, refusals = read_source(package, root if checkout else package.parent)
    tests = root / "tests"
    return Index(code, refusals, read_tests(tests, root) if checkout and tests.is_dir() else None)


def read_source(folder: Path, root: Path) -> tuple[Places, Places]:
    """Collect what the modules and boards below a folder cite: at code and data, and in refusals."""
    code: Places = {}
    refusals: Places = {}
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
        text = path.read_text(encoding="utf-8")
        if not citation().search(text):
            continue
        file = path.relative_to(root).as_posix()
        found = _of_module(text, "variants" in path.stem) if path.suffix == ".py" else _of_board(text)
        for clause, line, name, carries in found:
            places = (code if carries else refusals).setdefault(clause, [])
            if Place(file, line, name) not in places:
                places.append(Place(file, line, name))
    return code, refusals


def read_tests(folder: Path, root: Path) -> Places:
    """Collect the tests below a folder that are marked with clauses."""
    found: Places = {}
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if citation().search(text) else ():
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                place = Place(path.relative_to(root).as_posix(), node.lineno, node.name)
                for clause in ledger.marks(node):
                    found.setdefault(clause, []).append(place)
    return found


#: a clause, the line and the name where it stands, and whether what stands there carries it
_Found = Iterator[tuple[str, int, str, bool]]


def _of_board(text: str) -> _Found:
    """Give the clauses in the comments of a board, each with the table it stands in."""
    table = "board"
    for line, row in enumerate(text.splitlines(), 1):
        header = re.match(r"\[+([^\]]+)\]+", row)
        table = header[1] if header else table
        for clause in citation().findall(row.partition("#")[2]):
            yield clause, line, table, True


def _of_module(text: str, data: bool) -> _Found:
    """Give the clauses in a module's comments, docstrings and other texts, each with what it stands at."""
    tree = ast.parse(text)
    names = _Names(tree)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line, alone = token.start[0], not token.line[: token.start[1]].strip()
            for clause in citation().findall(token.string):
                yield clause, line, names.before(line) if alone else names.at(line), True
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            described = names.docs.get(id(node))
            rows = node.value.splitlines()
            for line, row in enumerate(rows, node.lineno):
                # a row of a table goes by its first word
                name = described or (row.split(maxsplit=1)[0] if len(rows) > 1 and row else names.at(line))
                for clause in citation().findall(row):
                    yield clause, line, name, data or described is not None


class _Names:
    """What stands at each line of a module: a function, a class, a field, a variable or a named argument of data."""

    def __init__(self, tree: ast.Module) -> None:
        self.docs: dict[int, str] = {}  # docstrings, and what they describe
        self._spans: list[tuple[int, int, str, bool]] = []  # first line, last line, name, whether it is a function
        self._visit(tree, "")

    def at(self, line: int) -> str:
        """Name the innermost thing around a line."""
        return max((span for span in self._spans if span[0] <= line <= span[1]), default=(0, 0, "module"))[2]

    def before(self, line: int) -> str:
        """Name what a comment on a separate line is about: the data after it, or the function around it."""
        around = [span for span in self._spans if span[0] <= line <= span[1]]
        last = min((span[1] for span in around), default=10**9)
        after = [span for span in self._spans if line < span[0] <= last]
        inside = any(function for _, _, _, function in around)
        return self.at(line) if inside or not after else min(after)[2]

    def _visit(self, node: ast.AST, prefix: str) -> None:
        if isinstance(node, (ast.Module, *Named)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                self.docs[id(first.value)] = prefix or "module"
        function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for child in ast.iter_child_nodes(node):
            own = "" if function and not isinstance(child, Named) else _own_name(child)
            name = ".".join(part for part in (prefix, own) if part)
            if own and isinstance(child, ast.stmt | ast.keyword | ast.Call):
                leaf = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
                self._spans.append((child.lineno, child.end_lineno or child.lineno, name, leaf))
            if not (function or (isinstance(child, ast.Call) and own)) or isinstance(child, Named):
                self._visit(child, name)


def _own_name(node: ast.AST) -> str:
    """Give the name that a definition, an assignment, an argument or an entry of data introduces; empty if none."""
    if isinstance(node, Named):
        return node.name
    if isinstance(node, ast.keyword):
        return node.arg or ""
    if isinstance(node, ast.Call):
        return _label(node)
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def _label(call: ast.Call) -> str:
    """Give the text by which an entry of data is called: `Knowhow(name="wheel", …)` or `Option("expert", …)`."""
    named = [word.value for word in call.keywords if word.arg == "name"]
    first = (named + call.args)[0] if named or call.args else None
    built = isinstance(call.func, ast.Name) and call.func.id[0].isupper()
    return first.value if built and isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
