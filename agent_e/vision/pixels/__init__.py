"""Detects whether an action changed the page's look."""
