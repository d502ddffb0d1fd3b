"""The file of heads: each line signed and bound to the one before, whole or not there."""

import hashlib
import json
import stat
import threading
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.audit.conftest import Kept
from tests.audit.histories import NOON, told_day
from tests.store.batches import keep, noting
from wartable.audit import (
    AuditRefused,
    HeadsFile,
    HeadWriter,
    NoLongerExtends,
    accept_loss,
    lost_heads,
    public_key,
    read_all_heads,
    read_heads,
    signing_key,
    write_heads,
)
from wartable.audit.heads.keys import digits
from wartable.audit.heads.lines import HeadsLine, heads_in_force
from wartable.store import MemoryStore, Receipt

HEADS = [Receipt("house", 2, b"\1" * 32), Receipt("table/T1", 7, b"\2" * 32)]


@pytest.fixture
def heads(tmp_path: Path) -> HeadsFile:
    made = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "heads.pem"))
    made.append(NOON, HEADS)
    made.append(NOON + 1, HEADS[:1])
    made.append(NOON + 2, HEADS[1:])
    return made


def lines(heads: HeadsFile) -> list[bytes]:
    return heads.file.read_bytes().splitlines(keepends=True)


def key_of(heads: HeadsFile) -> Ed25519PublicKey:
    return public_key(heads.file.with_suffix(".pem"))


def test_a_line_is_what_the_page_says_and_can_be_checked_without_us(heads: HeadsFile) -> None:
    before = "0" * 64
    for number, data in enumerate(lines(heads), start=1):
        line = json.loads(data)
        text = f"wartable heads 1\n{number}\n{line['at']}\n{before}\n"
        text += "".join(f"{version} {chain} {stream}\n" for stream, version, chain in line["heads"])
        assert (line["protocol"], line["number"], line["before"]) == (1, number, before)
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(line["key"]))
        key.verify(bytes.fromhex(line["signature"]), text.encode())
        before = hashlib.sha256(text.encode()).hexdigest()


def test_the_file_is_read_back_as_it_was_written(heads: HeadsFile) -> None:
    read = read_heads(heads.file, key_of(heads))
    assert [line.number for line in read] == [1, 2, 3]
    assert heads.signed == {head.stream: head for line in read for head in line.heads}


def test_a_folder_of_heads_files_is_read_as_a_whole(heads: HeadsFile, tmp_path: Path) -> None:
    other = HeadsFile(tmp_path / "older.jsonl", signing_key(tmp_path / "heads.pem"))
    other.append(NOON, HEADS)
    assert len(read_all_heads(tmp_path, key_of(heads))) == 4
    assert len(read_all_heads(heads.file, key_of(heads))) == 3
    (tmp_path / "empty").mkdir()
    with pytest.raises(AuditRefused, match="empty: holds no heads"):
        read_all_heads(tmp_path / "empty", key_of(heads))


def test_every_line_that_is_changed_left_out_or_out_of_order_is_told(heads: HeadsFile) -> None:
    one, two, three = lines(heads)
    wrong = {
        (two, three): "line 1: does not follow",
        (one, three): "line 2: does not follow",
        (one, three, two): "line 2: does not follow",
        (one, one, two): "line 2: does not follow",
        (one, two.replace(b'"at":', b'"at":1'), three): "line 2: is not signed by the key",
        (one, two, three.replace(b",7,", b",8,")): "line 3: is not signed by the key",
        (one, b"{}\n", three): "line 2: expected a line of signed heads",
        (b"1\n",): "line 1: expected a line of signed heads: expected keys with values, got a whole number",
        (b"nonsense\n",): "line 1: expected a line of signed heads: invalid JSON at byte ",
        (b"[" * 100_000 + b"\n",): "line 1: expected a line of signed heads",
        (one.replace(b'"protocol":1', b'"protocol":2'),): "line 1: expected protocol 1, found 2",
        (one.replace(b'"0101', b'"zz01'),): "line 1: expected heads of a stream",
        (one.replace(b'"signature":"', b'"signature":"x'),): "line 1: is not signed",
    }
    for changed, reason in wrong.items():
        heads.file.write_bytes(b"".join(changed))
        with pytest.raises(AuditRefused, match=reason):
            read_heads(heads.file, key_of(heads))


def test_every_bit_of_a_line_matters(heads: HeadsFile) -> None:
    whole = lines(heads)[0]
    key = key_of(heads)
    for place in range(0, len(whole) - 1, 3):
        changed = bytearray(whole)
        changed[place] ^= 1
        if b"\n" in changed[:-1] or msgspec_sees_the_same(bytes(changed), whole):
            continue
        heads.file.write_bytes(bytes(changed))
        with pytest.raises(AuditRefused):
            read_heads(heads.file, key)


def msgspec_sees_the_same(changed: bytes, whole: bytes) -> bool:
    """A line may name another key or write a digit in capitals; what it says of the streams is the same then."""
    try:
        one, other = json.loads(changed), json.loads(whole)
    except ValueError:
        return False
    return {**one, "key": ""} == {**other, "key": ""}


def test_another_key_signed_nothing_here(heads: HeadsFile, tmp_path: Path) -> None:
    with pytest.raises(AuditRefused, match="line 1: is not signed by the key"):
        read_heads(heads.file, Ed25519PrivateKey.generate().public_key())
    with pytest.raises(AuditRefused, match="is not signed by the key"):
        HeadsFile(heads.file, signing_key(tmp_path / "other.pem"))


def test_a_line_that_was_broken_off_is_left_out_and_written_over(heads: HeadsFile) -> None:
    whole = heads.file.read_bytes()
    heads.file.write_bytes(whole + b'{"at":17')
    assert len(read_heads(heads.file, key_of(heads))) == 3
    heads.append(NOON + 3, HEADS)
    assert heads.file.read_bytes().startswith(whole)
    assert len(read_heads(heads.file, key_of(heads))) == 4


def test_a_last_line_that_only_lacks_its_line_feed_counts_and_is_ended_by_the_next(
    heads: HeadsFile, tmp_path: Path
) -> None:
    heads.append(NOON + 3, HEADS, closed=True)
    whole = heads.file.read_bytes()
    heads.file.write_bytes(whole[:-1])
    again = HeadsFile(heads.file, signing_key(tmp_path / "heads.pem"))
    assert again.closed
    assert len(read_heads(heads.file, key_of(heads))) == 4
    for number in (5, 6):
        again.append(NOON + number, HEADS)
        assert heads.file.read_bytes().startswith(whole)
        assert len(read_heads(heads.file, key_of(heads))) == number
    heads.file.write_bytes(whole[:-2])
    assert not HeadsFile(heads.file, signing_key(tmp_path / "heads.pem")).closed


def test_two_writers_of_one_file_take_turns(heads: HeadsFile, tmp_path: Path) -> None:
    other = HeadsFile(heads.file, signing_key(tmp_path / "heads.pem"))
    for turn in range(3):
        heads.append(NOON + turn, HEADS)
        other.append(NOON + turn, HEADS)
    assert len(read_heads(heads.file, key_of(heads))) == 9


def test_a_stream_whose_name_is_no_line_is_not_signed(heads: HeadsFile) -> None:
    with pytest.raises(AuditRefused, match="cannot be signed"):
        heads.append(NOON, [Receipt("table/a\n1", 1, bytes(32))])


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(AuditRefused, match="No such file"):
        HeadsFile(tmp_path / "gone" / "heads.jsonl", signing_key(tmp_path / "k.pem")).append(NOON, HEADS)


# Keys


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "heads.pem"
    made = signing_key(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert digits(signing_key(file).public_key()) == digits(made.public_key()) == digits(public_key(file))


def test_a_public_key_is_read_in_every_form(tmp_path: Path) -> None:
    made = signing_key(tmp_path / "heads.pem").public_key()
    pem, plain = tmp_path / "public.pem", tmp_path / "public.txt"
    pem.write_bytes(made.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    plain.write_text(f"{digits(made)}\n")
    assert digits(public_key(pem)) == digits(public_key(plain)) == digits(made)


def test_a_key_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "key"
    for content in (
        b"",
        b"nonsense",
        b"z" * 64,
        b"-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----",
        b"x" * 9_999,
    ):
        file.write_bytes(content)
        file.chmod(0o600)
        with pytest.raises(AuditRefused, match="key: expected"):
            public_key(file)
    with pytest.raises(AuditRefused, match="expected an Ed25519 key"):
        signing_key(file)
    with pytest.raises(AuditRefused, match="No such file"):
        public_key(tmp_path / "gone")


def test_a_key_that_others_may_read_does_not_sign(tmp_path: Path) -> None:
    file = tmp_path / "heads.pem"
    signing_key(file)
    file.chmod(0o644)
    with pytest.raises(AuditRefused, match="expected mode 600"):
        signing_key(file)


def test_a_folder_in_the_place_of_a_key_does_not_sign(tmp_path: Path) -> None:
    with pytest.raises(AuditRefused, match="expected a file with a private Ed25519 key"):
        signing_key(tmp_path)


def test_a_public_key_does_not_sign(tmp_path: Path) -> None:
    file = tmp_path / "public.pem"
    made = Ed25519PrivateKey.generate().public_key()
    file.write_bytes(made.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    file.chmod(0o600)
    with pytest.raises(AuditRefused, match="expected a private Ed25519 key"):
        signing_key(file)


# Writing while tables run


def writer(kept: Kept, tmp_path: Path, failed: list[Exception], **often: float) -> HeadWriter:
    file = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "heads.pem"))
    return HeadWriter(kept.store, file, lambda: NOON, failed.append, **often)  # type: ignore[arg-type]


def test_heads_are_written_after_a_set_number_of_events(kept: Kept, tmp_path: Path) -> None:
    failed: list[Exception] = []
    running = writer(kept, tmp_path, failed, every_seconds=3600, every_events=20)
    written = threading.Event()
    file = tmp_path / "heads.jsonl"
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told_day())
    for _ in range(400):
        if file.exists() and file.stat().st_size:
            written.set()
            break
        threading.Event().wait(0.02)
    assert written.is_set(), "no hour has passed, so it was the count"
    running.close()
    read = read_heads(file, public_key(tmp_path / "heads.pem"))
    signed = {head.stream: head.version for line in read for head in line.heads}
    assert signed == {stream: kept.store.head(stream).version for stream in kept.store.streams()}
    assert failed == []


def test_heads_are_written_at_an_interval_and_when_the_writer_is_closed(tmp_path: Path) -> None:
    store = MemoryStore()
    kept = Kept(store, None, "memory:")  # type: ignore[arg-type]
    failed: list[Exception] = []
    running = writer(kept, tmp_path, failed, every_seconds=0.01)
    kept.keeper.buys_in("p-1", 100)
    file = tmp_path / "heads.jsonl"
    for _ in range(400):
        if file.exists() and file.stat().st_size:
            break
        threading.Event().wait(0.02)
    assert file.exists()
    running.close()
    once = writer(kept, tmp_path, failed, every_seconds=3600)
    kept.keeper.buys_in("p-2", 100)
    once.close()
    read = read_heads(file, public_key(tmp_path / "heads.pem"))
    assert {head.stream for line in read for head in line.heads} == {"patron/p-1", "patron/p-2"}
    assert failed == []


def test_a_writer_that_cannot_sign_at_the_start_says_so_at_once(tmp_path: Path) -> None:
    kept = Kept(MemoryStore(), None, "memory:")  # type: ignore[arg-type]
    kept.keeper.buys_in("p-1", 100)
    failed: list[Exception] = []
    file = HeadsFile(tmp_path / "gone" / "heads.jsonl", signing_key(tmp_path / "k.pem"))
    with pytest.raises(AuditRefused, match="No such file"):
        HeadWriter(kept.store, file, lambda: NOON, failed.append)


def test_a_writer_whose_file_is_taken_away_begins_no_other_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    kept = Kept(MemoryStore(), None, "memory:")  # type: ignore[arg-type]
    kept.keeper.buys_in("p-1", 100)
    failed: list[Exception] = []
    file, away = tmp_path / "heads.jsonl", tmp_path / "away"
    for taken in (lambda: file.rename(away), lambda: (file.rename(away), file.write_bytes(b""))):
        running = writer(kept, tmp_path, failed)
        kept.keeper.buys_in("p-1", 100)
        taken()
        running.close()
        assert isinstance(failed.pop(), AuditRefused)
        assert running.trouble
        assert not file.exists() or not file.stat().st_size
        away.replace(file)
    running = writer(kept, tmp_path, failed)
    running.close()
    read = read_heads(file, public_key(tmp_path / "heads.pem"))
    assert [head.version for line in read for head in line.heads] == [1, 2, 3]
    assert (failed, running.trouble) == ([], "")


def test_a_server_that_is_killed_again_and_again_leaves_no_more_unsigned_than_its_last_life(tmp_path: Path) -> None:
    kept = Kept(MemoryStore(), None, "memory:")  # type: ignore[arg-type]
    failed: list[Exception] = []
    for life in range(1, 8):
        for _ in range(9):
            kept.keeper.buys_in("p-1", 100)
        running = writer(kept, tmp_path, failed, every_seconds=3600, every_events=10)
        read = read_heads(tmp_path / "heads.jsonl", public_key(tmp_path / "heads.pem"))
        assert read[-1].heads[-1].version == 9 * life
        running._heard.close()  # noqa: SLF001 - killed: it hears nothing more, and signs nothing more
    assert failed == []


def test_every_event_of_a_command_counts_also_the_first_of_a_stream(tmp_path: Path) -> None:
    kept = Kept(MemoryStore(), None, "memory:")  # type: ignore[arg-type]
    failed: list[Exception] = []
    signed = threading.Event()
    running = writer(kept, tmp_path, failed, every_seconds=3600, every_events=4)
    append = running._heads.append  # noqa: SLF001

    def tell(*args: Any, **more: Any) -> HeadsLine:
        line = append(*args, **more)
        signed.set()
        return line

    running._heads.append = tell  # type: ignore[method-assign]  # noqa: SLF001
    keep(kept.store, noting("table/T1", 0, "a", "b", "c", "d"))
    assert signed.wait(60)
    running.close()


# A store that was restored from an older copy


def test_a_line_that_accepts_a_loss_says_so_and_replaces_what_was_signed_beyond_it(heads: HeadsFile) -> None:
    heads.append(NOON + 3, [Receipt("house", 2, b"\1" * 32), Receipt("table/T1", 0, b"\3" * 32)], restored=True)
    heads.append(NOON + 4, [Receipt("table/T1", 3, b"\4" * 32)])
    *_, restored, last = (json.loads(line) for line in lines(heads))
    assert restored["restored"] is True
    assert "restored" not in last
    text = f"wartable heads 1 restored\n4\n{NOON + 3}\n{restored['before']}\n"
    text += "".join(f"{version} {chain} {stream}\n" for stream, version, chain in restored["heads"])
    key_of(heads).verify(bytes.fromhex(restored["signature"]), text.encode())
    assert heads.signed["table/T1"].version == 3
    read = read_heads(heads.file, key_of(heads))
    assert [(head.stream, head.version) for _, head in heads_in_force(read)] == [
        ("house", 2),
        ("house", 2),
        ("house", 2),
        ("table/T1", 3),
    ]
    heads.file.write_bytes(heads.file.read_bytes().replace(b',"restored":true', b""))
    with pytest.raises(AuditRefused, match="line 4: expected heads of a stream"):
        read_heads(heads.file, key_of(heads))


def test_a_store_that_lost_records_is_signed_again_only_where_that_is_accepted(kept: Kept, tmp_path: Path) -> None:
    kept.keeper.buys_in("p-1", 100)
    file = HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "heads.pem"))
    later = [Receipt("patron/p-1", 9, b"\1" * 32), Receipt("patron/gone", 2, b"\2" * 32)]
    file.append(NOON, [kept.store.head("patron/p-1")])
    file.append(NOON, later)
    assert set(lost_heads(kept.store, file)) == {"patron/p-1", "patron/gone"}
    with pytest.raises(NoLongerExtends, match=r"patron/gone no longer holds .* at version 2 \(and 1 more\)"):
        write_heads(kept.store, file, NOON)
    kept.keeper.buys_in("p-1", 100)  # before the loss is signed, as a server does that writes it down
    line = accept_loss(kept.store, file, NOON, lost_heads(kept.store, file))
    assert [(head.stream, head.version) for head in line.heads] == [("patron/gone", 0), ("patron/p-1", 1)]
    assert not lost_heads(kept.store, file)
    kept.keeper.buys_in("p-1", 100)
    assert write_heads(kept.store, file, NOON) is not None
    counted = [head.version for _, head in heads_in_force(file.lines())]
    assert counted == [1, 1, 3]
