"""What happened, read from the store: mirrors of tables, the log of the house, snapshots, past rounds and shoes."""

from wartable.live.history import past
from wartable.live.history.bound import LogBroken
from wartable.live.history.finding import LOOK_BACK_ROUNDS, Found, Sought, find
from wartable.live.history.holding import AccountsDiffer, Holding, hold_database, hold_money
from wartable.live.history.house import HouseLog, Seen, digest
from wartable.live.history.loading import SNAPSHOT_EVERY, events_since_seal, load_mirror, rules_in_log
from wartable.live.history.mirror import MAX_ROUNDS_KEPT, PATRON, STREAM, CountdownKey, Happened, Mirror, stream_of
from wartable.live.history.past import document_of, shoes
from wartable.live.history.rounds import HandOver, RoundOver
from wartable.live.history.shoe import LiveShoe, find_shoe, forget_shoe, seal_shoe
from wartable.live.history.snapshots import SnapshotRefused, Snapshots
