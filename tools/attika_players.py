"""Plays Attika between simple sensible players and counts how games end.

A player builds where it costs few cards, works towards linking two shrines, and blocks others who are close to it.
This is not a strong player; it shows whether both ways of winning occur.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, deque
from random import Random
from typing import Any

from rondel.attika.actions import BUILD, CARDS, CHOOSE, DRAW, END, HEX, STORE
from rondel.attika.phases.building import put
from rondel.attika.price import fewest
from rondel.attika.sites import hand_of, places, price_of
from rondel.attika.state import CHOICE, DRAWN, PLACE, SITE, State
from rondel.game import CHANCE, draw
from rondel.registry import make

FAR = 99


def _spaces(state: State, kind: int) -> list[int]:
    """List the spaces for a kind, as actions."""
    return [action for action in places(state, kind) if action != CHOOSE]


def link_distance(state: State, seat: int) -> int:
    """Count the buildings a player still needs to link two shrines, as the board is."""
    layout, best = state.layout, FAR
    for first in range(len(layout.shrines)):
        distance = _steps(state, seat, first)
        for space, bits in enumerate(layout.shrine_bits):
            if bits & ~(1 << first):
                best = min(best, distance.get(space, FAR))
    return best


def _steps(state: State, seat: int, shrine: int) -> dict[int, int]:
    """Count the buildings needed from a shrine to every space that is free or own."""
    layout, mine = state.layout, state.owned(seat)
    queue = deque(space for space, bits in enumerate(layout.shrine_bits) if bits >> shrine & 1)
    distance = {}
    for space in queue:
        if mine >> space & 1 or not state.built[space]:
            distance[space] = int(not mine >> space & 1)
    queue = deque(sorted(distance, key=lambda space: distance[space]))
    while queue:
        space = queue.popleft()
        for other in layout.near[space]:
            own = mine >> other & 1
            steps = distance[space] + (0 if own else 1)
            if (own or not state.built[other]) and steps < distance.get(other, FAR):
                distance[other] = steps
                (queue.appendleft if own else queue.append)(other)
    return distance


class Player:
    """Chooses by a few weights; `link` and `block` say how much shrines count."""

    def __init__(self, rng: Random, link: float, block: float) -> None:
        self.rng, self.link, self.block = rng, link, block

    def choose(self, state: State) -> int:
        """Choose a legal action."""
        if state.phase == CHOICE:
            return self._turn(state)
        options = list(state.legal())
        if state.phase in (SITE, DRAWN):
            worth, action = self._best(state, state.pending, [action for action in options if action >= HEX])
            return STORE if state.phase == DRAWN and worth < 0 else action
        if state.phase == PLACE:
            return self.rng.choice(options)
        return options[-1] if CHOOSE not in options else self.rng.choice(options)

    def _turn(self, state: State) -> int:
        """Build what is worth its cards, else draw while little is stored, else take cards."""
        options = list(state.legal())
        builds = [action for action in options if BUILD <= action < HEX]
        rated = [(*self._best(state, action - BUILD, _spaces(state, action - BUILD)), action) for action in builds]
        worth, _, action = max(rated, default=(-FAR, 0, 0))
        piles = [action for action in options if DRAW <= action < BUILD]
        cards = sum(hand_of(state, state.turn))
        if worth >= 0 and (worth >= 2 or cards > 4 or not piles):
            return action
        if piles and sum(state.stored[24 * state.turn : 24 * state.turn + 24]) < 9:
            return self.rng.choice(piles)
        if worth >= 0:
            return action
        amphora = [action for action in options if END < action < STORE and action != CARDS]
        return amphora[0] if amphora and CARDS not in options else CARDS if CARDS in options else END

    def _best(self, state: State, kind: int, places: list[int]) -> tuple[float, int]:
        """Rate the spaces for a kind: few cards, a shorter way between shrines, a longer one for others."""
        if not places:
            return -FAR, STORE
        hand, spaces = hand_of(state, state.turn), state.layout.spaces
        most = max(4, 2 * sum(hand) // 3)  # a full hand may be spent
        rivals = [seat for seat in range(state.game.seats) if seat != state.turn]
        before = link_distance(state, state.turn)
        threats = {seat: link_distance(state, seat) for seat in rivals}
        rated = []
        for action in places:
            space = spaces[action]
            cards = fewest(price_of(state, kind, space), hand)
            if cards > most:
                continue
            after = state.copy()
            put(after, state.turn, kind, space)
            gain = before - link_distance(after, state.turn)
            worth = 2.0 - min(cards, 2 + 0.2 * cards * (sum(hand) < 12)) + self.link * gain * (3 if before <= 3 else 1)
            for seat in rivals:
                if threats[seat] <= 3:
                    worth += self.block * min(3, link_distance(after, seat) - threats[seat])
            rated.append((worth + self.rng.random() / 9, action))
        return max(rated, default=(-FAR, places[0]))


def play(players: int, seed: int, link: float, block: float) -> tuple[str, int, Any]:
    """Play one game; give its end, the number of turns and the last state."""
    rng = Random(seed)
    state = make("attika", players).new(seed)
    assert isinstance(state, State)
    player = Player(rng, link, block)
    turns, turn = 1, state.turn
    while state.legal():
        state.advance(draw(state, rng) if state.to_act == CHANCE else player.choose(state))
        turns += state.turn != turn
        turn = state.turn
    return state.end_reason(), turns, state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--link", type=float, default=0.7, help="what a step towards two shrines is worth, in cards")
    parser.add_argument("--block", type=float, default=1.5, help="what a step more for a rival who is near is worth")
    args = parser.parse_args()
    ends: Counter[str] = Counter()
    length = 0
    for seed in range(args.seed, args.seed + args.games):
        end, turns, _ = play(args.players, seed, args.link, args.block)
        ends[end] += 1
        length += turns
    average = round(length / args.games / args.players, 1)
    print(json.dumps({"players": args.players, "games": args.games, "ends": ends, "turns_each": average}))


if __name__ == "__main__":
    main()
