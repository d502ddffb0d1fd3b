"""Sources of cards whose fairness the players can verify."""

from wartable.shoe.continuous import ContinuousShuffler
from wartable.shoe.order import Below, cut, fresh, shuffle
from wartable.shoe.reader import ReaderShoe
from wartable.shoe.reveal import MAX_BYTES, BadDocument, Revealed, Revealed1, Revealed2, read_revealed
from wartable.shoe.riffle import distance, plug, riffle, rising_sequences, strip, turn
from wartable.shoe.seal import Protocol, mix, order_of, order_stream
from wartable.shoe.sealed import Entropy, SealedShoe, ShoeRefused
from wartable.shoe.selftest import ShoeBroken
from wartable.shoe.source import FromSealed
from wartable.shoe.stream import Stream, derive, keep, width_of
from wartable.shoe.verify import ShoeFinding, verify
from wartable.shoe.wheel import Stop
