"""Make requirements.lock: every package of the project and its tests, by version and sha256, with no host name.

Run it as `./dev lock`. Its first lines record a digest of the requirements in pyproject.toml, so that a test can detect
a stale lock without resolving again, which would need the network and an unchanged index.
"""

import hashlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = ROOT / "pyproject.toml"
LOCK = ROOT / "requirements.lock"
UV_LOCK = ROOT / "tools" / "bootstrap.lock"
PEERS_LOCK = ROOT / "tools" / "peers.lock"
UV = ROOT / ".uv" / "venv" / "bin" / "uv"

MARK = "# pyproject.toml asked for: sha256:"
PEERS = ("gymnasium", "rlcard", "open_spiel", "envpool")
"""The card games that `./dev bench sim` compares with."""
NOT_FOR_CARDS = ("mjlab", "mujoco-playground-humanoid")
"""Assets of envpool that card games do not need, some hundred megabytes."""
COMPILE = ("pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header")


def main() -> None:
    """Resolve the project, uv itself and the bench's peers; arguments such as `--upgrade-package rich` go to uv."""
    pyproject = PYPROJECT.read_text()
    groups = [f"--group={name}" for name in tomllib.loads(pyproject)["dependency-groups"]]
    compile_lock(LOCK, PYPROJECT.name, *groups)
    LOCK.write_text(f"# Made by ./dev lock; not edited by hand.\n{MARK}{asked_for(pyproject)}\n{LOCK.read_text()}")
    compile_lock(UV_LOCK, "-", requirements="uv\n")
    without = [f"--no-emit-package=envpool-assets-{part}" for part in NOT_FOR_CARDS]
    compile_lock(PEERS_LOCK, "-", "--python-version=3.11", *without, requirements="\n".join(PEERS))


def compile_lock(lock: Path, source: str, *options: str, requirements: str = "") -> None:
    command = [str(UV), *COMPILE, source, *options, *sys.argv[1:], "--output-file", str(lock)]
    done = subprocess.run(command, cwd=ROOT, input=requirements, text=True, check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(done.returncode)  # uv has printed why


def asked_for(pyproject: str) -> str:
    """Return a digest of the parts of pyproject.toml that decide what is in the lock."""
    table: dict[str, Any] = tomllib.loads(pyproject)
    project = table["project"]
    parts = [
        project["requires-python"],
        project["dependencies"],
        project.get("optional-dependencies"),
        table["dependency-groups"],
        table["tool"]["uv"],
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def recorded(lock: str) -> str:
    """Return the digest that a lock records."""
    return next((line.removeprefix(MARK) for line in lock.splitlines() if line.startswith(MARK)), "")


if __name__ == "__main__":
    main()
