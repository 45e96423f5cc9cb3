"""The window under user control: what is recorded, and compared before and after."""
