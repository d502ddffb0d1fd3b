"""Other people's card games that come from PyPI, for scale: how many hands of Blackjack a second, acting at random.

None of them is in the lock. Where they are wanted they go into an environment of their own; docs/performance.md says
how.
"""

import importlib
import importlib.util
import random
from collections.abc import Callable
from typing import Any, NamedTuple

Hands = Callable[[int], None]


class Peer(NamedTuple):
    """A game, and how to find it."""

    name: str
    module: str
    make: Callable[[Any], Hands]

    def find(self) -> Hands | None:
        """The game where it is installed and starts."""
        if importlib.util.find_spec(self.module) is None:
            return None
        return self.make(importlib.import_module(self.module))


def _gymnasium(gymnasium: Any) -> Hands:
    env = gymnasium.make("Blackjack-v1")

    def play(hands: int) -> None:
        for _ in range(hands):
            env.reset()
            over = False
            while not over:
                _, _, done, cut, _ = env.step(env.action_space.sample())
                over = done or cut

    return play


def _rlcard(rlcard: Any) -> Hands:
    env = rlcard.make("blackjack")
    agents = importlib.import_module("rlcard.agents")
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(hands: int) -> None:
        for _ in range(hands):
            env.run(is_training=False)

    return play


def _open_spiel(pyspiel: Any) -> Hands:
    game = pyspiel.load_game("blackjack")
    chance = random.Random(1)

    def play(hands: int) -> None:
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))

    return play


def _envpool(envpool: Any) -> Hands:
    numpy = importlib.import_module("numpy")
    tables = 64
    env = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=tables)
    env.reset()
    generator = numpy.random.default_rng(1)

    def play(hands: int) -> None:
        done = 0
        while done < hands:
            _, _, ended, cut, _ = env.step(generator.integers(0, 2, tables))
            done += int((ended | cut).sum())

    return play


PEERS = (
    Peer("Gymnasium, Blackjack", "gymnasium", _gymnasium),
    Peer("RLCard, Blackjack", "rlcard", _rlcard),
    Peer("OpenSpiel, Blackjack", "pyspiel", _open_spiel),
    Peer("EnvPool, Blackjack", "envpool", _envpool),
)
