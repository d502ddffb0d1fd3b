"""What happened, proved: chains, heads and receipts, recall, replay, export, reports, and what is kept how long."""

from wartable.audit import house_events
from wartable.audit.errors import AuditRefused
from wartable.audit.exporting import export, export_and_ask, is_export, query_export
from wartable.audit.finding import Finding
from wartable.audit.following import HOW_STATES_BREAK, read_state, state_bytes, state_digest
from wartable.audit.heads import (
    ANYBODY_ELSE,
    HEADS_KEY,
    Head,
    HeadsDiffer,
    HeadsFile,
    HeadWriter,
    NoLongerExtends,
    Unseen,
    Witness,
    Witnesses,
    accept_loss,
    adding_to_house,
    digits,
    from_heads,
    from_receipts,
    lost_heads,
    public_key,
    read_all_heads,
    read_heads,
    read_receipts,
    signing_key,
    unsigned_tails,
    write_heads,
    write_key,
)
from wartable.audit.house_events import (
    HOUSE,
    HouseEvent,
    IntegrityFailed,
    PersonLocked,
    PersonRole,
    PrivateTableClosed,
    PrivateTableOpened,
    RequestConfirmed,
    RequestMade,
    RoleChanged,
    RulesPutInForce,
    SessionEnded,
    SessionsEnded,
    StoreRestored,
    say_loss,
    say_of_house,
)
from wartable.audit.moments import now, parse_day
from wartable.audit.privacy import erase, retain
from wartable.audit.proof import check_tail, pays_after, replay_store, unsound_money, verify_records, verify_store
from wartable.audit.reading import (
    RulesOverTime,
    Span,
    all_put_in_force,
    find_round,
    rules_of,
    rules_over_time,
    stream_with_history,
    under,
)
from wartable.audit.recall import NotRecalled, RecalledRound, SettledWager, recall, recall_page, recall_seat
from wartable.audit.reports import Report, ReportRequest, TableDay, WagerRow, report
from wartable.audit.settings import read_settings
from wartable.audit.significant import LARGE, is_significant
from wartable.audit.steps import kind_of
