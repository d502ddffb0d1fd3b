"""How the report was made, and how a reader can make it again."""

from wartable.paper import Bullets, Code, Inlines, Section
from wartable.report.filing import Filing
from wartable.report.parts import lead


def made(filing: Filing, seed: int | None) -> Section:
    """What is exact, what is dealt, and how to check it."""
    items: list[Inlines] = [
        [
            (
                "Probabilities, returns, edges and variances are whole-number fractions, computed from the rulebook's "
                "own settlement. They are rounded only to be printed, half to even."
            ),
        ],
        [
            (
                "The law of a session is exact, or within the error told beside it. The hold after many rounds goes by "
                "the normal law and the exact variance."
            )
        ],
        [
            (
                "The same house file, rulebook data, program, date and seed give this report again, byte for byte. "
                "Nothing in it comes from a clock or a network."
            )
        ],
        [
            "Inside this file travel ",
            Code("house.toml"),
            ", the house file as it was given, and ",
            Code("odds.json"),
            ", every fraction in full. The house file's SHA-256 is on the first page and can be made with ",
            Code("sha256sum"),
            ".",
        ],
        [
            "To see the mathematics apart: ",
            Code(f"wartable odds {filing.file}"),
            ". To check the house against its rules: ",
            Code(f"wartable check {filing.file}"),
            ".",
        ],
    ]
    if seed is not None:
        items.insert(2, [f"Where chance has a part, shoes are shuffled from seed {seed} and from nothing else."])
    return Section("made", "How this report was made", [lead("You can check it."), Bullets(items)], appendix=True)
