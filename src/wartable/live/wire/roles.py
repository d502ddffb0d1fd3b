"""Who may do what: the whole table of roles on one screen. What is not listed here is refused.

A person has one role. At a table it speaks as one of the table's own roles, which then decides by phase and seat; this
table only says which words may come in through the door at all.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from wartable.audit import PersonRole
from wartable.live.wire.messages import CallFloor, DismissNeighbours, InviteNeighbours, PutWagers, ReadCard
from wartable.rulebook import Ruling
from wartable.table import PHASES, Command, Role
from wartable.table import commands as c
from wartable.table import events as e

AnyRole = Literal["watcher", PersonRole]
"""A watcher is a person who has not signed in."""
ROLES: tuple[AnyRole, ...] = ("watcher", *get_args(PersonRole))

Action = Literal[
    "tables.see",
    "tables.play",
    "tables.sell_chips",
    "tables.make_private",
    "rounds.see_own",
    "rounds.see_all",
    "shoes.see",
    "odds.see",
    "odds.simulate",
    "drills.take",
    "me.chips",
    "me.name",
    "me.claim",
    "me.sign_out",
    "floor.see",
    "requests.see",
    "requests.make",
    "requests.confirm",
    "requests.withdraw",
    "cage.see",
    "cage.buy_in",
    "cage.cash_out",
    "cage.fill",
    "cage.credit",
    "cage.count_drop",
    "audit.find",
    "audit.verify",
    "audit.export",
    "people.see",
    "people.add",
    "people.change",
]
ACTIONS: tuple[Action, ...] = get_args(Action)

ANY_ROLE = frozenset(ROLES)
SIGNED_IN = ANY_ROLE - {"watcher"}
GUEST: frozenset[AnyRole] = frozenset({"guest"})
PLAYERS: frozenset[AnyRole] = GUEST | {"player"}
DEALER: frozenset[AnyRole] = frozenset({"dealer"})
FLOOR: frozenset[AnyRole] = frozenset({"floor"})
CAGE: frozenset[AnyRole] = frozenset({"cage"})
AUDITOR: frozenset[AnyRole] = frozenset({"auditor"})
ADMINISTRATOR: frozenset[AnyRole] = frozenset({"administrator"})

MAY: Mapping[Action, frozenset[AnyRole]] = {
    "tables.see": ANY_ROLE,
    "tables.play": PLAYERS | DEALER | FLOOR,
    "tables.sell_chips": DEALER,
    "tables.make_private": GUEST,
    "rounds.see_own": PLAYERS,
    "rounds.see_all": DEALER | FLOOR | AUDITOR,
    "shoes.see": ANY_ROLE,
    "odds.see": ANY_ROLE,
    "odds.simulate": SIGNED_IN - {"guest"},
    "drills.take": SIGNED_IN,
    "me.chips": GUEST,
    "me.name": GUEST,
    "me.claim": GUEST,
    "me.sign_out": SIGNED_IN,
    "floor.see": FLOOR | AUDITOR | ADMINISTRATOR,
    "requests.see": DEALER | FLOOR | AUDITOR,
    "requests.make": DEALER | FLOOR,
    "requests.confirm": FLOOR,
    "requests.withdraw": DEALER | FLOOR,
    "cage.see": CAGE | AUDITOR,
    "cage.buy_in": CAGE,
    "cage.cash_out": CAGE,
    "cage.fill": CAGE,
    "cage.credit": CAGE,
    "cage.count_drop": CAGE,
    "audit.find": FLOOR | AUDITOR,
    "audit.verify": FLOOR | AUDITOR,
    "audit.export": AUDITOR,
    "people.see": ADMINISTRATOR | AUDITOR,
    "people.add": ADMINISTRATOR,
    "people.change": ADMINISTRATOR,
}

WireCommand = (
    type[Command]
    | type[PutWagers]
    | type[ReadCard]
    | type[CallFloor]
    | type[InviteNeighbours]
    | type[DismissNeighbours]
)


def _taken_from(role: Role) -> frozenset[WireCommand]:
    """Return the commands that the phase table accepts from a role, in any phase."""
    return frozenset(kind for accepts in PHASES.values() for kind, roles in accepts.items() if role in roles)


ENTERED_FOR_THE_SHOE: frozenset[WireCommand] = frozenset({ReadCard, c.MeetCoverCard, c.SpinWheel})
"""What a dealer with real cards and a real wheel says in the shoe's place."""

FOR_AN_AUTOMATIC_FLOOR: frozenset[WireCommand] = frozenset({c.OpenTable, c.CloseTable})
"""What a dealer may ask of the floor where the floor is automatic, so that one person can run an evening."""

ASKED_OF_THE_FLOOR: frozenset[WireCommand] = frozenset({c.VoidRound, c.UndoCard, c.EnterLateWager, CallFloor})
"""What a dealer asks for and a person of the floor does."""

OF_THE_PAGE: frozenset[WireCommand] = frozenset({PutWagers, InviteNeighbours, DismissNeighbours})
"""What a player says to the room, which makes commands of it."""

BY_PLAYERS = _taken_from("player") | OF_THE_PAGE
BY_DEALER = (
    _taken_from("dealer") - {c.ReportMisread} | ENTERED_FOR_THE_SHOE | FOR_AN_AUTOMATIC_FLOOR | ASKED_OF_THE_FLOOR
)
"""A misread card is reported by the table itself, when it cannot use what the dealer has entered."""
COMMANDS_OF: Mapping[AnyRole, frozenset[WireCommand]] = {
    "watcher": frozenset(),
    "guest": BY_PLAYERS,
    "player": BY_PLAYERS,
    "dealer": BY_DEALER,
    "floor": _taken_from("floor"),
    "cage": frozenset(),
    "auditor": frozenset(),
    "administrator": frozenset(),
}
TWO_KEYS: frozenset[WireCommand] = frozenset({c.VoidRound, c.UndoCard, c.EnterLateWager, c.CorrectMeter, c.ChangeRate})
"""What one person asks for and another, of the floor, confirms; so is a ruling that voids."""


TWO_KEYS_TO_RULE: frozenset[Ruling] = frozenset({"void", "no_win", "return_wager", "lost"})
"""Rulings that reverse money, refuse it, or take it."""


def may(role: AnyRole, action: Action) -> bool:
    return role in MAY[action]


def may_say(role: AnyRole, command: WireCommand) -> bool:
    """Whether a role may send this command to a table at all."""
    return command in COMMANDS_OF[role]


def needs_two_keys(command: Command) -> bool:
    """Whether a second person has to confirm."""
    return type(command) in TWO_KEYS or (isinstance(command, c.Rule) and command.ruling in TWO_KEYS_TO_RULE)


REVERSES: tuple[type[e.Event], ...] = (e.RoundVoided, e.SettlementReversed, e.MeterCorrected)
"""Events that reverse money: two people confirm each, whichever command leads to it."""
MAY_REVERSE: frozenset[WireCommand] = frozenset(
    {
        c.ReportFaceUpCards,
        c.ReportDrawnCard,
        c.ReportMisdelivery,
        c.ReportMissedHand,
        c.ReportJam,
        c.ReportDeviceFailure,
        c.ReleasePlayers,
        c.Rule,
    }
)
"""Reports that void a round where the text says so, and rulings that reverse what was settled."""


def speaks_as(role: AnyRole, command: WireCommand) -> Role:
    """Return the table's own role in which a person speaks."""
    if command in ENTERED_FOR_THE_SHOE:
        return "shoe"
    match role:
        case "dealer" | "floor":
            return role
        case _:
            return "player"
