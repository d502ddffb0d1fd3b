"""The result of a hand in the player's own words: which card beat which, and who wins."""

from wartable.cards import rank_word
from wartable.table import Bettor, Box, Seat, Table
from wartable.table import events as e


def result_for(table: Table, patron: str) -> str:
    """Return the result of a player's last hand, or its cards until it is settled; empty while there is none."""
    ours = [(box, bettor) for box in table.boxes for bettor in box.bettors if bettor.patron == patron]
    dealt = [(box, bettor) for box, bettor in ours if box.card is not None]
    if not dealt:
        return ""
    box, bettor = max(dealt, key=lambda place: (place[0].war_outcome is not None, place[0].outcome is not None))
    says = _result(table, box, bettor)
    return f"{_place(box.seat, bettor)}: {says}" if says and len(ours) > 1 else says


def hit_for(table: Table, patron: str) -> str:
    """Return what the hand being validated is, to the player who holds it."""
    won = table.wins[0] if table.wins else None
    if won is None or not any(bettor.patron == patron for bettor in table.boxes[won.seat - 1].bettors):
        return ""
    return f"{_hit(won)}! It is yours as soon as it is confirmed."


def hit_of_the_table(table: Table) -> str:
    """Return the same for every other person; empty while no hand is validated."""
    if table.phase != "validating" or not table.wins:
        return ""
    return f"{_hit(table.wins[0])} at seat {table.wins[0].seat}. It is being confirmed."


def _result(table: Table, box: Box, bettor: Bettor) -> str:
    dealt = table.round
    if box.war_outcome is not None and box.war_card is not None and dealt.dealer_war_card is not None:
        return _war(table, box.war_outcome, rank_word(box.war_card), rank_word(dealt.dealer_war_card))
    if box.card is None or dealt.dealer_card is None:
        return ""
    mine, other = rank_word(box.card), rank_word(dealt.dealer_card)
    match box.outcome:
        case "higher":
            return f"{mine.capitalize()} beats {other}. You win."
        case "lower":
            return f"{other.capitalize()} beats your {mine}. {_opponent(table)} wins."
        case "equal":
            return _tie(table, box, bettor)
        case _:
            return _against(mine, other)


def _against(mine: str, other: str) -> str:
    """Name the cards of a hand that the dealer has not settled yet."""
    return f"{mine.capitalize()} against {other}."


def _tie(table: Table, box: Box, bettor: Bettor) -> str:
    if bettor.choice == "surrender":
        return "You surrendered. You have half of your bet back."
    if bettor.choice == "war" and table.phase == "picking_up":
        return "Your war comes next. The dealer picks up the other cards first."
    if box.war_card is not None and table.round.dealer_war_card is not None:
        return _against(rank_word(box.war_card), rank_word(table.round.dealer_war_card))
    return ""


def _war(table: Table, outcome: str, mine: str, other: str) -> str:
    if outcome == "higher":
        return f"{mine.capitalize()} beats {other}. You win the war."
    if outcome == "lower":
        return f"{other.capitalize()} beats your {mine}. {_opponent(table)} wins the war."
    ends = "tied, and you win it" if table.rules.settlement["war.equal.war"].result == "win" else "tied"
    return f"{mine.capitalize()} against {other}. The war is {ends}."


def _opponent(table: Table) -> str:
    return "The bank" if table.rules.bank.by == "player" else "The dealer"


def _place(seat: Seat, bettor: Bettor) -> str:
    return f"Behind seat {seat}" if bettor.name else f"Seat {seat}"


def _hit(won: e.ProgressiveWon) -> str:
    """Name the wager with the hand: "a tie" alone reads like the result of the war."""
    if won.of_the_wheel:
        return f"The wheel's {'' if won.hand == 'primary' else 'second '}jackpot"
    return f"A {won.hand.replace('_', ' ')} for the progressive"
