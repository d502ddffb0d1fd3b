"""Side bets and their meters: counted, fed, validated, spun, paid and put right."""

from wartable.money import say_cents
from wartable.rulebook import METERS, WAGERS
from wartable.table import events as e
from wartable.table.sentences.vocabulary import Words, begin, bettor, count, listed


def side_wagers_collected(event: e.SideWagersCollected) -> str:
    stakes = [f"{say_cents(stake)}{WAGERS[wager].on} from seat {seat}" for seat, wager, stake in event.stakes]
    return f"The side wagers are locked and collected: {listed(stakes, 'and')}."


def side_wagers_counted(event: e.SideWagersCounted) -> str:
    wagers = count(event.wagers, "side wager is", "side wagers are")
    return f"{wagers} counted against the system and put into the inventory."


def meter_fed(event: e.MeterFed) -> str:
    return f"{say_cents(event.amount)} of the side wagers goes to the {METERS[event.meter].word}."


def meter_paid(event: e.MeterPaid, words: Words) -> str:
    whose = "your" if words.you else f"seat {event.seat}'s"
    return f"{say_cents(event.amount)} of {whose} pay comes from the {METERS[event.meter].word}."


def meter_reset(event: e.MeterReset) -> str:
    return f"The {METERS[event.meter].word} starts again with {say_cents(event.amount)}."


def meter_synced(event: e.MeterSynced) -> str:
    why = "a hit" if event.paid_elsewhere else "wagers"
    now, before = say_cents(event.reading), say_cents(event.before)
    return f"The {METERS[event.meter].word} reads {now}, after {before}, by {why} at another table."


def meter_corrected(event: e.MeterCorrected) -> str:
    now, before = say_cents(event.reading), say_cents(event.before)
    why = event.reason.removesuffix(".")
    return f"The {METERS[event.meter].word} is corrected from {before} to {now}. The reason: {why}."


def rate_changed(event: e.RateChanged) -> str:
    return f"From now on the {METERS[event.meter].word} takes {event.rate} of each wager."


def progressive_won(event: e.ProgressiveWon, words: Words) -> str:
    who = begin(bettor(event.seat, "", words))
    return f"{who} {words.verb('has')} a {event.hand.replace('_', ' ')}; the win waits for the floor."


def wheel_spun(event: e.WheelSpun) -> str:
    return f"The wheel stops at seat {event.hot_seat} with {event.hot}, and its community ring at {event.community}."
