"""Change observation: waiting until a page is calm, and reporting an action's effects."""
