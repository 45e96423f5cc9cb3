"""Change observation: waiting until a page is calm, and telling what an action did to it."""
