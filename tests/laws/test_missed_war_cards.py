"""A hand that was skipped in the war deal, found after its place got another hand's card: the war deal goes on to it.

War cards that were entered from there on lie one hand further. The original deal stands, and no text voids the hand.
"""

from collections.abc import Callable

import pytest

from tests.laws.finding import MA, cards_at, ready, rules, three
from tests.laws.test_side_electronic import electronic
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.live.history.rounds import summarise
from wartable.live.telling.irregular import irregularities
from wartable.table import Refusal, tell
from wartable.table import commands as c
from wartable.table import events as e

SECOND = {
    "maryland": "MD-9-H-2",
    "california": "CA-play-6d",
    "wisconsin": "WI-h-6.4",
    MA: "MA-8-f.4",
    "washington": "WA-4-c-ii-1.1",
}
"""The clause by which the deal goes on around the table to every hand at war."""
IDS = list(SECOND.values())
FLOORS = ("california", "washington")
"""The texts that know no missed hand, so that the floor may void one."""


def war(rulebook: str, cards: str) -> Told:
    """Seats 1 and 2 are at war; these war cards were entered."""
    return three(rulebook).deals("9s 9c 7s 9d").wars_all().war_deals(cards)


def war_cards(told: Told, *seats: int) -> list[str | None]:
    return [told.table.boxes[seat - 1].war_card for seat in seats]


def finds(told: Told, seat: int, deal: str | None = None) -> e.FloorCalled:
    (called,) = told.does(DEALER, c.ReportMissedHand(seat, deal))  # type: ignore[arg-type]
    assert isinstance(called, e.FloorCalled)
    return called


@pytest.mark.parametrize(("rulebook", "clause"), SECOND.items(), ids=IDS)
def test_a_war_hand_whose_place_got_another_hands_card_has_the_next_one_by_the_clause_of_the_war_deal(
    rulebook: str, clause: str
) -> None:
    told = war(rulebook, "Ks")
    called = finds(told, 1)
    floors = ("void_hand", "void") if rulebook in FLOORS else ()
    assert (called.reason, called.choices) == ("missed_war_card", ("deal_now", *floors, "continue"))
    assert clause in called.clauses
    rules(told, "deal_now")
    assert (told.table.phase, war_cards(told, 1, 2), cards_at(told, 1, 2, 3)) == (
        "war_dealing",
        [None, "Ks"],
        ["9s", "9c", "7s"],
    )
    told.war_deals("2c Jd").ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("-20.00", "10.00", "-10.00")
    assert not told.happened(e.HandMissed)


MOMENTS: dict[str, Callable[[Told], object]] = {
    "dealt": lambda _: None,
    "a_war_is_settled": lambda told: told.does(DEALER, c.SettleHand()),
    "every_war_is_settled": lambda told: told.settles(),
}


@pytest.mark.parametrize(("rulebook", "clause"), SECOND.items(), ids=IDS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_war_hand_found_without_a_card_after_the_war_deal_is_dealt_one_and_the_wars_are_settled_again(
    rulebook: str, clause: str, moment: str
) -> None:
    """The king lies at seat 2 and the deuce is the dealer's; the jack that was entered as the dealer's is left over."""
    told = war(rulebook, "Ks 2c Jd")
    MOMENTS[moment](told)
    assert clause in finds(told, 1).clauses
    rules(told, "deal_now")
    assert (war_cards(told, 1, 2), told.table.round.dealer_war_card) == ([None, "Ks"], "2c")
    assert (told.table.phase, told.table.cards.rack[-1]) == ("war_dealing", "Jd")
    told.war_deals("3h").ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("10.00", "10.00", "-10.00")


@pytest.mark.parametrize("rulebook", FLOORS, ids=["CA-play-6d", "WA-4-c-ii-1.1"])
@pytest.mark.parametrize(("cards", "more"), [("Ks", "2c"), ("Ks 2c", ""), ("Ks 2c Jd", "")])
def test_where_a_text_knows_no_missed_hand_the_floor_may_void_it_and_the_others_have_the_cards_that_lie_there(
    rulebook: str, cards: str, more: str
) -> None:
    told = war(rulebook, cards)
    finds(told, 1)
    rules(told, "void_hand")
    assert war_cards(told, 2) == ["Ks"]
    assert cards_at(told, 1, 2) == ["9s", "9c"]
    told.war_deals(more).ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("0.00", "10.00", "-10.00")


@pytest.mark.parametrize("rulebook", FLOORS, ids=["CA-play-6d", "WA-4-c-ii-1.1"])
def test_a_tie_wager_that_was_paid_before_the_war_of_a_void_hand_goes_back_once(rulebook: str) -> None:
    told = ready(rulebook).bets(1, "10.00", tie="5.00").bets(2, "10.00")
    told.deals("9s 9c 9d").wars_all().war_deals("Ks")
    assert told.accounts()["layout/1//initial"] == 10_00
    finds(told, 1)
    rules(told, "void_hand")
    assert [account for account, cents in told.accounts().items() if account.startswith("layout/1/") and cents] == []
    told.war_deals("2c").ends()
    assert (told.net(1), told.net(2)) == ("0.00", "10.00")


def test_wa_4_c_ii_1_the_burns_of_a_war_card_that_is_not_dealt_any_more_are_not_due() -> None:
    house = {"war": {"burn_pattern": "before_every_card"}}
    told = Told.at("washington", house)
    for seat in (1, 2):
        told.bets(seat, "10.00")
    told.deals("9s 9c 9d").wars_all().war_deals("Ks 2c")
    finds(told, 1)
    rules(told, "void_hand")
    assert (told.table.round.dealer_war_card, told.table.round.war_burns_due) == ("2c", 0)
    told.ends()
    assert (told.net(1), told.net(2)) == ("0.00", "10.00")


@pytest.mark.parametrize("rulebook", ["maryland", "california"])
def test_the_card_of_a_missed_war_hand_has_the_burns_of_a_players_war_card(rulebook: str) -> None:
    told = Told.at(rulebook, {"war": {"burn_pattern": "before_every_card"}})
    if rulebook == "california":
        told.banks(7, "1000.00")
    told.bets(1, "10.00").bets(2, "10.00").deals("9s 9c 9d").wars_all().war_deals("Ks 2c Jd")
    finds(told, 1)
    rules(told, "deal_now")
    assert told.table.round.war_burns_due == 3


def test_md_9_h_2_the_dealer_names_the_original_deal_for_a_hand_that_is_at_war() -> None:
    told = war("maryland", "Ks 2c")
    called = finds(told, 2, "original")
    assert (called.reason, called.choices, called.clauses) == ("missed_hand", ("void_hand", "continue"), ("MD-11-C",))
    rules(told, "void_hand")
    assert cards_at(told, 1, 2, 3) == ["9s", None, "9c"]


def test_md_9_h_2_a_hand_that_waits_for_its_war_card_may_have_got_no_card_in_the_original_deal() -> None:
    told = three("maryland").deals("9s 9c 7s 9d").wars_all().war_deals("Ks")
    assert finds(told, 2, "original").reason == "missed_hand"
    rules(told, "void_hand")
    assert cards_at(told, 1, 2, 3) == ["9s", None, "9c"]


@pytest.mark.parametrize("rulebook", SECOND, ids=IDS)
def test_a_hand_that_is_in_no_war_was_not_skipped_in_the_war_deal(rulebook: str) -> None:
    told = war(rulebook, "Ks")
    refused = told.refuses(DEALER, c.ReportMissedHand(3, "war"))
    assert refused.why is Refusal.HAND_IS_NOT_IN_PLAY
    assert SECOND[rulebook] in refused.clauses


def test_md_9_h_2_a_war_that_waits_for_a_card_of_the_original_deal_is_put_right_after_it() -> None:
    told = war("maryland", "Ks 2c Jd").settles()
    told.does(FLOOR, c.UndoCard("the nine was a six", seat=1, deal="original"))
    assert told.refuses(DEALER, c.ReportMissedHand(2, "war")).why is Refusal.NOT_THE_NEXT_STEP


@pytest.mark.parametrize(("rulebook", "clause"), SECOND.items(), ids=IDS)
def test_a_war_card_that_is_read_again_moves_with_the_others_by_the_clause_of_the_war_deal(
    rulebook: str, clause: str
) -> None:
    """The nine lies at seat 2, what is read again at the dealer's place, and the jack is left over."""
    told = war(rulebook, "9h Ks")
    told.goes_on("war_dealing").deals("Jd")
    told.does(FLOOR, c.UndoCard("the king was a six", seat=2, deal="war"))
    assert told.refuses(DEALER, c.ReportMissedHand(1, "war")).why is Refusal.NOT_THE_NEXT_STEP
    told.does(SHOE, c.TurnCard(Card("6s")))
    assert clause in finds(told, 1, "war").clauses
    rules(told, "deal_now")
    assert (war_cards(told, 1, 2), told.table.round.dealer_war_card) == ([None, "9h"], "6s")


def test_md_10_c_a_war_after_which_the_meter_was_paid_stands() -> None:
    told = Told.at("maryland", {"progressive": {"reset": "10000.00", "rate": "0.20"}})
    told.bets_on("progressive", 1).bets(2, "10.00").closes()
    told.deals("9s 9c 9s").wars_all().war_deals("9s 2c 9s").settles().validates()
    assert told.refuses(DEALER, c.ReportMissedHand(2, "war")).why is Refusal.PRIZE_STANDS


@pytest.mark.parametrize(("rulebook", "clause"), [("maryland", SECOND["maryland"]), (MA, SECOND[MA])])
def test_no_war_card_is_found_missing_while_a_win_of_that_war_is_checked(rulebook: str, clause: str) -> None:
    told = Told.at(rulebook, {"progressive": {"reset": "10000.00", "rate": "0.20"}}).bets_on("progressive", 1)
    told.closes().deals("9s 9s").wars_all().war_deals("9s 9s").settles()
    assert told.table.phase == "validating"
    refused = told.refuses(DEALER, c.ReportMissedHand(1))
    assert refused.why is Refusal.NOT_NOW
    assert clause in refused.clauses


def test_md_9_h_2_two_reports_of_one_war_hand_move_the_cards_once() -> None:
    told = war("maryland", "Ks 2c")
    finds(told, 1)
    finds(told, 1)
    rules(told, "deal_now")
    rules(told, "deal_now")
    assert (war_cards(told, 1, 2), told.table.round.dealer_war_card) == ([None, "Ks"], "2c")


def test_md_9_l_a_community_card_that_is_skipped_in_the_war_is_dealt_to_and_its_sisters_keep_their_own() -> None:
    """The king lies at the third card; the first card is in no war."""
    told = electronic(3).bets_on_hand(1, 2).bets_on_hand(2, 3).bets_on_hand(4, 1)
    told.deals("2c 9s 9c 9d").wars_all().war_deals("Ks 4c Jd").settles()
    finds(told, 1)
    rules(told, "deal_now")
    assert [hand.war_card for hand in told.table.round.community] == [None, None, "Ks"]
    assert told.table.round.dealer_war_card == "4c"
    told.war_deals("3c").finishes()
    assert [told.net(seat) for seat in (1, 2, 4)] == ["-20.00", "10.00", "-10.00"]


def test_md_9_h_2_the_record_names_the_war_deal_and_the_console_asks_by_deal() -> None:
    told = war("maryland", "Ks 2c Jd")
    by_deal = {one.deal: one for one in irregularities(told.table) if one.command == "report_missed_hand"}
    assert by_deal.keys() == {"original", "war"}
    assert "MD-9-H-2" in by_deal["war"].clauses
    assert by_deal["original"].clauses == ("MD-11-C",)
    finds(told, 1)
    rules(told, "deal_now")
    said = " ".join(tell(told.events, told.table.rules))
    assert "seat 1 was given no card in the war deal" in said
    assert "The war cards are entered as they lie: seat 2 has the Ks and the dealer has the 2c." in said
    told.war_deals("3h").ends()
    over = summarise(told.events, 1, 1, len(told.events), 0)
    assert over.dealer_cards == ("9d", "2c")
    assert [hand.cards for hand in over.hands] == [("9s", "3h"), ("9c", "Ks"), ("7s",)]
