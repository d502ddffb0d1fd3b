"""The one way from the event loop into the store."""

import asyncio
import secrets

from wartable.store import Batch, Kept, Store

TRIES = 60
"""How often something is decided anew where another server has changed what it was decided on."""
LONGEST_PAUSE_MS = 20


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


async def pause_before(tried: int) -> None:
    """Wait for a moment of chance before another try, so that two servers do not collide in the same way each time."""
    if tried:
        await asyncio.sleep(secrets.randbelow(LONGEST_PAUSE_MS) / 1_000)
