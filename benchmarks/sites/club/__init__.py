"""A climbing club: a login, codes by post and a picture to read stand before its pages."""
