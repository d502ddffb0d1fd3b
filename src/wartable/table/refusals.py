"""The refusals of a table: a closed list of sentences, each with its clauses where there are any."""

from enum import StrEnum

import msgspec

from wartable.table.events import Event


class Refusal(StrEnum):
    """A reason that reads as a sentence."""

    NOT_NOW = "this cannot be done now"
    NOT_YOURS = "this is for another person to do"
    NOT_YOUR_SEAT = "this seat belongs to another player"
    NOT_YOUR_TURN = "another player is asked first"
    NO_SUCH_SEAT = "the table has no such seat"
    SEAT_IS_TAKEN = "the seat is taken"
    SEAT_IS_EMPTY = "the seat is empty"
    NAME_IS_BAD = "a name has 1 to 64 characters"
    BOXES_ARE_USED_UP = "one player may not bet that many boxes"
    BOX_IS_NOT_ADJACENT = "a player's boxes lie side by side"
    STAY_UNTIL_THE_ROUND_ENDS = "a player with wagers in the round stays until it ends"
    NOT_THE_NEXT_STEP = "another step comes first"
    DECKS_ARE_COUNTED = "say how many decks and cover cards came"
    DECKS_ARE_MISCOUNTED = "this is not the number of decks that the house filed"
    COVER_CARDS_ARE_MISCOUNTED = "this is not the number of cover cards that comes with these decks"
    SEAL_IS_UNNAMED = "preshuffled decks come with the name of their supplier and the number of its seal"
    DECKS_ARE_SHUFFLED_HERE = "these rules accept no decks that were shuffled elsewhere"
    STEPS_ARE_MISSING = "the shuffle is not complete"
    STRIP_COMES_LATER = "a strip comes only after enough riffles"
    DEVICE_IS_IN_THE_WAY = "the failed device is covered or signed first"
    DEVICE_IS_NOT_IN_USE = "no shuffling device is in use"
    DEVICE_WORKS = "the device is not out of order"
    DEVICE_IS_NEEDED = "cards come from the shuffler alone, so it is repaired or replaced first"
    DEVICE_IS_EMPTIED_FIRST = "the shuffler that stopped is emptied first"
    BATCH_IS_NOT_SHUFFLED = "this batch was not shuffled since it was last in play"
    NO_SUCH_BATCH = "the table has no such batch"
    CUT_IS_TOO_SHALLOW = "the cut is too close to one end"
    COVER_CARD_IS_TOO_DEEP = "too few cards lie behind the cover card"
    NO_CUT_IS_OFFERED = "no cut is offered"
    CUT_COMES_FIRST = "the cards are cut first"
    NO_RECUT_HERE = "these rules do not allow a recut"
    WORDS_ARE_BAD = "words come from a player, and have at most 200 bytes"
    COMMITMENT_IS_BAD = "a commitment has 64 lower-case hexadecimal digits"
    SHOE_IS_SEALED = "this shoe is already sealed"
    SEAL_COMES_FIRST = "the shoe is sealed first"
    REVEAL_COMES_FIRST = "the last shoe is revealed first"
    NOTHING_TO_REVEAL = "no sealed shoe is over"
    WORDS_COME_FIRST = "no player has added words to this sealed shoe yet, or none since the house cut it"
    SEED_DOES_NOT_MATCH = "this is not the seed that was sealed"
    SEALED_CARDS_STAY = "the cards of a sealed shoe stay as they fell"
    NO_CARD_TO_TAKE_BACK = "there is no card that can be taken back"
    NO_BURN_IS_DUE = "no burn is due"
    BURN_COMES_FIRST = "a burn comes first"
    SHOE_IS_EMPTY = "the shoe is empty"
    NO_COVER_CARD = "this shoe has no cover card to meet"
    NO_SUCH_CARD = "there is no such card"
    CARD_IS_USED_UP = "the decks hold no more of this card"
    DECKS_MUST_BE_CHANGED = "the decks are changed first"
    WAGER_IS_NOT_OFFERED = "this wager is not offered"
    WAGER_IS_MADE_ALREADY = "this wager has already been made"
    WAGER_IS_NOT_THERE = "there is no such wager"
    INITIAL_WAGER_COMES_FIRST = "the initial wager comes first"
    WAGER_STAYS = "a wager that was placed stays until it is decided"
    OTHER_WAGERS_LIE_ON_IT = "the wagers beside it are taken back first"
    AMOUNT_IS_BAD = "an amount must be positive and within the program's limit"
    AMOUNT_IS_BELOW_THE_LIMIT = "the amount is below the table's limit"
    AMOUNT_IS_ABOVE_THE_LIMIT = "the amount is above the table's limit"
    AMOUNT_IS_NOT_A_MULTIPLE = "the amount is not a multiple that the table accepts"
    HALF_DOES_NOT_EXIST = "half of the amount is not in whole cents"
    STAKE_IS_NOT_OFFERED = "this stake is not offered"
    NO_SUCH_HAND = "there is no such community card to bet on"
    CASH_DOES_NOT_PLAY = "a spoken bet with cash is not accepted"
    INSTRUMENT_IS_NOT_ACCEPTED = "wagers cannot be made with this"
    ONLY_SEATED_PLAYERS_BET = "only seated players may wager"
    BACKLINE_IS_FULL = "no more bettors fit behind this seat"
    BANK_DOES_NOT_BET = "the player who banks makes no wager"
    BANK_IS_NOT_YOURS = "the bank is offered to another player"
    NO_FEE_IS_SET = "the house has set no room fee"
    FEE_IS_TAKEN_ONCE = "the room fee is taken once a round, with the player's first chips"
    NOBODY_BETS = "no player has made an initial wager"
    HAND_HAS_A_CARD = "this hand has its card"
    HAND_IS_NOT_IN_PLAY = "this hand is not in play"
    COUNT_DIFFERS = "the count differs from what the system accepted"
    SPIN_COMES_FIRST = "the wheel is turned first"
    NO_SPIN_IS_DUE = "the wheel is not turned now"
    NO_SUCH_SYMBOL = "the wheel has no such symbol"
    HOT_SPOT_IS_UNBET = "the hot spot has no wager, so the wheel is turned again"
    NO_SUCH_METER = "the table has no such meter"
    METER_NEVER_FALLS = "a meter falls only by a pay or a recorded correction"
    READING_IS_BELOW_THE_RESET = "a meter never reads less than the amount that was filed for its reset"
    METER_IS_OWED = "a win of this meter waits to be paid, so its reading stays"
    RATE_CHANGES_AFTER_A_HIT = "a meter's rate changes only after a hit"
    RATE_IS_BAD = "a rate is a share above 0 and at most 1 that gives whole cents of every stake"
    RATE_IS_NOT_FILED = "a meter takes only the rate that the house filed"
    CHOICE_IS_NOT_OPEN = "the floor may not rule this here"
    REASON_IS_MISSING = "a reason of 1 to 200 characters is required"
    NO_ERROR_HAPPENED = "players are released from a hand only after a dealing error"
    NOBODY_IS_RELEASED_HERE = "these rules release no player from a hand"


class Refused(msgspec.Struct, frozen=True):
    """A command that was not accepted; nothing has changed."""

    why: Refusal
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.why} ({', '.join(self.clauses)})" if self.clauses else str(self.why)


Decided = tuple[Event, ...] | Refused
"""The answer to a command: its events, or a refusal."""
