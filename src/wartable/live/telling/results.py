"""The result of a hand in the player's own words: which card beat which, and who wins."""

from collections import Counter

from wartable.cards import Card, rank_word
from wartable.money import say_cents
from wartable.rulebook import WAGERS, Wager
from wartable.table import Bettor, Box, Seat, Table, compare
from wartable.table import events as e

OF_THE_HAND: tuple[Wager, ...] = ("initial", "match_play")
"""The wagers, with what they led to, whose pay is the result of the hand itself."""

OF_THE_WHEEL: tuple[Wager, ...] = ("bonus_spin", "community")


def result_for(table: Table, patron: str) -> str:
    """Return the result of a player's last hand, or its cards until it is settled; empty while there is none."""
    ours = [(box, bettor) for box in table.boxes for bettor in box.bettors if bettor.patron == patron]
    dealt = [(box, bettor) for box, bettor in ours if box.card is not None]
    if not dealt:
        return ""
    box, bettor = max(dealt, key=lambda place: (place[0].war_outcome is not None, place[0].outcome is not None))
    if not (says := _result(table, box, bettor)):
        return ""
    whose = f"{_place(box.seat, bettor)}: " if len(ours) > 1 else ""
    return " ".join((f"{whose}{says}", *paid_beside(bettor)))


def result_of_the_bank(table: Table) -> str:
    """Return what the bank won or lost in this round, to the player who banks; empty while a wager is in play."""
    bettors = [bettor for box in table.boxes for bettor in box.bettors]
    lines = [line for bettor in bettors for line in bettor.lines]
    if not lines or table.round.voided or any(bettor.in_play for bettor in bettors):
        return ""
    won = sum(line.staked - line.returned - line.paid for line in lines)
    if not won:
        return "Your bank neither won nor lost in this round."
    return f"Your bank {'won' if won > 0 else 'lost'} {say_cents(abs(won))} in this round."


def paid_beside(bettor: Bettor) -> tuple[str, ...]:
    """Return what was paid to a bettor beside the hand: on the tie, the progressive, the wheel."""
    paid: Counter[Wager] = Counter()
    for line in bettor.lines:
        paid[WAGERS[line.wager].part_of or line.wager] += line.paid
    return tuple(
        f"Your {WAGERS[wager].noun}{WAGERS[wager].where} is paid {say_cents(amount)}."
        for wager, amount in paid.items()
        if amount and wager not in OF_THE_HAND
    )


def hit_for(table: Table, patron: str) -> str:
    """Return how the hand ended and which win of it is being validated, to the player who holds it.

    A jackpot of the wheel is decided after the cards, so it stands alone.
    """
    won = table.wins[0] if table.wins else None
    if won is None or not any(bettor.patron == patron for bettor in table.boxes[won.seat - 1].bettors):
        return ""
    hit = f"{_hit(won)}! It is yours as soon as it is confirmed."
    return hit if won.of_the_wheel else f"{result_for(table, patron)} {hit}".lstrip()


def hit_of_the_table(table: Table) -> str:
    """Return the same for every other person; empty while no hand is validated."""
    if table.phase != "validating" or not table.wins:
        return ""
    return f"{_hit(table.wins[0])} at seat {table.wins[0].seat}. It is being confirmed."


def wheel_turns(table: Table) -> str:
    """Say why the wheel turns, until what it stopped at is settled; empty at any other time."""
    card, lines = table.round.dealer_card, [line for box in table.boxes for one in box.bettors for line in one.lines]
    over = any(line.wager in OF_THE_WHEEL for line in lines)
    if table.phase != "side_bets" or table.round.spun is None or card is None or over:
        return ""
    return f"A {'red' if card[1] in 'dh' else 'black'} {rank_word(card)}: the wheel turns."


def _result(table: Table, box: Box, bettor: Bettor) -> str:
    dealt = table.round
    if box.war_outcome is not None and box.war_card is not None and dealt.dealer_war_card is not None:
        return _war(table, box.war_outcome, _cards(box.war_card, dealt.dealer_war_card))
    if box.card is None or dealt.dealer_card is None:
        return ""
    match box.outcome:
        case "higher":
            return f"{_cards(box.card, dealt.dealer_card)} {_win(bettor)}"
        case "lower":
            return f"{_cards(box.card, dealt.dealer_card)} {_opponent(table)} wins."
        case "equal":
            # The others' hands may come first: until the question, the tie stands there as its cards.
            waits = table.phase == "settling" and not bettor.choice
            return _cards(box.card, dealt.dealer_card) if waits else _tie(table, box, bettor)
        case _:
            return _cards(box.card, dealt.dealer_card)


def _win(bettor: Bettor) -> str:
    """Name the wager that wins, where those beside it may lose as much: the sum of the hand is no win then."""
    made = (*bettor.stakes.items(), *((line.wager, line.staked) for line in bettor.lines))
    main = sum(amount for wager, amount in made if wager in OF_THE_HAND)
    outweighs = sum(amount for _, amount in made) >= 2 * main and not paid_beside(bettor)
    return "You win the main bet." if outweighs else "You win."


def _cards(card: Card, dealers: Card) -> str:
    """Say which card is higher, as every player sees it before the dealer settles the hand."""
    mine, other = rank_word(card), rank_word(dealers)
    match compare(card, dealers):
        case "higher":
            return f"{mine.capitalize()} beats {other}."
        case "lower":
            return f"{other.capitalize()} beats your {mine}."
        case "equal":
            return f"{mine.capitalize()} against {other}."


def _tie(table: Table, box: Box, bettor: Bettor) -> str:
    if bettor.choice == "surrender":
        return "You surrendered. You have half of your bet back."
    if bettor.choice == "war" and table.phase == "picking_up":
        return "Your war comes next. The dealer picks up the other cards first."
    if box.war_card is not None and table.round.dealer_war_card is not None:
        return _cards(box.war_card, table.round.dealer_war_card)
    return ""


def _war(table: Table, outcome: str, cards: str) -> str:
    if outcome == "higher":
        return f"{cards} You win the war."
    if outcome == "lower":
        return f"{cards} {_opponent(table)} wins the war."
    ends = "tied, and you win it" if table.rules.settlement["war.equal.war"].result == "win" else "tied"
    return f"{cards} The war is {ends}."


def _opponent(table: Table) -> str:
    return "The bank" if table.rules.bank.by == "player" else "The dealer"


def _place(seat: Seat, bettor: Bettor) -> str:
    return f"Behind seat {seat}" if bettor.name else f"Seat {seat}"


def _hit(won: e.ProgressiveWon) -> str:
    """Name the wager with the hand: "a tie" alone reads like the result of the war."""
    if won.of_the_wheel:
        return f"The wheel's {'' if won.hand == 'primary' else 'second '}jackpot"
    return f"A {won.hand.replace('_', ' ')} for the progressive"
