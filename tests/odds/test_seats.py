"""Seats that share a dealer: counted over every order of small shoes, and added up to a table."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.odds.rules import house_of, rules_of
from tests.odds.small import SMALL, base, law, nets, shoe
from tests.told import RULEBOOKS
from wartable import odds
from wartable.cards import Card, rank
from wartable.odds import Composition
from wartable.odds.chain import ties_in_a_row
from wartable.odds.deals import chances, count_ties, course_ways
from wartable.odds.pairs import pair_chances, pair_ways
from wartable.odds.rounds import settle_apart, unit_stakes
from wartable.odds.seats import nets_by_course, shared_wager, table_odds


def course(player: str, dealer: str, war_player: str, war_dealer: str) -> str:
    """The name of a course, by the cards alone."""
    ours, theirs = rank(Card(player)), rank(Card(dealer))
    if ours != theirs:
        return "win" if ours > theirs else "lose"
    suited = player == dealer
    mine, dealers = rank(Card(war_player)), rank(Card(war_dealer))
    if mine != dealers:
        return f"{'suited_tie' if suited else 'tie'}_war_{'win' if mine > dealers else 'lose'}"
    if suited and war_player == war_dealer:
        return "suited_four_of_a_kind" if player == war_player else "suited_double_tie"
    return "four_of_a_kind" if mine == ours else "double_tie"


@pytest.mark.parametrize("cards", SMALL, ids=" ".join)
def test_two_seats_are_what_every_order_of_the_shoe_makes_of_them(cards: Sequence[str]) -> None:
    def both(one: str, other: str, dealer: str, war_one: str, war_other: str, war_dealer: str) -> tuple[str, str]:
        return course(one, dealer, war_one, war_dealer), course(other, dealer, war_other, war_dealer)

    found = {pair: chance for pair, chance in pair_chances(shoe(cards)).items() if chance}
    assert found == law(cards, 6, both)


@pytest.mark.parametrize("cards", [SMALL[1], SMALL[6]], ids=" ".join)
def test_the_covariance_is_that_of_two_seats_settled_by_the_table(cards: Sequence[str]) -> None:
    def product(one: str, other: str, dealer: str, war_one: str, war_other: str, war_dealer: str) -> Fraction:
        mine = base(nets("maryland", one, dealer, war_one, war_dealer, "war"))
        theirs = base(nets("maryland", other, dealer, war_other, war_dealer, "war"))
        return mine * theirs

    rules = rules_of("maryland")
    by_wager = nets_by_course(rules, settle_apart(rules, unit_stakes(rules)))
    ways = course_ways(count_ties(shoe(cards).counts))
    shared = shared_wager("initial", by_wager["initial"], 2, ways, pair_ways(shoe(cards)))
    mean = sum(chance * by_wager["initial"][name] for name, chance in chances(shoe(cards)).war.items())
    together = sum(net * chance for net, chance in law(cards, 6, product).items())
    assert shared.covariance is not None
    assert shared.covariance.exact == together - mean**2
    assert shared.table_variance.exact == 2 * shared.variance.exact + 2 * shared.covariance.exact


@pytest.mark.parametrize("name", RULEBOOKS)
def test_one_seat_alone_has_the_variance_of_its_wager(name: str) -> None:
    sheet = odds.par_sheet(rules_of(name), seats=1)
    by_wager = {row.wager: row for row in sheet.table.wagers}
    assert by_wager["initial"].table_variance == sheet.wagers.initial.variance
    assert by_wager["tie"].table_variance == sheet.wagers.tie.variance
    if sheet.wagers.progressive is not None:
        assert by_wager["progressive"].table_variance == sheet.wagers.progressive.variance
    assert sheet.table.hold == sheet.wagers.initial.edge


def test_seats_that_share_a_dealer_win_and_lose_together_and_tie_apart() -> None:
    by_wager = {row.wager: row for row in odds.par_sheet(house_of("maryland")).table.wagers}
    assert by_wager["initial"].correlation == pytest.approx(0.29990289)
    assert (by_wager["tie"].correlation or 0) < 0
    assert (by_wager["progressive"].correlation or 0) < 0


@pytest.mark.parametrize("seats", [1, 2, 5, 9])
def test_more_rounds_bring_the_hold_nearer_by_their_root(seats: int) -> None:
    rules = rules_of("wisconsin")
    table = table_odds(rules, seats, settle_apart(rules, unit_stakes(rules)), Composition.of_decks(6))
    rows = table.hold_after
    assert [row.rounds for row in rows] == [10**power for power in range(3, 8)]
    for row in rows:
        assert row.deviation == pytest.approx(table.wagers[0].table_deviation / seats / row.rounds**0.5)
        assert row.within["90"] < row.within["95"] < row.within["99"]
        assert row.within["95"] == pytest.approx(1.959964 * row.deviation)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_seat_bets_unless_told_otherwise_and_the_bank_never_does(name: str) -> None:
    rules = rules_of(name)
    assert odds.par_sheet(rules).table.seats == rules.seats - (name == "california")


def test_two_rounds_of_one_shoe_are_next_to_independent() -> None:
    # A round's net is its sign, which averages to nothing beside any others, plus what ties make of it. So only
    # ties of both rounds are left: rows of two, three and four ties.
    rows = ties_in_a_row(Composition.of_decks(6), 4)
    mean = Fraction(-23138, 993023)
    covariance = rows[2] / 4 - Fraction(5, 2) * rows[3] + Fraction(25, 4) * rows[4] - mean**2
    assert 0 < covariance < Fraction(3, 10**8)


@pytest.mark.parametrize("cards", [(3, 5), (5, 9), (7, 4)])
def test_the_electronic_form_shares_a_hand_or_only_the_dealer(cards: tuple[int, int]) -> None:
    community, seats = cards
    rules = rules_of("maryland", electronic__community_cards=community)
    sheet = odds.par_sheet(rules, seats=seats)
    assert sheet.electronic is not None
    shared = sheet.table.wagers[0]
    assert shared.covariance is not None
    assert sheet.wagers.initial == odds.par_sheet(rules_of("maryland"), seats=seats).wagers.initial
    assert [row.hands for row in sheet.electronic.spread] == list(range(1, min(community, seats) + 1))
    assert sheet.electronic.spread[0].variance.exact == shared.variance.exact * seats**2
    for row in sheet.electronic.spread:
        hands = [seat % row.hands for seat in range(seats)]
        variance = sum(
            shared.variance.exact if one == other else shared.covariance.exact for one in hands for other in hands
        )
        assert row.variance.exact == variance
        assert row.envied.exact * seats == sum(one != other for one in hands for other in hands)
    if seats <= community:
        assert sheet.electronic.spread[-1].variance == shared.table_variance


@pytest.mark.parametrize("name", RULEBOOKS)
def test_only_the_electronic_form_has_its_part(name: str) -> None:
    assert odds.par_sheet(rules_of(name)).electronic is None
