"""The shop's pages: each takes a visit and returns a response."""
