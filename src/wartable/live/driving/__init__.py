"""One task for each table: it decides commands, keeps them durably, answers and publishes."""

from wartable.live.driving.answers import refuse, told
from wartable.live.driving.log import body_of
from wartable.live.driving.pulse import Pulse, StoreState
from wartable.live.driving.services import BOUNDS_MS, Counters, LogEvent, Order, ReportWallet, Services
from wartable.live.driving.table import LiveTable
