"""Judges other than rules: models that look at an episode, and people."""
