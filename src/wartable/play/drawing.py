"""The drawing of a table from its view; this module decides nothing."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from wartable.live import BettorView, FeltView, HistoryView, SeatView
from wartable.money import MINUS, say_cents
from wartable.play.cards import CARD_HEIGHT, draw_cards, short
from wartable.play.words import MARKS, RESULTS, change, clock_words, narrow
from wartable.rulebook import LAYOUT, METERS, NO_STAKES, SIDE, WAGERS, Rules, Wager
from wartable.table import Seat

WIDE_SEAT = 13
"""The least columns of a seat that uses words."""
CIRCLES: tuple[tuple[Wager, str, str], ...] = (("tie", "T", "( )"), ("initial", "I", "(   )"), ("war", "W", ""))
"""The tie circle lies towards the dealer, the war circle appears when there is a war."""
THOUSAND = 1_000_00
BAR = "━"


# Signs


def draw_signs(felt: FeltView, rules: Rules, width: int) -> Content:
    """Draw limits, meters, the bank and the shoe, as far as they fit."""
    limits = rules.limits
    signs = [f"{METERS[one.meter].short} {say_cents(one.reading)}" for one in felt.meters]
    if limits.min is not None:
        signs.insert(
            0, f"{say_cents(limits.min)} to {say_cents(limits.max)}" if limits.max else f"from {say_cents(limits.min)}"
        )
    if felt.bank is not None:
        signs.append(f"bank of seat {felt.bank.seat} {say_cents(felt.bank.left)} of {say_cents(felt.bank.posted)}")
    if felt.shoe.loaded:
        signs.append(f"shoe {felt.shoe.number}, {felt.shoe.left} cards")
    while signs[1:] and len(" · ".join(signs)) > width:
        signs.pop()
    return Content.styled(" · ".join(signs), "$print")


def draw_print(rules: Rules) -> list[str]:
    """Return the print of the layout: the odds, in the words of a layout."""
    return [f"{name.replace('_', ' ')} {odds}" for name, odds in rules.pays.items()]


def draw_dealer(felt: FeltView, rules: Rules, banker: str, width: int, *, letters: bool) -> list[Content]:
    """Draw the dealer's cards between the odds and the shoe."""
    side = max(0, (width - 22) // 2)
    left = _community(felt, letters=letters) or draw_print(rules)
    burned = f"burned for the war: {felt.war_burns}" if felt.war_burns else ""
    spun = f"wheel: seat {felt.spin.hot_seat}, {felt.spin.hot} · {felt.spin.community}" if felt.spin else ""
    right = [banker, burned, spun, *(f"seat {one.seat}: {one.hand.replace('_', ' ')}" for one in felt.wins)]
    middle = draw_cards(felt.dealer_cards, width - 2 * side, letters=letters)
    return [
        Content.assemble(
            Content.styled(_cell(left, line, side).ljust(side), "$print"),
            middle[line],
            Content.styled(_cell([text for text in right if text], line, side).rjust(side), "$print"),
        )
        for line in range(CARD_HEIGHT)
    ]


def _cell(texts: Sequence[str], line: int, width: int) -> str:
    return texts[line][: width - 1] if line < len(texts) else ""


def _community(felt: FeltView, *, letters: bool) -> list[str]:
    """The players' hands of the electronic form, two in a line."""
    hands = [
        f"{number} {' '.join(short(card, letters=letters) for card in cards) or '–'}"
        for number, cards in enumerate(felt.community_cards, 1)
    ]
    return ["   ".join(hands[place : place + 2]) for place in range(0, len(hands), 2)]


# Seats


def draw_seat(felt: FeltView, seat: SeatView, mine: Sequence[Seat], width: int, *, letters: bool) -> Content:
    """Draw one place at the table: cards, wagers, the player, and the result."""
    own = seat.seat in mine
    bettor = next((one for one in seat.bettors if one.place == 0), None)
    lines = draw_cards(seat.cards, width, letters=letters)
    lines += [Content.styled(text.center(width), "$ink" if own else "$print") for text in _wagers(seat, bettor, width)]
    name = _name(seat, own=own, width=width).center(width)
    lines.append(Content.styled(name, "bold $brass" if seat.asked else "bold $ink" if own else "$print"))
    lines.append(_result(felt, seat, bettor, width))
    return Content("\n").join(lines)


def _wagers(seat: SeatView, bettor: BettorView | None, width: int) -> Iterator[str]:
    """The circles, empty or with their amounts; then the lamps that are lit, and the bettors behind the seat."""
    stakes = bettor.stakes if bettor else NO_STAKES
    for wager, letter, circle in CIRCLES:
        cents = stakes[wager]
        word = f"{wager} " if width >= WIDE_SEAT else f"{letter} " if cents < THOUSAND else letter
        yield word + narrow(cents, width - len(word)) if cents else circle
    if stakes["war_tie"]:
        yield f"T+{narrow(stakes['war_tie'], width - 2)}"
        return
    lit = [f"{WAGERS[wager].key.upper()}*" for wager in SIDE if stakes[wager]]
    behind = sum(one.place > 0 for one in seat.bettors)
    yield " ".join([*lit, f"+{behind}"] if behind else lit)


def _name(seat: SeatView, *, own: bool, width: int) -> str:
    if not seat.taken:
        return f"{seat.seat} open"
    mark = "▶" if seat.asked else "✓" if seat.ready else ""
    state = " away" if seat.away else ""
    name = "you" if own else seat.name or "house"
    room = width - len(f"{mark}{seat.seat} {state}")
    return f"{mark}{seat.seat} {name[:room]}{state}"


def _result(felt: FeltView, seat: SeatView, bettor: BettorView | None, width: int) -> Content:
    """The result of the round for a bettor; empty while wagers are still in play."""
    if felt.bank is not None and seat.banks:
        word = "bank " if width >= WIDE_SEAT else "="
        return Content.styled((word + narrow(felt.bank.left, width - len(word))).center(width), "$ink")
    if any(win.seat == seat.seat for win in felt.wins):
        return Content.styled(f"{MARKS['held']} held".center(width), "$brass")
    if bettor is None or not bettor.lines or any(bettor.stakes[wager] for wager in LAYOUT):
        return Content(" " * width)
    if any(line.result == "surrender" for line in bettor.lines):
        kind = "gave"
    else:
        kind = "won" if bettor.net > 0 else "lost" if bettor.net < 0 else "push"
    sign = "+" if bettor.net > 0 else MINUS if bettor.net < 0 else ""
    word = f"{MARKS[kind]} {kind} " if width >= WIDE_SEAT + 3 else MARKS[kind]
    text = word + narrow(bettor.net, width - len(word), sign)
    return Content.styled(text.center(width), "bold $ink" if kind == "won" else "$ink")


# Time and the past


def draw_countdown(felt: FeltView, mine: Sequence[Seat], now: int, width: int) -> Content:
    """Draw a line that shrinks, with its meaning in words."""
    clock = felt.clock
    if clock is None:
        return Content("")
    left = max(0, clock.ends - now)
    own = clock.seat in mine if clock.seat else clock.on in ("bets", "war_wagers")
    words = clock_words(clock, -(-left // 1_000), mine=own)
    room = max(0, (width - len(words) - 4) // 2)
    burning = BAR * (room * left // max(1, clock.ends - clock.began))
    line = Content(f"{burning:>{room}} {words} {burning}")
    return Content.styled(line.plain, "$brass" if own else "$print")


def draw_history(history: Sequence[HistoryView], width: int, *, letters: bool) -> Content:
    """Draw the player's last hands, the newest first, as many as fit."""
    shown = "Last hands:"
    for hand in history:
        cards = "/".join(short(card, letters=letters) for card in hand.cards)
        text = f" {cards} {MARKS[_kind(hand)]}{change(hand.net)}"
        if len(shown) + len(text) > width:
            break
        shown += text + " "
    return Content.styled(shown if history else "Last hands: none yet", "$print")


def tell_last(hand: HistoryView, *, letters: bool) -> str:
    """Describe the hand that has just ended."""
    cards = " and ".join(short(card, letters=letters) for card in hand.cards)
    dealers = " and ".join(short(card, letters=letters) for card in hand.dealer_cards)
    against = f", {cards} against {dealers}" if cards and dealers else ""
    return f"Round {hand.round}: {RESULTS[hand.result]}{against}. Net {change(hand.net)}."


def _kind(hand: HistoryView) -> str:
    if hand.result == "surrender":
        return "gave"
    return "won" if hand.net > 0 else "lost" if hand.net < 0 else "push"
