"""The target load of the live tables: 100 tables, 700 seats, 1,300 watchers, 500 commands a second (bench.server)."""

from bench.server import AIM, ServerRates, bench_server

SECONDS = 20.0


def bench_aim() -> ServerRates:
    """Measure on every store that this machine has."""
    return bench_server((AIM,), SECONDS)
