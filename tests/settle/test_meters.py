"""The meters of a written-down round keep to what was filed."""

import pytest

from tests.rulebook.side_bets import PROGRESSIVE, WHEEL
from wartable.settle import settle_document
from wartable.settle.errors import NotSettled

READINGS = {"progressive": "10000.00", "spin_primary": "10000.00", "spin_secondary": "5000.00"}


@pytest.mark.parametrize("meter", READINGS)
def test_md_10_c_2_and_md_10_d_3_b_i_settle_refuses_a_reading_below_the_reset(meter: str) -> None:
    scenario = {
        "rulebook": "maryland",
        "house": {**PROGRESSIVE, **WHEEL},
        "seats": [{"seat": 1, "initial": "10.00", "progressive": "5.00", "bonus_spin": "5.00"}],
        "cards": {"deal": ["2c", "3c"]},
        "meters": READINGS,
    }
    settle_document(scenario)
    with pytest.raises(NotSettled, match=rf"^meters\.{meter}: a meter never reads less than .*\(MD-10-"):
        settle_document(scenario | {"meters": READINGS | {meter: "0.01"}})
