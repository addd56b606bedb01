"""Rashomon: one history, many minds, and none of them holds what it did not live through.

What stands here is the public face and nothing else: the names a user of the library imports.
"""
