"""The command as a fixture here too."""

from tests.cli.conftest import wartable

__all__ = ["wartable"]
