"""Parsing of model replies: clean text, JSON and calls written as text."""
