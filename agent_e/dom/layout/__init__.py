"""Positions of elements on the page, for pictures and pointers."""
