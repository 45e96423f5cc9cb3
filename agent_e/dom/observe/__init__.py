"""Observing a page: page scripts' reports, combined into nodes."""
