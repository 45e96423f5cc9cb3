"""Planner and nested browser-navigation chat (seed: Agent-E, section 2)."""
