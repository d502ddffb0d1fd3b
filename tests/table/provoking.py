"""Tables that refuse something: sealed shoes, side bets, people on duty and wars."""

from typing import Any

from tests.table.houses import EARLY_WHEEL, PROGRESSIVE, WHEEL, House
from tests.table.watch import METER
from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, done, player, rules_of, seal_of
from wartable.cards import Card
from wartable.table import Actor
from wartable.table import commands as c
from wartable.table.commands import Command

Asked = tuple[Told, Actor, Command]


def betting(rulebook: str = "maryland", house: House | None = None) -> Told:
    """A table with seat 1 taken, and seat 3 banking where a player banks."""
    told = Told.at(rulebook, house).sits(1)
    return told.banks(3, "100.00") if told.table.phase == "banking" else told


def dealing(rulebook: str = "maryland", house: House | None = None) -> Told:
    told = betting(rulebook, house).bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    return told


def opened(rulebook: str = "maryland", house: House | None = None) -> Told:
    """A table that was just opened, with seat 1 taken."""
    told = Told.closed(rulebook, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.sits(1)


def cutting(rulebook: str = "maryland", house: House | None = None) -> Told:
    return opened(rulebook, house).goes_on("opening", "shuffling")


def cut(rulebook: str = "maryland", house: House | None = None) -> Told:
    told = cutting(rulebook, house)
    told.does(DEALER, c.CutCards(100))
    return told


def suspended() -> Told:
    told = dealing()
    told.does(DEALER, c.ReportMisdelivery(1, Card("9c")))
    return told


def settled_hand() -> Asked:
    told = betting().bets(1, "10.00").deals("9s 9d").wars_all().war_deals("7s")
    return told, DEALER, c.ReportMisdelivery(2, Card("9s"))


def paid_by_the_meter() -> Asked:
    house = {"progressive": {"reset": "10000.00", "rate": "0.20"}}
    told = betting(house=house).bets_on("progressive", 1).closes().deals("9s 9s").wars_all().war_deals("9s 9s")
    return told.settles().validates(), FLOOR, c.UndoCard("it was misread", 1)


def matched_by_the_bank() -> Asked:
    told = Told.at("california").banks(7, "1000.00").bets(1, "10.00").bets(2, "10.00").deals("9s 7c 9d")
    return told.wars_all().war_deals("Ks 2d"), FLOOR, c.UndoCard("it was misread", 2)


def missed_before() -> Told:
    """Seat 2 was given no card in the last round; seat 1 bets on the next."""
    told = betting("wisconsin").bets(1, "10.00").bets(2, "10.00").deals("9s")
    told.does(DEALER, c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    return told.deals("7d").ends().bets(1, "10.00")


def cards_without_a_player() -> Asked:
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    for by, step in ((DEALER, "receive"), (DEALER, "inspect"), (FLOOR, "verify"), (DEALER, "spread")):
        told.does(by, done(told, step))
    return told, DEALER, c.ConfirmStep("look")


def the_cut_of_a_remote_player() -> Asked:
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.does(player("Ann"), c.Sit(1, "Ann"))
    return told.goes_on("opening", "shuffling"), DEALER, c.CutCards(100)


def idle_cards_face_up() -> Told:
    told = Told.at("wisconsin", {"idle": {"spread": "face_up"}}).sits(1)
    told.does(FLOOR, c.DeclareIdle())
    return told


def place(told: Told, amount: int, **other: Any) -> Asked:
    return told, DEALER, c.PlaceWager(1, "initial", amount, **other)


def limited(amount: int) -> Asked:
    return place(betting(house={"limits": {"min": "5.00", "max": "100.00", "step": "5.00"}}), amount)


def an_empty_shoe() -> Asked:
    told = dealing()
    while told.table.cards.in_shoe:
        told.does(DEALER, c.ReportDrawnCard())
    return told, DEALER, c.ReportDrawnCard()


def past_the_cover_card() -> Told:
    told = betting().bets(1, "10.00")
    while told.table.cards.in_shoe >= told.table.cut.behind - 10:
        told.does(DEALER, c.TakeOver("Max" if told.table.dealer == "Eli" else "Eli"))
        told.does(DEALER, c.BurnCard())
    return told


def a_used_up_card() -> Asked:
    told = betting()
    for _ in range(3):
        told.bets(1, "10.00").deals("7s 7s").surrenders(1).ends()
    told.bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    return told, SHOE, c.TurnCard(Card("7s"))


def a_device_in_the_way() -> Asked:
    told = opened(house={"shuffler": {"kind": "batch"}}).goes_on("opening")
    told.does(DEALER, c.ReportDeviceFailure())
    return told, DEALER, c.ConfirmStep("shuffle")


BATCH: House = {"shuffler": {"kind": "batch"}}


def without_the_shuffler() -> Asked:
    told = betting("california").bets(1, "10.00")
    told.does(DEALER, c.ReportDeviceFailure())
    return told, DEALER, c.CallNoMoreBets()


def a_jam_before_the_round() -> Asked:
    told = betting(house=BATCH).bets(1, "10.00")
    told.does(DEALER, c.ReportJam())
    return told, DEALER, c.CallNoMoreBets()


def a_touched_card_before_the_shoe() -> Asked:
    told = cut().goes_on("cutting")
    told.does(DEALER, c.ReportTouchedCard(1))
    return told, DEALER, c.LoadShoe()


def an_exchange_too_soon() -> Asked:
    """The batch inside jammed and was taken out, and has not been shuffled since."""
    told = Told.at("wisconsin", BATCH)
    told.does(DEALER, c.ReportJam())
    told.does(FLOOR, c.DeclareIdle())
    for step in ("empty_device", "remove_cards", "spread_idle"):
        told.does(DEALER, c.ConfirmStep(step))
    told.sits(1)
    while told.table.todo[0][0] != "swap_batches":
        told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    return told, DEALER, c.ConfirmStep("swap_batches")


def a_full_backline() -> Asked:
    told = betting("california", {"ca": {"backline": {"max": 1}}}).bets(1, "10.00").bets(1, "10.00", bettor="Ann")
    return told, DEALER, c.PlaceWager(1, "initial", 10_00, "Bob")


def due_decks() -> Asked:
    told = betting()
    told.does(CLOCK, c.CallDeckChange())
    return place(told, 10_00)


def a_due_burn() -> Asked:
    told = betting().bets(1, "10.00")
    told.does(FLOOR, c.TakeOver("Eli"))
    return told, DEALER, c.CallNoMoreBets()


def two_boxes(seat: int) -> Asked:
    told = Told.at("maryland", {"table": {"boxes": 2}}).sits(1, "Ada")
    return (told if seat == 4 else told.sits(2, "Ada")), DEALER, c.Sit(seat, "Ada")


def a_seal_of_yesterday() -> Asked:
    told = opened()
    sealed_decks = c.ReceiveDecks(6, 2, "Card Works", "4711")
    told.does(DEALER, sealed_decks)
    told.does(FLOOR, c.CloseTable())
    told.goes_on("closing").does(FLOOR, c.OpenTable("Dana"))
    return told, DEALER, sealed_decks


def a_second_tie() -> Asked:
    told = betting().bets(1, "10.00").bets(2, "10.00").deals("7s 7d 7h").settles()
    return told, DEALER, c.GoToWar(2)


SEED = bytes(32)
COMMITMENT = seal_of(rules_of("maryland"), SEED).commitment


def sealed(*, cut: bool = True) -> Told:
    """A table whose first shoe is sealed and, unless it waits for the cut, loaded."""
    told = cutting()
    told.does(SHOE, c.SealShoe(COMMITMENT))
    return told.goes_on() if not cut else cut_and_loaded(told)


def cut_and_loaded(told: Told) -> Told:
    told.does(DEALER, c.CutCards(100))
    return told.goes_on()


def over() -> Told:
    """A table whose sealed shoe is over."""
    told = sealed()
    told.does(FLOOR, c.OrderReshuffle())
    return told


def revealed() -> Told:
    """The next shoe waits for its seal."""
    told = over()
    told.does(SHOE, c.RevealShoe(SEED.hex()))
    return told.goes_on("shuffling")


def without_words() -> Asked:
    """A wager that the dealer entered, and a sealed shoe that no player has added to."""
    told = sealed()
    told.does(DEALER, c.PlaceWager(1, "initial", 10_00))
    return told, DEALER, c.CallNoMoreBets()


SIDE: House = {**PROGRESSIVE, **WHEEL}
RESPIN: House = {**PROGRESSIVE, "bonus_spin": {**EARLY_WHEEL["bonus_spin"], "settle_point": "end_of_round"}}


def side_bets_down(house: House | None = None) -> Told:
    """Both side bets are made and counted."""
    return betting(house=house or SIDE).bets_on("progressive", 1).bets_on("bonus_spin", 1).closes()


def wheel_turns(house: House | None = None) -> Told:
    """The dealer's ace of hearts turns the wheel."""
    return side_bets_down(house).deals("2s Ah").settles()


def a_wheel_that_stands() -> Asked:
    return side_bets_down().deals("2s 3h").settles(), SHOE, c.SpinWheel(1, "1000", "150")


def after_a_hit(rate: str) -> Asked:
    """The only hand that takes the meter: four cards alike."""
    told = side_bets_down().deals("7s 7s").war(1).war_deals("7s 7s").finishes()
    return told, FLOOR, c.ChangeRate("progressive", rate)


def counting_then() -> Told:
    """A table of the first edition, whose dealer counted all side wagers together."""
    told = Told.at("maryland", SIDE, edition=1).bets_on("progressive", 1)
    told.does(DEALER, c.CallNoMoreBets())
    return told


def a_falling_meter() -> Asked:
    told = betting(house=SIDE).syncs("progressive", "12000.00")
    return told, METER, c.SyncMeter("progressive", 11_000_00)


def a_meter_that_is_owed() -> Asked:
    told = side_bets_down().deals("7s 7s").war(1).war_deals("7s 7s")
    return told, FLOOR, c.CorrectMeter("progressive", 20_000_00, "it was misread")


def on_duty_twice() -> tuple[Told, Actor, Command]:
    told = betting()
    told.does(FLOOR, c.TakeDuty("Frida"))
    return told, FLOOR, c.TakeDuty("Frida")


def a_dealer_on_duty() -> tuple[Told, Actor, Command]:
    told, frida = betting(), Actor("floor", person="Frida")
    told.does(frida, c.TakeDuty("Frida"))
    told.does(frida, c.TakeOver("Frida"))
    return told, frida, c.OrderReshuffle()


def relieved_dealer() -> tuple[Told, Actor, Command]:
    told, dana = betting().bets(1, "10.00").deals("9s"), Actor("floor", person="Dana")
    told.does(FLOOR, c.TakeOver("Eve"))
    told.does(dana, c.TakeDuty("Dana"))
    return told, dana, c.VoidRound("misdeal")


def at_war() -> Told:
    return Told.at("maryland").bets(1, "10.00").deals("7s 7d").war(1)


def an_open_offer() -> tuple[Told, Actor, Command]:
    told = at_war()
    told.does(DEALER, c.ConfirmWarWager(1, placed=True))
    return told, DEALER, c.ConfirmWarWagers()
