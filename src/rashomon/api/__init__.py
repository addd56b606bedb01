"""The handles a user holds: Library, Story, Mind.

Thin: each method calls one use case of the engine and returns its value. A rule found here is in
the wrong room, for the commands and the pages would have to copy it.
"""
