"""`wartable verify-shoe`: proved, not proved, or no shoe at all; always in words."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.command import Wartable
from tests.shoe.test_vectors import DOCUMENTS
from tests.soak.honest_shoes import as_document
from wartable.shoe import SealedShoe

SHOE, SHUFFLER = DOCUMENTS
NOT_COMPARED = "commitments not compared: none were given"


def as_bytes(document: object) -> bytes:
    return json.dumps(document).encode()


def test_the_documents_of_the_page_are_proved(wartable: Wartable, tmp_path: Path) -> None:
    file = tmp_path / "shoe.json"
    file.write_text(json.dumps(DOCUMENTS))
    assert wartable("verify-shoe", str(file)) == (0, f"proved: 2 shoes, 72 cards; {NOT_COMPARED}\n", "")
    assert wartable("verify-shoe", "-", stdin=as_bytes(SHOE)) == (
        0,
        f"proved: 1 shoe, 12 cards; {NOT_COMPARED}\n",
        "",
    )


def dealt(seed: int) -> SealedShoe:
    shoe = SealedShoe("T1", 1, 6, sealed_at=1, entropy=lambda _: seed.to_bytes(32, "big"))
    shoe.load(78)
    shoe.add_words("luck", at=2)
    shoe.close(at=3)
    return shoe


def forged() -> dict[str, Any]:
    """Made when the card is known: seeds are tried until one gives it, and each fits a commitment of its own."""
    shoe = next(shoe for shoe in map(dealt, range(10_000)) if shoe.draw() == "As")
    return as_document(shoe.reveal("ordered", first_wager_at=2))


def test_a_document_made_afterwards_fits_itself_but_not_the_commitment_that_was_seen(wartable: Wartable) -> None:
    document = as_bytes(forged())
    assert wartable("verify-shoe", "-", stdin=document).code == 0
    answer = wartable("verify-shoe", "-", "--commitment", SHOE["commitment"], stdin=document)
    told = f"table T1, shoe 1: commitment: {forged()['commitment']} is none of those you gave"
    assert (answer.code, answer.out.splitlines()[0], answer.err) == (1, told, "")


def test_every_shoe_must_have_one_of_the_commitments_that_are_given(wartable: Wartable) -> None:
    first, second = (("--commitment", document["commitment"]) for document in DOCUMENTS)
    both = wartable("verify-shoe", "-", *first, *second, stdin=as_bytes(DOCUMENTS))
    assert both == (0, "proved: 2 shoes, 72 cards; commitments compared\n", "")
    assert wartable("verify-shoe", "-", *first, stdin=as_bytes(DOCUMENTS)).code == 1
    told = wartable("verify-shoe", "-", *first, *second, "--json", stdin=as_bytes(DOCUMENTS))
    assert json.loads(told.out)["commitments_compared"] is True


def test_a_byte_order_mark_before_a_document_is_skipped(wartable: Wartable) -> None:
    assert wartable("verify-shoe", "-", stdin=b"\xef\xbb\xbf" + as_bytes(SHOE)).code == 0


@pytest.mark.parametrize("bad", ["", "1", "A" * 64, "g" * 64, "\x1b" * 64, "0" * 65])
def test_a_commitment_that_is_none_is_refused_in_one_line(wartable: Wartable, bad: str) -> None:
    answer = wartable("verify-shoe", "-", "--commitment", bad, stdin=as_bytes(SHOE))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith("wartable: --commitment: expected 64 lower-case hexadecimal digits, not")
    assert "\x1b" not in answer.err


def test_a_shoe_that_is_not_proved_is_told_by_the_first_thing_that_is_wrong(wartable: Wartable) -> None:
    changed = SHOE | {"drawn": ["??", "Kh", "Jc"]}
    answer = wartable("verify-shoe", "-", stdin=as_bytes(changed))
    told = "table T1, shoe 1: card number 3: expected 8s, was Jc\nnot proved: 1 shoe, 3 cards, 1 wrong\n"
    assert answer == (1, told, "")


@pytest.mark.parametrize(
    ("documents", "told"),
    [
        ([SHOE, SHUFFLER | {"shoe": 3, "drawn": ["??"], "returns": []}], "gap: shoe 1 comes before shoe 3"),
        ([SHOE, SHUFFLER | {"seed": None, "ended": None}], "missing reveal: the commitment was never opened"),
        ([SHOE, SHOE | {"table": "T2", "drawn": [], "spins": []}], "reused seed: it is that of shoe 1 of table T1"),
        ([SHOE | {"sealed_at": 31, "cut_at": 32}], "late commitment: sealed at event 31, first wager at event 31"),
        ([SHOE | {"cut": 155}], "cut: these are the cards of a cut of depth 156, not 155"),
    ],
)
def test_what_is_wrong_between_shoes_or_with_one_is_said_first(
    wartable: Wartable, documents: list[object], told: str
) -> None:
    answer = wartable("verify-shoe", "-", stdin=as_bytes(documents))
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.splitlines()[0].endswith(told)


def test_json_has_the_same_answer(wartable: Wartable) -> None:
    good = wartable("verify-shoe", "-", "--json", stdin=as_bytes(DOCUMENTS))
    assert (good.code, json.loads(good.out)) == (
        0,
        {"proved": True, "commitments_compared": False, "shoes": 2, "findings": []},
    )
    bad = wartable("verify-shoe", "-", "--json", stdin=as_bytes(SHOE | {"commitment": "0" * 64}))
    assert (bad.code, bad.err) == (1, "")
    result = json.loads(bad.out)
    assert (result["proved"], result["shoes"]) == (False, 1)
    (finding,) = result["findings"]
    assert (finding["table"], finding["shoe"], finding["kind"]) == ("T1", 1, "commitment")
    assert finding["message"].startswith("commitment: ")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "JSON: Expecting value (at line 1, column 1)"),
        (b"\xff", "expected UTF-8 text"),
        (b"[]", "expected 1 to 10000 documents, not 0"),
        (b"null", "expected keys with values, got null"),
        (b"[" * 100_000, "JSON: nested too deeply"),
        (b'{"protocol": 1, "protocol": 1}', 'JSON: the key "protocol" is written twice in {"protocol": 1}'),
        (as_bytes(SHOE | {"cut": "156"}), "cut: expected a whole number, got text"),
        (as_bytes([SHOE, SHOE | {"behind": 312}]), "[1].behind: expected a whole number below 312"),
        (as_bytes(SHOE | {"drawn": ["7x"]}), "drawn[0]: expected a card such as Ts, or ??"),
        (as_bytes(SHOE | {"a\x1bb\n": 1}), "'a\\x1bb\\n': unknown key"),
        (b'{"protocol": 1e400}', "protocol: "),
    ],
)
def test_what_is_no_shoe_is_refused_in_one_line_with_its_key(wartable: Wartable, data: bytes, reason: str) -> None:
    for options in ((), ("--json",)):
        answer = wartable("verify-shoe", "-", *options, stdin=data)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith(f"wartable: standard input: {reason}")
        assert answer.err.count("\n") == 1


def test_a_file_that_is_not_there_is_told_by_name(wartable: Wartable) -> None:
    assert wartable("verify-shoe", "nowhere.json") == (2, "", "wartable: nowhere.json: No such file or directory\n")


def test_a_file_has_to_be_named(wartable: Wartable) -> None:
    answer = wartable("verify-shoe")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_a_name_that_holds_escapes_sends_none_to_the_terminal(wartable: Wartable) -> None:
    answer = wartable("verify-shoe", "-", stdin=as_bytes(with_symbol("\x1b[31m")))
    assert answer.code == 1
    assert "\x1b" not in answer.out


def with_symbol(symbol: str) -> object:
    spin = SHOE["spins"][0] | {"result": [1, symbol, "50"]}
    return SHOE | {"spins": [spin]}


GOOD = as_bytes(DOCUMENTS)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(place=st.integers(0, len(GOOD) - 1), length=st.integers(0, 4), junk=st.binary(max_size=4))
def test_bytes_changed_anywhere_give_an_exit_code_and_never_a_traceback(
    wartable: Wartable, place: int, length: int, junk: bytes
) -> None:
    answer = wartable("verify-shoe", "-", stdin=GOOD[:place] + junk + GOOD[place + length :])
    assert answer.code in (0, 1, 2)
    assert answer.err.count("\n") == (answer.code == 2)
    assert "Traceback" not in answer.err
