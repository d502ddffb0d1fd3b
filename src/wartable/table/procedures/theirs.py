"""Who a person is, and whose word counts.

A player on a device of their own speaks there; the dealer enters it for players at the table.
"""

from wartable.table.refusals import Refusal, Refused
from wartable.table.state import Bettor, Box, Table
from wartable.table.turns import people_at
from wartable.table.words import Actor, plain_name


def not_theirs(
    whose: Bettor | Box, by: Actor, clauses: tuple[str, ...], why: Refusal = Refusal.NOT_YOUR_SEAT
) -> Refused | None:
    """Refuse another player, and a dealer who speaks for a player on a device of their own."""
    if by.role == "player":
        return None if by.patron == whose.patron else Refused(why, clauses)
    return Refused(Refusal.THEIRS_ALONE, clauses) if whose.presence == "remote" else None


def spelled_otherwise(table: Table, name: str) -> Refused | None:
    """Refuse the name of a person at the table in other capitals or blanks, which does not make another person.

    What binds a person, such as the rounds in a row that one may bank, goes by the name as it was first given.
    """
    known = tuple(filter(None, people_at(table)))
    if name in known or plain_name(name) not in map(plain_name, known):
        return None
    return Refused(Refusal.NAME_IS_SPELLED_OTHERWISE)
