"""Runs in forms for other programs: a script that does them again, a video."""
