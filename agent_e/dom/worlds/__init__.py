"""Isolated JavaScript worlds for page scripts, and facts only the browser knows."""
