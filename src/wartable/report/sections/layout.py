"""What players read at the table: the layout, or the sign beside it, and the forms that are filed."""

from wartable.paper import Block, Bullets, Section
from wartable.report.parts import lead, note
from wartable.rulebook import Rules, digital, layout_lines

BY_A_DEALER = "A dealer deals real cards."


def layout(rules: Rules) -> Section:
    """The sign whole, ready to be posted; or what the layout says."""
    sign = rules.table.layout == "sign"
    says = "The sign at the table says:" if sign else "The layout says:"
    blocks: list[Block] = [lead(says), Bullets([[f"{line}."] for line in layout_lines(rules)])]
    forms = [[BY_A_DEALER if form == "dealer" else digital(rules)] for form in rules.table.forms]
    blocks += [note("The tables of this filing are run in these forms:"), Bullets(forms)]
    return Section("layout", "The sign" if sign else "The layout", blocks)
