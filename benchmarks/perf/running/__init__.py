"""Benchmarks of the runner: how workers share a machine, and what a long run leaves in memory."""
