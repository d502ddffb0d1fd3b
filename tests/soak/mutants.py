"""The core changed a little, mutant after mutant: how many the quick tests notice, and who survives."""

import subprocess
import sys

import msgspec

from tests.mutants.trying import Tried


def mutants(tries: int, seed: int) -> str:
    """This many mutants, in a process of their own."""
    command = [sys.executable, "-m", "tests.mutants.trying", str(tries), str(seed)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    tried = msgspec.json.decode(done.stdout.splitlines()[-1], type=Tried)
    survivors = "; ".join(f"{one.module}.{one.function} line {one.line}: {one.says}" for one in tried.survivors)
    return (
        f"{tried.killed} of {tried.mutants} mutants killed ({tried.possible} possible, {tried.in_circles} ran in"
        f" circles) by {tried.tests} quick tests, {len(tried.survivors)} survived: {survivors or 'none'}"
    )
