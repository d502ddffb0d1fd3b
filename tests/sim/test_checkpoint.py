"""Checkpoints: a run that is killed goes on to the same tally, and a file that is not its own is refused."""

from pathlib import Path

import numpy as np
import pytest

from tests.sim.tables import SEED, plan_of, rules_of
from wartable.sim import cpu, layout
from wartable.sim.checkpoint import BadCheckpoint, load, save
from wartable.sim.run import RunState, new_state

PLAN = plan_of(rules_of("maryland"), "war")


@pytest.fixture
def state() -> RunState:
    return RunState(cpu.deal(PLAN.row(), SEED, 0, 50), next_shoe=50, look=4096, seconds=1.5)


def test_a_checkpoint_is_read_back_as_it_was(tmp_path: Path, state: RunState) -> None:
    file = tmp_path / "run.json"
    save(file, PLAN, SEED, state)
    again, seed = load(file, PLAN, None)
    assert seed == SEED
    assert np.array_equal(again.row, state.row)
    assert (again.next_shoe, again.look, again.seconds) == (50, 4096, 1.5)
    assert [found.name for found in tmp_path.iterdir()] == ["run.json"]


def test_a_shoe_that_was_left_in_the_middle_is_never_kept(tmp_path: Path, state: RunState) -> None:
    file = tmp_path / "run.json"
    save(file, PLAN, SEED, state)
    before = file.read_bytes()
    state.row[layout.PARTIAL] += 1
    save(file, PLAN, SEED, state)
    assert file.read_bytes() == before


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path, state: RunState) -> None:
    file = tmp_path / "run.json"
    save(file, PLAN, SEED, state)
    with pytest.raises(BadCheckpoint, match="the checkpoint is of another plan"):
        load(file, plan_of(rules_of("maryland"), "surrender"), SEED)
    with pytest.raises(BadCheckpoint, match=f"the checkpoint is of the seed {SEED}, not 1"):
        load(file, PLAN, 1)


@pytest.mark.parametrize("place", range(0, 2000, 97))
def test_a_changed_byte_is_found(tmp_path: Path, state: RunState, place: int) -> None:
    file = tmp_path / "run.json"
    save(file, PLAN, SEED, state)
    data = bytearray(file.read_bytes())
    data[place % len(data)] ^= 1
    file.write_bytes(bytes(data))
    with pytest.raises(BadCheckpoint):
        load(file, PLAN, SEED)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "truncated JSON"),
        (b"{}", "is missing"),
        (b"1", "expected keys with values, got a whole number"),
        (b"[1]", "expected keys with values, got a list"),
        (b"\xff\xfe", "invalid JSON at byte 0"),
        (b'{"kind": "wartable simulation"}', "is missing"),
        (b"[" * 100_000, "not a checkpoint of a simulation: "),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_nothing_and_noise_are_refused_as_checkpoints_in_plain_words(tmp_path: Path, data: bytes, says: str) -> None:
    file = tmp_path / "noise"
    file.write_bytes(data)
    with pytest.raises(BadCheckpoint, match=r"^not a checkpoint of a simulation: ") as refused:
        load(file, PLAN, SEED)
    assert says in str(refused.value)
    assert "`" not in str(refused.value)


def test_an_empty_run_can_be_kept(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    save(file, PLAN, SEED, new_state())
    assert load(file, PLAN, SEED)[0].next_shoe == 0
