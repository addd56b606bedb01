"""One perception, belief or thread as a line of a prompt, as its owner would tell it."""

from __future__ import annotations

from collections.abc import Sequence

from rashomon.prompts.prompt import one_line
from rashomon.prompts.voice import begun
from rashomon.recall.recollect import Memory
from rashomon.recall.retention import detail_name
from rashomon.story.mind import Thread
from rashomon.story.perception import Held, Perception
from rashomon.story.phrasing import joined, phrases, sentence
from rashomon.story.prompting import prompting
from rashomon.views.naming import NameBook
from rashomon.views.reading import telling


def perceived(held: Held, read: Perception, names: NameBook, text: str | None = None) -> str:
    """A perception on one line; `text` is what is left of it where it has faded.

    Words bear who said them and, as far as the owner could tell, to whom. What the owner has from
    somebody's telling, or from its own conclusion, says so: it was not there.
    """
    return begun(_perceived(held, read, names, text))


def _perceived(held: Held, read: Perception, names: NameBook, text: str | None) -> str:
    say, names = prompting(names.language), telling(names, read)
    told = one_line(read.text if text is None else text)
    spoken = held.event is not None and read.kind == "line" and read.mode != "saw"
    if text is not None and not spoken and read.kind != "thought":
        told = sentence(told, names.language)
    if spoken or (read.kind == "thought" and read.mode == "did"):
        told = _said(held, read, names, told)
    if read.mode == "told":
        who = "" if read.teller is None else names(read.teller)
        return say.told_by.format(who=who, text=told) if who else say.told.format(text=told)
    return say.modes.get(read.mode, "{text}").format(text=told)


def _said(held: Held, read: Perception, names: NameBook, text: str) -> str:
    say = prompting(names.language)
    event = held.event
    who = one_line(read.who_name or "")
    if event is None or not who:
        return text
    if read.kind == "thought":
        return say.thinks.format(who=who, text=text)
    to = named(read.to, names)
    if event.whisper:
        form = say.whispers if to else say.whispers_alone
        return form.format(who=who, to=to, text=text)
    if event.over is not None:
        form = say.over_to if to else say.over
        return form.format(who=who, to=to, over=event.over, text=text)
    return (say.line_to if to else say.line).format(who=who, to=to, text=text)


def named(ids: Sequence[str], names: NameBook) -> str:
    """Names in a row, without the owner's pronouns."""
    return joined([one_line(names(each)) for each in ids], names.language)


def recalled(memory: Memory, held: Held | None, read: Perception | None, names: NameBook) -> str:
    """A memory on one line, without its time.

    A vague one is a sentence about what was said, and nobody's words: it bears no quotation marks.
    Of one that is a name and no more, that it had to do with that one; of one that is not even
    that, nothing.
    """
    say = prompting(names.language)
    if memory.confidence is not None:
        owner = one_line(names(names.owner or ""))
        return say.believes[memory.confidence].format(name=owner, text=one_line(memory.text))
    if memory.detail == "vague" or held is None or read is None:
        return _vague(one_line(memory.text), memory.who_name or "", names)
    return perceived(held, read, names, memory.text)


def _vague(text: str, who: str, names: NameBook) -> str:
    say = phrases(names.language)
    if who and text.casefold() == say.name_alone.format(who=one_line(who)).casefold():
        return prompting(names.language).with_whom.format(who=one_line(who))
    every = {short for vague in say.dimly.values() for short in vague.briefly}
    return "" if text in every or text in ("…", say.gap) else text


def dated(memory: Memory, told: str, names: NameBook) -> str:
    """A memory that was put into words, with when and where it was and how clear it still is."""
    say = prompting(names.language)
    if memory.confidence is not None:
        return told
    if memory.event_kind == "memory":
        owner = one_line(names(names.owner or ""))
        when = one_line(memory.when)
        if memory.detail in ("faded", "vague"):
            when = f"{when}{say.pair}{detail_name(memory.detail, names.language)}"
        return say.remembers_when.format(name=owner, when=when, text=told)
    when = memory.when if memory.where is None else f"{memory.when}{say.pair}{memory.where}"
    if memory.detail in ("faded", "vague"):
        dim = detail_name(memory.detail, names.language)
        return say.dimly.format(when=one_line(when), detail=dim, text=told)
    return say.remembered.format(when=one_line(when), text=told)


def standing(held: Held, read: Perception, names: NameBook, text: str, when: str, dim: str) -> str:
    """A memory that always stands; `when` and `dim` (how unclear it is) where there is any."""
    say = prompting(names.language)
    told = perceived(held, read, names, text)
    if when and dim:
        return say.dimly.format(when=when, detail=dim, text=told)
    return say.remembered.format(when=when or dim, text=told) if when or dim else told


def thread(each: Thread, names: NameBook) -> str:
    """Something left open, in the owner's own words of how it began."""
    return prompting(names.language).thread[each.kind].format(text=one_line(each.text))
