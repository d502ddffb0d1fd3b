"""What small changes of the core showed that no test had asked: each was a mutant that survived the laws."""

from typing import Any

import pytest

from tests.seen import own, seen
from tests.told import DEALER, FLOOR, RULEBOOKS, Told, player
from wartable.live.wire.views import AUDIENCES, BehindView
from wartable.settle import settle_document
from wartable.settle.errors import NotSettled
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.refusals import Refusal


def test_a_bank_is_withdrawn_by_no_one_but_its_banker() -> None:
    told = Told.at("california").sits(1).banks(7, "500.00")
    assert told.refuses(player("seat 1"), c.DeclineBank()).why is Refusal.BANK_IS_NOT_YOURS
    assert told.table.banker.posted == 500_00
    told.does(player("seat 7"), c.DeclineBank())
    assert not told.table.banker.posted


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_shoes_are_counted_one_by_one(rulebook: str) -> None:
    assert Told.at(rulebook).table.shoes == 1


@pytest.mark.parametrize(("seat", "adjacent"), [(2, False), (3, True), (5, True), (6, False)])
def test_md_7_e_a_further_box_is_next_to_the_first_on_either_side(seat: int, adjacent: bool) -> None:
    told = Told.at("maryland", {"table": {"boxes": 3}}).sits(4, "Ann")
    if adjacent:
        told.does(player("Ann"), c.Sit(seat, "Ann"))
    else:
        assert told.refuses(player("Ann"), c.Sit(seat, "Ann")).why is Refusal.BOX_IS_NOT_ADJACENT


def test_who_bets_behind_a_seat_is_named_to_the_house_and_finds_their_own_wager() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00")
    told.does(player("Gus"), c.PlaceWager(1, "initial", 1000, "Gus"))
    for audience in AUDIENCES:
        named = ["", "" if audience == "player" else "Gus"]
        assert [bettor.bettor for bettor in seen(told.table, audience).seats[0].bettors] == named
    assert own(told.table, "Gus").behind == (BehindView(1, 1),)
    assert own(told.table, "seat 1").behind == own(told.table, "seat 8").behind == ()


def test_a_round_is_settled_from_what_a_meter_read_before_it() -> None:
    scenario = {
        "rulebook": "massachusetts",
        "house": {"progressive": {"reset": "1000.00", "rate": "0.20"}},
        "seats": [{"seat": 1, "initial": "10.00", "progressive": "5.00"}],
        "cards": {"deal": ["Kc", "2d"]},
        "meters": {"progressive": "1400.00"},
    }
    result: Any = settle_document(scenario)
    assert result["meters"] == {"progressive": "1401.00"}


@pytest.mark.parametrize(("amount", "fits"), [(5_00, True), (15_00, True), (17_00, False), (20_00, True)])
def test_g2_a_wager_is_a_multiple_of_the_step(amount: int, fits: bool) -> None:
    told = Told.at("wisconsin", {"limits": {"step": "5.00"}}).sits(1)
    if fits:
        told.does(player("seat 1"), c.PlaceWager(1, "initial", amount))
    else:
        refused = told.refuses(player("seat 1"), c.PlaceWager(1, "initial", amount))
        assert refused.why is Refusal.AMOUNT_IS_NOT_A_MULTIPLE


@pytest.mark.parametrize(("length", "fits"), [(1, True), (64, True), (65, False)])
def test_a_name_has_1_to_64_characters(length: int, fits: bool) -> None:
    told = Told.at("wisconsin")
    if fits:
        told.does(DEALER, c.Sit(1, "x" * length))
    else:
        assert told.refuses(DEALER, c.Sit(1, "x" * length)).why is Refusal.NAME_IS_BAD


@pytest.mark.parametrize("cards", [["Kc"], ["Kc", "2d", "3d"]])
def test_a_round_with_a_card_too_few_or_too_many_says_how_many_there_are(cards: list[str]) -> None:
    scenario = {"rulebook": "WI", "seats": [{"seat": 1, "initial": "10.00"}], "cards": {"deal": cards}}
    with pytest.raises(NotSettled, match=r"cards\.deal: expected 2 cards, one for each hand and one for the dealer"):
        settle_document(scenario)


def test_a_war_without_its_cards_says_how_many_there_are() -> None:
    seats = [{"seat": seat, "initial": "10.00", "on_tie": "war"} for seat in (1, 2)]
    scenario = {"rulebook": "WI", "seats": seats, "cards": {"deal": ["Kc", "Kd", "Kh"]}}
    with pytest.raises(NotSettled, match=r"cards\.war: expected 3 cards, one for each hand at war and one for the"):
        settle_document(scenario)


def test_cards_of_a_war_that_no_player_fights_are_not_written() -> None:
    scenario = {
        "rulebook": "WI",
        "seats": [{"seat": 1, "initial": "10.00"}],
        "cards": {"deal": ["Kc", "2d"], "war": ["3c", "4c"]},
    }
    with pytest.raises(NotSettled, match=r"cards\.war: no seat is at war, so no war cards are expected"):
        settle_document(scenario)


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin", "massachusetts", "washington"])
def test_no_burn_is_due_any_more_in_a_round_that_is_void(rulebook: str) -> None:
    told = Told.at(rulebook).bets(1, "10.00").deals("8c 8d").war(1).goes_on("picking_up", "war_wagers")
    assert told.table.round.war_burns_due == 3
    told.does(FLOOR, c.VoidRound("no player knows whose card it was"))
    cards = told.table.cards
    assert (told.table.round.war_burns_due, cards.burns_due, cards.dealer_burns) == (0, 0, 0)


@pytest.mark.parametrize("name", ["", " ", "x" * 65])
def test_a_table_is_opened_only_to_a_dealer_whose_name_can_be_read(name: str) -> None:
    told = Told.closed("wisconsin")
    assert told.refuses(FLOOR, c.OpenTable(name)).why is Refusal.NAME_IS_BAD


def test_no_wager_is_taken_back_at_a_seat_that_the_table_does_not_have() -> None:
    told = Told.at("washington").bets(1, "10.00")
    assert told.refuses(DEALER, c.TakeBackWager(20, "initial")).why is Refusal.NO_SUCH_SEAT


@pytest.mark.parametrize("kind", ["batch", "continuous"])
def test_md_5_b_1_in_a_log_of_the_first_edition_too_no_player_cuts_what_a_machine_shuffled(kind: str) -> None:
    told = Told.at("maryland", {"shuffler": {"kind": kind}}, edition=1)
    assert told.table.phase == "betting"
    assert not [event for event in told.events if isinstance(event, e.CardsCut)]
