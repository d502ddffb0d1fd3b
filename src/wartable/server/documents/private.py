"""The documents of private tables."""

import msgspec

from wartable.live import PrivateOffer


class FriendsDocument(msgspec.Struct, frozen=True):
    """What the host of a private table can choose."""

    offers: tuple[PrivateOffer, ...]


class PrivateTableDocument(msgspec.Struct, frozen=True):
    """A private table that was made."""

    table: str
    """Its name, which is told only to those who are to come."""
