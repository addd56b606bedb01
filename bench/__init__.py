"""Measurements: speed, recall quality, and how well perspectives are kept apart.

Each module here with a function `main` is one measurement; `python -m bench` runs all of them, and
`python -m bench NAME` the ones named.
"""
