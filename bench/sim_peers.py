"""Card games of other projects on PyPI, for scale: Blackjack hands a second with random actions.

None of them is in the project's lock: they have their own environment, whose Python runs this file by itself.
`./dev bench sim` makes it; this file needs only the standard library and the game.
"""

import importlib
import importlib.metadata
import importlib.util
import json
import random
import sys
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

SECONDS = 1.0
"""Processor time for each game, all of its threads together."""
BLOCK = 200

Hands = Callable[[int], int]
"""Play at least this number of hands, and return how many were played."""


class Peer(NamedTuple):
    """A game, and how to find it."""

    name: str
    module: str
    package: str
    make: Callable[[Any], Hands]


def main(module: str) -> int:
    """Print a game's version and its hands a second as JSON, or nothing where it is not installed."""
    peer = next(peer for peer in PEERS if peer.module == module)
    if importlib.util.find_spec(module) is None:
        return 0
    play = peer.make(importlib.import_module(module))
    play(BLOCK)
    hands, begun = 0, process_time()
    while process_time() - begun < SECONDS:
        hands += play(BLOCK)
    rate = hands / (process_time() - begun)
    print(json.dumps({"version": importlib.metadata.version(peer.package), "hands_per_second": rate}))
    return 0


def _gymnasium(gymnasium: Any) -> Hands:
    env = gymnasium.make("Blackjack-v1")

    def play(hands: int) -> int:
        for _ in range(hands):
            env.reset()
            over = False
            while not over:
                _, _, done, cut, _ = env.step(env.action_space.sample())
                over = done or cut
        return hands

    return play


class _Random:
    """RLCard's own random agent, without its import, which asks pip for a list of installed packages."""

    use_raw = False

    def __init__(self) -> None:
        self._chance = random.Random(1)

    def eval_step(self, state: Any) -> tuple[int, dict[str, Any]]:
        return self._chance.choice(list(state["legal_actions"])), {}


def _rlcard(rlcard: Any) -> Hands:
    env = rlcard.make("blackjack")
    env.set_agents([_Random() for _ in range(env.num_players)])

    def play(hands: int) -> int:
        for _ in range(hands):
            env.run(is_training=False)
        return hands

    return play


def _open_spiel(pyspiel: Any) -> Hands:
    game = pyspiel.load_game("blackjack")
    chance = random.Random(1)

    def play(hands: int) -> int:
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
        return hands

    return play


def _envpool(envpool: Any) -> Hands:
    numpy = importlib.import_module("numpy")
    tables = 4096  # it is made for many at once
    env = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=tables, num_threads=1)
    env.reset()
    generator = numpy.random.default_rng(1)

    def play(hands: int) -> int:
        done = 0
        while done < hands:
            _, _, ended, cut, _ = env.step(generator.integers(0, 2, tables))
            done += int((ended | cut).sum())
        return done

    return play


PEERS = (
    Peer("Gymnasium, Blackjack", "gymnasium", "gymnasium", _gymnasium),
    Peer("RLCard, Blackjack", "rlcard", "rlcard", _rlcard),
    Peer("OpenSpiel, Blackjack", "pyspiel", "open_spiel", _open_spiel),
    Peer("EnvPool, Blackjack", "envpool", "envpool", _envpool),
)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
