"""Recall: what comes to a mind, and how words are compared on the way. Pure functions only."""
