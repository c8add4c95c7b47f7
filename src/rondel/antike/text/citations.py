"""The ledger clause behind each refusal, by rulebook. `now:KIND` is for a decision at the wrong moment.

A row names a clause of each rulebook that has the rule. The rows of a part stand with the part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rondel.antike.parts.catalogue import PARTS

_ROWS: Final = """
now:done          A05-063  A06-093  A2-058  AD-050
now:peace         A05-234  A06-231  A2-142  AD-128
now:enter         A05-R30  A06-R30  A2-R47  AD-R22
now:take-good     A05-066  A06-090  A2-091  AD-085
now:take          A05-142  A06-072  A2-081  AD-073
now:lose          A05-R33  A06-R33  A2-R28  AD-R15
now:nation        A05-043  A06-045  A2-016  AD-R02
now:city          A05-051  A06-052  A2-017  AD-020
now:give-up       A05-R39  A06-R39  A2-R33  AD-R03
now:wedge         A05-063  A06-093  A2-058  AD-050
now:pay           A05-R15  A06-R15  A2-R16  AD-R37
now:temple        A05-107  A06-123  A2-109  AD-088
now:arm           A05-115  A06-129  A2-095  AD-099
now:learn         A05-130  A06-143  A2-116  AD-110
now:move          A05-155  A06-R51  A2-138  AD-124
now:fight         A05-236  A06-233  A2-R27  AD-128
now:conquer       A05-178  A06-187  A2-152  AD-124
now:found         A05-084  A06-106  A2-068  AD-059
over              A05-R27  A06-R27  A2-R12  AD-R29
cannot_stay       A05-075  A06-100  A2-064  AD-055
rondel            A05-073  A06-099  A2-063  AD-054
temple            A05-108  A06-124  A2-110  AD-089
arm               A05-116  A06-130  A2-096  AD-099
learn             A05-136  A06-148  A2-118  AD-111
learn-later       A05-137  A06-149  A2-117  AD-111
found             A05-088  A06-109  A2-071  AD-063
wrong_payment     A05-R12  A06-R12  A2-R46  AD-R42
rondel_payment    A05-R11  A06-R11  A2-R46  AD-R42
not_owned         A05-R20  A06-R20  A2-110  AD-089
arm-not-owned     A05-117  A06-131  A2-095  AD-101
has_temple        A05-111  A06-127  A2-112  AD-093
no_temple_left    A05-112  A06-128  A2-113  AD-094
place_limit       A05-118  A06-132  A2-097  AD-101
place_limit-rich  A05-119  A06-133  A2-097  AD-101
land-only         A05-124  A06-138  A2-101  AD-105
sea-only          A05-123  A06-137  A2-101  AD-105
no_unit_left      A05-129  A06-141  A2-014  AD-100
known             A05-R22  A06-R22  A2-119  AD-112
needs_basic       A05-134  A06-146  A2-121  AD-113
no_border         A05-162  A06-172  A2-140  AD-125
land-border       A05-163  A06-173  A2-139  AD-126
sea-border        A05-164  A06-174  A2-139  AD-126
no_unit           A05-162  A06-172  A2-139  AD-125
no_action_left    A05-157  A06-166  A2-141  AD-127
join              A05-R30  A06-R30  A2-R47  AD-R22
no_enemy          A05-170  A06-181  A2-143  AD-183
demand            A05-R35  A06-R35  A2-R27  AD-128
battle_size       A05-R31  A06-R31  A2-R26  AD-R22
no_city           A05-178  A06-187  A2-152  AD-132
last_city         A05-180  A06-200  A2-164  AD-R25
too_weak          A05-187  A06-189  A2-153  AD-132
no_action-city    A05-179  A06-188  A2-153  AD-179
wrong_losses      A05-186  A06-194  A2-158  AD-137
occupied          A05-085  A06-112  A2-076  AD-060
no_own_unit       A05-086  A06-107  A2-069  AD-060
no_stone          A05-R18  A06-R18  A2-R33  AD-R03
bank_empty        A05-229  A06-225  A2-015  AD-009
not_offered       A05-R33  A06-R33  A2-R28  AD-R15
offer-nation      A05-032  A06-034  A2-016  AD-R02
offer-city        A05-237  A06-237  A2-017  AD-020
offer-pick        A05-048  A06-R48  A2-017  AD-020
offer-take        A05-142  A06-073  A2-081  AD-073
offer-take-good   A05-R09  A06-R09  A2-R48  AD-R42
now:free          A2-055  AD-R39
no_site           A05-085  A06-112  A2-R39  AD-061
wrong_kind        A05-090  A06-111  A2-073  AD-065
no_card           A2-055  AD-156
"""


#: how the ids of each rulebook's clauses begin
_BEGINNINGS: Final = {"antike-2005": "A05-", "antike-2006": "A06-", "antike-2": "A2-", "antike-duellum": "AD-"}


def _column(beginning: str) -> dict[str, str]:
    """Give the clauses of one rulebook, by key."""
    rows = [row.split() for table in (_ROWS, *(part.clauses for part in PARTS)) for row in table.strip().splitlines()]
    return {row[0]: clause for row in rows for clause in row[1:] if clause.startswith(beginning)}


CITATIONS: Final[Mapping[str, Mapping[str, str]]] = {
    book: _column(beginning) for book, beginning in _BEGINNINGS.items()
}


def citations_of(book: str) -> Mapping[str, str]:
    """Give the clauses of a rulebook; a rule it lacks is cited from a rulebook that has it."""
    known: dict[str, str] = {}
    for column in CITATIONS.values():
        known |= column
    return {**known, **CITATIONS.get(book, {})}
