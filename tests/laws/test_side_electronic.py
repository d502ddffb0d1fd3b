"""The electronic form: community cards that any number of seats may bet on, against one card of the dealer."""

from collections.abc import Callable

import pytest

from tests.side_bets.houses import House, progressive, refusals
from tests.told import DEALER, FLOOR, SHOE, Told, cards_of
from wartable.settle import NotSettled, settle_document
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import CardDealt, CardsPickedUp, HandSettled, MeterPaid, RoundVoided


def electronic(cards: int = 3, house: House | None = None) -> Told:
    """A table of the electronic form."""
    return Told.at("maryland", {"electronic": {"community_cards": cards}} | (house or {}))


def dealt(told: Told) -> list[tuple[int, str]]:
    """To which community card, or to the dealer (0), the cards went."""
    return [(event.seat, event.card) for event in told.happened(CardDealt)]


@pytest.mark.parametrize("cards", [3, 5, 7])
def test_md_9_l_2_three_five_or_seven_community_cards_are_dealt_bet_on_or_not(cards: int) -> None:
    """MD-9-L-1: after them the dealer gets one card, and the deal is complete."""
    told = electronic(cards).bets_on_hand(1, 2)
    told.deals(" ".join(["2c", "9s", *["3d"] * (cards - 2)]))
    assert told.table.phase == "dealing"
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("deal_dealer", 0)
    told.deals("8h")
    assert [seat for seat, _ in dealt(told)] == [*range(1, cards + 1), 0]
    assert told.refuses(SHOE, c.TurnCard(cards_of("8h")[0])).why is Refusal.NOT_NOW
    assert told.finishes().net(1) == "10.00"
    (picked,) = told.happened(CardsPickedUp)
    assert [seat for seat, _ in picked.hands] == [*range(1, cards + 1), 0]


@pytest.mark.parametrize("cards", [1, 2, 4, 6, 8])
def test_md_9_l_2_no_other_number_is_permitted(cards: int) -> None:
    refused = refusals("maryland", {"electronic": {"community_cards": cards}})["electronic.community_cards"]
    assert "MD-9-L-2" in refused.clauses


@pytest.mark.parametrize("rulebook", ["california", "wisconsin", "massachusetts", "washington"])
def test_md_9_l_the_form_is_off_unless_the_house_turns_it_on_and_unknown_elsewhere(rulebook: str) -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("9s")
    assert dealt(told) == [(1, "9s")]
    assert refusals(rulebook, {"electronic": {"community_cards": 3}})


def test_md_9_l_an_initial_wager_names_the_community_card_it_is_made_on() -> None:
    told = electronic(3).sits(1)
    for hand in (0, 4, -1):
        refused = told.refuses(DEALER, c.PlaceWager(1, "initial", 1000, hand=hand))
        assert refused.why is Refusal.NO_SUCH_HAND
        assert "MD-9-L-2" in refused.clauses
    told.bets_on_hand(1, 3)
    assert told.refuses(DEALER, c.PlaceWager(1, "tie", 500, hand=3)).why is Refusal.NO_SUCH_HAND
    told.does(DEALER, c.PlaceWager(1, "tie", 500))
    plain = Told.at("maryland").sits(1)
    assert plain.refuses(DEALER, c.PlaceWager(1, "initial", 1000, hand=1)).why is Refusal.NO_SUCH_HAND


# Shared hands


def test_md_9_l_any_number_of_seats_bet_on_one_card_and_each_is_settled_by_it() -> None:
    told = electronic(3).bets_on_hand(1, 2).bets_on_hand(4, 2, "20.00").bets_on_hand(6, 2, "30.00").bets_on_hand(2, 1)
    told.deals("5d Ks 4h 9c").finishes()
    assert [told.net(seat) for seat in (1, 4, 6, 2)] == ["10.00", "20.00", "30.00", "-10.00"]


def test_md_9_a_the_seats_are_settled_from_the_dealers_right_whatever_card_they_bet_on() -> None:
    told = electronic(3).bets_on_hand(1, 3).bets_on_hand(2, 1).bets_on_hand(5, 2).bets_on_hand(9, 1)
    told.deals("5d Ks 4h 9c").finishes()
    assert [event.seat for event in told.happened(HandSettled)] == [9, 5, 2, 1]


def test_md_9_l_each_bettor_on_a_tied_card_decides_alone_and_the_card_takes_one_war_card() -> None:
    """Seats 1, 2 and 5 share the second card: 1 surrenders, 2 and 5 fight with one war card."""
    told = electronic(3).bets_on_hand(1, 2).bets_on_hand(2, 2).bets_on_hand(5, 2, "20.00").bets_on_hand(3, 1)
    told.deals("5d 9s 4h 9c").settles()
    while turn := told.asked():
        told.surrenders(1) if turn[0] == 1 else told.war(turn[0])
    told.war_deals("Ks 4d").finishes()
    assert dealt(told)[4:] == [(2, "Ks"), (0, "4d")]
    assert [told.net(seat) for seat in (1, 2, 5, 3)] == ["-5.00", "10.00", "20.00", "-10.00"]
    first, second = told.happened(CardsPickedUp)
    # The card that is at war stays on the layout, with the dealer's.
    assert [seat for seat, _ in first.hands] == [1, 3]
    assert second.hands == ((2, cards_of("9s Ks")), (0, cards_of("9c 4d")))


def test_md_9_h_2_war_cards_go_to_the_community_cards_in_their_order_then_to_the_dealer() -> None:
    told = electronic(5).bets_on_hand(1, 4).bets_on_hand(2, 2).bets_on_hand(3, 4).bets_on_hand(4, 1)
    told.deals("9d 9s 4h 9c 3d 9h").wars_all().war_deals("2c 3c Kd 8s").finishes()
    assert dealt(told)[6:] == [(1, "2c"), (2, "3c"), (4, "Kd"), (0, "8s")]
    assert [told.net(seat) for seat in (1, 2, 3, 4)] == ["10.00", "-20.00", "10.00", "-20.00"]
    assert [event.seat for event in told.happened(HandSettled) if event.deal == "war"] == [4, 3, 2, 1]


# The progressive on shared cards


def test_md_10_d_4_sharers_of_the_highest_hand_are_paid_one_after_the_other() -> None:
    told = electronic(3, progressive(rate="0")).syncs("progressive", "12400.00")
    told.bets_on_hand(1, 2).bets_on_hand(3, 2).bets_on("progressive", 1, 3).closes().deals("4c Kh 5d Kh").wars_all()
    told.war_deals("Kh Kh").finishes()
    assert [(event.seat, event.amount) for event in told.happened(MeterPaid)] == [(3, 1_240_000), (1, 1_000_000)]


def test_md_9_j_4_e_iii_sharers_of_a_card_give_each_other_no_envy() -> None:
    told = electronic(3, progressive())
    for seat, hand in ((1, 2), (3, 2), (5, 1), (6, 3)):
        told.bets_on_hand(seat, hand)
    told.bets_on("progressive", 1, 3, 5).closes().deals("4c Kh 5d Kh").wars_all().war_deals("Kh Kh").finishes()
    # Seat 5 bet on another card and is paid for both holders; seat 6 made no progressive wager.
    assert [set(told.lines(seat)) & {"envy"} for seat in (1, 3, 6)] == [set(), set(), set()]
    assert told.lines(5)["envy"].paid == 2 * 500_000


def test_md_9_j_4_e_i_holders_of_two_different_cards_give_each_other_envy() -> None:
    told = electronic(3, progressive()).bets_on_hand(1, 1).bets_on_hand(2, 3).bets_on_hand(4, 3)
    told.bets_on("progressive", 1, 2, 4).closes().deals("Kh 4c Kh Kh").wars_all().war_deals("Kh Kh Kh").finishes()
    assert [told.lines(seat)["envy"].paid for seat in (1, 2, 4)] == [1_000_000, 500_000, 500_000]


def test_g6_a_sharer_who_surrendered_keeps_the_original_hand_and_is_not_envied() -> None:
    told = electronic(3, progressive()).bets_on_hand(1, 2).bets_on_hand(2, 2).bets_on_hand(3, 1)
    told.bets_on("progressive", 1, 2, 3).closes().deals("4c Kh 5d Kh").validates()
    while turn := told.asked():
        told.surrenders(1).validates() if turn[0] == 1 else told.war(2)
    told.war_deals("Kh Kh").finishes()
    assert [told.lines(seat)["progressive"].result for seat in (1, 2)] == ["suited_tie", "suited_four_of_a_kind"]
    assert told.lines(3)["envy"].paid == 500_000


def test_md_9_j_4_e_iii_a_sharer_who_surrendered_is_paid_no_envy_for_the_shared_card() -> None:
    """The text has no rule for shared cards. Envy is for the holder of another card, as `settle` writes it down."""
    told = electronic(3, progressive()).bets_on_hand(1, 2).bets_on_hand(2, 2)
    told.bets_on("progressive", 1, 2).closes().deals("4c Kh 5d Kh").validates()
    while turn := told.asked():
        told.surrenders(1).validates() if turn[0] == 1 else told.war(2)
    told.war_deals("Kh Kh").finishes()
    assert told.lines(2)["progressive"].result == "suited_four_of_a_kind"
    assert "envy" not in told.lines(1)


# A community card that was passed over


def five(house: House | None = None) -> Told:
    """Seats 1 and 2 bet on the second card, seat 3 on the first and seat 4 on the third."""
    told = electronic(3, house)
    for seat, hand in ((1, 2), (2, 2), (3, 1), (4, 3)):
        told.bets_on_hand(seat, hand)
    return told


def in_the_middle(told: Told) -> list[tuple[str, ...]]:
    return [community.hand for community in told.table.round.community]


def finds(told: Told, seat: int = 1) -> Told:
    """The dealer finds that a card was passed over, and the floor confirms it."""
    told.does(DEALER, c.ReportMissedHand(seat, "original"))
    assert told.table.call is not None
    assert (told.table.call.choices, told.table.call.clauses) == (("void_hand", "continue"), ("MD-11-C",))
    told.does(FLOOR, c.Rule("void_hand", "the card lies one hand further"))
    return told


MOMENTS: dict[str, Callable[[Told], object]] = {
    "dealt": lambda _: None,
    "a_hand_is_settled": lambda told: told.does(DEALER, c.SettleHand()),
    "all_is_settled": lambda told: told.settles(),
    "wars_are_declared": lambda told: told.wars_all(),
    "cards_are_picked_up": lambda told: told.wars_all().goes_on("picking_up"),
    "the_war_is_dealt": lambda told: told.wars_all().war_deals("Ks 2c"),
    "the_war_is_settled": lambda told: told.wars_all().war_deals("Ks 2c").settles(),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_md_11_c_a_community_card_that_was_passed_over_voids_its_wagers_and_the_cards_lie_one_further(
    moment: str,
) -> None:
    """The nine lies at the third card and the five is the dealer's; the nine that was entered as hers is left over."""
    told = five().deals("2c 9s 5d 9d")
    MOMENTS[moment](told)
    finds(told)
    assert (in_the_middle(told), told.table.round.dealer_hand) == ([("2c",), (), ("9s",)], ("5d",))
    assert "9d" in told.table.cards.rack
    assert [{line.result for line in told.lines(seat).values()} for seat in (1, 2)] == [{"void"}, {"void"}]
    told.ends()
    assert [told.net(seat) for seat in (1, 2, 3, 4)] == ["0.00", "0.00", "-10.00", "10.00"]
    assert not told.happened(RoundVoided)
    assert sum(told.accounts().values()) == 0


@pytest.mark.parametrize("cards", ["2c", "2c 9s"])
def test_md_11_c_a_community_card_that_is_missed_within_the_deal_gets_none_of_the_next_cards(cards: str) -> None:
    told = finds(five().deals(cards))
    told.deals("9s 5d" if cards == "2c" else "5d")
    assert (in_the_middle(told), told.table.round.dealer_card) == ([("2c",), (), ("9s",)], "5d")
    assert [told.ends().net(seat) for seat in (1, 2, 3, 4)] == ["0.00", "0.00", "-10.00", "10.00"]
    picked = told.happened(CardsPickedUp)[-1]
    assert [seat for seat, _ in picked.hands] == [1, 3, 0]


def test_md_11_c_two_community_cards_may_be_passed_over_in_one_deal() -> None:
    told = finds(five().deals("2c 9s 5d 9d"))
    finds(told, 3)
    assert (in_the_middle(told), told.table.round.dealer_card) == ([(), (), ("2c",)], "9s")
    assert told.table.cards.rack[-1] == "5d"
    assert told.refuses(DEALER, c.ReportMissedHand(2)).why is Refusal.HAND_IS_NOT_IN_PLAY
    assert [told.ends().net(seat) for seat in (1, 2, 3, 4)] == ["0.00", "0.00", "0.00", "-10.00"]


def test_md_11_c_a_community_card_that_is_not_due_yet_is_dealt_and_its_wager_alone_is_void() -> None:
    told = finds(five().deals("2c"), 4).deals("9s 5d 9d")
    assert in_the_middle(told) == [("2c",), ("9s",), ("5d",)]
    assert {line.result for line in told.lines(4).values()} == {"void"}


def test_md_11_c_a_prize_for_a_community_card_that_was_passed_over_goes_back() -> None:
    told = five(progressive()).bets_on("progressive", 1).closes().deals("2c 9s 5d 9d").settles()
    while turn := told.asked():
        told.surrenders(turn[0]).validates()
    assert told.lines(1)["progressive"].paid == 25_00
    finds(told)
    assert in_the_middle(told) == [("2c",), (), ("9s",)]
    assert [told.ends().net(seat) for seat in (1, 2, 3, 4)] == ["0.00", "0.00", "-10.00", "10.00"]


def test_md_11_c_a_prize_for_another_community_card_stands_so_no_card_is_moved() -> None:
    told = five(progressive()).bets_on("progressive", 1).closes().deals("2c 9s 5d 9d").settles()
    while turn := told.asked():
        told.surrenders(turn[0]).validates()
    finds(told, 4)
    assert in_the_middle(told) == [("2c",), ("9s",), ("5d",)]
    assert {line.result for line in told.lines(4).values()} == {"void"}
    told.ends()
    assert (told.net(1), told.net(4)) == ("15.00", "0.00")


# Written down


def test_md_9_l_a_written_round_gives_every_seat_its_community_card() -> None:
    document = {
        "rulebook": "maryland",
        "house": {"electronic": {"community_cards": 3}},
        "seats": [
            {"seat": 2, "initial": "10.00", "hand": 3, "on_tie": "war"},
            {"seat": 1, "initial": "10.00", "hand": 3, "on_tie": "surrender"},
            {"seat": 5, "initial": "20.00", "hand": 1},
        ],
        "cards": {"deal": ["Ks", "2c", "9s", "9h"], "war": ["4d", "4s"]},
    }
    result = settle_document(document)
    assert result["settle_order"] == {"original": [5, 2, 1], "war": [2]}
    seats = result["seats"]
    assert isinstance(seats, list)
    assert [(seat["seat"], seat["net"]) for seat in seats] == [(1, "-5.00"), (2, "20.00"), (5, "20.00")]


@pytest.mark.parametrize("hand", [None, 4])
def test_md_9_l_a_written_round_without_its_community_card_is_refused(hand: int | None) -> None:
    seat = {"seat": 1, "initial": "10.00"} | ({"hand": hand} if hand else {})
    house = {"electronic": {"community_cards": 3}}
    document = {"rulebook": "MD", "house": house, "seats": [seat], "cards": {"deal": ["Ks", "2c", "9s", "8h"]}}
    with pytest.raises(NotSettled, match="hand"):
        settle_document(document)
