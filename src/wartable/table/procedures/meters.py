"""Progressive meters: fed before the deal, paid at the current reading, and never lowered otherwise."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from wartable.money import MAX_CENTS, Cents, Rate, parse_rate
from wartable.rulebook import FEEDS, METERS, WAGERS, MeterName, Rules
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import reason_is_bad
from wartable.table.procedures.counting import contributions
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import meters_hit
from wartable.table.state import Meter, Table
from wartable.table.words import Actor


def opening_meters(rules: Rules) -> dict[str, Meter]:
    """Return the meters of the house's side bets, at their starting amounts."""
    found = {name: row.values(rules) for name, row in METERS.items()}
    return {name: Meter(values.reset, values.rate) for name, values in found.items() if values}


def reset_amount(rules: Rules, meter: MeterName) -> Cents:
    return opening_meters(rules)[meter].reading


def meter_fed(table: Table, event: e.MeterFed) -> Table:
    return _move(table, event.meter, event.amount, just_hit=False)


def meter_paid(table: Table, event: e.MeterPaid) -> Table:
    return _move(table, event.meter, -event.amount, just_hit=True)


def meter_reset(table: Table, event: e.MeterReset) -> Table:
    return _move(table, event.meter, event.amount, just_hit=True)


def _move(table: Table, name: MeterName, amount: Cents, *, just_hit: bool) -> Table:
    meter = table.meters[name]
    moved = replace(meter, reading=meter.reading + amount, just_hit=just_hit)
    moves = (*table.round.meter_moves, (name, amount))
    return replace(table, meters={**table.meters, name: moved}, round=replace(table.round, meter_moves=moves))


def take_back(table: Table, reason: str) -> Iterator[e.MeterCorrected]:
    """Put each meter where it would be without the void wagers; this is a listed correction."""
    for name in FEEDS:
        meter = table.meters.get(name)
        reading = max(meter.reading - _void_share(table, name), 0) if meter else 0
        if meter and reading != meter.reading:
            yield e.MeterCorrected(name, meter.reading, reading, reason)


def take_back_share(table: Table, returned: Iterable[e.Event], reason: str) -> Iterator[e.MeterCorrected]:
    """Take the share of side wagers that go back whole out of each meter, unless a hit of the round has taken it."""
    lines = [line for line in returned if isinstance(line, e.WagerSettled)]
    for name, wager in FEEDS.items():
        meter = table.meters.get(name)
        if meter is None or table.rules.of_the_first_edition or not _share_is_there(table, name):
            continue
        if share := sum(meter.rate.of(line.staked) for line in lines if line.wager == wager):
            yield e.MeterCorrected(name, meter.reading, meter.reading - share, reason, share=True)


def _share_is_there(table: Table, name: MeterName) -> bool:
    """Whether what this round fed to a meter is still in it."""
    return bool(_moves(table, name)) and not _hit_in_this_round(table, name)


def _void_share(table: Table, name: MeterName) -> Cents:
    """What a void takes out of a meter: all that the round moved or, where settled wagers stand, the share of the open
    ones, unless a hit of the round has already taken it."""
    if table.rules.void.scope == "whole_round":
        return sum(_moves(table, name))
    if not _share_is_there(table, name):
        return 0
    return sum(fed.amount for fed in contributions(table) if fed.meter == name)


def _moves(table: Table, name: MeterName) -> tuple[Cents, ...]:
    return tuple(amount for meter, amount in table.round.meter_moves if meter == name)


def _hit_in_this_round(table: Table, name: MeterName) -> bool:
    """Whether the meter was paid here: shares and starts are positive, a pay never is."""
    return any(amount <= 0 for amount in _moves(table, name))


def _reading_is_bad(rules: Rules, meter: MeterName, reading: Cents) -> Refused | None:
    """A meter starts and restarts at the filed amount, so no reading is below it."""
    if not 0 <= reading <= MAX_CENTS:
        return Refused(Refusal.AMOUNT_IS_BAD)
    filed = METERS[meter].values(rules)
    if filed and reading < filed.reset and not rules.of_the_first_edition:
        return Refused(Refusal.READING_IS_BELOW_THE_RESET, _cited(rules, meter, "reset"))
    return None


def _cited(rules: Rules, meter: MeterName, value: str) -> tuple[str, ...]:
    return rules.cite[f"{METERS[meter].key}.{value}"]


def sync_meter(table: Table, command: c.SyncMeter, by: Actor) -> Decided:
    """Follow a linked meter that moved at another table: up by wagers there, down only because it was paid there."""
    meter = table.meters.get(command.meter)
    if meter is None:
        return Refused(Refusal.NO_SUCH_METER)
    if refused := _reading_is_bad(table.rules, command.meter, command.reading):
        return refused
    if command.reading < meter.reading and not command.paid_elsewhere:
        return Refused(Refusal.METER_NEVER_FALLS)
    return (e.MeterSynced(command.meter, meter.reading, command.reading, command.paid_elsewhere),)


def meter_synced(table: Table, event: e.MeterSynced) -> Table:
    """Set the reading; a pay at another table took the round's share, so a void has nothing to take back."""
    meter = replace(table.meters[event.meter], reading=event.reading, just_hit=event.paid_elsewhere)
    table = replace(table, meters={**table.meters, event.meter: meter})
    return _forget_moves(table, event.meter) if event.paid_elsewhere else table


def _forget_moves(table: Table, name: MeterName) -> Table:
    """The reading was set by a person or another table, so a void has nothing of this round to take back."""
    moves = tuple(move for move in table.round.meter_moves if move[0] != name)
    return replace(table, round=replace(table.round, meter_moves=moves))


def correct_meter(table: Table, command: c.CorrectMeter, by: Actor) -> Decided:
    """Correct a meter for the floor, with a recorded reason; not while a win of this meter waits to be paid."""
    meter = table.meters.get(command.meter)
    if meter is None:
        return Refused(Refusal.NO_SUCH_METER)
    if refused := _reading_is_bad(table.rules, command.meter, command.reading):
        return refused
    if command.meter in meters_hit(table) and not table.rules.of_the_first_edition:
        return Refused(Refusal.METER_IS_OWED, _cited(table.rules, command.meter, "reset"))
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING)
    return (e.MeterCorrected(command.meter, meter.reading, command.reading, command.reason),)


def meter_corrected(table: Table, event: e.MeterCorrected) -> Table:
    """Set the reading; a correction may have undone a hit of the round: the rate then waits for the next."""
    meter = table.meters[event.meter]
    if event.share:
        return _with_less(table, event.meter, event.before - event.reading)
    just_hit = meter.just_hit and not _hit_in_this_round(table, event.meter)
    meter = replace(meter, reading=event.reading, just_hit=just_hit)
    return _forget_moves(replace(table, meters={**table.meters, event.meter: meter}), event.meter)


def _with_less(table: Table, name: MeterName, share: Cents) -> Table:
    """A round whose wagers went back fed less to a meter, or nothing."""
    meter = replace(table.meters[name], reading=table.meters[name].reading - share)
    left = sum(_moves(table, name)) - share
    table = _forget_moves(replace(table, meters={**table.meters, name: meter}), name)
    moves = (*table.round.meter_moves, (name, left)) if left else table.round.meter_moves
    return replace(table, round=replace(table.round, meter_moves=moves))


def change_rate(table: Table, command: c.ChangeRate, by: Actor) -> Decided:
    """Take over the rate that the house filed for a meter, only after a hit.

    A house that files another rate puts it in force with its other rules; the meter keeps its old rate until then.
    """
    meter = table.meters.get(command.meter)
    if meter is None:
        return Refused(Refusal.NO_SUCH_METER)
    if not meter.just_hit:
        return Refused(Refusal.RATE_CHANGES_AFTER_A_HIT)
    try:
        rate = parse_rate(command.rate)
        for stake in WAGERS[FEEDS[command.meter]].stakes(table.rules):
            rate.of(stake)
    except ValueError:
        return Refused(Refusal.RATE_IS_BAD)
    if not 0 < rate.parts <= rate.of_parts:
        return Refused(Refusal.RATE_IS_BAD)
    if not _is_filed(table.rules, command.meter, rate):
        return Refused(Refusal.RATE_IS_NOT_FILED, _cited(table.rules, command.meter, "rate"))
    return (e.RateChanged(command.meter, command.rate),)


def _is_filed(rules: Rules, meter: MeterName, rate: Rate) -> bool:
    """Whether the house filed this rate; in the first edition the floor could set any share."""
    filed = METERS[meter].values(rules)
    same = filed is not None and rate.parts * filed.rate.of_parts == filed.rate.parts * rate.of_parts
    return same or rules.of_the_first_edition


def rate_changed(table: Table, event: e.RateChanged) -> Table:
    meter = replace(table.meters[event.meter], rate=parse_rate(event.rate))
    return replace(table, meters={**table.meters, event.meter: meter})
