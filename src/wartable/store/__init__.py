"""Where events are kept: in one file by SQLite, for many servers by PostgreSQL, or in memory for tests."""

from wartable.store.chain import first_link, is_next_link, next_link
from wartable.store.codec import CODEC, Codec, decode, encode, is_canonical, learn, name_of
from wartable.store.errors import (
    BadBatch,
    HeadDiffers,
    NoFunds,
    NotOwner,
    OtherBalance,
    OtherBody,
    StoreBroken,
    StoreBusy,
    StoreDown,
    StoreError,
    StoreFull,
    UnbalancedBatch,
    UnknownEvent,
    WalletDiffers,
    WrongVersion,
)
from wartable.store.memory import MemoryStore
from wartable.store.opening import MEMORY, POSTGRESQL, beside, open_for_audit, open_store, path_of, without_password
from wartable.store.plan import decode_receipts
from wartable.store.port import (
    COLUMNS,
    KEYS,
    At,
    Batch,
    Fence,
    Flaw,
    Kept,
    Move,
    NewEvent,
    Personal,
    Posted,
    ReadLog,
    ReadStore,
    ReadTransaction,
    Receipt,
    Recorded,
    Row,
    Rows,
    Snapshot,
    Store,
    Subscription,
    Write,
)
