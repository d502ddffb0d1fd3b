"""A history that makes sense: under kills, pauses and clocks that jump, what clients saw fits one order of events."""

import pytest

from tests.faults.histories import PLANTED, anomalies
from tests.faults.witnesses import Observed, observe

CALLS, TROUBLES = 250, 3


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory) -> Observed:
    folder = tmp_path_factory.mktemp("histories")
    return observe(folder, f"sqlite:///{folder}/war.db", None, CALLS, TROUBLES, seed=6)


def test_what_clients_saw_while_the_server_was_killed_and_frozen_fits_the_log(observed: Observed) -> None:
    assert observed.troubles
    assert len(observed.history) >= CALLS
    assert sum(call.ok and call.version > 0 for call in observed.history) > 5
    assert anomalies(observed.history, observed.truth) == []


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(observed: Observed, fault: str) -> None:
    history, truth = PLANTED[fault](observed.history, observed.truth)
    assert anomalies(history, truth)
