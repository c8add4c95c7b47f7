"""A review as one page: a curve of chances for each seat, the marked turns, and what is said of the players."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from rondel.draw.svg import number, tag, words
from rondel.game import JsonObject
from rondel.study.review import PHASES, Player, Review, Reviewed

WIDTH: Final = 900
HEIGHT: Final = 260
LEFT: Final = 44
INK: Final = "#33302a"
FAINT: Final = "#c9bfa8"
#: one colour for each seat, told apart by people who see few colours, and by their dashes
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#4d4d4d")
DASHES: Final = ("", "6 3", "2 3", "9 3 2 3", "1 2", "12 4")
SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "missed-win": "??", "good-find": "!"}

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #33302a; background: #fbf8f0; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #c9bfa8 }
td.n { text-align: right; font-variant-numeric: tabular-nums } svg { max-width: 100%; height: auto } .why { color: #6a5a3a }
"""  # noqa: E501


def review_html(review: Review, title: str = "") -> str:
    """Write a page that needs nothing else."""
    head = escape(title or f"Review of a game of {review.game}")
    marked = "".join(_marked(turn) for turn in review.turns if turn.mark)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{head}</title><style>{_STYLE}</style>'
        f"<h1>{head}</h1>{curve(review)}{_players(review)}<h2>Turns worth a second look</h2>"
        f"{marked or '<p>None: no turn lost much.</p>'}"
        f"<p>By {escape(review.engine)}, version {review.version} of reviews. "
        "Chances are those after the best turn.</p></html>\n"
    )


def lines_html(found: JsonObject, title: str = "") -> str:
    """Write the compared turns of a position as a page that needs nothing else, with bars of everybody's chances."""
    head = escape(title or str(found["prompt"]))
    rows = "".join(_compared(way) for way in found["lines"])
    if found.get("threats"):
        others = (f"<h3>{escape(way['who'])}</h3>{_compared(way)}" for way in found["threats"])
        rows += f"<h2>If it were their turn</h2>{''.join(others)}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{head}</title><style>{_STYLE}</style>'
        f"<h1>{head}</h1>{rows}<p>By {escape(str(found['bot']))}: {found['trials']} trials of the best turn, "
        f"{found['nodes']} positions judged.</p></html>\n"
    )


def _compared(way: JsonObject) -> str:
    clauses = f" [{escape(', '.join(way['clauses']))}]" if way["clauses"] else ""
    return (
        f"<p><b>{escape(', '.join(way['moves']))}</b>: {100 * way['value']:.1f} % ± {200 * way['error']:.1f}"
        f'<br><span class="why">{escape(way["reason"])}{clauses}</span></p>{bars(way["chances"])}'
    )


def bars(chances: Sequence[float]) -> str:
    """Draw the chances of all seats as one bar."""
    parts, left = [], 0.0
    for seat, chance in enumerate(chances):
        wide = chance * WIDTH
        parts.append(tag("rect", x=left, y=0, width=wide, height=26, fill=COLOURS[seat]))
        if wide > 60:
            parts.append(words(f"{seat + 1}: {100 * chance:.0f} %", left + wide / 2, 18, 13, fill="#ffffff"))
        left += wide
    told = ", ".join(f"seat {seat + 1} {100 * chance:.0f} %" for seat, chance in enumerate(chances))
    size = f"0 0 {WIDTH} 26"
    return tag("svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", viewBox=size, role="img", aria_label=told)


def curve(review: Review) -> str:
    """Draw the chances of all seats over the game; marks stand on the curve of the seat that moved."""
    last = max(1, len(review.turns) - 1)
    parts = []
    for step in range(5):
        height = _y(step / 4)
        parts.append(tag("line", x1=LEFT, y1=height, x2=WIDTH, y2=height, stroke=FAINT))
        parts.append(words(f"{25 * step} %", LEFT - 6, height + 4, 11, text_anchor="end", fill=INK))
    for seat in range(review.players):
        points = " ".join(
            f"{number(_x(place, last))},{number(_y(turn.chances[seat]))}" for place, turn in enumerate(review.turns)
        )
        parts.append(
            tag(
                "polyline",
                points=points,
                fill="none",
                stroke=COLOURS[seat],
                stroke_width=2,
                stroke_dasharray=DASHES[seat],
            )
        )
        parts.append(
            words(f"seat {seat + 1}", LEFT + 10 + 90 * seat, HEIGHT + 36, 13, text_anchor="start", fill=COLOURS[seat])
        )
    for place, turn in enumerate(review.turns):
        if turn.mark:
            parts.append(
                words(SIGNS[turn.mark], _x(place, last), _y(turn.chances[turn.seat]) - 6, 12, fill=COLOURS[turn.seat])
            )
    size = f"0 0 {WIDTH + 10} {HEIGHT + 44}"
    return tag(
        "svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", viewBox=size, role="img", aria_label="chances"
    )


def _x(place: int, last: int) -> float:
    return LEFT + place * (WIDTH - LEFT) / last


def _y(share: float) -> float:
    return 14 + (1 - share) * (HEIGHT - 14)


def _players(review: Review) -> str:
    luck = "<th>luck of the draw</th>" if review.draws else ""
    heads = "".join(f"<th>{name}</th>" for name in PHASES)
    rows = "".join(_player(player, bool(review.draws)) for player in review.seats)
    return (
        "<h2>Players</h2><table><tr><th>seat</th><th>grade</th><th>choices</th><th>mean loss</th>"
        f"{heads}<th>best turn</th><th>best three</th>{luck}<th>marks</th></tr>{rows}</table>"
    )


def _player(player: Player, luck: bool) -> str:
    shares = [player.loss, *player.phases]
    cells = "".join(f'<td class="n">{100 * share:.1f} %</td>' for share in shares)
    agreed = "".join(f'<td class="n">{100 * share:.0f} %</td>' for share in (player.first, player.three))
    drawn = f'<td class="n">{100 * player.luck:+.1f} %</td>' if luck else ""
    marks = ", ".join(f"{count} {kind.replace('-', ' ')}" for kind, count in player.marks.items())
    return (
        f'<tr><td>{player.seat + 1}</td><td>{player.grade}</td><td class="n">{player.choices}</td>{cells}{agreed}'
        f"{drawn}<td>{marks}</td></tr>"
    )


def _marked(turn: Reviewed) -> str:
    loss = f", {100 * turn.loss:.1f} % ± {200 * turn.error:.1f}" if turn.loss else ""
    better = f"<br>better: <b>{_moves(turn.best.moves)}</b>" if turn.best != turn.played else ""
    clauses = f" [{escape(', '.join(turn.best.clauses))}]" if turn.best.clauses else ""
    why = f'<br><span class="why">{escape(turn.best.reason)}{clauses}</span>' if turn.best.reason else ""
    return (
        f"<p>Turn {turn.turn + 1}, seat {turn.seat + 1}: <b>{turn.mark.replace('-', ' ')}</b>{loss}"
        f"<br>played: {_moves(turn.played.moves)}{better}{why}</p>"
    )


def _moves(moves: tuple[str, ...]) -> str:
    return escape(", ".join(moves))
