"""Which program made the evidence: its version, its libraries, and a digest of each file that matters."""

import platform
from pathlib import Path

import cryptography
import numpy as np
from cryptography.hazmat.backends.openssl import backend

import wartable
from wartable.paper import sha256_of

_PACKAGE = Path(wartable.__file__).resolve().parent


def versions() -> dict[str, str]:
    """What the figures depend on."""
    return {
        "wartable": wartable.__version__,
        "Python": platform.python_version(),
        "cryptography": cryptography.__version__,
        "its library": backend.openssl_version_text(),
        "numpy": np.__version__,
    }


def sources() -> dict[str, str]:
    """The digest of every source file between the seed and this report."""
    files = [
        _PACKAGE / "cards.py",
        *(file for room in ("shoe", "evidence", "paper") for file in (_PACKAGE / room).rglob("*.py")),
    ]
    return {file.relative_to(_PACKAGE.parent).as_posix(): sha256_of(file) for file in sorted(files)}
