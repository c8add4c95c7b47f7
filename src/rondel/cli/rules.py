"""The `rules` command: the rules reference, differences between rulebooks, and coverage by tests."""

from __future__ import annotations

import argparse
import dataclasses
import textwrap
from itertools import zip_longest
from pathlib import Path

from rondel import ledger, where
from rondel.cli.common import add_json, print_json
from rondel.errors import RondelError
from rondel.game import JsonDict
from rondel.registry import BOOKS, books, find_book

#: the widest cell of a table of differences
_CELL = 46


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    rules = commands.add_parser(
        "rules", help="read the rules reference, compare rulebooks, or see which clauses are tested",
        description="Print a rulebook's numbered rules. With --diff compare its rule table with another's; with "
        "--coverage count the clauses that tests prove; with --where find the code that carries a clause.",
    )  # fmt: skip
    rules.add_argument("game", nargs="?", metavar="GAME", help="rulebook")
    rules.add_argument("--find", metavar="TEXT", help="only clauses with this text or id")
    rules.add_argument(
        "--lang", choices=ledger.LANGUAGES, default="en", help="language of the clauses: English (default) or French"
    )
    rules.add_argument("--diff", metavar="OTHER", help="show how the rulebook differs from another")
    rules.add_argument("--coverage", action="store_true", help="clauses proved by tests, by kind, and what is missing")
    rules.add_argument(
        "--where", nargs="?", const="", metavar="CLAUSE",
        help="the code, the refusals and the tests of a clause; without one, how many clauses have their code named",
    )  # fmt: skip
    rules.add_argument("--tests", default="tests", metavar="DIR", help="where the tests are, for --coverage")
    add_json(rules)
    rules.set_defaults(run=run_rules)


def run_rules(args: argparse.Namespace) -> int:
    """Print rules, differences or coverage."""
    if args.coverage:
        return _coverage(args)
    if args.where is not None:
        return _where(args)
    if not args.game:
        raise RondelError("bad_request", f"Name a rulebook: {', '.join(books())}; or use --coverage or --where.")
    if args.diff:
        return _diff(args)
    book = find_book(args.game)
    wanted = _folded(args.find or "")
    found = [
        clause
        for clause in ledger.clauses(book.id, args.lang)
        if wanted in _folded(f"{clause.id} {clause.topic} {clause.text}")
    ]
    if args.json:
        print_json([dataclasses.asdict(clause) for clause in found])
        return 0 if found else 1
    section = ""
    for clause in found:
        if clause.section != section:
            section = clause.section
            print(f"\n{section}")
        print(f"  {clause.id} [{clause.kind}] {clause.topic}: {clause.text}")
    if not found:
        print(f"No clause of {book.id} has {args.find!r}.")
    return 0 if found else 1


def _where(args: argparse.Namespace) -> int:
    """Print where a clause is carried out, or for each rulebook how many clauses are named in the code."""
    index = where.read_index()
    if not args.where or args.where in BOOKS:
        return _where_all(index, args.where or args.game, args.json)
    clause = _find_clause(args.where)
    found = index.of(clause.id)
    if args.json:
        tests = None if index.tests is None else [dataclasses.asdict(place) for place in found.tests]
        print_json({**dataclasses.asdict(clause), **dataclasses.asdict(found), "tests": tests})
        return 0
    print(f"{clause.id} [{clause.kind}] {clause.topic}: {clause.text}")
    for title, places in (("code", found.code), ("refusals", found.refusals), ("tests", found.tests)):
        if places:
            print(f"\n{title}")
            width = max(len(str(place)) for place in places)
            print("\n".join(f"  {place!s:<{width}}  {place.name}" for place in places))
    if index.tests is None:
        print("\nThe tests are in the repository; the installed package does not have them.")
    return 0


def _folded(text: str) -> str:
    """Give a text as it is compared: a keyboard types ' where French print has ’."""
    return text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def _find_clause(clause_id: str) -> ledger.Clause:
    """Give a clause by its id, whatever the case of its letters."""
    for book in BOOKS:
        for clause in ledger.clauses(book):
            if clause.id.casefold() == clause_id.casefold():
                return clause
    words = f"There is no clause {clause_id!r}; `rondel rules GAME --find TEXT` finds them."
    raise RondelError("bad_request", words)


def _where_all(index: where.Index, game: str | None, as_json: bool) -> int:
    books = [find_book(game).id] if game else list(BOOKS)
    missing = {book: index.missing(book) for book in books}
    totals = {book: len(where.carried(book)) for book in books}
    if as_json:
        counts = {book: totals[book] - len(missing[book]) for book in books}
        print_json({book: {"named": counts[book], "total": totals[book], "missing": missing[book]} for book in books})
    else:
        for book in books:
            print(f"{book}: {totals[book] - len(missing[book])} of {totals[book]} clauses are named where they live")
            print(f"  missing: {', '.join(missing[book]) or 'none'}")
    return 1 if any(missing.values()) else 0


def rule_table(book_id: str) -> JsonDict:
    """Give the rule axes of a rulebook by name, without its id and title."""
    return dict(find_book(book_id).axes)


def differences(one: str, other: str) -> list[tuple[str, object, object]]:
    """List the rule axes in which two rulebooks differ."""
    left, right = rule_table(one), rule_table(other)
    if list(left) != list(right):
        raise RondelError("bad_request", f"{one} and {other} are different games; their rules have no common table.")
    return [(name, left[name], right[name]) for name in left if left[name] != right[name]]


def readable(value: object) -> str:
    """Write a rule's value in readable form; a dash means none, or no limit."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and value:
        if all(isinstance(part, int | tuple) for part in value):
            return " / ".join(":".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in value)
        return ", ".join(map(str, value))
    return "–" if value in (None, 0, ()) else str(value)


def _plain(value: object) -> object:
    """Give a rule's value in JSON form."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return dataclasses.asdict(value) if dataclasses.is_dataclass(value) and not isinstance(value, type) else value


def _wrapped(row: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Break the cells of a row into as many lines as the longest needs."""
    parts = [textwrap.wrap(cell, _CELL) or [""] for cell in row]
    return [tuple(line) for line in zip_longest(*parts, fillvalue="")]


def _diff(args: argparse.Namespace) -> int:
    rows = differences(args.game, args.diff)
    if args.json:
        print_json({name: {args.game: _plain(left), args.diff: _plain(right)} for name, left, right in rows})
        return 0
    cells = [("what", args.game, args.diff, "axis")]
    about = find_book(args.game).about
    cells += [(about[name], readable(left), readable(right), name) for name, left, right in rows]
    lines = [line for row in cells for line in _wrapped(row)]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    print(f"\n{len(rows)} of {len(rule_table(args.game))} rule axes differ; `rondel rules GAME` prints the clauses.")
    return 0


def _coverage(args: argparse.Namespace) -> int:
    tests = Path(args.tests)
    if not tests.is_dir():
        raise RondelError(
            "bad_request", f"There is no folder {args.tests!r}; run it in a checkout or name it with --tests."
        )
    marks = ledger.cited(tests)
    named = [find_book(args.game).id] if args.game else list(BOOKS)
    found = {book: ledger.coverage(book, marks) for book in named}
    if args.json:
        print_json({book: dataclasses.asdict(entry) for book, entry in found.items()})
    else:
        for book, entry in found.items():
            print(f"{book}: {entry.covered} of {entry.total} clauses proved by tests")
            for kind, (done, total) in sorted(entry.kinds.items()):
                print(f"  {kind:<10} {done:>4} / {total}")
            print(f"  missing: {', '.join(entry.missing) or 'none'}")
    return 1 if any(entry.missing for entry in found.values()) else 0
