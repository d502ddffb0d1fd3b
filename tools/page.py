"""Builds the page: what stands in frontend/ becomes the files that the server sends, in src/wartable/web/static.

Run it as `.venv/bin/python -m tools.page`; `./dev` and the build of the wheel do so by themselves. A stamp says from
which sources the page was built, so an unchanged page is not built again.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.node import ROOT, Trouble, install, npm

FRONTEND = ROOT / "frontend"
SOURCES = (
    "index.html",
    "public/mark.svg",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)
STATIC = ROOT / "src" / "wartable" / "web" / "static"
STAMP = STATIC / "page.stamp"


def main() -> int:
    """Builds the page if its sources changed."""
    try:
        build()
    except (Trouble, OSError) as trouble:
        print(f"page: {trouble}", file=sys.stderr)
        return 2
    return 0


def is_current() -> bool:
    """Whether the built page is that of the sources."""
    return STAMP.is_file() and STAMP.read_text() == key()


def build() -> None:
    """Builds the page, unless it is current."""
    if is_current():
        return
    print("page: building", file=sys.stderr)
    STAMP.unlink(missing_ok=True)
    before = key()
    install(FRONTEND)
    npm(FRONTEND, "run", "build", "--silent")
    STAMP.write_text(before)


def key() -> str:
    """A digest of everything the page is built from."""
    digest = hashlib.sha256()
    for file in sorted(sources()):
        digest.update(f"{file.relative_to(FRONTEND)}\n{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    """The files of the page. The tests beside them do not change it."""
    yield from (FRONTEND / name for name in SOURCES)
    yield from (file for file in (FRONTEND / "src").rglob("*") if file.is_file() and ".test." not in file.name)


if __name__ == "__main__":
    sys.exit(main())
