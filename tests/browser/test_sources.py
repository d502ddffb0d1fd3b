"""What is checked of the page's sources without a browser."""

from tools.node import install, npm
from tools.page import FRONTEND


def test_the_sources_of_the_page_pass_their_own_tests() -> None:
    install(FRONTEND)
    npm(FRONTEND, "run", "test", "--silent")
