"""Driving a table: give a runner a table, a source of cards and a policy for people; commands and events come out."""

from wartable.runner.awaited import Awaited, awaited, cover_card_may_come
from wartable.runner.policy import FixedPolicy, Policy, Stakes
from wartable.runner.runner import Act, CannotGoOn, Runner, Wheel, open_table, play_shoe
from wartable.runner.source import Empty, InOrder, Seals, Shuffled, Source, TurnedCards
