"""The house file in the examples of a help: one that is there, since no program text knows a house by name."""

from wartable.shipped import shipped

SOME_HOUSE = "my-casino"


def with_a_house(text: str | None) -> str:
    """A help whose examples can be pasted where the houses are."""
    first = min(file.stem for file in shipped("houses").glob("*.toml"))
    return (text or "").replace(f"houses/{SOME_HOUSE}", f"houses/{first}")
