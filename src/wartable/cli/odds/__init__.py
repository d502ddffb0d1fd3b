"""`wartable odds`: the exact mathematics of every wager offered."""

from wartable.cli.odds.command import odds
