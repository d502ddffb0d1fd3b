"""A clock for tests."""

from wartable.live.moments import SECOND, Moment


class SetClock:
    """A clock that stands still until it is set."""

    def __init__(self, moment: Moment = 1_700_000_000 * SECOND) -> None:
        self._moment = moment

    def now(self) -> Moment:
        return self._moment

    def delay(self, until: Moment) -> float | None:
        return 0 if until <= self._moment else None

    def advance(self, seconds: int) -> None:
        """Let time pass; tasks that wait have to be woken."""
        self._moment += seconds * SECOND
