"""The product catalogue of the seed benchmark: a list, and a panel that opens on click."""
