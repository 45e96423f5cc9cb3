"""Reading of model replies: clean text, JSON and calls written in words."""
