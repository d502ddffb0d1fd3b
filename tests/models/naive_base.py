"""Initial, tie, war and war tie wagers: each state's own mechanism, and California's coverage."""

from __future__ import annotations

from tests.models.naive_round import Bettor, Line, Round
from tests.models.naive_text import against


def settle_against_the_house(this: Round) -> None:
    for bettor in this.bettors:
        _settle_initial(this, bettor)
        if bettor.tie:
            bettor.lines.append(_tie_line("tie", bettor.tie, against(bettor.card, this.dealer)))
        if bettor.at_war:
            _settle_war(this, bettor)
        if bettor.war_tie:
            bettor.lines.append(_tie_line("war_tie", bettor.war_tie, against(bettor.war_card, this.dealer_war)))
        if this.house.payout_limit is not None:
            _cut(bettor, this.house.payout_limit)


def _settle_initial(this: Round, bettor: Bettor) -> None:
    stake = bettor.initial
    outcome = against(bettor.card, this.dealer)
    if outcome == "win":
        bettor.lines.append(Line("initial", "win", stake, 0, stake, stake + bettor.coupon))
    elif outcome == "lose":
        bettor.lines.append(Line("initial", "lose", stake, stake, 0, 0))
    elif bettor.on_tie == "surrender":
        bettor.lines.append(Line("initial", "surrender", stake, stake // 2, stake // 2, 0))
    elif this.house.rulebook == "wisconsin":
        bettor.lines.append(Line("initial", "collected", stake, stake, 0, 0))
    elif against(bettor.war_card, this.dealer_war) == "lose":
        bettor.lines.append(Line("initial", "lose", stake, stake, 0, 0))
    else:
        bettor.lines.append(Line("initial", "push", stake, 0, stake, 0))


def _settle_war(this: Round, bettor: Bettor) -> None:
    """Wisconsin has the initial wager already and pays one unit more for it."""
    stake = bettor.initial
    outcome = against(bettor.war_card, this.dealer_war)
    if outcome == "lose":
        bettor.lines.append(Line("war", "lose", stake, stake, 0, 0))
        return
    odds = 1 if outcome == "win" else 2
    if this.house.rulebook == "wisconsin":
        odds += 1
    bettor.lines.append(Line("war", "win", stake, 0, stake, odds * stake))


def _tie_line(wager: str, stake: int, outcome: str) -> Line:
    if outcome == "tie":
        return Line(wager, "win", stake, 0, stake, 10 * stake)
    return Line(wager, "lose", stake, stake, 0, 0)


def _cut(bettor: Bettor, limit: int) -> None:
    left = limit
    for line in bettor.lines:
        line.paid = min(line.paid, left)
        left -= line.paid


class Coverage:
    """What is left of the player/dealer's wager, and how a wager uses it."""

    def __init__(self, this: Round) -> None:
        self.left = this.bank
        self.round = this
        self.house = this.house
        self.ended_without_payoff = False

    def reach(self, wanted: int) -> int:
        """How much of an amount is covered: the part within reach, or all or nothing by the house's choice."""
        if self.house.partial == "return_whole" and wanted > self.left:
            return 0
        return min(wanted, self.left)

    def settle_original(self) -> None:
        """Pass clockwise over the original deal; ties are reserved at their turn or after all others."""
        this = self.round
        tied = [bettor for bettor in this.in_settle_order() if against(bettor.card, this.dealer) == "tie"]
        for bettor in this.in_settle_order():
            outcome = against(bettor.card, this.dealer)
            if outcome == "win":
                self._win(bettor, "initial", bettor.initial, bettor.initial)
            elif outcome == "lose":
                self._lose(bettor, "initial", bettor.initial)
            elif self.house.war_cover == "at_turn":
                self._reserve(bettor)
            if bettor.tie:
                self._settle_tie(bettor, outcome)
        if self.house.war_cover == "after_original":
            for bettor in tied:
                self._reserve(bettor)

    def _settle_tie(self, bettor: Bettor, outcome: str) -> None:
        if outcome != "tie":
            self._lose(bettor, "tie", bettor.tie)
            return
        if self.house.partial == "return_whole" and 0 < self.left < 10 * bettor.tie:
            self.round.doubts.add("return_whole: a winning tie wager that can be paid only in part")
        self._win(bettor, "tie", bettor.tie, 10 * bettor.tie)

    def _win(self, bettor: Bettor, wager: str, stake: int, wanted: int) -> None:
        paid = self.reach(wanted)
        self.left -= paid
        bettor.lines.append(Line(wager, "win" if paid else "uncovered", stake, 0, stake, paid))

    def _lose(self, bettor: Bettor, wager: str, stake: int) -> None:
        if self.house.coverage == "payoffs_only":
            if self.left == 0:
                self.round.doubts.add("payoffs_only: a losing wager when nothing is left")
            elif self.house.partial == "return_whole" and stake > self.left:
                self.round.doubts.add("payoffs_only with return_whole: a losing wager above what is left")
            collected = stake if self.left else 0
        else:
            collected = self.reach(stake)
            self.left -= collected
        result = "lose" if collected else "uncovered"
        bettor.lines.append(Line(wager, result, stake, collected, stake - collected, 0))

    def _reserve(self, bettor: Bettor) -> None:
        within = self.reach(bettor.initial)
        bettor.covered = within - within % 2  # only what has a half is covered
        self.left -= bettor.covered
        if bettor.covered == 0:
            bettor.lines.append(Line("initial", "uncovered", bettor.initial, 0, bettor.initial, 0))

    def settle_choices(self) -> None:
        """Surrenders first, because what they release may pay the additional units of the war deal."""
        for bettor in self.round.in_settle_order():
            if bettor.on_tie == "surrender":
                half = bettor.covered // 2
                self.left += bettor.covered if self.house.coverage == "payoffs_only" else half
                bettor.lines.append(Line("initial", "surrender", bettor.initial, half, bettor.initial - half, 0))
        for bettor in self.round.in_settle_order():
            if bettor.at_war:
                self._settle_war(bettor)

    def _settle_war(self, bettor: Bettor) -> None:
        unit = bettor.covered
        outcome = against(bettor.war_card, self.round.dealer_war)
        if outcome == "lose":
            self.ended_without_payoff = True
            bettor.lines.append(Line("initial", "lose", bettor.initial, unit, bettor.initial - unit, 0))
            bettor.lines.append(Line("war", "lose", unit, unit, 0, 0))
            return
        additional = 0
        if outcome == "tie":
            additional = min(unit, self.left)
            self.left -= additional
            self._note_short_unit(unit, additional)
        bettor.lines.append(Line("initial", "push", bettor.initial, 0, bettor.initial, 0))
        bettor.lines.append(Line("war", "win", unit, 0, unit, unit + additional))

    def _note_short_unit(self, unit: int, additional: int) -> None:
        if additional == unit:
            return
        if self.house.coverage == "payoffs_only" and self.ended_without_payoff:
            self.round.doubts.add("payoffs_only: how much of a reserve comes back when no payoff was made")
        if self.house.partial == "return_whole" and additional:
            self.round.doubts.add("return_whole: an additional unit that can be paid only in part")
