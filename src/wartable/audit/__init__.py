"""What happened, proved: chains, heads and receipts, recall, replay, export, reports, and what is kept how long."""

from wartable.audit.errors import AuditRefused
from wartable.audit.exporting import ask, export
from wartable.audit.finding import Finding
from wartable.audit.head_writer import HeadWriter, NoLongerExtends, lost_heads, write_heads
from wartable.audit.heads import HeadsFile, read_all_heads, read_heads
from wartable.audit.keys import public_key, signing_key
from wartable.audit.privacy import erase, retain
from wartable.audit.proof import Verified, Witnesses, from_heads, from_receipts, verify, verify_records
from wartable.audit.recalled import RecalledRound
from wartable.audit.recalling import NotRecalled, recall, recall_seat
from wartable.audit.receipts import read_receipts
from wartable.audit.replaying import Replayed, replay
from wartable.audit.reports import Report, report
from wartable.audit.rules import RulesPutInForce
from wartable.audit.state import read_state, state_bytes, state_digest

__all__ = [
    "AuditRefused",
    "Finding",
    "HeadWriter",
    "HeadsFile",
    "NoLongerExtends",
    "NotRecalled",
    "RecalledRound",
    "Replayed",
    "Report",
    "RulesPutInForce",
    "Verified",
    "Witnesses",
    "ask",
    "erase",
    "export",
    "from_heads",
    "from_receipts",
    "lost_heads",
    "public_key",
    "read_all_heads",
    "read_heads",
    "read_receipts",
    "read_state",
    "recall",
    "recall_seat",
    "replay",
    "report",
    "retain",
    "signing_key",
    "state_bytes",
    "state_digest",
    "verify",
    "verify_records",
    "write_heads",
]
