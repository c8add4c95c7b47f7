"""The rulebook as a preset of Rules, and its option as a named patch. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rondel.attika.rules import KINDS, Rules
from rondel.book import Option
from rondel.errors import SetupError

ATTIKA: Final = Rules(id="attika", title="Attika", year=2003)

OPTIONS: Final = (
    Option("loose", "A complete group earns its amphora as soon as all its buildings are in one colony", "AT-R19",
           {"group_link": "colony"}, players=ATTIKA.players),
)  # fmt: skip

#: our own design: what no public source shows; by a key under which a page has the words of other languages
OURS: Final[Mapping[str, str]] = {
    "symbols": "which symbols stand where on the 22 board tiles",
    "places": "the exact places of the first tiles and of the shrines",
    "costs": "the costs of " + ", ".join(kind.name for kind in KINDS if kind.provenance == "ours")
    + "; a file of your own can replace them",
}  # fmt: skip

#: a sample of set-ups that covers every option: rulebook, players, options
SETUPS: Final[tuple[tuple[str, int, dict[str, int]], ...]] = (
    *((ATTIKA.id, players, {}) for players in ATTIKA.players),
    *((ATTIKA.id, players, {"loose": 1}) for players in ATTIKA.players),
)


def make_rules(options: Mapping[str, int]) -> Rules:
    """Build the rules with options given by id; flags have the value 1."""
    known = {option.id: option for option in OPTIONS}
    rules = ATTIKA
    for name, value in options.items():
        if name not in known:
            raise SetupError("bad_option", f"{rules.id} has no option {name!r}; it has {', '.join(known)}.")
        if value != 1:
            raise SetupError("bad_option", f"The option {name} takes no number.", known[name].rule)
        rules = replace(rules, **known[name].patch)
    return rules
