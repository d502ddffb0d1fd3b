"""Every event of the house's own stream, and what each says; the tables' events are in `wartable.table.events`.

The stream holds who works here, who signed in, what two people confirmed and which rules are in force. It never holds a
password.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import asdict

from wartable import cage
from wartable.audit.heads import Head
from wartable.money import say_cents
from wartable.store import At, learn

HOUSE = "house"
"""The stream."""
PersonRole = Literal["guest", "player", "dealer", "floor", "cage", "auditor", "administrator"]


class HouseEvent(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """Something that happened in the house, at no table."""


class RulesPutInForce(HouseEvent, tag="rules_put_in_force", frozen=True):
    """From here on a table is played by these rules."""

    table: str
    rulebook: str
    house: dict[str, Any] = {}
    """The tables of the house's file: its choices within the rulebook."""
    after: int = 0
    """The version of the table's stream that was the last under the rules before."""
    meters: dict[str, str] = {}
    """Meters that other tables feed too: the table's name for each, and what it is called in the room."""
    edition: int = 1
    """The edition of the law that the rules were read by; see `wartable.rulebook.EDITION`."""
    form: str = ""
    """Who deals: `dealer` or `automatic`; earlier releases did not say."""
    practice: bool = False
    """A practice table is not bound to what was filed."""


class PersonalErased(HouseEvent, tag="personal_erased", frozen=True):
    """A patron's personal data was erased on request."""

    patron: str
    by: str = ""


class PersonalExpired(HouseEvent, tag="personal_expired", frozen=True):
    """Personal data was erased because its retention time was over."""

    patrons: int
    before: At
    by: str = ""


class PersonAdded(HouseEvent, tag="person_added", frozen=True):
    person: str
    role: PersonRole
    by: str


class PersonLocked(HouseEvent, tag="person_locked", frozen=True):
    """An account was locked; it stays locked until it is unlocked."""

    person: str
    by: str
    """Empty in old logs where three failed sign-ins locked the account."""


class SignInLocked(HouseEvent, tag="sign_in_locked", frozen=True):
    """Three failed sign-ins: the account cannot sign in until then. Its open sessions go on."""

    person: str
    until: At


class PersonUnlocked(HouseEvent, tag="person_unlocked", frozen=True):
    person: str
    by: str


class PasswordChanged(HouseEvent, tag="password_changed", frozen=True):
    person: str
    by: str


class RoleChanged(HouseEvent, tag="role_changed", frozen=True):
    """An account has another role from now on; sessions of the role before are over."""

    person: str
    role: PersonRole
    by: str


class SignedIn(HouseEvent, tag="signed_in", frozen=True):
    person: str


class SignInFailed(HouseEvent, tag="sign_in_failed", frozen=True):
    person: str


class SessionEnded(HouseEvent, tag="session_ended", frozen=True):
    """A person signed out."""

    person: str
    session: str


class SessionsEnded(HouseEvent, tag="sessions_ended", frozen=True):
    """Every session of a person that began before this is over."""

    person: str
    by: str


class RequestMade(HouseEvent, tag="request_made", frozen=True):
    """The first of two keys."""

    request: str
    table: str
    command: dict[str, Any]
    by: str
    about: int = 0
    """The version of the table at which the round, card or call began that it is about; or a mark of a meter."""


class RequestConfirmed(HouseEvent, tag="request_confirmed", frozen=True):
    """The second key, turned by another person; the request has been carried out."""

    request: str
    by: str


class RequestWithdrawn(HouseEvent, tag="request_withdrawn", frozen=True):
    request: str
    by: str


class IntegrityFailed(HouseEvent, tag="integrity_failed", frozen=True):
    """The stored data of a table is not what the house has put there."""

    table: str
    what: str
    """`snapshot`, which is ignored and made again; `table`, which is closed until it is put right; `wallet`, from which
    nothing is paid until it is put right; `head`, after which every table is closed. The last two are of no table."""
    says: str


class StoreRestored(HouseEvent, tag="store_restored", frozen=True):
    """The operator went on with a store that had lost records; rounds and shoes that were in play are void."""

    streams: int
    """How many streams no longer held what was signed."""
    lost: tuple[Head, ...]
    """What was signed last of these, or of the first of many."""
    stands: dict[str, int]
    """The version at which each table goes on."""
    by: str


class PrivateTableOpened(HouseEvent, tag="private_table_opened", frozen=True):
    """A guest made a table for friends; its rules were put in force together with it."""

    table: str
    """The name of the table is its link, so only those who were given it come in."""
    host: str
    settings: dict[str, Any]
    """How the table is run, as in a floor plan."""


class PrivateTableClosed(HouseEvent, tag="private_table_closed", frozen=True):
    """All people have left a private table for good."""

    table: str


EVENTS: tuple[type[HouseEvent], ...] = tuple(HouseEvent.__subclasses__())
learn(*EVENTS)


PLAIN: Mapping[type[msgspec.Struct], str] = {
    PersonAdded: "An account was opened for {person}, {role}.",
    PersonLocked: "The account of {person} was locked.",
    SignInLocked: "Three failed sign-ins locked the account of {person} for a while.",
    PersonUnlocked: "The account of {person} was unlocked.",
    PasswordChanged: "The password of {person} was changed.",
    RoleChanged: "The account of {person} is {role} from now on.",
    PersonalErased: "The personal data of patron {patron} was erased.",
    PersonalExpired: "The personal data of {patrons} patrons was erased, because its retention time was over.",
    RequestConfirmed: "Request {request} was confirmed.",
}


def say_loss(streams: int) -> str:
    """Tell the floor about lost records; without heads to compare with, their number is unknown."""
    of = f"of {streams} stream{'' if streams == 1 else 's'} " if streams else ""
    return f"Records {of}{'were' if streams else 'may have been'} lost. The rounds and shoes in play are void."


def _rules_put_in_force(event: RulesPutInForce) -> str:
    dealt = ", dealt by the program from a digital shoe" if event.form == "automatic" else ""
    practice = ", for practice" if event.practice else ""
    return f"The rules of {event.rulebook} were put in force at table {event.table}{dealt}{practice}."


def _integrity_failed(event: IntegrityFailed) -> str:
    if event.what == "wallet":
        return f"{event.says}. Nothing is paid from there."
    if event.what == "head":
        return f"{event.says}. Every table is closed."
    goes_on = "The table was read from its log." if event.what == "snapshot" else "The table is closed."
    return f"Table {event.table}: {event.says}. {goes_on}"


def _drop_counted(event: cage.DropCounted) -> str:
    counted, expected = say_cents(event.counted), say_cents(event.expected)
    return f"The drop of table {event.table} was counted at {counted}, expected {expected}."


TOLD: Mapping[type[msgspec.Struct], Callable[[Any], str]] = {
    cage.DropCounted: _drop_counted,
    RulesPutInForce: _rules_put_in_force,
    IntegrityFailed: _integrity_failed,
    StoreRestored: lambda event: say_loss(event.streams),
}


def say_of_house(event: msgspec.Struct) -> str:
    """Describe a significant event of the house; empty for any other."""
    kind = type(event)
    if kind in TOLD:
        return TOLD[kind](event)
    return PLAIN[kind].format_map(asdict(event)) if kind in PLAIN else ""
