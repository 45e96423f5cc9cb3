"""Episodes: one task tried once, the folder it leaves, and what is concluded from it."""
