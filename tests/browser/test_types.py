"""The page's types are the server's own."""

from tools.wire_types import make


def test_the_types_of_the_page_are_made_from_what_the_server_publishes() -> None:
    for module, text in make().items():
        assert module.read_text() == text, f"{module.name}: run .venv/bin/python -m tools.wire_types"
