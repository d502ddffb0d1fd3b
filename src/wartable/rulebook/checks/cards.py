"""Boxes, decks, devices and the shuffle: choices that only make sense together."""

from collections.abc import Iterator

from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.wording import counted, listed, shown


def boxes_fit_the_table(case: Case) -> Iterator[HouseFinding]:
    """One player may not bet more boxes than there are betting positions."""
    boxes, players = case.rules.table.boxes, case.players
    if boxes > players:
        message = f"{counted(boxes, 'boxes')} is more than the {counted(players, 'positions')} that can bet"
        yield from case.find("table.boxes", "error", message, f"at most {counted(players, 'boxes')}", "seats")


def followers_agree(case: Case) -> Iterator[HouseFinding]:
    """A value that follows another one is not chosen apart from it."""
    for name in case.choices:
        value = case.book.values[name]
        if value.follows is not None and case.chosen(name) != case.chosen(value.follows):
            message = f"{shown(case.choices[name])} is not what {case.key(value.follows)} says, and the two go together"
            room = f"left out, or the same as {case.key(value.follows)}"
            yield from case.find(name, "error", message, room, value.follows)


def literal_batches_need_a_batch_shuffler(case: Case) -> Iterator[HouseFinding]:
    """Half-sized batches exist only where there are two of them."""
    if case.rules.literal_decks and case.rules.shuffler.kind != "batch":
        message = f"batches read literally need a batch shuffler, and {case.key('shuffler.kind')} is not batch"
        room = f'true with {case.key("shuffler.kind")} = "batch", or false'
        yield from case.find("literal_decks", "error", message, room, "shuffler.kind")


def batches_are_swapped_last(case: Case) -> Iterator[HouseFinding]:
    """The batch from the shuffler is taken out when the idle cards are ready to go in, and not before."""
    steps = case.rules.idle.batch_steps
    if "swap_batches" in steps[:-1]:
        yield from case.find(
            "idle.batch_steps", "error", "swap_batches is not the last step", "swap_batches last, or not at all"
        )


def batches_differ_in_colour(case: Case) -> Iterator[HouseFinding]:
    """The dealer tells two batches apart by the colour of their backs."""
    cards = case.rules.cards
    if cards.first_colour.casefold() == cards.second_colour.casefold():
        message = f"both batches are {cards.first_colour}, and they have to differ"
        yield from case.find("cards.second_colour", "error", message, "another colour", "cards.first_colour")


def batches_are_two(case: Case) -> Iterator[HouseFinding]:
    """`decks` counts one batch; the note says how many cards the table has in all."""
    rules = case.rules
    if rules.shuffler.kind == "batch":
        total = counted(2 * rules.decks, "decks")
        message = f"a batch shuffler takes two batches of {rules.decks}, {total} in all"
        yield from case.find("decks", "note", message, case.room("decks"), "shuffler.kind")


def decks_are_used_before_they_are_called_in(case: Case) -> Iterator[HouseFinding]:
    """Decks that are called in as soon as they are opened would never be dealt."""
    cards = case.rules.cards
    if cards.change_period is not None and cards.change_margin >= cards.change_period * 60:
        message = (
            f"decks that stay for {counted(cards.change_period, 'hours')} are called in as soon as they are opened"
        )
        room = f"less than {counted(cards.change_period * 60, 'minutes')}"
        yield from case.find("cards.change_margin", "error", message, room, "cards.change_period")


def shuffle_is_whole(case: Case) -> Iterator[HouseFinding]:
    """The house's own sequence has every step the rules require, and no strip too early."""
    rules = case.rules.shuffle
    missing = [step for step in rules.required if step not in rules.sequence]
    if missing:
        message = f"the sequence lacks {listed(missing, 'and')}"
        yield from case.find("shuffle.sequence", "error", message, f"a list with {listed(rules.required, 'and')} in it")
    if "strip" in rules.sequence:
        riffles = rules.sequence[: rules.sequence.index("strip")].count("riffle")
        if riffles < rules.riffles_before_strip:
            message = f"the first strip comes after {counted(riffles, 'riffles')}"
            least = f"a strip only after {counted(rules.riffles_before_strip, 'riffles')}"
            yield from case.find("shuffle.sequence", "error", message, least)


_WITHOUT_MACHINE = (
    "cut.after_machine",
    "cut.machine_cover_card",
    "idle.batch_steps",
    "idle.swap_batches",
    "opening.batch_steps",
    "opening.extra_wash",
)
_WITH_CONTINUOUS = (
    "cut.after_machine",
    "cut.by",
    "cut.cover_card_within_cards",
    "cut.depth",
    "cut.machine_cover_card",
    "cut.recut",
    "cut.reinsert",
    "cut.reinsert_tolerance_cards",
    "cut.rotation",
    "shuffle.sequence",
    "shuffle.when",
)


def choices_without_effect(case: Case) -> Iterator[HouseFinding]:
    """A choice without any effect is worth a note: the house may have meant something else."""
    for name, (why, given) in dict(_idle(case)).items():
        if case.changed(name):
            message = f"{shown(case.choices[name])} has no effect with {why}"
            yield from case.find(name, "note", message, case.room(name), *given)


def _idle(case: Case) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    """The values without any effect, each with the reason and the values that cause it."""
    rules = case.rules
    if not rules.procedures.house:
        declined = f"{case.key('procedures.house')} = false"
        for name, value in case.book.values.items():
            if value.without is not None:
                yield name, (declined, ("procedures.house",))
    device = ("shuffler.kind",)
    if rules.shuffler.kind == "continuous":
        yield from ((name, ("a continuous shuffler", device)) for name in _WITH_CONTINUOUS)
    elif rules.shuffler.kind == "none":
        yield from ((name, ("a shuffle by hand", device)) for name in _WITHOUT_MACHINE)
    elif rules.cut.after_machine:
        yield "cut.machine_cover_card", ("machine-shuffled cards that are cut", (*device, "cut.after_machine"))
    if not rules.tie.on_war_deal:
        yield "limits.war_tie_max", ("no tie wager on the war deal", ("tie.on_war_deal",))
    if rules.bonus_spin is not None and set(rules.bonus_spin.stakes) == {rules.bonus_spin.printed_stake}:
        for name in ("bonus_spin.dollar_hot_table", "bonus_spin.dollar_community_table"):
            yield name, ("no dollar wager", ("bonus_spin.stakes",))
