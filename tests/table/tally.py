"""Where every chip and every card is, kept by the tests for themselves: own sums, own count, from the events alone."""

from collections import Counter
from collections.abc import Iterator, Mapping

from wartable.cards import DECK, Card
from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.rulebook.wagers import CHIPS
from wartable.table import Event, Table
from wartable.table import events as e

WITHOUT_STAKE = ("envy", "community")
BURNED = "??"


class Chips:
    """What every patron, the bank and the room hold; what lies on the layout is read off the table itself."""

    def __init__(self, rules: Rules) -> None:
        self._may_be_about_nothing = rules.edition == 1
        """In the first edition the win of a player who was let out is settled with nothing, and its logs say so."""
        self.held: Counter[str] = Counter()
        self.collected: set[tuple[int, str]] = set()
        """Side wagers that went from the layout into the inventory, by seat."""

    def hear(self, event: Event) -> None:
        self._hear_of_a_wager(event)
        self._hear_of_the_bank(event)
        self._hear_of_a_meter(event)

    def _hear_of_a_wager(self, event: Event) -> None:
        match event:
            case e.WagerPlaced(wager="match_play") | e.WagerTakenBack(wager="match_play"):
                pass
            case e.WagerPlaced(patron=patron, amount=amount) | e.WarDeclared(patron=patron, stake=amount):
                assert amount > 0
                self._from_patron(patron, amount)
            case (
                e.WagerTakenBack(patron=patron, amount=amount)
                | e.WagerReturned(patron=patron, amount=amount)
                | e.WarWagerNotPlaced(patron=patron, amount=amount)
            ):
                assert amount > 0
                self._from_patron(patron, -amount)
            case e.SideWagersCollected(stakes=stakes, booked=True) | e.SideWagersCounted(stakes=stakes):
                self.collected |= {(seat, wager) for seat, wager, _ in stakes}
                self.held["bank"] += sum(stake for _, _, stake in stakes)
            case e.RoundEnded():
                self.collected.clear()
            case e.WagerSettled():
                self._settled(event, 1)
            case e.SettlementReversed(line=line):
                self._settled(line, -1)

    def _hear_of_a_meter(self, event: Event) -> None:
        match event:
            case e.MeterFed(meter=meter, amount=amount) | e.MeterReset(meter=meter, amount=amount):
                assert amount > 0
                self._to_meter(meter, amount, "bank")
            case e.MeterPaid(meter=meter, amount=amount):
                self._to_meter(meter, -amount, "bank")
            case e.MeterCorrected(meter=meter, before=before, reading=reading):
                self._to_meter(meter, reading - before, "bank")
            case e.MeterSynced(meter=meter, before=before, reading=reading, paid_elsewhere=paid_elsewhere):
                assert reading >= before or paid_elsewhere
                self._to_meter(meter, reading - before, "linked")

    def _to_meter(self, meter: str, amount: Cents, account: str) -> None:
        self.held[f"meter/{meter}"] += amount
        self.held[account] -= amount

    def _hear_of_the_bank(self, event: Event) -> None:
        match event:
            case e.WarMatched(amount=amount):
                self.held["bank"] -= amount
            case e.BankPosted(patron=patron, amount=amount) | e.BankToppedUp(patron=patron, amount=amount):
                self._from_patron(patron, amount)
                self.held["bank"] += amount
            case e.BankReleased(patron=patron, amount=amount):
                self._from_patron(patron, -amount)
                self.held["bank"] -= amount
            case e.RoomFeeTaken(patron=patron, amount=amount):
                self._from_patron(patron, amount)
                self.held["room"] += amount
            case e.RoomFeeReturned(patron=patron, amount=amount):
                self._from_patron(patron, -amount)
                self.held["room"] -= amount

    def _from_patron(self, patron: str, amount: Cents) -> None:
        assert patron, "money without a patron"
        self.held[f"patron/{patron}"] -= amount

    def _settled(self, line: e.WagerSettled, sign: int) -> None:
        """What lay there and does not go to the patron goes to the bank."""
        is_about_something = line.staked > 0 or (line.wager in WITHOUT_STAKE and line.paid)
        assert is_about_something or (self._may_be_about_nothing and not line.paid), f"a line about nothing: {line}"
        assert line.staked == line.collected + line.returned
        assert min(line.collected, line.returned, line.paid, line.matched) >= 0
        assert line.clauses or line.result == "void", f"a line without a clause: {line}"
        to_patron = line.returned + line.paid
        self._from_patron(line.patron, -sign * to_patron)
        lay_there = 0 if (line.seat, line.wager) in self.collected else line.staked
        self.held["bank"] += sign * (lay_there + line.matched - to_patron)

    def agree(self, accounts: Mapping[str, Cents], table: Table) -> None:
        """The ledger's own sums are these."""
        expected = self.accounts(table)
        wrong = {name: (accounts.get(name), expected.get(name)) for name in accounts.keys() | expected.keys()}
        wrong = {name: sums for name, sums in wrong.items() if sums[0] != sums[1]}
        assert not wrong, f"the ledger says, and the tally says: {wrong}"

    def accounts(self, table: Table) -> dict[str, Cents]:
        """Every account that is not at nothing, named as the ledger names them."""
        return {name: cents for name, cents in (*self.held.items(), *self._lying(table)) if cents}

    def _lying(self, table: Table) -> Iterator[tuple[str, Cents]]:
        for box in table.boxes:
            for bettor in box.bettors:
                for wager in CHIPS:
                    if (box.seat, wager) not in self.collected:
                        yield f"layout/{box.seat}/{bettor.name}/{wager}", bettor.stakes[wager]
                yield f"pool/{box.seat}/{bettor.name}", bettor.matched


class Count:
    """Every card of the shoe in play, in one place."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.covered = False
        self.round = 0
        self.shuffled: set[int] = set()
        self.last: int | None = None
        self._clear()

    def _clear(self, shoe: int = 0) -> None:
        self.loaded = bool(shoe)
        self.shoe, self.ahead = shoe, 0
        self.exposed: list[Card] = []
        self.rack: list[str] = []
        self.reported: list[Card] = []
        self.disputed = False
        self.hands: dict[int, list[Card]] = {}
        self.unread: Counter[int] = Counter()
        self.faces: Counter[Card] = Counter()

    def hear(self, event: Event) -> None:
        if self.rules.edition > 1:
            self._hear_of_the_batches(event)
        self._hear_of_the_shoe(event)
        self._hear_of_face_up_cards(event)
        self._hear_of_the_round(event)
        self._hear_of_the_device(event)

    def _hear_of_the_batches(self, event: Event) -> None:
        """A shoe is loaded with a batch that was shuffled since, and two batches take turns."""
        match event:
            case e.TableOpened() | e.DecksChanged():
                self.shuffled, self.last = set(), None
            case e.ShuffleAskedFor() | e.TableIdled() if self.loaded:
                self.last = None  # the batch that is taken out and shown may be dealt again
            case e.DecksReceived(batch=batch, supplier=supplier) if supplier:
                self.shuffled.add(batch)
            case e.CardsShuffled(batch=batch, steps=steps):
                assert steps[-1] in ("machine_shuffle", "stack")
                self.shuffled.add(batch)
            case e.StepConfirmed(step="spread", batch=batch):
                self.shuffled.discard(batch)
            case e.ShoeLoaded(batch=batch):
                assert batch in self.shuffled
                assert not self.rules.by_batches or batch != self.last
                self.shuffled.discard(batch)
                self.last = batch

    def _hear_of_the_shoe(self, event: Event) -> None:
        match event:
            case e.ShoeLoaded(cards=loaded):
                self._clear(loaded)
            case e.ShuffleBegun() | e.ShuffleAskedFor() | e.TableIdled() | e.DecksChanged() | e.TableClosing():
                assert not self.hands
                self._clear()
            case e.CardBurned():
                self._draw()
                self.rack.append(BURNED)
            case e.FaceUpCardsRacked(cards=faces, seat=None):
                self.shoe -= len(faces)
                self.faces.update(faces)
                self.rack.extend(faces)
            case e.CardDrawnInError():
                self.shoe -= 1
                self.ahead += 1
            case e.CardExposed(card=card):
                self._draw()
                self.faces[card] += 1
                self.exposed.append(card)
            case e.ExposedCardRacked(card=card):
                assert card == self.exposed.pop(0)
                self.rack.append(card)
            case e.BurnNotMade(cards=burns):
                for _ in range(burns):
                    self._leave_the_rack(BURNED)
                self.shoe += burns

    def _hear_of_face_up_cards(self, event: Event) -> None:
        match event:
            case e.FaceUpCardsRacked(cards=(card,), seat=int(seat), back=back, war=war):
                self._come_back(back)
                self._goes_to_the_rack(seat, war)
                assert self.hands[seat].pop() == card
                self.hands = {place: hand for place, hand in self.hands.items() if hand}
                self.rack.append(card)
                self.reported = self.reported if self.disputed else []
            case e.FaceUpCardsRacked(cards=faces):
                self.reported = [*(self.reported if self.disputed else ()), *faces]
            case e.FaceUpCardFound():
                self.reported = self.reported if self.disputed else []
            case e.FloorCalled(reason="face_up_cards"):
                self.disputed = True
            case e.FloorRuled(ruling="no_face_up_cards"):
                self._never_lay_face_up()
            case e.FloorRuled(ruling="void"):
                self.disputed = False

    def _never_lay_face_up(self) -> None:
        """The report was wrong: its cards are in the shoe."""
        self.shoe += len(self.reported)
        self.faces.subtract(self.reported)
        for card in self.reported:
            self._leave_the_rack(card)
        self.reported, self.disputed = [], False

    def _leave_the_rack(self, card: str) -> None:
        del self.rack[len(self.rack) - 1 - self.rack[::-1].index(card)]

    def _hear_of_the_round(self, event: Event) -> None:
        match event:
            case e.CardDealt():
                self._dealt(event)
            case e.CardTakenBack(seat=seat, card=card, back=back, war=war):
                self._come_back(back)
                self._goes_to_the_rack(seat, war)
                assert self.hands[seat].pop() == card
                self.hands = {place: hand for place, hand in self.hands.items() if hand}
                self.faces[card] -= 1
                self.ahead += not event.absent
                self.unread[seat] += not event.absent
                self.shoe += event.absent
            case e.CardLifted(seat=seat, card=card, back=back):
                self._come_back(back)
                assert self.hands[seat].pop() == card
                self.hands = {place: hand for place, hand in self.hands.items() if hand}
                self.exposed.append(card)
            case e.CardsReassigned(deal="war"):
                self._war_lies_elsewhere(event)
            case e.CardsReassigned(hands=lies, racked=over, war=war, back=back):
                self._come_back(back)
                before = Counter(card for hand in self.hands.values() for card in hand)
                self.hands = {seat: [card] for seat, card in lies}
                racked = [*war, *filter(None, (over,))]
                self.rack.extend(racked)
                assert before == Counter([card for _, card in lies] + racked)
            case e.CardsPickedUp(hands=hands):
                for seat, cards in hands:
                    unread = cards.count(BURNED)
                    assert (*self.hands.pop(seat, ()), *[BURNED] * unread) == cards
                    assert unread <= self.unread[seat], "a card is picked up that never lay there"
                    ahead = min(unread, self.ahead)
                    self.ahead, self.shoe = self.ahead - ahead, self.shoe - (unread - ahead)
                    self.rack.extend(cards)
            case e.NoMoreBetsCalled(round=number):
                assert number == self.round + 1, "rounds are counted without a gap"
            case e.RoundEnded(round=number):
                self._round_ended(number)

    def _war_lies_elsewhere(self, event: e.CardsReassigned) -> None:
        """The war cards move; that of a hand which left the round stays."""
        self._come_back(event.back)
        moved = [*(card for _, card in event.hands), *filter(None, (event.racked,))]
        left = list(moved)
        for hand in self.hands.values():
            if len(hand) > 1 and hand[-1] in left:
                left.remove(hand.pop())
        assert not left
        for seat, card in event.hands:
            self.hands[seat].append(card)
        self.rack.extend(moved[len(event.hands) :])

    def _come_back(self, hands: tuple[tuple[int, Card], ...]) -> None:
        """Cards that were picked up lie on the layout again."""
        for seat, card in hands:
            self._leave_the_rack(card)
            self.hands.setdefault(seat, []).append(card)

    def _goes_to_the_rack(self, taken: int, war: tuple[Card, ...]) -> None:
        """The cards of a war that is not fought: of the hand, or of every hand where it is the dealer's card."""
        fought = [
            self.hands[seat]
            for seat in sorted(self.hands, key=lambda seat: seat or 99)
            if seat in (taken, 0) or not taken
        ]
        left = list(war)
        for hand in fought:
            if len(hand) > 1 and hand[-1] in left:
                left.remove(hand.pop())
        assert not left
        self.rack.extend(war)

    def _draw(self) -> None:
        if self.ahead:
            self.ahead -= 1
        else:
            self.shoe -= 1

    def _dealt(self, event: e.CardDealt) -> None:
        if self.exposed[:1] == [event.card]:
            del self.exposed[0]
        else:
            self._draw()
            self.faces[event.card] += 1
        hand = self.hands.setdefault(event.seat, [])
        assert len(hand) == (event.deal == "war"), "one card on each deal, in their order"
        hand.append(event.card)
        self.unread[event.seat] = 0

    def _round_ended(self, number: int) -> None:
        assert not self.hands, "cards were left on the layout"
        self.unread.clear()
        assert number == self.round + 1, "a round ends once"
        self.round = number
        if self.rules.shuffler.kind == "continuous" and not self.covered:
            self.shoe += len(self.rack)
            self.rack = []
            self.faces.clear()

    def _hear_of_the_device(self, event: Event) -> None:
        match event:
            case e.DeviceCovered():
                self.covered = True
            case e.DeviceFailed():
                self.covered = not self.rules.irregularity.cover_failed_device
            case e.DeviceRestored():
                self.covered = False

    def agree(self, table: Table) -> None:
        """The table's own count is this one."""
        cards = table.cards
        assert (cards.loaded, cards.in_shoe, cards.drawn_ahead) == (self.loaded, self.shoe, self.ahead)
        exposed = (*filter(None, (cards.exposed,)), *table.found.exposed)
        assert (exposed, cards.rack) == (tuple(self.exposed), tuple(self.rack))
        assert tuple(cards.seen) == tuple(self.faces[card] for card in DECK)
        assert max(cards.seen) <= self.rules.decks
        if table.rules.electronic:
            middle = [(number, one) for number, one in enumerate(table.round.community, start=1) if one.hand]
            laid = {number: community.hand for number, community in middle if not community.picked_up}
        else:
            laid = {box.seat: box.hand for box in table.boxes if box.hand and not box.picked_up}
        if table.round.dealer_hand and not table.round.dealer_picked_up:
            laid[0] = table.round.dealer_hand
        assert laid == {seat: tuple(hand) for seat, hand in self.hands.items()}
        places = self.shoe + self.ahead + len(self.exposed) + len(self.rack)
        places += sum(map(len, self.hands.values()))
        assert places == (self.rules.decks * 52 if self.loaded else 0)
        assert min(self.shoe, self.ahead) >= 0
