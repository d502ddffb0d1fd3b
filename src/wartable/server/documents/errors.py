"""How the HTTP door says no: one form for everything, and never a traceback."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import ClientException, HTTPException
from litestar.openapi.datastructures import ResponseSpec

from wartable.live import NoMessage, Trouble, no
from wartable.misread import tell_misread
from wartable.server.documents.forms import ErrorDocument

STATUS: Mapping[Trouble, int] = {
    Trouble.BAD_MESSAGE: 400,
    Trouble.BAD_COMMAND: 400,
    Trouble.SIGN_IN_FIRST: 401,
    Trouble.NOT_ALLOWED: 403,
    Trouble.WRONG_PASSWORD: 403,
    Trouble.WRONG_ORIGIN: 403,
    Trouble.SAME_PERSON: 403,
    Trouble.LOCKED: 403,
    Trouble.NO_SUCH_TABLE: 404,
    Trouble.NO_SUCH_REQUEST: 404,
    Trouble.NO_SUCH_PERSON: 404,
    Trouble.NO_SUCH_PATRON: 404,
    Trouble.NO_SUCH_CLAIM: 404,
    Trouble.NO_SUCH_ROUND: 404,
    Trouble.NO_SUCH_SHOE: 404,
    Trouble.NO_SUCH_CLAUSE: 404,
    Trouble.NO_SUCH_PAGE: 404,
    Trouble.NO_SUCH_SIMULATION: 404,
    Trouble.NO_SUCH_HOUSE: 404,
    Trouble.NO_SUCH_STATE: 404,
    Trouble.NO_SUCH_DRILL: 404,
    Trouble.TOO_SLOW: 408,
    Trouble.TOO_LARGE: 413,
    Trouble.TOO_MANY: 429,
    Trouble.LOCKED_FOR_NOW: 429,
    Trouble.OUR_FAULT: 500,
    Trouble.STORE_DOWN: 503,
    Trouble.STORE_FULL: 503,
    Trouble.OUTCOME_UNKNOWN: 503,
    Trouble.GOING_DOWN: 503,
    Trouble.ELSEWHERE: 503,
    Trouble.TABLE_STOPPED: 503,
}
CONFLICT = 409
"""For everything else: it could be done, but not in the present state."""


class No(Exception):
    """A trouble on its way out."""

    def __init__(self, trouble: Trouble | NoMessage, status: int | None = None, retry_after: int | None = None) -> None:
        super().__init__(trouble)
        self.retry_after = retry_after
        """Seconds after which it may be tried again, where that is known."""
        self.message = no(trouble) if isinstance(trouble, Trouble) else trouble
        self.status = status or (STATUS.get(trouble, CONFLICT) if isinstance(trouble, Trouble) else CONFLICT)


def answer(message: NoMessage, status: int) -> Response[ErrorDocument]:
    """Return an error in the one form that all have."""
    document = ErrorDocument(message.why, message.says, message.clauses)
    return Response(document, status_code=status, media_type=MediaType.JSON)


def on_no(_: Request[Any, Any, Any], error: No) -> Response[ErrorDocument]:
    """Answer a refusal."""
    response = answer(error.message, error.status)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def raw_answer(trouble: Trouble) -> bytes:
    """Answer a request that was refused before it was understood."""
    status = HTTPStatus(STATUS[trouble])
    message = no(trouble)
    body = msgspec.json.encode(ErrorDocument(message.why, message.says))
    head = f"HTTP/1.1 {status.value} {status.phrase}", "content-type: application/json", "connection: close"
    return "\r\n".join((*head, f"content-length: {len(body)}", "", "")).encode() + body


BY_STATUS: Mapping[int, Trouble] = {
    401: Trouble.SIGN_IN_FIRST,
    403: Trouble.NOT_ALLOWED,
    404: Trouble.NO_SUCH_PAGE,
    405: Trouble.NO_SUCH_PAGE,
    413: Trouble.TOO_LARGE,
    429: Trouble.TOO_MANY,
    500: Trouble.OUR_FAULT,
    503: Trouble.GOING_DOWN,
}


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorDocument]:
    """Answer an error of the framework: a wrong address, or a body that does not fit."""
    status = error.status_code
    trouble = BY_STATUS.get(status, Trouble.BAD_MESSAGE)
    message = no(trouble)
    if trouble is Trouble.BAD_MESSAGE:
        message = NoMessage(message.why, f"{message.says}: {_particulars(error)}")
    response = answer(message, status)
    for name, value in (error.headers or {}).items():
        if name.lower() == "allow":
            response.headers[name] = value
    return response


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body need not be what it says; the framework knows only some of the ways in which it is not."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except (RecursionError, UnicodeError) as error:
            raise ClientException(tell_misread(error)) from None


def _particulars(error: HTTPException) -> str:
    """Say what does not fit and where, in one line."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        key, message = str(extra[0].get("key") or ""), str(extra[0].get("message") or "")
        return tell_misread(message if key in ("", "data") else f"{message} - at `$.{key}`")
    return tell_misread(str(error.detail).partition("\n")[0])


def no_of(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the errors that an operation may answer with, for its description."""
    return {status: ResponseSpec(ErrorDocument, description=DESCRIPTIONS[status]) for status in sorted(statuses)}


DESCRIPTIONS: Mapping[int, str] = {
    400: "The message cannot be read.",
    401: "Not signed in.",
    403: "Your role does not allow this.",
    404: "It does not exist.",
    409: "It cannot be done in the present state.",
    413: "The message is too large.",
    429: "Too much at once, or too many failed sign-ins.",
    500: "Something went wrong on our side.",
    503: "It cannot be done at the moment.",
}
USUAL = (400, 403, 413, 429, 503)
"""Any operation may answer with these."""
