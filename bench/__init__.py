"""Measuring this machine: figures as ratios of things run in turn, because a shared machine is noisy."""
