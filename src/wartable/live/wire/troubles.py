"""Why the live tables say no, where it is not the table itself: a closed list of sentences."""

from collections.abc import Mapping
from enum import StrEnum

from wartable.live.wire.messages import NoMessage
from wartable.store import StoreDown, StoreError, StoreFull
from wartable.table import Refusal, Refused


class HouseRefused(RuntimeError):
    """The table refused what it had itself asked for: our mistake, and the table stops."""


class Trouble(StrEnum):
    """A reason that reads as a sentence."""

    BAD_MESSAGE = "this message cannot be read"
    BAD_COMMAND = "this command cannot be read"
    SIGN_IN_FIRST = "sign in first"
    NOT_ALLOWED = "your role does not allow this"
    NO_SUCH_TABLE = "there is no such table"
    AUTOMATIC_TABLE = "an automatic dealer runs this table"
    NO_SUCH_COUPON = "you hold no coupon of this face"
    NOT_ENOUGH_CHIPS = "you do not have enough chips for that"
    TRAY_IS_SHORT = "the table's tray does not hold enough for that; the floor has to order a fill first"
    WALLET_DIFFERS = (
        "this account does not hold what its record comes to, so no chips move there; the floor has been told"
    )
    PLAY_MONEY = "a guest plays for play money, which the cage neither sells nor pays out"
    CHIPS_LEFT = "you still have chips to play with"
    OTHER_BODY = "this id was used before for something else"
    OUTCOME_UNKNOWN = "it is not known whether this was kept; send it again with the same id"
    STORE_DOWN = "the house cannot record anything now; try again in a moment"
    STORE_FULL = "the house's disk is full, so nothing can be recorded until there is room"
    ELSEWHERE = "another server drives this table now; send it again"
    TOO_MANY = "too much at once; try again in a moment"
    GOING_DOWN = "the server is going down"
    TABLE_STOPPED = "this table has stopped because something is wrong with it; the floor has been told"
    NO_SUCH_REQUEST = "there is no such request, or it does not wait any more"
    REQUEST_LAPSED = "what this request was about is over; ask again"
    TWO_PEOPLE = "this takes money back, so a second person has to confirm it; ask again"
    PLAYER_IS_HERE = "this player is connected to the table, and so is not absent"
    SAME_PERSON = "a second, different person has to confirm this"
    WRONG_PASSWORD = "the name or the password is wrong"
    LOCKED = "an administrator has locked this account; ask one to unlock it"
    LOCKED_FOR_NOW = (
        "after three failed sign-ins this account is locked for a while; an administrator can unlock it sooner"
    )
    NAME_IS_TAKEN = "this name is taken"
    NAME_IS_BAD = "choose a name of 1 to 24 printable characters"
    NAME_IS_KEPT = "this name is kept for the house; choose another"
    NO_SUCH_PERSON = "there is no such person"
    ANOTHER_DEALER = "a dealer comes to a table in their own name; expected that, or none"
    NO_SUCH_DEALER = "no dealer of the house has this name; expected the name that a dealer signs in with"
    NAME_COMES_FIRST = "write the player's name first: the rounds that a person may bank are counted"
    NAMES_ANOTHER_PERSON = "the person named for this wager is not the one who bets there"
    THEIRS_ALONE = "this is for the signed-in player alone to do"
    NO_SUCH_CLAIM = "this link is not ours, or is too old"
    NO_SUCH_PATRON = "there is no such patron"
    NO_SUCH_ROUND = "there is no such round"
    NO_SUCH_SHOE = "there is no such shoe"
    NO_SUCH_CLAUSE = "there is no such clause"
    NO_SUCH_PAGE = "there is no such page"
    NO_SUCH_SIMULATION = "there is no such simulation"
    NO_SUCH_HOUSE = "there is no such house"
    NO_SUCH_STATE = "there is no rulebook of this state"
    NO_SUCH_DRILL = "this drill is not yours, or is too old; start another"
    OTHER_EXERCISE = "this exercise is not due: it was answered already, or another comes before it"
    NOT_REVEALED = "this shoe is not over yet, so it is not revealed"
    WRONG_ORIGIN = "this comes from another site"
    TOO_LARGE = "this is too large"
    TOO_SLOW = "this did not come in time"
    NOT_OFFERED = "this is not offered here"
    NO_NEIGHBOURS = "no neighbours are here for that; they need free seats, and players who all play for play money"
    PLAY_MONEY_BANKS = "the player who banks plays for play money; bet when another player banks"
    PLAY_MONEY_BETS = "the player who banks has chips that are worth money, so play money cannot be bet now"
    NEIGHBOUR_BANKS = "a neighbour with play money holds the bank; you can bet in the next round"
    PLAYERS_BANK = "players hold the bank here, and the table has no chips of the house"
    GUESTS_ONLY = "a private table is for guests with play money; sign out to play there as a guest"
    PRIVATE_TABLES_USED_UP = "all private tables of the house are in use; try again later"
    PRIVATE_TABLES_OF_YOURS = "you have as many private tables as a guest may have; one closes when all have left it"
    PRIVATE_TABLES_FROM_HERE = (
        "your network has as many private tables as it may have; one closes when all have left it"
    )
    NOT_POSSIBLE = "such a table is not possible"
    OUR_FAULT = "something went wrong on our side; it was recorded"


def no(trouble: Trouble) -> NoMessage:
    """Return a trouble as a message."""
    return NoMessage(trouble.name.lower(), trouble.value)


TO_PLAYERS: Mapping[Refusal, str] = {
    Refusal.NOT_NOW: "you cannot do that now",
    Refusal.NOT_YOURS: "that is not for you to do",
    Refusal.NOT_YOUR_SEAT: "another player sits there",
    Refusal.NOT_YOUR_TURN: "it is another player's turn",
    Refusal.SEAT_IS_TAKEN: "that seat is taken",
    Refusal.SEAT_IS_EMPTY: "take that seat first",
    Refusal.BOXES_ARE_USED_UP: "you cannot bet more boxes here",
    Refusal.BOX_IS_NOT_ADJACENT: "your boxes have to lie side by side",
    Refusal.STAY_UNTIL_THE_ROUND_ENDS: "you have chips in this round; you can leave when it is over",
    Refusal.NO_LOOK_IS_OFFERED: "no look at the cards is yours now",
    Refusal.NO_CUT_IS_OFFERED: "the cut is not yours now",
    Refusal.CUT_IS_TOO_SHALLOW: "cut farther from the end",
    Refusal.WORDS_ARE_BAD: "your words are too long; use at most 200 bytes",
    Refusal.SHOE_IS_OVER: "this shoe is over; the cards are shuffled first",
    Refusal.DECKS_MUST_BE_CHANGED: "new decks come first; bet when they are ready",
    Refusal.WAGER_IS_NOT_OFFERED: "you cannot make that bet now",
    Refusal.WAGER_IS_MADE_ALREADY: "you have made that bet already",
    Refusal.WAGER_IS_NOT_THERE: "you have no such bet",
    Refusal.INITIAL_WAGER_COMES_FIRST: "make the main bet first",
    Refusal.WAGER_STAYS: "your bet is down, and stays until it is decided",
    Refusal.OTHER_WAGERS_LIE_ON_IT: "take back the bets beside it first",
    Refusal.AMOUNT_IS_BELOW_THE_LIMIT: "that is less than the table's minimum",
    Refusal.AMOUNT_IS_ABOVE_THE_LIMIT: "that is more than the table's maximum",
    Refusal.AMOUNT_IS_NOT_A_MULTIPLE: "bet in the steps that the sign names",
    Refusal.HALF_DOES_NOT_EXIST: "bet an amount with a half in whole cents",
    Refusal.STAKE_IS_NOT_OFFERED: "bet one of the amounts that the sign names",
    Refusal.NO_SUCH_HAND: "choose one of the hands in the middle first",
    Refusal.ONLY_SEATED_PLAYERS_BET: "take a seat to bet",
    Refusal.BETS_ON_THIS_HAND: "you bet on this hand already",
    Refusal.BACKLINE_IS_FULL: "there is no more room behind this seat",
    Refusal.BANK_DOES_NOT_BET: "you hold the bank, so you make no bet",
    Refusal.BANK_IS_NOT_YOURS: "the bank is offered to another player now",
    Refusal.NO_OFFER_WAITS: "nothing waits for that answer now",
}
"""What a player hears; a dealer, the floor and the log have the words of the rules."""


def refused(refusal: Refused, *, to_player: bool = False) -> NoMessage:
    """Return a refusal of the table as a message, in the second person to a player."""
    says = TO_PLAYERS.get(refusal.why, refusal.why.value) if to_player else refusal.why.value
    return NoMessage(refusal.why.name.lower(), says, refusal.clauses)


def trouble_of(error: StoreError) -> Trouble:
    """Return what to say when the store failed; the outcome is unknown only where the store does not tell."""
    match error:
        case StoreDown():
            return Trouble.OUTCOME_UNKNOWN
        case StoreFull():
            return Trouble.STORE_FULL
    return Trouble.STORE_DOWN
