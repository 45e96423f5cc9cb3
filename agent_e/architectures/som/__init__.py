"""Set-of-Mark: one vision model, marked screenshots, each action verified by eye.

Seed: Web-Browser-Agent. ``preset: seed`` has the document's numbers; the default waits for
events instead of for a fixed time.
"""
