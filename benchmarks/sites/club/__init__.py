"""A climbing club whose pages are behind a login, codes by post and a picture to read."""
