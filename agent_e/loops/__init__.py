"""Loops: detect that an agent goes in circles, warn it, block what it repeats, end it."""
