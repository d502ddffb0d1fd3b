"""docs/table/phases.md: the phase table as matrices, and the transition table as diagrams and as rows."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from wartable.table.commands import COMMANDS, Command
from wartable.table.phases import PHASES
from wartable.table.state import ROUND_IS_OPEN
from wartable.table.transitions import ANY, PLAY, ROUND, TRANSITIONS, WITH_A_WIN, On, Transition
from wartable.table.words import ROLES, Phase, Role

LETTERS: dict[Role, str] = {
    "player": "P",
    "dealer": "D",
    "floor": "F",
    "shoe": "S",
    "meter": "M",
    "clock": "C",
}
Arrow = tuple[str, str]

HEAD = """# The phase table

Made by `tools/pages.py` from `phases.py` and `transitions.py` in `src/wartable/table/`; not edited by hand.

A table is always in one of these phases. A command that a phase does not list is refused from every role; one that it
lists is refused from any other role. P is the player, D the dealer, F the floor, S the shoe, M a linked meter and C the
clock.
"""
IN_THE_ROUND = """The floor can be called from every phase of the round. The table then waits until the floor
has ruled, and goes on where it stood. A void round is picked up at once, from any of these phases. An arrow says on
which event the phase changes, or under which condition after an event of play.
"""
ROWS = """## The transition table

After each event the rows are read from the top, and the first whose condition holds says which phase follows. Nothing
else changes a phase. An event that no row names leaves every phase as it is; an event that rows name, but none for the
phase it happens in, is a mistake of the program and stops the table.

- *An event of play* is one of: {play}.
- *Resume* leads to the phase that was interrupted, and then to that phase's own rows on *resumed*.
"""


def phases_page() -> str:
    day = [phase for phase in PHASES if phase not in ROUND_IS_OPEN and phase != "suspended"]
    inside = [phase for phase in PHASES if phase in ROUND_IS_OPEN or phase == "suspended"]
    parts = [
        HEAD,
        "## The day\n",
        _diagram(("[*] --> closed", *_arrows(_outside))),
        _matrix(day),
        "## The round\n",
        IN_THE_ROUND,
        _diagram(_arrows(_inside)),
        _matrix(inside),
        ROWS.format(play=", ".join(map(_event, PLAY))),
        _rows(),
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


def _tag(kind: On | type[Command]) -> str:
    return kind if isinstance(kind, str) else str(kind.__struct_config__.tag)


def _words(name: str) -> str:
    return name.replace("_", " ")


# The diagrams


def _diagram(lines: Iterable[str]) -> str:
    return "\n".join(["```mermaid", "stateDiagram-v2", *(f"    {line}" for line in lines), "```", ""])


def _outside(phase: Phase) -> str:
    """In the diagram of the day a round is one box."""
    return "the_round" if phase in ROUND_IS_OPEN else phase


def _inside(phase: Phase) -> str:
    """The diagram of the round runs from the last bet to the last card picked up."""
    return phase if phase in ROUND_IS_OPEN else "[*]"


def _arrows(place: Callable[[Phase], str]) -> Iterator[str]:
    arrows: dict[Arrow, dict[str, None]] = {}
    for row in TRANSITIONS:
        for start, end in _ways(row):
            arrow = (place(start), place(end))
            if arrow[0] != arrow[1]:
                arrows.setdefault(arrow, {})[_why(row)] = None
    order = ["[*]", "the_round", *PHASES]
    for arrow in sorted(arrows, key=lambda arrow: (order.index(arrow[0]), order.index(arrow[1]))):
        yield f"{arrow[0]} --> {arrow[1]}: {', '.join(arrows[arrow])}"


def _ways(row: Transition) -> Iterator[tuple[Phase, Phase]]:
    """The arrows of a row. Calls to the floor and voids come from nearly everywhere: a sentence says it better."""
    if "suspended" in (*row.start, row.to) or row.to == "stay":
        return
    ends = WITH_A_WIN if row.to == "resume" else (row.to,)
    yield from ((start, end) for start in row.start for end in ends)


def _why(row: Transition) -> str:
    condition = _words(row.when.__name__) if row.when else ""
    if row.on == PLAY:
        return condition or "nothing else is left"
    events = " or ".join(map(_event, row.on))
    return f"{events} and {condition}" if condition else events


# The rows


def _rows() -> str:
    heads = ("from", "on", "if", "to")
    rows = (
        (_from(row), _on(row), _words(row.when.__name__) if row.when else "", _words(row.to)) for row in TRANSITIONS
    )
    return "\n".join(_row(cells) for cells in (heads, ["---"] * len(heads), *rows)) + "\n"


def _from(row: Transition) -> str:
    if row.start == ANY:
        return "any phase"
    rest = [phase for phase in row.start if phase not in ROUND]
    if len(row.start) - len(rest) == len(ROUND):
        return ", ".join((*map(_words, rest), "every phase of the round"))
    return ", ".join(map(_words, row.start))


def _on(row: Transition) -> str:
    rest = [on for on in row.on if on not in PLAY] if set(row.on) >= set(PLAY) else list(row.on)
    play = ["an event of play"] if len(rest) < len(row.on) else []
    return ", ".join((*play, *map(_event, rest)))


def _event(on: On) -> str:
    return _words(_tag(on))
