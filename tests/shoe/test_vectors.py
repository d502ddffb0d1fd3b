"""The test vectors of docs/fairness.md: the page, the program and the independent checker say the same."""

import hashlib
import hmac
import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.soak.shoe import Documents, ours, theirs
from tools import check_shoe
from wartable.shoe.seal import commit, order_of, order_stream
from wartable.shoe.stream import derive

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
PROTOCOL, VECTORS = PAGE.split("## Test vectors")
ROWS = re.findall(r"^\| (.+?) \| `(.+?)` \|$", VECTORS, re.MULTILINE)
DOCUMENTS: Documents = json.loads(re.findall(r"```json\n(.*?)```", VECTORS, re.DOTALL)[0])
SEED = bytes(range(32))
WORDS = "Good luck, Zoë ♠"
PART = ("T1", 1, 6)


def digest(cards: list[Any]) -> str:
    return hashlib.sha256("".join(cards).encode()).hexdigest()


def by_the_program() -> list[str]:
    """Every value of the table, in its order."""
    key = derive(SEED, "wartable order 1", *PART, "")
    stream, large = order_stream(SEED, *PART, ""), order_stream(SEED, *PART, "")
    orders = [order_of(SEED, *PART, words, cut) for words, cut in (("", 0), ("", 156), (WORDS, 156))]
    return [
        commit(SEED),
        key.hex(),
        order_stream(SEED, *PART, "").take(32).hex(),
        " ".join(str(stream.below(312)) for _ in range(10)),
        " ".join(str(large.below(320_000)) for _ in range(5)),
        *(text for cards in orders for text in (" ".join(cards[:10]), digest(cards))),
        digest(order_of(SEED, "T1", 1, 16, "", 0)),
    ]


def by_the_checker() -> list[str]:
    """The same, by the code that was written from the page."""
    shoe = {"device": "shoe", "table": "T1", "shoe": 1, "seed": SEED.hex(), "words": ""}

    def order(words: str, cut: int, decks: int = 6) -> list[str]:
        return check_shoe.leaving(shoe | {"decks": decks, "cut": cut, "words": words})

    key = hmac.new(SEED, b"wartable order 1\nT1\n1\n6\n", hashlib.sha256).digest()
    few, large, raw = (check_shoe.stream(shoe, "order", 6) for _ in range(3))
    orders = [order("", 0), order("", 156), order(WORDS, 156)]
    return [
        hashlib.sha256(b"wartable commitment 1\n" + SEED).hexdigest(),
        key.hex(),
        bytes(islice(raw, 32)).hex(),
        " ".join(str(check_shoe.below(312, few)) for _ in range(10)),
        " ".join(str(check_shoe.below(320_000, large)) for _ in range(5)),
        *(text for cards in orders for text in (" ".join(cards[:10]), digest(cards))),
        digest(order("", 0, 16)),
    ]


def test_every_value_of_the_page_is_what_the_program_gives() -> None:
    assert [value for _, value in ROWS] == by_the_program()


def test_every_value_of_the_page_is_what_the_checker_gives() -> None:
    assert [value for _, value in ROWS] == by_the_checker()


def test_the_words_of_the_page_are_those_of_the_vector() -> None:
    assert f"words `{WORDS}`" in VECTORS
    assert DOCUMENTS[0]["words"] == WORDS


def test_the_documents_of_the_page_prove_themselves() -> None:
    assert (ours(DOCUMENTS), theirs(DOCUMENTS)) == ([], [])


def test_the_form_on_the_page_has_the_keys_that_are_read() -> None:
    example = json.loads(re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL)[0])
    assert list(example) == list(DOCUMENTS[0])
    named = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`[^|]+) \|", PROTOCOL, re.MULTILINE))))
    assert named == set(DOCUMENTS[0]) | set(DOCUMENTS[1])


CHANGES: list[tuple[int, str, object]] = [
    (0, "table", "T2"),
    (0, "shoe", 3),
    (0, "decks", 7),
    (0, "device", "continuous"),
    (0, "sealed_at", 24),
    (0, "sealed_at", 31),
    (0, "cut_at", None),
    (0, "first_wager_at", None),
    (0, "commitment", "0" * 64),
    (0, "seed", "0" * 64),
    (0, "words", ""),
    (0, "cut", 157),
    (0, "ended", "cover_card"),
    (1, "returns", [7, 20, 47]),
    (1, "returns", []),
    (1, "words", " "),
    (1, "decks", 2),
]


@pytest.mark.parametrize(("which", "key", "value"), CHANGES)
def test_whatever_is_changed_in_them_shows(which: int, key: str, value: object) -> None:
    changed = DOCUMENTS[which] | {key: value}
    if key == "device":
        changed |= {"cut": 0, "behind": 0}
    assert len(ours([changed])) == 1
    assert len(theirs([changed])) == 1
