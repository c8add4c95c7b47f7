"""The ledger clause behind each refusal, by rulebook. `now:KIND` is for a decision at the wrong moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_ROWS: Final = """
now:done         A05-063  A06-093
now:peace        A05-234  A06-231
now:enter        A05-R30  A06-R30
now:take-good    A05-066  A06-090
now:take         A05-142  A06-072
now:lose         A05-R33  A06-R33
now:nation       A05-043  A06-045
now:city         A05-051  A06-052
now:give-up      A05-R39  A06-R39
now:wedge        A05-063  A06-093
now:pay          A05-R15  A06-R15
now:temple       A05-107  A06-123
now:arm          A05-115  A06-129
now:learn        A05-130  A06-143
now:move         A05-155  A06-R51
now:fight        A05-236  A06-233
now:conquer      A05-178  A06-187
now:found        A05-084  A06-106
now:trade        A05-R23  A06-R23
over             A05-R27  A06-R27
cannot_stay      A05-075  A06-100
rondel           A05-073  A06-099
temple           A05-108  A06-124
arm              A05-116  A06-130
learn            A05-136  A06-148
learn-later      A05-137  A06-149
found            A05-088  A06-109
wrong_payment    A05-R12  A06-R12
not_owned        A05-R20  A06-R20
arm-not-owned    A05-117  A06-131
has_temple       A05-111  A06-127
no_temple_left   A05-112  A06-128
place_limit      A05-118  A06-132
place_limit-rich A05-119  A06-133
land-only        A05-124  A06-138
sea-only         A05-123  A06-137
no_unit_left     A05-129  A06-141
known            A05-R22  A06-R22
needs_basic      A05-134  A06-146
no_border        A05-162  A06-172
land-border      A05-163  A06-173
sea-border       A05-164  A06-174
no_unit          A05-162  A06-172
no_action_left   A05-157  A06-166
join             A05-R30  A06-R30
no_enemy         A05-170  A06-181
demand           A05-R35  A06-R35
battle_size      A05-R31  A06-R31
no_city          A05-178  A06-187
last_city        A05-180  A06-200
too_weak         A05-187  A06-189
no_action-city   A05-179  A06-188
wrong_losses     A05-186  A06-194
occupied         A05-085  A06-112
no_own_unit      A05-086  A06-107
no_stone         A05-R18  A06-R18
no_trade         A05-141  A06-153
trade-rate       A05-R23  A06-R23
trade-coin       A05-R23  A06-R23
trade_loop       A05-R23  A06-R23
bank_empty       A05-229  A06-225
not_offered      A05-R33  A06-R33
offer-nation     A05-032  A06-034
offer-city       A05-237  A06-237
offer-pick       A05-048  A06-R48
offer-take       A05-142  A06-073
offer-take-good  A05-R09  A06-R09
"""


def _column(place: int) -> dict[str, str]:
    rows = [line.split() for line in _ROWS.strip().splitlines()]
    return {row[0]: row[place] for row in rows}


CITATIONS: Final[Mapping[str, Mapping[str, str]]] = {"antike-2005": _column(1), "antike-2006": _column(2)}
