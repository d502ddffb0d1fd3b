"""The game as filed: how this house plays it, what it chose, and how each wager is settled."""

from wartable.money import say_cents
from wartable.paper import Block, Code, Column, Facts, Inline, Inlines, PageTable, Quiet, Section, counted
from wartable.report.filing import Filing
from wartable.report.inforce import Setting, settings
from wartable.report.parts import clauses, note, row
from wartable.rulebook import SIDE, WAGERS, Rules, SettlementLine

SHUFFLERS = {
    "none": "by hand",
    "batch": "by a batch shuffler, two batches in turn",
    "continuous": "by a continuous shuffler",
}
OUTCOMES = {
    ("original", "lower"): "the card is lower than the dealer's",
    ("original", "higher"): "the card is higher",
    ("original", "equal"): "the cards tie",
    ("original", "surrender"): "the cards tie, and the player surrenders",
    ("war", "lower"): "at war, the card is lower",
    ("war", "higher"): "at war, the card is higher",
    ("war", "equal"): "at war, the cards tie",
}
RESULTS = {"collected": "taken at once"}


def game(filing: Filing) -> Section:
    blocks: list[Block] = []
    if filing.rules is not None:
        blocks += [Facts(_facts(filing.rules)), settlement_table(filing.rules)]
    chosen = [setting for setting in settings(filing) if setting.by == "house"]
    if chosen:
        blocks.append(_choices(chosen))
    blocks.append(note("Every value in force, chosen by the house or not, is in the appendix on the rules in force."))
    return Section("game", "The game as filed", blocks)


def _facts(rules: Rules) -> list[tuple[str, Inlines]]:
    limits = rules.limits
    facts: list[tuple[str, Inlines]] = [
        (
            "Table",
            [f"{counted(rules.seats, 'seat')}; {'a player banks' if rules.bank.by == 'player' else 'the house banks'}"],
        ),
        (
            "Cards",
            [
                (
                    f"{counted(rules.decks, 'deck')} in a shoe, {rules.stack} cards, shuffled "
                    f"{SHUFFLERS[rules.shuffler.kind]}"
                )
            ],
        ),
        ("Cover card", [_cover_card(rules)]),
        (
            "Burns",
            [
                (
                    f"{counted(rules.burn.first, 'card')} from a full shoe; {counted(rules.war.burns, 'card')} at a "
                    "time before a war"
                )
            ],
        ),
        ("Initial wager", [_range(limits.min, limits.max)]),
        ("Tie wager", [_range(limits.tie_min, limits.tie_max)]),
        ("Side bets", [_side_bets(rules)]),
    ]
    if rules.payout.limit_per_hand is not None:
        facts.append(("Payout limit", [f"{say_cents(rules.payout.limit_per_hand)} to one position in one round"]))
    return facts


def from_full_shoe(rules: Rules) -> bool:
    return rules.shuffler.kind == "continuous" or rules.shuffle.when == "every_round"


def _cover_card(rules: Rules) -> str:
    if from_full_shoe(rules):
        return "none is needed: every round is dealt from a full shoe"
    return f"at least {counted(rules.cut.reinsert.in_cards(rules.stack), 'card')} stay behind it"


def _range(least: int | None, most: int | None) -> str:
    if least is None and most is None:
        return "no limit of the house"
    parts = [
        f"from {say_cents(least)}" if least is not None else "",
        f"to {say_cents(most)}" if most is not None else "",
    ]
    return " ".join(part for part in parts if part)


def _side_bets(rules: Rules) -> str:
    offered = []
    if rules.tie.on_war_deal:
        offered.append("the tie wager on the war deal")
    for wager in SIDE:
        if WAGERS[wager].offered(rules):
            envied = " with envy" if wager == "progressive" and rules.envy is not None else ""
            offered.append(f"the {WAGERS[wager].heading}{envied}")
    if rules.electronic is not None:
        offered.append(f"the electronic form with {rules.electronic.community_cards} community cards")
    if rules.match_play.enabled:
        offered.append("match play coupons")
    return ", ".join(offered) or "none besides the tie wager"


def settlement_table(rules: Rules) -> PageTable:
    """Return the base game: what becomes of each wager on each outcome, with the clauses."""
    rows = []
    before = ""
    offered = {str(wager) for wager, spec in WAGERS.items() if spec.offered(rules)}
    for place, line in rules.settlement.items():
        deal, outcome, wager = place.split(".")
        words = OUTCOMES.get((deal, outcome))
        if words is None or wager not in offered:
            continue
        rows.append(row(words if words != before else Quiet(words), wager.replace("_", " "), *_settled(line)))
        before = words
    heads = [
        Column("When", grows=4),
        Column("the wager", grows=2),
        Column("is", grows=2),
        Column("paid", grows=2),
        Column("Clauses", grows=4),
    ]
    return PageTable("How the base game is settled", heads, rows, small=True)


def _settled(line: SettlementLine) -> tuple[Inline, Inline, Inlines]:
    result = RESULTS.get(line.result, line.result.replace("_", " "))
    return result, str(line.odds) if line.odds is not None else "–", clauses(line.clauses)


def _choices(chosen: list[Setting]) -> PageTable:
    heads = [
        Column("Key", grows=3),
        Column("this house", grows=3),
        Column("what it is", grows=5),
        Column("Clauses", grows=4),
    ]
    rows = [row(Code(one.key), one.value, one.says, clauses(one.clauses, one.reading)) for one in chosen]
    return PageTable("What this house chose", heads, rows, small=True)
