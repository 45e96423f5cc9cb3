"""Seeing a page: what its scripts report, as one record of nodes."""
