"""Once and only once: an order may be sent five times, on any server, and happens once."""

from tests.faults.once import Sender, check
from wartable.store import open_store

ORDERS = 150


def test_an_order_that_is_sent_many_times_on_many_servers_happens_once(lasting: str) -> None:
    stores = [open_store(lasting) for _ in range(3)]
    sender = Sender(stores, seed=11)
    for number in range(ORDERS):
        sender.send(str(number))
        if number % 50 == 25:
            stores.pop(0).close()
            stores.append(open_store(lasting))
    found = check(stores[0], sender)
    assert found.orders == ORDERS
    assert found.sent > ORDERS
    assert found.repeats > 0
    assert found.changed > 0
    for store in stores:
        store.close()
