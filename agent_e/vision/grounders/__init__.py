"""Grounders that need no model behind an endpoint."""
