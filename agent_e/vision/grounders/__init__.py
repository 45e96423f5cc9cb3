"""Grounders that run here: none of them calls a model behind an endpoint."""
