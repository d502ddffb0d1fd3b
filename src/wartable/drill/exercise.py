"""One exercise of a drill: a question, the real table that asks it, and the report that a dealer enters there."""

from typing import NamedTuple

from wartable.drill.question import Question
from wartable.table import Table
from wartable.table import commands as c

Report = (
    c.UndoCard
    | c.ReportFaceUpCards
    | c.ReportDrawnCard
    | c.ReportMisdelivery
    | c.ReportMissedHand
    | c.ReportForgottenBurn
    | c.ReportTouchedCard
    | c.ReportAbsence
    | c.VoidRound
    | c.ReportJam
    | c.ReportDeviceFailure
    | c.ReportDefect
)
"""Every report of the console."""


class Exercise(NamedTuple):
    """A question at a table that was dealt to this moment."""

    question: Question
    table: Table
    """The table before the act that the question is about."""
    report: Report | None = None
    """The command that reports the irregularity; None for the other kinds."""
