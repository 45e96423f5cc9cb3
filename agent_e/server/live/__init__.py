"""A run's browser, live: its picture, and the hands of the person who has taken it over."""
