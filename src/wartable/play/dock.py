"""The possible actions, in three lines; every key can be clicked as well."""

from collections.abc import Iterable

from textual.content import Content
from textual.style import Style

from wartable.live import AdviceView, BankOfferView, ChoiceView, CutView, LookView
from wartable.money import say_cents
from wartable.play.slip import TRAY, Slip
from wartable.play.table import PlayTable
from wartable.rulebook import WAGERS, Wager
from wartable.table import may_bank


def draw_key(key: str, label: str, *, strong: bool = False, struck: str = "") -> Content:
    """Draw a key with its label; a click does the same."""
    text = Content.assemble((key, "bold reverse $brass" if strong else "reverse"), f" {label}".rstrip())
    return text.stylize(Style.from_meta({"@click": f"screen.strike('{struck or key.lower()}')"}))


def _row(parts: Iterable[Content], between: str = "  ") -> Content:
    return Content(between).join(list(parts))


def draw_dock(table: PlayTable, depth: int, bank: int) -> list[Content]:
    """Draw the three lines."""
    you = table.you
    if you.choice is not None:
        lines = _choice(you.choice)
    elif you.look is not None:
        lines = _look(you.look)
    elif you.cut is not None:
        lines = _cut(you.cut, depth, can_pass="decline_cut" in you.can)
    elif you.bank is not None:
        lines = _bank(you.bank, bank)
    elif table.slip.bets:
        lines = _bets(table)
    else:
        lines = [Content(""), Content.styled(_waiting(table), "$print")]
    return [*lines, _always(table)]


def _choice(choice: ChoiceView) -> list[Content]:
    """Two equal keys: none is preselected, and each states its cost."""
    back, lost = say_cents(choice.surrender_back), say_cents(choice.surrender_lost)
    war = f"Go to war: {say_cents(choice.war_stake)} more, on the war circle."
    if not choice.enough_for_war:
        war = "Not enough chips for war. You can surrender."
    surrender = [draw_key("S", f"Surrender: {back} back, {lost} given up.", strong=True)]
    if choice.advice is not None:
        surrender.append(Content.styled(_advised(choice.advice), "$print"))
    return [_row(surrender), draw_key("W", war, strong=True)]


def _advised(advice: AdviceView) -> str:
    if advice.better == "even":
        return "Both are worth the same."
    return f"{advice.better.capitalize()} is better by {say_cents(advice.by)}."


def _look(look: LookView) -> list[Content]:
    keys = [draw_key("Enter", "I have looked", strong=True), draw_key("N", "no look")]
    keys += [] if look.face_up else [draw_key("F", "turn them face up")]
    lie = "face up, by suit and in sequence" if look.face_up else "face down"
    return [Content(f"{look.decks} decks are spread for you, {lie}."), _row(keys)]


def _cut(cut: CutView, depth: int, *, can_pass: bool) -> list[Content]:
    width = 40
    place = (width - 1) * depth // max(1, cut.stack)
    track = "─" * place + "▼" + "─" * (width - 1 - place)
    keys = [draw_key("←", "", struck="left"), draw_key("→", "one card, Page ten", struck="right")]
    keys += [draw_key("Enter", f"cut at {depth}", strong=True)]
    keys += [draw_key("N", "pass the cut")] if can_pass else []
    return [
        Content(f"The cut is yours. {track} {depth} of {cut.stack}; {cut.least} stay at each end."),
        _row(keys),
    ]


def _bank(bank: BankOfferView, amount: int) -> list[Content]:
    keys = [draw_key("←", "", struck="left"), draw_key("→", "by the chip, Page by ten", struck="right")]
    keys += [draw_key("Enter", f"post {say_cents(amount)}", strong=True), draw_key("N", "pass the bank")]
    return [Content(f"The bank is offered to you, up to {say_cents(bank.most)}."), _row(keys)]


def _bets(table: PlayTable) -> list[Content]:
    slip = table.slip
    tray = [
        draw_key(str(number), f"{'▸' if cents == slip.chip else ' '}{say_cents(cents)}", strong=cents == slip.chip)
        for number, cents in enumerate(TRAY, 1)
    ]
    open_now = {bet.wager for bet in slip.bets}
    areas = [
        draw_key(row.key.upper(), f"{row.short} {_amount(slip, wager)}".rstrip())
        for wager, row in WAGERS.items()
        if wager in open_now
    ]
    if table.live.rules.electronic:
        areas.append(draw_key("H", f"hand {slip.hand}"))
    return [_row(tray), _row(areas)]


def _amount(slip: Slip, wager: Wager) -> str:
    """The amount on a wager; in brackets what the table has not accepted yet."""
    cents = slip.shown.get(wager, 0)
    if not cents:
        return ""
    return say_cents(cents) if slip.made.get(wager) == cents else f"({say_cents(cents)})"


def _waiting(table: PlayTable) -> str:
    if table.seat is None:
        return "You take a seat as soon as the table lets you."
    if table.felt.phase == "banking" and table.seat.seat not in may_bank(table.live.table):
        rounds = table.live.rules.bank.max_rounds
        return f"The bank goes to another player: you had it for {rounds} rounds."
    return f"{say_cents(table.laid)} of yours on the felt." if table.laid else ""


def _always(table: PlayTable) -> Content:
    keys: list[Content] = []
    if table.slip.bets:
        deal = f"place {say_cents(table.slip.staged)}" if table.slip.staged and not table.slip.is_free else "deal"
        keys += [draw_key("U", "undo"), draw_key("C", "clear"), draw_key("R", "rebet")]
        keys += [draw_key("Enter", deal, strong=bool(table.slip.shown))]
    if table.you.ask_for_shuffle:
        keys.append(draw_key("A", "ask for a shuffle"))
    if table.you.balance + table.laid < TRAY[1]:
        keys.append(draw_key("G", "more play money", strong=True))
    keys += [draw_key("Y", "why"), draw_key("V", "verify"), draw_key("?", "keys"), draw_key("Q", "leave")]
    return _row(keys)
