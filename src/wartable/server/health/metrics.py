"""Metrics in Prometheus text. Nothing in them depends on a card or names a person."""

from collections.abc import Iterator
from itertools import accumulate

from wartable.live import BOUNDS_MS
from wartable.server.health.figures import Figures

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
HELP = {
    "wartable_commands_total": "Commands answered, by answer.",
    "wartable_events_total": "Events kept, by who did them.",
    "wartable_guests_total": "Guests who came in.",
    "wartable_tables_stopped_total": "Tables stopped by an internal error.",
    "wartable_refused_total": "Requests refused at the door, by reason.",
    "wartable_resyncs_total": "Tables sent whole to clients that could not keep up.",
    "wartable_sockets_closed_total": "Sockets closed by us, by reason.",
}


def render(tables: int, figures: Figures) -> str:
    return "\n".join([*_gauges(tables, figures), *_counters(figures), *_times(figures), ""])


def _gauges(tables: int, figures: Figures) -> Iterator[str]:
    for name, says, value in (
        ("wartable_tables", "Tables of this house.", tables),
        ("wartable_tables_driven", "Tables that this server drives.", figures.driven),
        ("wartable_sockets", "Open sockets.", figures.sockets),
        ("wartable_seats_taken", "Seats taken at the tables that this server drives.", figures.seats),
        ("wartable_watchers", "Sockets at tables.", figures.watchers),
    ):
        yield f"# HELP {name} {says}"
        yield f"# TYPE {name} gauge"
        yield f"{name} {value}"


def _counters(figures: Figures) -> Iterator[str]:
    for name, says in HELP.items():
        found = figures.counted.get(name.removeprefix("wartable_").removesuffix("_total"), {})
        yield f"# HELP {name} {says}"
        yield f"# TYPE {name} counter"
        for label, value in sorted(found.items()) or [("", 0)]:
            yield f'{name}{{kind="{label}"}} {value}' if label else f"{name} {value}"


def _times(figures: Figures) -> Iterator[str]:
    name = "wartable_command_seconds"
    yield f"# HELP {name} From a command's turn to its durable answer."
    yield f"# TYPE {name} histogram"
    bounds = (*(f"{bound / 1_000:g}" for bound in BOUNDS_MS), "+Inf")
    for bound, value in zip(bounds, accumulate(figures.took), strict=True):
        yield f'{name}_bucket{{le="{bound}"}} {value}'
    yield f"{name}_sum {figures.took_us / 1_000_000:.6f}"
    yield f"{name}_count {sum(figures.took)}"
