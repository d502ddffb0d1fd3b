"""`wartable settle`: rounds written down by hand, settled."""

from wartable.cli.settle.command import settle
from wartable.cli.settle.page import show_result
