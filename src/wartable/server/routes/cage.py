"""The cage: chips for cash and back, fills, credits and the count of the drop."""

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from wartable import cage
from wartable.ledger import BANK, at_table
from wartable.ledger import patron as account_of
from wartable.live import Action, LiveTable, NoMessage, Speaker, Trouble, body_of, is_play_money, refused, walk_in
from wartable.server.documents import USUAL, No, no_of
from wartable.server.documents import forms as d
from wartable.server.door import Door, TheDoor, Who
from wartable.server.routes.tables import TablePath, find_table

PatronPath = Annotated[str, PathParameter(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]*\Z")]
ERRORS = no_of(*USUAL, 401, 404, 409)


@get("/api/cage/patrons/{patron:str}", tags=["cage"], responses=ERRORS)
async def see_patron(door: TheDoor, speaker: Who, patron: PatronPath) -> d.BalanceDocument:
    """What a patron holds."""
    door.require(speaker, "cage.see")
    account = await _account(door, patron)
    return d.BalanceDocument(account, await asyncio.to_thread(door.room.store.balance, account))


@post("/api/cage/patrons/{patron:str}/buy-in", tags=["cage"], status_code=200, responses=ERRORS)
async def buy_in(door: TheDoor, speaker: Who, patron: PatronPath, data: JSONBody[d.CageRequest]) -> d.BalanceDocument:
    """Chips for cash."""
    door.require(speaker, "cage.buy_in")
    account = await _cash_account(door, patron)
    return await _do(door, speaker, "cage.buy_in", data.id, cage.BuyIn(patron, data.amount), account)


@post("/api/cage/patrons/{patron:str}/cash-out", tags=["cage"], status_code=200, responses=ERRORS)
async def cash_out(door: TheDoor, speaker: Who, patron: PatronPath, data: JSONBody[d.CageRequest]) -> d.BalanceDocument:
    """Cash for chips."""
    door.require(speaker, "cage.cash_out")
    account = await _cash_account(door, patron)
    return await _do(door, speaker, "cage.cash_out", data.id, cage.CashOut(patron, data.amount), account)


@post("/api/cage/tables/{table:str}/fill", tags=["cage"], status_code=200, responses=ERRORS)
async def fill(door: TheDoor, speaker: Who, table: TablePath, data: JSONBody[d.CageRequest]) -> d.BalanceDocument:
    """Chips for a table's inventory."""
    command = cage.FillInventory(table, data.amount, data.id)
    return await _at_table(door, speaker, "cage.fill", table, data.id, command)


@post("/api/cage/tables/{table:str}/credit", tags=["cage"], status_code=200, responses=ERRORS)
async def credit(door: TheDoor, speaker: Who, table: TablePath, data: JSONBody[d.CageRequest]) -> d.BalanceDocument:
    """Chips from a table's inventory."""
    command = cage.CreditInventory(table, data.amount, data.id)
    return await _at_table(door, speaker, "cage.credit", table, data.id, command)


@post("/api/cage/tables/{table:str}/drop", tags=["cage"], status_code=200, responses=ERRORS)
async def count_drop(door: TheDoor, speaker: Who, table: TablePath, data: JSONBody[d.CageRequest]) -> d.BalanceDocument:
    """The box was opened and held so much."""
    command = cage.CountDrop(table, data.amount)
    return await _at_table(door, speaker, "cage.count_drop", table, data.id, command)


@post("/api/tables/{table:str}/buy-in", tags=["cage"], status_code=200, responses=ERRORS)
async def sell_chips(door: TheDoor, speaker: Who, table: TablePath, data: JSONBody[d.SellRequest]) -> d.BalanceDocument:
    """Chips for cash at a table that a person deals: the inventory gives them, and the cash goes into the box."""
    door.require(speaker, "tables.sell_chips")
    live = await find_table(door, table)
    if live.settings.dealer == "automatic":
        raise No(Trouble.AUTOMATIC_TABLE)
    if (stranger := live.not_on_record(speaker)) is not None:
        raise No(refused(stranger))
    buyer = _buyer(live, data)
    _see_that_it_is_money(buyer)
    # Where players hold the bank the table has no chips of the house, and the cage gives them.
    command = cage.BuyIn(buyer, data.amount, table if live.rules.bank.by == "house" else "")
    sold = await _do(door, speaker, "tables.sell_chips", data.id, command, account_of(buyer))
    live.tell()
    return sold


def _buyer(live: LiveTable, data: d.SellRequest) -> str:
    """The account of the player at a seat, or of a person behind it where people may bet there."""
    box = live.table.box(data.seat)
    behind = bool(data.bettor.strip())
    if box is None or not box.patron or (behind and not live.rules.bank.backline_max):
        raise No(Trouble.NO_SUCH_PATRON)
    return walk_in(data.bettor, live.table, live.id) if behind else box.patron


async def _account(door: Door, patron: str) -> str:
    """The account of a known player; chips sold to a misspelt name would belong to no one."""
    room = door.room
    await room.house.follow()
    person = room.people.find(patron)
    plays = person is not None and person.role == "player"
    if not plays and not await room.patrons.is_known(patron):
        raise No(Trouble.NO_SUCH_PATRON)
    return account_of(patron)


async def _cash_account(door: Door, patron: str) -> str:
    """The same, where cash is paid for its chips: those that the house gives away are not worth any."""
    account = await _account(door, patron)
    _see_that_it_is_money(patron)
    return account


def _see_that_it_is_money(patron: str) -> None:
    if is_play_money(patron):
        raise No(Trouble.PLAY_MONEY)


async def _at_table(
    door: Door, speaker: Speaker, action: Action, table: str, id_: str, command: cage.CageCommand
) -> d.BalanceDocument:
    door.require(speaker, action)
    moves_chips = isinstance(command, cage.FillInventory | cage.CreditInventory)
    if (await find_table(door, table)).rules.bank.by != "house" and moves_chips:
        raise No(Trouble.PLAYERS_BANK)
    return await _do(door, speaker, action, id_, command, at_table(table, BANK))


async def _do(
    door: Door, speaker: Speaker, action: Action, id_: str, command: cage.CageCommand, account: str
) -> d.BalanceDocument:
    door.require(speaker, action)
    kept = await door.room.desk.do(f"{speaker.person}/{id_}", body_of(command), command)
    if isinstance(kept, Trouble):
        raise No(kept)
    if isinstance(kept, cage.CageRefusal):
        raise No(NoMessage(kept.name.lower(), kept.value))
    balance = await asyncio.to_thread(door.room.store.balance, account)
    return d.BalanceDocument(account, balance, kept.receipts[0].chain.hex())


ROUTES = (see_patron, buy_in, cash_out, fill, credit, count_drop, sell_chips)
