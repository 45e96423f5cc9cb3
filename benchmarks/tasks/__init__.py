"""Tasks of suites: their record, where they are read from, and their dates."""
