"""Suites, sites to work on, and benchmarks of speed."""
