"""Over any history of rounds, every cent of every meter is accounted for: fed, paid, reset, linked or corrected."""

from hypothesis import event, given
from hypothesis import strategies as st

from tests.side_bets.books import Books
from tests.side_bets.history import MAX_MOMENT, Interruption, Plan, Story, stories
from tests.side_bets.playing import VOID_REASON, interruption, play
from tests.told import Told
from wartable.table import Refusal, Refused, act
from wartable.table.events import MeterCorrected, MeterPaid, MeterSynced, RoundVoided

LEFT_OVER = ("patron/", "meter/", "bank", "linked")
"""Where money may lie between two rounds: nowhere on the layout."""


def interrupt(told: Told, books: Books, between: Interruption) -> None:
    """Something comes between; where it is refused, it is for a reason the books know too."""
    by, command = interruption(told, between)
    done = act(told.table, command, by)
    if not isinstance(done, Refused):
        told.does(by, command)
    elif between.kind == "rate":
        unfit = {Refusal.NOT_NOW, Refusal.RATE_IS_BAD}
        assert done.why in unfit or not books.just_hit[between.meter]
    elif between.kind == "corrected":
        assert done.why is Refusal.METER_IS_OWED
    else:
        assert (between.kind, done.why) == ("void", Refusal.NOT_NOW)


def play_round(told: Told, books: Books, plan: Plan, number: int) -> None:
    for moment in play(told, plan, number):
        books.close()
        if moment in plan.between:
            interrupt(told, books, plan.between[moment])
            books.close()


@given(stories())
def test_readings_contributions_pays_and_resets_reconcile_to_the_cent(story: Story) -> None:
    told = Told.at(story.rulebook, story.house, story.edition)
    books = Books(told)
    for number, plan in enumerate(story.rounds):
        play_round(told, books, plan, number)
        assert all(account.startswith(LEFT_OVER) for account in told.accounts())
    event(f"{min(len(told.happened(MeterPaid)), 3)} hits, {min(len(told.happened(RoundVoided)), 2)} voids")


def without_the_round(told: Told, since: int, readings: dict[str, int]) -> dict[str, int] | None:
    """What the meters would read by what the link alone did since; unknown once one was set to a reading of its own.

    The void itself takes a share out of a meter only as far as there is anything in it.
    """
    readings = dict(readings)
    for happened in told.events[since:]:
        if isinstance(happened, MeterSynced) and happened.paid_elsewhere:
            return None
        if isinstance(happened, MeterCorrected) and happened not in corrections_of_the_void(told):
            return None
        if isinstance(happened, RoundVoided):
            readings = {name: max(reading, 0) for name, reading in readings.items()}
        elif isinstance(happened, MeterSynced):
            readings[happened.meter] += happened.reading - happened.before
    return readings


def corrections_of_the_void(told: Told) -> list[MeterCorrected]:
    return [correction for correction in told.happened(MeterCorrected) if correction.reason == VOID_REASON]


def patrons(told: Told) -> dict[str, int]:
    """What each patron has won or lost."""
    return {account: cents for account, cents in told.accounts().items() if account.startswith("patron/")}


@given(stories(), st.integers(0, MAX_MOMENT))
def test_a_void_round_leaves_no_trace_but_what_others_did(story: Story, moment: int) -> None:
    """Where a void reaches the whole round, patrons have what they had and meters read what they would have read."""
    told = Told.at(story.rulebook, story.house | {"void": {"scope": "whole_round"}}, story.edition)
    books = Books(told)
    for number, plan in enumerate(story.rounds):
        had, readings, since = patrons(told), books.table_says(), len(told.events)
        between = {at: what for at, what in plan.between.items() if what.kind != "void"}
        between[moment] = Interruption("void", "progressive", 0)
        play_round(told, books, plan._replace(between=between), number)
        expected = without_the_round(told, since, readings)
        if expected is not None and any(isinstance(happened, RoundVoided) for happened in told.events[since:]):
            assert (patrons(told), books.table_says()) == (had, expected)
