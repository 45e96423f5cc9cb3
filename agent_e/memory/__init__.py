"""An agent's memory of its own run: its conversation, the states it was in, what it tried."""
