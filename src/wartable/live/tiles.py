"""Tables at a glance: as the lobby lists them, and as the pit does with what waits for the floor."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.live.driving import LiveTable
from wartable.live.moments import SECOND, milliseconds
from wartable.live.people import Request
from wartable.live.telling import dealers_words
from wartable.live.wire import FloorTile, QueueItem, QueueKind, Tile
from wartable.money import say_cents
from wartable.rulebook import METERS, WAGERS, load_rulebook
from wartable.table import (
    CHECKS,
    Step,
    Table,
    ValidateWin,
    control_of,
    open_choices,
    side_wagers,
    steps,
    wars,
    win_pays,
)
from wartable.table import events as e

HOUR = 3_600 * SECOND


def make_tile(live: LiveTable, waits: int = 0) -> Tile:
    table, settings, limits = live.table, live.settings, live.rules.limits
    bank, book = table.banker, load_rulebook(live.rules.rulebook)
    countdown = live.countdown()
    ends = None
    if countdown is not None and not countdown.early and countdown.seconds:
        ends = milliseconds(live.log.mirror.since + countdown.seconds * SECOND)
    return Tile(
        table=settings.table,
        name=settings.name or settings.table,
        rulebook=live.rules.rulebook,
        title=book.title,
        wager=book.terms["initial"].word,
        phase=table.phase,
        says=_says(live),
        seats=len(table.boxes),
        taken=tuple(box.seat for box in table.boxes if box.patron),
        at_war=tuple(box.seat for box in wars(table)),
        banks=bank.seat if bank.posted else 0,
        dealer_cards=() if table.round.dealer_picked_up else table.round.dealer_hand,
        min=limits.min,
        max=limits.max,
        tie_min=limits.tie_min,
        tie_max=limits.tie_max,
        meters={name: table.meters[name].reading for name in METERS if name in table.meters},
        bank_left=bank.left if bank.posted else None,
        clock_ends=ends,
        felt=settings.felt,
        difference=settings.difference,
        practice=settings.practice,
        waits=waits,
    )


def _says(live: LiveTable) -> str:
    table = live.table
    if live.stopped:
        return "This table has stopped."
    people = any(box.patron and box.patron not in live.bots for box in table.boxes)
    return dealers_words(table) if people or table.phase != "betting" else "Waiting for a player."


def make_floor_tile(live: LiveTable, waits: int) -> FloorTile:
    mirror, table = live.log.mirror, live.table
    period = table.rules.cards.change_period
    opened = mirror.decks_opened if table.phase != "closed" and mirror.decks_opened else None
    present = live.gallery.known_present(live.log.mirror)
    return FloorTile(
        tile=make_tile(live, waits),
        win=mirror.won if table.rules.bank.by == "house" else None,
        decks_opened=milliseconds(opened) if opened else None,
        decks_due=milliseconds(opened + period * HOUR) if opened and period is not None else None,
        dealer=table.dealer,
        away=tuple(
            box.seat for box in table.boxes if box.patron and box.patron not in present and box.patron not in live.bots
        ),
    )


# What waits for the floor


def make_queue(tables: Sequence[LiveTable], requests: Sequence[Request]) -> tuple[QueueItem, ...]:
    """Return everything that waits for the floor, oldest first."""
    items = [item for live in tables for item in _since_first_asked(live)]
    electronic = {live.id for live in tables if live.table.rules.electronic is not None}
    items += [_of_request(one, "hand" if one.table in electronic else "seat") for one in requests]
    return tuple(sorted(items, key=lambda item: (item.since, item.id)))


def _since_first_asked(live: LiveTable) -> Iterator[QueueItem]:
    """Yield what waits at a table, with the moment it was first asked; other events there change neither."""
    mirror, asked = live.log.mirror, {}
    calls = [happened.version for happened in mirror.round_so_far if isinstance(happened.event, e.FloorCalled)]
    for item in _of_table(live):
        key = msgspec.json.encode((item, calls[-1:] if item.kind == "ruling" else ()))
        asked[key] = version, at = live.first_asked.get(key, (mirror.version, mirror.at))
        yield replace(item, id=f"{live.id}/{version}/{item.id}", since=milliseconds(at))
    live.first_asked = asked


def _of_table(live: LiveTable) -> Iterator[QueueItem]:
    table = live.table
    if live.settings.floor_is_automatic and table.phase != "validating" and table.call is None:
        return
    if table.phase == "validating":
        yield _jackpot(live)
    for step in steps(table):
        if "floor" in step.by and step.step not in ("validate_win", "cover_device"):
            yield _item(live, step, _kind(table, step))
    if table.device == "failed":
        says = "The shuffling device is out of order. Cover it or sign it before another way is used."
        yield QueueItem(
            id="device",
            table=live.id,
            kind="device",
            title="Device out of order",
            says=says,
            clauses=table.rules.cite["irregularity.cover_failed_device"],
            since=0,
            seat=None,
            commands=tuple({"command": "cover_device", "how": how} for how in ("covered", "sign")),
            request="",
            first="",
        )


def _kind(table: Table, step: Step) -> QueueKind:
    by_step: dict[str, QueueKind] = {"rule": "ruling", "validate_win": "validate_win", "change_decks": "deck_change"}
    return by_step.get(step.step, "device" if table.device == "failed" else "step")


TITLES: dict[QueueKind, str] = {
    "step": "A step of yours",
    "ruling": "A ruling is asked for",
    "validate_win": "Validate a jackpot",
    "second_key": "A second person is needed",
    "device": "Device out of order",
    "deck_change": "Deck change due",
    "call": "The dealer calls",
}


def _item(live: LiveTable, step: Step, kind: QueueKind) -> QueueItem:
    commands: tuple[dict[str, Any], ...] = ()
    if step.command is not None:
        commands = (msgspec.to_builtins(step.command),)
    elif live.table.call is not None:
        commands = tuple(_rulings(live.table))
    return QueueItem(
        id=step.step,
        table=live.id,
        kind=kind,
        title=TITLES[kind],
        says=step.says,
        clauses=step.clauses,
        since=0,
        seat=step.seat,
        commands=commands,
        request="",
        first="",
    )


def _rulings(table: Table) -> Iterator[dict[str, Any]]:
    """Yield the rulings that are open; a wager that goes back is named by its seat."""
    for choice in open_choices(table):
        ruling = {"command": "rule", "ruling": choice, "reason": ""}
        if choice != "return_wager":
            yield ruling
            continue
        yield from (ruling | {"seat": seat, "wager": wager} for seat, wager, _ in side_wagers(table))


CHECKED = {"verify_hand": "the hand", "check_light": "the light"}
"""What the dealer looks at before the floor validates."""


def _jackpot(live: LiveTable) -> QueueItem:
    """Return a progressive win: its pay, the dealer's checks, and the key once they are done."""
    table = live.table
    won = table.wins[0]
    amount = win_pays(table, won)
    checked = [CHECKED[check] for check in CHECKS if check in table.done]
    waits = [CHECKED[check] for check in CHECKS if check not in table.done]
    hand = f"the {won.hand} jackpot" if won.of_the_wheel else won.hand.replace("_", " ")
    says = f"{hand.capitalize()} pays {say_cents(amount)}."
    says += f" The dealer has checked {' and '.join(checked)}." if checked else ""
    says += f" The dealer checks {' and '.join(waits)} first." if waits else ""
    under = control_of(table, won)
    says += f" Validate it under {under}." if under and not waits else ""
    answers = (ValidateWin(won.seat), ValidateWin(won.seat, valid=False))
    ready = () if waits else tuple(msgspec.to_builtins(answer) for answer in answers)
    return QueueItem(
        id="jackpot",
        table=live.id,
        kind="validate_win",
        title=TITLES["validate_win"],
        says=says,
        clauses=table.rules.steps["validate_win"].clauses,
        since=0,
        seat=won.seat,
        commands=ready,
        request="",
        first="",
    )


def _of_request(request: Request, hands: str) -> QueueItem:
    kind: QueueKind = "call" if request.is_call else "second_key"
    what = _asked(request.command, hands)
    reason = str(request.command.get("reason", ""))
    return QueueItem(
        id=f"request/{request.request}",
        table=request.table,
        kind=kind,
        title=TITLES[kind],
        says=reason if request.is_call else f"{what}: {reason}" if reason else f"{what}.",
        clauses=(),
        since=milliseconds(request.at),
        seat=None,
        commands=(),
        request=request.request,
        first=request.first,
    )


def _asked(command: dict[str, Any], hands: str) -> str:
    """Describe what the second key confirms, with everything it changes; a player's cards lie at a seat or hand."""
    match command:
        case {"command": "void_round"}:
            return "Void the round"
        case {"command": "undo_card" | "report_face_up_cards"}:
            return _asked_of_a_card(command, hands)
        case {"command": "enter_late_wager", "seat": int(seat), "wager": str(wager), "amount": int(amount)}:
            whose = f"{behind} behind seat {seat}" if (behind := command.get("bettor")) else f"seat {seat}"
            nouns = {str(name): row.noun for name, row in WAGERS.items()}
            return f"Enter after the call the {nouns.get(wager, wager)} of {say_cents(amount)} of {whose}"
        case {"command": "correct_meter", "meter": meter, "reading": int(reading)}:
            return f"Set the {METERS[meter].word if meter in METERS else meter} to {say_cents(reading)}"
        case {"command": "change_rate", "meter": meter, "rate": rate}:
            return f"Let the {METERS[meter].word if meter in METERS else meter} take {rate} of each wager"
    return str(command.get("command", "")).replace("_", " ").capitalize()


def _asked_of_a_card(command: dict[str, Any], hands: str) -> str:
    match command:
        case {"command": "undo_card", "absent": True}:
            seat = command.get("seat")
            whose = "the last card" if seat is None else f"the card of {hands} {seat}" if seat else "the dealer's card"
            return f"Take out {whose}, which was not dealt"
        case {"command": "undo_card", "seat": int(seat), "deal": "original"}:
            return f"Take back the first card of {hands} {seat}" if seat else "Take back the dealer's first card"
        case {"command": "undo_card", "seat": int(seat)}:
            return f"Take back the card of {hands} {seat}" if seat else "Take back the dealer's card"
        case {"command": "report_face_up_cards", "cards": [card], "seat": int(seat)}:
            whose = f"the {card} of {hands} {seat}" if seat else f"the dealer's {card}"
            return f"Take {whose}, which had lain face up in the shoe, out of the round"
        case {"command": "undo_card"}:
            return "Take the last card back"
    return "Report face up cards"
