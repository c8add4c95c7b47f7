"""search: a tree of turns. Each node is a position where a seat begins or goes on with a turn; its children are lines.

Every seat chooses by its own value (max^n). Children come in the order of the planner's judgement and are let in one
after another as a node is visited (progressive widening): quickly for the searching seat, slowly for the others. A
simulation goes on below a new node until the searching seat has made its next turn, or the next two if there are two
players, so that all positions that are judged are alike: the seat has just moved. Equal positions share a node. Another
seat whose outlook is the same as in an earlier node answers as it did there, until the node is visited often; that
spares most of the planning for others. Random events are drawn by their probabilities. What the seat cannot know is
redealt for each of several trees, whose visits are added up.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp, sqrt
from random import Random
from typing import Final

from rondel.bots.base import Budget, Choice, Meter
from rondel.bots.evaluator import Evaluator
from rondel.bots.plan import Line, Planner, distinct, still
from rondel.bots.turns import TurnBot, in_order
from rondel.game import CHANCE, Action, Seat, State, draw

#: how much visits favour lines with few visits so far
CURIOSITY: Final = 0.35
#: how sharply the planner's judgement becomes a prior: a chance better by this much counts e times as much
SHARPNESS: Final = 0.03
#: turns considered in a position
WIDTH: Final = 8
#: roughly how many turns are played below a new node: up to the seat's own next turn, or the next two with two players
HORIZON: Final = 4
#: turns below a new node before the position is judged as it is
DEEPEST: Final = 12
#: visits after which a seat plans its turn, no longer reusing that of a similar position
OFTEN: Final = 6
#: visits that the planner's own judgement counts for in the end
TRUST: Final = 2.0
#: simulations between two checks whether the choice can still change, and how many more than expected may come
LOOK: Final = 8
MARGIN: Final = 1.3
#: trees with different deals, where something is hidden
DEALS: Final = 6


class Node:
    """A position in the tree with its lines and what was seen below them."""

    __slots__ = ("children", "copied", "lines", "open", "priors", "seat", "sums", "total", "visits")

    def __init__(self, seat: Seat, lines: list[Line], own: bool, copied: bool = False) -> None:
        self.seat = seat
        self.copied = copied  # has one line, taken over from a like position
        self.lines = lines
        self.priors = _priors(lines)
        self.visits = [0] * len(lines)
        self.sums = [0.0] * len(lines)
        self.children: list[Node | None] = [None] * len(lines)
        self.total = 0
        self.open = own

    def add(self, lines: list[Line]) -> None:
        """Let in more lines."""
        self.lines += lines
        self.priors = _priors(self.lines)
        self.visits += [0] * len(lines)
        self.sums += [0.0] * len(lines)
        self.children += [None] * len(lines)
        self.copied = False

    def pick(self) -> int:
        """Choose the line to look at next."""
        admitted = 1 + int(2.0 * sqrt(self.total)) if self.open else 1 + self.total // 6
        scale = CURIOSITY * sqrt(self.total + 1)
        best, chosen = -1.0, 0
        for place in range(min(admitted, len(self.lines))):
            seen = self.visits[place]
            mean = self.sums[place] / seen if seen else self.lines[place].value
            score = mean + scale * self.priors[place] / (1 + seen)
            if score > best:
                best, chosen = score, place
        return chosen


def _priors(lines: list[Line]) -> list[float]:
    if not lines:
        return []
    top = max(line.value for line in lines)
    shares = [exp((line.value - top) / SHARPNESS) for line in lines]
    total = sum(shares)
    return [share / total for share in shares]


class Tree:
    """The search from one position, with everything hidden dealt in one way."""

    __slots__ = ("evaluator", "nodes", "planner", "quick", "replies", "rng", "root", "seat", "turns", "width")

    def __init__(self, evaluator: Evaluator, meter: Meter, rng: Random, seat: Seat, width: int) -> None:
        self.evaluator = evaluator
        self.planner = Planner(evaluator, meter)
        self.quick = Planner(evaluator, meter, few=True)
        self.rng = rng
        self.seat = seat
        self.width = width
        self.nodes: dict[Hashable, Node] = {}
        self.replies: dict[Hashable, list[Action]] = {}
        self.root: Node | None = None
        self.turns = 1  # of the seat below a new node

    def begin(self, state: State) -> Node:
        """Plan the turn the search is about."""
        self.turns = max(1, HORIZON // len(state.returns()))
        self.root = Node(state.to_act, self._plan(self.planner, state), True)
        return self.root

    def _plan(self, planner: Planner, state: State) -> list[Line]:
        seat = state.to_act
        lines = planner.lines(state, seat) if still(state, seat) else _answers(planner, state, seat)
        return distinct(lines, self.width)

    def _expand(self, state: State) -> Node:
        """Make the node of a position; a seat with the same outlook as in an earlier one answers as there."""
        seat = state.to_act
        if seat == self.seat:
            return Node(seat, self._plan(self.quick, state), True)
        key = self.evaluator.outlook(state) if still(state, seat) else None
        if key is None:
            return Node(seat, self._plan(self.quick, state), False)
        known = self.replies.get(key)
        line = _replayed(self.quick, state, seat, known) if known else None
        if line is not None:
            return Node(seat, [line], False, copied=True)
        lines = self._plan(self.quick, state)
        self.replies[key] = lines[0].actions
        return Node(seat, lines, False)

    def simulate(self) -> None:
        """Go down the tree once, add what is new, and note the values on the way."""
        node = self.root
        assert node is not None
        path: list[tuple[Node, int]] = []
        fresh, values, own = False, None, 0
        while values is None:
            place = node.pick()
            path.append((node, place))
            line = node.lines[place]
            own += fresh and node.seat == self.seat
            if own == self.turns or len(path) > DEEPEST:
                values = self._judge(line.state)
            else:
                below = node.children[place]
                if below is None or line.state.to_act == CHANCE:
                    below = self._below(line.state)
                    fresh = True
                    node.children[place] = below
                elif below.copied and below.total >= OFTEN:
                    self._complete(below, line.state)
                if self.planner.meter.late():
                    return  # a simulation that began too late is dropped
                if below is None or not below.lines:
                    values = self._judge(line.state)
                else:
                    node = below
        for visited, place in path:
            visited.total += 1
            visited.visits[place] += 1
            visited.sums[place] += values[visited.seat]

    def _complete(self, node: Node, state: State) -> None:
        """Plan the turn of a node that so far has a line from elsewhere; what was seen of it is kept."""
        if state.to_act == node.seat:
            known = node.lines[0].state.key()
            node.add([line for line in self._plan(self.quick, state) if line.state.key() != known])

    def _judge(self, state: State) -> list[float]:
        self.planner.meter.spent += 1
        return self.planner.evaluator.values(state)

    def _below(self, state: State) -> Node | None:
        """Give the node of a position, drawing random events first; None at the end of the game."""
        if state.to_act == CHANCE:
            state = state.copy()
            while state.to_act == CHANCE:
                state.advance(draw(state, self.rng))
        if state.to_act < 0:
            return None
        key = state.key()
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = self._expand(state)
        return node


def _answers(planner: Planner, state: State, seat: Seat) -> list[Line]:
    """Give a line for each decision of a seat outside its own turn."""
    found: list[Line] = []
    for action in planner.evaluator.candidates(state):
        child = state.copy()
        child.advance(action)
        planner.between(child)
        found.append(Line([action], child, planner.value(child, seat)))
    found.sort(key=lambda line: -line.value)
    return found


def _replayed(planner: Planner, state: State, seat: Seat, actions: list[Action]) -> Line | None:
    """Play a turn that was planned for a like position, if it can be played here to its end."""
    here = state.copy()
    for action in actions:
        if here.to_act == CHANCE or action not in here.legal():
            return None
        here.advance(action)
    return None if still(here, seat) else Line(actions, here, planner.value(here, seat))


class SearchBot(TurnBot):
    """Looks several turns ahead."""

    def __init__(
        self, evaluator: Evaluator, budget: Budget, seed: int = 0, width: int = 0, name: str = "search"
    ) -> None:
        super().__init__(evaluator, name, seed=seed)
        self.budget = budget
        self.width = width or WIDTH

    def find(self, state: State, seat: Seat) -> Line:
        """Search for a line; where trees differ by what is hidden, only its first decision is sure."""
        trees = self._search(state, seat)
        root = trees[0].root
        assert root is not None
        best = _best(root)
        return best if len(trees) == 1 else Line([_voted(trees)], state, best.value)

    def weighed(self, state: State, seat: Seat) -> list[tuple[Line, int, float]]:
        """Give the turns that were looked at, with visits and worth, the one to play first."""
        root = self._search(state, seat)[0].root
        assert root is not None
        found = [(line, root.visits[place], _worth(root, place)) for place, line in enumerate(root.lines)]
        return sorted(found, key=lambda entry: (-entry[1], -entry[2]))

    def answer(self, state: State, seat: Seat) -> Action:
        """Search for a decision outside one's own turn."""
        return _voted(self._search(state, seat))

    def _search(self, state: State, seat: Seat) -> list[Tree]:
        """Grow trees until the budget is spent; one visit a line at the least."""
        meter = Meter(self.budget)
        trees = [Tree(self.evaluator, meter, self._rng, seat, self.width)]
        trees[0].begin(state)
        if self._hidden(state, seat):
            for _ in range(DEALS - 1):
                tree = Tree(self.evaluator, meter, self._rng, seat, self.width)
                tree.begin(state.redeal(seat, self._rng))
                trees.append(tree)
        turn = 0
        while not meter.out() and not _settled_already(trees):
            trees[turn % len(trees)].simulate()
            turn += 1
            if turn % LOOK == 0 and len(trees) == 1 and _decided(trees[0].root, meter.used()):
                break
        return trees

    def _hidden(self, state: State, seat: Seat) -> bool:
        """Say whether something is hidden from the seat: another deal gives another position."""
        key = state.key()
        return any(state.redeal(seat, self._rng).key() != key for _ in range(2))

    def rank(self, state: State, seat: Seat, legal: Sequence[Action]) -> list[Choice]:
        """Judge the decisions the trees went through, the chosen one first, then as the planner does the others."""
        others = super().rank(state, seat, legal)
        if not still(state, seat) or not self.evaluator.settled(state):
            return others
        trees = self._search(state, seat)
        roots = [tree.root for tree in trees if tree.root is not None and tree.root.total]
        if not roots:
            return others  # nothing to look ahead for
        found: dict[Action, Choice] = {}
        for root in roots:
            for choice in self._seen(root, state, seat):
                known = found.get(choice.action)
                if known is None or choice.value > known.value:
                    found[choice.action] = choice
        chosen = _voted(trees)
        searched = sorted(found.values(), key=lambda choice: (choice.action != chosen, -choice.value))
        return in_order(searched + [choice for choice in others if choice.action not in found])

    def _seen(self, root: Node, state: State, seat: Seat) -> list[Choice]:
        """Judge the lines that were visited."""
        return [
            Choice(line.actions[0], _worth(root, place), self.evaluator.reason(state, line.state, seat))
            for place, line in enumerate(root.lines)
            if root.visits[place]
        ]


def _settled_already(trees: list[Tree]) -> bool:
    """Say whether there is nothing to choose between, or a line that wins at once."""
    for tree in trees:
        root = tree.root
        assert root is not None
        if len(root.lines) > 1 and root.lines[0].value < 1.0:
            return False
    return True


def _decided(root: Node | None, used: float) -> bool:
    """Say whether the line with the most visits will keep them: no other can come up in what is left."""
    assert root is not None
    first, second = sorted(root.visits)[:-3:-1]
    return used > 0.0 and first - second > MARGIN * root.total * (1.0 - used) / used


def _voted(trees: list[Tree]) -> Action:
    """Give the first decision with the most visits behind it, all trees together; the best lines break ties."""
    votes: dict[Action, float] = {}
    for tree in trees:
        root = tree.root
        assert root is not None
        best = _best(root)
        if len(trees) == 1:
            return best.actions[0]
        for line, visits in zip(root.lines, root.visits, strict=True):
            bonus = 0.5 if line is best else 0.0
            votes[line.actions[0]] = votes.get(line.actions[0], 0.0) + visits + bonus
    return max(votes, key=lambda action: votes[action])


def _best(root: Node) -> Line:
    """Give the line with the most visits; among equals the one that did best and looked best."""
    places = range(len(root.lines))
    return root.lines[max(places, key=lambda place: (root.visits[place], _worth(root, place)))]


def _worth(root: Node, place: int) -> float:
    """Give the mean of what was seen below a line, the planner's judgement among it."""
    return (root.sums[place] + TRUST * root.lines[place].value) / (root.visits[place] + TRUST)
