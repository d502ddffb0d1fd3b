"""The aim of the live tables alone: 100 tables, 700 seats, 1,300 watchers, 500 commands a second; see bench.server."""

from bench.server import AIM, ServerRates, bench_server

SECONDS = 20.0


def bench_aim() -> ServerRates:
    """On every store that this machine has."""
    return bench_server((AIM,), SECONDS)
