"""What every command of a table is."""

import msgspec


class Command(msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True, gc=False):
    """A request to the table."""
