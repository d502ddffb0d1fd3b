"""What a player would pay for and could never win is found when the house is checked."""

import pytest
from msgspec.structs import replace

from tests.rulebook.side_bets import OFFERING, PROGRESSIVE, WHEEL, changed, found, refusal
from wartable.odds import par_sheet
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.rulebook.checks import complete
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.never import COPIES, progressive_hands_exist
from wartable.rulebook.house import BadHouse, choose, load_house
from wartable.settle import settle_document
from wartable.settle.errors import NotSettled

LITERAL = {"literal_decks": True, "shuffler": {"kind": "batch"}}
DOLLARS = {"1000": 1, "600": 1, "500": 1, "400": 1, "350": 1, "300": 1, "250": 1, "200": 1}
METERS = {"primary": 1, "secondary": 1}
COMMUNITY = {"150": 1, "100": 1, "75": 1, "50": 1, "40": 1, "35": 1, "30": 1, "25": 1}


def warnings(rulebook: str, house: object) -> list[HouseFinding]:
    book = load_rulebook(rulebook)
    choices, findings = choose(book, house)
    assert findings == []
    return [finding for finding in complete(book, choices, {}) if finding.severity == "warning"]


def of_rings(rulebook: str, house: object) -> list[HouseFinding]:
    """What keeps a filed house from turning its wheel."""
    book = load_rulebook(rulebook)
    found = complete(book, choose(book, house)[0], {})
    return [finding for finding in found if finding.severity == "error" and finding.key.endswith("_weights")]


# Hands that the decks cannot make


def test_md_10_b_1_three_decks_hold_no_card_often_enough_for_the_meter() -> None:
    finding = refusal("maryland", changed(PROGRESSIVE | LITERAL, {"decks": 3}))
    assert (finding.severity, finding.key) == ("error", "decks")
    assert finding.message == (
        "a suited four of a kind cannot occur: it takes one card 4 times, and 3 decks hold it 3 times"
    )
    assert finding.allowed == "at least 4 decks, or no progressive"
    assert "MD-10-B-1.1" in finding.clauses


def test_md_10_b_1_four_decks_hold_it_just_often_enough() -> None:
    assert found("maryland", changed(PROGRESSIVE | LITERAL, {"decks": 4})) == []
    assert found("maryland", changed(LITERAL, {"decks": 3})) == []


def test_no_table_opens_and_no_round_is_settled_with_a_meter_that_cannot_be_won() -> None:
    text = 'rulebook = "MD"\ndecks = 3\nliteral_decks = true\nshuffler.kind = "batch"\n'
    with pytest.raises(BadHouse, match=r"^decks: a suited four of a kind cannot occur"):
        load_house(f'{text}progressive = {{ reset = "10000.00", rate = "0.20" }}')
    scenario = {
        "rulebook": "maryland",
        "house": changed(PROGRESSIVE | LITERAL, {"decks": 3}),
        "seats": [{"seat": 1, "initial": "10.00", "progressive": "5.00"}],
        "cards": {"deal": ["2c", "3c"]},
        "meters": {"progressive": "10000.00"},
    }
    with pytest.raises(NotSettled, match=r"^house\.decks: a suited four of a kind cannot occur"):
        settle_document(scenario)


@pytest.mark.parametrize("rulebook", OFFERING)
@pytest.mark.parametrize("decks", range(1, 9))
def test_a_hand_is_said_to_be_impossible_exactly_where_its_probability_is_zero(rulebook: str, decks: int) -> None:
    book = load_rulebook(rulebook)
    choices, _ = choose(book, PROGRESSIVE)
    rules = replace(rules_in_force(book, choices), decks=decks)
    sheet = par_sheet(rules).wagers.progressive
    assert sheet is not None
    impossible = {hand.hand for hand in sheet.hands if hand.probability.exact == 0}
    assert impossible == {hand for hand, copies in COPIES.items() if decks < copies}
    named = [finding.message.partition(" cannot")[0] for finding in progressive_hands_exist(Case(book, choices, rules))]
    assert named == [f"a {hand.replace('_', ' ')}" for hand in COPIES if hand in impossible]


def test_md_7_f_3_a_a_table_that_takes_no_chips_offers_no_progressive() -> None:
    """The device takes value chips alone, so no wager could ever be made in it."""
    finding = refusal("maryland", changed(PROGRESSIVE, {"wager.instruments": ["plaques"]}))
    assert (finding.severity, finding.key, finding.clauses) == ("error", "wager.instruments", ("MD-7-F-3-a",))
    assert finding.message == "the progressive wager cannot be made: its device takes chips, and the table only plaques"
    assert finding.allowed == "a list with chips, or no progressive"
    assert found("maryland", changed(PROGRESSIVE, {"wager.instruments": ["chips"]})) == []


# Rings without a symbol


@pytest.mark.parametrize("meter", ["primary", "secondary"])
def test_md_10_d_1_a_meter_whose_symbol_is_not_on_the_ring_cannot_be_won(meter: str) -> None:
    ring = {symbol: weight for symbol, weight in {**METERS, **DOLLARS}.items() if symbol != meter}
    finding = refusal("maryland", changed(WHEEL, {"bonus_spin.hot_weights": ring}))
    assert (finding.severity, finding.key) == ("error", "bonus_spin.hot_weights")
    assert finding.message == f"the {meter} meter cannot be won: its symbol is not on the ring"
    assert finding.allowed == f"a weight for {meter}"
    assert {"primary": "MD-10-D-1-a", "secondary": "MD-10-D-1-b"}[meter] in finding.clauses


def test_md_10_d_1_a_ring_that_is_not_given_is_asked_for_and_not_judged() -> None:
    assert found("maryland", WHEEL) == []


def test_md_10_d_1_and_md_10_e_a_ring_shows_every_printed_symbol() -> None:
    hot = {**METERS, **{symbol: 1 for symbol in DOLLARS if symbol not in ("1000", "600")}}
    community = {symbol: 1 for symbol in COMMUNITY if symbol != "150"}
    house = changed(WHEEL, {"bonus_spin.hot_weights": hot, "bonus_spin.community_weights": community})
    assert found("maryland", house) == []
    assert [(finding.key, finding.message) for finding in of_rings("maryland", house)] == [
        ("bonus_spin.hot_weights", "the pay of 1000 and 600 cannot be won: not on the ring"),
        ("bonus_spin.community_weights", "the pay of 150 cannot be won: not on the ring"),
    ]
    whole: dict[str, object] = {
        "bonus_spin.hot_weights": {**METERS, **DOLLARS},
        "bonus_spin.community_weights": COMMUNITY,
    }
    assert of_rings("maryland", changed(WHEEL, whole)) == []


# Envy that no player can get


@pytest.mark.parametrize("rulebook", OFFERING)
def test_envy_at_a_table_for_one_player_is_warned_of(rulebook: str) -> None:
    (finding,) = warnings(rulebook, changed(PROGRESSIVE, {"seats": 1}))
    assert (finding.key, finding.allowed) == ("seats", "at least 2 seats")
    assert finding.message == "the envy bonus cannot be won: it is paid for the hand of another player"
    assert finding.clauses == load_rulebook(rulebook).values["envy.table"].clauses
    assert warnings(rulebook, changed(PROGRESSIVE, {"seats": 2})) == []


def test_md_29_an_envy_bonus_of_a_wager_that_is_no_stake_is_warned_of() -> None:
    house = changed(PROGRESSIVE, {"envy.table": {"10.00": "10000.00"}})
    (finding,) = warnings("maryland", house)
    assert (finding.key, finding.allowed) == ("envy.table", "5.00")
    assert finding.message == "the envy bonus of a 10.00 wager cannot be won: it is no stake"
    assert warnings("maryland", changed(house, {"progressive.stakes": ["5.00", "10.00"]})) == []
