"""Wisconsin (f)(2), Massachusetts 6(b): what is only pending lets no player take back a wager that lies there."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, player, seal_of
from wartable.table import Refusal, Refused
from wartable.table import commands as c
from wartable.table import events as e

STAY = {"wisconsin": "WI-f-2.2", "massachusetts": "MA-6-b.2"}
stays = pytest.mark.parametrize("rulebook", STAY, ids=["wi_f_2_2", "ma_6_b_2"])
BATCHES: dict[str, Any] = {"shuffler": {"kind": "batch", "stores_securely": True}}
ANN = player("Ann")


def waiting(rulebook: str, house: dict[str, Any] | None = None) -> Told:
    """Ann has bet on a device of her own, and before the dealer entered a wager of a player at the table."""
    told = Told.at(rulebook, house).bets(1, "10.00").comes_online(3, "Ann")
    told.does(ANN, c.PlaceWager(3, "initial", 10_00))
    return told


def kept(told: Told) -> Refused:
    assert told.refuses(DEALER, c.TakeBackWager(1, "initial")).why is Refusal.WAGER_STAYS
    return told.refuses(ANN, c.TakeBackWager(3, "initial"))


@stays
def test_a_jam_beside_the_game_releases_no_wager(rulebook: str) -> None:
    told = waiting(rulebook, BATCHES)
    told.does(DEALER, c.ReportJam())
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.DEVICE_IS_EMPTIED_FIRST
    assert kept(told) == Refused(Refusal.WAGER_STAYS, (STAY[rulebook],))
    told.does(DEALER, c.ReportDeviceFailure())
    assert kept(told).why is Refusal.WAGER_STAYS
    told.does(DEALER, c.ConfirmStep("empty_device"))
    told.deals("Kc Qc 2d").ends()
    assert (told.net(1), told.net(3)) == ("10.00", "10.00")


@stays
def test_words_that_a_sealed_shoe_waits_for_release_no_wager(rulebook: str) -> None:
    told = Told.closed(rulebook)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.comes_online(3, "Ann").goes_on("opening").does(SHOE, seal_of(told.table.rules, bytes(32)))
    told.sits(1).goes_on("shuffling").does(ANN, c.DeclineCut())
    told.does(DEALER, c.DeclineCut())
    told.goes_on("cutting", "loading", "betting")
    told.does(DEALER, c.PlaceWager(1, "initial", 10_00))
    told.does(ANN, c.PlaceWager(3, "initial", 10_00))
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.WORDS_COME_FIRST
    assert kept(told).why is Refusal.WAGER_STAYS
    told.does(ANN, c.PlaceWager(3, "tie", 5_00, words="mine"))
    told.does(DEALER, c.CallNoMoreBets())


@stays
def test_wagers_go_back_when_the_floor_has_the_decks_changed(rulebook: str) -> None:
    told = waiting(rulebook)
    told.does(DEALER, c.ReportTouchedCard(1))
    ruled = told.does(FLOOR, c.Rule("change_decks", "it is marked"))
    assert [event.seat for event in ruled if isinstance(event, e.WagerTakenBack)] == [1, 3]
    assert not [name for name in told.accounts() if "layout" in name]
    told.does(FLOOR, c.ChangeDecks())


def test_wi_g_5_decks_that_are_changed_are_not_shuffled_for_the_cutting_card_first() -> None:
    told = waiting("wisconsin")
    told.does(DEALER, c.ReportTouchedCard(1))
    told.does(FLOOR, c.OrderReshuffle())
    told.does(FLOOR, c.Rule("change_decks", "it is marked"))
    assert (told.table.phase, len(told.happened(e.WagerTakenBack))) == ("betting", 2)
    told.does(FLOOR, c.ChangeDecks())
    assert told.table.shuffle_due is None
