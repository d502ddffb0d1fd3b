"""What an account holds is what its postings come to; a balance that was changed by hand is named."""

from pathlib import Path

import pytest

from tests.store.batches import at_cage, at_table, bought_in, keep, noting
from tests.store.rows import raw
from wartable import cage
from wartable.live.history.holding import AccountsDiffer, hold_money
from wartable.server.running.alone import alone_on
from wartable.store import HeadDiffers, MemoryStore, Store, StoreBusy, WalletDiffers, open_store
from wartable.table import events as e

RICHER = "UPDATE accounts SET cents = cents + 5000 WHERE account = 'patron/Ada'"
NAMED = r"patron/Ada: its stored balance is 60\.00; its postings add up to 10\.00"


def test_a_wallet_that_was_changed_by_hand_is_named_and_its_house_is_not_served(lasting: str) -> None:
    store = open_store(lasting)
    try:
        keep(store, bought_in("Ada", 10_00))
        keep(store, bought_in("Bob", 7_00))
        hold_money(store)
        with raw(lasting) as database:
            database.run(RICHER)
        with pytest.raises(AccountsDiffer, match=NAMED):
            hold_money(store)
    finally:
        store.close()


POORER = RICHER.replace("+", "-")


def test_a_wallet_that_is_raised_while_the_house_runs_is_not_moved_until_it_is_put_right(lasting: str) -> None:
    store = open_store(lasting)
    try:
        keep(store, bought_in("Ada", 10_00))
        hold_money(store)
        with raw(lasting) as database:
            database.run(RICHER)
        for _ in range(2):
            with pytest.raises(WalletDiffers, match=r"patron/Ada holds 60\.00; its postings add up to 10\.00"):
                keep(store, at_cage(cage.CashedOut("Ada", 5_00), "patron/Ada", 1))
            assert [one.account for one in store.differing_wallets()] == ["patron/Ada"]
        keep(store, bought_in("Bob", 7_00))
        with raw(lasting) as database:
            database.run(POORER)
        assert not store.differing_wallets()
        keep(store, at_cage(cage.CashedOut("Ada", 5_00), "patron/Ada", 1))
        assert store.balance("patron/Ada") == 5_00
    finally:
        store.close()


def test_a_wallet_that_is_raised_before_this_process_has_seen_it_is_not_moved_either(lasting: str) -> None:
    first = open_store(lasting)
    keep(first, bought_in("Ada", 10_00))
    first.close()
    with raw(lasting) as database:
        database.run(RICHER)
    store = open_store(lasting)
    try:
        with pytest.raises(WalletDiffers):
            keep(store, bought_in("Ada", 1_00, 1))
    finally:
        store.close()


def test_a_wallet_that_another_server_moves_is_moved_on_here(servers: tuple[Store, Store]) -> None:
    here, there = servers
    for round_ in range(4):
        store = (here, there)[round_ % 2]
        keep(store, bought_in("Ada", 10_00, round_))
        assert not here.differing_wallets()
        assert not there.differing_wallets()
    assert here.balance("patron/Ada") == 40_00


def test_a_file_has_one_server_by_any_name_it_is_opened(tmp_path: Path) -> None:
    file, other = tmp_path / "war.db", tmp_path / "elsewhere.db"
    open_store(f"sqlite:///{file}").close()
    other.hardlink_to(file)
    with alone_on(f"sqlite:///{file}", "here"):
        with pytest.raises(StoreBusy), alone_on(f"sqlite:///{other}", "there"):
            pass
        (tmp_path / "war.lock").unlink()
        with pytest.raises(StoreBusy), alone_on(f"sqlite:///{file}", "there"):
            pass
    with alone_on(f"sqlite:///{file}", "again"):
        pass


def test_the_lock_of_a_server_leaves_every_file_that_is_not_its_own_as_it_is(tmp_path: Path) -> None:
    file, other = tmp_path / "house.lock", tmp_path / "house.db"
    for path in (file, other):
        store = open_store(f"sqlite:///{path}")
        keep(store, bought_in("Ada", 10_00))
        store.close()
    for path in (file, other):  # the lock beside house.db would have the name of the other house
        before = file.read_bytes()
        for _ in range(2):
            with alone_on(f"sqlite:///{path}", "here"):
                assert file.read_bytes() == before
    assert (tmp_path / "house.lock.lock").read_text().startswith("process ")


def test_a_store_in_memory_names_such_an_account_too() -> None:
    store = MemoryStore()
    keep(store, bought_in("Ada", 10_00))
    hold_money(store)
    store._accounts["patron/Ada"] += 50_00  # noqa: SLF001
    with pytest.raises(AccountsDiffer, match=NAMED):
        hold_money(store)
    with pytest.raises(WalletDiffers):
        keep(store, bought_in("Ada", 1_00, 1))
    assert len(store.differing_wallets()) == 1


def forge(address: str, store: Store) -> None:
    """Wallets raised together with a record, its postings and all chain values, past the program."""
    other = open_store(address)
    keep(other, bought_in("Ada", 50_00, store.head("patron/Ada").version))
    keep(other, bought_in("Eve", 90_00))
    other.close()


def test_where_one_server_has_the_house_a_wallet_holds_what_that_server_left_whatever_its_postings_say(
    lasting: str,
) -> None:
    store = open_store(lasting)
    try:
        keep(store, bought_in("Ada", 10_00))
        store.be_alone()
        keep(store, bought_in("Ada", 5_00, 1))
        keep(store, bought_in("Bob", 5_00))
        forge(lasting, store)
        lost = at_table("T", 0, e.WagerPlaced(1, "", "Ada", "initial", 20_00))
        with pytest.raises(WalletDiffers, match=r"patron/Ada holds 65\.00; this server left 15\.00 there"):
            keep(store, lost)
        with pytest.raises(WalletDiffers, match=r"patron/Eve holds 90\.00; this server left 0\.00 there"):
            keep(store, at_table("T", 0, e.WagerPlaced(1, "", "Eve", "initial", 20_00)))
        found = {one.account: one.due for one in store.differing_wallets()}
        assert found == {"patron/Ada": 15_00, "patron/Eve": 0}
        with pytest.raises(HeadDiffers, match="has records that this server did not write, after version 2"):
            keep(store, at_cage(cage.CashedOut("Ada", 5_00), "patron/Ada", 3))
        keep(store, at_table("T", 0, e.WagerPlaced(1, "", "Bob", "initial", 5_00)))
    finally:
        store.close()


def test_where_one_server_has_the_house_a_stream_that_it_did_not_begin_and_money_in_the_log_of_the_house_are_refused(
    lasting: str,
) -> None:
    store, beside = open_store(lasting), open_store(lasting)
    try:
        keep(store, noting("house", 0))
        store.be_alone()
        keep(store, bought_in("Bob", 5_00))
        keep(beside, bought_in("Eve", 90_00))
        for version in (0, 1):
            with pytest.raises(HeadDiffers, match="patron/Eve has records that this server did not write, after v"):
                keep(store, bought_in("Eve", 1_00, version))
        keep(beside, at_cage(cage.BoughtIn("Ada", 90_00), "house", 1))
        with pytest.raises(HeadDiffers, match="house has records that this server did not write, after version 1"):
            keep(store, noting("house", 2))
        named = {(one.stream, one.version) for one in store.held_heads(store.streams())[1]}
        assert named == {("patron/Eve", 0), ("house", 1)}
    finally:
        beside.close()
        store.close()


def test_what_programs_beside_the_server_add_to_the_house_is_gone_on_from(lasting: str) -> None:
    store, beside = open_store(lasting), open_store(lasting)
    try:
        keep(store, noting("house", 0))
        store.be_alone()
        keep(beside, noting("house", 1))
        keep(store, noting("house", 2))
        assert not store.held_heads(["house"])[1]
    finally:
        beside.close()
        store.close()
