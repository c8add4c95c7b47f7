"""Makes a release, or shows what it would be; `make release VERSION=0.2.0` calls it.

Everything happens in a fresh clone first: the version is set, the changelog's unreleased part gets its name, all checks
run, the packages are built and tried, and the notes are written. Packages and notes are copied to dist/. That is all,
unless `--publish` is given: then the same change is committed and tagged here. It never uploads anything.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from packaging.version import Version

ROOT = Path(__file__).parents[1]
FORM = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
#: what must pass, in this order
CHECKS = ("test", "dist", "stack")
MODULE, CITATION, CHANGELOG = "src/rondel/__init__.py", "CITATION.cff", "CHANGELOG.md"


def present_version(folder: Path) -> str:
    """Read the version: it stands in one place."""
    found = re.search(r'^__version__ = "(.+)"$', (folder / MODULE).read_text(encoding="utf-8"), re.M)
    assert found, f"{MODULE} has no version"
    return found[1]


def section(changelog: str, name: str) -> str:
    """Give what the changelog says of a version."""
    parts = re.split(r"^## (.+)$", changelog, flags=re.M)
    for title, text in zip(parts[1::2], parts[2::2], strict=True):
        if title.split()[0].rstrip(",") == name:
            return text.strip()
    return ""


def check_wish(folder: Path, version: str) -> list[str]:
    """List what prevents a release."""
    wrong = []
    if not FORM.fullmatch(version):
        return [f"{version!r} is no version such as 0.2.0 or 0.2.0rc1."]
    now, changelog = present_version(folder), (folder / CHANGELOG).read_text(encoding="utf-8")
    if Version(version) <= Version(now):
        wrong.append(f"{version} does not come after {now}.")
    if section(changelog, version):
        wrong.append(f"The changelog has {version} already.")
    if not section(changelog, "Unreleased"):
        wrong.append("The changelog has nothing under Unreleased.")
    if subprocess.run(["git", "status", "--porcelain"], cwd=folder, capture_output=True, text=True).stdout.strip():
        wrong.append("Not everything is committed.")
    return wrong


def set_version(folder: Path, version: str, day: str) -> None:
    """Write the version where it stands, and what follows from it."""
    _change(folder / MODULE, r'^__version__ = ".*"$', f'__version__ = "{version}"')
    _change(folder / CITATION, r"^version: .*$", f"version: {version}")
    _change(folder / CITATION, r"^date-released: .*$", f"date-released: {day}")
    _change(folder / CHANGELOG, r"^## Unreleased$", f"## Unreleased\n\n## {version} ({day})")


def _change(path: Path, pattern: str, text: str) -> None:
    changed, count = re.subn(pattern, text, path.read_text(encoding="utf-8"), count=1, flags=re.M)
    assert count == 1, f"{path.name} has no {pattern}"
    path.write_text(changed, encoding="utf-8")


def notes(folder: Path, version: str) -> str:
    """Write the notes of a release from the changelog."""
    return f"# Rondel {version}\n\n{section((folder / CHANGELOG).read_text(encoding='utf-8'), version)}\n"


def git(folder: Path, *words: str) -> None:
    """Run git in a folder."""
    subprocess.run(["git", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def rehearse(version: str, day: str, checks: list[str], target: Path) -> None:
    """Make the release in a clone, check it, and bring packages and notes back."""
    with tempfile.TemporaryDirectory(prefix="rondel-release-") as name:
        clone = Path(name) / "rondel"
        git(ROOT, "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone))
        set_version(clone, version, day)
        for check in checks:
            print(f"make {check} ...", flush=True)
            subprocess.run(["make", check], cwd=clone, check=True)
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        for path in sorted((clone / "dist").glob("rondel-*")):
            shutil.copy(path, target)
        (target / f"notes-{version}.md").write_text(notes(clone, version), encoding="utf-8")


def publish(version: str, day: str, target: Path) -> None:
    """Commit and tag the release here."""
    set_version(ROOT, version, day)
    git(ROOT, "commit", "--quiet", "--all", "--message", f"Release {version}")
    git(ROOT, "tag", "--annotate", f"v{version}", "--file", str(target / f"notes-{version}.md"), "--cleanup=verbatim")


def main() -> None:
    """Rehearse, and publish if told to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", help="the new version, such as 0.2.0")
    parser.add_argument("--checks", default=" ".join(CHECKS), help="targets of make to run (default: all that matter)")
    parser.add_argument("--publish", action="store_true", help="commit and tag afterwards")
    args = parser.parse_args()
    if wrong := check_wish(ROOT, args.version):
        raise SystemExit("\n".join(["This cannot be released:", *(f"- {line}" for line in wrong)]))
    day, target = datetime.now(UTC).strftime("%Y-%m-%d"), ROOT / "dist"
    try:
        rehearse(args.version, day, args.checks.split(), target)
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{' '.join(error.cmd)} failed; nothing was changed here.") from error
    print(f"Rondel {args.version} is ready in dist/, with its notes:")
    print("\n".join(f"  {path.name}" for path in sorted(target.iterdir())))
    if args.publish:
        publish(args.version, day, target)
        print("Committed and tagged. Then: git push --follow-tags, twine upload dist/rondel-*")
    else:
        print("Nothing was changed here; `make release VERSION=… PUBLISH=1` commits and tags.")


if __name__ == "__main__":
    main()
