"""Proving a store: every chain, command, posting and balance, and every witness from outside."""

from wartable.audit.heads.witnesses import Witnesses, from_heads, from_receipts
from wartable.audit.proof.proving import Verified, verify, verify_records

__all__ = ["Verified", "Witnesses", "from_heads", "from_receipts", "verify", "verify_records"]
