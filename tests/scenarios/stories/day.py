"""Between rounds: relief, new decks, cuts and recuts, reshuffles, idle hours."""

from tests.scenarios.stories.story import bets_down, story
from tests.told import CLOCK, DEALER, FLOOR, RULEBOOKS, SHOE, Told, done, player
from wartable.table import commands as c

BATCH = {"shuffler": {"kind": "batch", "stores_securely": True}}


@story(*RULEBOOKS)
def dealer_relief(told: Told) -> None:
    """a dealer is relieved between two rounds, and the new one burns a card."""
    bets_down(told).deals("7s 9c 8d").ends()
    told.does(FLOOR, c.TakeOver("Max"))
    told.goes_on("betting", "banking")


@story("maryland", house={"dealer": {"relief_mid_round": "allow"}})
def dealer_relief_before_a_war(told: Told) -> None:
    """a dealer is relieved before the war deal, and burns a card ahead of the three of the war."""
    bets_down(told).deals("9s 8c 8d").war(3).goes_on("picking_up")
    told.does(FLOOR, c.TakeOver("Max"))
    told.goes_on("war_wagers").war_deals("Ts 4d").ends()


@story("massachusetts")
def dealer_relief_on_a_fresh_shoe(told: Told) -> None:
    """a new dealer shuffles a fresh shoe, and one burned card serves for both."""
    told.sits(1, "Ann").does(FLOOR, c.OrderReshuffle())
    told.does(FLOOR, c.TakeOver("Max"))
    told.goes_on("shuffling").does(player("Ann"), c.CutCards(52))
    told.goes_on("cutting", "loading", "betting")


@story("maryland", "wisconsin")
def deck_change(told: Told) -> None:
    """the decks have been in use as long as they may; the round is finished and new decks come."""
    bets_down(told).deals("7s").does(CLOCK, c.CallDeckChange())
    told.deals("9c 8d").ends()
    told.does(FLOOR, c.ChangeDecks())
    told.goes_on("opening")


@story("maryland", from_closed=True)
def preshuffled_decks(told: Told) -> None:
    """decks that came shuffled, under their supplier's seal, are only cut."""
    told.does(FLOOR, c.OpenTable("Dana"))
    told.sits(4, "Ann").does(DEALER, c.ReceiveDecks(6, 2, "Card Works", "4711"))
    told.does(player("Ann"), c.CutCards(10))
    told.goes_on()


@story("maryland", from_closed=True)
def defective_deck(told: Told) -> None:
    """the dealer finds a bent card in the decks, and the floor replaces the deck."""
    told.does(FLOOR, c.OpenTable("Dana"))
    told.does(DEALER, c.ReceiveDecks(6, 2))
    told.does(DEALER, c.ReportDefect("the 7 of spades is bent"))
    told.goes_on("opening").sits(4, "Ann").goes_on("opening", "shuffling")


@story("maryland", from_closed=True)
def improper_cut(told: Told) -> None:
    """a cut too close to the top is recorded and made again by the same player."""
    told.does(FLOOR, c.OpenTable("Dana"))
    told.sits(4, "Ann").goes_on().does(DEALER, c.CutCards(6))
    told.does(player("Ann"), c.CutCards(60))
    told.goes_on("cutting", "loading")


@story("massachusetts")
def cover_card_at_a_wrong_seat(told: Told) -> None:
    """the cover card came out on the dealer's hand, and the dealer corrects the seat that was entered."""
    bets_down(told).deals("7s 9c")
    told.meets_cover_card(next(box.seat for box in told.table.boxes if box.card))
    told.does(SHOE, c.MeetCoverCard(0))
    told.deals("8d").ends()


@story(*RULEBOOKS)
def cover_card_too_early(told: Told) -> None:
    """a cover card is reported long before its place, and the floor finds that none came out."""
    bets_down(told).deals("7s").does(SHOE, c.MeetCoverCard())
    told.does(FLOOR, c.Rule("no_cover_card", "it was a joker of another table"))
    told.deals("9c 8d").ends()


@story("maryland", "massachusetts", "wisconsin")
def declined_cut(told: Told) -> None:
    """the player whose card followed the cover card declines the cut, and so do the others; the dealer cuts."""
    bets_down(told).sits(6, "Cy").deals("7s").meets_cover_card()
    told.deals("9c 8d").ends().goes_on("shuffling")
    for _ in range(3):
        told.does(DEALER, c.DeclineCut())
    told.goes_on("cutting", "loading", "betting")


@story("maryland")
def recut(told: Told) -> None:
    """the floor orders a recut, first by the same person and then by the next."""
    told.sits(1, "Ann").sits(4, "Bob").does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling").does(player("Bob"), c.CutCards(20))
    told.goes_on("cutting").does(FLOOR, c.OrderRecut("the card slipped"))
    told.does(player("Bob"), c.CutCards(40))
    told.goes_on("cutting").does(FLOOR, c.OrderRecut("it slipped again", same_person=False))
    told.does(player("Ann"), c.CutCards(150))
    told.goes_on("cutting", "loading", "betting")


@story("maryland", "washington")
def reshuffle_ordered_in_a_round(told: Told) -> None:
    """the floor orders a reshuffle while a round is played, and it is finished first."""
    bets_down(told).deals("7s").does(FLOOR, c.OrderReshuffle())
    told.deals("9c 8d").ends().goes_on("shuffling")


@story("maryland", house={"shuffle": {"when": "every_round"}})
def shuffle_after_every_round(told: Told) -> None:
    """a house that shuffles after every round."""
    bets_down(told).deals("7s 9c 8d").ends().goes_on("shuffling")


@story("maryland", "wisconsin", "massachusetts", "washington")
def idle_table(told: Told) -> None:
    """an idle table wakes when a player sits down."""
    told.does(CLOCK, c.DeclareIdle())
    told.goes_on("idle").sits(2, "Ann").goes_on("waking", "shuffling")
    told.does(player("Ann"), c.CutCards(156))
    told.goes_on("cutting", "loading", "betting")


@story("wisconsin", "massachusetts", house=BATCH)
def idle_table_swaps_batches(told: Told) -> None:
    """an idle table with a shuffler wakes, and the batch inside it is dealt."""
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").sits(2, "Ann").goes_on("waking", "shuffling")
    told.does(player("Ann"), c.CutCards(156))
    told.goes_on("cutting", "loading", "betting")


@story("wisconsin", house=BATCH)
def idle_table_is_asked_to_shuffle(told: Told) -> None:
    """at an idle table with a shuffler, the first player to come asks for a shuffle."""
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").sits(2, "Ann")
    told.does(player("Ann"), c.AskForShuffle())


@story("wisconsin", house=BATCH)
def idle_table_refuses_the_batch(told: Told) -> None:
    """the batch from the shuffler was not released for play, and is spread and shuffled again."""
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").sits(2, "Ann")
    while told.table.todo[0][0] != "release_batch":
        told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    told.does(FLOOR, c.RefuseBatch())
    told.goes_on("waking", "shuffling")


@story("california")
def idle_table_releases_the_bank(told: Told) -> None:
    """a table goes idle although a bank is posted; the bank goes back, and the player leaves."""
    told.sits(5, "Eve").banks(5, "100.00").does(FLOOR, c.DeclareIdle())
    told.does(player("Eve"), c.Leave(5))
    told.goes_on("idle")


@story("maryland", "massachusetts")
def idle_cards_are_asked_for_face_up(told: Told) -> None:
    """the first player to come to an idle table asks that the cards lie face up."""
    told.does(CLOCK, c.DeclareIdle())
    told.goes_on("idle").sits(2, "Ann").does(player("Ann"), c.AskForFaceUp())
    told.goes_on("waking")


@story("wisconsin", from_closed=True)
def offers_lapse(told: Told) -> None:
    """the first player answers neither the offer of a look nor that of the cut, and leaves: the table is idle."""
    told.does(FLOOR, c.OpenTable("Dana"))
    told.sits(2, "Ann")
    while not told.table.offer:
        due = told.table.todo[0][0]
        told.does(FLOOR if due == "verify" else DEALER, done(told, due))
    told.does(CLOCK, c.LapseOffer())
    told.goes_on("opening", "shuffling").does(CLOCK, c.LapseOffer())
    told.goes_on("cutting", "loading", "betting").does(player("Ann"), c.Leave(2))
