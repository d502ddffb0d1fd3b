"""The bench: its loops in C count what the kernels count, and it says what is not there."""

import shutil

import pytest

from wartable.bench import sim as bench
from wartable.bench.sim_peers import PEERS, Peer


def test_the_loops_in_c_count_what_the_kernel_counts_where_there_is_a_compiler() -> None:
    found = bench.bench_sim(shoes=640, turns=1)
    assert (found.compiler is None) == (not shutil.which("cc") and not shutil.which("gcc"))
    assert (found.c_loop is None) == (found.compiler is None)
    assert found.c_loop is None or found.c_loop.same_tally
    assert found.c_lanes is None or found.c_lanes.same_tally
    assert min(found.heads_up, found.seven_seats, found.plain, found.two_threads) > 0


def test_without_a_compiler_there_is_nothing_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    found = bench.bench_sim(shoes=64, turns=1)
    assert (found.compiler, found.c_loop, found.c_lanes) == (None, None, None)


def test_peers_that_are_not_installed_are_told() -> None:
    assert {peer.module for peer in PEERS} == {"gymnasium", "rlcard", "pyspiel", "envpool"}
    assert Peer("nobody's game", "no_such_module_at_all", lambda _: lambda _: None).find() is None
