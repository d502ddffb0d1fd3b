"""The search for login names finds them however they are written."""

import base64
import json

import pytest

from tests.live.leaks import STAFF, leaks


@pytest.mark.parametrize("name", STAFF)
def test_a_login_name_is_found_however_it_is_written(name: str) -> None:
    escaped = "".join(f"\\u{ord(char):04x}" for char in name)
    for text in (
        f"{name} deals.",
        f"{name.upper()} deals.",
        json.dumps({"says": name}),
        f'{{"says": "{escaped}"}}',
        name.replace(".", "%2E"),
        name.encode().hex(),
        *(base64.b64encode(f"{before}{name} deals".encode()).decode() for before in ("", "a", "ab", "abc")),
    ):
        assert name in leaks(text), text


def test_nothing_is_found_where_nothing_is() -> None:
    assert leaks('{"says": "A new dealer takes over."}') == []
