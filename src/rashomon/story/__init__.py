"""The nouns and laws of a story: frozen values and pure functions.

World, turn, event, perception, belief, thread, relationship and knowledge; calendar, places and
phrasing; how the words of a text are compared. Nothing here loads, stores, asks or decides what
happens next: every other room speaks in these values, so that a row or a loose mapping never
crosses a wall.
"""
