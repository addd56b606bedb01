"""Whether a belief and a perception can both be true now, by rule alone.

For who has no model, and as a measure for those who have one. It says *no* only for what it can
read: who has what, what is where, opposites, numbers, and plain denial. `bench/check_pairs.py` says
how often it is right.
"""

from __future__ import annotations

from rashomon.reflect import saying_chinese, saying_english
from rashomon.reflect.saying import any_excludes


def opposed(belief: str, perceived: str, who: str | None, language: str) -> bool:
    """Whether two texts exclude each other. `who` speaks the second, if it is a line.

    What holds at one time of day says nothing of another, and what once was is not undone.
    """
    reader = saying_chinese if language.casefold().startswith("zh") else saying_english
    if reader.past(belief):
        return False
    held = reader.sayings(belief, None, acts=False)
    one, other = reader.daytimes(belief), reader.daytimes(perceived)
    if one and other and not one & other:
        held = [each for each in held if each.relation == "one_of"]
    return any_excludes(held, reader.sayings(perceived, who, acts=who is None))
