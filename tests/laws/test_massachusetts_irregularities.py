"""Section 10(b) to (f): cards face up, drawn in error or not dealt, a shuffler that stops, a burn forgotten."""

from collections.abc import Callable

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, cards_of, player
from wartable.cards import Card
from wartable.rulebook import errors, load_rulebook
from wartable.rulebook.house import choose
from wartable.table import commands as c
from wartable.table import steps
from wartable.table.events import (
    BurnForgotten,
    CardBurned,
    CardDealt,
    CardsShuffled,
    FaceUpCardsRacked,
    HandMissed,
    RoundEnded,
    RoundVoided,
    SettlementReversed,
    ShuffleBegun,
)
from wartable.table.refusals import Refusal
from wartable.table.words import CoverHow

MA = "massachusetts"
VOID = c.Rule("void", "the floor saw them")
VOID_HAND = c.Rule("void_hand", "it has no card")
BATCH: dict[str, object] = {"shuffler": {"kind": "batch"}}


def in_the_deal() -> Told:
    """Seats 1 and 4 have bet, and seat 1 has its card."""
    return Told.at(MA).bets(1, "10.00", tie="5.00").bets(4, "20.00").deals("9s")


def in_the_war() -> Told:
    """Seat 1 won and was paid, seat 4 tied and is at war; the burns are made."""
    told = Told.at(MA).bets(1, "10.00", tie="5.00").bets(4, "20.00").deals("Ks 9h 9d")
    told.war(4, tie="5.00").war_deals("")
    return told.goes_on("war_wagers", "war_dealing")


# Cards face up in the shoe


def test_ma_10_b_1_a_card_face_up_in_the_shoe_goes_to_the_rack_and_is_not_used() -> None:
    told = in_the_deal()
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Ah")))
    assert told.happened(FaceUpCardsRacked) == [FaceUpCardsRacked(cards_of("Ah"))]
    assert told.table.cards.rack == ("??", "Ah")
    told.deals("Ks 2d").ends()
    assert [event.card for event in told.happened(CardDealt)] == ["9s", "Ks", "2d"]
    assert (told.net(1), told.net(4)) == ("5.00", "20.00")
    assert told.table.phase == "betting"


def test_ma_10_b_1_a_card_that_was_racked_counts_as_gone_from_the_decks() -> None:
    told = in_the_deal()
    told.does(DEALER, c.ReportFaceUpCards(cards_of("9s")))
    told.deals("9s 9s").war(4).war(1).war_deals("9s 9s")
    assert told.refuses(SHOE, c.TurnCard(Card("9s"))).why is Refusal.CARD_IS_USED_UP


@pytest.mark.parametrize("reports", [["Ah Kd"], ["Ah", "Kd"], ["Ah Kd 2c"]])
def test_ma_10_b_2_two_cards_face_up_void_every_hand_and_the_cards_are_shuffled(reports: list[str]) -> None:
    told = in_the_deal()
    for cards in reports:
        told.does(SHOE, c.ReportFaceUpCards(cards_of(cards)))
    told.does(FLOOR, VOID)
    (void,) = told.happened(RoundVoided)
    assert (void.clauses, void.reshuffle) == (("MA-10-b.2",), True)
    lines = [line for seat in (1, 4) for line in told.lines(seat).values()]
    assert {(line.result, line.collected, line.paid, line.clauses) for line in lines} == {
        ("void", 0, 0, ("MA-10-b.2",))
    }
    assert (told.net(1), told.net(4)) == ("0.00", "0.00")
    told.ends()
    assert told.happened(ShuffleBegun)[-1] == ShuffleBegun("irregularity")
    assert told.table.phase == "shuffling"


def test_ma_10_b_2_in_a_war_the_void_reaches_the_whole_round() -> None:
    told = in_the_war()
    assert told.net(1) == "5.00"
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Ah Kd")))
    told.does(FLOOR, VOID)
    assert {(event.line.seat, event.line.wager) for event in told.happened(SettlementReversed)} == {
        (1, "initial"),
        (1, "tie"),
    }
    assert (told.net(1), told.net(4)) == ("0.00", "0.00")
    assert told.accounts() == {}


def test_ma_10_b_2_no_house_lets_settled_hands_stand() -> None:
    (finding,) = errors(choose(load_rulebook(MA), {"void": {"scope": "unsettled"}})[1])
    assert (finding.clauses, finding.reading) == (("MA-10-b.2",), "MA.14")


def test_ma_10_b_2_in_a_log_of_the_first_edition_settled_hands_stand() -> None:
    told = Told.at(MA, {"void": {"scope": "unsettled"}}, edition=1).bets(1, "10.00").bets(4, "20.00").deals("Ks 9h 9d")
    told.war(4).war_deals("Js")
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Ah Kd")))
    assert (told.net(1), told.net(4)) == ("10.00", "0.00")


def test_ma_10_b_2_one_card_in_each_of_two_rounds_of_a_shoe_voids_the_second() -> None:
    told = in_the_deal()
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Ah")))
    told.deals("Ks 2d").ends().bets(1, "10.00").deals("Qs")
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Kd")))
    told.does(FLOOR, VOID)
    assert len(told.ends().happened(RoundVoided)) == 1


# A card drawn in error


@pytest.mark.parametrize("deal", [in_the_deal, in_the_war])
def test_ma_10_c_a_card_drawn_in_error_and_unseen_is_the_next_card(deal: Callable[[], Told]) -> None:
    told = deal()
    in_shoe = told.table.cards.in_shoe
    told.does(DEALER, c.ReportDrawnCard())
    assert told.table.phase in ("dealing", "war_dealing")
    assert told.table.cards.in_shoe == in_shoe - 1
    told.deals("Ts")
    assert (told.happened(CardDealt)[-1].seat, told.table.cards.in_shoe) == (4, in_shoe - 1)
    told.deals("2d")
    assert (told.happened(CardDealt)[-1].seat, told.table.cards.in_shoe) == (0, in_shoe - 2)


# A wager without a card


def test_ma_10_d_a_wager_that_got_no_card_is_void_and_goes_back() -> None:
    told = Told.at(MA).bets(1, "10.00", tie="5.00").bets(4, "20.00").deals("")
    told.does(DEALER, c.ReportMissedHand(1))
    told.does(FLOOR, VOID_HAND)
    assert told.happened(HandMissed) == [HandMissed(1)]
    assert set(told.lines(1)) == {"initial", "tie"}
    assert {(line.result, line.clauses) for line in told.lines(1).values()} == {("void", ("MA-10-d",))}
    assert told.net(1) == "0.00"
    told.deals("Ks 2d").ends()
    assert [event.seat for event in told.happened(CardDealt)] == [4, 0]
    assert told.net(4) == "20.00"


def test_ma_10_d_the_player_is_in_the_next_round() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(4, "20.00").deals("")
    told.does(DEALER, c.ReportMissedHand(1))
    told.does(FLOOR, VOID_HAND)
    assert told.refuses(player("seat 1"), c.Leave(1)).why is Refusal.STAY_UNTIL_THE_ROUND_ENDS
    told.deals("Ks 2d").ends().bets(1, "10.00").deals("Qs 3d").ends()
    assert (told.happened(CardDealt)[-2].seat, told.net(1)) == (1, "10.00")


def test_ma_10_d_a_seat_without_a_wager_was_not_missed() -> None:
    assert in_the_deal().refuses(DEALER, c.ReportMissedHand(2)).why is Refusal.HAND_IS_NOT_IN_PLAY


# A shuffler that stops


def test_ma_10_e_cards_of_a_jammed_shuffler_are_taken_out_and_shuffled_again() -> None:
    told = Told.closed(MA, BATCH)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening").does(SHOE, c.ReportJam())
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("empty_device", ("dealer",), ("MA-10-e",))
    refused = told.refuses(SHOE, c.ConfirmStep("machine_shuffle"))
    assert (refused.why, refused.clauses) == (Refusal.NOT_THE_NEXT_STEP, ("MA-10-e",))
    told.does(DEALER, c.ConfirmStep("empty_device"))
    assert not told.happened(CardsShuffled)
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert told.happened(CardsShuffled) == [CardsShuffled(0, ("machine_shuffle",))]


def test_ma_10_e_a_jam_leaves_the_round_in_play_alone() -> None:
    told = Told.at(MA, BATCH).bets(1, "10.00").deals("Ks")
    told.does(DEALER, c.ReportJam())
    assert steps(told.table)[-1].step == "empty_device"
    told.deals("2d").ends()
    assert not told.happened(RoundVoided)
    assert told.net(1) == "10.00"


@pytest.mark.parametrize("how", ["covered", "sign"])
def test_ma_10_e_a_shuffler_that_cannot_go_on_is_covered_and_the_cards_shuffled_by_hand(how: CoverHow) -> None:
    told = Told.closed(MA, BATCH)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening").does(DEALER, c.ReportDeviceFailure())
    assert (steps(told.table)[0].step, steps(told.table)[0].clauses) == ("cover_device", ("MA-10-e",))
    for step in ("machine_shuffle", "riffle"):
        by = SHOE if step == "machine_shuffle" else DEALER
        assert told.refuses(by, c.ConfirmStep(step)).why is Refusal.DEVICE_IS_IN_THE_WAY
    told.does(DEALER, c.CoverDevice(how))
    told.goes_on("shuffling")
    assert {"riffle", "turn", "strip"} <= set(told.happened(CardsShuffled)[0].steps)


def test_ma_10_e_a_batch_left_in_a_jammed_shuffler_is_not_dealt_to_an_idle_table() -> None:
    told = Told.at(MA, BATCH)
    told.does(DEALER, c.ReportJam())
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").sits(1).goes_on("waking", "shuffling", "cutting")
    assert [event.batch for event in told.happened(CardsShuffled)] == [0, 1, 1, 0, 1, 0]


def test_ma_10_e_a_table_without_a_shuffler_has_none_to_jam() -> None:
    assert Told.at(MA).refuses(DEALER, c.ReportJam()).why is Refusal.DEVICE_IS_NOT_IN_USE


# A burn forgotten


def goes_on_without(told: Told, burns: int) -> None:
    """A card was dealt before the burns; nothing is burned later."""
    before = len(told.happened(CardBurned))
    told.does(DEALER, c.ReportForgottenBurn(Card("Ks"), called=True))
    assert told.happened(BurnForgotten) == [BurnForgotten(burns)]
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NO_BURN_IS_DUE
    told.deals("2d").ends()
    assert len(told.happened(CardBurned)) == before
    assert told.net(1) == "10.00"
    assert isinstance(told.events[-1], RoundEnded)


def test_ma_10_f_the_hand_goes_on_when_the_shoes_burn_is_forgotten() -> None:
    told = Told.closed(MA)
    told.does(FLOOR, c.OpenTable("Dana"))
    goes_on_without(told.goes_on("opening", "shuffling", "cutting", "loading").bets(1, "10.00"), burns=1)


def test_ma_10_f_the_hand_goes_on_when_a_new_dealer_forgets_to_burn() -> None:
    told = Told.at(MA).bets(1, "10.00")
    told.does(DEALER, c.TakeOver("Eve"))
    goes_on_without(told, burns=1)


@pytest.mark.parametrize("made", [0, 1, 2])
def test_ma_10_f_the_hand_goes_on_when_burns_of_the_war_are_forgotten(made: int) -> None:
    told = Told.at(MA).bets(1, "10.00").deals("9s 9d").war(1)
    told.confirms_the_war()
    for _ in range(made):
        told.does(DEALER, c.BurnCard())
    goes_on_without(told, burns=3 - made)


def test_ma_10_f_no_house_may_correct_a_forgotten_burn() -> None:
    _, (finding,) = choose(load_rulebook(MA), {"irregularity": {"forgotten_burn": "floor_call"}})
    assert (finding.severity, finding.clauses) == ("error", ("MA-10-f",))
