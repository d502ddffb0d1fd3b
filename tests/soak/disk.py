"""A real disk that is really full: it refuses, loses nothing, and goes on when there is room again."""

import subprocess
import sys
from tempfile import TemporaryDirectory

UNSHARE = ("unshare", "--map-root-user", "--mount")
FILL = """
set -e
mount -t tmpfs -o size=2m tmpfs "$1"
exec "$2" -m tests.faults.small_disk "$1"
"""


def disk(turns: int, _seed: int) -> str:
    """This many small disks filled, each a file system of its own that this machine must let us mount."""
    kept = refused = 0
    for _ in range(turns):
        with TemporaryDirectory() as folder:
            command = [*UNSHARE, "sh", "-c", FILL, "sh", folder, sys.executable]
            done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        found = [int(word) for word in done.stdout.split()]
        assert found[0] > 50
        assert found[1] > 0
        kept += found[0]
        refused += found[1]
    return f"{turns} disks filled: {kept} commands kept, {refused} refused, none lost"
