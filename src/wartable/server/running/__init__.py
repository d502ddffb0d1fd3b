"""Running the server: one process or several, the store, the signed heads, and a clean way out."""

from wartable.server.running.processes import MAX_PROCESSES, Processes
from wartable.server.running.serve import (
    CannotListen,
    CannotServe,
    Opened,
    ServeSettings,
    door_for,
    is_shared,
    lease_for,
    listen,
    run,
)
