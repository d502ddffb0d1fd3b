"""Tests of the final outcome: whole shuffled shoes, as they would be dealt."""

from wartable.evidence.outcome.batch import ShoeBatch
from wartable.evidence.outcome.battery import Outcomes, judge_outcomes
