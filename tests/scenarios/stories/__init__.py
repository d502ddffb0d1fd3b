"""Every story, by the name of its transcript."""

from tests.scenarios.stories import bank, cards, day, devices, earlier, floor, rounds, shoe, side
from tests.scenarios.stories.story import STORIES, Story

__all__ = ["STORIES", "Story", "bank", "cards", "day", "devices", "earlier", "floor", "rounds", "shoe", "side"]
