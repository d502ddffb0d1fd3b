"""`wartable simulate`: rounds dealt from real shoes, beside the exact odds."""

from wartable.cli.simulate.command import simulate
