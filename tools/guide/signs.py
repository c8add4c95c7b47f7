"""The signs of the page, so that a picture of the rules shows what lies on the table."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path

from tools.client import find_node

CLIENT = Path(__file__).parents[2] / "client"
#: the modules that hold them; they import nothing but types
_MODULES = ("shared/glyphs", "attika/figures")
_SCRIPT = """
const ts = require("typescript"), fs = require("fs");
const read = async (name) => {
  const code = ts.transpileModule(fs.readFileSync(`src/${name}.ts`, "utf8"), {
    compilerOptions: { module: "esnext", target: "es2022" },
  }).outputText;
  return import("data:text/javascript," + encodeURIComponent(code));
};
Promise.all(%s.map(read)).then((found) => console.log(JSON.stringify(Object.assign({}, ...found))));
"""


@cache
def signs() -> dict[str, dict[str, object]]:
    """Give the page's tables of paths by name: GLYPHS, BUILDINGS, LANDS, AMPHORA, SHRINE."""
    node = find_node()
    if node is None:
        raise SystemExit("Drawing the pictures needs Node.js; `make client` fetches one.")
    script = _SCRIPT % json.dumps(_MODULES)
    done = subprocess.run([str(node / "node"), "-e", script], cwd=CLIENT, capture_output=True, text=True, check=True)
    found: dict[str, dict[str, object]] = json.loads(done.stdout)
    return found


def glyph(name: str) -> str:
    """Give a sign of the page as a path."""
    return str(signs()["GLYPHS"][name])
