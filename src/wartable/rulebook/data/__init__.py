"""The law as data: rulebooks, clauses and readings."""

from importlib.resources import files
from importlib.resources.abc import Traversable


def folder(*names: str) -> Traversable:
    """Return a folder of the packaged data."""
    return files(__name__).joinpath(*names)
