"""One address opens any store."""

from wartable.store.errors import StoreError
from wartable.store.memory import MemoryStore
from wartable.store.port import Store

KINDS = "sqlite:///PATH, postgresql://USER@HOST/NAME or memory:"


def open_store(url: str) -> Store:
    """Open the store at an address; what is missing in it is made, and what does not fit is said."""
    if url == "memory:":
        return MemoryStore()
    raise StoreError(f"{url!r} is no address of a store; expected {KINDS}")
