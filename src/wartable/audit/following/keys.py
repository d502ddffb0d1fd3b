"""The two people behind a correction of a meter or a late wager, as the house's log names them."""

from collections.abc import Mapping
from typing import Any

from wartable.audit.house_events import HOUSE, RequestConfirmed, RequestMade, RequestWithdrawn
from wartable.audit.reading import RulesOverTime
from wartable.store import ReadLog, UnknownEvent, decode, name_of
from wartable.table import commands as c

KEYS = (RequestMade, RequestConfirmed, RequestWithdrawn)
NAMED = tuple(name_of(kind) for kind in KEYS)
ASKED = "request/"
"""How the id of a command begins that two people asked for; the request's own name follows."""


Asked = c.CorrectMeter | c.EnterLateWager


def _asks_for(asked: Mapping[str, Any], command: Asked) -> bool:
    """Whether a request asks for this; a bettor behind a seat may be named with other spaces and capitals."""
    due: dict[str, object]
    if isinstance(command, c.CorrectMeter):
        due = {"command": "correct_meter", "meter": command.meter, "reading": command.reading}
    elif _plain(asked.get("bettor", "")) == _plain(command.bettor):
        lay = {"seat": command.seat, "wager": command.wager, "amount": command.amount}
        due = {"command": "enter_late_wager", **lay}
    else:
        return False
    return all(asked.get(name) == value for name, value in due.items())


def _plain(name: object) -> str:
    return " ".join(str(name).split()).casefold()


class TwoKeys:
    """The requests of the floor, read when the first of them is asked for."""

    def __init__(self, log: ReadLog, table: str, rules: RulesOverTime) -> None:
        self._log, self._table, self._rules = log, table, rules
        self._made: dict[str, RequestMade] | None = None
        self._second: dict[str, str] = {}
        self._withdrawn: set[str] = set()

    def why_not(self, version: int, command_id: str, command: Asked) -> str:
        """Say why this correction, or this late wager, is not what two people asked for; empty where it is.

        Earlier releases, which did not say who deals, are not held to it. A server that was killed between the
        correction and its confirmation leaves a request that still waits.
        """
        if not self._rules.at(version).form:
            return ""
        made = self._requests().get(command_id.removeprefix(ASKED)) if command_id.startswith(ASKED) else None
        asked = made.command if made is not None and made.table == self._table else {}
        if made is None or not _asks_for(asked, command):
            return f"no two people asked for it: the log of the house has no such request for the command {command_id}"
        if made.request in self._withdrawn:
            return f"the request {made.request} was withdrawn"
        if self._second.get(made.request) == made.by:
            return f"one person alone turned both keys of the request {made.request}"
        return ""

    def _requests(self) -> dict[str, RequestMade]:
        if self._made is None:
            self._made = {}
            for record in self._log.named(HOUSE, NAMED):
                try:
                    event = decode(record)
                except (UnknownEvent, ValueError):
                    continue  # the verification of the house's stream reports it
                match event:
                    case RequestMade():
                        self._made[event.request] = event
                    case RequestConfirmed():
                        self._second[event.request] = event.by
                    case RequestWithdrawn():
                        self._withdrawn.add(event.request)
        return self._made
