"""The command `wartable`: one verb per module, each loading what it needs only when it runs."""

from wartable.cli.app import main
