"""Records from repeated content on a page: tables, lists, cards."""
