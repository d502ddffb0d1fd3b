"""California: who sits down after all players declined the bank is asked too, where a person deals as well."""

import pytest

from tests.laws.test_california_bank import offered, seated, worn_out
from tests.told import DEALER, Told, player
from wartable.live.moves import HouseAct, Situation, next_move
from wartable.live.settings import TableSettings
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table import steps


@pytest.mark.parametrize("clause", ["CA-def-pd.2", "CA-play-10a"])
def test_ca_def_pd_2_a_player_who_comes_after_all_declined_is_the_dealers_next_step_and_is_asked_alone(
    clause: str,
) -> None:
    told = seated("Ann", "Bo")
    assert offered(told) == ["Ann", "Bo"]
    assert steps(told.table) == ()
    told.sits(5, "Di")
    (again,) = steps(told.table)
    assert (again.step, again.by, again.seat, again.command) == ("offer_again", ("dealer",), 5, c.OfferBank())
    assert clause in again.clauses
    told.does(DEALER, c.OfferBank())
    assert told.happened(e.BankOffered)[-1] == e.BankOffered(5, ("Ann", "Bo"))
    assert offered(told) == ["Di"]
    assert steps(told.table) == ()
    told.does(DEALER, c.OfferBank())
    assert offered(told) == ["Ann", "Bo", "Di"]


def test_ca_def_pd_2_the_first_players_of_a_table_without_a_bank_are_the_dealers_next_step() -> None:
    told = Told.at("california")
    assert steps(told.table) == ()
    assert [step.seat for step in steps(told.sits(4, "Ann").table)] == [4]
    told.goes_on()
    assert told.table.banker.offer == 4


def test_ca_play_10b_a_player_who_banked_two_rounds_is_no_step_when_all_others_declined() -> None:
    told = worn_out()
    told.does(player("Bo"), c.DeclineBank())
    assert steps(told.table) == ()
    assert [step.seat for step in steps(told.sits(3, "Cy").table)] == [3]


@pytest.mark.parametrize(("patron", "offers"), [("bot-1", False), ("guest-1", True)])
def test_an_automatic_dealer_offers_the_bank_to_a_person_who_was_not_asked_yet_and_to_no_neighbour_alone(
    patron: str, *, offers: bool
) -> None:
    told = Told.at("california").sits(4, patron)
    settings = TableSettings("one", "california")
    move = next_move(told.table, Situation(settings, None, frozenset(), frozenset(), frozenset({"bot-1"})))
    assert (isinstance(move, HouseAct) and move.make() == c.OfferBank()) == offers
