"""Driving a table: a runner takes a table, a source of cards and a policy for people, and gives commands and events."""

from wartable.runner.awaited import Awaited, awaited, cover_card_may_come
from wartable.runner.policy import FixedPolicy, FixedStakes, Policy
from wartable.runner.runner import Act, CannotGoOn, Runner, WheelStop, open_table, play_shoe
from wartable.runner.source import Empty, InOrder, Seals, Shuffled, Source, TurnedCards
