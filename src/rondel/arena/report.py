"""The results of a run and its ratings as readable lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rondel.arena.rating import Rated, groups, left_out
from rondel.arena.stats import Score, Summary, wilson
from rondel.game import JsonDict


def summary_lines(summary: Summary) -> Iterator[str]:
    """Sum up a run."""
    data = summary.as_json()
    yield from _table(summary)
    if summary.different < summary.games:
        some = f"{summary.different} of {summary.games}"
        yield f"different games: {some}; the others repeat them, so that the intervals are too narrow"
    turns = data["turns"]
    yield f"turns: {turns['shortest']} to {turns['longest']}, median {turns['median']}"
    yield "ends: " + _counts(data["ends"])
    if len(summary.scores) > 1:  # else the table tells it
        yield "wins by seat: " + ", ".join(map(str, summary.by_seat))
    if summary.marks:
        yield "winners had: " + _counts(data["winners_had"])
    yield f"failures: {len(summary.failures)}"
    for failure in summary.failures[:5]:
        yield f"  {failure['bot']}, decision {failure['decision']}: {failure['why']}"


def _table(summary: Summary) -> Iterator[str]:
    """Compare the bots, or the seats if one bot has them all and so wins every game."""
    what = "bot"
    if len(summary.scores) == 1:
        what = "seat"
        yield f"{summary.scores[0].bot} on all seats; wins by seat:"
    # not every rulebook counts points
    points = any(score.points for score in summary.scores)
    head = f" {'points':>6}" if points else ""
    yield f"{what:<34} {'games':>6} {'won':>6}  {'share':>7}  {'95 % interval':<17}{head} {'mean ms':>8} {'max ms':>8}"
    for score in summary.compared:
        yield _row(score, points)


def _row(score: Score, points: bool) -> str:
    data = score.numbers()
    span = f"{100 * data['low']:.1f} to {100 * data['high']:.1f} %"
    more = f" {data['points']:>6}" if points else ""
    return (
        f"{score.bot:<34} {score.games:>6} {score.wins:>6}  {100 * score.share:>5.1f} %  {span:<17}{more} "
        f"{data['ms']:>8} {data['longest_ms']:>8}"
    )


def _counts(found: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in found.items())


def rating_lines(rated: Sequence[Rated]) -> Iterator[str]:
    """List the ratings, best first."""
    yield f"rating ± 2 sigma  {'bot':<34} games won (95 % interval)"
    for entry in rated:
        low, high = wilson(entry.wins, entry.games)
        share = f"{entry.wins} of {entry.games} ({100 * low:.0f} to {100 * high:.0f} %)"
        yield f"{entry.mu:6.2f} ± {2 * entry.sigma:<7.2f}  {entry.bot:<34} {share}"


def rating_json(entry: Rated) -> JsonDict:
    """Give a rating as plain data, with all that its line tells."""
    low, high = wilson(entry.wins, entry.games)
    return {
        "bot": entry.bot, "mu": entry.mu, "sigma": entry.sigma, "games": entry.games, "wins": entry.wins,
        "low": round(low, 4), "high": round(high, 4),
    }  # fmt: skip


def doubts(games: Sequence[str], rows: Sequence[JsonDict]) -> Iterator[str]:
    """Say why ratings may not be comparable: results of several rulebooks, bots that never met."""
    books = sorted(set(games))
    if len(books) > 1:
        yield f"These are results of several rulebooks ({', '.join(books)}); a bot has one rating over all of them."
    apart = groups(rows)
    if len(apart) > 1:
        named = "; ".join(", ".join(group) for group in apart)
        yield f"These never met, directly or through others; compare ratings within a group only: {named}."


def left_out_text(rows: Sequence[JsonDict]) -> str:
    """Say how many games a rating leaves out, and why; empty if none."""
    alone, undecided = left_out(rows)
    parts = [f"{alone} of one bot against itself"] if alone else []
    parts += [f"{undecided} without a winner"] if undecided else []
    return f"Games left out ({len(rows)} in all): {', '.join(parts)}." if parts else ""
