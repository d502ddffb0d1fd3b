"""docs/table/phases.md: the phase table as matrices, and the ways between the phases as diagrams.

The matrices are PHASES itself. The ways are found by walking: every recorded story is replayed event by event and,
wherever it enters a phase, the commands that can end or interrupt things are tried as well.
"""

from collections.abc import Iterable, Iterator, Sequence

from tests.scenarios.stories import STORIES
from wartable.table import Actor, Refused, Table, decide, evolve
from wartable.table import commands as c
from wartable.table.commands import COMMANDS, Command
from wartable.table.events import Event
from wartable.table.phases import PHASES
from wartable.table.state import ROUND_IS_OPEN
from wartable.table.words import ROLES, Phase, Role

LETTERS: dict[Role, str] = {
    "player": "P",
    "dealer": "D",
    "floor": "F",
    "shoe": "S",
    "meter": "M",
    "clock": "C",
}
INTERRUPTIONS: tuple[Command, ...] = (
    c.OrderReshuffle(),
    c.ReportJam(),
    c.ReportForgottenBurn(),
    c.ReportAbsence(1),
    c.CallTime(),
    c.VoidRound("a reason"),
    c.DeclareIdle(),
    c.ChangeDecks(),
    c.CloseTable(),
)
TO_THE_FLOOR_AND_BACK = frozenset({"floor_called", "floor_ruled", "round_voided"})
"""Ways that lead from nearly everywhere in the round: one arrow each says it better."""

Ways = dict[tuple[Phase, Phase], set[str]]

HEAD = """# The phase table

Made by `tools/pages.py` from `src/wartable/table/phases.py` and from every recorded story; not edited by hand.

A table is always in one of these phases. A command that a phase does not list is refused, whoever sends it; one that it
lists is refused from any other role. P is the player, D the dealer, F the floor, S the shoe, M a linked meter and C the
clock.
"""
ROUND = """The floor can be called from every phase of the round; the table then stands still until the floor has ruled,
and goes on where it stood. A void round is picked up at once, from wherever it was.
"""


def phases_page() -> str:
    """The whole page."""
    ways = find_ways()
    day = [phase for phase in PHASES if phase not in ROUND_IS_OPEN and phase != "suspended"]
    inside = [phase for phase in PHASES if phase in ROUND_IS_OPEN or phase == "suspended"]
    parts = [
        HEAD,
        "## The day\n",
        _diagram(_day(ways)),
        _matrix(day),
        "## The round\n",
        ROUND,
        _diagram(_round(ways)),
        _matrix(inside),
    ]
    return "\n".join(parts)


# The matrix


def _matrix(phases: Sequence[Phase]) -> str:
    """Which roles may send each command in these phases."""
    heads = ["command", *(_words(phase) for phase in phases)]
    rows = [
        [_words(_tag(command)), *(_roles(phase, command) for phase in phases)]
        for command in COMMANDS
        if any(command in PHASES[phase] for phase in phases)
    ]
    return "\n".join(_row(cells) for cells in [heads, ["---", *[":-:"] * len(phases)], *rows]) + "\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _roles(phase: Phase, command: type[Command]) -> str:
    roles = PHASES[phase].get(command, frozenset())
    return " ".join(LETTERS[role] for role in ROLES if role in roles)


def _tag(kind: type[Command] | type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def _words(name: str) -> str:
    return name.replace("_", " ")


# The ways


def find_ways() -> Ways:
    """Every way between two phases that a story takes or could take, with the events that open it."""
    ways: Ways = {}
    tried: set[tuple[str, Phase]] = set()
    for story in STORIES.values():
        told = story.opens()
        table = told.table
        story.play(told)
        for event in told.events:
            if (story.rulebook, table.phase) not in tried:
                tried.add((story.rulebook, table.phase))
                for interruption in _interruptions(table):
                    _follow(table, interruption, ways)
            table = _follow(table, (event,), ways)
    return ways


def _follow(table: Table, events: Iterable[Event], ways: Ways) -> Table:
    for event in events:
        before, table = table.phase, evolve(table, event)
        if table.phase != before:
            ways.setdefault((before, table.phase), set()).add(_tag(type(event)))
    return table


def _interruptions(table: Table) -> Iterator[tuple[Event, ...]]:
    for command in INTERRUPTIONS:
        for role in sorted(PHASES[table.phase].get(type(command), ())):
            decided = decide(table, command, Actor(role))
            if not isinstance(decided, Refused):
                yield decided


# The diagrams


def _diagram(lines: Iterable[str]) -> str:
    return "\n".join(["```mermaid", "stateDiagram-v2", *(f"    {line}" for line in lines), "```", ""])


def _day(ways: Ways) -> Iterator[str]:
    """The day, in which a round is one box."""
    arrows: dict[tuple[str, str], set[str]] = {}
    for (start, end), events in ways.items():
        arrow = (_outside(start), _outside(end))
        if arrow[0] != arrow[1]:
            arrows.setdefault(arrow, set()).update(events - TO_THE_FLOOR_AND_BACK)
    yield "[*] --> closed"
    yield from _arrows(arrows)


def _outside(phase: Phase) -> str:
    return "the_round" if phase in ROUND_IS_OPEN or phase == "suspended" else phase


def _round(ways: Ways) -> Iterator[str]:
    """The round, from the last bet to the last card picked up."""
    arrows: dict[tuple[str, str], set[str]] = {}
    for (start, end), events in ways.items():
        inside = [phase if phase in ROUND_IS_OPEN else "[*]" for phase in (start, end)]
        if "suspended" not in (start, end) and inside != ["[*]", "[*]"]:
            arrows.setdefault((inside[0], inside[1]), set()).update(events - TO_THE_FLOOR_AND_BACK)
    yield from _arrows(arrows)


def _arrows(arrows: dict[tuple[str, str], set[str]]) -> Iterator[str]:
    order = ["[*]", "the_round", *PHASES]
    for start, end in sorted(arrows, key=lambda arrow: (order.index(arrow[0]), order.index(arrow[1]))):
        if events := arrows[start, end]:
            yield f"{start} --> {end}: {', '.join(_words(event) for event in sorted(events))}"
