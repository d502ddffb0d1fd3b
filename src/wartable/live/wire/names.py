"""Names that people choose for the screen: they are readable, and none could be the house or its people."""

from unicodedata import category, combining, normalize

from wartable.live.wire.roles import ROLES

BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Signs that are printed as nothing, although they are letters or symbols."""
MOST_MARKS = 3
"""Accents above one another on one letter; more would be drawn over the names of other people."""

WORKING_HERE = frozenset(ROLES) - {"watcher", "guest", "player"}
IN_ENGLISH = (
    "admin bank boss bot cashier casino croupier house manager moderator official operator owner pit pitboss"
    " proposition robot security server staff supervisor support surveillance system wartable"
)
IN_SPANISH = (
    "administrador administradora auditora banca caja cajera cajero casa crupier encargada encargado gerente jefa jefe"
    " moderador moderadora oficial operador operadora seguridad servidor sistema soporte supervisora vigilancia"
)
"""What the Spanish page calls the same people, and the words that a Spanish reader takes for them."""
LOOKALIKES = str.maketrans(
    "0134578@$!|lаеіорсухѕкмтвнԁοεριατκıɩłøđħŧƒɑɡᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ",
    "oieastbasiiiaeiopcyxskmtbhdoepiatkiiiodhtfagabcdefghijkimnoprstuvwyz",
)
"""Signs that are read as letters: digits, Cyrillic, Greek, other Latin letters and small capitals.

A capital I looks like a small l, so both are an i.
"""


def _read(word: str) -> str:
    return word.translate(LOOKALIKES)


KEPT = frozenset(map(_read, (*WORKING_HERE, *IN_ENGLISH.split(), *IN_SPANISH.split())))
"""Who works here, and what the house calls itself and its own players, as they are read."""


def is_readable(name: str) -> bool:
    """Whether a name shows at least one sign, and nothing that is not seen or that covers other people's names."""
    if not name.isprintable() or BLANKS.intersection(name):
        return False
    marks = 0
    for char in normalize("NFD", name):
        marks = marks + 1 if category(char).startswith("M") else 0
        if marks > MOST_MARKS:
            return False
    return any(category(char)[0] in "LNPS" for char in name)


def is_kept(name: str) -> bool:
    """Whether a name contains a word for the house, in any spelling: Dealer 2, FL00R, the h.o.u.s.e."""
    plain = "".join(char for char in normalize("NFKD", name).casefold() if not combining(char))
    words = "".join(char if char.isalnum() or char in "@$!|" else " " for char in plain).split()
    spelled = [*words, "".join(words)]
    return any(_stands_for_the_house(form) for word in spelled for form in (word, word.rstrip("0123456789")))


def _stands_for_the_house(word: str) -> bool:
    if word.isdecimal():
        return False  # a number spells nothing: the page calls its guests "Guest 807"
    read = _read(word)
    return read in KEPT or read.removesuffix("s") in KEPT
