"""What happened, proved: chains, heads and receipts, recall, replay, export, reports, and what is kept how long."""

from wartable.audit.errors import AuditRefused
from wartable.audit.exporting import ask, export
from wartable.audit.finding import Finding
from wartable.audit.following.state import read_state, state_bytes, state_digest
from wartable.audit.heads.keys import public_key, signing_key
from wartable.audit.heads.lines import HeadsFile, read_all_heads, read_heads
from wartable.audit.heads.receipts import read_receipts
from wartable.audit.heads.writer import HeadWriter, NoLongerExtends, lost_heads, write_heads
from wartable.audit.house_events import RulesPutInForce
from wartable.audit.privacy import erase, retain
from wartable.audit.proof import Verified, Witnesses, from_heads, from_receipts, verify, verify_records
from wartable.audit.proof.replaying import Replayed, replay
from wartable.audit.recall.recalled import RecalledRound
from wartable.audit.recall.recalling import NotRecalled, recall, recall_seat
from wartable.audit.reports import Report, report

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
