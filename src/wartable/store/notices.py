"""Subscriptions to streams: a handler is called when a stream has grown."""

import logging
from collections.abc import Iterable
from contextlib import ExitStack

from wartable.store.port import NoticeHandler, Subscription

_log = logging.getLogger(__name__)


class Notices:
    """The subscriptions of one process. A handler that fails does not affect the store."""

    def __init__(self) -> None:
        self._handlers: dict[object, tuple[str, NoticeHandler]] = {}  # changed and copied in one step each

    def subscribe(self, prefix: str, handler: NoticeHandler) -> Subscription:
        subscription = ExitStack()
        self._handlers[subscription] = (prefix, handler)
        subscription.callback(self._handlers.pop, subscription, None)
        return subscription

    def tell(self, reached: Iterable[tuple[str, int]]) -> None:
        """Call every handler whose prefix fits, with each stream and the version it has reached."""
        handlers = list(self._handlers.values())
        for stream, version in reached if handlers else ():
            for prefix, handler in handlers:
                if stream.startswith(prefix):
                    _call(handler, stream, version)

    @property
    def prefixes(self) -> set[str]:
        return {prefix for prefix, _ in list(self._handlers.values())}


def _call(handler: NoticeHandler, stream: str, version: int) -> None:
    try:
        handler(stream, version)
    except Exception:
        _log.exception("a handler of notices failed for %s at version %d", stream, version)
