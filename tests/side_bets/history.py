"""Any history of a table with side bets: rounds with hits by chosen cards, voids, links, corrections, new rates."""

from typing import Any, Literal, NamedTuple

from hypothesis import strategies as st

from tests.side_bets.houses import House, progressive, wheel
from wartable.rulebook import EDITION
from wartable.rulebook.rules import MeterName

MAX_ROUNDS = 6
MAX_MOMENT = 45
"""More steps than a round of three hands takes."""


class Interruption(NamedTuple):
    """What comes between: the link, a hit elsewhere, a correction, a new rate, a void."""

    kind: Literal["rises", "paid_elsewhere", "corrected", "rate", "void"]
    meter: MeterName
    amount: int


class Hand(NamedTuple):
    """What one seat bets on the side, and what becomes of its hand."""

    seat: int
    progressive: int
    bonus_spin: int
    fate: Literal["loses", "surrenders", "fights", "hits"]


class Plan(NamedTuple):
    """One round: its hands, whether the dealer's card turns the wheel, where that stops, and what comes between."""

    hands: list[Hand]
    triggers: bool
    hot_seat: int
    hot: str
    between: dict[int, Interruption]


class Story(NamedTuple):
    """A house, and the rounds played there."""

    rulebook: str
    house: House
    rounds: list[Plan]
    edition: int
    """Of the law: logs of the first one had choices that a house no longer has."""


def rates() -> st.SearchStrategy[str]:
    """Every share that gives whole cents of five dollars."""
    return st.integers(0, 500).map(lambda parts: "1" if parts == 500 else f"0.{2 * parts:03d}")


def plans(meters: list[MeterName]) -> st.SearchStrategy[Plan]:
    """A round of one to three hands."""
    hand = st.builds(
        Hand,
        st.integers(1, 3),
        st.sampled_from([0, 500, 1000]),
        st.sampled_from([0, 500] if len(meters) > 1 else [0]),
        st.sampled_from(["loses", "surrenders", "fights", "hits"]),
    )
    between = st.builds(
        Interruption,
        st.sampled_from(["rises", "paid_elsewhere", "corrected", "rate", "void"]),
        st.sampled_from(meters),
        st.one_of(st.integers(0, 1_000), st.integers(0, 3_000_000)),
    )
    return st.builds(
        Plan,
        st.lists(hand, min_size=1, max_size=3, unique_by=lambda hand: hand.seat),
        st.booleans(),
        st.integers(1, 4),
        st.sampled_from(["primary", "secondary", "200"]),
        st.dictionaries(st.integers(0, MAX_MOMENT), between, max_size=4),
    )


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """One house of either rulebook, with every choice that a meter can feel."""
    changes: dict[str, Any] = {
        "stakes": ["5.00", "10.00"],
        "rate": draw(rates()),
        "settle_point": draw(st.sampled_from(["per_player", "end_of_round"])),
        "validate": draw(st.sampled_from(["every_win", "meter_only"])),
    }
    edition = draw(st.sampled_from([EDITION, 1]))
    house: House = {"decks": 8}
    if edition == 1:
        house["void"] = {"scope": draw(st.sampled_from(["whole_round", "unsettled"]))}
    meters: list[MeterName] = ["progressive"]
    if draw(st.booleans()):
        hits = ["sequential", "split"] if edition == 1 else ["sequential"]
        house |= progressive(**changes, multi_hit=draw(st.sampled_from(hits)))
        rounds = draw(st.lists(plans(meters), min_size=1, max_size=MAX_ROUNDS))
        return Story("massachusetts", house, rounds, edition)
    house |= progressive(**changes, stake_returned=draw(st.booleans()))
    house |= wheel(
        primary={"reset": "10000.00", "rate": draw(rates())},
        secondary={"reset": "5000.01", "rate": draw(rates())},
        settle_point=draw(st.sampled_from(["end_of_round", "after_original_deal"])),
    )
    house |= {"shuffler": {"kind": "continuous"}, "envy": {"table": {"10.00": "7000.00"}}}
    meters += ["spin_primary", "spin_secondary"]
    return Story("maryland", house, draw(st.lists(plans(meters), min_size=1, max_size=MAX_ROUNDS)), edition)
