"""The small grounder: a network of our own that finds what words describe on a picture."""
