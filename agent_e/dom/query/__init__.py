"""Model-written code, run on copies of pages, where it can only read."""
