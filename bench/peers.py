"""Other engines, played beside ours where they are installed."""

import importlib.util
import random
from collections.abc import Callable
from time import process_time_ns
from typing import Any

KUHN = "PokerKit, Kuhn hands"

Hands = Callable[[int], None]


def find_kuhn() -> Hands | None:
    """Return PokerKit's smallest game, automated as far as possible, with players who act at random."""
    if importlib.util.find_spec("pokerkit") is None:
        return None
    pokerkit: Any = importlib.import_module("pokerkit")
    automatic = tuple(pokerkit.Automation)
    game = pokerkit.KuhnPoker(automatic)
    chance = random.Random(1)

    def play(hands: int) -> None:
        for _ in range(hands):
            _play_kuhn(game(), chance)

    return play


def _play_kuhn(state: Any, chance: random.Random) -> None:
    while state.status:
        if state.can_complete_bet_or_raise_to() and chance.random() < 1 / 2:
            state.complete_bet_or_raise_to()
        elif state.can_fold() and chance.random() < 1 / 2:
            state.fold()
        else:
            state.check_or_call()


def per_second(play: Hands, hands: int) -> float:
    """Return how many hands were played in a second of processor time."""
    begun = process_time_ns()
    play(hands)
    return hands * 1e9 / (process_time_ns() - begun)
