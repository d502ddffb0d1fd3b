"""What neighbours do at an automatic table, by the same commands as people.

They bet only while a person plays: has bet, or holds the bank. Where players bank they come when a person sits down,
and take the bank in turn with their own play money; elsewhere a person invites them. They give way to a person who
finds no other seat, and leave with the last person.
"""

from collections.abc import Iterable, Iterator, Set
from math import lcm

from wartable.live.moves.acts import HouseAct, act_of
from wartable.live.people import ActorCommand, Patrons, are_welcome, arrivals, departures, is_bot
from wartable.live.settings import TableSettings
from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.runner import FixedPolicy
from wartable.table import PHASES, Actor, Refused, Seat, Table, at_war, bettor_at, decide, has_offer, next_to_ask
from wartable.table import commands as c

USUAL_WAGER = 5_00
"""Where a house sets no limit."""
USUAL_BANK = 1_000_00
"""What a neighbour posts, unless the rules ask for more."""


class NeighbourPolicy(FixedPolicy):
    """The smallest wager whose half exists in chips. At a tie the first neighbour goes to war, the others surrender."""

    def __init__(self, rules: Rules, bots: Set[str]) -> None:
        super().__init__(stakes=(("initial", _stake(rules)),), bank=_bank(rules), words="")
        self._bots = bots

    def plays_for(self, patron: str, /) -> bool:
        return patron in self._bots

    def goes_to_war(self, table: Table, seat: Seat, _bettor: str, /) -> bool:
        return table.boxes[seat - 1].patron == min(self._bots)


def _stake(rules: Rules) -> Cents:
    step = lcm(2 * (rules.surrender.smallest_chip or 1), rules.limits.step or 1)
    return _rounded_up(rules.limits.min or USUAL_WAGER, step)


def _bank(rules: Rules) -> Cents:
    return _rounded_up(max(USUAL_BANK, rules.bank.least), rules.surrender.smallest_chip or 1)


def _rounded_up(cents: Cents, step: Cents) -> Cents:
    return -(-cents // step) * step


def _first(table: Table, asked: Iterable[ActorCommand]) -> HouseAct | None:
    """Return the first of these commands that the table accepts now."""
    accepted = (one for one in asked if not isinstance(decide(table, one[1], one[0]), Refused))
    return next((act_of(by, command, "bot") for by, command in accepted), None)


# Coming and going


def seat_bots(table: Table, settings: TableSettings) -> HouseAct | None:
    """Return the act of the next neighbour who sits down or leaves."""
    if not are_welcome(table):
        return _first(table, (*_withdrawals(table), *departures(table)))
    if all(box.patron for box in table.boxes):
        return _first(table, departures(table))
    come_unasked = table.rules.bank.by == "player" and c.Sit in PHASES[table.phase]
    return _first(table, arrivals(table, settings)) if come_unasked else None


def _withdrawals(table: Table) -> Iterator[ActorCommand]:
    """Yield the withdrawal of a neighbour's bank, which the table refuses once there is a wager against it."""
    bank = table.banker
    if bank.posted and is_bot(bank.patron) and c.DeclineBank in PHASES[table.phase]:
        yield Actor("player", bank.patron), c.DeclineBank()


# Playing


def bet_of_bots(table: Table, bots: Set[str]) -> HouseAct | None:
    """Return a neighbour's next wager while a person plays, or the next to take back where no person does."""
    if not _person_plays(table):
        return _first(table, _taken_back(table))
    wager = NeighbourPolicy(table.rules, bots).wager(table) if are_welcome(table) else None
    return _first(table, [(_player_at(table, wager.seat), wager)]) if wager else None


def _person_plays(table: Table) -> bool:
    in_play = {bettor.patron for box in table.boxes for bettor in box.bettors}
    in_play |= {table.banker.patron} if table.banker.posted else set()
    return not all(map(is_bot, in_play))


def _taken_back(table: Table) -> Iterator[ActorCommand]:
    for box in table.boxes:
        if is_bot(box.patron) and bettor_at(box, "") is not None:
            yield Actor("player", box.patron), c.TakeBackWager(box.seat, "initial")


def _player_at(table: Table, seat: Seat) -> Actor:
    return Actor("player", table.boxes[seat - 1].patron)


def choice_of_bots(table: Table, bots: Set[str]) -> HouseAct | None:
    """Return the choice of a tied neighbour."""
    turn = next_to_ask(table)
    if turn is None or turn[1].patron not in bots:
        return None
    seat, name = turn[0].seat, turn[1].name
    war = NeighbourPolicy(table.rules, bots).goes_to_war(table, seat, name)
    return act_of(_player_at(table, seat), c.GoToWar(seat, name) if war else c.Surrender(seat, name), "bot")


def war_tie_of_bots(table: Table, bots: Set[str]) -> HouseAct | None:
    """Decline the tie wager on the war deal for a neighbour."""
    asked = ((box, bettor) for box, bettor in at_war(table) if has_offer(bettor) and bettor.patron in bots)
    return _first(
        table, ((Actor("player", bettor.patron), c.DeclineWarTie(box.seat, bettor.name)) for box, bettor in asked)
    )


def bank_of_bots(table: Table, bots: Set[str]) -> HouseAct | None:
    """Take an offered bank for the people at the table, or decline it where the neighbour cannot."""
    player = _player_at(table, table.banker.offer)
    if player.patron not in bots:
        return None
    posted = c.PostBank(NeighbourPolicy(table.rules, bots).bank)
    taken = _first(table, [(player, posted)]) if are_welcome(table) else None
    return taken or act_of(player, c.DeclineBank(), "bot")


async def learn_who_plays(table: Table, bots: tuple[str, ...], patrons: Patrons) -> None:
    """Learn the balances and names of all players at a table."""
    for patron in sorted({box.patron for box in table.boxes if box.patron} | set(bots)):
        await patrons.refresh(patron)
