"""Maryland: side wagers that the cards had decided when their player walked away. They stand, with their envy bonus."""

import pytest

from tests.side_bets.houses import progressive
from tests.told import DEALER, FLOOR, Told
from wartable.money import format_cents
from wartable.table import Refusal, Refused, decide
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


# Cards that are put right after the side wagers were settled


def settled(told: Told) -> Told:
    """Every hand and every side wager is settled, and the cards lie on the felt."""
    told.goes_on("settling", "war_settling", "side_bets", "validating")
    assert told.table.phase == "picking_up"
    return told


def progressives(told: Told) -> list[str]:
    return [told.lines(seat)["progressive"].result for seat in (1, 2, 3)]


@pytest.mark.parametrize(("first", "then"), [("9h", "8h"), ("8h", "9h")], ids=["won", "lost"])
@pytest.mark.parametrize("left", [(2,), (1, 2, 3)], ids=["one", "all"])
def test_md_9_j_3_a_progressive_that_stands_is_settled_again_with_the_dealers_card(
    first: str, then: str, left: tuple[int, ...]
) -> None:
    told = dealt(f"4c 8h 5c {first}")
    for seat in left:
        walks_away(told, seat)
    results = {"8h": "suited_tie", "9h": "lose"}
    assert progressives(settled(told)) == ["lose", results[first], "lose"]
    told.does(FLOOR, c.UndoCard("misread", 0, "original"))
    assert progressives(told.deals(then).finishes()) == ["lose", results[then], "lose"]


def test_md_9_j_3_a_progressive_that_stands_is_settled_again_with_the_dealers_war_card() -> None:
    told = dealt("8h 4c 5c 8h").settles().wars_all().war_deals("8h 9c")
    assert progressives(settled(walks_away(told, 1))) == ["suited_tie", "lose", "lose"]
    told.does(FLOOR, c.UndoCard("misread", 0, "war"))
    told.deals("8h").finishes()
    assert progressives(told) == ["suited_four_of_a_kind", "lose", "lose"]
    assert envies(told) == [None, BONUS, BONUS]


def test_md_9_j_3_a_progressive_of_a_hand_that_left_before_the_war_is_settled_once() -> None:
    told = dealt("8h 8h 5c 8h").settles().war(1)
    walks_away(told, 2).goes_on("picking_up", "war_wagers")
    settled(told.war_deals("9s 2c"))
    told.does(FLOOR, c.UndoCard("misread", 0, "war"))
    again = [event.line for event in told.happened(e.SettlementReversed)]
    assert [line.seat for line in again if line.wager == "progressive"] == [1]


def test_md_9_h_2_a_progressive_that_stands_is_settled_again_with_war_cards_that_lie_elsewhere() -> None:
    """Seat 2 had no war card: the one that was entered for it was the dealer's."""
    told = dealt("8h 8c 5c 8h").settles().wars_all().war_deals("8h 8h 2c")
    assert progressives(settled(walks_away(told, 1))) == ["suited_tie", "tie", "lose"]
    told.does(DEALER, c.ReportMissedHand(2, "war"))
    told.does(FLOOR, c.Rule("deal_now", "it was given no card"))
    told.deals("9c").finishes()
    assert progressives(told) == ["suited_four_of_a_kind", "tie", "lose"]
    assert envies(told) == [None, BONUS, BONUS]


def test_md_9_j_3_a_progressive_that_stands_is_settled_again_with_the_community_card_that_others_share() -> None:
    told = Told.at("maryland", HOUSE | {"electronic": {"community_cards": 3}})
    told.bets_on_hand(1, 1).bets_on_hand(2, 1).bets_on_hand(3, 2).bets_on("progressive", 1, 2, 3).closes()
    told.deals("8h 5c 4c 8h").settles().wars_all().war_deals("8c 8h")
    assert progressives(settled(walks_away(told, 2))) == ["four_of_a_kind", "four_of_a_kind", "lose"]
    told.does(FLOOR, c.UndoCard("misread", 1, "war"))
    assert progressives(told.deals("9c").finishes()) == ["suited_tie", "suited_tie", "lose"]


def test_md_9_j_4_e_a_card_by_which_a_wager_that_stands_has_won_the_meter_stays() -> None:
    told = dealt("8h 4c 5c 8h").settles().wars_all().war_deals("8h 8h")
    settled(walks_away(told, 1))
    for deal in ("original", "war"):
        refused = told.refuses(FLOOR, c.UndoCard("misread", 0, deal))
        assert (refused.why, refused.clauses) == (Refusal.PRIZE_STANDS, told.lines(1)["progressive"].clauses)


def test_md_9_j_3_in_an_earlier_log_a_progressive_that_was_left_behind_stays_as_it_was_settled() -> None:
    told = settled(walks_away_in_an_earlier_log(dealt("4c 8h 5c 9h"), 2))
    told.does(FLOOR, c.UndoCard("misread", 0, "original"))
    assert progressives(told.deals("8h").finishes()) == ["lose", "lose", "lose"]
