"""Following a table: every record is compared with what the table itself decides."""

from wartable.audit.following.deciding import HOW_STATES_BREAK, Departs, follow

__all__ = ["HOW_STATES_BREAK", "Departs", "follow"]
