"""The words of the report, with the rulebook's own where it has another."""

from wartable.paper import Column, PageTable, Section
from wartable.report.filing import Filing
from wartable.report.parts import clauses, row

WORDS: tuple[tuple[str, str, str], ...] = (
    ("initial", "initial wager", "what a player bets before the deal that their card beats the dealer's"),
    ("tie_wager", "tie wager", "a bet that the two cards are of one rank"),
    ("war_wager", "war wager", "a second wager as large as the initial one, put up to go to war after a tie"),
    ("original_deal", "original deal", "one card to every seat with an initial wager, then one to the dealer"),
    ("war_deal", "war deal", "one more card to every seat at war, then one to the dealer, after the burns"),
    ("", "surrender", "to give up half of the initial wager after a tie in place of going to war"),
    ("cover_card", "cover card", "the card that ends the shoe when it comes out; the cards behind it are not dealt"),
    ("player_dealer", "bank", "who takes the other side of every wager"),
    ("", "unit", "one initial wager, or one wager of the kind spoken of"),
    ("", "edge", "what the house keeps of one unit first put up, on average over all shoes"),
    ("", "return", "what comes back of one unit on average, the unit itself included; one less the edge"),
    ("", "element of risk", "what the house keeps of all that was put up, the war wager included"),
    ("", "hit frequency", "how often a wager nets more than nothing"),
    ("", "standard deviation", "how far single results stray from their mean; the root of the variance"),
    ("", "volatility index", "the standard deviation times 1.645: nine single results in ten, if they were normal"),
    ("", "skewness", "how lopsided results are: positive where rare large wins stretch them"),
    ("", "hold", "the house's share of the initial wagers over a stretch of rounds"),
    ("", "meter", "the sum a progressive shows, fed by a share of each wager"),
    ("", "reset", "where a meter starts, and starts again when it has been taken"),
    ("", "envy bonus", "what other players at the table are paid when one takes the meter"),
    ("", "break-even", "the meter at which a wager returns all of itself"),
    ("", "penetration", "how much of a shoe has been dealt"),
    (
        "",
        "z-score",
        "how many standard errors a simulated mean lies from what is expected",
    ),
)


def glossary(filing: Filing) -> Section:
    """Every word that a reader may want to look up."""
    terms = filing.book.terms
    rows = []
    for name, word, means in WORDS:
        term = terms.get(name)
        own = f"; these rules say {term.word}" if term is not None and term.word != word else ""
        rows.append(row(word, f"{means}{own}", clauses(term.clauses) if term is not None else ""))
    heads = [Column("Word", grows=3), Column("What it means here", grows=8), Column("Clauses", grows=4)]
    return Section("glossary", "Words", [PageTable("Words of this report", heads, rows, small=True)], appendix=True)
