"""All parts of the family, and which rules exclude each other."""

from __future__ import annotations

from typing import Final

from rondel.antike.parts.announced.words import ANNOUNCED
from rondel.antike.parts.answers import ANSWERS
from rondel.antike.parts.barracks import BARRACKS
from rondel.antike.parts.bellona import BELLONA
from rondel.antike.parts.draw_offers import DRAW_OFFERS
from rondel.antike.parts.events.words import EVENTS
from rondel.antike.parts.leaders.words import LEADERS
from rondel.antike.parts.markers import MARKERS
from rondel.antike.parts.neutral import NEUTRAL
from rondel.antike.parts.part import ActionWords, Part
from rondel.antike.parts.ramparts import RAMPARTS
from rondel.antike.parts.shelter import SHELTER
from rondel.antike.parts.sites import SITES
from rondel.antike.parts.tax import TAX
from rondel.antike.parts.trade import TRADE
from rondel.antike.rules import Rules
from rondel.antike.state import TALLY
from rondel.errors import SetupError

PARTS: Final[tuple[Part, ...]] = (
    SITES, NEUTRAL, TRADE, BELLONA, ANSWERS, MARKERS, TAX, SHELTER, BARRACKS, LEADERS, RAMPARTS, ANNOUNCED, EVENTS,
    DRAW_OFFERS,
)  # fmt: skip
#: the names of what is counted in a turn, by its place
COUNTS: Final = tuple(next(part.counts[place] for part in PARTS if place in part.counts) for place in range(TALLY))

#: the words of their kinds of action
ACTIONS: Final[dict[str, ActionWords]] = {kind: words for part in PARTS for kind, words in part.actions.items()}


#: keyed by the rules' identity, because hashing all axes would cost more; the entry keeps the rules alive
_FOUND: Final[dict[int, tuple[Rules, tuple[Part, ...]]]] = {}


def parts_of(rules: Rules) -> tuple[Part, ...]:
    """Give the parts that the rules name."""
    found = _FOUND.get(id(rules))
    if found is None:
        if len(_FOUND) >= 64:
            _FOUND.clear()
        found = _FOUND[id(rules)] = rules, tuple(part for part in PARTS if part.in_play(rules))
    return found[1]


def refuse_misfits(rules: Rules, seats: int, nations: int) -> None:
    """Refuse axes that do not go together, in one sentence that names them."""
    for part in PARTS:
        why = part.misfit(rules, nations) if part.in_play(rules) else _idle(part, rules)
        if why:
            raise SetupError("bad_setup", why)
    why = _seating(rules, seats, nations) or _supplies(rules, nations)
    if why:
        raise SetupError("bad_setup", why)


def _idle(part: Part, rules: Rules) -> str:
    """Find an axis that has no effect because its part is not in play."""
    for axis, nothing in part.details.items():
        if getattr(rules, axis) != nothing:
            return f"{axis} belongs to {part.name}, which {part.axis}={getattr(rules, part.axis)} leaves out."
    return ""


def _seating(rules: Rules, seats: int, nations: int) -> str:
    """Find players and nations that cannot be seated. Rule: A05-R04, A06-R04, A06-060."""
    if nations != seats and (seats, nations) != (2, 4):
        return f"Each of {seats} players leads a nation, or each of two leads two: nations={nations} fits neither."
    if rules.first_chooser and rules.distribution != "choose":
        return f"first_chooser needs distribution=choose, not distribution={rules.distribution}."
    if rules.first_chooser >= seats:
        return f"first_chooser={rules.first_chooser} is no seat of the {seats} players, who sit from 0 to {seats - 1}."
    return ""


def _supplies(rules: Rules, nations: int) -> str:
    """Find a bank too small to pay what the nations start with. Rule: A05-R10, A06-R10."""
    most = nations * max(rules.start_goods[:3])
    if rules.bank_units is not None and rules.bank_units < most:
        start = f"The nations start with up to {most} units (start_goods)"
        return f"{start}, more than the bank has (bank_units={rules.bank_units})."
    return ""
