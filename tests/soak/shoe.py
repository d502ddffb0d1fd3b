"""Honest shoes and cheats: the first all prove themselves, the second are all found, by both checkers."""

import io
import random
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.soak.honest_shoes import Documents, as_document, honest, honest_day
from tests.soak.shoe_cheats import CHEATS
from tools import check_shoe
from wartable.shoe import read_revealed, verify


def ours(documents: Documents) -> list[str]:
    """What `verify-shoe` finds."""
    return [finding.kind for finding in verify(read_revealed(documents))]


def theirs(documents: Documents) -> list[str]:
    """What the independent checker finds first; what it does not take for a document is no finding."""
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as said:
        file = Path(folder, "shoes.json")
        file.write_bytes(msgspec.json.encode(documents))
        code = check_shoe.main(str(file))
    assert code in (0, 1), said.getvalue()
    return [said.getvalue()] if code else []


def shoes(tries: int, seed: int) -> str:
    """This many honest shoes, and as many cheats, kind after kind."""
    ways = [(protocol, name) for protocol, cheats in CHEATS.items() for name in cheats]
    for number in range(tries):
        rng = random.Random(f"{seed}/{number}")
        document = as_document(honest(rng, rng.randrange(1, 10**6), rng.randrange(1, 10**6)))
        assert (ours([document]), theirs([document])) == ([], []), f"honest shoe {number}"
        protocol, name = ways[number % len(ways)]
        day = CHEATS[protocol][name][0](rng, honest_day(rng, protocol=protocol))
        assert ours(day), f"{name}, try {number}: not found by verify-shoe"
        assert theirs(day), f"{name}, try {number}: not found by the independent checker"
    return f"{tries} honest shoes proved and {tries} cheats of {len(ways)} kinds found, by both checkers"
