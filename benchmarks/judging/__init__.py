"""Judges that are no rule: models that look at an episode, and people."""
