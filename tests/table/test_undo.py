"""Taking back the last card: with the floor's word, before anything followed from it, and every count is put right."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.table.houses import House
from tests.table.samples import table_in
from tests.told import CLOCK, DEALER, FLOOR, RULEBOOKS, SHOE, Told
from wartable.cards import Card
from wartable.table import Refusal, Refused, act
from wartable.table import commands as c
from wartable.table import events as e

UNDO = c.UndoCard("the reader misread it")
ELECTRONIC: House = {"electronic": {"community_cards": 3}}
BURNS_AGAIN: House = {"war": {"burn_pattern": "before_every_card"}}


def dealing(rulebook: str = "maryland", house: House | None = None) -> Told:
    told = Told.at(rulebook, house)
    if told.table.phase == "banking":
        told.banks(6, "1000.00")
    if told.table.rules.electronic:
        told.bets_on_hand(1, 1).bets_on_hand(2, 1).bets_on_hand(3, 2)
    else:
        told.bets(1, "10.00").bets(2, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    return told


def turn(told: Told, card: str) -> Told:
    told.does(SHOE, c.TurnCard(Card(card)))
    return told


def undone(told: Told, card: str) -> None:
    """Turning a card and taking it back leaves the table as it was, but for the card that lies there unread."""
    before = told.table
    turn(told, card).does(FLOOR, UNDO)
    after = told.table
    assert after.cards.drawn_ahead == before.cards.drawn_ahead + 1
    assert after.cards.in_shoe == before.cards.in_shoe - 1
    assert after.cards.seen == before.cards.seen
    assert (after.phase, after.boxes) == (before.phase, before.boxes)
    assert after.round == replace(before.round, turned=None, unread=after.round.unread)
    turn(told, card)
    again = act(before, c.TurnCard(Card(card)), SHOE)
    assert not isinstance(again, Refused)
    assert told.table == again[0], "read again, it is as if it had been read right at once"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_card_of_a_round_can_be_taken_back(rulebook: str) -> None:
    told = dealing(rulebook)
    for card in ("7s", "7d", "7h"):
        undone(told, card)
    told.wars_all().goes_on("picking_up", "war_wagers", "war_dealing")
    for card in ("9s", "9d", "8h"):
        told.goes_on("war_dealing")
        undone(told, card)
    assert told.ends().table.phase in ("betting", "banking")


def test_burns_that_a_war_card_made_due_are_not_due_when_it_is_taken_back() -> None:
    told = dealing(house=BURNS_AGAIN).deals("7s 7d 7h").wars_all()
    told.war_deals("9s")
    assert told.table.round.war_burns_due
    told.does(FLOOR, UNDO)
    assert not told.table.round.war_burns_due
    turn(told, "9d")
    assert told.table.round.war_burns_due


def test_a_community_card_is_taken_back_from_every_player_who_bets_on_it() -> None:
    told = dealing(house=ELECTRONIC)
    for card in ("7s", "8d", "2c", "7h"):
        undone(told, card)
    told.wars_all().goes_on("picking_up", "war_wagers", "war_dealing")
    for card in ("9s", "9d"):
        told.goes_on("war_dealing")
        undone(told, card)


def test_what_was_taken_back_is_logged_with_the_reason() -> None:
    told = turn(dealing(), "7s")
    assert told.does(FLOOR, UNDO) == (e.CardTakenBack(1, Card("7s"), "original", UNDO.reason),)


def test_one_card_is_taken_back_and_not_the_one_before_it() -> None:
    told = turn(turn(dealing(), "7s"), "8s")
    told.does(FLOOR, UNDO)
    assert told.refuses(FLOOR, UNDO).why is Refusal.NO_CARD_TO_TAKE_BACK


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
def test_the_floor_gives_a_reason(reason: str) -> None:
    assert turn(dealing(), "7s").refuses(FLOOR, c.UndoCard(reason)).why is Refusal.REASON_IS_MISSING


def test_only_the_floor_takes_a_card_back() -> None:
    told = turn(dealing(), "7s")
    for by in (DEALER, SHOE, CLOCK):
        assert told.refuses(by, UNDO).why is Refusal.NOT_YOURS


def _settled(told: Told) -> None:
    turn(told, "8d")
    told.does(DEALER, c.SettleHand())


def _drawn(told: Told) -> None:
    told.does(DEALER, c.ReportDrawnCard())


def _exposed(told: Told) -> None:
    told.does(DEALER, c.ReportDrawnCard(Card("Qh")))
    told.does(FLOOR, c.Rule("burn", "it was seen"))


def _face_up(told: Told) -> None:
    told.does(DEALER, c.ReportFaceUpCards((Card("Qh"),)))


def _covered(told: Told) -> None:
    told.meets_cover_card()


@pytest.mark.parametrize("follows", [_settled, _drawn, _exposed, _face_up, _covered])
def test_what_followed_from_a_card_cannot_be_taken_back(follows: Callable[[Told], None]) -> None:
    told = turn(turn(dealing(), "7s"), "9s")
    follows(told)
    assert told.refuses(FLOOR, UNDO).why is Refusal.NO_CARD_TO_TAKE_BACK


def test_a_burn_between_is_the_next_card() -> None:
    told = dealing(house=BURNS_AGAIN).deals("7s 7d 7h").wars_all().war_deals("9s")
    told.does(DEALER, c.BurnCard())
    assert told.refuses(FLOOR, UNDO).why is Refusal.NO_CARD_TO_TAKE_BACK


def test_a_card_that_every_player_saw_is_not_taken_back() -> None:
    told = dealing("massachusetts")
    told.does(DEALER, c.ReportDrawnCard(Card("Qh")))
    told.does(FLOOR, c.Rule("forward", "it was the next card anyway"))
    assert told.refuses(FLOOR, UNDO).why is Refusal.NO_CARD_TO_TAKE_BACK


def test_people_who_come_and_a_call_that_changed_nothing_leave_the_card_as_it_is() -> None:
    told = turn(dealing(), "7s")
    told.sits(5).does(FLOOR, c.OrderReshuffle())
    told.does(SHOE, c.ReportMisread("7s", "double_read"))
    told.does(FLOOR, c.Rule("continue", "it lay on the reader"))
    told.does(FLOOR, UNDO)
    assert told.table.boxes[0].card is None


@pytest.mark.parametrize("phase", ["settling", "war_settling"])
def test_the_last_card_of_a_deal_is_taken_back_before_the_first_settlement(phase: str) -> None:
    told = table_in("maryland", phase)  # type: ignore[arg-type]
    told.does(FLOOR, UNDO)
    assert told.table.phase == phase.replace("settling", "dealing")


# A card that is found wrong later

REREAD = "the dealer pressed another rank"


def three_hands(rulebook: str = "massachusetts", house: House | None = None) -> Told:
    """Seat 1 wins, seat 2 ties and seat 3 loses, each with a tie wager."""
    told = Told.at(rulebook, house)
    for seat in (1, 2, 3):
        told.bets(seat, "10.00", "5.00")
    return told.deals("Ks 9s 2c 9d")


def reread(told: Told, seat: int, card: str) -> Told:
    """The card of a hand is taken back and read again, and the hands are settled on it; who ties surrenders."""
    told.does(FLOOR, c.UndoCard(REREAD, seat))
    turn(told, card).settles()
    while asked := told.asked():
        told.does(DEALER, c.Surrender(*asked))
    told.goes_on("settling", "picking_up")
    return told


def nets(told: Told) -> list[str]:
    return [told.net(seat) for seat in (1, 2, 3)]


BY_THE_CARDS = {(1, "8s"): ["-15.00", "45.00", "-15.00"], (0, "8d"): ["5.00", "5.00", "-15.00"]}
WITHOUT_A_BANK = tuple(rulebook for rulebook in RULEBOOKS if rulebook != "california")


@pytest.mark.parametrize(("seat", "card"), BY_THE_CARDS)
@pytest.mark.parametrize("rulebook", WITHOUT_A_BANK)
def test_ma_8_a_wa_4_and_their_sisters_a_hand_is_settled_on_the_card_that_lies_there(
    rulebook: str, seat: int, card: str
) -> None:
    for until in ((), ("settling",)):
        told = three_hands(rulebook, {"settle": {"style": "lay_and_pay"}} if rulebook == "washington" else None)
        shoe = told.table.cards.in_shoe
        told.goes_on(*until) if until else None
        assert told.table.phase == ("deciding" if until else "settling")
        assert nets(reread(told, seat, card)) == BY_THE_CARDS[seat, card]
        assert (told.table.phase, told.table.cards.in_shoe, told.table.cards.drawn_ahead) == ("betting", shoe, 0)
        assert sum(told.accounts().values()) == 0


def test_ma_8_a_a_card_before_the_last_is_taken_back_in_the_deal() -> None:
    told = Told.at("massachusetts").bets(1, "10.00").bets(2, "10.00").deals("Ks 7s")
    told.does(FLOOR, c.UndoCard(REREAD, 1))
    assert told.table.phase == "dealing"
    turn(turn(told, "3s"), "9d")
    assert [box.card for box in told.table.boxes[:2]] == ["3s", "7s"]
    assert told.ends().net(1) == "-10.00"


def test_ma_8_e_1_war_wagers_go_back_when_the_dealers_card_was_no_tie() -> None:
    told = three_hands().war(2, tie="5.00")
    assert told.table.phase == "war_wagers"
    events = told.does(FLOOR, c.UndoCard(REREAD, 0))
    assert events[0] == e.CardTakenBack(0, Card("9d"), "original", REREAD, ((1, Card("Ks")), (3, Card("2c"))))
    void = [line for line in events if isinstance(line, e.WagerSettled)]
    assert [(line.wager, line.returned, line.clauses) for line in void] == [
        ("war", 1000, ("house rule",)),
        ("war_tie", 500, ("house rule",)),
    ]
    turn(told, "8d").ends()
    assert nets(told) == ["5.00", "5.00", "-15.00"]
    assert sorted(told.table.cards.rack) == sorted(["??", "Ks", "9s", "2c", "8d"])


def test_ma_8_g_a_war_card_is_taken_back_when_the_war_is_dealt() -> None:
    told = Told.at("massachusetts").bets(1, "10.00").bets(2, "10.00").deals("9s 9c 9d").wars_all().war_deals("Ks")
    turn(told, "Qs")
    assert told.refuses(FLOOR, c.UndoCard(REREAD, 1)).why is Refusal.NOT_NOW
    turn(told, "Jd").does(DEALER, c.SettleHand())
    told.does(FLOOR, c.UndoCard(REREAD, 2))
    assert told.table.phase == "war_dealing"
    turn(told, "2s").ends()
    assert [told.net(seat) for seat in (1, 2)] == ["10.00", "-20.00"]


def test_a_card_is_not_taken_back_from_a_hand_that_has_none() -> None:
    told = three_hands()
    assert told.refuses(FLOOR, c.UndoCard(REREAD, 7)).why is Refusal.NO_CARD_TO_TAKE_BACK
    assert told.refuses(FLOOR, c.UndoCard(" ", 1)).why is Refusal.REASON_IS_MISSING
    assert told.refuses(DEALER, c.UndoCard(REREAD, 1)).why is Refusal.NOT_YOURS
    electronic = dealing(house=ELECTRONIC)
    turn(turn(electronic, "7s"), "8d")
    assert electronic.refuses(FLOOR, c.UndoCard(REREAD, 3)).why is Refusal.NO_CARD_TO_TAKE_BACK
