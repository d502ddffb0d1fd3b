"""What lies beside the log: the seeds of sealed shoes, what is known of patrons, and the database's own shape.

None of it is chained, so less can be proved of it: that what must be there is there, that it is well-formed, that what
was erased stays erased and, with the key of the house, that every seed opens and fits what was published.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from wartable.audit import moments
from wartable.audit.finding import Finding
from wartable.audit.following import SealedHistory
from wartable.audit.house_events import PasswordChanged, PersonAdded, PersonalErased, PersonalExpired, SignedIn
from wartable.audit.reading import TABLE
from wartable.audit.walk import text
from wartable.misread import UNREADABLE
from wartable.store import At, Flaw, Recorded, Row, UnknownEvent, decode, name_of
from wartable.table import SEED_BYTES, is_hexadecimal

NONCE_BYTES, TAG_BYTES = 12, 16
SHOE, PERSON, CHECK = "shoe", "person", "house/key"
HAD_A_PASSWORD = (SignedIn, PasswordChanged)
"""The events of a person who has, or had, a password."""
OF_THE_HOUSE = tuple(name_of(kind) for kind in (PersonAdded, *HAD_A_PASSWORD, PersonalErased, PersonalExpired))
"""The events of the house that say what must lie beside the log, and what may not."""


def shape_findings(flaws: Iterable[Flaw]) -> list[Finding]:
    """Report what is wrong with the schema of the database."""
    return [
        Finding("migrations", flaw.step, "migration", flaw.says)
        if flaw.step
        else Finding("database", 0, "shape", flaw.says)
        for flaw in flaws
    ]


class Secrets:
    """The check of the table of secrets against the log."""

    def __init__(self, rows: Iterable[Row], house_key: bytes | None = None) -> None:
        self._rows: Mapping[str, Any] = {text(name): body for name, body in rows}
        self._check = None if house_key is None else hmac.digest(house_key, b"check", "sha256")
        self._cipher = None if house_key is None else ChaCha20Poly1305(hmac.digest(house_key, b"vault", "sha256"))

    def check(self, shoes: Iterable[SealedHistory], tables: Iterable[str], house: Iterable[Recorded]) -> list[Finding]:
        """Report missing seeds and passwords, and secrets that are not what their names say.

        A person who never signed in may have none: a server that was killed while the account was opened leaves that.
        No one can sign in there until `wartable users password` sets one.
        """
        heard = [event for event in map(_of_house, house) if isinstance(event, (PersonAdded, *HAD_A_PASSWORD))]
        added = {event.person for event in heard if isinstance(event, PersonAdded)}
        people = {event.person for event in heard if isinstance(event, HAD_A_PASSWORD)} & added
        known = set(tables)
        return [
            *(found for shoe in shoes for found in self._seed_of(shoe)),
            *(_missing(person) for person in sorted(people) if f"{PERSON}/{person}" not in self._rows),
            *(found for name in self._rows for found in self._look_at(name, known)),
        ]

    def _seed_of(self, shoe: SealedHistory) -> Iterator[Finding]:
        """Report a missing seed of a sealed shoe, which could then never be revealed."""
        stream, version = f"{TABLE}{shoe.table}", shoe.heard[0].version
        name = f"{SHOE}/{shoe.table}/{shoe.commitment}"
        if name not in self._rows:
            yield Finding(stream, version, "secret", f"the seed of shoe {shoe.number}, which is not revealed, is gone")
            return
        seed = self._opened(name)
        if not isinstance(seed, bytes):
            return  # no key was given, or it does not open, which is told of the secret
        if not shoe.is_opened_by(seed):
            yield _secret(name, "the seed inside does not fit the commitment that was published")
        elif wrong := shoe.check(seed):
            yield Finding(stream, *wrong)

    def _look_at(self, name: str, tables: set[str]) -> Iterator[Finding]:
        """Report a secret of an unknown kind, of a wrong length, or, with the key, one that does not open."""
        kind, _, rest = name.partition("/")
        table, _, commitment = rest.rpartition("/")
        body = self._rows[name]
        if kind == SHOE and table in tables and is_hexadecimal(commitment):
            if not isinstance(body, bytes) or len(body) != NONCE_BYTES + SEED_BYTES + TAG_BYTES:
                yield _secret(name, "not an encrypted seed")
                return
        elif name == CHECK:
            if self._check is not None and body != self._check:
                yield _secret(name, "it is not derived from the key of the house")
            return
        elif kind != PERSON or not rest:
            yield _secret(name, "nothing here has a use for this secret")
            return
        if self._opened(name) is None:
            yield _secret(name, "the key of the house does not open it")

    def _opened(self, name: str) -> bytes | bool | None:
        """Return the content; None where it does not open, and False where no key was given."""
        body = self._rows[name]
        if self._cipher is None:
            return False
        try:
            return self._cipher.decrypt(body[:NONCE_BYTES], body[NONCE_BYTES:], name.encode())
        except (InvalidTag, ValueError, TypeError):
            return None


def _secret(name: str, says: str) -> Finding:
    return Finding(f"secret {name}", 0, "secret", says)


def _missing(person: str) -> Finding:
    return _secret(
        f"{PERSON}/{person}", "the password of this person, who had one, is gone; wartable users password sets another"
    )


class _Known(msgspec.Struct, frozen=True):
    name: str


_read_known = msgspec.json.Decoder(_Known).decode


def personal_findings(rows: Iterable[Row], house: Iterable[Recorded]) -> Iterator[Finding]:
    """Report rows that are not personal data, and rows that should have been erased."""
    erased: dict[str, At] = {}
    expired: At = 0
    for record in house:
        match _of_house(record):
            case PersonalErased(patron=patron):
                erased[patron] = record.at
            case PersonalExpired(before=before):
                expired = max(expired, before)
    for patron, body, at in rows:
        says = _wrong_personal(patron, body, at)
        if not says and at < erased.get(patron, 0):
            says = f"it was erased at {moments.told(erased[patron])}, and is stored again"
        if not says and at < expired:
            says = f"what was written before {moments.told(expired)} was erased, and this is stored again"
        if says:
            yield Finding(f"personal {text(patron)}", 0, "personal", says)


def _of_house(record: Recorded) -> object:
    try:
        return decode(record)
    except UnknownEvent:
        return None


def _wrong_personal(patron: object, body: object, at: object) -> str:
    if not isinstance(patron, str) or not patron.isprintable() or not isinstance(at, int) or at < 0:
        return "a column holds something that is not of its type"
    try:
        _read_known(body)  # type: ignore[arg-type]
    except (*UNREADABLE, TypeError):
        return "expected a document with a name"
    return ""
