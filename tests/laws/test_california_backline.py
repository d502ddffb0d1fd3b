"""California: people who bet behind a seat, on its card, with their own money."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, Told, player
from wartable.rulebook import EDITION, as_kept, load_rulebook, rules_in_force
from wartable.rulebook.checks.finding import errors
from wartable.rulebook.house import choose
from wartable.table import Actor, Refusal
from wartable.table import commands as c
from wartable.table import events as e

SEATED_DECIDES = {"ca": {"backline": {"decision": "seated_player"}}}


def behind_seat_1(bank: str = "500.00", house: dict[str, Any] | None = None, edition: int = EDITION) -> Told:
    """Seat 8 banks; at seat 1 the seated player has bet 20, then Gus and Hal behind, 10 each."""
    told = Told.at("california", house, edition).banks(8, bank).bets(1, "20.00")
    return told.bets(1, "10.00", bettor="Gus").bets(1, "10.00", bettor="Hal")


# Who may bet behind a seat


def test_ca_players_2_somebody_who_is_not_seated_bets_behind_a_seat_on_its_card() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "20.00")
    told.does(player("Gus"), c.PlaceWager(1, "initial", 1000, "Gus"))
    told.does(player("Gus"), c.PlaceWager(1, "tie", 500, "Gus"))
    told.deals("Kc 2d").ends()
    assert [dealt.seat for dealt in told.happened(e.CardDealt)] == [1, 0]
    assert (told.net(1), told.net(1, "Gus")) == ("20.00", "5.00")
    assert told.accounts() == {"patron/seat 1": 2000, "patron/Gus": 500, "patron/seat 8": -2500}


@pytest.mark.parametrize(
    ("seat", "why"),
    [(2, Refusal.SEAT_IS_EMPTY), (3, Refusal.INITIAL_WAGER_COMES_FIRST), (8, Refusal.BANK_DOES_NOT_BET)],
)
def test_ca_players_2_nobody_bets_behind_a_seat_that_is_not_in_the_game(seat: int, why: Refusal) -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "20.00").sits(3)
    assert told.refuses(player("Gus"), c.PlaceWager(seat, "initial", 1000, "Gus")).why == why


@pytest.mark.parametrize(
    ("by", "name"), [(DEALER, " "), (DEALER, "x" * 65), (player("x" * 65), "Gus")], ids=["blank", "long", "own"]
)
def test_ca_players_2_a_bettor_behind_a_seat_has_a_name_that_can_be_read(by: Actor, name: str) -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "20.00")
    assert told.refuses(by, c.PlaceWager(1, "initial", 1000, name)).why is Refusal.NAME_IS_BAD


def test_ca_bet_4_a_bettor_behind_a_seat_makes_a_tie_wager_beside_a_primary_wager_only() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "20.00")
    assert told.refuses(player("Gus"), c.PlaceWager(1, "tie", 500, "Gus")).why == Refusal.INITIAL_WAGER_COMES_FIRST


def test_ca_bet_1b_the_tables_limits_hold_behind_a_seat_too() -> None:
    told = Told.at("california", {"limits": {"min": "10.00", "max": "200.00"}}).banks(8, "500.00").bets(1, "20.00")
    low = told.refuses(player("Gus"), c.PlaceWager(1, "initial", 998, "Gus"))
    assert low.why == Refusal.AMOUNT_IS_BELOW_THE_LIMIT


def test_ca_18_as_many_bettors_fit_behind_a_seat_as_the_house_says() -> None:
    told = Told.at("california", {"ca": {"backline": {"max": 8}}}).banks(8, "500.00").bets(1, "20.00")
    for number in range(1, 9):
        told.bets(1, "10.00", bettor=f"bettor {number}")
    ninth = told.refuses(player("Ida"), c.PlaceWager(1, "initial", 1000, "Ida"))
    assert (ninth.why, ninth.clauses) == (Refusal.BACKLINE_IS_FULL, ("CA-players-2",))


def test_ca_players_2_a_house_does_not_keep_everybody_from_betting_behind_its_seats() -> None:
    (finding,) = errors(choose(load_rulebook("california"), {"ca": {"backline": {"max": 0}}})[1])
    assert (finding.key, finding.clauses) == ("ca.backline.max", ("CA-players-2",))


def test_a_table_of_earlier_releases_that_took_no_bets_behind_its_seats_takes_none() -> None:
    book = as_kept(load_rulebook("california"), EDITION)
    choices, findings = choose(book, {"ca": {"backline": {"max": 0}}})
    assert not errors(findings)
    told = Told(rules_in_force(book, choices))
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on().banks(8, "500.00").bets(2, "20.00")
    refused = told.refuses(player("Gus"), c.PlaceWager(2, "initial", 1000, "Gus"))
    assert (refused.why, refused.clauses) == (Refusal.ONLY_SEATED_PLAYERS_BET, ("CA-players-2",))


def test_ca_18_a_wager_behind_a_seat_is_the_bettors_own() -> None:
    told = behind_seat_1()
    assert told.refuses(player("seat 1"), c.TakeBackWager(1, "initial", "Gus")).why == Refusal.NOT_YOUR_SEAT
    assert told.refuses(player("Hal"), c.PlaceWager(1, "tie", 500, "Gus")).why == Refusal.NOT_YOUR_SEAT
    told.does(player("Gus"), c.TakeBackWager(1, "initial", "Gus"))
    assert "patron/Gus" not in told.accounts()


# Who decides


def test_ca_18_everybody_at_a_tied_seat_is_asked_the_seated_player_first() -> None:
    told = behind_seat_1().deals("8c 8d").settles()
    asked = []
    while (turn := told.asked()) is not None:
        asked.append(turn)
        told.surrenders(*turn)
    assert asked == [(1, ""), (1, "Gus"), (1, "Hal")]


def test_ca_18_each_bettor_decides_for_the_own_wager_alone() -> None:
    told = behind_seat_1().deals("8c 8d").settles()
    told.does(player("seat 1"), c.Surrender(1))
    assert told.refuses(player("seat 1"), c.Surrender(1, "Gus")).why == Refusal.NOT_YOUR_SEAT
    assert told.refuses(player("Hal"), c.GoToWar(1, "Hal")).why == Refusal.NOT_YOUR_TURN
    told.does(player("Gus"), c.GoToWar(1, "Gus"))
    told.does(player("Hal"), c.Surrender(1, "Hal"))
    told.war_deals("Kc 9d").ends()
    assert (told.net(1), told.net(1, "Gus"), told.net(1, "Hal")) == ("-10.00", "10.00", "-5.00")


def test_ca_18_a_seat_takes_one_war_card_however_many_of_its_bettors_are_at_war() -> None:
    told = behind_seat_1().deals("8c 8d").war(1).war(1, bettor="Gus").war(1, bettor="Hal").war_deals("9c 9d")
    assert [dealt.seat for dealt in told.happened(e.CardDealt) if dealt.deal == "war"] == [1, 0]
    assert told.table.round.war_burns == 6
    told.ends()
    assert (told.net(1), told.net(1, "Gus"), told.net(1, "Hal")) == ("40.00", "20.00", "20.00")
    assert told.accounts()["patron/seat 8"] == -8000


def test_ca_play_4a_a_seats_cards_stay_while_anybody_there_is_at_war() -> None:
    told = behind_seat_1().deals("8c 8d").surrenders(1).war(1, bettor="Gus").surrenders(1, bettor="Hal")
    assert told.table.phase == "war_wagers"
    assert told.happened(e.CardsPickedUp) == []


def test_ca_18_a_log_of_the_first_edition_in_which_the_seated_player_decided_for_all_still_replays() -> None:
    told = behind_seat_1(house=SEATED_DECIDES, edition=1).deals("8c 8d").settles()
    assert told.refuses(player("Gus"), c.Surrender(1, "Gus")).why == Refusal.NOT_YOUR_TURN
    told.does(player("seat 1"), c.GoToWar(1))
    assert told.asked() is None
    stakes = {war.bettor: war.stake for war in told.happened(e.WarDeclared)}
    assert stakes == {"": 2000, "Gus": 1000, "Hal": 1000}
    told.war_deals("2c 9d").ends()
    assert (told.net(1), told.net(1, "Gus"), told.net(1, "Hal")) == ("-40.00", "-20.00", "-20.00")


def test_ca_18_the_seated_players_surrender_counted_for_all_in_the_first_edition() -> None:
    told = behind_seat_1(house=SEATED_DECIDES, edition=1).deals("8c 8d").surrenders(1).ends()
    assert (told.net(1), told.net(1, "Gus"), told.net(1, "Hal")) == ("-10.00", "-5.00", "-5.00")
    assert told.accounts()["patron/seat 8"] == 2000


# How far the bank reaches


def test_ca_9_bettors_behind_a_seat_are_covered_after_its_player_in_the_order_they_bet() -> None:
    told = behind_seat_1(bank="25.00").deals("Kc 2d").settles()
    paid = [(line.bettor, line.result, line.paid) for line in told.happened(e.WagerSettled)]
    assert paid == [("", "win", 2000), ("Gus", "win", 500), ("Hal", "uncovered", 0)]


def test_ca_9_a_bettor_behind_a_seat_comes_before_the_next_seat() -> None:
    told = Told.at("california").banks(8, "25.00").bets(1, "10.00").bets(2, "10.00")
    told.bets(1, "10.00", bettor="Gus").deals("Kc Kh 2d").settles()
    assert [(line.seat, line.bettor, line.paid) for line in told.happened(e.WagerSettled)] == [
        (1, "", 1000),
        (1, "Gus", 1000),
        (2, "", 500),
    ]


def test_ca_8_a_bettor_whose_wager_goes_back_is_asked_nothing() -> None:
    told = behind_seat_1(bank="26.00").deals("8c 8d").settles()
    assert [(war.bettor, war.amount) for war in told.happened(e.WarCovered)] == [("", 2000), ("Gus", 600)]
    told.does(DEALER, c.GoToWar(1))
    told.does(DEALER, c.GoToWar(1, "Gus"))
    assert told.asked() is None
    told.war_deals("Kc 9d").ends()
    assert (told.net(1), told.net(1, "Gus"), told.net(1, "Hal")) == ("20.00", "6.00", "0.00")


# Until the call the seated player is free, no matter who bets behind


def test_ca_bet_2a_a_bet_behind_the_seat_never_holds_the_wager_of_its_player() -> None:
    told = behind_seat_1()
    told.does(player("Gus"), c.PlaceWager(1, "tie", 500, "Gus"))
    back = told.does(told.who_speaks(1), c.TakeBackWager(1, "initial"))
    assert [(event.bettor, event.wager) for event in back if isinstance(event, e.WagerTakenBack)] == [
        ("Hal", "initial"),
        ("Gus", "tie"),
        ("Gus", "initial"),
        ("", "initial"),
    ]
    assert not {"patron/seat 1", "patron/Gus", "patron/Hal"} & told.accounts().keys()
    told.does(told.who_speaks(1), c.Leave(1))


def test_ca_bet_2a_the_seated_player_may_bet_more_and_the_others_may_bet_behind_it_again() -> None:
    told = behind_seat_1()
    told.does(told.who_speaks(1), c.TakeBackWager(1, "initial"))
    told.bets(1, "40.00").bets(1, "10.00", bettor="Gus")
    assert [(one.name, one.stakes["initial"]) for one in told.table.boxes[0].bettors] == [("", 4000), ("Gus", 1000)]


def test_ca_bet_2b_after_the_call_a_seat_and_the_bets_behind_it_stay() -> None:
    told = behind_seat_1()
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(told.who_speaks(1), c.TakeBackWager(1, "initial")).why is Refusal.NOT_NOW


# One person, one wager on a hand


def test_ca_bet_1b_a_seated_player_does_not_bet_behind_themself_past_the_maximum() -> None:
    told = Told.at("california").banks(8, "500.00").comes_online(1, "Ann").bets(1, "20.00")
    refused = told.refuses(player("Ann"), c.PlaceWager(1, "initial", 1000, "Ann"))
    assert (refused.why, refused.clauses) == (Refusal.BETS_ON_THIS_HAND, ("CA-bet-1b",))
    entered = told.refuses(DEALER, c.PlaceWager(1, "initial", 1000, "Gus", patron="Ann"))
    assert entered.why is Refusal.BETS_ON_THIS_HAND


def test_ca_bet_1b_one_person_does_not_bet_behind_a_seat_under_two_names() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "20.00").bets(1, "10.00", bettor="Gus")
    refused = told.refuses(DEALER, c.PlaceWager(1, "initial", 1000, "Augustus", patron="Gus"))
    assert refused.why is Refusal.BETS_ON_THIS_HAND
    told.does(DEALER, c.PlaceWager(1, "tie", 500, "Gus"))


def test_ca_players_2_a_seated_player_may_bet_behind_another_seat() -> None:
    told = Told.at("california").banks(8, "500.00").comes_online(1, "Ann").bets(1, "20.00").bets(2, "20.00")
    told.does(player("Ann"), c.PlaceWager(2, "initial", 1000, "Ann"))
    assert [one.patron for one in told.table.boxes[1].bettors] == ["seat 2", "Ann"]


def test_ca_players_2_a_later_wager_of_a_bettor_behind_a_seat_names_the_same_person_or_none() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "20.00")
    told.does(DEALER, c.PlaceWager(1, "initial", 1000, "Gus", patron="Augustus"))
    refused = told.refuses(DEALER, c.PlaceWager(1, "tie", 500, "Gus", patron="Hal"))
    assert refused.why is Refusal.NAMES_ANOTHER_PERSON
    told.does(DEALER, c.PlaceWager(1, "tie", 500, "Gus", patron="Augustus"))
    own = told.refuses(player("Ida"), c.PlaceWager(1, "initial", 1000, "Ida", patron="Hal"))
    assert own.why is Refusal.NAMES_ANOTHER_PERSON
