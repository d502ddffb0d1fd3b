"""What is checked of the page's sources without a browser."""

import pytest

from tools.node import install, npm
from tools.page import FRONTEND


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_sources_of_the_page_pass_their_own_checks(script: str) -> None:
    install(FRONTEND)
    npm(FRONTEND, "run", script, "--silent")
