"""agent-e behind HTTP."""
