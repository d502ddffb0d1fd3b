"""Fill a real disk with wagers, free it, and see that everything that was answered is there: `PATH` is the disk."""

import sys
from pathlib import Path

from tests.store.batches import keep, noting
from tests.store.chains import walk_chain
from wartable.store import Receipt, StoreFull, first_link, open_store

BALLAST = 200 * 1024


def main(disk: Path) -> None:
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(BALLAST))
    store = open_store(f"sqlite:///{disk / 'war.db'}")
    version = refused = 0
    while refused < 20:
        error = store.submit(noting("table/T1", version, "x" * 500, command_id=f"c{version}")).exception()
        if error is None:
            version += 1
            continue
        if not isinstance(error, StoreFull):
            raise error
        refused += 1
    ballast.unlink()
    keep(store, noting("table/T1", version, command_id="freed"))
    store.close()
    again = open_store(f"sqlite:///{disk / 'war.db'}")
    head = walk_chain(Receipt("table/T1", 0, first_link("table/T1")), again.read("table/T1"))
    if head.version != version + 1 or any(again.find(f"c{number}") is None for number in range(version)):
        raise AssertionError("something that was answered is gone")
    again.close()
    print(version, refused)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
