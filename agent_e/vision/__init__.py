"""Seeing pages as pictures: what vision models are shown, and reading the actions they answer."""
