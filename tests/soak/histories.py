"""Run after run of five clients on both stores, while servers and databases come and go and clocks jump."""

import tempfile
from collections import Counter
from pathlib import Path

from bench.postgres import Postgres
from tests.faults.histories import PLANTED, anomalies
from tests.faults.witnesses import observe

CALLS, TROUBLES = 2_000, 20


def histories(tries: int, seed: int) -> str:
    """This many runs of two thousand calls."""
    troubles: Counter[str] = Counter()
    calls = unknown = found = 0
    with Postgres() as server:
        for number in range(tries):
            with tempfile.TemporaryDirectory() as name, server.database() as database:
                on_postgres = bool(number % 2)
                address = database if on_postgres else f"sqlite:///{name}/war.db"
                seen = observe(Path(name), address, server if on_postgres else None, CALLS, TROUBLES, seed + number)
            wrong = anomalies(seen.history, seen.truth)
            if wrong:
                raise AssertionError(f"run {number}: {wrong[0]}")
            troubles.update(seen.troubles)
            calls += len(seen.history)
            unknown += sum(not call.known for call in seen.history)
            found += sum(bool(anomalies(*plant(seen.history, seen.truth))) for plant in PLANTED.values())
    told = ", ".join(f"{number} {kind}" for kind, number in sorted(troubles.items()))
    return (
        f"{tries} runs, {calls} calls ({unknown} unknown) under {told}: 0 anomalies;"
        f" {found} of {tries * len(PLANTED)} planted faults found"
    )
