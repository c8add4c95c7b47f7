"""Studies as text: what is written is read back, plain records are studies, and mistakes are told by their line."""

from __future__ import annotations

from random import Random

import pytest

from rondel.errors import NotationError
from rondel.game import CHANCE, draw
from rondel.record import dumps, start_record
from rondel.registry import make
from rondel.study.tree import Node, Note, children, read, read_all, states, write


def grown(game: str, players: int, size: int, seed: int = 1) -> tuple[object, list[Node]]:
    """Grow a tree at random: now and then another turn is tried from an earlier position."""
    rng = Random(seed)
    record = start_record(make(game, players).new(seed))
    reached, nodes = [record.first()], list[Node]()
    while len(nodes) < size:
        parent = len(nodes) - 1 if rng.random() < 0.8 else rng.randrange(-1, len(nodes))
        state = reached[parent + 1]
        if not state.legal() and state.to_act != CHANCE:
            continue
        action = draw(state, rng) if state.to_act == CHANCE else rng.choice(state.legal())
        if any(node.parent == parent and node.action == action for node in nodes):
            continue
        comment = rng.choice(["", "", 'a "quoted" } brace\nand a line', "; quiet"])
        shapes = rng.choice([(), (), ("Roma",), ("3,-1", "3,-1 > 0,0")])
        nodes.append(Node(parent, action, comment, rng.choice(["", "!", "?!"]), shapes))
        reached.append(state.apply(action))
    return record, nodes


def shape(record: object, nodes: list[Node]) -> object:
    """Give a tree without its numbers: each decision with what was said of it and what follows, in order."""
    after = children(nodes)

    def of(number: int) -> object:
        node = nodes[number]
        return node.action, node.comment, node.sign, node.shapes, [of(child) for child in after[number]]

    return [of(child) for child in after[-1]]


@pytest.mark.parametrize(
    ("game", "players"),
    [("antike-2005", 2), ("antike-2006", 3), ("antike-2", 3), ("antike-duellum", 2), ("attika", 2)],
)
def test_what_is_written_is_read_back(game: str, players: int) -> None:
    record, nodes = grown(game, players, 60)
    again, found = read(write(record, nodes))  # type: ignore[arg-type]
    assert again.first().key() == record.first().key()  # type: ignore[attr-defined]
    assert shape(again, found) == shape(record, nodes)
    assert write(again, found) == write(record, nodes)  # type: ignore[arg-type]


def test_what_is_said_of_the_first_position_comes_before_the_first_move() -> None:
    record = start_record(make("antike-2006", 2).new(1))
    nodes = [Node(-1, record.first().legal()[0], "quiet", shapes=("Athen",))]
    note = Note("Where to begin?", ("Athen", "Athen > Pella"))
    text = write(record, nodes, note)
    assert '\n{ "Where to begin?" }\n@ Athen | Athen > Pella\n1. ' in text
    assert read_all(text)[1:] == (nodes, note)
    assert read(text)[1] == nodes
    assert read_all(write(record, nodes))[2] == Note()


@pytest.mark.parametrize("sign", ["\u2028", "\x85", "\x0b", "\n", "\r\n", " } (", "\\"])
def test_a_comment_is_read_back_whatever_it_holds(sign: str) -> None:
    record, said = start_record(make("antike-2006", 2).new(1)), f"one{sign}two"
    nodes = [Node(-1, record.first().legal()[0], said)]
    assert read_all(write(record, nodes, Note(said)))[1:] == (nodes, Note(said))


def test_a_plain_record_is_a_study_of_one_line() -> None:
    record = start_record(make("antike-2006", 2).new(4))
    rng = Random(2)
    state = record.first()
    while len(record.actions) < 80:
        record.actions.append(rng.choice(state.legal()))
        state = state.apply(record.actions[-1])
    begun, nodes = read(dumps(record))
    assert [node.action for node in nodes] == record.actions
    assert [node.parent for node in nodes] == list(range(-1, len(nodes) - 1))
    assert begun.actions == []


HEADS = dumps(start_record(make("antike-2006", 2).new(1))).splitlines()[:6]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["("], "no move to vary"),
        (["1. rondel marble", ")"], "no variation is open"),
        (["1. rondel marble", "("], "not closed"),
        (["{ open"], "in braces"),
        (["@ Roma |"], "what is drawn is 1 to 40 places"),
        (["1. rondel marble ?????"], "rondel marble"),
        (["1. rondel nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_read_is_told(lines: list[str], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read("\n".join([*HEADS, *lines]))


def test_a_tree_is_legal_and_in_order() -> None:
    first = make("antike-2006", 2).new(1)
    with pytest.raises(NotationError, match="not legal"):
        list(states(first, [Node(-1, 99_999)]))
    with pytest.raises(NotationError, match="before the one"):
        children([Node(0, 1)])
    with pytest.raises(NotationError, match="sign"):
        children([Node(-1, 1, sign="!!!")])
