"""Policies for the people at a table: a policy sees the table, which holds no card that has not been turned."""

from dataclasses import dataclass
from typing import Protocol

from wartable.money import Cents
from wartable.rulebook import WAGERS, Wager
from wartable.table import Seat, Table, bettor_at, takes_words
from wartable.table import commands as c

FixedStakes = tuple[tuple[Wager, Cents], ...]


class Policy(Protocol):
    """Decides for every player at the table."""

    def wager(self, table: Table, /) -> c.PlaceWager | None:
        """Return the next wager, or None when all bets are made."""
        ...

    def goes_to_war(self, table: Table, seat: Seat, bettor: str, /) -> bool:
        """Return whether a tied bettor goes to war; otherwise the bettor surrenders."""
        ...

    def looks(self, table: Table, seat: Seat, /) -> bool:
        """Return whether the first player to arrive looks at the cards; otherwise the player declines."""
        ...

    def cuts(self, table: Table, seat: Seat, /) -> c.CutCards:
        """Return how the player who is offered the cut cuts."""
        ...

    def banks(self, table: Table, seat: Seat, /) -> Cents:
        """Return what the player who is offered the bank posts; 0 declines it."""
        ...


@dataclass
class FixedPolicy:
    """Every player makes the same wagers and the same choice in every round. A bot overrides the rest."""

    stakes: FixedStakes = (("initial", 10_00),)
    war: bool = True
    bank: Cents = 100_000_00
    words: str = "luck"
    """The words that each player adds to a sealed shoe."""

    def wager(self, table: Table, /) -> c.PlaceWager | None:
        """Return the next wager that is not yet made, seat by seat. The table refuses wagers that are not offered."""
        at_war = table.phase == "war_wagers"
        for box in table.boxes:
            if not box.patron or box.patron == table.banker.patron or not self.plays_for(box.patron):
                continue
            bettor = bettor_at(box, "")
            if at_war and not (bettor and bettor.choice == "war"):
                continue
            for wager, stake in self.stakes:
                if (WAGERS[wager].placed_in == "war_wagers") == at_war and not (bettor and bettor.stakes[wager]):
                    words = self.words if takes_words(table, box.patron) else ""
                    hand = self.hand_of(table, box.seat) if wager == "initial" else 0
                    return c.PlaceWager(box.seat, wager, stake, hand=hand, words=words)
        return None

    def plays_for(self, _patron: str, /) -> bool:
        """Return whether this policy bets for a patron; a bot among people bets for itself alone."""
        return True

    def hand_of(self, table: Table, seat: Seat) -> int:
        """Return the community card that a seat bets on; 0 where each seat has its own card."""
        electronic = table.rules.electronic
        return (seat - 1) % electronic.community_cards + 1 if electronic else 0

    def goes_to_war(self, _table: Table, _seat: Seat, _bettor: str, /) -> bool:
        return self.war

    def looks(self, _table: Table, _seat: Seat, /) -> bool:
        return True

    def cuts(self, table: Table, _seat: Seat, /) -> c.CutCards:
        return c.CutCards(table.rules.stack // 2, self.words if table.sealed else "")

    def banks(self, _table: Table, _seat: Seat, /) -> Cents:
        return self.bank
