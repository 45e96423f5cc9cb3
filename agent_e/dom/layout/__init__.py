"""Where elements are drawn on the page, for pictures and pointers."""
