"""The command `doctor`: checks what a table server needs."""

from __future__ import annotations

import argparse
import dataclasses
import os

from rondel.cli.common import add_json, print_json
from rondel.cli.serve import need_server

HELP = """\
Check a table server: settings, database, page, disk, clock, mail, proxy, and the site as visitors reach it. Nothing is
changed or sent. It reads the same settings as `rondel serve`. The exit code is 1 if something must be fixed.
"""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    doctor = commands.add_parser(
        "doctor", help="check what the server needs, and say what to do", description=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    doctor.add_argument("--database", metavar="URL", help="database URL (RONDEL_DATABASE)")
    add_json(doctor)
    doctor.set_defaults(run=run_doctor)


def run_doctor(args: argparse.Namespace) -> int:
    """Examine, and report."""
    need_server()
    from rondel.server.doctor import examine

    findings = examine(os.environ, args.database)
    failed = any(finding.state == "fail" for finding in findings)
    if args.json:
        print_json({"ok": not failed, "findings": [dataclasses.asdict(finding) for finding in findings]})
        return int(failed)
    for finding in findings:
        print(f"{finding.state:4}  {finding.check:9}  {finding.said}")
        if finding.todo:
            print(f"{'':17}→ {finding.todo}")
    return int(failed)
