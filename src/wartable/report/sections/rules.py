"""Appendices: every value in force, the readings it rests on, what the house attests, and the words."""

from itertools import groupby

from wartable.paper import Block, Code, Column, Inline, PageTable, Section
from wartable.report.filing import Filing
from wartable.report.inforce import GROUPS, Setting, group_of, not_offered, settings
from wartable.report.parts import clauses, note, para, row
from wartable.rulebook import listed, readings


def rules_in_force(filing: Filing) -> Section:
    book = filing.book
    blocks: list[Block] = [
        para(
            f"{book.authority}. Each value has the clauses it rests on, and who set it: the rules, the "
            "house, or the rulebook's default. Where the regulator's text is silent the value is the house's own "
            "procedure, marked own. A key is the name in the house file.",
        )
    ]
    order = list(GROUPS)
    found = sorted(settings(filing), key=lambda setting: order.index(group_of(setting)))
    for title, group in groupby(found, key=group_of):
        blocks += [_values(title, list(group))]
    silent = not_offered(filing)
    if silent:
        names = listed([offer.replace("_", " ") for offer in silent], "and")
        blocks.append(note(f"The rulebook also knows the {names}, which this house does not offer."))
    return Section("rules", "Rules in force", blocks, appendix=True)


def _values(title: str, group: list[Setting]) -> PageTable:
    heads = [
        Column("Key", grows=4),
        Column("in force", grows=4),
        Column("set by", grows=0),
        Column("what it is", grows=6),
        Column("Clauses", grows=4),
    ]
    rows = [row(Code(one.key), one.value, _set_by(one), one.says, clauses(one.clauses, one.reading)) for one in group]
    return PageTable(title, heads, rows, small=True)


def _set_by(setting: Setting) -> str:
    return f"{setting.by}, own" if setting.house_rule else setting.by


def readings_chosen(filing: Filing) -> Section:
    """How unclear text is read at this table."""
    used = {setting.reading: setting for setting in settings(filing) if setting.reading}
    numbers = {
        *used,
        *(row.reading for row in filing.book.attest.values()),
        *(t.reading for t in filing.book.terms.values()),
    }
    heads = [
        Column("Reading"),
        Column("the unclear point", grows=4),
        Column("how it is read here", grows=5),
        Column("at this table", grows=3),
    ]
    inforce = {setting.key: setting for setting in settings(filing)}
    rows = []
    for number, reading in readings().items():
        if number not in numbers:
            continue
        here: list[Inline] = []
        for option in reading.options:
            if option in inforce:
                here += [Code(option), f": {inforce[option].value}. "]
        rows.append(row(Code(number), reading.asks, reading.reads, here or ["as read"]))
    return Section(
        "readings",
        "Readings of unclear text",
        [
            para(
                "Where the regulator's text is unclear, contradicts itself or says nothing, a reading has been "
                "adopted. Where a house may choose another, its key and what holds at this table are named."
            ),
            PageTable("The readings this table rests on", heads, rows, small=True),
        ],
        appendix=True,
    )


def attestations(filing: Filing) -> Section | None:
    """What the house attests."""
    rows = [
        row(Code(name), duty.says, clauses(duty.clauses, duty.reading))
        for name, duty in filing.book.attest.items()
        if filing.attested.get(name) is True
    ]
    if not rows:
        return None
    heads = [Column("Key", grows=3), Column("The house attests", grows=7), Column("Clauses", grows=3)]
    return Section(
        "attestations",
        "What the house attests",
        [
            para(
                "Duties about furniture, equipment and approvals that no program can see. The house says that each of "
                "these is so."
            ),
            PageTable("Attested", heads, rows, small=True),
        ],
        appendix=True,
    )
