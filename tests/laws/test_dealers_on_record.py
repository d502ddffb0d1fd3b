"""The dealer on record deals. Another dealer takes over first, in any phase, and owes a burn that nothing erases."""

import pytest
from msgspec.structs import replace

from tests.table.samples import STATES, table_in
from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told, cards_of
from wartable.table import Actor, Refusal, Refused, act, next_of_the_house
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import FACE_DOWN
from wartable.table.words import Phase

DANA, EVE = Actor("dealer", person="Dana"), Actor("dealer", person="Eve")
EVES_READER = Actor("shoe", person="Eve")
FRIDA, OTTO = Actor("floor", person="Frida"), Actor("floor", person="Otto")
RELIEVES_IN_THE_ROUND = {"dealer": {"relief_mid_round": "allow"}}
BY_RULES = {"maryland": "MD-8-E-4", "california": "CA-deal-1c", "wisconsin": "WI-g-1.3", "massachusetts": "MA-7-a.3"}


def opened(rulebook: str) -> Told:
    """A table that Dana deals, ready for bets, with one player where the house banks."""
    told = Told.at(rulebook)
    return told.banks(2, "1000.00") if told.table.phase == "banking" else told


@pytest.mark.parametrize("rulebook", BY_RULES)
def test_md_8_e_4_and_its_sisters_another_dealer_is_refused_until_that_dealer_has_taken_over(rulebook: str) -> None:
    told = opened(rulebook).bets(1, "10.00")
    refused = told.refuses(EVE, c.CallNoMoreBets())
    assert refused.why == Refusal.TAKE_OVER_FIRST
    assert BY_RULES[rulebook] in refused.clauses
    told.does(EVE, c.TakeOver("Eve"))
    assert told.table.dealer == "Eve"
    assert told.refuses(DANA, c.CallNoMoreBets()).why == Refusal.TAKE_OVER_FIRST
    assert told.refuses(EVE, c.CallNoMoreBets()).why == Refusal.BURN_COMES_FIRST


def test_ma_7_a_3_a_card_that_another_dealer_reads_does_not_enter() -> None:
    told = Told.at("massachusetts").bets(1, "10.00").deals("")
    refused = told.refuses(EVES_READER, c.TurnCard(cards_of("9s")[0]))
    assert refused.why == Refusal.TAKE_OVER_FIRST
    told.does(Actor("shoe", person="Dana"), c.TurnCard(cards_of("9s")[0]))


@pytest.mark.parametrize("rulebook", BY_RULES)
def test_wi_g_1_3_and_its_sisters_a_new_dealer_burns_before_the_next_deal(rulebook: str) -> None:
    told = opened(rulebook)
    told.goes_on("betting").bets(1, "10.00")
    told.does(EVE, c.TakeOver("Eve"))
    assert told.refuses(EVE, c.CallNoMoreBets()).why == Refusal.BURN_COMES_FIRST
    told.does(EVE, c.BurnCard())
    told.does(EVE, c.CallNoMoreBets())


@pytest.mark.parametrize(("rulebook", "phase"), [state for state in STATES if state[1] != "closed"])
def test_ca_deal_1c_and_its_sisters_a_dealer_takes_over_in_every_phase(rulebook: str, phase: Phase) -> None:
    """Within a round the house may keep relief to the floor; the floor then puts the new dealer on record."""
    table = table_in(rulebook, phase).table
    done = act(table, c.TakeOver("Eve"), FLOOR)
    assert not isinstance(done, Refused)
    assert done[0].dealer == "Eve"
    assert done[0].new_dealer or done[0].cards.dealer_burns or done[0].cards.burns_due


def test_a_dealer_does_not_put_another_on_record_nor_take_over_from_themselves() -> None:
    told = Told.at("maryland")
    assert told.refuses(EVE, c.TakeOver("Dov")).why == Refusal.NOT_YOURS
    assert told.refuses(DANA, c.TakeOver("Dana")).why == Refusal.DEALS_ALREADY
    assert told.refuses(EVE, c.TakeOver(" ")).why == Refusal.NAME_IS_BAD


def test_reading_g17_within_a_round_only_the_floor_relieves_a_dealer() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("9s")
    assert told.refuses(EVE, c.TakeOver("Eve")).why == Refusal.NOT_NOW
    assert told.refuses(FRIDA, c.TakeOver("Eve")).why == Refusal.NOT_ON_DUTY
    told.does(FRIDA, c.TakeDuty("Frida"))
    told.does(FRIDA, c.TakeOver("Eve"))
    assert told.refuses(SHOE, c.TurnCard(cards_of("9d")[0])).why == Refusal.BURN_COMES_FIRST


@pytest.mark.parametrize("rulebook", BY_RULES)
def test_wi_g_1_3_a_void_does_not_erase_the_new_dealers_burn(rulebook: str) -> None:
    told = Told.at(rulebook, RELIEVES_IN_THE_ROUND)
    told = told.banks(2, "1000.00") if told.table.phase == "banking" else told
    told.bets(1, "10.00").deals("9s")
    told.does(DEALER, c.TakeOver("Eve"))
    told.does(FLOOR, c.VoidRound("the lights went out"))
    told.goes_on("picking_up")
    assert (told.table.cards.burns_due, told.table.cards.dealer_burns) == (1, 1)


@pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts", "california"])
def test_wi_g_1_3_idle_cards_and_new_decks_do_not_erase_the_new_dealers_burn(rulebook: str) -> None:
    for order, by in ((c.DeclareIdle(), DEALER), (c.ChangeDecks(), FLOOR)):
        told = Told.at(rulebook)
        told.does(DEALER, c.TakeOver("Eve"))
        told.does(by, order)
        assert told.table.new_dealer


def test_a_shoe_that_is_empty_hands_the_burn_on_to_the_next_shoe() -> None:
    told = Told.at("washington", RELIEVES_IN_THE_ROUND).bets(1, "10.00").deals("9s")
    cards = told.table.cards
    racked = replace(cards, in_shoe=0, rack=cards.rack + (FACE_DOWN,) * cards.in_shoe)
    told.table = replace(told.table, cards=racked)
    told.does(DEALER, c.TakeOver("Eve"))
    told.does(FLOOR, c.VoidRound("the shoe is empty"))
    assert (told.table.cards.burns_due, told.table.new_dealer) == (0, True)


# The floor


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_md_4_a_2_and_its_sisters_only_a_floorperson_on_duty_at_the_table_verifies(rulebook: str) -> None:
    told = Told.closed(rulebook)
    told.does(FRIDA, c.OpenTable("Dana"))
    assert told.table.on_duty == ("Frida",)
    while told.table.todo and told.table.todo[0][0] != "verify":
        told.does(*(next_of_the_house(told.table) or (DEALER, c.BurnCard())))
    if not told.table.todo:
        return
    refused = told.refuses(OTTO, c.ConfirmStep("verify"))
    assert refused.why == Refusal.NOT_ON_DUTY
    assert refused.clauses == told.table.rules.steps["verify"].clauses
    told.does(OTTO, c.TakeDuty("Otto"))
    told.does(FRIDA, c.LeaveDuty("Frida"))
    assert told.refuses(FRIDA, c.ConfirmStep("verify")).why == Refusal.NOT_ON_DUTY
    told.does(OTTO, c.ConfirmStep("verify"))


def test_a_person_of_the_floor_signs_on_and_off_only_for_themselves_and_once() -> None:
    told = Told.at("wisconsin")
    assert told.refuses(FRIDA, c.TakeDuty("Otto")).why == Refusal.NOT_YOURS
    assert told.refuses(FRIDA, c.LeaveDuty("Otto")).why == Refusal.NOT_YOURS
    assert told.refuses(FRIDA, c.LeaveDuty("Frida")).why == Refusal.NOT_ON_DUTY
    assert told.refuses(FLOOR, c.TakeDuty("")).why == Refusal.NAME_IS_BAD
    told.does(FRIDA, c.TakeDuty("Frida"))
    assert told.refuses(FRIDA, c.TakeDuty("Frida")).why == Refusal.ON_DUTY_ALREADY
    told.does(FRIDA, c.LeaveDuty("Frida"))
    assert told.table.on_duty is None
    assert told.happened(e.DutyTaken) == [e.DutyTaken("Frida")]


def test_old_logs_a_void_of_the_first_edition_erased_the_burn_and_still_does() -> None:
    told = Told.at("maryland", RELIEVES_IN_THE_ROUND, edition=1).bets(1, "10.00").deals("9s")
    assert told.table.rules.of_the_first_edition
    told.does(DEALER, c.TakeOver("Eve"))
    told.does(FLOOR, c.VoidRound("the lights went out"))
    assert told.table.cards.burns_due == 0


@pytest.mark.parametrize("rulebook", BY_RULES)
def test_md_8_e_4_and_its_sisters_a_dealer_who_is_relieved_before_dealing_owes_no_burn(rulebook: str) -> None:
    told = opened(rulebook).bets(1, "10.00")
    before = told.table.cards.burns_due
    told.does(EVE, c.TakeOver("Eve"))
    told.does(DANA, c.TakeOver("Dana"))
    assert (told.table.cards.burns_due, told.table.cards.dealer_burns) == (before + 1, 1)
    told.does(DANA, c.BurnCard())
    assert told.table.cards.burns_due == before
