"""What an owner can know, read from what was conveyed to that owner.

Last known states, the minds of others, the known map, and how the owner calls a person. Pure. A
view is given one owner's own perceptions and never the objective record, so that it has nothing to
leak.
"""
