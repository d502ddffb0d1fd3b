"""Which program made the report: its version, and one digest over all its source files."""

import hashlib
from pathlib import Path

import wartable

_PACKAGE = Path(wartable.__file__).resolve().parent


def version() -> str:
    return wartable.__version__


def digest() -> str:
    """The SHA-256 over every source file of the program, in the order of their names.

    It is the digest of what `sha256sum` prints for those files, so every reader can make it again.
    """
    files = sorted((file.relative_to(_PACKAGE).as_posix(), file) for file in _PACKAGE.rglob("*.py"))
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {name}\n" for name, file in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
