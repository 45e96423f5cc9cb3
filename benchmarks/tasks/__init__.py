"""Tasks of suites: their records, sources and dates."""
