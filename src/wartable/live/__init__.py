"""Live tables: one authority per table, command in, decide, append durably, answer, publish."""

from wartable.live.driving import BOUNDS_MS, Counters, LiveTable, LogEvent, Order, StoreState, body_of
from wartable.live.history import (
    LOOK_BACK_ROUNDS,
    PATRON,
    STREAM,
    AccountsDiffer,
    Found,
    HouseLog,
    LogBroken,
    RoundOver,
    Sought,
    document_of,
    find,
    hold_database,
    hold_money,
    past,
    shoes,
    stream_of,
)
from wartable.live.moments import MILLISECOND, SECOND, Clock, Moment, SteadyClock, milliseconds
from wartable.live.moves import on_timeout
from wartable.live.people import (
    BadCommand,
    LockedUntil,
    People,
    Request,
    Speaker,
    is_bot,
    is_play_money,
    new_password,
    people_behind,
    read_command,
    tell_lock,
    walk_in,
)
from wartable.live.plans import BadFloorplan, Filed, default_plan, plan_for, read_houses, read_plan
from wartable.live.private import AskPrivate, PrivateOffer, PrivateTables
from wartable.live.room import Room, RoomSettings
from wartable.live.settings import Floorplan, ServerLimits, TableSettings, form_of, is_private
from wartable.live.sharing import Lease, links
from wartable.live.telling import (
    NotPlayed,
    Recall,
    Remote,
    RoundRecall,
    Viewer,
    audience_of,
    make_drill_felt,
    result_of_lines,
)
from wartable.live.tiles import make_tile
from wartable.live.vault import KEY_BYTES, HouseIncomplete, Vault, derive_key, hold_key, house_key
from wartable.live.wire import (
    ACTIONS,
    Action,
    AdviceView,
    Answer,
    AnyRole,
    BankOfferView,
    BettorView,
    BetView,
    ChoiceView,
    ClockView,
    CommandId,
    CutView,
    Decided,
    FeltView,
    FloorMessage,
    HandResult,
    HistoryView,
    JackpotMessage,
    LineView,
    LookView,
    Milliseconds,
    NoMessage,
    ReadyCommand,
    Said,
    SeatView,
    TableMessage,
    Tile,
    Trouble,
    Update,
    You,
    is_kept,
    is_readable,
    may,
    messages,
    no,
    refused,
)
