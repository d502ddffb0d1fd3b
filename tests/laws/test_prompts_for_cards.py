"""Every card is prompted with the hands: the first card of a player and of the dealer, and both war cards."""

import pytest

from tests.told import Told
from wartable.table import Step, steps

LEFT = "draw with the left hand, place with the right"
NEAREST = "draw with the hand nearest the shoe, place with the other"


def dealing_prompts(rulebook: str) -> list[Step]:
    """The prompts for the four cards of a war of one player."""
    told = Told.at(rulebook)
    if told.table.phase == "banking":
        told.banks(8, "100.00")
    told.bets(1, "10.00").deals("")
    prompts = [*steps(told.table)]
    prompts += steps(told.deals("8c").table)
    told.deals("8d").war(1).goes_on("picking_up", "war_wagers", "war_dealing")
    prompts += steps(told.table)
    prompts += steps(told.deals("9c").goes_on("war_dealing").table)
    return prompts


@pytest.mark.parametrize(
    ("rulebook", "clause", "hands"),
    [
        ("maryland", "MD-8-E-2", NEAREST),
        ("california", "CA-deal-2b", LEFT),
        ("wisconsin", "WI-g-2.2", LEFT),
        ("massachusetts", "MA-7-b.2", LEFT),
    ],
    ids=["MD-8-E-2", "CA-deal-2b", "WI-g-2.2", "MA-7-b.2"],
)
def test_md_8_e_2_and_its_sisters_the_hands_are_named_for_each_of_the_four_cards(
    rulebook: str, clause: str, hands: str
) -> None:
    prompts = dealing_prompts(rulebook)
    assert [prompt.step for prompt in prompts] == ["deal_player", "deal_dealer", "war_deal_player", "war_deal_dealer"]
    for prompt in prompts:
        assert hands in prompt.says
        assert clause in prompt.clauses


def test_md_8_e_3_both_prompts_for_a_players_card_name_the_exception() -> None:
    for prompt in dealing_prompts("maryland"):
        named = "either hand serves the two positions nearest the shoe" in prompt.says
        assert named == ("MD-8-E-3" in prompt.clauses) == (prompt.step in ("deal_player", "war_deal_player"))


def test_a_text_that_names_no_hands_prompts_none() -> None:
    assert not [prompt for prompt in dealing_prompts("washington") if "hand" in prompt.says]
