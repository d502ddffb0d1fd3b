"""Honest shoes and cheats: the first all prove themselves, the second are all found, by both checkers."""

import io
import random
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tools import check_shoe
from wartable.cards import DECK, DECK_SIZE
from wartable.shoe import ContinuousShuffler, Revealed, SealedShoe, read_revealed, verify
from wartable.shoe.reveal import FACE_DOWN, Ending

Document = dict[str, Any]
Documents = list[Document]

TABLE = "T1"
LETTERS = "ab Zß\n日🂡\t\"\\'0"
CUT_SHORT: tuple[Ending, ...] = (
    "ordered",
    "every_round",
    "irregularity",
    "round_voided",
    "device_failed",
    "decks_changed",
    "idle",
    "table_closed",
)
ENOUGH = 16
"""So many shown cards do not fit another order by chance."""


def as_document(revealed: Revealed) -> Document:
    """What anybody gets to read."""
    document: Document = msgspec.json.decode(msgspec.json.encode(revealed))
    return document


# Honest shoes


def words_of(rng: random.Random) -> str:
    return "".join(rng.choices(LETTERS, k=rng.randrange(40))) if rng.randrange(3) else ""


def deal(shoe: SealedShoe | ContinuousShuffler, rng: random.Random, cards: int) -> None:
    """Cards leave, most of them face up; now and then the wheel turns."""
    round_number = 0
    for _ in range(cards):
        shoe.draw() if rng.randrange(8) else shoe.burn()
        if not rng.randrange(40):
            round_number += rng.randrange(1, 5)
            turn_the_wheel(shoe, rng, round_number)
        if isinstance(shoe, ContinuousShuffler) and not rng.randrange(9):
            shoe.take_back()


def turn_the_wheel(shoe: SealedShoe | ContinuousShuffler, rng: random.Random, round_number: int) -> None:
    seats = rng.randrange(1, 10)
    most = rng.choice((1, 3, 20, 20, 20, 20, 20, 20, 20, 10_000))
    rings = [[(f"{place}00", rng.randint(1, most)) for place in range(rng.randrange(1, 33))] for _ in range(2)]
    unbet = sorted(rng.sample(range(1, seats + 1), rng.randrange(seats)))
    shoe.spin(round_number, seats, rings[0], rings[1], unbet, respin=bool(rng.randrange(2)))


def honest(
    rng: random.Random, number: int, sealed_at: int, least: int = 0, sizes: Sequence[int] = (1, 2, 6, 6, 7, 8, 16)
) -> Revealed:
    """A shoe or a shuffler as a table might use it, to the cover card or cut short."""
    decks = rng.choice(sizes)
    cards = decks * DECK_SIZE
    wager = sealed_at + rng.randrange(1, 100)
    if not rng.randrange(4):
        shuffler = ContinuousShuffler(TABLE, number, decks, sealed_at=sealed_at, entropy=rng.randbytes)
        if rng.randrange(2):
            shuffler.add_words(words_of(rng), at=sealed_at + 1)
        shuffler.load()
        deal(shuffler, rng, rng.randrange(max(1, least), max(cards // 2, least + 2)))
        return shuffler.reveal(rng.choice(CUT_SHORT), first_wager_at=wager)
    shoe = SealedShoe(TABLE, number, decks, sealed_at=sealed_at, entropy=rng.randbytes)
    if rng.randrange(4):
        shoe.cut(rng.randrange(1, cards), words_of(rng), at=sealed_at + rng.randrange(1, 50))
    behind = rng.randrange(cards - least)
    shoe.load(behind)
    if rng.randrange(2):
        deal(shoe, rng, rng.randrange(cards - behind, cards + 1))
        return shoe.reveal("cover_card", first_wager_at=wager)
    deal(shoe, rng, rng.randrange(least, cards))
    nobody = not least and not rng.randrange(5)
    return shoe.reveal(rng.choice(CUT_SHORT), first_wager_at=None if nobody else wager)


def honest_day(rng: random.Random, shoes: int = 3) -> Documents:
    """The shoes of a table, one after the other, each with cards enough to be proved by."""
    first, at = rng.randrange(1, 50), rng.randrange(1, 1_000)
    day: Documents = []
    while len(day) < shoes:
        document = as_document(honest(rng, first + len(day), at, 3 * ENOUGH, (1, 1, 2, 6)))
        if sum(card != FACE_DOWN for card in document["drawn"]) >= ENOUGH:
            day.append(document)
            at += 1_000
    return day


# Cheats: each takes an honest day and gives the day as a cheating house would tell it


def other_order(document: Document, **changes: Any) -> list[str]:
    """The cards that another seed, other words or another number of decks would have given, burned where they were."""
    told = document | changes
    leaving = check_shoe.leaving(told)
    return [
        FACE_DOWN if card == FACE_DOWN else next_card for card, next_card in zip(told["drawn"], leaving, strict=False)
    ]


def other_seed_after_bets(rng: random.Random, day: Documents) -> Documents:
    seed = rng.randbytes(32).hex()
    return [day[0], day[1] | {"seed": seed, "drawn": other_order(day[1], seed=seed), "spins": []}, day[2]]


def other_cards_than_promised(rng: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"drawn": other_order(day[1], seed=rng.randbytes(32).hex())}, day[2]]


def dropped_shoe(_: random.Random, day: Documents) -> Documents:
    return [day[0], day[2]]


def never_opened(_: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"seed": None, "ended": None}, day[2]]


def shown_twice(rng: random.Random, day: Documents) -> Documents:
    return [day[0], as_document(honest(rng, day[0]["shoe"], 5_000)), *day[1:]]


def reordered_draws(rng: random.Random, day: Documents) -> Documents:
    drawn = list(day[1]["drawn"])
    shown = [place for place, card in enumerate(drawn) if card != FACE_DOWN]
    one = rng.choice(shown)
    two = rng.choice([place for place in shown if drawn[place] != drawn[one]])
    drawn[one], drawn[two] = drawn[two], drawn[one]
    return [day[0], day[1] | {"drawn": drawn}, day[2]]


def late_commitment(rng: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"sealed_at": day[1]["first_wager_at"] + rng.randrange(100), "cut_at": None}, day[2]]


def words_before_the_seal(rng: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"cut_at": day[1]["sealed_at"] - rng.randrange(2)}, day[2]]


def words_at_no_time(_: random.Random, day: Documents) -> Documents:
    words = "late"
    changed = {"words": words, "drawn": other_order(day[1], words=words), "cut_at": None, "spins": []}
    return [day[0], day[1] | changed, day[2]]


def wager_hidden(_: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"first_wager_at": None}, day[2]]


def sealed_out_of_turn(_: random.Random, day: Documents) -> Documents:
    return [day[0] | {"sealed_at": 10**6, "cut_at": 10**6 + 1, "first_wager_at": 10**6 + 2}, *day[1:]]


def reused_seed(_: random.Random, day: Documents) -> Documents:
    """Every card is right by itself: only the seed has been seen before."""
    again = {"seed": day[0]["seed"], "commitment": day[0]["commitment"], "spins": []}
    return [day[0], day[1] | again | {"drawn": other_order(day[1], **again)}, day[2]]


def reused_at_another_table(_: random.Random, day: Documents) -> Documents:
    again = {"table": "T2", "spins": []}
    return [*day, day[1] | again | {"drawn": other_order(day[1], **again)}]


def wrong_cut(rng: random.Random, day: Documents) -> Documents:
    """One card deeper or less deep than the player cut; a shuffler is not cut, so another day is told instead."""
    while "continuous" in [document["device"] for document in day]:
        day = honest_day(rng)
    document = day[1]
    cut = document["cut"] + (1 if document["cut"] == 0 else -1)
    return [day[0], document | {"cut": cut, "cut_at": document["sealed_at"] + 1}, day[2]]


def one_card_changed(rng: random.Random, day: Documents) -> Documents:
    drawn = list(day[1]["drawn"])
    place = rng.choice([place for place, card in enumerate(drawn) if card != FACE_DOWN])
    drawn[place] = rng.choice([card for card in DECK if card != drawn[place]])
    return [day[0], day[1] | {"drawn": drawn}, day[2]]


def one_card_too_many(_: random.Random, day: Documents) -> Documents:
    """More burned cards than there are: nothing would give them away but their number."""
    document = day[1]
    drawn = document["drawn"] + [FACE_DOWN] * (document["decks"] * DECK_SIZE + 1)
    return [day[0], document | {"drawn": drawn}, day[2]]


def words_changed(_: random.Random, day: Documents) -> Documents:
    changed = {"words": day[1]["words"][:20] + "!", "cut_at": day[1]["sealed_at"] + 1}
    return [day[0], day[1] | changed, day[2]]


def decks_changed(_: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"decks": day[1]["decks"] + 1}, day[2]]


def spin_changed(_: random.Random, day: Documents) -> Documents:
    ring = [["1", 1], ["2", 1]]
    spin = {"round": 1, "seats": 2, "hot": ring, "community": ring, "unbet": [], "respin": False}
    seat, *symbols = check_shoe.stop(spin, check_shoe.stream(day[1], "wheel", 1))
    elsewhere = [3 - int(seat), *symbols]
    return [day[0], day[1] | {"spins": [spin | {"result": elsewhere}]}, day[2]]


def ended_before_the_cover_card(_: random.Random, day: Documents) -> Documents:
    drawn = day[1]["drawn"][:-1]
    returns = [count for count in day[1]["returns"] if count <= len(drawn)]
    changed = {"drawn": drawn, "returns": returns, "behind": 0, "ended": "cover_card"}
    return [day[0], day[1] | changed, day[2]]


Cheat = Callable[[random.Random, Documents], Documents]
CHEATS: dict[str, tuple[Cheat, str]] = {
    "other seed after bets": (other_seed_after_bets, "commitment"),
    "other cards than promised": (other_cards_than_promised, "card"),
    "dropped shoe": (dropped_shoe, "gap"),
    "never opened": (never_opened, "reveal"),
    "shown twice": (shown_twice, "gap"),
    "reordered draws": (reordered_draws, "card"),
    "late commitment": (late_commitment, "late"),
    "words before the seal": (words_before_the_seal, "late"),
    "words at no time": (words_at_no_time, "late"),
    "wager hidden": (wager_hidden, "late"),
    "sealed out of turn": (sealed_out_of_turn, "order"),
    "reused seed": (reused_seed, "reused"),
    "reused at another table": (reused_at_another_table, "reused"),
    "wrong cut": (wrong_cut, "cut"),
    "one card changed": (one_card_changed, "card"),
    "one card too many": (one_card_too_many, "card"),
    "words changed": (words_changed, "card"),
    "decks changed": (decks_changed, "card"),
    "spin changed": (spin_changed, "spin"),
    "ended before the cover card": (ended_before_the_cover_card, "cover_card"),
}
"""Each way to cheat, with what is found."""


# Both checkers


def ours(documents: Documents) -> list[str]:
    """What `verify-shoe` finds."""
    return [finding.kind for finding in verify(read_revealed(documents))]


def theirs(documents: Documents) -> list[str]:
    """What the independent checker finds first; what it does not take for a document is no finding."""
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as said:
        file = Path(folder, "shoes.json")
        file.write_bytes(msgspec.json.encode(documents))
        code = check_shoe.main(str(file))
    assert code in (0, 1), said.getvalue()
    return [said.getvalue()] if code else []


def shoes(tries: int, seed: int) -> str:
    """So many honest shoes, and as many cheats, kind after kind."""
    names = list(CHEATS)
    for number in range(tries):
        rng = random.Random(f"{seed}/{number}")
        document = as_document(honest(rng, rng.randrange(1, 10**6), rng.randrange(1, 10**6)))
        assert (ours([document]), theirs([document])) == ([], []), f"honest shoe {number}"
        name = names[number % len(names)]
        day = CHEATS[name][0](rng, honest_day(rng))
        assert ours(day), f"{name}, try {number}: not found by verify-shoe"
        assert theirs(day), f"{name}, try {number}: not found by the independent checker"
    return f"{tries} honest shoes proved and {tries} cheats of {len(names)} kinds found, by both checkers"
