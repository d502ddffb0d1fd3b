"""Shoes dealt on a GPU, 32 to a warp: the same streams and the same tally as anywhere else, bit for bit.

Importing this needs only NumPy; dealing also needs CuPy.
"""

from wartable.sim.gpu.device import PIECE, NoGpu, available, deal, identity, name
from wartable.sim.gpu.totals import Row
