"""A refusal of an initial wager in the electronic form names the key it is about: the amount or the hand."""

from typing import Any

import pytest

from wartable.settle import settle_document
from wartable.settle.errors import NotSettled


def why_refused(entry: dict[str, Any], house: dict[str, Any]) -> str:
    scenario = {"rulebook": "maryland", "house": house, "seats": [entry], "cards": {"deal": ["9h", "4d", "Jh", "9s"]}}
    with pytest.raises(NotSettled) as refusal:
        settle_document(scenario)
    return str(refusal.value)


HOUSE = {"electronic": {"community_cards": 3}, "limits": {"min": "10.00", "max": "100.00"}}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"initial": "5.00", "hand": 1}, "seats[0].initial: the amount is below the table's limit"),
        ({"initial": "500.00", "hand": 3}, "seats[0].initial: the amount is above the table's limit"),
        ({"initial": "10.00", "hand": 4}, "seats[0].hand: there is no such community card to bet on (MD-9-"),
        ({"initial": "10.00"}, "seats[0].hand: is missing; the number of a community card is needed"),
    ],
)
def test_a_refusal_names_the_amount_or_the_community_card(entry: dict[str, Any], reason: str) -> None:
    assert why_refused({"seat": 1, **entry}, HOUSE).startswith(reason)


def test_a_hand_where_no_community_cards_are_dealt_is_refused_by_its_key() -> None:
    reason = why_refused({"seat": 1, "initial": "10.00", "hand": 1}, {})
    assert reason.startswith("seats[0].hand: there is no such community card to bet on (MD-9-")
