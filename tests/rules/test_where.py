"""Where a clause lives: every rule is cited in full at the code or data that carries it, and the index finds it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from rondel import ledger, where
from rondel.cli.main import main
from rondel.registry import BOOKS

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "rondel"
Capture = pytest.CaptureFixture[str]

MODULE = '''"""A module on A06-001."""

from __future__ import annotations

#: how many. Rule: A06-002
MANY = 3

BOOK = Rules(
    # A06-003: a comment before its data
    coins=30,
    temples=20,  # A06-004
)

CHART = (
    Knowhow(name="wheel", first=7),  # A06-015
    # A06-016
    Option("expert", 1),
)


class Box:
    """A box. Rule: A06-005."""

    legions: int = 17  # A06-006

    def open(self) -> None:
        """Open it. Rule: A06-007 A05-008."""
        # A06-009: a comment within
        refuse("closed", "A06-010")


ROWS = """
lid    A06-011
hinge  A06-012
"""
'''


def test_each_citation_has_the_name_of_what_it_stands_at(tmp_path: Path) -> None:
    (tmp_path / "box.py").write_text(MODULE)
    (tmp_path / "map.toml").write_text('title = "A"\n\n[starts]\n# A06-013\n4 = "A06-014"\n')
    code, refusals = where.read_source(tmp_path, tmp_path)
    assert {clause: (str(places[0]), places[0].name) for clause, places in code.items()} == {
        "A06-001": ("box.py:1", "module"), "A06-002": ("box.py:5", "MANY"), "A06-003": ("box.py:9", "BOOK.coins"),
        "A06-004": ("box.py:11", "BOOK.temples"), "A06-015": ("box.py:15", "CHART.wheel"),
        "A06-016": ("box.py:16", "CHART.expert"), "A06-005": ("box.py:22", "Box"),
        "A06-006": ("box.py:24", "Box.legions"), "A06-007": ("box.py:27", "Box.open"),
        "A05-008": ("box.py:27", "Box.open"), "A06-009": ("box.py:28", "Box.open"), "A06-013": ("map.toml:4", "starts"),
    }  # fmt: skip
    assert {clause: [(str(place), place.name) for place in places] for clause, places in refusals.items()} == {
        "A06-010": [("box.py:29", "Box.open")],
        "A06-011": [("box.py:33", "lid")],
        "A06-012": [("box.py:34", "hinge")],
    }


def test_the_clause_of_an_option_stands_at_its_data(tmp_path: Path) -> None:
    (tmp_path / "variants.py").write_text('OPTIONS = (Option("expert", rule="A06-239"),)\n')
    code, refusals = where.read_source(tmp_path, tmp_path)
    assert (code["A06-239"][0].name, refusals) == ("OPTIONS.expert", {})


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_named_at_the_code_or_data_that_carries_it(book: str) -> None:
    assert where.read_index().missing(book) == ()


def test_a_clause_that_only_a_module_names_is_missing() -> None:
    place = where.Place("rules.py", 1, "module")
    everything = {clause.id: [place] for clause in ledger.clauses("attika")}
    index = where.Index(everything, {}, None)
    assert list(index.missing("attika")) == [clause.id for clause in where.carried("attika")]
    assert {clause.kind for clause in where.carried("attika")} == set(where.CARRIED) - {"variant"}
    assert {clause.kind for clause in where.carried("antike-2")} == set(where.CARRIED)


def test_no_citation_is_a_range() -> None:
    one = where.citation().pattern
    ranges = re.compile(rf"{one}\s*(?:to|until|through|bis|[-–…]+|\.\.+)\s*{one}")
    found = [
        f"{path.relative_to(ROOT)}: {match}"
        for path in sorted(SOURCE.rglob("*.py"))
        for match in ranges.findall(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_clause_is_found_with_its_code_and_its_tests(capsys: Capture) -> None:
    assert main(["rules", "--where", "a06-172"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("A06-172 [rule] movement: ")
    code, refusals, tests = (
        printed.split(f"\n{title}\n")[1].split("\n\n")[0] for title in ("code", "refusals", "tests")
    )
    assert "movement.py:" in code
    assert "no_border" in refusals
    assert "test_each_border_lets_its_own_kinds_pass" in tests
    assert main(["rules", "--where", "A06-172", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["id"], data["kind"]) == ("A06-172", "rule")
    for place in data["code"] + data["tests"]:
        lines = (ROOT / place["file"]).read_text(encoding="utf-8").splitlines()
        assert "A06-172" in lines[place["line"] - 1] or place["name"] in lines[place["line"] - 1]


def test_an_unknown_clause_is_refused(capsys: Capture) -> None:
    assert main(["rules", "--where", "A06-999"]) == 2
    assert "There is no clause 'A06-999'" in capsys.readouterr().err


@pytest.mark.parametrize("args", [["--where"], ["--where", "attika"], ["attika", "--where"]])
def test_the_summary_counts_the_clauses_by_rulebook(capsys: Capture, args: list[str]) -> None:
    index = where.read_index()
    books = ["attika"] if "attika" in args else list(BOOKS)
    main(["rules", *args, "--json"])
    assert json.loads(capsys.readouterr().out) == {
        book: {
            "named": len(where.carried(book)) - len(index.missing(book)),
            "total": len(where.carried(book)),
            "missing": list(index.missing(book)),
        }
        for book in books
    }
    main(["rules", *args])
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()[::2]] == books


@pytest.mark.untraced
def test_an_installed_package_says_that_the_tests_are_elsewhere(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "rondel"
    shutil.copytree(SOURCE / "antike", package / "antike")
    installed = where.read_index(package)
    assert installed.tests is None
    assert installed.of("A06-172").code[0].file.startswith("rondel/antike/")
    monkeypatch.setattr(where, "read_index", lambda: installed)
    assert main(["rules", "--where", "A06-172"]) == 0
    assert capsys.readouterr().out.endswith(
        "\n\nThe tests are in the repository; the installed package does not have them.\n"
    )
    assert main(["rules", "--where", "A06-172", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tests"] is None


@pytest.mark.untraced
@pytest.mark.parametrize("book", BOOKS)
def test_the_pages_of_the_rules_link_each_clause_to_lines_that_are_there(book: str, tmp_path: Path) -> None:
    rule_links = pytest.importorskip("tools.rule_links")
    text = ledger.page_of(book).read_text(encoding="utf-8")
    page = SimpleNamespace(file=SimpleNamespace(src_uri=f"rules/{book}.md"), url=f"rules/{book}/")
    linked = rule_links.on_page_markdown(text, page=page)
    rule_links.on_post_build(config={"site_dir": str(tmp_path)})
    index = where.read_index()
    for clause in ledger.clauses(book):
        row = re.search(rf'^\| <a id="{clause.id}"></a>{clause.id} \|.*$', linked, re.MULTILINE)
        assert row, clause.id
        targets = re.findall(r'href="\.\./\.\./([^"#]+)#(L\d+)"', row[0])
        found = index.of(clause.id)
        assert len(targets) == len(found.code) + len(found.tests)
        for file, line in targets:
            assert f'id="{line}"' in (tmp_path / file).read_text(encoding="utf-8")
    other = SimpleNamespace(file=SimpleNamespace(src_uri="antike.md"), url="antike/")
    assert rule_links.on_page_markdown(text, page=other) == text
