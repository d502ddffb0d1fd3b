"""Witnesses from outside the store: signed heads, the keys that sign them, and receipts of clients."""

from wartable.audit.heads.keys import digits, public_key, signing_key
from wartable.audit.heads.lines import Head, HeadsFile, read_all_heads, read_heads
from wartable.audit.heads.receipts import read_receipts
from wartable.audit.heads.witnesses import Unseen, Witness, Witnesses, from_heads, from_receipts, not_extended
from wartable.audit.heads.writer import HeadWriter, NoLongerExtends, lost_heads, write_heads
