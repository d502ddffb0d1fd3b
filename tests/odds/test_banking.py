"""A player's bank: what every player may expect, and a bank that covers too little, compared with the table."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import msgspec
import pytest

from tests.odds.rules import house_of, rules_of
from tests.odds.small import law, shoe
from tests.told import RULEBOOKS
from wartable import odds
from wartable.cards import Card, rank
from wartable.odds import BankOdds, Composition
from wartable.odds.banking import covered, covered_by_table, is_by_action, war_ties_at_once
from wartable.odds.deals import chances
from wartable.odds.pairs import pair_chances
from wartable.odds.rounds import Courses, settle_apart, unit_stakes
from wartable.rulebook import Rules
from wartable.settle import settle_document

HALVES = [Fraction(halves, 2) for halves in range(1, 11)]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return house_of("california")


@pytest.fixture(scope="module")
def courses(rules: Rules) -> Courses:
    return settle_apart(rules, unit_stakes(rules))


def bank_of(rules: Rules) -> BankOdds:
    found = odds.par_sheet(rules).bank
    assert found is not None
    return found


@pytest.mark.parametrize("name", RULEBOOKS)
def test_only_where_a_player_banks_is_there_a_bank(name: str) -> None:
    assert (odds.par_sheet(rules_of(name)).bank is not None) == (name == "california")


def test_with_everything_covered_the_bank_has_the_house_s_edge_on_every_player(rules: Rules) -> None:
    found = bank_of(rules)
    edge = odds.par_sheet(rules).wagers.initial.edge.exact
    assert (found.players, found.bank_expects.exact, found.player_expects.exact) == (7, 7 * edge, -edge)
    last = found.coverage[-1]
    assert last.bank == found.most_needed == "14"
    assert last.bank_expects == found.bank_expects
    assert last.cost_to_players.exact == 0


def test_what_the_players_have_not_the_bank_has(rules: Rules) -> None:
    for row in bank_of(rules).coverage:
        assert row.bank_expects.exact == -sum(player.exact for player in row.players)


def test_a_bank_without_additional_units_keeps_more_of_each_player_it_covers(rules: Rules) -> None:
    rows = {row.bank: row for row in bank_of(rules).coverage}
    edge = odds.par_sheet(rules).wagers.initial.edge.exact
    stingy = edge + chances(Composition.of_decks(6)).tie * chances(Composition.of_decks(6)).war_tie
    assert [player.exact for player in rows["3"].players] == [-stingy] * 3 + [0] * 4
    assert rows["7"].bank_expects.exact == 7 * stingy > 7 * edge


@pytest.mark.parametrize("cards", [(), ("As",) * 6 + ("Ks",) * 6], ids=["full", "without aces and kings of spades"])
def test_the_closed_form_is_what_the_table_settles_for_two_players(
    rules: Rules, courses: Courses, cards: Sequence[str]
) -> None:
    left = Composition.of_decks(6).without([Card(card) for card in cards])
    found, pairs = chances(left), pair_chances(left)
    by_table = covered_by_table(rules, HALVES, pairs)
    assert by_table == tuple(covered(bank, 2, courses, found, left) for bank in HALVES)


@cache
def settled(bank: Fraction, cards: tuple[str, ...]) -> tuple[Fraction, ...]:
    """What three players net in units against a bank of this many, by `wartable settle`."""
    *players, dealer, _, _, _, _ = cards
    *fighters, war_dealer = cards[4:]
    seats, war = [], []
    covered_ = bank
    for seat, (card, fighter) in enumerate(zip(players, fighters, strict=True), start=1):
        entry: dict[str, object] = {"seat": seat, "initial": "10.00"}
        if rank(Card(card)) == rank(Card(dealer)) and covered_ > 0:
            entry["on_tie"] = "war"
            war.append(fighter)
        covered_ -= 1
        seats.append(entry)
    document: dict[str, object] = {
        "rulebook": "california",
        "house": {"decks": 8},
        "seats": seats,
        "bank": {"seat": 4, "amount": f"{float(10 * bank):.2f}"},
        "cards": {"deal": [*players, dealer], **({"war": [*war, war_dealer]} if war else {})},
    }
    result = settle_document(document)
    return tuple(Fraction(seat["net"]) / 10 for seat in result["seats"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("bank", [Fraction(2), Fraction(5, 2), Fraction(3), Fraction(4), Fraction(5)], ids=str)
def test_the_closed_form_is_what_every_order_of_a_small_shoe_gives_three_players(
    courses: Courses, bank: Fraction
) -> None:
    cards = ("2c",) * 6 + ("3c",) * 4
    mean = [Fraction(0)] * 3
    for nets, chance in law(cards, 8, lambda *dealt: settled(bank, plain(dealt))).items():
        mean = [before + chance * net for before, net in zip(mean, nets, strict=True)]
    found = covered(bank, 3, courses, chances(shoe(cards)), shoe(cards))
    assert [player.exact for player in found.players] == mean


def plain(dealt: tuple[str, ...]) -> tuple[str, ...]:
    """The same round with war cards that no player sees made all alike, so that fewer rounds have to be settled."""
    dealer = dealt[3]
    fighters = [war if card == dealer else "2c" for card, war in zip(dealt[:3], dealt[4:7], strict=True)]
    return (*dealt[:4], *fighters, dealt[7] if dealer in dealt[:3] else "2c")


def test_wars_that_tie_at_once_are_what_every_order_of_the_shoe_makes_of_them() -> None:
    cards = ("2c",) * 4 + ("3c",) * 3 + ("4c",)

    def ties(*dealt: str) -> int:
        return sum(one == dealt[3] and war == dealt[7] for one, war in zip(dealt[:3], dealt[4:7], strict=True))

    found = war_ties_at_once(shoe(cards), 3)
    assert {count: chance for count, chance in enumerate(found) if chance} == law(cards, 8, ties)


@pytest.mark.parametrize(
    ("choice", "value"),
    [
        ("coverage", "payoffs_only"),
        ("war_cover", "after_original"),
        ("top_up", True),
        ("war_loss_uses", "collected"),
        ("partial", "return_whole"),
    ],
)
def test_a_house_that_reads_coverage_otherwise_has_two_players_settled_by_its_table(
    rules: Rules, choice: str, value: object
) -> None:
    other = msgspec.structs.replace(rules, bank=msgspec.structs.replace(rules.bank, **{choice: value}))
    assert is_by_action(rules.bank)
    assert not is_by_action(other.bank)
    found = bank_of(other)
    assert found.players == 2
    assert [row.bank for row in found.coverage] == ["1", "2", "3", "4"]
    last = found.coverage[-1]
    assert last.bank_expects == found.bank_expects
    assert last.cost_to_players.exact == 0
