"""What may be reported at this moment, and what the rules in force make of it: the console's list of irregularities."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from wartable.live.telling.said import Names
from wartable.live.wire import DealtView, Irregularity, IrregularityView, Need, SatView
from wartable.rulebook import Ruling, listed
from wartable.table import (
    PHASES,
    RULINGS,
    Actor,
    Refused,
    Table,
    burns_due,
    decide,
    entered_cards,
    late_wagers,
    may_lack_a_war_card,
    round_is_open,
    sat_at,
)
from wartable.table import commands as c

TWO_PEOPLE = "The floor confirms it: two people."
SECOND: Mapping[str, str] = {
    "rack": "So does every other one.",
    "void": "With a second one in the same shoe the floor voids the round, unless the report was wrong.",
    "floor_call": "With a second one in the same shoe the floor rules.",
}


def irregularities(table: Table, names: Names = str) -> Iterator[IrregularityView]:
    """Yield the irregularities that can be reported now, the likeliest first."""
    for one in (*_of_wagers(table), *_of_cards(table), *_of_hands(table), *_of_devices(table)):
        if _is_open(table, one):
            yield replace(one, sat=tuple(_sat(table, names))) if one.command == "report_touched_card" else one


def _dealt(table: Table) -> Iterator[DealtView]:
    """Yield the cards of the round that were dealt: one that lay face up in the shoe is taken out of its hand."""
    if not round_is_open(table) or table.round.voided or table.sealed:
        return
    hand = "hand" if table.rules.electronic else "seat"
    for seat, card, deal, _ in entered_cards(table, racked=True):
        kind = "war card" if deal == "war" else "card"
        yield DealtView(seat, card, deal, f"The {kind} of {hand} {seat}" if seat else f"The dealer's {kind}")


def _sat(table: Table, names: Names) -> Iterator[SatView]:
    for box in table.boxes:
        who = sat_at(table, box.seat)
        if len(who) > 1:
            yield from (SatView(box.seat, patron, names(patron)) for patron in who)


def _is_open(table: Table, one: IrregularityView) -> bool:
    """Whether the phase lets the dealer report it, or ask the floor for it; one without arguments is tried."""
    open_now = {kind.__struct_config__.tag: (kind, roles) for kind, roles in PHASES[table.phase].items()}
    if one.command not in open_now:
        return False
    kind, roles = open_now[one.command]
    if "dealer" not in roles and not one.floor:
        return False
    if one.needs:
        return True
    named = {"batch": one.batch} if one.batch is not None else {"shuffling": True} if one.shuffling else {}
    return not isinstance(decide(table, kind(**named), Actor("dealer")), Refused)


def _asks(choices: tuple[Ruling, ...]) -> str:
    return f"The floor rules: {listed([RULINGS[choice] for choice in choices], 'or')}."


def _of_cards(table: Table) -> Iterator[IrregularityView]:
    rule, cite = table.rules.irregularity, table.rules.cite
    says = "Ask for it to be taken back, and enter the right one. " + TWO_PEOPLE
    needs: tuple[Need, ...] = ("maybe_place", "reason")
    yield _one("undo_card", "I entered another card than I turned", says, cite["decks"], needs, floor=True)
    one = "It goes to the rack unused." if rule.faceup == "rack" else _asks(("continue", "void"))
    more = SECOND[rule.multi_faceup]
    faces = (*cite["irregularity.faceup"], *cite["irregularity.multi_faceup"])
    called = rule.faceup != "rack"
    lay = _one("report_face_up_cards", "A card is face up in the shoe", f"{one} {more}", faces, ("card",), floor=called)
    yield replace(lay, dealt=tuple(_dealt(table)))
    drawn = rule.drawn_in_error == "next_card"
    says = "It is used as the next card." if drawn else _asks(("next_card", "void"))
    clauses = cite["irregularity.drawn_in_error"]
    yield _one("report_drawn_card", "I drew a card too many, face down", says, clauses, (), floor=not drawn)
    says, clauses = _asks(rule.exposed_card_choices), cite["irregularity.exposed_card"]
    yield _one("report_drawn_card", "I drew a card too many, face up", says, clauses, ("card",), floor=True)
    says, clauses = _asks(rule.misdeal_choices), cite["irregularity.misdeal"]
    yield _one("report_misdelivery", "A card went to the wrong place", says, clauses, ("place", "card"), floor=True)
    says, clauses = _asks(("continue", "change_decks")), cite["irregularity.touched_card"]
    yield _one("report_touched_card", "A player touched a card", says, clauses, ("seat", "maybe_card"), floor=True)


def _of_hands(table: Table) -> Iterator[IrregularityView]:
    rules, rule, cite = table.rules, table.rules.irregularity, table.rules.cite
    void = rule.missed_hand == "void"
    remedies: tuple[Ruling, ...] = ("void_hand", "continue") if void else ("deal_now", "void_hand", "void", "continue")
    moved = "Cards entered from there on move one hand further. "
    clauses = cite["irregularity.missed_hand"]
    missed = _one("report_missed_hand", "A wager got no card", moved + _asks(remedies), clauses, ("seat",), floor=True)
    yield replace(missed, deal="original")
    if may_lack_a_war_card(table):
        says = moved + _asks(("deal_now", "continue") if void else remedies)
        title, clauses = "A hand at war got no war card", rules.steps["war_deal_player"].clauses
        yield replace(missed, title=title, says=says, clauses=clauses, deal="war")
    goes_on = rule.forgotten_burn == "continue"
    says = "The hand goes on as if no mistake had been made." if goes_on else "The floor has the burn made now."
    clauses = cite["irregularity.forgotten_burn"]
    if burns_due(table):
        title = "A card was dealt before the burn"
        burn = _one("report_forgotten_burn", title, says, clauses, ("card",), floor=not goes_on)
        yield replace(burn, asks_for_call=table.phase == "betting")
    else:
        title = "I entered a burn that I did not make"
        yield _one("report_forgotten_burn", title, says, clauses, (), floor=not goes_on)
    choices: tuple[Ruling, ...] = ("play_on", "lost") if rules.abandon.may_lose else ("play_on",)
    says, clauses = _asks(choices), cite["abandon.policy"]
    yield _one("report_absence", "A player has left the table", says, clauses, ("seat",), floor=True)
    says = "Every wager of the round goes back. " + TWO_PEOPLE
    clauses = cite["void.scope"]
    yield _one("void_round", "The round cannot go on", says, clauses, ("reason",), floor=True)


def _of_wagers(table: Table) -> Iterator[IrregularityView]:
    """A wager that was left out at the call can be entered until the first card is turned."""
    if not (wagers := late_wagers(table)):
        return
    says = "Ask for it to be entered before the first card is turned. " + TWO_PEOPLE
    title, clauses = "A wager that lay there before the call was not entered", table.rules.steps["no_more_bets"].clauses
    late = _one("enter_late_wager", title, says, clauses, ("seat", "wager", "reason"), floor=True)
    yield replace(late, wagers=wagers, behind=bool(table.rules.bank.backline_max))


def _of_devices(table: Table) -> Iterator[IrregularityView]:
    rule, cite = table.rules.irregularity, table.rules.cite
    voids = rule.jam_voids_round and round_is_open(table)
    says = _asks(("void", "no_jam")) if voids else "It is emptied, and its cards are shuffled anew."
    clauses = cite["irregularity.jam_voids_round"]
    yield _one("report_jam", "The shuffler jammed", says, clauses, (), floor=voids)
    for batch in range(2 if table.rules.by_batches else 0):
        title = f"The {table.rules.colour_of(batch)} batch was not shuffled to the end"
        yield replace(_one("report_jam", title, says, clauses, (), floor=voids), batch=batch)
    if c.ReportJam in PHASES[table.phase]:
        title = "The shuffler stopped in the shuffle and cannot be used"
        yield replace(_one("report_device_failure", title, says, clauses, (), floor=voids), shuffling=True)
    covered = rule.cover_failed_device
    says = "It is covered or signed before another way is used." if covered else "Another way is used."
    clauses = cite["irregularity.cover_failed_device"]
    yield _one("report_device_failure", "The shuffler is out of order", says, clauses, ())
    says = "The floor replaces the deck, and the cards are checked again."
    clauses = table.rules.steps["replace_deck"].clauses
    yield _one("report_defect", "A card is defective or missing", says, clauses, ("reason",), floor=True)


def _one(
    command: Irregularity,
    title: str,
    says: str,
    clauses: tuple[str, ...],
    needs: tuple[Need, ...],
    *,
    floor: bool = False,
) -> IrregularityView:
    return IrregularityView(command, title, says, clauses, floor, needs)
