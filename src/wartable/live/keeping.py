"""The one way from the event loop into the store."""

import asyncio

from wartable.store import Batch, Kept, Store


async def keep(store: Store, batch: Batch) -> Kept:
    """Keep a batch, and wait until that is decided, also where the caller is cancelled.

    A server that closes signs the last heads when its tasks are over: nothing may be kept after that.
    """
    outcome = asyncio.wrap_future(store.submit(batch))
    try:
        return await asyncio.shield(outcome)
    except asyncio.CancelledError:
        await asyncio.wait([outcome])
        if not outcome.cancelled():
            outcome.exception()  # the caller is gone and hears of neither outcome
        raise
