"""Connections below the application: how many, how large, how long, and which process answers."""

from wartable.server.connections.gate import Gate
from wartable.server.connections.handing import A_NUMBER, Handing, Inbox, empty, make_inbox
from wartable.server.connections.open import Connections, descriptors, fit, raise_descriptors
from wartable.server.connections.outbox import Outbox
from wartable.server.connections.wire import Handed, Wire, WireConfig, wire_of
