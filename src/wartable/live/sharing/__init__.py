"""Several servers on one store: leases, links between servers, and tables that are followed."""

from wartable.live.sharing import links
from wartable.live.sharing.leases import Lease, Sharing
