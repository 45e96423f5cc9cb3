"""Whether an action changed what the page looks like."""
