"""Washington: the war, its pool of three units, its burns, and what it pays."""

from typing import Any

import pytest

from tests.told import DEALER, SHOE, Told, player
from wartable.cards import Card
from wartable.rulebook import load_rulebook
from wartable.rulebook.house import choose
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e


def dealing(*seats: int, initial: str = "10.00", house: dict[str, Any] | None = None) -> Told:
    """These seats tie with the dealer's eight and are at war; the war wagers are confirmed."""
    told = Told.at("washington", house)
    for seat in seats:
        told.bets(seat, initial)
    told.deals("8c " * len(seats) + "8d").settles()
    for seat in reversed(seats):
        told.war(seat)
    return told.goes_on("picking_up", "war_wagers")


def drawn(told: Told) -> str:
    """What left the shoe on the war deal: b for a burn, or the seat that got a card."""
    war = told.events[told.events.index(e.WarWagersConfirmed()) :]
    return "".join(
        "b" if isinstance(event, e.CardBurned) else str(event.seat)
        for event in war
        if isinstance(event, e.CardBurned | e.CardDealt)
    )


# The pool


def test_wa_4_c_ii_1_player_and_dealer_both_match_the_original_wager() -> None:
    told = Told.at("washington").bets(1, "10.00").deals("8c 8d").settles()
    told.does(player("seat 1"), c.GoToWar(1))
    assert told.accounts() == {"patron/seat 1": -2000, "layout/1//initial": 1000, "layout/1//war": 1000}
    told.goes_on("picking_up").sees_the_war()
    (step,) = steps(told.table)
    assert (step.step, step.by) == ("war_wagers", ("dealer",))
    assert "WA-4-c-ii.1" in step.clauses
    told.confirms_the_war()
    assert told.happened(e.WarMatched) == [e.WarMatched(1, "", 1000)]
    assert told.accounts()["bank"] == -1000


def pool(told: Told) -> int:
    """Everything that lies in the war of seat 1."""
    accounts = told.accounts()
    return accounts["layout/1//initial"] + accounts["layout/1//war"] + accounts["pool/1/"]


def test_wa_4_c_ii_2_a_war_is_fought_over_three_units() -> None:
    assert pool(dealing(1)) == 3000
    told = Told.at("washington").bets(1, "10.00").deals("8c 8d").war(1).goes_on("picking_up").sees_the_war()
    assert "WA-4-c-ii.2" in steps(told.table)[0].clauses


def test_wa_4_c_ii_3_five_dollars_grow_to_fifteen_as_in_the_printed_example() -> None:
    told = dealing(1, initial="5.00")
    assert [war.stake for war in told.happened(e.WarDeclared)] == [500]
    assert [match.amount for match in told.happened(e.WarMatched)] == [500]
    assert pool(told) == 1500
    assert load_rulebook("washington").values["figures.pool_example"].value == "15.00"


# Burns


def test_wa_4_c_ii_1_1_three_burns_come_before_the_players_war_card() -> None:
    told = dealing(1)
    for _ in range(3):
        (step,) = steps(told.table)
        assert step.step == "war_burn"
        assert {"WA-4-c-ii-1.1", "WA-4-c-ii-1.2"} <= set(step.clauses)
        assert told.refuses(SHOE, c.TurnCard(Card("Kc"))).why == Refusal.BURN_COMES_FIRST
        told.does(DEALER, c.BurnCard())
    (step,) = steps(told.table)
    assert (step.step, step.seat) == ("war_deal_player", 1)
    assert "WA-4-c-ii-1.1" in step.clauses
    told.does(SHOE, c.TurnCard(Card("Kc")))


def test_wa_4_c_ii_1_2_three_more_burns_come_before_the_dealers_war_card() -> None:
    told = dealing(1).deals("Kc")
    assert told.refuses(SHOE, c.TurnCard(Card("9d"))).why == Refusal.BURN_COMES_FIRST
    told.goes_on("war_dealing")
    (step,) = steps(told.table)
    assert (step.step, step.seat) == ("war_deal_dealer", 0)
    assert "WA-4-c-ii-1.2" in step.clauses
    told.deals("9d")
    assert drawn(told) == "bbb1bbb0"


def test_wa_4_c_ii_1_1_three_burns_precede_every_war_card() -> None:
    assert drawn(dealing(1, 3, 5).deals("Kc Qc Jc 9d")) == "bbb1bbb3bbb5bbb0"


def test_wa_4_c_ii_1_2_no_house_burns_only_once() -> None:
    (finding,) = choose(load_rulebook("washington"), {"war": {"burn_pattern": "once"}})[1]
    assert finding.severity == "error"
    assert {"WA-4-c-ii-1.1", "WA-4-c-ii-1.2"} <= set(finding.clauses)


# What a war pays


@pytest.mark.parametrize(
    ("war", "initial", "fought", "net"),
    [
        pytest.param("Kc 9d", ("push", 0, 1000, 0), ("win", 0, 1000, 1000), 1000, id="WA-4-c-ii-1-a"),
        pytest.param("9c 9d", ("push", 0, 1000, 0), ("win", 0, 1000, 2000), 2000, id="WA-4-c-ii-1-b"),
        pytest.param("2c 9d", ("lose", 1000, 0, 0), ("lose", 1000, 0, 0), -2000, id="WA-4-c-ii-1-c"),
    ],
)
def test_the_pool_goes_to_the_winner(
    war: str,
    initial: tuple[str, int, int, int],
    fought: tuple[str, int, int, int],
    net: int,
    request: pytest.FixtureRequest,
) -> None:
    told = dealing(1).deals(war).ends()
    for wager, line in told.lines(1).items():
        moved = (line.result, line.collected, line.returned, line.paid)
        assert moved == (initial if wager == "initial" else fought)
        assert request.node.callspec.id in line.clauses
    assert told.accounts() == {"patron/seat 1": net, "bank": -net}


@pytest.mark.parametrize(("war", "taken"), [("Kc 9d", 3000), ("9c 9d", 3000 + 1000), ("2c 9d", 0)])
def test_wa_4_c_ii_2_what_the_player_takes_from_the_table(war: str, taken: int) -> None:
    told = dealing(1).deals(war)
    before = told.accounts()["patron/seat 1"]
    after = told.goes_on("war_settling").accounts().get("patron/seat 1", 0)
    assert after - before == taken


def test_wa_pay_3_a_war_that_is_won_earns_one_to_two_of_the_players_two_units() -> None:
    lines = dealing(1).deals("Kc 9d").ends().lines(1)
    at_stake = lines["initial"].staked + lines["war"].staked
    earned = lines["initial"].paid + lines["war"].paid
    assert 2 * earned == at_stake
    assert "WA-pay-3" in lines["war"].clauses


def test_wa_pay_4_a_war_that_is_tied_earns_one_to_one_of_the_players_two_units() -> None:
    lines = dealing(1).deals("9c 9d").ends().lines(1)
    at_stake = lines["initial"].staked + lines["war"].staked
    earned = lines["initial"].paid + lines["war"].paid
    assert earned == at_stake
    assert "WA-pay-4" in lines["war"].clauses


def test_wa_4_c_ii_1_an_original_tie_wager_is_paid_before_the_war_and_does_not_ride_on_it() -> None:
    told = Told.at("washington").bets(1, "10.00", tie="5.00").deals("8c 8d").settles()
    assert told.lines(1)["tie"].paid == 5000
    told.war(1).war_deals("2c 9d").ends()
    assert told.net(1) == "30.00"
