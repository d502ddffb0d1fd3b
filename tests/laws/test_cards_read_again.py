"""A card that was entered wrongly, found however late: it is read again, and its hand settled on what lies there."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from tests.table.houses import EARLY_WHEEL, PROGRESSIVE, House
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e

WHY = "the dealer pressed another rank"
HOUSE_BANKS = ("maryland", "wisconsin", "massachusetts", "washington")
PAYTABLE: House = {"progressive": {"reset": "10000.00", "rate": "0.20", "validate": "none"}}


def after_the_war(rulebook: str = "massachusetts", house: House | None = None) -> Told:
    """Seats 1 and 2 tied and went to war, which seat 1 wins and seat 2 loses; seat 3 lost."""
    told = Told.at(rulebook, house)
    for seat in (1, 2, 3):
        told.bets(seat, "10.00")
    return told.deals("9s 9c 7s 9d").wars_all().war_deals("Ks 2c Jd")


def reads_again(told: Told, seat: int, card: str, deal: str | None = None) -> Told:
    told.does(FLOOR, c.UndoCard(WHY, seat, deal))  # type: ignore[arg-type]
    told.does(SHOE, c.TurnCard(Card(card)))
    return told


def stands(told: Told) -> str:
    return told.table.phase


def nets(told: Told) -> list[str]:
    assert sum(told.ends().accounts().values()) == 0
    assert not told.happened(e.RoundVoided)
    return [told.net(box.seat) for box in told.table.boxes if box.patron]


# A war card after the last war hand is settled


@pytest.mark.parametrize("rulebook", HOUSE_BANKS)
@pytest.mark.parametrize(("seat", "card", "wins"), [(2, "Qc", (1, 2)), (1, "3s", ()), (0, "Ad", ())])
def test_md_9_i_wi_h_7_ma_8_g_wa_7_a_war_card_is_read_again_when_every_war_is_settled(
    rulebook: str, seat: int, card: str, wins: tuple[int, ...]
) -> None:
    told = after_the_war(rulebook).settles()
    assert stands(told) == "picking_up"
    reads_again(told, seat, card)
    assert stands(told) == "war_settling"
    war = ["10.00" if one in wins else "-20.00" for one in (1, 2)]
    assert nets(told) == [*war, "-10.00"]


def test_md_9_i_a_war_card_is_read_again_while_side_bets_are_open() -> None:
    end: House = {"progressive": {**PROGRESSIVE["progressive"], "settle_point": "end_of_round"}}
    told = Told.at("maryland", end).bets_on("progressive", 1).closes().deals("9s 9d").wars_all().war_deals("2s Jd")
    told.settles()
    assert stands(told) == "side_bets"
    reads_again(told, 1, "Ks").finishes()
    assert told.lines(1)["war"].result == "win"


# A card that was picked up


@pytest.mark.parametrize("rulebook", HOUSE_BANKS)
@pytest.mark.parametrize(("card", "net"), [("Ks", "10.00"), ("2s", "-10.00"), ("9h", "-5.00")])
def test_md_9_f_wi_h_4_ma_8_d_wa_6_a_card_is_read_again_after_it_was_picked_up(
    rulebook: str, card: str, net: str
) -> None:
    told = Told.at(rulebook).bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("9s 9c 7s 9d")
    told.wars_all().goes_on("picking_up")
    assert (told.table.phase, told.table.boxes[2].picked_up) == ("war_wagers", True)
    reads_again(told, 3, card)
    assert "7s" not in told.table.cards.rack
    told.settles()
    if told.asked():
        told.surrenders(3)
    told.goes_on("picking_up").war_deals("Ks 2c Jd")
    assert nets(told) == ["10.00", "-20.00", net]


@pytest.mark.parametrize("rulebook", HOUSE_BANKS)
@pytest.mark.parametrize("settled", [0, 1, 2])
@pytest.mark.parametrize(("card", "net"), [("Ks", "10.00"), ("8s", "-10.00"), ("9h", "-5.00")])
def test_md_9_f_wi_h_4_ma_8_d_wa_6_a_card_is_read_again_after_a_war_was_dealt_and_the_war_of_others_stands(
    rulebook: str, settled: int, card: str, net: str
) -> None:
    told = after_the_war(rulebook)
    for _ in range(settled):
        told.does(DEALER, c.SettleHand())
    reads_again(told, 3, card)
    told.goes_on("settling")
    if told.asked():
        told.surrenders(3)
    assert stands(told) == ("war_settling" if settled < 2 else "picking_up")
    assert nets(told) == ["10.00", "-20.00", net]


@pytest.mark.parametrize("settled", [0, 1, 2])
def test_ma_8_c_a_player_whose_card_turns_out_to_tie_may_still_go_to_war(settled: int) -> None:
    """Three cards are burned, and the war card is compared with the dealer's, which lies there."""
    told = after_the_war()
    for _ in range(settled):
        told.does(DEALER, c.SettleHand())
    reads_again(told, 3, "9h").goes_on("settling")
    told.war(3).war_deals("As")
    assert told.table.round.dealer_hand == ("9d", "Jd")
    assert nets(told) == ["10.00", "-20.00", "10.00"]


def test_ma_8_c_a_player_who_turns_out_not_to_have_tied_gets_the_war_wager_back() -> None:
    told = after_the_war()
    events = told.does(FLOOR, c.UndoCard(WHY, 2, "original"))
    assert events[0] == e.CardTakenBack(2, Card("9c"), "original", WHY, (), (Card("2c"),))
    assert told.table.cards.rack[-1] == "2c"
    told.does(SHOE, c.TurnCard(Card("Tc")))
    assert nets(told) == ["10.00", "10.00", "-10.00"]


@pytest.mark.parametrize("settled", [False, True])
def test_ma_8_a_the_dealers_card_is_read_again_after_a_war_and_no_war_that_no_tie_began_is_kept(settled: bool) -> None:
    told = after_the_war()
    told.settles() if settled else None
    events = told.does(FLOOR, c.UndoCard(WHY, 0, "original"))
    assert isinstance(events[0], e.CardTakenBack)
    assert events[0].war == (Card("Ks"), Card("2c"), Card("Jd"))
    told.does(SHOE, c.TurnCard(Card("7d")))
    told.settles().surrenders(3)
    assert nets(told) == ["10.00", "10.00", "-5.00"]


def test_ma_8_a_the_only_war_is_fought_anew_when_its_card_is_read_again() -> None:
    told = Told.at("massachusetts").bets(1, "10.00").deals("9s 9d").wars_all().war_deals("2s Jd").settles()
    events = told.does(FLOOR, c.UndoCard(WHY, 1, "original"))
    assert isinstance(events[0], e.CardTakenBack)
    assert events[0].war == (Card("2s"), Card("Jd"))
    told.does(SHOE, c.TurnCard(Card("9h")))
    told.settles().war(1).war_deals("Ks Qd").ends()
    assert told.net(1) == "10.00"


def test_wa_6_a_war_card_is_read_again_after_its_hand_was_picked_up() -> None:
    """Where the house picks and pays, the hand comes back with both cards."""
    told = after_the_war("washington").settles()
    assert told.table.boxes[1].picked_up
    events = told.does(FLOOR, c.UndoCard(WHY, 2))
    assert events[0] == e.CardTakenBack(2, Card("2c"), "war", WHY, ((2, Card("9c")), (2, Card("2c"))))
    told.does(SHOE, c.TurnCard(Card("Ac")))
    assert nets(told)[1] == "10.00"


# A card that paid a side wager


@pytest.mark.parametrize("rulebook", ["maryland", "massachusetts"], ids=["md_9_j", "ma_11_c"])
def test_what_a_side_wager_was_paid_by_the_paytable_is_paid_again_by_the_card_that_lies_there(rulebook: str) -> None:
    told = Told.at(rulebook, PAYTABLE if rulebook == "massachusetts" else PROGRESSIVE)
    told.bets_on("progressive", 1).bets(2, "10.00").closes().deals("9s 8c 9d").surrenders(1).validates()
    assert told.lines(1)["progressive"].paid == 25_00
    meter = told.table.meters["progressive"].reading
    reads_again(told, 0, "8d").goes_on("settling")
    assert (told.lines(1)["progressive"].result, told.lines(1)["progressive"].paid) == ("lose", 0)
    told.surrenders(2)
    assert told.table.meters["progressive"].reading == meter
    assert nets(told) == ["5.00", "-5.00"]


def test_md_9_j_another_hands_prize_stands_when_a_card_is_read_again() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).bets(2, "10.00").closes()
    told.deals("9s 8c 9d").surrenders(1).validates()
    reads_again(told, 2, "Kc")
    assert told.lines(1)["progressive"].paid == 25_00
    assert nets(told) == ["15.00", "10.00"]


def test_md_10_c_a_card_that_won_the_meter_stays_and_the_refusal_names_the_clause() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1, 2).closes().deals("9s 8c 9s")
    told.wars_all().war_deals("9s 9s").settles().validates()
    for seat, deal in ((1, "war"), (1, "original"), (0, "war")):
        refused = told.refuses(FLOOR, c.UndoCard(WHY, seat, deal))  # type: ignore[arg-type]
        assert (refused.why, refused.clauses) == (Refusal.PRIZE_STANDS, told.lines(1)["progressive"].clauses)
        assert "MD-10-B-1.1" in refused.clauses
    reads_again(told, 2, "7c").finishes()
    assert told.net(2) == "4985.00"


def test_md_9_j_4_e_a_card_after_which_envy_was_paid_stays() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1, 2).closes().deals("9s 8c 9s")
    told.wars_all().war_deals("9s 9s").settles().validates().goes_on("side_bets")
    refused = told.refuses(FLOOR, c.UndoCard(WHY, 2))
    assert (refused.why, refused.clauses) == (Refusal.PRIZE_STANDS, told.lines(2)["envy"].clauses)


def test_md_10_d_2_a_card_after_which_the_wheel_was_turned_stays() -> None:
    told = Told.at("maryland", EARLY_WHEEL).bets_on("bonus_spin", 1).closes().deals("9s Ah").settles()
    told.spins(1, "500", "25")
    refused = told.refuses(FLOOR, c.UndoCard(WHY, 1))
    assert (refused.why, refused.clauses) == (Refusal.PRIZE_STANDS, told.table.rules.steps["spin"].clauses)


# What cannot be taken back


def test_ma_10_d_a_hand_that_is_out_of_the_round_is_not_read_again() -> None:
    told = Told.at("massachusetts", PAYTABLE).bets_on("progressive", 1).bets(2, "10.00").closes()
    told.deals("9s 8c 9d").surrenders(1)
    told.does(DEALER, c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    assert told.refuses(FLOOR, c.UndoCard(WHY, 2)).why is Refusal.HAND_IS_NOT_IN_PLAY


def test_ma_8_a_a_card_of_a_void_round_is_not_read_again() -> None:
    told = after_the_war()
    told.does(FLOOR, c.VoidRound(WHY))
    assert told.refuses(FLOOR, c.UndoCard(WHY, 3)).why is Refusal.HAND_IS_SETTLED


def test_ma_8_f_a_war_card_waits_while_another_card_is_read_or_another_war_is_dealt() -> None:
    told = after_the_war()
    told.does(FLOOR, c.UndoCard(WHY, 3))
    assert told.refuses(FLOOR, c.UndoCard(WHY, 1)).why is Refusal.NOT_NOW
    told.does(SHOE, c.TurnCard(Card("9h")))
    told.goes_on("settling").does(DEALER, c.GoToWar(3))
    assert told.refuses(FLOOR, c.UndoCard(WHY, 1)).why is Refusal.NOT_NOW


@pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts"], ids=["wi_h_5", "ma_8_e"])
def test_a_war_that_is_dealt_keeps_its_wagers_while_another_player_joins_it(rulebook: str) -> None:
    """The initial wager of a war that is dealt is not collected again, and its tie wager stays."""
    told = Told.at(rulebook).bets(1, "10.00").bets(2, "10.00").deals("9s 7c 9d").war(1, tie="5.00").war_deals("Ks Jd")
    reads_again(told, 2, "9c").goes_on("settling").does(DEALER, c.GoToWar(2))
    refused = told.refuses(FLOOR, c.TakeBackWager(1, "war_tie", reason=WHY))
    assert (refused.why, refused.clauses) == (Refusal.WAGER_STAYS, told.table.rules.cite["tie.on_war_deal"])
    told.sees_the_war().goes_on("war_wagers").war_deals("2c")
    assert nets(told) == ["5.00", "-20.00"]


# Every way back to the war that others fight


def _lost(told: Told, seat: int) -> Told:
    told.does(DEALER, c.ReportAbsence(seat))
    told.does(FLOOR, c.Rule("lost", "left for good"))
    return told


def _while_read(told: Told) -> None:
    told.does(FLOOR, c.UndoCard(WHY, 3))
    _lost(told, 3)


def _at_war_again(told: Told) -> None:
    reads_again(told, 3, "9h").goes_on("settling").does(DEALER, c.GoToWar(3))
    assert stands(told) == "war_wagers"
    _lost(told, 3)


def _at_the_pick_up(told: Told) -> None:
    told.does(DEALER, c.SettleHand())
    reads_again(told, 3, "9h").goes_on("settling").does(DEALER, c.GoToWar(3))
    assert stands(told) == "picking_up"
    _lost(told, 3)


WAYS: dict[str, Callable[[Told], object]] = {
    "settled": lambda told: reads_again(told, 3, "8s").goes_on("settling"),
    "surrendered": lambda told: reads_again(told, 3, "9h").goes_on("settling").surrenders(3),
    "left_while_read": _while_read,
    "left_the_war": _at_war_again,
    "left_at_the_pick_up": _at_the_pick_up,
}


@pytest.mark.parametrize("way", WAYS)
def test_md_9_i_the_war_of_others_goes_on_after_a_card_was_read_again(way: str) -> None:
    told = after_the_war("maryland")
    WAYS[way](told)
    assert stands(told) == "war_settling"
    assert nets(told)[:2] == ["10.00", "-20.00"]


def test_md_10_d_2_an_early_wheel_that_comes_after_all_is_turned_before_the_war_goes_on() -> None:
    told = before_the_wheel()
    assert stands(told) == "side_bets"
    told.goes_on("side_bets")
    assert stands(told) == "war_settling"


def before_the_wheel() -> Told:
    told = Told.at("maryland", EARLY_WHEEL).bets_on("bonus_spin", 1, 2).closes().deals("9s 7s 9d")
    told.settles().goes_on("side_bets").wars_all().war_deals("Ks Jd")
    return reads_again(told, 2, "8s").goes_on("settling")


def told_again() -> Iterator[Told]:
    """Every way in which a card is taken back late, for the table of transitions."""
    for way in WAYS.values():
        told = after_the_war("maryland")
        way(told)
        yield told
    yield before_the_wheel().goes_on("side_bets")
    end: House = {"progressive": {**PROGRESSIVE["progressive"], "settle_point": "end_of_round"}}
    for seat, deal in ((1, "war"), (0, "original")):
        told = Told.at("maryland", end).bets_on("progressive", 1).closes().deals("9s 9d").wars_all()
        told.war_deals("2s Jd").settles().does(FLOOR, c.UndoCard(WHY, seat, deal))  # type: ignore[arg-type]
        yield told
    told = after_the_war().settles()
    told.does(FLOOR, c.UndoCard(WHY, 2))
    yield told


# A card that is never read again


def void(told: Told) -> Told:
    told.does(FLOOR, c.VoidRound(WHY))
    return told


@pytest.mark.parametrize("rulebook", [*HOUSE_BANKS, "california"])
@pytest.mark.parametrize("seat", [1, 0])
def test_md_11_d_1_a_card_that_was_taken_back_in_a_void_round_goes_to_the_rack_and_is_not_the_next_card(
    rulebook: str, seat: int
) -> None:
    told = Told.at(rulebook)
    told = told.banks(7, "1000.00") if rulebook == "california" else told
    told.bets(1, "10.00").bets(2, "10.00").deals("9s 8s 7d")
    told.does(FLOOR, c.UndoCard(WHY, seat))
    shoe, rack = told.table.cards.in_shoe, told.table.cards.rack
    void(told)
    (picked,) = [event for event in told.does(DEALER, c.PickUpCards()) if isinstance(event, e.CardsPickedUp)]
    assert dict(picked.hands)[seat] == ("??",)
    assert (told.table.cards.drawn_ahead, told.table.cards.in_shoe) == (0, shoe)
    assert len(told.table.cards.rack) == len(rack) + 3


def test_md_11_d_1_a_war_card_that_was_taken_back_in_a_void_round_goes_to_the_rack_with_its_hand() -> None:
    told = after_the_war("maryland")
    told.does(FLOOR, c.UndoCard(WHY, 2))
    void(told).goes_on("picking_up")
    assert dict(told.happened(e.CardsPickedUp)[-1].hands)[2] == ("9c", "??")
    assert told.table.cards.drawn_ahead == 0


def test_md_7_b_4_the_unread_card_of_a_player_who_left_goes_to_the_rack() -> None:
    told = after_the_war("maryland")
    _while_read(told)
    assert nets(told) == ["10.00", "-20.00", "-10.00"]
    assert dict(told.happened(e.CardsPickedUp)[-1].hands)[3] == ("??",)
    assert told.table.cards.drawn_ahead == 0


def test_md_11_b_a_card_drawn_in_error_is_still_the_next_card_after_a_void() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("9s 8d")
    told.does(DEALER, c.ReportDrawnCard())
    void(told).goes_on("picking_up")
    assert told.table.cards.drawn_ahead == 1


def test_md_9_l_a_community_card_that_was_taken_back_in_a_void_round_goes_to_the_rack() -> None:
    told = Told.at("maryland", {"electronic": {"community_cards": 3}}).bets_on_hand(1, 1).deals("9s 8s")
    told.does(FLOOR, c.UndoCard(WHY))
    void(told).goes_on("picking_up")
    assert told.happened(e.CardsPickedUp)[-1].hands == ((1, ("9s",)), (2, ("??",)))
    assert told.table.cards.drawn_ahead == 0


@pytest.mark.parametrize("rulebook", HOUSE_BANKS)
def test_md_11_d_1_wi_g_4_ma_7_d_a_card_that_is_drawn_while_another_waits_to_be_read_leaves_the_shoe(
    rulebook: str,
) -> None:
    """Both go to the rack: the one that lay there unread, and the one that came to a wrong place."""
    told = Told.at(rulebook).bets(1, "10.00").bets(2, "10.00").deals("9s 8s 7d")
    told.does(FLOOR, c.UndoCard(WHY, 2))
    shoe, rack = told.table.cards.in_shoe, len(told.table.cards.rack)
    told.does(DEALER, c.ReportMisdelivery(3, Card("Kd")))
    void(told).goes_on("picking_up")
    assert (told.table.cards.drawn_ahead, told.table.cards.in_shoe) == (0, shoe - 1)
    assert len(told.table.cards.rack) == rack + 4


def test_md_11_d_1_the_last_card_of_a_shoe_that_was_taken_back_and_drawn_again_lies_in_one_place() -> None:
    told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals("9s 8s 7d")
    cards = told.table.cards
    told.table = replace(told.table, cards=replace(cards, in_shoe=0, rack=cards.rack + ("??",) * cards.in_shoe))
    told.does(FLOOR, c.UndoCard(WHY, 2))
    told.does(DEALER, c.ReportMisdelivery(3, Card("Kd")))
    void(told).goes_on("picking_up")
    assert dict(told.happened(e.CardsPickedUp)[-1].hands).keys() == {0, 1}
    assert (told.table.cards.drawn_ahead, told.table.cards.in_shoe) == (0, 0)
