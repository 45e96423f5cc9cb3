"""Acting on elements with trusted input."""
