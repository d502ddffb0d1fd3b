"""HTTP and WebSocket doors around the live tables."""

from wartable.server.running import (
    MAX_PROCESSES,
    CannotListen,
    CannotServe,
    Opened,
    Processes,
    ServeSettings,
    door_for,
    is_shared,
    lease_for,
    listen,
    run,
)
