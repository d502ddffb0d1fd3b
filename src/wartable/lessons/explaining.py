"""The rules in force, told to a player in the second person. Every figure comes from the rules."""

from collections.abc import Callable, Mapping

from wartable.cards import RANK_WORDS, RANKS
from wartable.lessons.situations import Topic
from wartable.money import Cents, Odds, say_cents
from wartable.rulebook import METERS, WAGERS, BonusSpin, Rules, Wager, listed
from wartable.table import words_of

Explained = tuple[str, tuple[str, ...]]
"""A title and sentences."""
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
HANDS: Mapping[str, str] = {
    "tie": "a tie",
    "suited_tie": "a tie in one suit",
    "double_tie": "a tied war after a tie",
    "four_of_a_kind": "four cards of one rank",
    "suited_double_tie": "two ties, each in one suit,",
    "suited_four_of_a_kind": "four times the same card",
}


def explain(rules: Rules, topic: Topic) -> Explained:
    """Return what a player should know about a topic."""
    title, says = EXPLAINED[topic](rules)
    return title, tuple(sentence for sentence in says if sentence)


def _odds(odds: Odds) -> str:
    return f"{odds.paid:,} to {odds.staked}"


def _amounts(rules: Rules, wager: Wager) -> str:
    """What may be bet: "10.00 to 500.00"."""
    row = WAGERS[wager]
    low, high = row.limits.values(rules.limits)
    if fixed := row.stakes(rules):
        return listed([say_cents(stake) for stake in fixed], "or")
    if low is not None and high is not None:
        return f"{say_cents(low)} to {say_cents(high)}"
    return f"from {say_cents(low)}" if low is not None else f"up to {say_cents(high)}" if high is not None else ""


def _bet(rules: Rules, wager: Wager) -> str:
    amounts = _amounts(rules, wager)
    step = rules.limits.step if wager == "initial" else None
    steps = f", in steps of {say_cents(step)}" if step else ""
    return f"Bet {amounts}{steps}." if amounts else ""


def _initial(rules: Rules) -> Explained:
    dealer = words_of(rules).banker
    game = f"You and the {dealer} each get one card. The higher card wins."
    if rules.electronic is not None:
        hands = NUMBERS[rules.electronic.community_cards].lower()
        game = f"The dealer turns {hands} hands and one card for the house. You bet on a hand: the higher card wins."
    pays = _odds(rules.pays["initial"])
    return "The higher card wins", (
        game,
        "Aces are high, twos are low, and suits do not matter.",
        _bet(rules, "initial"),
        f"A win pays {pays}. If your card is lower, you lose your wager.",
    )


def _tie_hand(rules: Rules) -> Explained:
    first = "the first one is collected" if rules.war.initial == "collected" else "the first one stays down"
    return "A tie is your choice", (
        "Two cards of the same rank are a tie. You choose what to do.",
        "Surrender, and you get half of your wager back.",
        f"Or go to war: you put up a second wager of the same size, and {first}.",
    )


def _war(rules: Rules) -> Explained:
    dealer = words_of(rules).banker
    cards = f"{NUMBERS[rules.war.burns]} card{'s are' if rules.war.burns != 1 else ' is'} burned"
    more = NUMBERS[rules.war.burns].lower()
    burns = {
        "once": f"{cards}. Then you and the {dealer} each get one more card.",
        "before_players_and_dealer": f"{cards} before the players’ cards, and {more} more before the {dealer}’s.",
        "before_every_card": f"{cards} before every new card, yours and the {dealer}’s.",
    }
    return "War", (
        burns[rules.war.burn_pattern],
        _war_row(rules, "higher", "Your new card is higher"),
        _war_row(rules, "equal", "The cards tie again"),
        _war_row(rules, "lower", "Your new card is lower"),
    )


def _war_row(rules: Rules, outcome: str, case: str) -> str:
    """What happens to the war wager, and to the first one where it still lies there."""
    war, first = rules.settlement[f"war.{outcome}.war"], rules.settlement.get(f"war.{outcome}.initial")
    if war.odds is None:
        return f"{case}: you lose {'both wagers' if first else 'the war wager'}."
    back = ", and your first wager comes back" if first else ""
    return f"{case}: the war wager pays {_odds(war.odds)}{back}."


def _tie(rules: Rules) -> Explained:
    dealer = words_of(rules).banker
    return "The tie wager", (
        f"Beside your wager you may bet that your first card ties the {dealer}’s. {_bet(rules, 'tie')}".strip(),
        f"A tie pays {_odds(rules.pays['tie'])}, and you still choose what to do. Without a tie you lose it.",
    )


def _war_tie(rules: Rules) -> Explained:
    return "The tie wager on the war", (
        f"When you go to war you may bet that it is tied too. {_bet(rules, 'war_tie')}".strip(),
        f"A tied war pays {_odds(rules.pays['tie'])}. Otherwise you lose it.",
    )


def _progressive(rules: Rules) -> Explained:
    rows = [(place.split(".")[1], line) for place, line in rules.settlement.items() if place.endswith(".progressive")]
    pays = sorted((line.odds.paid, HANDS[hand], line.meter, _odds(line.odds)) for hand, line in rows if line.odds)
    told = [
        f"{hand} {'' if place else 'pays '}{odds}" for place, (_, hand, meter, odds) in enumerate(pays) if not meter
    ]
    return "The progressive", (
        f"A side bet of {_amounts(rules, 'progressive')} on ties. It feeds a meter that grows until it is won.",
        _begin(f"{listed(told, 'and')}."),
        *(
            f"{_begin(hand)}, yours and the dealer’s, wins the whole {METERS[meter].word} and {odds} besides."
            for _, hand, meter, odds in pays
            if meter
        ),
        "If you surrender, the tie still counts.",
    )


def _begin(text: str) -> str:
    return text[0].upper() + text[1:]


def _envy(rules: Rules) -> Explained:
    stakes = rules.progressive.stakes if rules.progressive else ()
    bonus = rules.envy.bonus if rules.envy else _nothing
    amounts = [f"{say_cents(bonus(stake))} for a bet of {say_cents(stake)}" for stake in stakes]
    return "The envy bonus", (
        "When another player wins the progressive meter, you are paid a bonus if you bet on it too.",
        f"The bonus is {listed(amounts, 'and')}.",
    )


def _nothing(_stake: Cents) -> Cents:
    return 0


def _wheel(rules: Rules) -> Explained:
    spin = rules.bonus_spin
    return "The bonus spin", () if spin is None else _spin(rules, spin)


def _spin(rules: Rules, spin: BonusSpin) -> tuple[str, ...]:
    trigger = f"{spin.trigger.color} {RANK_WORDS[RANKS.index(spin.trigger.rank)]}"
    also = "Every player on the wheel" if spin.hot_spot.also_community else "Every other player on the wheel"
    unbet = "it turns again" if spin.hot_spot.unbet_position == "respin" else "its pay goes to no player"
    return (
        f"A side bet of {_amounts(rules, 'bonus_spin')}. The wheel turns when the dealer’s first card is a {trigger}.",
        "It stops at one place, the hot spot, and at what that place is paid: an amount or a meter.",
        f"{also} is paid what the community ring shows.",
        f"If it stops at a place without a bet, {unbet}. If it does not turn, you lose the bet.",
    )


def _coupon(rules: Rules) -> Explained:
    return "Match play", (
        f"A coupon beside your {words_of(rules).initial} is paid as if it were chips.",
        "You use it up, win or lose; it is never returned as money.",
    )


def _bank(rules: Rules) -> Explained:
    dealer = words_of(rules).banker
    rounds = rules.bank.max_rounds
    part = "covered in part" if rules.bank.partial == "cover_part" else "returned whole"
    limit = f" A player may bank {NUMBERS[rounds].lower()} round{'s' if rounds > 1 else ''} in a row." if rounds else ""
    return "The players hold the bank", (
        f"You play against the {dealer}: one of the players, who puts up the bank.{limit}",
        f"The bank covers wagers in order, as far as it goes. The last wager it reaches is {part}, the rest come back.",
    )


EXPLAINED: Mapping[Topic, Callable[[Rules], Explained]] = {
    "initial": _initial,
    "tie_hand": _tie_hand,
    "war": _war,
    "tie": _tie,
    "war_tie": _war_tie,
    "progressive": _progressive,
    "envy": _envy,
    "wheel": _wheel,
    "coupon": _coupon,
    "bank": _bank,
}
