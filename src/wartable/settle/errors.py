"""Why a written-down round was not settled: always the writer's mistake, always one line."""


class NotSettled(ValueError):
    """The round is not settled; the text names the key and says what was expected."""


class BadScenario(NotSettled):
    """What was written does not have the form of a scenario."""
