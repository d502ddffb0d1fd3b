"""Proving a store: every chain, command, posting and balance, and every witness from outside."""

from wartable.audit.proof.ground import Ground
from wartable.audit.proof.money import unsound_money
from wartable.audit.proof.proving import verify_records, verify_store
from wartable.audit.proof.replaying import replay_store
from wartable.audit.proof.tail import check_tail, pays_after
