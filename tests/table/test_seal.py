"""A sealed shoe at the table: published before the cut and the wagers, opened when it is over, and never dropped."""

import pytest
from msgspec.structs import replace

from tests.seen import seen
from tests.table.houses import WHEEL, House
from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told, player, rules_of, seal_of
from wartable.live.wire.views import AUDIENCES
from wartable.table import Refusal, TableBroken, hold, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.seal import commitment_of, terms_of
from wartable.table.side_bets import Wheel, filed_wheel_of, wheel_of

SEEDS = tuple(bytes([number]) * 32 for number in range(1, 9))
SEAL = seal_of(rules_of("maryland"), SEEDS[0])
TERMS = terms_of(6, None)
REVEAL = c.RevealShoe(SEEDS[0].hex())

CONTINUOUS: House = {"shuffler": {"kind": "continuous"}}
WEIGHTED: House = {"bonus_spin": {**WHEEL["bonus_spin"], "hot_weights": {"200": 4, "primary": 1}}}
NO_CUT: House = {"shuffler": {"kind": "batch"}, "cut": {"after_machine": False}}


def opening(rulebook: str = "maryland", house: House | None = None) -> Told:
    told = Told.closed(rulebook, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.sits(1)


def sealed(rulebook: str = "maryland", house: House | None = None) -> Told:
    """A table whose first shoe is sealed, cut and loaded."""
    told = opening(rulebook, house).goes_on("opening")
    told.does(SHOE, SEAL)
    told.goes_on("shuffling")
    if told.table.cut.offer:
        told.does(player("seat 1"), c.CutCards(100, "seven"))
    return told.goes_on()


def asked_of_the_shoe(told: Told) -> list[str]:
    return [step.step for step in steps(told.table) if step.step in ("seal", "reveal")]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_shoe_is_sealed_while_its_cards_are_shuffled_or_before_they_are_cut(rulebook: str) -> None:
    told = opening(rulebook)
    assert told.refuses(SHOE, SEAL).why is Refusal.NOT_NOW
    told.goes_on("opening")
    assert told.does(SHOE, SEAL) == (e.ShoeSealed(1, SEAL.commitment, TERMS),)
    other = opening(rulebook).goes_on("opening", "shuffling")
    assert other.does(SHOE, SEAL) == (e.ShoeSealed(1, SEAL.commitment, TERMS),)


def test_a_shoe_is_not_sealed_after_the_cut_that_it_could_have_been_chosen_for() -> None:
    told = opening().goes_on("opening", "shuffling")
    told.does(player("seat 1"), c.CutCards(100, "seven"))
    assert told.refuses(SHOE, SEAL).why is Refusal.NOT_NOW
    told.goes_on("cutting")
    assert told.refuses(SHOE, SEAL).why is Refusal.NOT_NOW


def test_a_shoe_is_sealed_once() -> None:
    told = opening().goes_on("opening")
    told.does(SHOE, SEAL)
    assert told.refuses(SHOE, SEAL).why is Refusal.SHOE_IS_SEALED
    assert told.refuses(SHOE, c.SealShoe("0" * 64)).why is Refusal.SHOE_IS_SEALED


@pytest.mark.parametrize("commitment", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "٠" * 64])
def test_a_commitment_is_64_lower_case_hexadecimal_digits(commitment: str) -> None:
    told = opening().goes_on("opening")
    assert told.refuses(SHOE, c.SealShoe(commitment)).why is Refusal.COMMITMENT_IS_BAD


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_card_is_cut_loaded_or_bet_on_before_the_next_shoe_is_sealed(rulebook: str) -> None:
    told = sealed(rulebook)
    told.does(FLOOR, c.OrderReshuffle())
    told.does(SHOE, REVEAL)
    told.goes_on("shuffling")
    assert told.table.phase == "cutting"
    assert asked_of_the_shoe(told) == ["seal"]
    assert not [step for step in steps(told.table) if step.command is not None and not step.beside], (
        "nothing else is asked for"
    )
    assert told.refuses(DEALER, c.CutCards(100)).why is Refusal.SEAL_COMES_FIRST
    told.does(SHOE, seal_of(told.table.rules, SEEDS[1]))
    told.does(DEALER, c.CutCards(100))
    told.goes_on()
    assert told.table.cards.loaded
    assert [event.shoe for event in told.happened(e.ShoeSealed)] == [1, 2]


@pytest.mark.parametrize(("rulebook", "house"), [("maryland", CONTINUOUS), ("washington", NO_CUT)])
def test_cards_that_no_player_cuts_are_not_loaded_before_they_are_sealed(rulebook: str, house: House) -> None:
    told = sealed(rulebook, house)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on()
    assert asked_of_the_shoe(told) == ["reveal"]
    told.does(SHOE, REVEAL)
    told.goes_on()
    if told.table.phase == "cutting":
        told.does(DEALER, c.ReinsertCoverCard(100))
    assert told.table.phase == "loading"
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.SEAL_COMES_FIRST
    told.does(SHOE, seal_of(told.table.rules, SEEDS[1]))
    assert told.goes_on().table.cards.loaded


def test_preshuffled_cards_are_sealed_before_their_cut() -> None:
    told = opening("maryland")
    told.does(DEALER, c.ReceiveDecks(6, 2, "Card Works", "4711"))
    assert told.table.phase == "cutting"
    told.does(SHOE, SEAL)
    told.goes_on()


def test_an_unsealed_shoe_at_a_sealed_table_stops_it() -> None:
    table = sealed().table
    with pytest.raises(TableBroken, match="not sealed"):
        hold(replace(table, seal=replace(table.seal, commitment="")))


def reshuffled(told: Told) -> Told:
    told.does(FLOOR, c.OrderReshuffle())
    return told


def _idle(told: Told) -> Told:
    told.does(FLOOR, c.DeclareIdle())
    return told


def _changed(told: Told) -> Told:
    told.does(FLOOR, c.ChangeDecks())
    return told


def _closing(told: Told) -> Told:
    told.does(FLOOR, c.CloseTable())
    return told


def _closed(told: Told) -> Told:
    return _closing(told).goes_on("closing")


def _opened_again(told: Told) -> Told:
    _closed(told).does(FLOOR, c.OpenTable("Eli"))
    return told


def _void(told: Told) -> Told:
    if told.table.phase == "banking":
        told.banks(3, "100.00")
    told.bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    told.does(SHOE, c.ReportMisread("Kh", "used_up"))
    told.does(FLOOR, c.Rule("void", "the decks are counted"))
    return told.ends()


def _met(told: Told) -> Told:
    if told.table.phase == "banking":
        told.banks(3, "100.00")
    told.bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    told.meets_cover_card()
    return told.deals("9s 8d").ends()


@pytest.mark.parametrize(
    ("ends", "reason", "phase"),
    [
        (_met, "cover_card", "shuffling"),
        (reshuffled, "ordered", "shuffling"),
        (_void, "irregularity", "shuffling"),
        (_idle, "idle", "idle"),
        (_changed, "decks_changed", "opening"),
        (_closing, "table_closed", "closing"),
        (_closed, "table_closed", "closed"),
        (_opened_again, "table_closed", "opening"),
    ],
)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_matter_what_ends_a_sealed_shoe_it_is_revealed_with_the_reason(
    rulebook: str, ends: object, reason: str, phase: str
) -> None:
    assert callable(ends)
    told: Told = ends(sealed(rulebook))
    assert told.table.phase == phase
    assert asked_of_the_shoe(told) == ["reveal"]
    assert told.does(SHOE, REVEAL) == (e.ShoeRevealed(1, REVEAL.seed, reason),)  # type: ignore[arg-type]
    assert told.refuses(SHOE, REVEAL).why is Refusal.NOTHING_TO_REVEAL


def test_an_idle_table_that_wakes_still_owes_its_reveal() -> None:
    told = sealed()
    told.does(DEALER, c.Leave(1))
    _idle(told).goes_on("idle").sits(1)
    assert told.table.phase == "waking"
    assert asked_of_the_shoe(told) == ["reveal"]
    told.goes_on("waking", "shuffling")
    assert told.refuses(DEALER, c.CutCards(100)).why is Refusal.SEAL_COMES_FIRST
    assert told.does(SHOE, REVEAL) == (e.ShoeRevealed(1, REVEAL.seed, "idle"),)


def test_a_shoe_that_was_sealed_but_never_loaded_is_revealed_too() -> None:
    told = opening().goes_on("opening")
    told.does(SHOE, SEAL)
    told.does(FLOOR, c.CloseTable())
    assert told.does(SHOE, REVEAL) == (e.ShoeRevealed(1, REVEAL.seed, "table_closed"),)


def test_no_commitment_is_dropped() -> None:
    told = reshuffled(sealed())
    assert told.refuses(SHOE, seal_of(told.table.rules, SEEDS[1])).why is Refusal.REVEAL_COMES_FIRST
    told.does(SHOE, REVEAL)
    told.does(SHOE, seal_of(told.table.rules, SEEDS[1]))


@pytest.mark.parametrize("seed", ["", "01" * 31, "02" * 32, "0" * 64, ("01" * 32).upper() + " ", "zz" * 32])
def test_only_the_seed_that_was_sealed_opens_a_shoe(seed: str) -> None:
    assert reshuffled(sealed()).refuses(SHOE, c.RevealShoe(seed)).why is Refusal.SEED_DOES_NOT_MATCH


def test_nothing_is_revealed_while_cards_can_be_bet_on() -> None:
    told = opening().goes_on("opening")
    assert told.refuses(SHOE, REVEAL).why is Refusal.NOTHING_TO_REVEAL
    told.does(SHOE, SEAL)
    assert told.refuses(SHOE, REVEAL).why is Refusal.NOTHING_TO_REVEAL
    assert sealed().refuses(SHOE, REVEAL).why is Refusal.NOT_NOW


def test_sealed_shoes_are_counted_without_a_gap_over_closings_and_deck_changes() -> None:
    told = sealed()
    for number, ends in enumerate((reshuffled, _changed, _opened_again, reshuffled), start=1):
        ends(told).does(SHOE, c.RevealShoe(SEEDS[number - 1].hex()))
        told.goes_on("opening", "shuffling").does(SHOE, seal_of(told.table.rules, SEEDS[number]))
        told.goes_on("opening", "shuffling")
        told.does(DEALER, c.CutCards(100))
        told.goes_on()
    assert [event.shoe for event in told.happened(e.ShoeSealed)] == [1, 2, 3, 4, 5]
    assert [event.shoe for event in told.happened(e.ShoeRevealed)] == [1, 2, 3, 4]


def test_everyone_sees_the_commitment_and_no_one_a_seed() -> None:
    told = sealed()
    for audience in AUDIENCES:
        felt = seen(told.table, audience)
        assert (felt.shoe.number, felt.shoe.commitment) == (1, SEAL.commitment)
    assert SEEDS[0].hex() not in repr(told.table)
    reshuffled(told).does(SHOE, REVEAL)
    assert seen(told.table, "auditor").shoe.commitment == ""


# What the seal binds


def test_the_seal_binds_the_decks_and_every_part_of_the_wheel() -> None:
    wheel = Wheel(9, (("1000", 1), ("500", 2)), (("100", 4),), respin=False)
    others = [
        replace(wheel, seats=8),
        replace(wheel, respin=True),
        replace(wheel, hot=(("1000", 2), ("500", 2))),
        replace(wheel, hot=(("500", 2), ("1000", 1))),
        replace(wheel, hot=(("1000", 1),), community=(("500", 2), ("100", 4))),
        replace(wheel, community=(("10", 4),)),
    ]
    terms = [terms_of(6, wheel), terms_of(8, wheel), terms_of(6, None), *(terms_of(6, other) for other in others)]
    assert len(set(terms)) == len(terms)
    assert len({commitment_of(SEEDS[0], one) for one in ["", *terms]}) == len(terms) + 1


def test_a_wheel_without_weights_carries_each_symbol_once() -> None:
    rules = rules_of("maryland", WHEEL)
    wheel = wheel_of(rules)
    assert wheel is not None
    assert wheel.seats == rules.seats
    assert {weight for _, weight in wheel.hot + wheel.community} == {1}
    weighted = rules_of("maryland", WEIGHTED)
    given = wheel_of(weighted)
    assert given is not None
    assert given.hot == tuple(sorted(WEIGHTED["bonus_spin"]["hot_weights"].items()))
    assert terms_of(6, wheel) != terms_of(6, given)


def test_the_order_in_which_a_house_file_lists_its_symbols_changes_nothing() -> None:
    """The log keeps a house with its keys sorted, so the order of the file is not there when a shoe is proved."""
    weights = WEIGHTED["bonus_spin"]["hot_weights"]
    turned = {"bonus_spin": {**WEIGHTED["bonus_spin"], "hot_weights": dict(reversed(weights.items()))}}
    assert wheel_of(rules_of("maryland", turned)) == wheel_of(rules_of("maryland", WEIGHTED))
    assert filed_wheel_of(rules_of("maryland", turned)) != filed_wheel_of(rules_of("maryland", WEIGHTED))
    assert filed_wheel_of(rules_of("wisconsin")) is None
