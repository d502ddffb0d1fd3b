"""Following a table: every record is compared with what the table itself decides."""

from wartable.audit.following.deciding import HOW_STATES_BREAK, follow
from wartable.audit.following.shoes import SealedHistory
from wartable.audit.following.state import read_state, state_bytes, state_digest
from wartable.audit.following.tables import KeptState, PlayedTable, kept_states, play
