"""The documents of a drill. The server keeps nothing of it: a drill is a signed text that the trainee sends again."""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from wartable.drill import Kind, Mistake
from wartable.live import FeltView, ReadyCommand
from wartable.server.limits import MAX_DRILL_BYTES, MAX_EXERCISES

DrillAbout = Literal["all", "procedures", "pays", "irregularities"]
ABOUTS: tuple[DrillAbout, ...] = get_args(DrillAbout)
DrillText = Annotated[str, Meta(min_length=1, max_length=2 * MAX_DRILL_BYTES)]
MAX_DRILL_SEED = 2**53 - 1


class DrillState(msgspec.Struct, frozen=True):
    """A state whose rules can be drilled."""

    state: str
    title: str


class DrillChoices(msgspec.Struct, frozen=True):
    """What a drill can be about."""

    states: tuple[DrillState, ...]
    abouts: tuple[DrillAbout, ...]
    most: int


class DrillRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new drill; the same seed sets the same exercises, here and with `wartable drill`."""

    state: Annotated[str, Meta(min_length=1, max_length=64)]
    about: DrillAbout = "all"
    exercises: Annotated[int, Meta(ge=1, le=MAX_EXERCISES)] = 10
    seed: Annotated[int, Meta(ge=0, le=MAX_DRILL_SEED)] | None = None


class ResumeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drill: DrillText


class ReplyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to the exercise that is due: a choice, or an amount, and for an irregularity its report too."""

    drill: DrillText
    exercise: Annotated[int, Meta(ge=1, le=MAX_EXERCISES)]
    choice: Annotated[int, Meta(ge=0, le=9)] | None = None
    amount: Annotated[int, Meta(ge=0, le=10**12)] | None = None
    report: ReadyCommand | None = None


class JudgedView(msgspec.Struct, frozen=True):
    """An exercise that was answered."""

    exercise: int
    kind: Kind
    asks: str
    mistakes: tuple[Mistake, ...]
    """None where the answer was right."""
    answer: str
    """The table's own answer."""
    says: str
    """Why, in the table's words."""
    clauses: tuple[str, ...]


class ExerciseView(msgspec.Struct, frozen=True):
    """The exercise that is due."""

    exercise: int
    kind: Kind
    situation: tuple[str, ...]
    asks: str
    choices: tuple[str, ...]
    """Empty where an amount is asked for."""
    reports: bool
    """Whether the irregularity is reported on the console first."""
    felt: FeltView


class DrillDocument(msgspec.Struct, frozen=True):
    """A drill: the exercise that is due, and how the others were answered."""

    drill: str
    """The drill itself, signed; every answer gives a new one."""
    state: str
    title: str
    about: DrillAbout
    seed: int
    exercises: int
    right: int
    judged: tuple[JudgedView, ...]
    due: ExerciseView | None
    """None where the drill is over."""
    told: FeltView | None
    """The table of the last answer, with everything that the console shows there."""
    read: tuple[str, ...]
    """The clauses of the mistakes so far, to be read again."""
