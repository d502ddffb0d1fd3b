"""What an audit reads: the log, the rules in force, the rounds and their postings."""

from wartable.audit.reading.postings import MONEY, TABLE, Deriving
from wartable.audit.reading.rounds import Span, find_round, last_rounds_of_seat, stream_with_history
from wartable.audit.reading.rules import (
    RulesOverTime,
    all_put_in_force,
    rule_findings,
    rules_of,
    rules_over_time,
    under,
)
