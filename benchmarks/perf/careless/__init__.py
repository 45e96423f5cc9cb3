"""Answers of a careless agent, and the watched reference runs they are held against."""
