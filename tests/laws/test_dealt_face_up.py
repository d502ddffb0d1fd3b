"""A card that had lain face up in the shoe, and was dealt before anybody noticed, is not used: its hand has another."""

from collections.abc import Callable

import pytest

from tests.laws.cover_card import BEHIND, bets, opened, prompted, rounds_until
from tests.laws.finding import WHY, rules
from tests.laws.test_missed_war_cards import finds
from tests.table.houses import House
from tests.table.provoking import sealed
from tests.told import DEALER, FLOOR, SHOE, Told, cards_of
from wartable.cards import Card
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e

NOT_USED = {"maryland": "md_11_a", "wisconsin": "wi_j_1_1", "massachusetts": "ma_10_b_1"}
VOIDS = {"wisconsin": "wi_j_1_2", "massachusetts": "ma_10_b_2"}
ELECTRONIC: House = {"electronic": {"community_cards": 3}}


def dealt(rulebook: str, cards: str = "Ac 3d 4h 5s") -> Told:
    told = Told.at(rulebook)
    for seat in (1, 2, 3):
        told.bets(seat, "10.00")
    return told.deals(cards)


def lay_face_up(told: Told, card: str, seat: int, deal: str | None = None) -> tuple[e.Event, ...]:
    return told.does(DEALER, c.ReportFaceUpCards(cards_of(card), seat, deal))  # type: ignore[arg-type]


def turns(told: Told, card: str) -> Told:
    told.does(SHOE, c.TurnCard(Card(card)))
    return told


def nets(told: Told) -> list[str]:
    assert sum(told.ends().accounts().values()) == 0
    return [told.net(seat) for seat in (1, 2, 3)]


@pytest.mark.parametrize("rulebook", NOT_USED, ids=NOT_USED.values())
@pytest.mark.parametrize("settled", [0, 1, 3])
def test_a_card_that_lay_face_up_is_taken_from_its_hand_which_has_the_next_one(rulebook: str, settled: int) -> None:
    told = dealt(rulebook)
    for _ in range(settled):
        told.does(DEALER, c.SettleHand())
    in_shoe = told.table.cards.in_shoe
    lay_face_up(told, "Ac", 1)
    assert (told.table.phase, told.table.boxes[0].card) == ("dealing", None)
    assert told.table.cards.in_shoe == in_shoe, "it left the shoe when it was dealt"
    assert told.table.cards.rack.count(Card("Ac")) == told.table.found.face_up == 1
    turns(told, "2c")
    assert [box.card for box in told.table.boxes[:3]] == ["2c", "3d", "4h"]
    assert nets(told) == ["-10.00", "-10.00", "-10.00"]
    assert told.table.cards.rack.count(Card("Ac")) == 1


@pytest.mark.parametrize("rulebook", NOT_USED, ids=NOT_USED.values())
def test_the_dealers_card_that_lay_face_up_is_not_used_and_every_hand_is_settled_again(rulebook: str) -> None:
    told = dealt(rulebook).settles()
    lay_face_up(told, "5s", 0)
    turns(told, "Kd")
    assert nets(told) == ["10.00", "-10.00", "-10.00"]
    assert told.lines(1)["initial"].result == "win"


@pytest.mark.parametrize("rulebook", NOT_USED, ids=NOT_USED.values())
@pytest.mark.parametrize("last", [False, True])
def test_a_war_card_that_lay_face_up_is_not_used(rulebook: str, *, last: bool) -> None:
    told = dealt(rulebook, "9s 9c 7s 9d").wars_all()
    told.war_deals("Ks 2c Jd" if last else "Ks 2c")
    lay_face_up(told, "Ks", 1)
    assert told.table.phase == "war_dealing"
    assert told.table.boxes[0].hand == ("9s",)
    turns(told, "3c")
    if not last:
        turns(told, "Jd")
    assert nets(told) == ["-20.00", "-20.00", "-10.00"]
    assert told.table.cards.rack.count(Card("Ks")) == 1


@pytest.mark.parametrize("rulebook", NOT_USED, ids=NOT_USED.values())
def test_a_hand_that_was_picked_up_is_settled_on_another_card_and_the_war_of_others_stands(rulebook: str) -> None:
    told = dealt(rulebook, "9s 9c 7s 9d").wars_all().war_deals("Ks 2c Jd")
    lay_face_up(told, "7s", 3)
    turns(told, "Qs")
    assert nets(told) == ["10.00", "-20.00", "10.00"]


@pytest.mark.parametrize("rulebook", NOT_USED, ids=NOT_USED.values())
def test_the_deal_of_the_card_can_be_named_and_a_war_that_followed_from_it_is_not_fought(rulebook: str) -> None:
    told = dealt(rulebook, "9s 8c 7s 9d").wars_all().war_deals("9s Jd")
    racked = lay_face_up(told, "9s", 1, "original")[0]
    assert racked == e.FaceUpCardsRacked(cards_of("9s"), 1, "original", (), cards_of("9s Jd"))
    turns(told, "Qs")
    assert nets(told) == ["10.00", "-10.00", "-10.00"]


@pytest.mark.parametrize("rulebook", VOIDS, ids=VOIDS.values())
@pytest.mark.parametrize("first_was_dealt", [False, True])
def test_a_second_card_that_was_dealt_face_up_makes_every_hand_void(rulebook: str, *, first_was_dealt: bool) -> None:
    told = dealt(rulebook)
    if first_was_dealt:
        lay_face_up(told, "Ac", 1)
        turns(told, "2c")
    else:
        told.does(DEALER, c.ReportFaceUpCards(cards_of("8h")))
    events = lay_face_up(told, "3d", 2)
    assert events[0] == e.FaceUpCardFound(2, Card("3d"), "original")
    assert told.table.boxes[1].card == "3d", "the floor has not ruled yet"
    assert told.table.found.face_up == 2
    rules(told, "void")
    assert told.ends().events[-1] == e.ShuffleBegun("irregularity")
    assert told.accounts() == {}


@pytest.mark.parametrize("rulebook", VOIDS, ids=VOIDS.values())
def test_hands_stand_as_they_lie_if_the_report_of_a_second_card_was_wrong(rulebook: str) -> None:
    told = dealt(rulebook)
    told.does(DEALER, c.ReportFaceUpCards(cards_of("8h")))
    before = told.table
    lay_face_up(told, "3d", 2)
    told.does(DEALER, c.ReportFaceUpCards(cards_of("8s")))
    rules(told, "no_face_up_cards")
    rules(told, "no_face_up_cards")
    assert (told.table.phase, told.table.cards, told.table.boxes) == ("settling", before.cards, before.boxes)
    assert told.table.found.face_up == told.table.round.face_up == 1
    assert nets(told) == ["10.00", "-10.00", "-10.00"]


def test_md_11_a_every_card_that_was_dealt_face_up_is_taken_from_its_hand() -> None:
    told = dealt("maryland")
    lay_face_up(told, "Ac", 1)
    lay_face_up(told, "3d", 2)
    turns(turns(told, "2c"), "Ks")
    assert nets(told) == ["-10.00", "10.00", "-10.00"]


def test_a_text_that_knows_no_card_face_up_has_the_floor_rule_on_it_when_the_hand_has_lost_it() -> None:
    told = dealt("washington")
    lay_face_up(told, "Ac", 1)
    assert told.table.call
    assert told.table.call.choices == ("continue", "void")
    rules(told, "continue")
    assert told.table.phase == "dealing"
    assert nets(turns(told, "2c")) == ["-10.00", "-10.00", "-10.00"]


def test_ma_10_b_1_a_card_is_reported_while_the_floor_is_called_and_the_deal_goes_on_after_its_ruling() -> None:
    told = dealt("massachusetts")
    told.does(DEALER, c.ReportMissedHand(2))
    lay_face_up(told, "Ac", 1)
    rules(told, "continue")
    assert told.table.phase == "dealing"
    assert nets(turns(told, "2c")) == ["-10.00", "-10.00", "-10.00"]


ONE_WAR = {
    "maryland": "md_9_h_1",
    "wisconsin": "wi_h_6_1",
    "massachusetts": "ma_8_f_1",
    "washington": "wa_4_c_ii_1",
}


@pytest.mark.parametrize("rulebook", ONE_WAR, ids=ONE_WAR.values())
@pytest.mark.parametrize("ruling", ["deal_now", "continue"])
def test_a_war_is_put_right_before_a_card_of_the_original_deal_is_replaced(rulebook: str, ruling: str) -> None:
    """The war burns once, collects once, and the hand that lost its card has another before the round ends."""
    told = Told.at(rulebook).bets(1, "10.00").bets(2, "10.00").deals("9s 2c 9d").war(1).war_deals("Ks Qc")
    burns = len(told.happened(e.CardBurned))
    told.does(DEALER, c.ReportMissedHand(1))
    report = c.ReportFaceUpCards(cards_of("2c"), 2)
    refused = told.refuses(DEALER, report)
    assert (refused.why, refused.clauses) == (Refusal.NOT_NOW, told.table.rules.steps["war_deal_player"].clauses)
    rules(told, ruling)
    told.goes_on("war_dealing")
    if ruling == "deal_now":
        assert told.refuses(DEALER, report).why is Refusal.NOT_NOW, "the war is dealt first"
        turns(told, "Kd")
        again = told.table.rules.war.burns if told.table.rules.war.burn_pattern == "before_every_card" else 0
        assert len(told.happened(e.CardBurned)) == burns + again
    told.does(DEALER, report)
    if told.table.call:
        rules(told, "continue")
    turns(told, "Ah").ends()
    assert told.events[-1] == e.RoundEnded(told.table.round.number)
    assert len(told.happened(e.WarWagersConfirmed)) == 1
    assert sum(told.accounts().values()) == 0
    assert told.net(2) == "10.00"


def test_md_11_a_a_community_card_that_lay_face_up_is_replaced_for_every_seat_that_bets_on_it() -> None:
    told = Told.at("maryland", ELECTRONIC).bets_on_hand(1, 1).bets_on_hand(2, 1).bets_on_hand(3, 2).closes()
    told.deals("Ac 3d 4h 5s")
    lay_face_up(told, "Ac", 1)
    turns(told, "2c")
    assert [hand.card for hand in told.table.round.community] == ["2c", "3d", "4h"]
    assert nets(told) == ["-10.00", "-10.00", "-10.00"]


def test_a_report_about_a_seat_or_card_that_is_not_there_is_refused_by_name() -> None:
    told = dealt("wisconsin")

    def why(cards: str, seat: int, deal: str | None = None) -> Refusal:
        return told.refuses(DEALER, c.ReportFaceUpCards(cards_of(cards), seat, deal)).why  # type: ignore[arg-type]

    assert {why("Ac", -1), why("Ac", 99)} == {Refusal.NO_SUCH_SEAT}
    wrong = {why("Ac", 2), why("8h", 1), why("Ac 3d", 1), why("Ac", 1, "war"), why("Ac", 6)}
    assert wrong == {Refusal.NO_SUCH_CARD}
    told.does(FLOOR, c.VoidRound(WHY))
    assert why("4h", 2) is Refusal.NOT_NOW
    told.ends()
    assert why("4h", 2) is Refusal.NOT_NOW


def test_md_11_a_a_war_card_with_burns_behind_it_waits_until_the_war_is_dealt() -> None:
    told = Told.at("maryland", {"war": {"burn_pattern": "before_every_card"}}).bets(1, "10.00").bets(2, "10.00")
    told.deals("9s 9c 9d").wars_all().war_deals("Ks")
    told.does(DEALER, c.BurnCard())
    report = c.ReportFaceUpCards(cards_of("Ks"), 1)
    assert told.refuses(DEALER, report).why is Refusal.NOT_NOW


def test_the_cards_of_a_sealed_shoe_lay_face_down_until_they_were_dealt() -> None:
    told = sealed().bets(1, "10.00").deals("7s 8s")
    report = c.ReportFaceUpCards(cards_of("7s"), 1)
    assert told.refuses(DEALER, report).why is Refusal.SEALED_CARDS_STAY


# A hand that leaves the round before it has the next card


def missed(told: Told) -> None:
    finds(told, 2)
    rules(told, "void_hand")


def voided(told: Told) -> None:
    told.does(FLOOR, c.VoidRound(WHY))


def is_let_out(told: Told) -> None:
    told.does(DEALER, c.ReportMisdelivery(3, Card("Kd")))
    told.does(FLOOR, c.ReleasePlayers((2,), WHY))
    rules(told, "burn")


LEAVES = [
    *[(rulebook, missed) for rulebook in NOT_USED],
    *[(rulebook, voided) for rulebook in NOT_USED],
    ("massachusetts", is_let_out),
]


@pytest.mark.parametrize(("rulebook", "leaves"), LEAVES)
def test_md_11_a_wi_j_1_1_ma_10_b_1_a_card_that_went_to_the_rack_is_not_picked_up_again(
    rulebook: str, leaves: Callable[[Told], None]
) -> None:
    told = dealt(rulebook).settles()
    lay_face_up(told, "3d", 2)
    leaves(told)
    out = told.table.cards.in_shoe
    told.ends()
    assert sorted(seat for seat, _ in told.happened(e.CardsPickedUp)[-1].hands) == [0, 1, 3]
    assert (told.table.cards.in_shoe, told.table.cards.drawn_ahead) == (out, 0)


@pytest.mark.parametrize("rulebook", NOT_USED)
def test_md_8_g_1_wi_g_4_ma_7_d_the_cover_card_is_still_due_after_a_hand_lost_its_card_and_left(rulebook: str) -> None:
    """Every card that leaves the shoe is counted, so that the dealer is asked for the cover card in time."""
    told = opened(rulebook)
    bets(told, 1, 2).deals("Ac 3d 5s")
    lay_face_up(told, "3d", 2)
    missed(told)
    told.ends()
    if told.table.found.included:
        told.does(DEALER, c.DeclineInclusion(2))
    rounds_until(told, BEHIND - 11)
    assert "cover_card" in prompted(told)


def test_md_11_a_a_community_card_that_went_to_the_rack_is_not_picked_up_again() -> None:
    told = Told.at("maryland", ELECTRONIC).bets_on_hand(1, 1).bets_on_hand(2, 2).closes().deals("Ac 3d 4h 5s")
    lay_face_up(told, "3d", 2)
    voided(told)
    told.ends()
    assert told.happened(e.CardsPickedUp)[-1].hands == ((1, ("Ac",)), (3, ("4h",)), (0, ("5s",)))
    assert told.table.cards.drawn_ahead == 0
