"""The page's types are the server's own."""

from tools.wire_types import TYPES, make


def test_the_types_of_the_page_are_made_from_what_the_server_publishes() -> None:
    assert TYPES.read_text() == make(), "run .venv/bin/python -m tools.wire_types"
