"""Whose word counts: a player on a device of their own speaks there; the dealer enters it for players at the table."""

from wartable.table.refusals import Refusal, Refused
from wartable.table.state import Bettor, Box
from wartable.table.words import Actor


def not_theirs(
    whose: Bettor | Box, by: Actor, clauses: tuple[str, ...], why: Refusal = Refusal.NOT_YOUR_SEAT
) -> Refused | None:
    """Refuse another player, and a dealer who speaks for a player on a device of their own."""
    if by.role == "player":
        return None if by.patron == whose.patron else Refused(why, clauses)
    return Refused(Refusal.THEIRS_ALONE, clauses) if whose.presence == "remote" else None
