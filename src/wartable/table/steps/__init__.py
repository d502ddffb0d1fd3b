"""The next steps, with role and clause. The console shows them, the automatic dealer does them."""

from wartable.table.steps.due import next_of_the_house, steps, steps_of_the_house
from wartable.table.steps.step import Step
