"""A card that was entered wrongly where a player banks: all that the bank settled is settled again, in turn."""

from collections.abc import Callable

import pytest

from tests.laws.test_cards_read_again import WHY, reads_again
from tests.told import DEALER, FLOOR, Told
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e


def against_a_bank(posted: str = "1000.00", cards: str = "9s 9c 7s 9d") -> Told:
    told = Told.at("california").banks(7, posted)
    for seat in (1, 2, 3):
        told.bets(seat, "10.00", "5.00")
    return told.deals(cards)


def bank(told: Told) -> int:
    """What the bank has when the round is over."""
    return told.happened(e.BankReleased)[-1].amount


BANKED: dict[str, Callable[[Told], object]] = {
    "first_hand": lambda told: told.does(DEALER, c.SettleHand()),
    "all_hands": lambda told: told.settles(),
    "surrendered": lambda told: told.settles().surrenders(1),
    "at_war": lambda told: told.settles().war(1),
    "picked_up": lambda told: told.wars_all().goes_on("picking_up"),
}


@pytest.mark.parametrize("moment", BANKED)
@pytest.mark.parametrize(("seat", "card"), [(3, "Ks"), (1, "Ts"), (0, "8d"), (0, "Ad")])
def test_ca_play_2_what_a_players_bank_settled_is_settled_again_in_turn(moment: str, seat: int, card: str) -> None:
    """It ends as a round in which the card was read right at once."""
    cards = {1: "9s", 2: "9c", 3: "7s", 0: "9d"}
    right = against_a_bank(cards=" ".join(({**cards, seat: card})[at] for at in (1, 2, 3, 0)))
    told = against_a_bank()
    BANKED[moment](told)
    reads_again(told, seat, card)
    for one in (told, right):
        one.settles()
        while asked := one.asked():
            one.surrenders(asked[0])
        one.ends()
    assert [told.net(at) for at in (1, 2, 3)] == [right.net(at) for at in (1, 2, 3)]
    assert (bank(told), sum(told.accounts().values())) == (bank(right), 0)
    assert not told.happened(e.RoundVoided)


@pytest.mark.parametrize("posted", ["20.00", "40.00", "65.00", "100.00"])
def test_ca_bet_5_a_small_bank_pays_again_as_far_as_it_goes(posted: str) -> None:
    """Seat 1 does not win after all, so what the bank still has reaches the hands behind it."""
    told, right = against_a_bank(posted, "Ks Kc 7s 9d").settles(), against_a_bank(posted, "2s Kc 7s 9d")
    reads_again(told, 1, "2s")
    assert [told.ends().net(at) for at in (1, 2, 3)] == [right.ends().net(at) for at in (1, 2, 3)]
    assert bank(told) == bank(right)


@pytest.mark.parametrize("seat", [1, 2, 0])
@pytest.mark.parametrize("settled", [1, 2])
def test_ca_play_7_a_war_card_is_read_again_against_a_players_bank(settled: int, seat: int) -> None:
    cards = {1: "Ks", 2: "2c", 0: "Jd"}
    right = against_a_bank().wars_all().war_deals(" ".join(({**cards, seat: "Jh"})[at] for at in (1, 2, 0))).ends()
    told = against_a_bank().wars_all().war_deals("Ks 2c Jd")
    for _ in range(settled):
        told.does(DEALER, c.SettleHand())
    reads_again(told, seat, "Jh").ends()
    assert [told.net(at) for at in (1, 2, 3)] == [right.net(at) for at in (1, 2, 3)]
    assert (bank(told), sum(told.accounts().values())) == (bank(right), 0)


def test_ca_play_5_a_card_of_the_original_deal_stays_when_the_bank_has_matched_a_war_that_is_dealt() -> None:
    told = against_a_bank().wars_all().war_deals("Ks 2c Jd")
    refused = told.refuses(FLOOR, c.UndoCard(WHY, 3))
    assert (refused.why, refused.clauses) == (Refusal.BANK_WENT_ON, told.table.rules.steps["war_wagers"].clauses)
    assert "CA-play-3b.2" in refused.clauses


def test_ca_bet_5_a_card_stays_when_the_bank_has_given_back_what_it_cannot_match() -> None:
    told = Told.at("california").banks(7, "6.00").bets(1, "10.00").deals("9s 9d").settles()
    assert told.happened(e.WagerReturned)
    refused = told.refuses(FLOOR, c.UndoCard(WHY, 1))
    assert (refused.why, refused.clauses) == (Refusal.BANK_WENT_ON, told.table.rules.cite["bank.partial"])


def test_ca_play_2_a_card_that_is_not_settled_yet_leaves_what_the_bank_has_settled() -> None:
    told = against_a_bank()
    told.does(DEALER, c.SettleHand())
    events = told.does(FLOOR, c.UndoCard(WHY, 3))
    assert [type(event) for event in events] == [e.CardTakenBack]
    assert told.table.boxes[0].outcome == "equal"
