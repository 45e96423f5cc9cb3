"""Runs that would go on for ever, and random moments at which somebody steps in."""
