"""MaskablePPO of SB3-contrib trains on the small board for a few hundred decisions, and plays on legally.

python -m tools.sb3_check      (`make sb3` installs SB3-contrib, which brings PyTorch)
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import TransformObservation
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import rondel.adapters.gymnasium  # noqa: F401  registers the games

#: games side by side, and decisions of each in a rollout
SIDE, ROLLOUT = 4, 64


def table(book: str, **settings: Any) -> gymnasium.Env[Any, Any]:
    """Give a seat at a table that shows the observation alone; MaskablePPO asks for the masks itself."""
    env = gymnasium.make(f"rondel/{book}-v1", bots="random", flat=True, disable_env_checker=True, **settings)
    space = env.observation_space["observation"]  # type: ignore[index]  # a dictionary
    return TransformObservation(env, lambda seen: seen["observation"], space)


def trained(make: Any, decisions: int, seed: int) -> MaskablePPO:
    """Train; an illegal action would raise. Every part of the net must have moved."""
    model = MaskablePPO("MlpPolicy", make_vec_env(make, SIDE, seed), n_steps=ROLLOUT, batch_size=64, seed=seed)
    before = {name: value.clone() for name, value in model.policy.state_dict().items()}
    model.learn(decisions)
    same = [name for name, value in model.policy.state_dict().items() if torch.equal(value, before[name])]
    assert not same, f"{same} did not change"
    assert model.num_timesteps >= decisions
    return model


def played(model: MaskablePPO, make: Any, games: int) -> list[float]:
    """Play whole games with the net; give the rewards."""
    env, rewards = make(), []
    for seed in range(games):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"])
            assert action in info["legal"]
            seen, reward, terminated, truncated, info = env.step(int(action))
            over = terminated or truncated
        rewards.append(float(reward))
    return rewards


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=768)
    parser.add_argument("--games", type=int, default=4, help="played after the training")
    args = parser.parse_args()
    for book, settings in (("antike-2006", {"nations": 3, "board": "aegean-mini"}), ("antike-duellum", {})):
        make = partial(table, book, **settings, max_decisions=4000)
        rewards = played(trained(make, args.decisions, 1), make, args.games)
        print(f"{book}: MaskablePPO trained for {args.decisions} decisions and played {args.games} games,", end=" ")
        print(f"mean reward {np.mean(rewards):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
