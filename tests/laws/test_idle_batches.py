"""Two batches and a shuffler: at an idle table they are exchanged, and cards that a dealer shuffles are washed."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.laws.test_cards_in_their_place import confirmed, played, woken
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import DeckBatch
from wartable.table.stock import is_stored, spare_to_shuffle, stock_of, with_batch

STORED: dict[str, Any] = {"shuffler": {"kind": "batch", "stores_securely": True}}
BATCH: dict[str, Any] = {"shuffler": {"kind": "batch"}}
TEXTS = ["wisconsin", "massachusetts"]


def opened(rulebook: str, house: dict[str, Any]) -> Told:
    """Ann has come to new decks, which are not shuffled yet."""
    told = Told.closed(rulebook, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.sits(1, "Ann")


def loaded(told: Told) -> Told:
    """The stack is cut if it is, and loaded; the first card is burned. Nothing is done at the shuffler."""
    if told.table.cut.offer:
        told.does(DEALER, c.CutCards(100))
    for command in (c.ReinsertCoverCard(156), c.LoadShoe(), c.BurnCard()):
        told.does(DEALER, command)
    return told


def idles(told: Told, seat: int = 1) -> Told:
    """The only player leaves, and Bob comes to the idle cards."""
    told.does(DEALER, c.Leave(seat))
    told.goes_on("idle").sits(2, "Bob")
    return told


def fails(told: Told) -> Told:
    told.does(DEALER, c.ReportDeviceFailure(shuffling=False))
    told.does(DEALER, c.CoverDevice("covered"))
    return told


# The exchange


@pytest.mark.parametrize("rulebook", [*TEXTS, "maryland"], ids=["wi_e_7_ii_1", "ma_5_h_2_1", "md_5_i_3"])
@pytest.mark.parametrize("phase", ["shuffling", "cutting", "loading"])
def test_a_batch_that_was_never_dealt_is_exchanged_for_the_one_inside(rulebook: str, phase: str) -> None:
    told = opened(rulebook, STORED if rulebook in TEXTS else BATCH).goes_on("opening")
    if phase != "shuffling":
        told.goes_on("shuffling")
    if phase == "cutting" and told.table.cut.reinsert:
        told.does(DEALER, c.ReinsertCoverCard(104))
    if phase == "loading":
        if told.table.cut.offer:
            told.does(DEALER, c.CutCards(100))
        told.goes_on("cutting")
    idles(told)
    assert [step for step, batch in told.table.todo].count("swap_batches") == 1
    loaded(told.goes_on("waking", "shuffling"))
    assert told.happened(e.ShoeLoaded)[0].batch == 1


@pytest.mark.parametrize("rulebook", TEXTS, ids=["wi_e_7_ii_1", "ma_5_h_2_1"])
def test_a_batch_that_was_never_dealt_is_washed_where_the_shuffler_is_out_of_use(rulebook: str) -> None:
    told = idles(fails(opened(rulebook, STORED).goes_on("opening", "shuffling")))
    assert ("wash", 0) in told.table.todo
    assert "swap_batches" not in [step for step, _ in told.table.todo]
    told.does(FLOOR, c.RestoreDevice())
    loaded(told.goes_on("waking", "shuffling"))
    assert told.happened(e.ShoeLoaded)[0].batch == 1


def spare_by_hand(rulebook: str) -> Told:
    """Both batches were shuffled by hand, one is in play, and the shuffler works again."""
    told = loaded(fails(opened(rulebook, STORED).goes_on("opening")).goes_on("shuffling"))
    told.does(FLOOR, c.RestoreDevice())
    return told


def spare_of_the_supplier(rulebook: str) -> Told:
    """Both batches came shuffled, and one is in play."""
    told = opened(rulebook, STORED)
    told.does(DEALER, c.ReceiveDecks(6, 1, "Acme", "77"))
    told.does(DEALER, c.ReceiveDecks(6, 0, "Acme", "78"))
    return loaded(told)


SPARES = (("wisconsin", spare_by_hand), ("massachusetts", spare_by_hand), ("massachusetts", spare_of_the_supplier))


@pytest.mark.parametrize(("rulebook", "spare"), SPARES, ids=["wi_b_4_iv", "ma_2_d_4", "ma_2_d_4-preshuffled"])
def test_the_batch_beside_the_game_is_shuffled_and_stored_by_the_shuffler_in_use(rulebook: str, spare: Any) -> None:
    told: Told = spare(rulebook)
    (prompt,) = [step for step in steps(told.table) if step.step == "machine_shuffle"]
    assert (prompt.batch, prompt.beside) == (1, True)
    told.does(DEALER, c.ConfirmStep("machine_shuffle"))
    batch = stock_of(told.table).batches[1]
    assert (batch.place, batch.by, spare_to_shuffle(told.table)) == ("shuffler", "machine", None)


@pytest.mark.parametrize(("rulebook", "spare"), SPARES, ids=["wi_e_7_ii_1", "ma_5_h_2_1", "ma_5_h_2_1-preshuffled"])
def test_no_batch_is_taken_out_of_the_shuffler_that_was_never_stored_in_it(rulebook: str, spare: Any) -> None:
    told: Told = spare(rulebook)
    told.does(DEALER, c.PlaceWager(1, "initial", 10_00))
    told.does(DEALER, c.CallNoMoreBets())
    for card in "Kc", "2d":
        told.does(SHOE, c.TurnCard(Card(card)))
    for command in (c.SettleHand(), c.PickUpCards(), c.Leave(1)):
        told.does(DEALER, command)
    assert spare_to_shuffle(told.table) == 1
    while told.table.todo:
        told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    told.sits(2, "Bob")
    while told.table.todo[0][0] != "swap_batches":
        told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    assert told.refuses(DEALER, c.ConfirmStep("swap_batches")).why is Refusal.BATCH_IS_NOT_SHUFFLED
    told.does(DEALER, c.ConfirmStep("machine_shuffle"))
    told.does(DEALER, c.ConfirmStep("swap_batches"))
    assert stock_of(told.table).batches[1].by == "machine"


# The wash


WASHED = pytest.mark.parametrize("rulebook", TEXTS, ids=["wi_e_7_i", "ma_5_h_1"])


@WASHED
def test_the_batch_from_the_shuffler_is_washed_if_the_shuffler_fails_before_it_is_stacked(rulebook: str) -> None:
    told = woken(rulebook, "swap_batches")
    told.does(DEALER, c.ConfirmStep("swap_batches"))
    fails(told).goes_on("waking", "shuffling")
    assert confirmed(told, 1).count("wash") == 1
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    assert confirmed(told, 1).count("wash") == 1, "cards that were washed and not dealt are not washed again"


@WASHED
def test_the_idle_batch_is_washed_if_the_shuffler_fails_after_it_is_stacked(rulebook: str) -> None:
    told = woken(rulebook, "swap_batches")
    told.does(DEALER, c.ConfirmStep("swap_batches"))
    fails(told.goes_on("waking"))
    assert told.table.phase == "shuffling"
    assert steps(told.table)[0].step == "wash"
    refused = told.refuses(DEALER, c.ConfirmStep("stack"))
    assert (refused.why, refused.clauses) == (Refusal.NOT_THE_NEXT_STEP, told.table.rules.steps["wash"].clauses)
    told.does(DEALER, c.ConfirmStep("wash"))
    assert told.refuses(DEALER, c.ConfirmStep("wash")).why is Refusal.NOT_THE_NEXT_STEP
    told.goes_on("shuffling")
    assert told.happened(e.CardsShuffled)[-1].steps[0] == "wash"


@WASHED
def test_a_player_asks_for_a_shuffle_and_the_cards_are_washed_where_the_shuffler_failed(rulebook: str) -> None:
    told = loaded(opened(rulebook, STORED).goes_on("opening", "shuffling"))
    told.bets(1, "10.00").deals("Kc 2d").ends()
    fails(idles(told).goes_on("waking")).does(DEALER, c.AskForShuffle("Bob"))
    assert [step for step, _ in told.table.todo] == ["spread", "look", "turn_down", "wash", "stack"]


@pytest.mark.parametrize("rulebook", TEXTS, ids=["wi_d_3_1", "ma_4_c"])
@pytest.mark.parametrize("seen", [0, 1], ids=["first", "second"])
def test_new_decks_are_washed_if_the_shuffler_fails_while_they_are_opened(rulebook: str, seen: int) -> None:
    told = opened(rulebook, BATCH)
    while told.table.todo[0] != ("stack", seen):
        turn = told._next()  # noqa: SLF001
        assert turn is not None
        told.does(*turn)
    fails(told).goes_on("opening", "shuffling")
    assert confirmed(told, 0).count("wash") == confirmed(told, 1).count("wash") == 1
    assert (told.table.phase, [batch.by for batch in stock_of(told.table).batches]) == ("cutting", ["hand", "hand"])
    assert "turn_down" in confirmed(told, 1)


@pytest.mark.parametrize("rulebook", TEXTS, ids=["wi_d_3_1", "ma_4_c"])
def test_new_decks_are_washed_if_the_shuffler_fails_before_it_has_shuffled_them(rulebook: str) -> None:
    told = opened(rulebook, BATCH).goes_on("opening")
    told.does(DEALER, c.ConfirmStep("machine_shuffle"))
    fails(told).goes_on("shuffling")
    assert [confirmed(told, batch).count("wash") for batch in (0, 1)] == [0, 1]


@pytest.mark.parametrize("command", [c.OrderReshuffle(), c.AskForShuffle("seat 2")])
def test_md_4_c_2_the_batch_from_the_shuffler_is_washed_before_it_is_shuffled_again(command: c.Command) -> None:
    told = woken("maryland", "swap_batches")
    told.does(FLOOR if isinstance(command, c.OrderReshuffle) else DEALER, command)
    before = len(told.events)
    told.goes_on("waking", "shuffling")
    told.events = told.events[before:]
    done = ["inspect", "verify", "spread", "look", "turn_down", "wash", "stack"]
    assert confirmed(told, 1) == [*done, "swap_batches", "machine_shuffle"]


def test_md_3_b_3_a_batch_that_goes_on_by_machine_is_not_washed_by_hand() -> None:
    told = played("maryland")
    told.does(FLOOR, c.OrderReshuffle())
    fails(told).goes_on("shuffling")
    assert "wash" not in [step for event in told.happened(e.CardsShuffled) for step in event.steps]


# A batch whose turn it is


def made_ready(rulebook: str, until: str) -> Told:
    """The first shoe is over, and the table is idle after the other batch was made ready and never dealt."""
    told = loaded(opened(rulebook, BATCH).goes_on("opening", "shuffling")).bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    told.meets_cover_card()
    told.deals("Kc 2d").ends()
    told.goes_on("shuffling")
    if until == "loading":
        if told.table.cut.offer:
            told.does(DEALER, c.CutCards(100))
        told.does(DEALER, c.ReinsertCoverCard(156))
    assert (told.table.phase, told.table.cards.batch, stock_of(told.table).turn) == (until, 1, 1)
    return idles(told)


TURN = pytest.mark.parametrize("rulebook", ["maryland", *TEXTS], ids=["md_3_b_4", "wi_b_4_v", "ma_2_d_5"])


@TURN
@pytest.mark.parametrize("until", ["cutting", "loading"])
def test_an_idle_batch_whose_turn_it_is_goes_through_the_shuffler_and_fills_the_next_shoe(
    rulebook: str, until: str
) -> None:
    told = made_ready(rulebook, until).goes_on("waking")
    assert is_stored(told.table, 0)
    before = len(told.events)
    told.goes_on("shuffling")
    done = [(one.step, one.batch) for one in told.events[before:] if isinstance(one, e.StepConfirmed)]
    assert done == [("swap_batches", 1), ("machine_shuffle", 1), ("swap_batches", 0)]
    assert [batch.place for batch in stock_of(told.table).batches] == ["shuffler", "table"]
    loaded(told)
    assert [one.batch for one in told.happened(e.ShoeLoaded)] == [0, 1]


@TURN
def test_no_batch_is_shuffled_in_a_shuffler_that_holds_the_other(rulebook: str) -> None:
    told = made_ready(rulebook, "cutting").goes_on("waking")
    refused = told.refuses(DEALER, c.ConfirmStep("machine_shuffle"))
    assert (refused.why, refused.clauses) == (
        Refusal.NOT_THE_NEXT_STEP,
        told.table.rules.steps["swap_batches"].clauses,
    )
    told.does(DEALER, c.ConfirmStep("swap_batches"))
    assert told.refuses(DEALER, c.ConfirmStep("swap_batches")).why is Refusal.NOT_THE_NEXT_STEP
    told.does(DEALER, c.ConfirmStep("machine_shuffle"))
    assert (steps(told.table)[0].step, steps(told.table)[0].batch) == ("swap_batches", 0)
    told.does(DEALER, c.ConfirmStep("swap_batches"))
    assert told.table.phase == "cutting"


@TURN
@pytest.mark.parametrize("trouble", ["jam", "failure", "order", "leaves"])
def test_a_batch_in_the_shuffler_that_stops_or_is_left_still_fills_the_next_shoe(rulebook: str, trouble: str) -> None:
    told = made_ready(rulebook, "cutting").goes_on("waking")
    told.does(DEALER, c.ConfirmStep("swap_batches"))
    if trouble == "jam":
        told.does(DEALER, c.ReportJam(1))
    elif trouble == "failure":
        fails(told)
    elif trouble == "order":
        told.does(FLOOR, c.OrderReshuffle())
    else:
        told.does(DEALER, c.Leave(2))
        told.goes_on("idle").sits(2, "Bob").goes_on("waking")
    told.goes_on("shuffling")
    loaded(told)
    assert [one.batch for one in told.happened(e.ShoeLoaded)] == [0, 1]


@TURN
def test_a_batch_that_is_shuffled_again_on_the_floors_order_is_exchanged_for_that_too(rulebook: str) -> None:
    told = opened(rulebook, BATCH).goes_on("opening", "shuffling")
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    assert [batch.state for batch in stock_of(told.table).batches] == ["shuffled", "shuffled"]
    loaded(told)
    assert [one.batch for one in told.happened(e.ShoeLoaded)] == [0]


@TURN
def test_the_shuffler_completes_the_batch_that_it_holds_before_another_goes_in(rulebook: str) -> None:
    told = made_ready(rulebook, "cutting").goes_on("waking")
    running = with_batch(stock_of(told.table), 0, DeckBatch("shuffling", "shuffler"))
    told.table = replace(told.table, stock=running)
    assert (steps(told.table)[0].step, steps(told.table)[0].batch) == ("machine_shuffle", 0)
    assert told.refuses(DEALER, c.ConfirmStep("swap_batches")).why is Refusal.NOT_THE_NEXT_STEP
    told.does(DEALER, c.ConfirmStep("machine_shuffle"))
    assert (steps(told.table)[0].step, steps(told.table)[0].batch) == ("swap_batches", 1)


# New decks


@pytest.mark.parametrize("rulebook", TEXTS, ids=["wi_d_5", "ma_4_b"])
@pytest.mark.parametrize("out", [0, 1, 2])
def test_new_decks_are_opened_step_by_step_though_the_shuffler_works_again_before_the_old_ones_are_out(
    rulebook: str, out: int
) -> None:
    """The idle batch was to be shuffled by hand; it is not exchanged any more, because it leaves the table."""
    told = loaded(opened(rulebook, STORED).goes_on("opening", "shuffling"))
    told.bets(1, "10.00").deals("Kc 2d").ends()
    told.does(DEALER, c.Leave(1))
    fails(told).goes_on("idle").sits(2, "Bob")
    assert told.table.phase == "waking"
    told.does(FLOOR, c.ChangeDecks())
    for _ in range(out):
        prompt = steps(told.table)[0]
        told.does(FLOOR if prompt.by == ("floor",) else DEALER, c.ConfirmStep(prompt.step))
    still_to_do, before = told.table.todo, len(told.events)
    told.does(FLOOR, c.RestoreDevice())
    assert (told.table.device, told.table.todo) == ("working", still_to_do)
    loaded(told.goes_on("opening", "shuffling"))
    received = [one.batch for one in told.events[before:] if isinstance(one, e.DecksReceived)]
    verified = [one.batch for one in told.happened(e.StepConfirmed) if one.step == "verify"]
    assert (received, verified[-2:]) == ([0, 1], [0, 1])
