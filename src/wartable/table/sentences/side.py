"""Side bets and their meters: counted, fed, validated, spun, paid and put right."""

from collections.abc import Mapping

from wartable.money import say_cents
from wartable.rulebook import METERS, WAGERS, listed
from wartable.table import events as e
from wartable.table.sentences.vocabulary import Words, begin, bettor, count
from wartable.table.words import WinCheck


def side_wagers_collected(event: e.SideWagersCollected) -> str:
    if not event.booked:
        return "The side wagers are locked and collected, to be counted."
    stakes = [f"{say_cents(stake)}{WAGERS[wager].on} from seat {seat}" for seat, wager, stake in event.stakes]
    return f"The side wagers are locked and collected: {listed(stakes, 'and')}."


def side_wagers_counted(event: e.SideWagersCounted) -> str:
    wagers = count(event.wagers, "side wager is", "side wagers are")
    kinds = f" ({_kinds(event.counts)})" if len(event.counts) > 1 else ""
    return f"{wagers} counted against the system{kinds} and put into the inventory."


def side_wagers_miscounted(event: e.SideWagersMiscounted) -> str:
    return f"The dealer counts {_kinds(event.counts)}; the system accepted another number."


def _kinds(counts: e.Counts) -> str:
    return listed([f"{chips} {WAGERS[wager].short}" for wager, chips in counts], "and")


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
    what = f"the {event.hand} jackpot" if event.of_the_wheel else f"a {event.hand.replace('_', ' ')}"
    return f"{who} {words.verb('has')} {what}; the win waits for the floor."


CHECKED: Mapping[tuple[WinCheck, bool], str] = {
    ("verify_hand", True): "The dealer confirms that {win} wins.",
    ("verify_hand", False): "The dealer says that {win} does not win.",
    ("check_light", True): "The dealer confirms that the light of seat {seat} is lit.",
    ("check_light", False): "The dealer says that the light of seat {seat} is not lit.",
}


def win_checked(event: e.WinChecked) -> str:
    if event.check == "validate_win":
        return f"The floor refuses the win of seat {event.seat}. Its reason: {event.reason.removesuffix('.')}."
    win = f"the hand of seat {event.seat}"
    return CHECKED[event.check, event.holds].format(win=win, seat=event.seat)


def win_validated(event: e.WinValidated, words: Words) -> str:
    who = "the dealer's checks suffice for" if event.by == "dealer" else "the floor validates"
    win = "your win" if words.you else f"the win of {bettor(event.seat, '', words)}"
    under = f" under {event.control}" if event.control else ""
    return begin(f"{who} {win}{under}.")


def win_refused(event: e.WinRefused, words: Words) -> str:
    its = "your" if words.you else "its"
    cards = f"; {its} cards stand as they were read" if event.hand_stands else ""
    return f"The floor rules that {bettor(event.seat, '', words)} {words.verb('has')} no win{cards}."


def hot_seat_drawn(event: e.HotSeatDrawn) -> str:
    again = ", where no wager lies, and another is drawn" if event.again else ""
    return f"Seat {event.seat} is drawn for the hot spot{again}."


def wheel_respun(event: e.WheelRespun) -> str:
    return f"The wheel stops at seat {event.hot_seat}, where no wager lies, and is turned again."


def wheel_spun(event: e.WheelSpun) -> str:
    return f"The wheel stops at seat {event.hot_seat} with {event.hot}, and its community ring at {event.community}."
