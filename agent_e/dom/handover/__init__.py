"""The window in the user's hands: what is recorded, and what is compared before and after."""
