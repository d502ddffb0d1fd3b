"""Benchmarks of this machine: ratios of parts that run in turn, because a shared machine is noisy."""
