"""One file a use case: load, decide, ask, judge, write.

Deciding and judging are calls to pure rooms; what is left here is the order of things and the
bounds of a transaction. No transaction is open while a model thinks.
"""
