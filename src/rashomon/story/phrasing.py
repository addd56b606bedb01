"""How the engine puts things: every sentence that it writes itself, in every language it has.

A sentence stands here once, with the parts that vary named in it. Persons are put in by whoever
reads, by what that reader calls them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rashomon.story.event import Event, Kind
from rashomon.story.naming import CLOSE, OPEN, is_cjk, reference, referred, render, unnamed
from rashomon.story.perception import Version

NameOf = Callable[[str], str]
"""What somebody or something is called by whoever reads: from id to name."""


@dataclass(frozen=True)
class Vague:
    """What is left of a memory of one kind when only that it happened is left, longest first.

    All that these say must be true of whatever the full text said, since fading only removes.
    """

    who_about: str
    who: str
    about: str
    plain: str
    briefly: tuple[str, ...]
    """For texts that are too short for any of these: whole sentences all the same."""


@dataclass(frozen=True)
class Phrases:
    """The engine's sentences in one language. `{…}` are filled in; every language has them all."""

    stranger: str
    somebody: str
    that_one: str
    quoting: str
    whispers: str
    listens: str
    goes: str
    goes_by: str
    goes_away: str
    leaves_by: str
    arrives: str
    does_something: str
    says_something: str
    thinks_something: str
    moves_somewhere: str
    something_happens: str
    acquainted: str
    conjunction: str
    comma: str
    stop: str
    space: str
    quoted: str
    vivid: str
    clear: str
    faded: str
    vague: str
    lost: str
    gap: str
    name_alone: str
    dimly: Mapping[Kind | Literal["memory"], Vague]


ENGLISH = Phrases(
    stranger="a stranger",
    somebody="somebody",
    that_one="that person",
    quoting="{who}: {words}",
    whispers="{who} whispers to {to}",
    listens="{to} listens to the {over}",
    goes="{who} goes to {place}",
    goes_by="{who} goes to {place} by {exit}",
    goes_away="{who} leaves",
    leaves_by="{who} leaves by {exit}",
    arrives="{who} arrives",
    does_something="{who} does something",
    says_something="{who} says something",
    thinks_something="{who} thinks something",
    moves_somewhere="{who} is on the move",
    something_happens="something happens",
    acquainted="{about} is an acquaintance",
    conjunction=" and ",
    comma=", ",
    stop=".",
    space=" ",
    quoted="“{text}”",
    vivid="vivid",
    clear="clear",
    faded="faded",
    vague="vague",
    lost="lost",
    gap="…",
    name_alone="{who}.",
    dimly={
        "deed": Vague(
            "{who} did something involving {about}.",
            "{who} did something.",
            "Something was done, and it involved {about}.",
            "Something was done.",
            ("{who} acted.", "Something.", "A deed."),
        ),
        "line": Vague(
            "{who} said something about {about}.",
            "{who} said something.",
            "Something was said about {about}.",
            "Something was said.",
            ("{who} spoke.", "Something.", "Words."),
        ),
        "thought": Vague(
            "{who} thought something about {about}.",
            "{who} thought something.",
            "There was a thought about {about}.",
            "There was a thought.",
            ("{who} thought.", "A thought."),
        ),
        "move": Vague(
            "{who} was on the move, something to do with {about}.",
            "{who} was on the move.",
            "Somebody was on the move, something to do with {about}.",
            "Somebody was on the move.",
            ("{who} moved.", "Somebody moved.", "Somebody."),
        ),
        "happening": Vague(
            "Something happened involving {about}.",
            "Something happened.",
            "Something happened involving {about}.",
            "Something happened.",
            ("Something.",),
        ),
        "memory": Vague(
            "There was something about {about}.",
            "There was something.",
            "There was something about {about}.",
            "There was something.",
            ("Something.",),
        ),
    },
)

CHINESE = Phrases(
    stranger="一个陌生人",
    somebody="有人",
    that_one="那人",
    quoting="{who}：{words}",
    whispers="{who}对{to}低声耳语",
    listens="{to}在听{over}",
    goes="{who}去了{place}",
    goes_by="{who}从{exit}去了{place}",
    goes_away="{who}离开了",
    leaves_by="{who}从{exit}离开了",
    arrives="{who}来了",
    does_something="{who}做了些什么",
    says_something="{who}说了些什么",
    thinks_something="{who}在想些什么",
    moves_somewhere="{who}走动了",
    something_happens="出了什么事",
    acquainted="与{about}相识",
    conjunction="和",
    comma="、",
    stop="。",
    space="",
    quoted="“{text}”",
    vivid="清晰",
    clear="清楚",
    faded="模糊",
    vague="依稀",
    lost="遗忘",
    gap="……",
    name_alone="{who}。",
    dimly={
        "deed": Vague(
            "{who}做过些什么，和{about}有关。",
            "{who}做过些什么。",
            "有人做过些什么，和{about}有关。",
            "有人做过些什么。",
            ("{who}做过事。", "有人做过事。", "有过事。", "有事。"),
        ),
        "line": Vague(
            "{who}说了些关于{about}的话。",
            "{who}说了些什么。",
            "有人说了些关于{about}的话。",
            "有人说了些什么。",
            ("{who}说过话。", "有人说过话。", "说过话。", "说过。"),
        ),
        "thought": Vague(
            "{who}想过些什么，和{about}有关。",
            "{who}想过些什么。",
            "有过一个念头，和{about}有关。",
            "有过一个念头。",
            ("{who}想过事。", "有过念头。", "想过。"),
        ),
        "move": Vague(
            "{who}走动过，和{about}有关。",
            "{who}走动过。",
            "有人走动过，和{about}有关。",
            "有人走动过。",
            ("{who}动过。", "有人动过。", "动过。"),
        ),
        "happening": Vague(
            "出过什么事，和{about}有关。",
            "出过什么事。",
            "出过什么事，和{about}有关。",
            "出过什么事。",
            ("出过事。", "有事。"),
        ),
        "memory": Vague(
            "有过什么事，和{about}有关。",
            "有过什么事。",
            "有过什么事，和{about}有关。",
            "有过什么事。",
            ("有过事。", "有事。"),
        ),
    },
)


def phrases(language: str) -> Phrases:
    """The sentences for a language tag; English where the engine has none of its own."""
    return CHINESE if language.casefold().startswith("zh") else ENGLISH


def with_subject(actor: str, text: str) -> str:
    """A deed's text with its actor before it, unless the text names the actor first itself.

    Both hold references. Scripts without spaces join without one; so does what begins with an
    apostrophe.
    """
    subject = reference(actor)
    if text.startswith(subject):
        return text
    first = text.lstrip(OPEN + CLOSE)[:1]
    joined = text.startswith(("'", "’", ",", "，", "的")) or (is_cjk(first) and text[:1] != OPEN)
    return f"{subject}{'' if joined else ' '}{text}"


def text_of(
    event: Event,
    version: Version,
    own: str | None,
    name_of: NameOf,
    language: str,
    *,
    words: str | None = None,
) -> str:
    """An event as one who has this version of it would put it.

    The words of a line or a thought stand alone, unaltered. `own` is a text of the owner's own,
    with references, and wins over the event's. `words` stand for those of the event, where it is
    only like the one that is meant.
    """
    words = event.text if words is None else words
    said = event.kind in ("line", "thought")
    listening = version is Version.LISTENS and (own is None or not unnamed(own).strip())
    if own is not None and not listening:
        body = render(own, name_of)
        return body if said else sentence(body, language)
    if version is Version.WHISPER or version is Version.LISTENS or event.kind == "move":
        to = listeners(event, own) if listening else event.to
        return sentence(_engine_text(event, version, to, name_of, language), language)
    if said:
        return words
    text = words if event.who is None else with_subject(event.who, words)
    return sentence(render(text, name_of), language)


def listeners(event: Event, own: str | None) -> tuple[str, ...]:
    """Who somebody saw listen to a line from afar: those its own text refers to, or all."""
    return tuple(referred(own or "")) or event.to


def _engine_text(
    event: Event, version: Version, to: Sequence[str], name_of: NameOf, language: str
) -> str:
    say = phrases(language)
    who = name_of(str(event.who))
    if version is Version.WHISPER:
        return say.whispers.format(who=who, to=joined([name_of(p) for p in to], language))
    if version is Version.LISTENS:
        return say.listens.format(to=joined([name_of(p) for p in to], language), over=event.over)
    way = "" if event.by is None else name_of(event.by)
    if version is Version.ARRIVED:
        return say.arrives.format(who=who)
    if version is Version.LEFT or event.goes is None:
        return say.leaves_by.format(who=who, exit=way) if way else say.goes_away.format(who=who)
    place = name_of(event.goes)
    if way:
        return say.goes_by.format(who=who, place=place, exit=way)
    return say.goes.format(who=who, place=place)


def gist(event: Event, name_of: NameOf, language: str) -> str:
    """What is left of an event when two versions of it have no word in common."""
    say = phrases(language)
    sentences: dict[Kind, str] = {
        "deed": say.does_something,
        "line": say.says_something,
        "thought": say.thinks_something,
        "move": say.moves_somewhere,
        "happening": say.something_happens,
    }
    who = "" if event.who is None else name_of(event.who)
    return sentence(sentences[event.kind].format(who=who), language)


def joined(names: Sequence[str], language: str) -> str:
    """Names as a list in a sentence."""
    say = phrases(language)
    if len(names) < 2:
        return "".join(names)
    return say.conjunction.join((say.comma.join(names[:-1]), names[-1]))


def sentence(text: str, language: str) -> str:
    """A sentence with a capital letter and a full stop, if it has neither yet."""
    text = text.strip()
    if text[:1].islower():
        text = text[0].upper() + text[1:]
    if text and (text[-1].isalnum() or text[-1] in "\"'”’)）"):
        closed = text.rstrip("\"'”’)）")
        if not closed or closed[-1].isalnum():
            text += phrases(language).stop
    return text
