"""Recall: what comes to a mind. Pure functions only."""
