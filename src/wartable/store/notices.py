"""Who wants to hear that a stream has grown."""

import logging
import threading
from collections.abc import Iterable

from wartable.store.port import NoticeHandler, Subscription

_log = logging.getLogger(__name__)


class Notices:
    """Subscriptions of one process. A listener that fails is its own trouble, never the store's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[object, tuple[str, NoticeHandler]] = {}

    def subscribe(self, prefix: str, notice: NoticeHandler) -> Subscription:
        key = _Subscription(self)
        with self._lock:
            self._listeners[key] = (prefix, notice)
        return key

    def drop(self, key: object) -> None:
        with self._lock:
            self._listeners.pop(key, None)

    def tell(self, reached: Iterable[tuple[str, int]]) -> None:
        """Tell everybody who asked which version each stream has reached."""
        with self._lock:
            listeners = list(self._listeners.values())
        if not listeners:
            return
        for stream, version in reached:
            for prefix, notice in listeners:
                if stream.startswith(prefix):
                    _tell_one(notice, stream, version)

    @property
    def prefixes(self) -> set[str]:
        """What anybody listens for."""
        with self._lock:
            return {prefix for prefix, _ in self._listeners.values()}


def _tell_one(notice: NoticeHandler, stream: str, version: int) -> None:
    try:
        notice(stream, version)
    except Exception:
        _log.exception("whoever listens to %s failed at version %d", stream, version)


class _Subscription:
    def __init__(self, notices: Notices) -> None:
        self._notices = notices

    def close(self) -> None:
        self._notices.drop(self)
