"""Episodes: single attempts at tasks, the folders they leave, and the conclusions from them."""
