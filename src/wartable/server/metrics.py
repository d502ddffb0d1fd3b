"""Metrics in Prometheus text. Nothing in them depends on a card, and nobody is named."""

from collections.abc import Iterator

from wartable.live.room import Room

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
HELP = {
    "wartable_commands_total": "Commands answered, by answer.",
    "wartable_events_total": "Events kept, by who did them.",
    "wartable_guests_total": "Guests who came in.",
    "wartable_tables_stopped_total": "Tables stopped by our own mistake.",
    "wartable_refused_total": "Requests refused at the door, by reason.",
    "wartable_resyncs_total": "Tables sent whole to clients that could not keep up.",
    "wartable_sockets_closed_total": "Sockets closed by us, by reason.",
}


def render(room: Room, sockets: int) -> str:
    """Everything that is counted, as text."""
    return "\n".join([*_gauges(room, sockets), *_counters(room), *_times(room), ""])


def _gauges(room: Room, sockets: int) -> Iterator[str]:
    tables = tuple(room.tables.values())
    for name, says, value in (
        ("wartable_tables", "Tables of this house.", len(tables)),
        ("wartable_tables_driven", "Tables that this server drives.", sum(live.driving for live in tables)),
        ("wartable_sockets", "Open sockets.", sockets),
        ("wartable_seats_taken", "Seats taken.", sum(bool(box.patron) for live in tables for box in live.table.boxes)),
        ("wartable_watchers", "Sockets at tables.", sum(len(live.gallery.subscribers) for live in tables)),
    ):
        yield f"# HELP {name} {says}"
        yield f"# TYPE {name} gauge"
        yield f"{name} {value}"


def _counters(room: Room) -> Iterator[str]:
    total = room.counters.total
    for name, says in HELP.items():
        word = name.removeprefix("wartable_").removesuffix("_total")
        found = sorted((label, value) for (counted, label), value in total.items() if counted == word)
        yield f"# HELP {name} {says}"
        yield f"# TYPE {name} counter"
        for label, value in found or [("", 0)]:
            yield f'{name}{{kind="{label}"}} {value}' if label else f"{name} {value}"


def _times(room: Room) -> Iterator[str]:
    buckets, microseconds, count = room.counters.buckets()
    name = "wartable_command_seconds"
    yield f"# HELP {name} From a command's turn to its durable answer."
    yield f"# TYPE {name} histogram"
    for bound, value in buckets:
        limit = bound if bound == "+Inf" else f"{int(bound) / 1_000:g}"
        yield f'{name}_bucket{{le="{limit}"}} {value}'
    yield f"{name}_sum {microseconds / 1_000_000:.6f}"
    yield f"{name}_count {count}"
