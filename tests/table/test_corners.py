"""Corners that walks have found: each was once a way to lose money, a card, a name or the way out."""

import pytest

from tests.seen import own, seen
from tests.table.houses import House
from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, player
from wartable.cards import DECK, Card
from wartable.table import Actor, Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.state import chips_on

LATE_COVER: House = {"ca": {"war_cover": "after_original"}, "irregularity": {"release_players": True}}


def three_ties() -> Told:
    """A bank of ten dollars against three tied hands of ten."""
    told = Told.at("california", LATE_COVER, edition=1).banks(4, "10.00")
    return told.bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("7s 7d 7h 7c")


def an_error(told: Told) -> Told:
    """A card is drawn in error, unseen, so that the floor may let players out."""
    told.does(DEALER, c.ReportDrawnCard())
    if told.table.phase == "suspended":
        told.does(FLOOR, c.Rule("next_card", "no player saw it"))
    return told


# The bank


def test_who_is_offered_the_bank_answers_before_leaving() -> None:
    told = Told.at("california").sits(1).sits(2)
    told.does(DEALER, c.OfferBank())
    assert told.refuses(DEALER, c.Leave(1)).why is Refusal.NOT_NOW
    told.does(player("seat 1"), c.DeclineBank())
    told.does(player("seat 1"), c.Leave(1))


@pytest.mark.parametrize("suspended", [False, True])
def test_the_bank_still_covers_the_wars_when_the_last_hand_is_let_out(suspended: bool) -> None:
    told = an_error(three_ties())
    told.does(DEALER, c.SettleHand())
    told.does(DEALER, c.SettleHand())
    if suspended:
        told.does(DEALER, c.ReportAbsence(3))
    told.does(FLOOR, c.ReleasePlayers((3,), "the dealer erred"))
    if suspended:
        told.does(FLOOR, c.Rule("play_on", "they came back"))
    assert [event.amount for event in told.happened(e.WarCovered)] == [10_00]
    assert told.lines(2)["initial"].result == "uncovered"
    told.war(1).war_deals("9s 8s").ends()
    assert told.net(1) == "10.00"


def test_a_hand_that_was_let_out_is_not_covered_any_more() -> None:
    told = an_error(three_ties())
    told.does(DEALER, c.SettleHand())
    told.does(FLOOR, c.ReleasePlayers((1,), "the dealer erred"))
    told.settles()
    assert [(event.seat, event.amount) for event in told.happened(e.WarCovered)] == [(2, 10_00)]
    assert told.lines(1)["initial"].result == "void"


@pytest.mark.parametrize(("by", "patron"), [(player("seat 3"), ""), (DEALER, "seat 3")])
def test_the_player_who_banks_does_not_bet_behind_a_seat(by: Actor, patron: str) -> None:
    told = Told.at("california").banks(3, "100.00").bets(1, "10.00")
    behind = c.PlaceWager(1, "initial", 10_00, "behind", patron=patron)
    assert told.refuses(by, behind).why is Refusal.BANK_DOES_NOT_BET


def zoe_behind_seat_1() -> Told:
    told = Told.at("california").banks(3, "100.00").bets(1, "10.00")
    told.does(DEALER, c.PlaceWager(1, "initial", 10_00, "Zoe", patron="Zoe"))
    return told


def test_a_bettor_behind_a_seat_answers_to_no_one_else() -> None:
    told = zoe_behind_seat_1()
    assert told.refuses(player("seat 1"), c.PlaceWager(1, "tie", 5_00, "Zoe")).why is Refusal.NOT_YOUR_SEAT
    told.does(player("Zoe"), c.PlaceWager(1, "tie", 5_00, "Zoe"))


def test_a_bettor_behind_a_seat_is_named_to_no_one_else() -> None:
    told = zoe_behind_seat_1()
    told.deals("7s 7d").settles().does(DEALER, c.GoToWar(1))
    asked = seen(told.table).steps[0]
    assert (asked.seat, asked.bettor) == (1, "")
    assert own(told.table, "seat 3").choice is None
    choice = own(told.table, "Zoe").choice
    assert choice is not None
    assert choice.bettor == "Zoe"


@pytest.mark.parametrize(("seat", "why"), [(9, Refusal.NO_SUCH_SEAT), (2, Refusal.SEAT_IS_EMPTY)])
def test_a_fee_is_taken_from_a_player(seat: int, why: Refusal) -> None:
    told = Told.at("california", {"ca": {"collection_fee": "1.00"}}).banks(3, "100.00")
    assert told.refuses(DEALER, c.TakeRoomFee(seat)).why is why
    assert told.refuses(DEALER, c.TakeRoomFee(3)).why is Refusal.FEE_IS_TAKEN_ONCE
    assert told.accounts()["room"] == 1_00


def test_in_a_log_of_the_first_edition_half_of_an_odd_cover_does_not_exist_so_the_floor_is_called() -> None:
    told = Told.at("california", {"decision": {"on_timeout": "surrender"}}, edition=1).banks(3, "10.01")
    told.bets(1, "20.00").deals("7s 7d").settles()
    assert told.refuses(DEALER, c.Surrender(1)).why is Refusal.HALF_DOES_NOT_EXIST
    told.does(CLOCK, c.CallTime())
    assert told.refuses(FLOOR, c.Rule("surrender", "time is up")).why is Refusal.HALF_DOES_NOT_EXIST
    told.does(FLOOR, c.Rule("wait", "let them think"))
    told.does(DEALER, c.GoToWar(1))


# The floor


@pytest.mark.parametrize("command", [c.VoidRound("it looked odd"), c.ReleasePlayers((1,), "it looked odd")])
def test_a_round_that_has_not_begun_is_neither_void_nor_left(command: c.Command) -> None:
    told = Told.at("washington", {"irregularity": {"release_players": True}}).bets(1, "10.00")
    told.does(DEALER, c.ReportTouchedCard(1))
    assert told.table.phase == "suspended"
    assert told.refuses(FLOOR, command).why is Refusal.NOT_NOW


def test_a_round_is_void_only_for_a_reason() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s")
    for reason in ("", " ", "x" * 201):
        assert told.refuses(FLOOR, c.VoidRound(reason)).why is Refusal.REASON_IS_MISSING
    told.does(FLOOR, c.VoidRound("x" * 200))


def test_a_void_round_is_void_once() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s 8s").settles()
    told.does(FLOOR, c.VoidRound("it looked odd"))
    assert told.refuses(FLOOR, c.VoidRound("it looked odd")).why is Refusal.NOT_NOW


def test_a_player_who_was_let_out_has_nothing_to_surrender_and_nothing_to_bet() -> None:
    told = an_error(Told.at("massachusetts", edition=1).bets(1, "10.00").bets(2, "10.00").deals("7s 7d 7h")).settles()
    told.does(CLOCK, c.CallTime())
    told.does(FLOOR, c.ReleasePlayers((2,), "the dealer erred"))
    assert told.refuses(FLOOR, c.Rule("surrender", "time is up")).why is Refusal.HAND_IS_NOT_IN_PLAY
    told.does(FLOOR, c.Rule("wait", "let them go"))
    assert told.asked() == (1, "")


def test_a_player_who_is_let_out_of_a_war_bets_on_it_no_more() -> None:
    told = Told.at("massachusetts").bets(1, "10.00").bets(2, "10.00").deals("7s 7d 7h")
    told.war(2).war(1).does(DEALER, c.ReportMisdelivery(4, Card("9s")))
    told.does(FLOOR, c.ReleasePlayers((2,), "the dealer erred"))
    told.does(FLOOR, c.Rule("burn", "it was seen"))
    told.goes_on("picking_up")
    assert told.refuses(DEALER, c.PlaceWager(2, "war_tie", 5_00)).why is Refusal.HAND_IS_NOT_IN_PLAY


def test_a_card_misdelivered_to_the_dealer_goes_to_no_player_before() -> None:
    told = Told.at("massachusetts").bets(1, "10.00").deals("7s")
    told.does(DEALER, c.ReportMisdelivery(0, Card("8s")))
    told.does(FLOOR, c.Rule("forward", "it was the dealer's"))
    assert told.table.round.dealer_card == "8s"
    assert told.table.phase == "settling"


def test_a_wager_lost_by_a_void_war_comes_back_whole() -> None:
    told = Told.at("wisconsin", {"void": {"scope": "unsettled"}}, edition=1).bets(1, "10.00").deals("7s 7d").war(1)
    told.goes_on("picking_up", "war_wagers")
    told.does(FLOOR, c.VoidRound("the lights went out"))
    assert told.ends().net(1) == "0.00"


@pytest.mark.parametrize(
    "command",
    [c.ReportMisdelivery(10, Card("9s")), c.ReportMissedHand(10), c.ReportAbsence(10), c.ReportMissedHand(-1)],
)
def test_nothing_is_reported_about_a_seat_that_does_not_exist(command: c.Command) -> None:
    told = Told.at("maryland").bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(DEALER, command).why is Refusal.NO_SUCH_SEAT


def test_no_player_leaves_a_seat_that_does_not_exist() -> None:
    assert Told.at("maryland").refuses(DEALER, c.Leave(10)).why is Refusal.NO_SUCH_SEAT


# The shoe


def test_the_cut_moves_on_from_a_player_who_met_the_cover_card_and_left() -> None:
    told = Told.at("wisconsin", {"wager": {"stay_seated": False}}).bets(2, "10.00").sits(1).sits(3)
    told.does(DEALER, c.CallNoMoreBets())
    told.meets_cover_card()
    told.deals("9s 8s").settles().does(player("seat 2"), c.Leave(2))
    told.ends().goes_on("shuffling")
    assert (told.table.phase, told.table.cut.offer) == ("cutting", 3)


def test_an_empty_shoe_shows_the_floor_the_way_out_and_is_shuffled() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    while left := told.table.cards.in_shoe:
        seen = told.table.cards.seen
        cards = tuple(card for card, times in zip(DECK, seen, strict=True) if times < 6)[:left]
        told.does(DEALER, c.ReportFaceUpCards(cards))
    assert told.refuses(SHOE, c.TurnCard(Card("7s"))).why is Refusal.SHOE_IS_EMPTY
    assert [(step.step, step.by) for step in steps(told.table)] == [("void_round", ("floor",))]
    told.does(FLOOR, c.VoidRound("the shoe is empty"))
    told.does(DEALER, c.PickUpCards())
    assert told.table.phase == "shuffling"


def test_the_dealers_own_cut_is_no_one_elses_step() -> None:
    told = Told.closed("wisconsin")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling")
    assert steps(told.table)[0].by == ("dealer",)


def test_a_recut_is_not_offered_to_a_player_who_left() -> None:
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.sits(1).sits(2).goes_on()
    told.does(player("seat 1"), c.CutCards(100))
    told.goes_on("cutting").does(player("seat 1"), c.Leave(1))
    told.does(FLOOR, c.OrderRecut("it fell apart"))
    assert told.table.cut.offer == 2


@pytest.mark.parametrize("depth", [-5, 0])
def test_a_cover_card_lies_before_at_least_one_card(depth: int) -> None:
    house = {"cut": {"reinsert": "1 cards", "reinsert_tolerance_cards": 10}}
    told = Told.closed("washington", house)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling").does(DEALER, c.CutCards(100))
    assert told.refuses(DEALER, c.ReinsertCoverCard(depth)).why is Refusal.COVER_CARD_IS_TOO_DEEP
    told.does(DEALER, c.ReinsertCoverCard(1))


def test_ma_5_i_4_two_riffles_are_prompted_before_the_strip() -> None:
    told = Told.closed("massachusetts")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening")
    for step in ("turn", "riffle"):
        told.does(DEALER, c.ConfirmStep(step))
    assert steps(told.table)[0].step == "riffle"


def test_a_failed_device_is_not_mended_by_a_jam() -> None:
    told = Told.at("maryland", {"shuffler": {"kind": "batch"}})
    told.does(DEALER, c.ReportDeviceFailure())
    assert told.refuses(DEALER, c.ReportJam()).why is Refusal.DEVICE_IS_NOT_IN_USE


def test_a_device_that_fails_while_the_table_wakes_gives_no_batch() -> None:
    told = Told.at("wisconsin", {"shuffler": {"kind": "batch"}})
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").sits(1)
    while steps(told.table)[0].step != "swap_batches":
        told.does(DEALER, c.ConfirmStep(steps(told.table)[0].step))
    told.does(DEALER, c.ReportDeviceFailure())
    assert told.table.todo == (("wash", 0), ("stack", 0))


def test_a_device_that_fails_in_a_log_of_the_first_edition_takes_the_exchange_with_it() -> None:
    told = Told.at("wisconsin", {"shuffler": {"kind": "batch"}}, edition=1)
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").sits(1)
    assert ("swap_batches", 0) in told.table.todo
    told.does(DEALER, c.ReportDeviceFailure())
    assert told.table.phase == "waking"
    assert "swap_batches" not in dict(told.table.todo)


def test_due_decks_are_prompted_and_take_no_new_wager() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("9s")
    told.does(CLOCK, c.CallDeckChange())
    told.deals("8s").ends()
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 5_00)).why is Refusal.DECKS_MUST_BE_CHANGED
    assert steps(told.table)[0].step == "change_decks"
    told.goes_on("betting")
    assert told.table.phase == "opening"


# Seats


def test_a_patron_with_two_seats_who_leaves_one_has_still_arrived_first() -> None:
    told = Told.at("maryland", {"table": {"boxes": 2}}).sits(2, "Ann").sits(5, "Bob").sits(3, "Ann")
    told.does(player("Ann"), c.Leave(2))
    assert "Ann" in told.table.arrivals
    told.does(player("Ann"), c.Leave(3))
    assert "Ann" not in told.table.arrivals


def test_a_wager_and_a_posted_bank_are_still_their_patrons_chips() -> None:
    told = Told.at("california").banks(4, "10.00").bets(1, "10.00")
    assert [chips_on(told.table, f"seat {seat}") for seat in (1, 2, 4)] == [10_00, 0, 10_00]
