"""A simulation that is killed, or stopped from the keyboard, goes on from its checkpoint to the same tally."""

import json
import signal
import time
from pathlib import Path

import pytest

from tests.cli.command import Wartable, start

CALL = ("simulate", "maryland", "--seed", "7", "--json")
PATIENCE = 600
"""Tenths of a second until something is kept, however busy the machine is."""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_stopped_goes_on_to_the_same_tally(
    tmp_path: Path, wartable: Wartable, how: signal.Signals
) -> None:
    file = tmp_path / "run.json"
    keep = ("--checkpoint", str(file))
    with start(*CALL, "--shoes", "1e9", "--backend", "table", *keep) as process:
        for _ in range(PATIENCE):  # the first thing kept is an empty run, the next comes with the first shoes
            time.sleep(0.1)
            if process.poll() is not None or (file.exists() and (how == signal.SIGINT or shoes_in(file))):
                break
        if how == signal.SIGINT:
            time.sleep(1)
        process.send_signal(how)
        _, err = process.communicate()
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert b"Traceback" not in err
    wanted = str(shoes_in(file) + 200)
    resumed = wartable(*CALL, "--shoes", wanted, *keep, "--resume")
    direct = wartable(*CALL, "--shoes", wanted)
    assert (resumed.code, direct.code) == (0, 0)
    assert json.loads(resumed.out)["checksum"] == json.loads(direct.out)["checksum"]


def shoes_in(file: Path) -> int:
    return int(json.loads(file.read_text())["next_shoe"])
