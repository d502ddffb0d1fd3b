"""What lies beside the log: seeds, passwords, personal data, migrations and the shape of the database."""

from typing import Any

import pytest

from tests.audit.by_hand import forge
from tests.audit.histories import NOON, Keeper
from tests.audit.rows import RowsLog
from tests.audit.served import served
from tests.server.running import KEY
from tests.store.stored import rows_of
from wartable.audit import Finding, erase, verify_store
from wartable.audit.house_events import HouseEvent, PasswordChanged, PersonAdded, SignedIn
from wartable.live.vault import Vault, derive_key
from wartable.store import Flaw, MemoryStore
from wartable.table.procedures.seal import commitment_of as commit

TABLE = "washington"
SEED = bytes(range(32))


def placed(log: Any, key: bytes | None = None) -> list[tuple[str, int, str]]:
    return [(found.stream, found.version, found.what) for found in verify_store(log, house_key=key).findings]


@pytest.fixture(scope="module")
def _house() -> tuple[RowsLog, bytes]:
    return served(TABLE), KEY


@pytest.fixture
def house(_house: tuple[RowsLog, bytes]) -> tuple[RowsLog, bytes]:
    return RowsLog(_house[0]), _house[1]


def seed_of(log: RowsLog) -> int:
    return next(at for at, row in enumerate(log.rows["secrets"]) if str(row[0]).startswith(f"shoe/{TABLE}/"))


def sealed(log: RowsLog) -> int:
    return next(int(row[1]) for row in log.raw("events") if row[2] == "shoe_sealed")


def test_what_a_server_leaves_beside_the_log_is_proved_with_and_without_its_key(house: tuple[RowsLog, bytes]) -> None:
    log, key = house
    assert placed(log) == []
    assert placed(log, key) == []


def test_shoes_in_play_that_were_not_compared_with_their_seeds_are_counted(house: tuple[RowsLog, bytes]) -> None:
    log, key = house
    assert [verify_store(log).sealed, verify_store(log, table=TABLE, house_key=key).sealed] == [1, 1]
    assert verify_store(log, house_key=key).sealed == 0


def test_a_seed_that_is_gone_is_told_at_the_seal(house: tuple[RowsLog, bytes]) -> None:
    log, _ = house
    del log.rows["secrets"][seed_of(log)]
    assert placed(log) == [(f"table/{TABLE}", sealed(log), "secret")]


def test_a_seed_that_is_no_seed_is_told(house: tuple[RowsLog, bytes]) -> None:
    log, _ = house
    log.change("secrets", seed_of(log), body=b"short")
    assert [what for _, _, what in placed(log)] == ["secret"]


def test_a_seed_that_was_changed_does_not_open(house: tuple[RowsLog, bytes]) -> None:
    log, key = house
    at = seed_of(log)
    body = log.rows["secrets"][at][1]
    log.change("secrets", at, body=body[:-1] + bytes([body[-1] ^ 1]))
    assert placed(log) == []
    (found,) = verify_store(log, house_key=key).findings
    assert (found.what, found.says) == ("secret", "the key of the house does not open it")


def test_another_seed_under_the_name_of_the_first_does_not_fit_its_commitment(house: tuple[RowsLog, bytes]) -> None:
    log, key = house
    at = seed_of(log)
    store = MemoryStore()
    Vault(store, derive_key(key, "vault")).put(log.rows["secrets"][at][0], SEED)
    log.change("secrets", at, body=rows_of(store, "secrets")[0][1])
    (found,) = verify_store(log, house_key=key).findings
    assert "does not fit the commitment" in found.says


def test_a_secret_that_nothing_has_a_use_for_is_told(house: tuple[RowsLog, bytes]) -> None:
    log, _ = house
    for name in ("spare/key", f"shoe/nowhere/{commit(SEED)}", f"shoe/{TABLE}/none", "person/"):
        log.rows["secrets"].append((name, bytes(60)))
    assert [stream for stream, _, _ in placed(log)] == [
        f"secret {name}" for name in ("person/", f"shoe/nowhere/{commit(SEED)}", f"shoe/{TABLE}/none", "spare/key")
    ]


def test_a_card_that_the_sealed_shoe_does_not_give_is_told_before_the_shoe_is_revealed(
    house: tuple[RowsLog, bytes],
) -> None:
    log, key = house
    dealt = next(row for row in log.raw("events") if row[2] == "card_dealt")
    seal = sealed(log)
    old = bytes(log.rows["events"][log.place(f"table/{TABLE}", seal)][4])
    before, terms = (old.split(b'"%b":"' % name)[1][:64] for name in (b"commitment", b"terms"))
    forged = commit(SEED, terms.decode())
    store = MemoryStore()
    Vault(store, derive_key(key, "vault")).put(f"shoe/{TABLE}/{forged}", SEED)
    log.rows["secrets"].append(rows_of(store, "secrets")[0])
    forge(log, f"table/{TABLE}", seal, body=old.replace(before, forged.encode()))
    assert placed(log) == []
    assert placed(log, key) == [(f"table/{TABLE}", dealt[1], "cards")]


@pytest.mark.parametrize("used", [SignedIn("dana"), PasswordChanged("dana", "operator")])
def test_a_person_whose_password_is_gone_is_told(used: HouseEvent) -> None:
    store = MemoryStore()
    keeper = Keeper(store).keeps("house", [PersonAdded("dana", "dealer", ""), SignedIn("erin")])
    assert placed(RowsLog(store)) == []  # a server was killed before it had stored the first password
    keeper.keeps("house", [used])
    log = RowsLog(store)
    assert placed(log) == [("secret person/dana", 0, "secret")]
    log.rows["secrets"].append(("person/dana", b"hash"))
    assert placed(log) == []


# Personal data


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (("seat 1", b"nonsense", NOON), "expected a document with a name"),
        (("seat 1", b"{}", NOON), "expected a document with a name"),
        (("seat 1", "text", NOON), "expected a document with a name"),
        (("seat 1", b'{"name":7}', NOON), "expected a document with a name"),
        (("seat 1", b'{"name":"Ada"}', -1), "a column holds something"),
        (("seat\n1", b'{"name":"Ada"}', NOON), "a column holds something"),
    ],
    ids=str,
)
def test_a_row_that_is_no_personal_data_is_told(rows: RowsLog, row: tuple[Any, ...], says: str) -> None:
    rows.rows["personal"].append(row)
    (found,) = verify_store(rows).findings
    assert found.what == "personal"
    assert says in found.says


def test_what_was_erased_and_lies_there_again_is_told() -> None:
    store = MemoryStore()
    store.put_personal("Ada", b'{"name":"Ada"}', NOON)
    kept = RowsLog(store).rows["personal"]
    erase(store, "Ada", NOON + 10, "operator")
    assert verify_store(store).findings == ()
    log = RowsLog(store)
    log.rows["personal"] = kept
    (found,) = verify_store(log).findings
    assert (found.stream, found.what) == ("personal Ada", "personal")
    assert "it was erased at 2026-11-15T12:00:00.000010Z, and is stored again" in found.says
    log.rows["personal"] = [("Ada", b'{"name":"Ada"}', NOON + 20)]
    assert verify_store(log).findings == (), "she came back, and told her name again"


# The database itself, and commands


def test_a_flaw_of_the_database_is_told(rows: RowsLog) -> None:
    rows.shape = [Flaw(2, "the recorded step 2 is another"), Flaw(0, "the shape was changed; missing: trigger x")]
    assert verify_store(rows).findings == (
        Finding("migrations", 2, "migration", "the recorded step 2 is another"),
        Finding("database", 0, "shape", "the shape was changed; missing: trigger x"),
    )


def test_a_command_without_any_record_is_told(rows: RowsLog) -> None:
    rows.rows["commands"].append(("forged", bytes(32), NOON, b"ok", b"[]"))
    assert placed(rows) == [("command forged", 0, "command")]


def test_a_command_that_had_nothing_to_do_is_kept_without_a_record(rows: RowsLog) -> None:
    rows.rows["commands"].append(("the same wagers again", bytes(32), NOON, bytes(32), b"[]"))
    assert placed(rows) == []
