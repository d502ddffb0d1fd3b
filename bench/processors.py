"""The processor time of a process and its children, where the machine reports it."""

import os
from pathlib import Path

PROCESSES = Path("/proc")


def cpu_seconds(pid: int) -> float:
    """Return the processor time so far of a process and of its present and past children."""
    ticks = 0
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended, and counts for its parent from now on
        if folder.name == str(pid):
            ticks += sum(map(int, fields[11:15]))
        elif fields[1] == str(pid):
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")
