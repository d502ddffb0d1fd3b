"""`wartable rules`: a rulebook with every value in force."""

from wartable.cli.rules.command import rules
