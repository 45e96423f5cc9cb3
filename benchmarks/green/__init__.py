"""The green agent's side of the white-agent protocol: agents to compare others with."""
