"""Every window and every state in a real browser; a run of all tests looks at a sample."""

import os
import re
import subprocess
import sys

from tests.long import NAMED

FILES = (
    "tests/browser/test_every_window.py",
    "tests/browser/test_drill.py",
    "tests/browser/test_bets_again.py",
    "tests/browser/test_my_session.py",
    "tests/browser/test_whole_evening.py",
)
PASSED = re.compile(r"^=* ?(\d+ passed)", re.MULTILINE)


def screens(runs: int, _seed: int) -> str:
    """Run the tests that look at a sample, with everything; each file as often as was asked for."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist=loadfile", *FILES]
    passed = ""
    for _ in range(runs):
        done = subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, NAMED: "1"})
        if done.returncode:
            raise AssertionError(done.stdout[-4_000:] + done.stderr[-1_000:])
        passed = PASSED.findall(done.stdout)[-1]
    return f"{runs} runs in every window and every state, each {passed}"
