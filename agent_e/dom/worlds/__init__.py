"""Isolated JavaScript worlds for page scripts, and what only the browser knows of a page."""
