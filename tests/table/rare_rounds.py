"""Rounds that hardly any walk plays, told so that each transition of the table happens."""

from collections.abc import Iterator

from tests.laws.test_ask_for_shuffle import ANN, MOMENTS, released
from tests.laws.test_cards_read_again import told_again
from tests.laws.test_found_late import COMPARED
from tests.laws.test_missed_hands import LATE
from tests.laws.test_pick_up_order import at_war, leave
from tests.laws.test_wisconsin_cards import idle_without_the_shuffler
from tests.table.houses import EARLY_WHEEL, PROGRESSIVE, WHEEL, House
from tests.table.test_side_corners import SHARED
from tests.told import CLOCK, DEALER, FLOOR, Told
from wartable.cards import Card
from wartable.table import commands as c
from wartable.table import events as e


def lose(told: Told, *seats: int) -> Told:
    """These players walk away, and the floor rules that their wagers are lost."""
    for seat in seats:
        told.does(DEALER, c.ReportAbsence(seat))
        told.does(FLOOR, c.Rule("lost", "the player left"))
    return told


def rare() -> Iterator[Told]:
    """Rounds that hardly any walk plays."""
    count = Told.at("maryland", PROGRESSIVE, edition=1).bets_on("progressive", 1)
    count.does(DEALER, c.CallNoMoreBets())
    yield lose(count, 1).goes_on("counting")
    count = Told.at("massachusetts", SHARED, edition=1).bets_on("progressive", 1)
    count.does(DEALER, c.CallNoMoreBets())
    for card in ("7s", "8s"):
        count.does(DEALER, c.ReportDrawnCard(Card(card)))
        count.does(FLOOR, c.Rule("forward", "it was next"))
    yield count.goes_on("counting")
    uncounted = Told.at("massachusetts", {"progressive": {"reset": "1000.00", "rate": "0.20", "count": False}})
    uncounted.bets_on("progressive", 1).does(DEALER, c.CallNoMoreBets())
    yield uncounted
    for third in ("7c", "2c"):
        told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1, 2).bets(3, "10.00").closes()
        told.deals(f"7s 7h {third} 7d").settles()
        if third == "7c":
            told.surrenders(1).validates()
            yield told.war(2).surrenders(3)
        else:
            yield told.war(1).surrenders(2).validates()
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1, 2).closes().deals("7s 7h 7d").settles()
    yield told.war(1).surrenders(2).validates()
    told = Told.at("maryland", WHEEL).bets(1, "10.00").bets(2, "10.00").bets_on("bonus_spin", 3).closes()
    yield lose(told.deals("7s 2c 3c 7d").war(1), 1)
    for until in (("picking_up",), ("picking_up", "war_wagers")):
        told = Told.at("maryland", WHEEL).bets(1, "10.00").bets_on("bonus_spin", 3).closes()
        yield lose(told.deals("7s 3c 7d").war(1).goes_on(*until), 1)
    told = Told.at("maryland").bets(1, "10.00").deals("7s 7d").war(1).war_deals("9s")
    told.does(FLOOR, c.UndoCard("it was misread"))
    yield told
    house = {"progressive": {**PROGRESSIVE["progressive"], "settle_point": "end_of_round"}}
    told = Told.at("maryland", house).bets_on("progressive", 1, 2).closes().deals("7s 7h 7d")
    yield told.surrenders(1).surrenders(2).goes_on("picking_up", "side_bets")
    told = Told.at("wisconsin").sits(1)
    for _ in range(2):  # the second time the table is being made ready again
        told.does(DEALER, c.Leave(1))
        told.goes_on("idle").sits(1)
    yield told
    for phase in MOMENTS:
        told = released("wisconsin", phase)
        told.does(ANN, c.AskForShuffle())
        yield told
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.sits(1).goes_on("opening", "shuffling").does(DEALER, c.CutCards(100))
    told.does(FLOOR, c.OrderRecut("cards fell"))
    yield told
    yield from found_late()
    yield from gone_while_replaced()
    for ruled_first in (True, False):
        told = Told.at("massachusetts").bets(1, "10.00").closes()
        told.does(DEALER, c.ReportMisdelivery(0, Card("7s")))
        rulings = (c.Rule("burn", "it was seen"), c.ReleasePlayers((1,), "the dealer erred"))
        for command in rulings if ruled_first else reversed(rulings):
            told.does(FLOOR, command)
        yield told


def restored() -> Told:
    """The shuffler works again before the idle batch is shuffled by hand, so that it is exchanged after all."""
    told = Told.at("wisconsin", {"shuffler": {"kind": "batch"}}).sits(1)
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice("sign"))
    told.does(DEALER, c.Leave(1))
    told.goes_on("idle").sits(1).goes_on("waking").does(FLOOR, c.RestoreDevice())
    return told


def restored_before_the_shoe() -> Iterator[Told]:
    """The same after the shuffle by hand, before and after the cut."""
    for cut in (False, True):
        told = idle_without_the_shuffler("cutting", stores_securely=True)
        if cut:
            told.does(ANN, c.CutCards(100))
            told.goes_on("cutting")
        told.does(FLOOR, c.RestoreDevice())
        yield told


def changed_while_waking() -> Told:
    """A player comes to an idle table before the decks that are due are changed."""
    told = Told.at("maryland").sits(1)
    told.does(DEALER, c.Leave(1))
    told.goes_on("idle").does(CLOCK, c.CallDeckChange())
    told.sits(1).does(FLOOR, c.ChangeDecks())
    return told


def answered() -> Iterator[Told]:
    """A player who was reported absent answers, alone or while another call waits."""
    for waits in (False, True):
        told = Told.at("maryland").comes_online(1, "Ann").bets(1, "10.00").deals("7s 7d").settles()
        told.does(DEALER, c.ReportAbsence(1))
        if waits:
            told.does(DEALER, c.ReportTouchedCard(1))
        told.hears(e.AbsenceEnded(1, "Ann"))
        yield told


def war_found_late() -> Told:
    """A war hand is found without its card when every war is settled, and side bets are not."""
    end = {"progressive": {**PROGRESSIVE["progressive"], "settle_point": "end_of_round"}}
    told = Told.at("maryland", end).bets_on("progressive", 1, 2).closes().deals("9s 9c 9d").wars_all()
    told.war_deals("2s 3c 4d").settles().does(DEALER, c.ReportMissedHand(1))
    told.does(FLOOR, c.Rule("deal_now", "it was seen"))
    return told


def wars_found() -> Iterator[Told]:
    """A war hand is found without its card: in the war deal, before the wars are settled, and when every one is."""
    for cards, settled in (("2s", False), ("2s 3c 4d", False), ("2s 3c 4d", True)):
        told = Told.at("washington").bets(1, "10.00").bets(2, "10.00").deals("9s 9c 9d").wars_all().war_deals(cards)
        if settled:
            told.settles()
        told.does(DEALER, c.ReportMissedHand(1, "war"))
        told.does(FLOOR, c.Rule("deal_now", "it was seen"))
        yield told


def dealt_face_up() -> Iterator[Told]:
    """A card that had lain face up in the shoe leaves its hand, in each phase in which it can."""
    three = "9s 9c 7s 9d"
    ways: list[tuple[str, str, str, int, str]] = [
        ("9s", "", "dealing", 1, "9s"),
        (three, "", "settling", 3, "7s"),
        (three, "", "deciding", 3, "7s"),
        ("9s 9c 7s 2d", "", "picking_up", 3, "7s"),
        (three, "", "war_wagers", 3, "7s"),
        (three, "Ks", "war_dealing", 1, "Ks"),
        (three, "Ks 2c Jd", "war_settling", 3, "7s"),
        (three, "Ks 2c Jd", "war_settling", 1, "Ks"),
        (three, "Ks 2c Jd", "picking_up", 1, "Ks"),
        ("9s 9c 7s 2d", "", "side_bets", 3, "7s"),
        (three, "Ks 2c Jd", "side_bets", 1, "Ks"),
    ]
    end = {"progressive": {**PROGRESSIVE["progressive"], "settle_point": "end_of_round"}}
    for cards, war, phase, seat, card in ways:
        beside = phase == "side_bets"
        told = Told.at("maryland", end if beside else None)
        told = told.bets_on("progressive", 1, 2, 3).closes() if beside else told
        told = told if beside else told.bets(1, "10.00").bets(2, "10.00").bets(3, "10.00")
        told.deals(cards)
        if phase not in ("dealing", "settling"):
            told.settles()
        if phase == "war_wagers" or war:
            told.wars_all().goes_on("picking_up")
        if war:
            told.war_deals(war)
        if war and phase in ("picking_up", "side_bets"):
            told.settles()
        assert told.table.phase == phase
        told.does(DEALER, c.ReportFaceUpCards((Card(card),), seat))
        yield told


def let_out() -> Iterator[Told]:
    """The dealer's card lies elsewhere, and the last hand that it was compared with leaves the round."""
    told = Told.at("massachusetts").bets(1, "10.00", tie="5.00").deals("9s 9d").settles()
    told.does(DEALER, c.ReportMisdelivery(2, Card("9d"), entered=0))
    told.does(FLOOR, c.ReleasePlayers((1,), "the dealer laid a card at the wrong place"))
    told.does(FLOOR, c.Rule("burn", "it was seen"))
    yield told


def found_late() -> Iterator[Told]:
    """Missed hands and misplaced cards, found in each phase in which the deal can still be put right."""
    yield from answered()
    yield from told_again()
    yield from restored_before_the_shoe()
    for cards in ("9s 8s", "9s 8s 7s", "7s 7h 7d"):
        told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals(cards)
        if cards.endswith("7d"):
            told.settles()
        told.does(DEALER, c.ReportMissedHand(2))
        told.does(DEALER, c.ReportTouchedCard(1))
        for ruling in (c.Rule("void_hand", "it has no card"), c.Rule("continue", "the card is whole")):
            told.does(FLOOR, ruling)
        yield told
        told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals(cards)
        if cards.endswith("7d"):
            told.settles()
        told.does(DEALER, c.ReportMissedHand(2))
        told.does(FLOOR, c.Rule("void_hand", "it has no card"))
        yield told
    for moment, reach in (*LATE.items(), *COMPARED.items()):
        told = Told.at("massachusetts").bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("9s 9c 7s 9d")
        reach(told)
        missed = moment in LATE
        told.does(DEALER, c.ReportMissedHand(3) if missed else c.ReportMisdelivery(1, Card("9d"), entered=0))
        told.does(FLOOR, c.Rule("void_hand" if missed else "burn", "it was seen"))
        yield told
    end = {"progressive": {**PROGRESSIVE["progressive"], "settle_point": "end_of_round"}}
    for report in (c.ReportMissedHand(2), c.ReportMisdelivery(1, Card("7s"), entered=0)):
        told = Told.at("maryland", end).bets_on("progressive", 1, 2).closes().deals("9s 8s 7s").settles()
        told.does(DEALER, report)
        told.does(FLOOR, c.Rule("void_hand" if isinstance(report, c.ReportMissedHand) else "burn", "it was seen"))
        yield told
    told = at_war("maryland")
    leave(told)
    yield told
    told = Told.at("massachusetts").bets(1, "10.00").bets(2, "10.00").deals("9s 9c 9d").wars_all()
    told.war_deals("Ks Kc 2d").does(DEALER, c.SettleHand())
    told.does(DEALER, c.ReportMisdelivery(1, Card("Kc"), entered=2))
    told.does(FLOOR, c.Rule("burn", "it was seen"))
    yield told
    for cards in ("Ks", "Ks 2s"):
        told = Told.at("massachusetts").bets(1, "10.00").deals("7s 7d").war(1).war_deals(cards)
        told.does(DEALER, c.ReportMisdelivery(3, Card("Ks")))
        yield told
    for cards in ("Ks", "Ks 2s"):
        told = Told.at("massachusetts").bets(1, "10.00").deals(cards)
        told.does(DEALER, c.ReportMisdelivery(3, Card("Ks")))
        told.does(DEALER, c.ReportMisdelivery(3, Card("2s")))
        yield told
    told = Told.at("massachusetts").bets(1, "10.00")
    told.does(DEALER, c.ReportTouchedCard(1))
    told.does(DEALER, c.ReportFaceUpCards((Card("Ks"), Card("2s"))))
    told.does(DEALER, c.ReportTouchedCard(2))
    told.does(FLOOR, c.Rule("continue", "the card is whole"))
    told.does(FLOOR, c.Rule("void", "two cards lay face up"))
    yield told


def gone_while_replaced() -> Iterator[Told]:
    """The last hand goes while its card is replaced: a tie to choose, a side bet or nothing is left after it."""
    rounds: list[tuple[House, str, str]] = [
        ({}, "initial", "9s 8s 7s"),
        ({}, "initial", "7h 7s 7d"),
        (WHEEL, "bonus_spin", "9s 8s 7s"),
        (EARLY_WHEEL, "bonus_spin", "9s 8s 7s"),
    ]
    for house, wager, cards in rounds:
        told = Told.at("maryland", house)
        for seat in (1, 2):
            told = told.bets(seat, "10.00") if wager == "initial" else told.bets_on("bonus_spin", seat)
        told.closes().deals(cards)
        told.does(DEALER, c.SettleHand())
        left = next(box for box in told.table.boxes if box.bettors and box.outcome is None)
        told.does(DEALER, c.ReportMisdelivery(0, left.card or Card("7s")))
        told.does(FLOOR, c.Rule("burn", "it was seen"))
        told.does(DEALER, c.ReportMissedHand(left.seat))
        told.does(FLOOR, c.Rule("void_hand", "it has no card"))
        yield told


def rare_rounds() -> Iterator[Told]:
    yield from rare()
    yield from dealt_face_up()
    yield from let_out()
    yield war_found_late()
    yield from wars_found()
    yield restored()
    yield changed_while_waking()
