"""Observations as text for a model: outline, views, paging, search."""
