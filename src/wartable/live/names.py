"""Names on the screen that no guest may take: whoever reads one there takes its bearer for the house."""

from unicodedata import combining, normalize

from wartable.live.roles import ROLES

WORKING_HERE = frozenset(ROLES) - {"watcher", "guest", "player"}
OF_THE_HOUSE = (
    "admin bank boss bot casino croupier house manager moderator official operator pit pitboss proposition robot"
    " security server staff supervisor support surveillance system wartable"
)
KEPT = WORKING_HERE | frozenset(OF_THE_HOUSE.split())
"""Who works here, and what the house calls itself and its own players."""
LOOKALIKES = str.maketrans("0134578@$!|аеіорсухѕкмтвнԁɡʟοερι", "oleastbasiiaeiopcyxskmtbhdgloepi")
"""Signs that are read as letters: digits, Cyrillic and Greek."""


def is_kept(name: str) -> bool:
    """Whether a name has a word that stands for the house, however it is written: Dealer 2, FL00R, the h.o.u.s.e."""
    plain = "".join(char for char in normalize("NFKD", name).casefold() if not combining(char))
    words = "".join(char if char.isalnum() or char in "@$!|" else " " for char in plain).split()
    spelled = [*words, "".join(words)]
    return any(_stands_for_the_house(form) for word in spelled for form in (word, word.rstrip("0123456789")))


def _stands_for_the_house(word: str) -> bool:
    read = word.translate(LOOKALIKES)
    return read in KEPT or read.removesuffix("s") in KEPT
