"""How many p-values are judged together: Holm's rule at 99 %, and one fresh try for what fails it."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

LEVEL = 0.01

RULE = (
    "All p-values of a part are judged together at 99 %: honest randomness fails the part in at most 1 run of 100, "
    "for any number of tests and any dependence between them (Holm's rule: the smallest of m p-values is compared "
    "with 0.01/m, the next with 0.01/(m-1), and so on until one is large enough)."
)
RERUN_RULE = (
    "What fails is tried once more on a sample of the same size from a fresh seed, derived from the same root and "
    "printed here. The tests that failed, and only they, are judged together on the fresh sample by the same rule. A "
    "test that fails twice fails the evidence. Both runs are reported whichever way they end."
)


class OutcomeTest(Struct, frozen=True):
    """One test of the final outcome: its statistic and how often chance alone strays as far."""

    test: str
    says: str
    statistic: float
    freedom: int | None
    p: float
    detail: dict[str, float | int | str] = {}


class Check(Struct, frozen=True):
    """Something that must hold exactly."""

    check: str
    says: str
    tried: int
    wrong: int

    @property
    def ok(self) -> bool:
        """Nothing wrong, and something tried."""
        return self.wrong == 0 and self.tried > 0


def holm(p_values: Mapping[str, float]) -> list[str]:
    """The tests that fail when all are judged together, the worst first."""
    failed: list[str] = []
    for place, (name, p) in enumerate(sorted(p_values.items(), key=lambda item: item[1])):
        if p > LEVEL / (len(p_values) - place):
            break
        failed.append(name)
    return failed


def by_name(figures: Iterable[OutcomeTest]) -> dict[str, float]:
    """The p-values of figures."""
    return {figure.test: figure.p for figure in figures}


def both_tails(upper: float) -> float:
    """A statistic may be too large or too small: a fit that is too good is no chance either."""
    return min(1.0, 2 * min(upper, 1 - upper))


def worst_of(p_values: Iterable[float]) -> float:
    """One p-value for the worst of several, which need not be independent."""
    values = list(p_values)
    return min(1.0, len(values) * min(values))
