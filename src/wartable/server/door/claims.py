"""Claims: a signed text that brings a guest back to their chips, on any device, until it is too old."""

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from wartable.live import SECOND, Moment, derive_key
from wartable.server.limits import CLAIM_SECONDS

_SALT = "wartable claim 1"


class Claim(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What the signed text says: whose chips they are, and until when it counts."""

    patron: str
    until: Moment


class Claims:
    """Makes claims and reads them. The server keeps none of them."""

    def __init__(self, key: bytes) -> None:
        self._signer = URLSafeSerializer(derive_key(key, "claims"), salt=_SALT)

    def make(self, patron: str, now: Moment) -> tuple[str, Moment]:
        """Return a guest's claim, and when it ends."""
        claim = Claim(patron, now + CLAIM_SECONDS * SECOND)
        return str(self._signer.dumps(msgspec.to_builtins(claim))), claim.until

    def read(self, text: str, now: Moment) -> str | None:
        """Return the guest who has this claim; None where it is invalid or too old."""
        try:
            claim = msgspec.convert(self._signer.loads(text), Claim)
        except (BadSignature, msgspec.ValidationError, RecursionError):
            return None
        return claim.patron if now < claim.until else None
