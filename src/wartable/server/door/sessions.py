"""Sessions: a signed cookie that says who is there, and the log of the house that says whether it still counts."""

import secrets

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from wartable.live import SECOND, AnyRole, Moment, People, Room, Speaker, derive_key
from wartable.server.limits import SESSION_SECONDS

COOKIE = "wartable_session"
_SALT = "wartable session 1"
WATCHER = Speaker("", "watcher")


class Session(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What the cookie says."""

    id: str
    person: str
    role: AnyRole
    patron: str
    name: str
    began: Moment

    @property
    def speaker(self) -> Speaker:
        return Speaker(self.person, self.role, self.patron, self.name)


class Sessions:
    """Makes cookies and reads them."""

    def __init__(self, room: Room, key: bytes) -> None:
        self._room = room
        self._people: People = room.people
        self._signer = URLSafeTimedSerializer(derive_key(key, "sessions"), salt=_SALT)

    def open(self, speaker: Speaker, began: Moment | None = None) -> tuple[Session, str]:
        """Open a session, and return it with its cookie; a person's begins at the moment of the sign-in in the log."""
        now = self._room.clock.now() if began is None else began
        id_ = secrets.token_hex(16)
        session = Session(id_, speaker.person, speaker.role, speaker.patron, speaker.name, now)
        return session, str(self._signer.dumps(msgspec.to_builtins(session)))

    def rename(self, session: Session, name: str) -> tuple[Session, str]:
        """The same session under another name on the screen, and its cookie."""
        renamed = msgspec.structs.replace(session, name=name)
        return renamed, str(self._signer.dumps(msgspec.to_builtins(renamed)))

    async def read(self, cookie: str | None) -> Session | None:
        """The session behind a cookie, if it is ours, not too old, and not ended.

        Another server of this house may have let this person in a moment ago, so its record is read before a refusal.
        """
        if not cookie:
            return None
        try:
            session = msgspec.convert(self._signer.loads(cookie), Session)
        except (BadSignature, msgspec.ValidationError, RecursionError):
            return None
        if not self.is_valid(session):
            await self._people.follow()
        return session if self.is_valid(session) else None

    def is_valid(self, session: Session) -> bool:
        """Whether a session is valid now: it is not too old, and was not ended."""
        if self._room.clock.now() >= session.began + SESSION_SECONDS * SECOND:
            return False
        return self._people.is_valid(session.id, session.person, session.role, session.began)
