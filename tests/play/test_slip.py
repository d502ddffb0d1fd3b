"""The chips in front of you, by themselves: nothing is lost between what is shown and what the table is asked for."""

from hypothesis import given
from hypothesis import strategies as st

from wartable.live.wire.views import BetView
from wartable.money import say_cents
from wartable.play.slip import TRAY, Slip
from wartable.play.words import narrow
from wartable.rulebook.wagers import Wager

OPEN: tuple[Wager, ...] = ("initial", "tie", "progressive")


def bets(made: dict[Wager, int], *, take_back: bool = True) -> tuple[BetView, ...]:
    """What a table offers at seat 4."""
    return tuple(
        BetView(
            seat=4,
            bettor="",
            wager=wager,
            made=made.get(wager, 0),
            min=10_00 if wager == "initial" else 1,
            max=500_00,
            step=10_00 if wager == "initial" else 1,
            stakes=(5_00, 10_00) if wager == "progressive" else (),
            take_back=take_back,
        )
        for wager in OPEN
    )


PRESSED = st.lists(st.tuples(st.sampled_from(TRAY), st.sampled_from(OPEN)), max_size=12)


@given(PRESSED)
def test_every_chip_can_be_undone_one_after_the_other(pressed: list[tuple[int, Wager]]) -> None:
    slip = Slip()
    slip.follow("betting", 1, bets({}), (4,))
    shown = [slip.shown]
    for chip, wager in pressed:
        slip.chip = chip
        slip.place(wager)
        shown.append(slip.shown)
    for before in reversed(shown[:-1]):
        slip.undo()
        assert slip.shown == before
    slip.undo()
    assert slip.shown == {}


@given(PRESSED, st.booleans())
def test_only_what_may_lie_there_is_asked_for_and_what_is_granted_is_asked_once(
    pressed: list[tuple[int, Wager]], take_back: bool
) -> None:
    slip = Slip()
    slip.follow("betting", 1, bets({}, take_back=take_back), (4,))
    for chip, wager in pressed:
        slip.chip = chip
        slip.place(wager)
    wanted = slip.unsent()
    if wanted is not None:
        for wager, cents in wanted.items():
            (bet,) = [one for one in slip.bets if one.wager == wager]
            assert bet.min <= cents <= 500_00
            assert cents % bet.step == 0
            assert cents in bet.stakes or not bet.stakes
        slip.follow("betting", 1, bets(wanted, take_back=take_back), (4,))
        assert slip.unsent() is None
    slip.clear()
    assert slip.shown == ({} if take_back else slip.made)
    before = slip.made
    slip.follow("dealing", 1, (), (4,))
    assert (slip.shown, slip.before) == ({}, before)


@given(st.integers(0, 10**9), st.integers(1, 14))
def test_an_amount_in_a_narrow_place_is_whole_or_not_there(cents: int, width: int) -> None:
    text = narrow(cents, width)
    assert len(text) <= width
    assert text == "…" or int(text.replace(",", "").replace(".", "")) in (cents, cents / 100)
    assert len(say_cents(cents)) > width or text == say_cents(cents)
