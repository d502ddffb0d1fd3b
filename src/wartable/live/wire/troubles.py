"""Why the live tables say no, where it is not the table itself: a closed list of sentences."""

from enum import StrEnum

from wartable.live.wire.messages import NoMessage
from wartable.store import StoreDown, StoreError
from wartable.table import Refused


class HouseRefused(RuntimeError):
    """The table refused what it had itself asked for: our mistake, and the table stops."""


class Trouble(StrEnum):
    """A reason that reads as a sentence."""

    BAD_MESSAGE = "this message cannot be read"
    BAD_COMMAND = "this command cannot be read"
    SIGN_IN_FIRST = "sign in first"
    NOT_ALLOWED = "this is not for your role to do"
    NO_SUCH_TABLE = "there is no such table"
    AUTOMATIC_TABLE = "an automatic dealer runs this table"
    NO_SUCH_COUPON = "you hold no coupon of this face"
    NOT_ENOUGH_CHIPS = "there are not enough chips for that"
    TRAY_IS_SHORT = "the table's tray does not hold enough for that; the floor has to order a fill first"
    PLAY_MONEY = "a guest plays for play money, which the cage neither sells nor pays out"
    CHIPS_LEFT = "there are chips left to play with"
    OTHER_BODY = "this id was used before for something else"
    OUTCOME_UNKNOWN = "it is not known whether this was kept; send it again with the same id"
    STORE_DOWN = "nothing can be kept now; try again in a moment"
    ELSEWHERE = "another server drives this table now; send it again"
    TOO_MANY = "too much at once; try again in a moment"
    GOING_DOWN = "the server is going down"
    TABLE_STOPPED = "this table has stopped because something is wrong with it; the floor has been told"
    NO_SUCH_REQUEST = "there is no such request, or it does not wait any more"
    REQUEST_LAPSED = "what this request was about is over; ask again"
    TWO_PEOPLE = "this takes money back, so a second person has to confirm it; ask again"
    SAME_PERSON = "a second, different person has to confirm this"
    WRONG_PASSWORD = "the name or the password is wrong"
    LOCKED = "an administrator has locked this account; ask one to unlock it"
    LOCKED_FOR_NOW = (
        "after three failed sign-ins this account is locked for a while; an administrator can unlock it sooner"
    )
    NAME_IS_TAKEN = "this name is taken"
    NAME_IS_BAD = "a name has 1 to 24 characters that can be read"
    NAME_IS_KEPT = "this name is kept for the house; choose another"
    NO_SUCH_PERSON = "there is no such person"
    NAME_COMES_FIRST = "write the player's name first: the rounds that a person may bank are counted"
    THEIRS_ALONE = "this is for the signed-in player alone to do"
    NO_SUCH_PATRON = "there is no such patron"
    NO_SUCH_ROUND = "there is no such round"
    NO_SUCH_SHOE = "there is no such shoe"
    NO_SUCH_CLAUSE = "there is no such clause"
    NO_SUCH_PAGE = "there is no such page"
    NO_SUCH_SIMULATION = "there is no such simulation"
    NO_SUCH_HOUSE = "there is no such house"
    NOT_REVEALED = "this shoe is not over yet, so it is not revealed"
    WRONG_ORIGIN = "this comes from another site"
    TOO_LARGE = "this is too large"
    TOO_SLOW = "this did not come in time"
    NOT_OFFERED = "this is not offered here"
    NO_NEIGHBOURS = "no neighbours are here for that; they need free seats, and players who all play for play money"
    NEIGHBOUR_BANKS = "a neighbour with play money holds the bank; you can bet in the next round"
    PLAYERS_BANK = "players hold the bank here, and the table has no chips of the house"
    NOT_POSSIBLE = "such a table is not possible"
    OUR_FAULT = "something went wrong on our side; it was recorded"


def no(trouble: Trouble) -> NoMessage:
    """A trouble as it goes over the wire."""
    return NoMessage(trouble.name.lower(), trouble.value)


def refused(refusal: Refused) -> NoMessage:
    """A refusal of the table as it goes over the wire."""
    return NoMessage(refusal.why.name.lower(), refusal.why.value, refusal.clauses)


def trouble_of(error: StoreError) -> Trouble:
    """What is told where the store did not do it; only where it says nothing is the outcome open."""
    return Trouble.OUTCOME_UNKNOWN if isinstance(error, StoreDown) else Trouble.STORE_DOWN
