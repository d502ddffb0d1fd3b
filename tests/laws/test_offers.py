"""Offers of the look and of the cut: they belong to a named person, and the next step waits for the answer."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.laws.arrivals import opened, shown
from tests.told import CLOCK, DEALER, FLOOR, RULEBOOKS, Told, done, player
from wartable.table import Actor, Refusal, Refused, act, steps
from wartable.table import commands as c
from wartable.table import events as e

SHOWN = {"maryland": "MD-4-B", "wisconsin": "WI-d-2", "massachusetts": "MA-4-b"}
"""States whose text gives the first player to arrive a look at the cards, and the clause."""
BATCH: dict[str, Any] = {"shuffler": {"kind": "batch"}}


def cutting(rulebook: str, house: dict[str, Any] | None = None) -> Told:
    """Ann, the first player, is offered the first cut."""
    return shown(rulebook, house).goes_on("opening", "shuffling")


def sealed(told: Told) -> c.ReceiveDecks:
    """Decks that the supplier inspected, shuffled and sealed."""
    received = done(told, "receive")
    assert isinstance(received, c.ReceiveDecks)
    return replace(received, supplier="Card Works", seal="4711")


# The look


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_4_b_wi_d_2_ma_4_b_verified_cards_are_spread_and_wait_for_the_first_player(rulebook: str) -> None:
    told = opened(rulebook)
    assert [step.step for step in steps(told.table)] == ["spread"]
    told.does(DEALER, c.ConfirmStep("spread"))
    for early in ("turn_down", "wash"):
        assert told.refuses(DEALER, c.ConfirmStep(early)).why == Refusal.NOT_THE_NEXT_STEP
    refused = told.refuses(DEALER, c.ConfirmStep("look"))
    assert refused.why == Refusal.NO_PLAYER_HAS_COME
    assert SHOWN[rulebook] in refused.clauses
    assert [step.step for step in steps(told.table)] == ["arrival"]
    told.sits(4, "Ann")
    assert told.events[-1] == e.Offered("look", 4, "Ann")


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_4_b_wi_d_2_ma_4_b_a_player_who_comes_while_the_cards_are_spread_is_offered_the_look(rulebook: str) -> None:
    told = opened(rulebook).sits(4, "Ann")
    assert [step.step for step in steps(told.table)] == ["spread"]
    told.does(DEALER, c.ConfirmStep("spread"))
    assert told.events[-1] == e.Offered("look", 4, "Ann")


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_4_b_wi_d_2_ma_4_b_the_look_is_the_first_arrivals_alone(rulebook: str) -> None:
    told = shown(rulebook)
    for stranger in (player("Bob"), player("Zoe")):
        assert told.refuses(stranger, c.ConfirmStep("look")).why == Refusal.NOT_YOURS
        assert told.refuses(stranger, c.DeclineLook()).why == Refusal.NOT_YOURS
    told.does(player("Ann"), c.ConfirmStep("look"))
    assert told.events[-2] == e.LookAnswered(4, "Ann", looked=True, by="player")
    assert told.refuses(player("Ann"), c.DeclineLook()).why == Refusal.NO_LOOK_IS_OFFERED


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_4_c_wi_d_3_1_ma_4_c_1_turning_down_waits_for_the_first_arrivals_answer(rulebook: str) -> None:
    told = shown(rulebook)
    refused = told.refuses(DEALER, c.ConfirmStep("turn_down"))
    assert refused.why == Refusal.NOT_THE_NEXT_STEP
    assert SHOWN[rulebook] in refused.clauses
    told.does(player("Ann"), c.DeclineLook())
    assert told.events[-1] == e.LookAnswered(4, "Ann", looked=False, by="player")
    told.does(DEALER, c.ConfirmStep("turn_down"))


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_4_c_wi_d_3_1_ma_4_c_1_a_look_that_is_not_answered_lapses_by_the_clock_alone(rulebook: str) -> None:
    told = shown(rulebook)
    for other in (DEALER, FLOOR, player("Ann")):
        assert told.refuses(other, c.LapseOffer()).why == Refusal.NOT_YOURS
    told.does(CLOCK, c.LapseOffer())
    assert told.events[-1] == e.OfferLapsed("look", 4, "Ann", "time")
    assert told.refuses(CLOCK, c.LapseOffer()).why == Refusal.NO_OFFER_IS_OPEN
    told.does(DEALER, c.ConfirmStep("turn_down"))


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_4_b_wi_d_2_ma_4_b_the_look_goes_to_the_next_arrival_if_the_first_one_leaves(rulebook: str) -> None:
    told = shown(rulebook)
    told.does(player("Ann"), c.Leave(4))
    assert told.events[-3:] == [
        e.OfferLapsed("look", 4, "Ann", "left"),
        e.PlayerLeft(4, "Ann", sat_by_cards=True),
        e.Offered("look", 2, "Bob"),
    ]
    told.does(player("Bob"), c.Leave(2))
    assert [step.step for step in steps(told.table)] == ["arrival"]
    assert told.refuses(DEALER, c.ConfirmStep("look")).why == Refusal.NO_PLAYER_HAS_COME
    told.sits(1, "Cy")
    assert told.events[-1] == e.Offered("look", 1, "Cy")


def test_md_4_b_a_player_on_two_boxes_keeps_the_look_when_leaving_one() -> None:
    told = opened("maryland", {"table": {"boxes": 2}}).sits(4, "Ann").sits(5, "Ann")
    told.does(DEALER, c.ConfirmStep("spread"))
    told.does(DEALER, c.Leave(4))
    assert told.events[-1] == e.PlayerLeft(4, "Ann", sat_by_cards=True)
    told.does(player("Ann"), c.ConfirmStep("look"))


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_4_b_wi_d_2_ma_4_b_the_dealer_answers_for_a_walk_in_and_never_for_a_remote_player(rulebook: str) -> None:
    told = opened(rulebook)
    told.does(player("Ann"), c.Sit(4, "Ann"))
    told.does(DEALER, c.ConfirmStep("spread"))
    for command in (c.ConfirmStep("look"), c.DeclineLook()):
        assert told.refuses(DEALER, command).why == Refusal.THEIRS_ALONE
    told = shown(rulebook)
    told.does(DEALER, c.ConfirmStep("look"))
    assert told.events[-2] == e.LookAnswered(4, "Ann", looked=True, by="dealer")


@pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts", "maryland"])
def test_wi_d_4_2_md_4_e_each_batch_waits_for_a_look_of_its_own(rulebook: str) -> None:
    told = shown(rulebook, BATCH)
    told.goes_on("opening")
    looks = [event for event in told.happened(e.Offered) if event.what == "look"]
    assert [(look.patron, look.batch) for look in looks] == [("Ann", 0), ("Ann", 1)]
    assert [event.batch for event in told.happened(e.LookAnswered)] == [0, 1]


# The first cut


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_5_a_1_md_5_e_1_wi_e_2_i_ma_5_c_1_the_first_cut_waits_for_the_first_arrival(rulebook: str) -> None:
    told = opened(rulebook)
    assert not told.happened(e.ShuffleBegun)
    told = cutting(rulebook)
    assert told.events[-1] == e.Offered("cut", 4, "Ann")
    told.does(player("Ann"), c.CutCards(100))
    assert told.happened(e.CardsCut) == [e.CardsCut(4, 100, patron="Ann")]


@pytest.mark.parametrize("rulebook", ["maryland", "massachusetts"])
def test_md_5_e_1_ma_5_c_1_preshuffled_cards_wait_for_the_first_arrival_to_be_cut(rulebook: str) -> None:
    told = Told.closed(rulebook)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.does(DEALER, sealed(told))
    assert told.refuses(DEALER, c.CutCards(100)).why == Refusal.NO_PLAYER_HAS_COME
    assert [step.step for step in steps(told.table)] == ["arrival"]
    told.sits(4, "Ann")
    assert told.events[-1] == e.Offered("cut", 4, "Ann")
    told.sits(2, "Bob").does(player("Ann"), c.CutCards(100))


def test_a_table_whose_cards_wait_for_the_first_cut_can_be_closed() -> None:
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.does(DEALER, sealed(told))
    told.does(FLOOR, c.CloseTable())
    assert told.goes_on().table.phase == "closed"


@pytest.mark.parametrize("rulebook", SHOWN)
def test_ma_5_c_md_5_c_wi_e_2_the_dealer_does_not_cut_in_the_designated_players_place(rulebook: str) -> None:
    told = cutting(rulebook)
    refused = act(told.table, c.CutCards(100), DEALER)
    assert isinstance(refused, Refused)
    assert refused.why == Refusal.NOT_YOUR_TURN
    other = act(told.table, c.CutCards(100, seat=2), DEALER)
    assert isinstance(other, Refused)
    told.does(DEALER, c.CutCards(100, seat=4))
    assert told.happened(e.CardsCut) == [e.CardsCut(4, 100, entered=True, patron="Ann")]


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_5_c_wi_e_2_ma_5_b_a_remote_player_answers_the_cut_alone(rulebook: str) -> None:
    told = opened(rulebook)
    told.does(player("Ann"), c.Sit(4, "Ann"))
    told.goes_on("opening", "shuffling")
    for command in (c.CutCards(100), c.DeclineCut()):
        assert told.refuses(DEALER, command).why == Refusal.THEIRS_ALONE
    told.does(player("Ann"), c.DeclineCut())
    told.does(DEALER, c.CutCards(100))
    assert told.events[-2:] == [e.CutDeclined(4), e.CardsCut(0, 100)]


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_5_c_wi_e_2_ma_5_b_a_cut_that_is_not_answered_lapses_and_is_not_a_refusal(rulebook: str) -> None:
    told = cutting(rulebook)
    told.does(CLOCK, c.LapseOffer())
    assert told.events[-2:] == [e.OfferLapsed("cut", 4, "Ann", "time"), e.Offered("cut", 2, "Bob")]
    assert not told.happened(e.CutDeclined)
    assert told.refuses(player("Ann"), c.CutCards(100)).why == Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("rulebook", SHOWN)
def test_ma_5_b_every_offer_of_the_cut_is_recorded_with_its_person(rulebook: str) -> None:
    told = cutting(rulebook)
    told.does(DEALER, c.DeclineCut())
    offers = [event for event in told.happened(e.Offered) if event.what == "cut"]
    assert [(offer.seat, offer.patron) for offer in offers] == [(4, "Ann"), (2, "Bob")]
    assert told.happened(e.CutDeclined) == [e.CutDeclined(4, entered=True)]


@pytest.mark.parametrize(
    ("rulebook", "by", "again"),
    [
        *((rulebook, FLOOR, c.OrderReshuffle()) for rulebook in SHOWN),
        *((rulebook, DEALER, c.ReportJam(0)) for rulebook in ("wisconsin", "massachusetts")),
    ],
    ids=[*SHOWN, "wisconsin_jam", "massachusetts_jam"],
)
def test_md_5_c_wi_e_2_ma_5_b_a_stack_that_is_shuffled_again_is_offered_anew(
    rulebook: str, by: Actor, again: c.Command
) -> None:
    """The player to whom the last stack was passed on has no claim to this one, and the first one is asked again."""
    told = cutting(rulebook, BATCH if isinstance(again, c.ReportJam) else None)
    told.does(player("Ann"), c.DeclineCut())
    assert told.events[-1] == e.Offered("cut", 2, "Bob")
    told.does(by, again)
    assert not told.table.offer
    told.goes_on("shuffling")
    assert told.events[-1] == e.Offered("cut", 4, "Ann")
    assert (told.table.offer and told.table.offer.patron, told.table.cut.offer) == ("Ann", 4)
    assert told.refuses(player("Bob"), c.CutCards(100)).why is Refusal.NOT_YOUR_TURN
    told.does(CLOCK, c.LapseOffer())
    assert told.events[-2:] == [e.OfferLapsed("cut", 4, "Ann", "time"), e.Offered("cut", 2, "Bob")]


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_5_e_4_the_cut_is_offered_to_the_next_player_when_the_one_asked_leaves(rulebook: str) -> None:
    told = cutting(rulebook)
    told.does(player("Ann"), c.Leave(4))
    assert told.events[-3:] == [
        e.OfferLapsed("cut", 4, "Ann", "left"),
        e.PlayerLeft(4, "Ann", sat_by_cards=True),
        e.Offered("cut", 2, "Bob"),
    ]
    told.does(player("Bob"), c.Leave(2))
    assert told.table.phase == "idle"


def test_md_5_e_1_a_player_on_two_boxes_who_leaves_one_keeps_the_cut_of_the_other() -> None:
    told = opened("maryland", {"table": {"boxes": 2}}).sits(4, "Ann").sits(5, "Ann").goes_on("opening", "shuffling")
    told.does(DEALER, c.Leave(5))
    assert told.events[-1] == e.PlayerLeft(5, "Ann", sat_by_cards=True)
    told.does(player("Ann"), c.CutCards(100))


# Idle


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_md_5_i_1_wi_e_7_1_ma_5_h_1_the_table_is_idle_when_the_last_player_leaves(rulebook: str) -> None:
    told = Told.at(rulebook).sits(1, "Ann").sits(2, "Bob")
    told.does(player("Ann"), c.Leave(1))
    assert not told.happened(e.TableIdled)
    told.does(player("Bob"), c.Leave(2))
    assert told.events[-1] == e.TableIdled()
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 10_00)).why == Refusal.NOT_NOW
    told.does(DEALER, c.ConfirmStep("remove_cards"))
    told.does(DEALER, c.ConfirmStep("spread_idle"))
    assert told.events[-2:] == [e.IdleCardsSpread("down"), e.StepConfirmed("spread_idle", "dealer", 0)]


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_5_i_1_wi_e_7_1_ma_5_h_1_the_table_is_idle_after_a_round_that_no_player_stayed_for(rulebook: str) -> None:
    told = Told.at(rulebook, {"wager": {"stay_seated": False}} if rulebook != "maryland" else None)
    told.bets(1, "10.00").deals("2c Kd").settles()
    if rulebook == "maryland":
        assert told.refuses(DEALER, c.Leave(1)).why == Refusal.STAY_UNTIL_THE_ROUND_ENDS
        return
    told.does(DEALER, c.Leave(1))
    told.ends()
    assert told.events[-2:] == [e.RoundEnded(1), e.TableIdled()]


def test_md_5_k_a_continuous_shuffler_keeps_its_cards_when_the_last_player_leaves() -> None:
    told = Told.at("maryland", {"shuffler": {"kind": "continuous"}}).sits(1, "Ann")
    told.does(player("Ann"), c.Leave(1))
    assert told.events[-1] == e.PlayerLeft(1, "Ann", sat_by_cards=True)
    assert told.table.phase == "betting"


def woken(rulebook: str, house: dict[str, Any] | None = None) -> Told:
    """Ann sits down at a table with idle cards, and the cards are shown to her."""
    told = Told.at(rulebook, house).sits(1, "Zoe")
    told.does(player("Zoe"), c.Leave(1))
    told.goes_on("idle").sits(4, "Ann")
    while not told.table.offer:
        told.does(FLOOR if told.table.todo[0][0] == "verify" else DEALER, c.ConfirmStep(told.table.todo[0][0]))
    return told


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_5_i_3_wi_e_7_3_ma_5_h_2_idle_cards_wait_for_the_arrivals_answer(rulebook: str) -> None:
    told = woken(rulebook)
    assert told.events[-1] == e.Offered("look", 4, "Ann")
    for step in ("turn_down", "wash", "stack"):
        assert told.refuses(DEALER, c.ConfirmStep(step)).why == Refusal.NOT_THE_NEXT_STEP
    told.does(player("Ann"), c.ConfirmStep("look"))
    assert told.goes_on("waking").table.phase == "shuffling"


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_5_i_3_wi_e_7_3_ma_5_h_2_a_table_that_wakes_is_idle_again_when_its_only_player_leaves(rulebook: str) -> None:
    told = woken(rulebook)
    told.does(player("Ann"), c.Leave(4))
    assert told.events[-3:] == [
        e.OfferLapsed("look", 4, "Ann", "left"),
        e.PlayerLeft(4, "Ann", sat_by_cards=True),
        e.TableIdled(),
    ]
    assert [step.step for step in steps(told.table)] == ["spread_idle"]
    told.goes_on("idle")
    assert (told.table.phase, told.table.todo) == ("idle", ())
    told.sits(5, "Bob")
    assert told.table.phase == "waking"


# Face up


@pytest.mark.parametrize("rulebook", SHOWN)
def test_md_5_i_2_cards_lie_face_up_only_on_a_players_recorded_request(rulebook: str) -> None:
    told = Told.at(rulebook).sits(1, "Ann")
    told.does(FLOOR, c.DeclareIdle())
    assert told.refuses(player("Zoe"), c.AskForFaceUp()).why == Refusal.NOT_YOURS
    assert told.refuses(DEALER, c.AskForFaceUp()).why == Refusal.NOT_YOURS
    told.does(DEALER, c.AskForFaceUp("Ann"))
    assert told.events[-1] == e.FaceUpAskedFor("Ann", "dealer")
    assert told.refuses(player("Ann"), c.AskForFaceUp()).why == Refusal.CARDS_LIE_FACE_UP
    told.goes_on("idle")
    assert told.happened(e.IdleCardsSpread) == [e.IdleCardsSpread("up")]
    assert "turn_up" not in [step for step, _ in told.table.todo]
    assert "turn_down" in [step for step, _ in told.table.todo]


@pytest.mark.parametrize("rulebook", ["maryland", "massachusetts", "wisconsin"])
def test_md_5_i_2_a_player_who_arrives_can_have_the_idle_cards_turned_up(rulebook: str) -> None:
    told = Told.at(rulebook).sits(1, "Zoe")
    told.does(player("Zoe"), c.Leave(1))
    told.goes_on("idle")
    assert told.refuses(DEALER, c.AskForFaceUp("Zoe")).why == Refusal.NOT_YOURS
    told.does(player("Ann"), c.Sit(4, "Ann"))
    assert told.refuses(DEALER, c.AskForFaceUp("Ann")).why == Refusal.THEIRS_ALONE
    told.does(player("Ann"), c.AskForFaceUp())
    told.does(DEALER, c.ConfirmStep("turn_up"))
    told.goes_on("waking")
    steps_done = [event.step for event in told.happened(e.StepConfirmed)]
    after = steps_done[steps_done.index("turn_up") :]
    assert after.count("turn_up") == 1
    assert after.index("look") < after.index("turn_down")


def test_md_5_i_2_cards_that_are_fanned_face_up_need_no_request() -> None:
    told = woken("maryland")
    assert told.refuses(player("Ann"), c.AskForFaceUp()).why == Refusal.CARDS_LIE_FACE_UP


def test_md_5_i_2_after_the_look_no_cards_are_turned_up() -> None:
    told = woken("massachusetts")
    told.does(player("Ann"), c.ConfirmStep("look"))
    assert told.refuses(player("Ann"), c.AskForFaceUp()).why == Refusal.CARDS_LIE_FACE_UP
