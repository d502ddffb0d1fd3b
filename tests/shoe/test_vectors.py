"""The test vectors of docs/fairness.md: the page, the program and the independent checker say the same."""

import hashlib
import hmac
import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.soak.honest_shoes import Document, Documents
from tests.soak.shoe import ours, theirs
from tools import check_shoe
from wartable.shoe.seal import Protocol, mix, order_of, order_stream
from wartable.shoe.stream import derive
from wartable.table.procedures.seal import commitment_of as commit
from wartable.table.procedures.seal import terms_of
from wartable.table.side_bets import Wheel

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
PROTOCOL, VECTORS = PAGE.split("## Test vectors")
PARTS = VECTORS.split("### Protocol 1")
ROWS, OLD_ROWS = (re.findall(r"^\| (.+?) \| `([^`]+)` \|$", part, re.MULTILINE) for part in PARTS)
DOCUMENTS: Documents
OLD_DOCUMENTS: Documents
DOCUMENTS, OLD_DOCUMENTS = (json.loads(re.findall(r"```json\n(.*?)```", part, re.DOTALL)[0]) for part in PARTS)
SEED = bytes(range(32))
WORDS = "Good luck, Zoë ♠"
PART = ("T1", 1, 6)
WHEEL = Wheel(9, (("1000", 1), ("500", 2)), (("100", 4), ("50", 8)), respin=True)


def digest(cards: list[Any]) -> str:
    return hashlib.sha256("".join(cards).encode()).hexdigest()


def of_the_program(protocol: Protocol, one: str, both: str) -> list[str]:
    """From the key to the orders, with these words in the key."""
    key = derive(SEED, f"wartable order {protocol}", *PART, one)
    raw, few, large = (order_stream(SEED, *PART, one, protocol) for _ in range(3))
    orders = [order_of(SEED, *PART, words, cut, protocol) for words, cut in ((one, 0), (one, 156), (both, 156))]
    return [
        key.hex(),
        raw.take(32).hex(),
        " ".join(str(few.below(312)) for _ in range(10)),
        " ".join(str(large.below(320_000)) for _ in range(5)),
        *(text for cards in orders for text in (" ".join(cards[:10]), digest(cards))),
        digest(order_of(SEED, "T1", 1, 16, one, 0, protocol)),
    ]


def by_the_program() -> list[str]:
    """Every value of the table, in its order."""
    one, both = mix(["seven"]), mix(["seven", WORDS])
    plain = terms_of(6, None)
    return [plain, terms_of(6, WHEEL), commit(SEED, plain), one, both, *of_the_program(2, one, both)]


def of_the_checker(protocol: Protocol, one: Any, both: Any, in_the_key: str) -> list[str]:
    """The same, by the code that was written from the page."""
    shoe = {"device": "shoe", "table": "T1", "shoe": 1, "seed": SEED.hex(), "words": one, "protocol": protocol}

    def order(words: Any, cut: int, decks: int = 6) -> list[str]:
        return check_shoe.leaving(shoe | {"decks": decks, "cut": cut, "words": words})

    key = hmac.new(SEED, f"wartable order {protocol}\nT1\n1\n6\n{in_the_key}".encode(), hashlib.sha256).digest()
    few, large, raw = (check_shoe.stream(shoe, "order", 6) for _ in range(3))
    orders = [order(one, 0), order(one, 156), order(both, 156)]
    return [
        key.hex(),
        bytes(islice(raw, 32)).hex(),
        " ".join(str(check_shoe.below(312, few)) for _ in range(10)),
        " ".join(str(check_shoe.below(320_000, large)) for _ in range(5)),
        *(text for cards in orders for text in (" ".join(cards[:10]), digest(cards))),
        digest(order(one, 0, 16)),
    ]


def by_the_checker() -> list[str]:
    plain, wheel = (check_shoe.terms({"decks": 6, "wheel": wheel}) for wheel in (None, DOCUMENTS[0]["wheel"]))
    sealed = hashlib.sha256(b"wartable commitment 2\n" + SEED + bytes.fromhex(plain)).hexdigest()
    one: list[tuple[int, str]] = [(30, "seven")]
    both = [*one, (31, WORDS)]
    mixed = [check_shoe.digest("words", sorted(text for _, text in words)) for words in (one, both)]
    return [plain, wheel, sealed, *mixed, *of_the_checker(2, one, both, mixed[0])]


def test_every_value_of_the_page_is_what_the_program_gives() -> None:
    assert [value for _, value in ROWS] == by_the_program()


def test_every_value_of_the_page_is_what_the_checker_gives() -> None:
    assert [value for _, value in ROWS] == by_the_checker()


def test_every_value_of_protocol_1_is_what_both_give() -> None:
    values = [value for _, value in OLD_ROWS]
    sealed = hashlib.sha256(b"wartable commitment 1\n" + SEED).hexdigest()
    assert values == [commit(SEED), *of_the_program(1, "", WORDS)]
    assert values == [sealed, *of_the_checker(1, "", WORDS, "")]


def test_the_words_of_the_page_are_those_of_the_vector() -> None:
    assert f"words `seven` and `{WORDS}`" in VECTORS
    assert [words for _, words in DOCUMENTS[0]["words"]] == [WORDS, "seven"]
    assert OLD_DOCUMENTS[0]["words"] == WORDS


def test_the_documents_of_the_page_prove_themselves() -> None:
    assert (ours(DOCUMENTS), theirs(DOCUMENTS)) == ([], [])
    assert (ours(OLD_DOCUMENTS), theirs(OLD_DOCUMENTS)) == ([], [])


def test_the_form_on_the_page_has_the_keys_that_are_read() -> None:
    example = json.loads(re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL)[0])
    assert list(example) == list(DOCUMENTS[0])
    named = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`[^|]+) \|", PROTOCOL, re.MULTILINE))))
    assert named == set(DOCUMENTS[0]) | set(DOCUMENTS[1])


WHEEL_DOCUMENT = DOCUMENTS[0]["wheel"]
CHANGES: list[tuple[int, str, object]] = [
    (0, "table", "T2"),
    (0, "shoe", 3),
    (0, "decks", 7),
    (0, "device", "continuous"),
    (0, "wheel", WHEEL_DOCUMENT | {"seats": 10}),
    (0, "wheel", WHEEL_DOCUMENT | {"respin": False}),
    (0, "wheel", WHEEL_DOCUMENT | {"hot": [["1000", 2], ["500", 2]]}),
    (0, "wheel", WHEEL_DOCUMENT | {"community": [["50", 8], ["100", 4]]}),
    (0, "sealed_at", 24),
    (0, "sealed_at", 31),
    (0, "cut_at", None),
    (0, "cut_at", 36),
    (0, "first_wager_at", None),
    (0, "closed_at", 31),
    (0, "closed_at", None),
    (0, "commitment", "0" * 64),
    (0, "seed", "0" * 64),
    (0, "words", []),
    (0, "words", [[24, WORDS]]),
    (0, "words", [[24, WORDS], [31, "eight"]]),
    (0, "words", [[24, WORDS], [31, "seven"], [32, "eight"]]),
    (0, "words", [[31, "seven"], [24, WORDS]]),
    (0, "words", [[24, WORDS], [36, "seven"]]),
    (0, "cut", 157),
    (0, "ended", "cover_card"),
    (1, "returns", [7, 20, 47]),
    (1, "returns", []),
    (1, "words", [[95, " "]]),
    (1, "decks", 2),
]
OLD_CHANGES: list[tuple[int, str, object]] = [
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
ALL = [(DOCUMENTS[which], key, value) for which, key, value in CHANGES]
ALL += [(OLD_DOCUMENTS[which], key, value) for which, key, value in OLD_CHANGES]


@pytest.mark.parametrize(("document", "key", "value"), ALL)
def test_any_change_in_them_shows(document: Document, key: str, value: object) -> None:
    changed = document | {key: value}
    if key == "device":
        changed |= {"cut": 0, "behind": 0}
    assert len(ours([changed])) == 1
    assert len(theirs([changed])) == 1


def test_the_same_words_with_other_event_numbers_give_the_same_order() -> None:
    """What the house could choose, the order in which it takes words, changes nothing."""
    changed = DOCUMENTS[0] | {"words": [[20, "seven"], [31, WORDS]]}
    assert (ours([changed]), theirs([changed])) == ([], [])
