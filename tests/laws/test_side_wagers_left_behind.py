"""Maryland: side wagers that the cards had decided when their player walked away. They stand, with their envy bonus."""

import pytest

from tests.side_bets.houses import progressive
from tests.told import DEALER, FLOOR, Told
from wartable.money import format_cents
from wartable.table import Refused, decide
from wartable.table import commands as c
from wartable.table import events as e

LOST = c.Rule("lost", "walked away")
BONUS = "5000.00"
HOUSE = progressive()


def dealt(cards: str) -> Told:
    """Seats 1 to 3 have bet the progressive, and the original deal, or its begin, is dealt."""
    return Told.at("maryland", HOUSE).bets_on("progressive", 1, 2, 3).closes().deals(cards)


def walks_away(told: Told, seat: int) -> Told:
    told.does(DEALER, c.ReportAbsence(seat))
    told.does(FLOOR, LOST)
    return told


def walks_away_in_an_earlier_log(told: Told, seat: int) -> Told:
    """Record the ruling as earlier releases did, which did not say that side wagers stand."""
    told.does(DEALER, c.ReportAbsence(seat))
    decided = decide(told.table, LOST, FLOOR)
    assert not isinstance(decided, Refused)
    for event in decided:
        told.hears(e.WagersAbandoned(seat) if isinstance(event, e.WagersAbandoned) else event)
    return told


def fought(told: Told, cards: str) -> Told:
    return told.wars_all().war_deals(cards).finishes()


def envies(told: Told) -> list[str | None]:
    """What seats 1 to 3 were paid for envy."""
    lines = [told.lines(seat).get("envy") for seat in (1, 2, 3)]
    return [format_cents(line.paid) if line else None for line in lines]


def test_md_9_j_4_e_i_a_progressive_that_the_cards_decided_takes_its_envy_although_its_player_left() -> None:
    told = fought(walks_away(dealt("8h 8h 5c 8h").settles(), 2), "8h 8h")
    assert told.happened(e.WagersAbandoned) == [e.WagersAbandoned(2, decided=True)]
    assert (told.lines(2)["initial"].clauses, told.lines(2)["progressive"].result) == (("MD-7-B-4",), "suited_tie")
    assert envies(told) == [None, BONUS, BONUS]
    assert told.net(2) == "5060.00"


def test_md_9_j_4_e_i_so_does_one_that_had_lost_to_the_dealer() -> None:
    told = fought(walks_away(dealt("8h 5c 8h 8h"), 2), "8h 8h 8h")
    assert told.lines(2)["progressive"].clauses[0] == "MD-10-B"
    assert envies(told) == [BONUS, "10000.00", BONUS]


def test_md_9_j_4_e_i_so_does_one_whose_player_left_in_the_war() -> None:
    told = dealt("8h 8h 5c 8h").settles().wars_all().war_deals("8h 9c 8h")
    walks_away(told, 2).finishes()
    assert {wager for wager, line in told.lines(2).items() if line.clauses == ("MD-7-B-4",)} == {"initial", "war"}
    assert (told.lines(2)["progressive"].result, envies(told)) == ("suited_tie", [None, BONUS, BONUS])


def test_md_7_b_4_a_progressive_that_was_lost_before_the_cards_decided_it_takes_no_envy() -> None:
    told = dealt("8h 5c")
    fought(walks_away(told, 2).deals("8h 8h"), "8h 8h 8h")
    assert told.happened(e.WagersAbandoned) == [e.WagersAbandoned(2)]
    assert (told.lines(2)["progressive"].clauses, envies(told)) == (("MD-7-B-4",), [BONUS, None, BONUS])


def test_md_11_c_a_progressive_that_went_back_takes_no_envy() -> None:
    """Seat 2 had no card: the one that was entered for it was seat 3's, and that one the dealer's."""
    told = walks_away(dealt("8h 8h 8h 3c"), 2)
    told.does(DEALER, c.ReportMissedHand(2, "original"))
    told.does(FLOOR, c.Rule("void_hand", "it was given no card"))
    assert (told.table.boxes[2].card, told.table.round.dealer_card) == ("8h", "8h")
    fought(told.settles(), "8h 9c 8h")
    assert (told.lines(2)["progressive"].result, envies(told)) == ("void", [None, None, BONUS])


def test_md_9_j_4_e_i_a_hand_whose_war_was_dealt_again_is_envied_although_its_player_left_then() -> None:
    """The war wager of the first war went back, and not the hand."""
    told = dealt("4c 8h 5c 8h").settles().wars_all().war_deals("2c 3c")
    told.does(FLOOR, c.UndoCard("misread", 2, "original"))
    told.deals("8h").settles().wars_all().war_deals("8h 8h")
    walks_away(told, 2).finishes()
    assert [line.result for line in told.happened(e.WagerSettled) if line.wager == "war"] == ["void", "lose"]
    assert envies(told) == [BONUS, None, BONUS]


def test_md_9_j_4_e_i_in_an_earlier_log_a_player_who_left_took_no_envy() -> None:
    told = fought(walks_away_in_an_earlier_log(dealt("8h 8h 5c 8h").settles(), 2), "8h 8h")
    assert (told.lines(2)["progressive"].result, envies(told)) == ("suited_tie", [None, None, BONUS])
