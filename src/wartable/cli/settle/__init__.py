"""`wartable settle`: rounds written down by hand, settled."""

from wartable.cli.settle.command import settle

__all__ = ["settle"]
