"""Records read from what repeats on a page: tables, lists, cards.."""
