"""`wartable` alone: a settled round, and what to try next."""

from collections.abc import Mapping

from wartable.cli.errors import DONE
from wartable.cli.screen import Screen
from wartable.cli.settle import show_result
from wartable.settle import read_document, settle_document
from wartable.shipped import shipped

FIRST_ROUND = "first-round.toml"


def welcome(commands: Mapping[str, str]) -> int:
    text = (shipped("examples") / FIRST_ROUND).read_bytes()
    screen = Screen()
    screen.print("wartable: Casino War as the regulators wrote it.\n")
    screen.print(f"A round at a table, settled ({FIRST_ROUND}):")
    show_result(screen, settle_document(read_document(text)))
    screen.print("\nWhat to try next; each has --help with an example:\n")
    widest = max(map(len, commands))
    for name, line in commands.items():
        screen.print(f"  wartable {name:<{widest}}  {line}")
    return DONE
