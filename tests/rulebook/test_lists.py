"""A value that a house lists twice is a slip, except among the acts of a shuffle."""

import pytest

from tests.rulebook.test_house_together import findings, planted, seen


@pytest.mark.parametrize(
    ("rulebook", "key", "raw", "message", "room"),
    [
        ("maryland", "table.forms", ["dealer", "dealer"], "dealer is listed twice", "dealer or automatic"),
        ("maryland", "wager.instruments", ["plaques", "chips", "plaques", "chips", "chips"],
         "plaques and chips are listed twice", "chips, plaques or approved_instrument"),
        ("massachusetts", "progressive.stakes", ["5.00", "10.00", "5.00"], "5.00 is listed twice",
         'amounts, such as ["5.00"]'),
    ],
)  # fmt: skip
def test_a_value_twice_in_a_list_is_refused(rulebook: str, key: str, raw: list[str], message: str, room: str) -> None:
    finding = planted(rulebook, {key: raw})
    assert seen(finding) == ("error", key, message)
    assert finding.allowed == f"a list of {room}, each once"


def test_ma_5_i_4_a_shuffle_may_riffle_twice() -> None:
    sequence = ["plug", "riffle", "riffle", "strip", "turn", "riffle", "riffle"]
    assert findings("massachusetts", {"shuffle.sequence": sequence}) == findings("massachusetts", {})
