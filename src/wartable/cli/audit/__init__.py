"""`wartable audit`: verify, recall, replay, export and report what happened."""

from wartable.cli.audit.verbs import audit
