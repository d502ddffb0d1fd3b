"""The documents of guests: private tables, and the link that keeps their chips."""

from typing import Annotated

import msgspec
from msgspec import Meta

from wartable.live import Milliseconds, PrivateOffer


class FriendsDocument(msgspec.Struct, frozen=True):
    """What the host of a private table can choose."""

    offers: tuple[PrivateOffer, ...]


class PrivateTableDocument(msgspec.Struct, frozen=True):
    """A private table that was made."""

    table: str
    """Its name, which is told only to those who are to come."""


class ClaimDocument(msgspec.Struct, frozen=True):
    """What brings a guest back to their chips and name."""

    claim: str
    """For `POST /api/claim`. People who have it are that guest."""
    until: Milliseconds


class ClaimRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    claim: Annotated[str, Meta(min_length=1, max_length=512)]
