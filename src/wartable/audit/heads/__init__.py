"""Witnesses from outside the store: signed heads, the keys that sign them, and receipts of clients."""

from wartable.audit.heads.keys import ANYBODY_ELSE, HEADS_KEY, digits, public_key, signing_key, write_key
from wartable.audit.heads.lines import Head, HeadsFile, read_all_heads, read_heads
from wartable.audit.heads.receipts import read_receipts
from wartable.audit.heads.witnesses import Unseen, Witness, Witnesses, from_heads, from_receipts, not_extended
from wartable.audit.heads.writer import (
    HeadsDiffer,
    HeadWriter,
    NoLongerExtends,
    accept_loss,
    adding_to_house,
    lost_heads,
    unsigned_tails,
    write_heads,
)
