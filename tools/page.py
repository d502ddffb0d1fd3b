"""Build the page: frontend/ becomes the files that the server sends, in src/wartable/web/static.

`./dev` and the build of the wheel run `.venv/bin/python -m tools.page`. A stamp names the sources of the built page,
so an unchanged page is not built again. `./dev lint` runs `.venv/bin/python -m tools.page lint`.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.node import ROOT, Trouble, install, npm

FRONTEND = ROOT / "frontend"
SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)
STATIC = ROOT / "src" / "wartable" / "web" / "static"
STAMP = STATIC / "page.stamp"
MAX_LINE = 120
GENERATED = ("package-lock.json",)


def main(*arguments: str) -> int:
    """Build the page if its sources changed, or check or format the sources."""
    try:
        {"lint": lint, "format": format_sources}.get("".join(arguments), build)()
    except (Trouble, OSError) as trouble:
        print(f"page: {trouble}", file=sys.stderr)
        return 2
    return 0


def is_current() -> bool:
    """Whether the built page matches the sources."""
    return STAMP.is_file() and STAMP.read_text() == key()


def build() -> None:
    """Build the page, unless it is current."""
    if is_current():
        return
    print("page: building", file=sys.stderr)
    STAMP.unlink(missing_ok=True)
    before = key()
    install(FRONTEND)
    npm(FRONTEND, "run", "build", "--silent")
    STAMP.write_text(before)


def lint() -> None:
    """Check format, rules, types and the length of lines."""
    install(FRONTEND)
    npm(FRONTEND, "run", "lint", "--silent")
    npm(FRONTEND, "run", "check", "--silent")
    if long := list(long_lines()):
        raise Trouble(f"longer than {MAX_LINE} characters: {', '.join(long)}")


def format_sources() -> None:
    """Bring the sources into their format, and apply the rules' safe fixes."""
    install(FRONTEND)
    npm(FRONTEND, "run", "format", "--silent")


def long_lines() -> Iterator[str]:
    """Yield the place of each hand-written line that is too long; the formatter does not break text."""
    for file in (*(FRONTEND / name for name in SOURCES), *(FRONTEND / "src").rglob("*.*")):
        if file.name not in GENERATED:
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if len(line) > MAX_LINE:
                    yield f"{file.relative_to(ROOT)}:{number}"


def key() -> str:
    """Return a digest of everything the page is built from."""
    digest = hashlib.sha256()
    for file in sorted(sources()):
        digest.update(f"{file.relative_to(FRONTEND)}\n{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    """Yield the files of the page. The tests beside them do not change it."""
    yield from (FRONTEND / name for name in SOURCES)
    for folder in ("public", "src"):
        yield from (file for file in (FRONTEND / folder).rglob("*") if file.is_file() and ".test." not in file.name)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
