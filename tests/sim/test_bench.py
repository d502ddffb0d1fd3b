"""The bench: its loops in C count what the kernels count, and it says what is not there."""

import shutil
from pathlib import Path

import pytest

from bench import sim as bench
from bench.sim_peers import PEERS


def test_the_loops_in_c_count_what_the_kernel_counts_where_there_is_a_compiler() -> None:
    found = bench.bench_sim(shoes=640, turns=1)
    assert (found.compiler is None) == (not shutil.which("cc") and not shutil.which("gcc"))
    assert (found.c_loop is None) == (found.compiler is None)
    assert found.c_loop is None or found.c_loop.same_tally
    assert found.c_lanes is None or found.c_lanes.same_tally
    assert min(found.heads_up, found.seven_seats, found.plain, found.two_threads.by_processor) > 0


def test_without_a_compiler_there_is_nothing_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    found = bench.bench_sim(shoes=64, turns=1)
    assert (found.compiler, found.c_loop, found.c_lanes) == (None, None, None)


def test_peers_that_are_not_installed_are_told() -> None:
    found = bench.bench_sim(shoes=64, turns=1)
    assert [peer.name for peer in found.peers] == [peer.name for peer in PEERS]
    assert [line for line in found.told() if "Blackjack" in line] == [f"{peer.name}: not installed" for peer in PEERS]


def test_the_peers_are_played_by_the_python_that_has_them(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(
        '#!/bin/sh\necho "a word of welcome"\n'
        'case "$3" in rlcard) echo "no such game" >&2; exit 1;; '
        '*) echo \'{"version":"1.0","hands_per_second":1000}\';; esac\n'
    )
    python.chmod(0o755)
    found = bench.bench_sim(shoes=64, turns=1, peers=python)
    gymnasium, rlcard, *_ = found.peers
    assert (gymnasium.version, gymnasium.hands_per_second) == ("1.0", 1000)
    assert gymnasium.ratio == found.heads_up / 1000
    assert rlcard.hands_per_second is None
    assert "RLCard, Blackjack: no such game" in found.told()
