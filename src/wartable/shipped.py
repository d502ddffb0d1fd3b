"""What comes with the program besides code: houses and examples.

An installed wheel carries them inside the package. In a checkout they are at the root, where people look for them.
"""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent


def shipped(kind: Literal["houses", "examples"]) -> Path:
    """The folder of the shipped houses, or of the shipped examples."""
    inside = _PACKAGE / kind
    return inside if inside.is_dir() else _PACKAGE.parent.parent / kind
