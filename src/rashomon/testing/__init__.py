"""Help for tests, shipped with the package.

A contract suite for every port, builders for worlds and turns, and a scripted model. Whoever
writes a store or a provider of their own proves it with the same suite as the house does.
"""
