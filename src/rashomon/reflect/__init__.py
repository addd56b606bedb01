"""Reflection: when it is due, what bears on what, what may be proposed, and how it is judged.

Frozen values in, frozen values out. Whoever reflects, a model or a rule, only proposes; `judge`
holds each proposal against the rules before anything is written, and says why. Nothing here loads,
asks or writes.
"""
