"""Casino War as the regulators wrote it: the table, the proof, the mathematics."""

__version__ = "0.1.0"
