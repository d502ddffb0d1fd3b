"""The sealed shoe of a live table. It hears every event, so the log alone brings it back to where it stood."""

import secrets
from collections.abc import Sequence

from wartable.live.history.mirror import Happened
from wartable.live.vault import Vault, VaultBroken
from wartable.rulebook import Rules
from wartable.shoe import ContinuousShuffler, Entropy, FromSealed, Protocol, Revealed1, Revealed2, SealedShoe
from wartable.table import SEED_BYTES, Event, Seat, ShoeEnd, Table, filed_wheel_of, is_continuous, wheel_of
from wartable.table import commands as c
from wartable.table import events as e


class ShoeDiffers(RuntimeError):
    """The log has other cards than the shoe that was sealed: nothing more is dealt from it."""


class LiveShoe:
    """One sealed shoe, and who has bet on the wheel this round."""

    def __init__(
        self,
        table: str,
        rules: Rules,
        seed: bytes,
        sealed_at: int,
        number: int,
        *,
        continuous: bool,
        protocol: Protocol = 2,
    ) -> None:
        kind = ContinuousShuffler if continuous else SealedShoe
        wheel = filed_wheel_of(rules) if protocol == 1 else wheel_of(rules)
        shoe = kind(
            table, number, rules.decks, sealed_at=sealed_at, wheel=wheel, protocol=protocol, entropy=lambda _: seed
        )
        self._source = FromSealed(shoe, sealed_at - 1)
        self._seats = range(1, rules.seats + 1)
        self._on_wheel: set[Seat] = set()
        self._drawn_for: str | None = None

    @property
    def commitment(self) -> str:
        """The commitment, published before the cut."""
        return self._source.commitment

    def cover_card_next(self) -> bool:
        return self._source.cover_card_next()

    def draw(self) -> c.TurnCard:
        """Draw the next card, for an event that is about to be decided."""
        card = self._source.next_card()
        self._drawn_for = card
        return c.TurnCard(card)

    def spin(self, table: Table) -> c.SpinWheel:
        """Spin the wheel for this round."""
        return self._spin(table.round.number)

    def _spin(self, round_number: int) -> c.SpinWheel:
        unbet = tuple(seat for seat in self._seats if seat not in self._on_wheel)
        *passed, stop = self._source.shoe.spin_stops(round_number, unbet)
        self._round_spun = round_number
        return c.SpinWheel(*stop, passed=tuple((at.seat, at.hot, at.community) for at in passed))

    def hear(self, event: Event, round_number: int) -> None:
        """Follow an event. A card or spin that this process did not draw is drawn now."""
        match event:
            case e.CardDealt(card=card):
                self._follow_card(card)
            case e.WheelSpun(hot_seat=seat, hot=hot, community=community):
                self._follow_spin(round_number, (seat, hot, community))
            case e.WagerPlaced(wager="bonus_spin", seat=seat):
                self._on_wheel.add(seat)
            case e.WagerTakenBack(wager="bonus_spin", seat=seat) | e.WagerSettled(wager="bonus_spin", seat=seat):
                self._on_wheel.discard(seat)
            case e.SettlementReversed(line=line) if line.wager == "bonus_spin":
                self._on_wheel.add(line.seat)
            case e.RoundEnded():
                self._on_wheel.clear()
        self._source.hear(event)

    _round_spun = 0

    def _follow_card(self, card: str) -> None:
        drawn = self._drawn_for if self._drawn_for is not None else self._source.next_card()
        self._drawn_for = None
        if drawn != card:
            raise ShoeDiffers(f"the shoe gives {drawn} where the log has {card}")

    def _follow_spin(self, round_number: int, stopped: tuple[Seat, str, str]) -> None:
        if self._round_spun == round_number:
            return
        spun = self._spin(round_number)
        if (spun.hot_seat, spun.hot, spun.community) != stopped:
            raise ShoeDiffers("the wheel stops elsewhere than the log has it")

    def reveal(self, ended: ShoeEnd) -> c.RevealShoe:
        """Return the seed, when the shoe is over."""
        return c.RevealShoe(self._source.seed(ended))

    def document(self, ended: ShoeEnd) -> Revealed1 | Revealed2:
        """Return the published proof of the shoe."""
        self._source.seed(ended)
        if self._source.revealed is None:
            raise LookupError("the shoe is not revealed")
        return self._source.revealed


def seal_shoe(table_id: str, table: Table, version: int, vault: Vault, entropy: Entropy | None = None) -> LiveShoe:
    """Seal a new shoe at this version of a table's log; its seed is stored when this returns."""
    seed = (entropy or secrets.token_bytes)(SEED_BYTES)
    number = table.seal.shoe + 1
    shoe = LiveShoe(table_id, table.rules, seed, version + 1, number, continuous=is_continuous(table))
    vault.put(_name(table_id, shoe.commitment), seed)
    return shoe


def find_shoe(table_id: str, table: Table, history: Sequence[Happened], vault: Vault) -> LiveShoe:
    """Restore the sealed shoe of a table from everything since its seal."""
    seed = vault.get(_name(table_id, table.seal.commitment))
    if seed is None:
        raise VaultBroken(f"the seed of shoe {table.seal.shoe} at {table_id} is not in the vault")
    return retrace(table_id, table, seed, table.seal.shoe, history)


def retrace(table_id: str, table: Table, seed: bytes, number: int, history: Sequence[Happened]) -> LiveShoe:
    """Replay the events since the seal on a shoe."""
    kinds = {type(happened.event) for happened in history}
    continuous = is_continuous(table) if e.ShoeLoaded not in kinds else e.CoverCardReinserted not in kinds
    sealed, at = history[0].event, history[0].version
    if not isinstance(sealed, e.ShoeSealed):
        raise ShoeDiffers(f"the history of shoe {number} does not begin with its seal")
    protocol: Protocol = 2 if sealed.terms else 1
    shoe = LiveShoe(table_id, table.rules, seed, at, number, continuous=continuous, protocol=protocol)
    if shoe.commitment != sealed.commitment:
        raise ShoeDiffers(f"the seed, the decks or the wheel of shoe {number} is not the one that was sealed")
    for happened in history:
        shoe.hear(happened.event, happened.round)
    return shoe


def forget_shoe(table_id: str, commitment: str, vault: Vault) -> None:
    """Delete the seed from the vault: it is public now."""
    vault.erase(_name(table_id, commitment))


def _name(table_id: str, commitment: str) -> str:
    """Return a name with the commitment in it, so that no later shoe can replace a published one."""
    return f"shoe/{table_id}/{commitment}"
