"""Puts the built page into the wheel. The work itself is in tools/page.py."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))  # the backend loads this file by its name alone

from tools.page import build


class PageHook(BuildHookInterface[Any]):
    """Builds the page before a wheel or an editable install is made of the tree."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        build()
