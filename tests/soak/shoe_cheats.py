"""Cheats: each takes an honest day and gives the day as a cheating house would tell it."""

import random
from collections.abc import Callable
from typing import Any

from tests.soak.honest_shoes import SEATS, Document, Documents, as_document, honest, honest_day
from tools import check_shoe
from wartable.cards import DECK, DECK_SIZE
from wartable.shoe.reveal import FACE_DOWN
from wartable.shoe.seal import Protocol
from wartable.table.procedures.seal import commitment_of as commit


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
    return [day[0], as_document(honest(rng, day[0]["shoe"], 5_000, protocol=day[0]["protocol"])), *day[1:]]


def reordered_draws(rng: random.Random, day: Documents) -> Documents:
    drawn = list(day[1]["drawn"])
    shown = [place for place, card in enumerate(drawn) if card != FACE_DOWN]
    one = rng.choice(shown)
    two = rng.choice([place for place in shown if drawn[place] != drawn[one]])
    drawn[one], drawn[two] = drawn[two], drawn[one]
    return [day[0], day[1] | {"drawn": drawn}, day[2]]


def late_commitment(rng: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"sealed_at": day[1]["first_wager_at"] + rng.randrange(100), "cut_at": None}, day[2]]


def cut_before_the_seal(rng: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"cut_at": day[1]["sealed_at"] - rng.randrange(2)}, day[2]]


def words_at_no_time(_: random.Random, day: Documents) -> Documents:
    words = "late"
    changed = {"words": words, "drawn": other_order(day[1], words=words), "cut_at": None, "spins": []}
    return [day[0], day[1] | changed, day[2]]


def other_words(day: Documents, words: list[list[Any]]) -> Documents:
    """The shoe as it would have been dealt with these words, every card of it right by the arithmetic."""
    return [day[0], day[1] | {"words": words, "drawn": other_order(day[1], words=words), "spins": []}, day[2]]


def words_before_the_seal(rng: random.Random, day: Documents) -> Documents:
    """The words that the seed was chosen for."""
    first, *rest = day[1]["words"]
    return [day[0], day[1] | {"words": [[day[1]["sealed_at"] - rng.randrange(2), first[1]], *rest]}, day[2]]


def no_words(_: random.Random, day: Documents) -> Documents:
    """The house chose the seed, and let no one add anything."""
    return other_words(day, [])


def words_left_out(rng: random.Random, day: Documents) -> Documents:
    words = list(day[1]["words"])
    words.pop(rng.randrange(len(words)))
    return [day[0], day[1] | {"words": words}, day[2]]


def words_added(_: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"words": [*day[1]["words"], [day[1]["closed_at"] - 1, "one more"]]}, day[2]]


def words_reordered(_: random.Random, day: Documents) -> Documents:
    return other_words(day, day[1]["words"][::-1])


def cut_after_the_words(_: random.Random, day: Documents) -> Documents:
    """The house cuts when it knows all words: it could choose the depth to fit them."""
    return [day[0], day[1] | {"cut_at": day[1]["closed_at"] - 1}, day[2]]


def words_after_the_close(rng: random.Random, day: Documents) -> Documents:
    """The words that make the order good, when the others are known: all cards fit them."""
    return other_words(day, [*day[1]["words"], [day[1]["closed_at"] + rng.randrange(3), "best of a thousand"]])


def closed_at_no_time(_: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"closed_at": None}, day[2]]


def on_another_wheel(day: Documents, **changes: Any) -> Documents:
    """The spins as another wheel would have given them."""
    document = day[1] | {"wheel": day[1]["wheel"] | changes}
    spin = {"round": 1, "unbet": []}
    stop = check_shoe.stop(spin | document["wheel"], check_shoe.stream(document, "wheel", 1))
    return [day[0], document | {"spins": [spin | {"result": stop}]}, day[2]]


def weights_changed(rng: random.Random, day: Documents) -> Documents:
    ring = rng.choice(["hot", "community"])
    first, *rest = day[1]["wheel"][ring]
    return on_another_wheel(day, **{ring: [[first[0], first[1] % 10_000 + 1], *rest]})


def rings_exchanged(_: random.Random, day: Documents) -> Documents:
    wheel = day[1]["wheel"]
    return on_another_wheel(day, hot=[*wheel["community"], ["new", 1]][-32:], community=wheel["hot"])


def seats_changed(_: random.Random, day: Documents) -> Documents:
    return on_another_wheel(day, seats=SEATS - 1)


def turned_again_or_not(_: random.Random, day: Documents) -> Documents:
    return on_another_wheel(day, respin=not day[1]["wheel"]["respin"])


def wheel_taken_away(_: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"wheel": None, "spins": []}, day[2]]


def told_by_the_old_protocol(_: random.Random, day: Documents) -> Documents:
    """A shoe that no one outside had a hand in, sealed as earlier releases did: by itself it proves itself."""
    document = {key: value for key, value in day[1].items() if key not in ("closed_at", "wheel", "spins")}
    commitment = commit(bytes.fromhex(document["seed"]))
    document |= {"protocol": 1, "words": "", "commitment": commitment, "cut_at": document["cut_at"]}
    return [day[0], document | {"drawn": other_order(document)}, day[2]]


def wager_hidden(_: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"first_wager_at": None}, day[2]]


def sealed_out_of_turn(_: random.Random, day: Documents) -> Documents:
    later = {at: day[0][at] and day[0][at] + 10**6 for at in day[0] if at.endswith("_at")}
    if day[0]["protocol"] != 1:
        later["words"] = [[at + 10**6, words] for at, words in day[0]["words"]]
    return [day[0] | later, *day[1:]]


def reused_seed(_: random.Random, day: Documents) -> Documents:
    """Every card is right by itself: only the seed has been seen before."""
    document, seed = day[1], day[0]["seed"]
    terms = check_shoe.terms(document) if document["protocol"] != 1 else ""
    again = {"seed": seed, "commitment": commit(bytes.fromhex(seed), terms), "spins": []}
    return [day[0], day[1] | again | {"drawn": other_order(day[1], **again)}, day[2]]


def reused_at_another_table(_: random.Random, day: Documents) -> Documents:
    again = {"table": "T2", "spins": []}
    return [*day, day[1] | again | {"drawn": other_order(day[1], **again)}]


def wrong_cut(rng: random.Random, day: Documents) -> Documents:
    """One card deeper or less deep than the player cut; a shuffler is not cut, so another day is told instead."""
    while "continuous" in [document["device"] for document in day]:
        day = honest_day(rng, protocol=day[1]["protocol"])
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
    words = day[1]["words"]
    if day[1]["protocol"] == 1:
        changed = {"words": words[:20] + "!", "cut_at": day[1]["sealed_at"] + 1}
    else:
        changed = {"words": [[words[0][0], words[0][1][:20] + "!"], *words[1:]]}
    return [day[0], day[1] | changed, day[2]]


def decks_changed(_: random.Random, day: Documents) -> Documents:
    return [day[0], day[1] | {"decks": day[1]["decks"] + 1}, day[2]]


def spin_changed(_: random.Random, day: Documents) -> Documents:
    ring = [["1", 1], ["2", 1]]
    wheel = {"seats": SEATS, "hot": ring, "community": ring, "respin": False}
    spin = {"round": 1, "unbet": []}
    if day[1]["protocol"] == 1:
        spin |= wheel
    seat, *symbols = check_shoe.stop((day[1].get("wheel") or {}) | spin, check_shoe.stream(day[1], "wheel", 1))
    elsewhere = [int(seat) % SEATS + 1, *symbols]
    return [day[0], day[1] | {"spins": [spin | {"result": elsewhere}]}, day[2]]


def ended_before_the_cover_card(_: random.Random, day: Documents) -> Documents:
    drawn = day[1]["drawn"][:-1]
    returns = [count for count in day[1]["returns"] if count <= len(drawn)]
    changed = {"drawn": drawn, "returns": returns, "behind": 0, "ended": "cover_card"}
    return [day[0], day[1] | changed, day[2]]


Cheat = Callable[[random.Random, Documents], Documents]
BOTH: dict[str, tuple[Cheat, str]] = {
    "other seed after bets": (other_seed_after_bets, "commitment"),
    "other cards than promised": (other_cards_than_promised, "card"),
    "dropped shoe": (dropped_shoe, "gap"),
    "never opened": (never_opened, "reveal"),
    "shown twice": (shown_twice, "gap"),
    "reordered draws": (reordered_draws, "card"),
    "late commitment": (late_commitment, "late"),
    "cut before the seal": (cut_before_the_seal, "late"),
    "wager hidden": (wager_hidden, "late"),
    "sealed out of turn": (sealed_out_of_turn, "order"),
    "reused seed": (reused_seed, "reused"),
    "reused at another table": (reused_at_another_table, "reused"),
    "wrong cut": (wrong_cut, "cut"),
    "one card changed": (one_card_changed, "card"),
    "one card too many": (one_card_too_many, "card"),
    "words changed": (words_changed, "card"),
    "spin changed": (spin_changed, "spin"),
    "ended before the cover card": (ended_before_the_cover_card, "cover_card"),
}
CHEATS: dict[Protocol, dict[str, tuple[Cheat, str]]] = {
    1: {**BOTH, "words at no time": (words_at_no_time, "late"), "decks changed": (decks_changed, "card")},
    2: {
        **BOTH,
        "decks changed": (decks_changed, "commitment"),
        "words before the seal": (words_before_the_seal, "words"),
        "no words": (no_words, "words"),
        "words left out": (words_left_out, "card"),
        "words added": (words_added, "card"),
        "words reordered": (words_reordered, "words"),
        "cut after the words": (cut_after_the_words, "words"),
        "words after the close": (words_after_the_close, "words"),
        "closed at no time": (closed_at_no_time, "words"),
        "weights changed": (weights_changed, "commitment"),
        "rings exchanged": (rings_exchanged, "commitment"),
        "seats changed": (seats_changed, "commitment"),
        "turned again or not": (turned_again_or_not, "commitment"),
        "wheel taken away": (wheel_taken_away, "commitment"),
        "told by the old protocol": (told_by_the_old_protocol, "order"),
    },
}
"""Each way to cheat under a protocol, with what is found."""
