"""Section 10(a): a card delivered to the wrong place goes forward, to the dealer or to the rack, and never back."""

from collections.abc import Callable
from typing import get_args

import pytest

from tests.laws.finding import ready
from tests.laws.test_side_electronic import electronic
from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told, player
from wartable.cards import Card
from wartable.rulebook.rules import Ruling
from wartable.table import commands as c
from wartable.table import open_choices, steps
from wartable.table.events import CardDealt, CardExposed, FloorRuled, PlayersReleased, RoundEnded, SettlementReversed
from wartable.table.refusals import Refusal

MA = "massachusetts"
QUEEN = Card("Qh")
WHY = "the card was laid at the wrong place"
CHOICES: tuple[Ruling, ...] = ("forward", "dealer_next", "burn")


def original_deal() -> Told:
    """Seats 1, 3 and 5 have bet; seat 1 has its card, and seat 3 is next."""
    return Told.at(MA).bets(1, "10.00").bets(3, "10.00", tie="5.00").bets(5, "10.00").deals("9s")


def war_deal() -> Told:
    """Seats 1, 3 and 5 are at war; seat 1 has its war card, and seat 3 is next."""
    told = original_deal().deals("9h 9c 9d")
    return told.war(5).war(3).war(1).war_deals("Ks")


Deal = Callable[[], Told]
DEALS = [pytest.param(original_deal, id="original"), pytest.param(war_deal, id="war")]


def misdelivered(told: Told, seat: int, ruling: Ruling | None = None) -> Told:
    """The queen is laid at this seat instead of seat 3, and the floor rules."""
    told.does(DEALER, c.ReportMisdelivery(seat, QUEEN))
    if ruling is not None:
        told.does(FLOOR, c.Rule(ruling, WHY))
    return told


def whose(told: Told, card: str = "Qh") -> list[int]:
    """The hands this card was dealt to; 0 is the dealer's."""
    return [event.seat for event in told.happened(CardDealt) if event.card == card]


@pytest.mark.parametrize("deal", DEALS)
def test_ma_10_a_2_the_floor_chooses_forward_dealer_or_burn_and_the_table_waits(deal: Deal) -> None:
    told = misdelivered(deal(), 5)
    assert told.happened(CardExposed) == [CardExposed(QUEEN, 5)]
    assert told.table.phase == "suspended"
    (prompt,) = steps(told.table)
    assert (prompt.by, prompt.says) == (("floor",), "Rule on it: forward, dealer next, burn.")
    assert prompt.clauses == ("MA-10-a.1", "MA-10-a.2")
    assert told.refuses(SHOE, c.TurnCard(Card("2s"))).why is Refusal.NOT_NOW
    for other in (DEALER, player("seat 5")):
        assert told.refuses(other, c.Rule("forward", WHY)).why is Refusal.NOT_YOURS
    assert told.refuses(FLOOR, c.Rule("forward", " ")).why is Refusal.REASON_IS_MISSING
    told.does(FLOOR, c.Rule("forward", WHY))
    assert told.happened(FloorRuled) == [FloorRuled("forward", WHY)]


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("ruling", sorted(set(get_args(Ruling)) - set(CHOICES)))
def test_ma_10_a_2_no_other_ruling_is_open(deal: Deal, ruling: Ruling) -> None:
    told = misdelivered(deal(), 5)
    assert told.refuses(FLOOR, c.Rule(ruling, WHY)).why is Refusal.CHOICE_IS_NOT_OPEN


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize(("laid_at", "goes_to"), [(1, 3), (2, 3), (3, 3), (4, 5), (5, 5), (6, 0), (7, 0)])
def test_ma_10_a_2_forward_is_the_first_open_hand_from_where_the_card_lies(
    deal: Deal, laid_at: int, goes_to: int
) -> None:
    assert whose(misdelivered(deal(), laid_at, "forward")) == [goes_to]


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("laid_at", range(1, 8))
@pytest.mark.parametrize("ruling", CHOICES)
def test_ma_10_a_1_the_card_never_travels_backwards(deal: Deal, laid_at: int, ruling: Ruling) -> None:
    told = misdelivered(deal(), laid_at, ruling)
    assert all(seat == 0 or seat >= laid_at for seat in whose(told))
    assert not told.table.cards.exposed


@pytest.mark.parametrize("deal", DEALS)
def test_ma_10_a_2_after_a_card_went_forward_the_hands_without_one_are_dealt_to_and_the_round_ends(
    deal: Deal,
) -> None:
    told = misdelivered(deal(), 5, "forward")
    told.deals("Jh 2d").ends()
    assert (whose(told), whose(told, "Jh"), whose(told, "2d")) == ([5], [3], [0])
    assert told.happened(RoundEnded) == [RoundEnded(1)]
    assert told.net(5) == "10.00"


@pytest.mark.parametrize("deal", DEALS)
def test_ma_10_a_2_the_card_may_be_the_dealers_next_card(deal: Deal) -> None:
    told = misdelivered(deal(), 5, "dealer_next")
    assert whose(told) == [0]
    told.deals("Jh Kh")
    assert (whose(told, "Jh"), whose(told, "Kh")) == ([3], [5])
    assert told.table.phase in ("settling", "war_settling")
    assert told.table.round.dealer_hand[-1] == "Qh"


@pytest.mark.parametrize("deal", DEALS)
def test_ma_10_a_2_a_dealer_who_has_a_card_gets_no_second_one(deal: Deal) -> None:
    told = misdelivered(deal(), 5, "dealer_next")
    told.does(DEALER, c.ReportMisdelivery(7, Card("Jh")))
    for ruling in ("dealer_next", "forward"):
        assert told.refuses(FLOOR, c.Rule(ruling, WHY)).why is Refusal.CHOICE_IS_NOT_OPEN
    told.does(FLOOR, c.Rule("burn", WHY))
    assert told.table.cards.rack[-1] == "Jh"


@pytest.mark.parametrize("deal", DEALS)
def test_ma_10_a_2_a_ruling_that_the_table_refuses_is_not_offered(deal: Deal) -> None:
    """Two cards wait: when the first is the dealer's, the second is not, and lies beyond the last open hand."""
    told = misdelivered(deal(), 5)
    told.does(DEALER, c.ReportMisdelivery(7, Card("Jh")))
    assert open_choices(told.table) == CHOICES
    told.does(FLOOR, c.Rule("dealer_next", WHY))
    assert told.table.call is not None
    assert told.table.call.choices == CHOICES  # what was recorded when the floor was called
    assert open_choices(told.table) == ("burn",)
    assert [step.says for step in steps(told.table)] == ["Rule on it: burn."]
    told.does(FLOOR, c.Rule("burn", WHY))
    assert open_choices(told.table) == ()


@pytest.mark.parametrize("deal", DEALS)
def test_ma_10_a_2_a_card_that_can_still_go_forward_is_not_offered_to_a_dealer_who_has_one(deal: Deal) -> None:
    told = misdelivered(deal(), 5)
    told.does(DEALER, c.ReportDrawnCard(Card("Jh")))
    told.does(FLOOR, c.Rule("dealer_next", WHY))
    assert open_choices(told.table) == ("burn", "forward")
    told.does(FLOOR, c.Rule("forward", WHY))
    assert whose(told, "Jh") == [3]


@pytest.mark.parametrize("deal", DEALS)
def test_ma_10_a_2_the_card_may_be_burned(deal: Deal) -> None:
    told = misdelivered(deal(), 5, "burn")
    assert whose(told) == []
    assert told.table.cards.rack[-1] == "Qh"
    told.deals("Jh Kh 2d")
    assert (whose(told, "Jh"), whose(told, "Kh"), whose(told, "2d")) == ([3], [5], [0])


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize(("ruling", "hands"), [("burn", []), ("forward", [3]), ("dealer_next", [0])])
def test_ma_10_a_2_an_exposed_card_drawn_in_error_has_the_same_cures(
    deal: Deal, ruling: Ruling, hands: list[int]
) -> None:
    told = deal()
    told.does(DEALER, c.ReportDrawnCard(QUEEN))
    told.does(FLOOR, c.Rule(ruling, WHY))
    assert whose(told) == hands


# Letting players out


def test_ma_10_a_3_the_floor_lets_players_out_of_the_hand_with_all_they_have_in_it() -> None:
    told = misdelivered(original_deal(), 5)
    told.does(FLOOR, c.ReleasePlayers((3, 5), WHY))
    assert told.happened(PlayersReleased) == [PlayersReleased((3, 5), WHY)]
    for seat, wagers in ((3, {"initial", "tie"}), (5, {"initial"})):
        assert set(told.lines(seat)) == wagers
        assert {line.result for line in told.lines(seat).values()} == {"void"}
        assert {line.clauses for line in told.lines(seat).values()} == {("MA-10-a.3",)}
        assert told.net(seat) == "0.00"
    told.does(FLOOR, c.Rule("forward", WHY))
    assert whose(told) == [0]
    assert told.ends().net(1) == "-10.00"


def test_ma_10_a_3_a_player_let_out_of_a_war_gets_the_initial_and_the_war_wagers_back() -> None:
    told = misdelivered(war_deal(), 3)
    told.does(FLOOR, c.ReleasePlayers((3,), WHY))
    assert {wager: line.returned for wager, line in told.lines(3).items() if line.result == "void"} == {
        "initial": 1000,
        "war": 1000,
    }
    assert told.net(3) == "50.00"
    told.does(FLOOR, c.Rule("burn", WHY))
    told.deals("Jh 2d").ends()
    assert (whose(told, "Jh"), told.net(1), told.net(5)) == ([5], "10.00", "10.00")


def test_ma_10_a_3_the_floor_decides_with_a_reason_and_only_over_hands_in_play() -> None:
    told = misdelivered(original_deal(), 5)
    for other in (DEALER, player("seat 3")):
        assert told.refuses(other, c.ReleasePlayers((3,), WHY)).why is Refusal.NOT_YOURS
    assert told.refuses(FLOOR, c.ReleasePlayers((3,), "")).why is Refusal.REASON_IS_MISSING
    for seats in ((), (2,), (3, 2), (9,)):
        assert told.refuses(FLOOR, c.ReleasePlayers(seats, WHY)).why is Refusal.HAND_IS_NOT_IN_PLAY


def test_ma_10_a_3_players_are_let_out_after_the_ruling_too_and_play_the_next_round() -> None:
    told = misdelivered(original_deal(), 5, "burn")
    told.does(FLOOR, c.ReleasePlayers((1, 3, 5), WHY))
    assert told.ends().table.phase == "betting"
    told.bets(3, "10.00").deals("Ks 2d").ends()
    assert told.net(3) == "10.00"


# A card that was entered, where none can be


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_card_that_is_said_to_be_entered_is_not_counted_where_none_is_entered(rulebook: str) -> None:
    """Between rounds no hand has a card; one that came out then is reported as a new card."""
    told = ready(rulebook)
    before = told.table
    assert told.refuses(DEALER, c.ReportMisdelivery(1, QUEEN, entered=2)).why is Refusal.NO_SUCH_CARD
    assert told.refuses(DEALER, c.ReportMisdelivery(1, QUEEN, entered=0)).why is Refusal.NO_SUCH_CARD
    assert told.table == before
    told.does(DEALER, c.ReportMisdelivery(1, QUEEN))
    assert told.table.cards.in_shoe == before.cards.in_shoe - 1


def test_md_9_l_no_community_card_is_counted_twice_that_is_said_to_be_entered() -> None:
    told = electronic(3).bets_on_hand(1, 1).closes().deals("Qh")
    assert told.refuses(DEALER, c.ReportMisdelivery(2, QUEEN, entered=1)).why is Refusal.NO_SUCH_CARD


def test_ma_10_a_2_of_the_wars_that_are_settled_only_that_of_the_card_that_lies_elsewhere_is_undone() -> None:
    told = original_deal().deals("9h 9c 9d").wars_all().war_deals("Ks Kh Kc 2d")
    told.does(DEALER, c.SettleHand())
    told.does(DEALER, c.SettleHand())
    assert [box.seat for box in told.table.boxes if box.war_outcome] == [3, 5]
    told.does(DEALER, c.ReportMisdelivery(1, Card("Kh"), entered=3))
    told.does(FLOOR, c.Rule("burn", WHY))
    assert [(undone.line.seat, undone.line.wager) for undone in told.happened(SettlementReversed)] == [
        (3, "war"),
        (3, "initial"),
    ]
    assert [box.seat for box in told.table.boxes if box.war_outcome] == [5]
