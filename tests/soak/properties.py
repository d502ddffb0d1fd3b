"""Every property with examples that no run has tried before, in an order of tests that no run had before."""

import re
import subprocess
import sys

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


def properties(runs: int, seed: int) -> str:
    """Run every property test once for each seed from this one on; a failure says how to bring it back."""
    for one in range(seed, seed + runs):
        done = subprocess.run(_command("-m", "hypothesis", one=one), check=False, capture_output=True, text=True)
        if done.returncode:
            failed = " ".join(FAILED.findall(done.stdout)) or done.stdout[-1_000:] + done.stderr[-1_000:]
            raise AssertionError(f"{failed}; replay: ./dev test {' '.join(_options(one))} {failed}")
    return f"{runs} runs of every property, none failed"


def _command(*chosen: str, one: int) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "-n", "2", *_options(one), *chosen]


def _options(seed: int) -> list[str]:
    return ["--hypothesis-profile=explore", f"--hypothesis-seed={seed}", f"--randomly-seed={seed}"]
