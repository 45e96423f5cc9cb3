"""Answers with their evidence: right ones in free phrasing, false quotes, and wrong answers."""
