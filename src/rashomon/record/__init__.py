"""A turn becomes events, perceptions, changes, meetings and knowledge; sealing and undo.

Pure: scene and turn go in, one value comes out, and whoever called writes it. Who perceives what
is decided here and nowhere else; decided twice, it would one day be decided in two ways, and the
difference would be a leak.
"""
