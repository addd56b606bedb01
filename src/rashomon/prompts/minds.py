"""How one mind's perceptions and beliefs stand in a request that is made of that mind alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rashomon.prompts.asking import called, common, data, quoted
from rashomon.story.mind import Belief
from rashomon.story.perception import Perception
from rashomon.story.phrasing import joined
from rashomon.story.prompting import prompting
from rashomon.views.naming import NameBook
from rashomon.views.reading import telling

When: TypeAlias = Callable[[float], str]
"""A moment, in seconds of story time, in the story's words."""


def line_of(read: Perception, names: NameBook) -> str:
    """What was perceived, as its owner would put it; words bear who said them and to whom."""
    say, language, names = prompting(names.language), names.language, telling(names, read)
    spoken = read.kind == "line" and read.mode != "saw"
    thought = read.kind == "thought"
    if not (spoken or thought) or read.who_name is None:
        return quoted(read.text, language)
    who, text = called(read.who_name, language), data(read.text, language)
    if thought:
        return say.thinks.format(who=who, text=text)
    to = joined([called(names(each), language) for each in read.to], language)
    return (say.line_to if to else say.line).format(who=who, to=to, text=text)


def perceived(read: Perception, names: NameBook, when: When) -> str:
    """A perception with how its owner came by it and when."""
    say = common(names.language)
    mode = say.modes[read.mode]
    if read.mode == "told" and read.teller is not None:
        who = telling(names, read)(read.teller)
        mode = say.by.format(mode=mode, who=called(who, names.language))
    how = say.seen.format(mode=mode, when=data(when(read.time), names.language))
    return say.remark.format(how=how, text=line_of(read, names))


def believed(belief: Belief, language: str) -> str:
    """A belief with how sure its owner is."""
    say = common(language)
    return say.remark.format(how=say.sure[belief.confidence], text=quoted(belief.text, language))


def under(ids: Iterable[str], lines: Iterable[str]) -> list[str]:
    """Lines, each with its short id."""
    return [f"{id} {line}" for id, line in zip(ids, lines, strict=True)]
