"""Several servers on one store: leases, links between servers, and tables that are followed."""

from wartable.live.sharing.leases import Lease, Sharing
from wartable.live.sharing.links import (
    HEADER,
    PATH,
    PROCESS,
    AskPresence,
    AskSimulation,
    AskTables,
    Attendance,
    Forwarded,
    Given,
    HereNow,
    LinkMessage,
    Presence,
    Returned,
    code_of,
)
