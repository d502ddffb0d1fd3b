"""The heads-up kernel's table: what a deal adds to a lane, by the state of the round and the distance of the cards.

A lane keeps its shoe in two words of 32 bits. Every deal adds one entry of this table to them, and the entry is found
by bits of the first word itself; so an original deal, a war and a finished shoe are the same instructions. The kernel
is given these numbers, and the tests walk the same table in plain Python.
"""

from collections.abc import Iterator

GONE_AT = 1
"""The position of the count of cards gone in the first word; it starts so that OUT is set beyond the cover card."""
GONE_BITS = 10
OUT = 1 << (GONE_AT + GONE_BITS)
ROUND_AT = 12
"""What the round waits for: an original deal, a war after a tie, a war after a suited tie."""
STATES = OUT | 3 << ROUND_AT
WON_AT = 14
DOUBLE_AT = 22
"""Wars tied after a tie, unless both ties are suited."""

WAR_WIDTH = 6
"""The second word: wars tied with both ties suited, then lost and won after a tie, lost and won after a suited tie."""
MOST_WARS = (1 << WAR_WIDTH) - 1
NOT_WAR_TIE = 1 << 31
GIVEN_WIDTH = 8
"""Where no hand goes to war, the second word holds ties and suited ties."""

SAME_RANK = 5
"""The largest distance of two cards of one rank in their bytes."""
ROWS = 2 * SAME_RANK + 3
"""Lower, every distance of a tie, higher."""

_TIE, _SUITED = 1, 2
_WORD = (1 << 32) - 1

Entry = tuple[int, int]


def start(burned: int, front: int) -> int:
    """Return a lane's first word when its shoe begins."""
    return (burned + (1 << GONE_BITS) - 1 - front) << GONE_AT


def entries(war_cards: int | None) -> list[Entry]:
    """Return the whole table: cover card in or out for each state of the round; `war_cards` is None without wars."""
    blocks = [_original(war_cards), _finished()]
    for tie in (_TIE, _SUITED):
        blocks += [_war(tie, war_cards)] * 2 if war_cards is not None else [_finished()] * 2
    return [entry for block in blocks for entry in block]


def _finished() -> list[Entry]:
    return [(0, NOT_WAR_TIE)] * ROWS


def _original(war_cards: int | None) -> list[Entry]:
    return [(_state(gone=2, won=won), NOT_WAR_TIE) if not tie else _tied(tie, war_cards) for won, tie in _outcomes()]


def _tied(tie: int, war_cards: int | None) -> Entry:
    if war_cards is None:
        return _state(gone=2), NOT_WAR_TIE + (1 << GIVEN_WIDTH * (tie - _TIE))
    return _state(gone=2, goes_to=tie), NOT_WAR_TIE


def _war(first: int, war_cards: int) -> list[Entry]:
    block = []
    for won, tie in _outcomes():
        if not tie:
            found = 1 + 2 * (first - _TIE) + won
            block.append((_state(gone=war_cards, goes_to=-first), NOT_WAR_TIE + (1 << WAR_WIDTH * found)))
        elif first == tie == _SUITED:
            block.append((_state(gone=war_cards, goes_to=-first), 1))
        else:
            block.append((_state(gone=war_cards, goes_to=-first, double=1), 0))
    return block


def _outcomes() -> Iterator[tuple[int, int]]:
    """For each distance: whether the hand has won, and which kind of tie it is."""
    for row in range(ROWS):
        apart = row - SAME_RANK - 1
        yield int(apart > SAME_RANK), 0 if abs(apart) > SAME_RANK else _TIE if apart else _SUITED


def _state(*, gone: int, goes_to: int = 0, won: int = 0, double: int = 0) -> int:
    return ((gone << GONE_AT) + (goes_to << ROUND_AT) + (won << WON_AT) + (double << DOUBLE_AT)) & _WORD


def fresh_words(trigger: int) -> list[int]:
    """Return a fresh deck in the kernels' form: a word for each rank, a byte for each suit, 4 in it for the trigger."""
    return [sum(byte << 8 * place for place, byte in enumerate(_suits(rank, trigger))) for rank in range(13)]


def _suits(rank: int, trigger: int) -> list[int]:
    suits = [0, 1, 2, 3]
    if trigger >= 0 and trigger // 2 == rank:
        turns = (1, 2) if trigger % 2 else (0, 3)
        suits = [4 + turns.index(suit) if suit in turns else suit for suit in suits]
    return [rank * 16 + suit for suit in suits]
