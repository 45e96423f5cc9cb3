"""The oracle of change: whether what an action is said to have done is what it did."""
