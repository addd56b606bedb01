"""What the engine says to the one who plays: questions back and who will have what."""

from __future__ import annotations

from dataclasses import dataclass

from rashomon.story.calendar import is_chinese


@dataclass(frozen=True)
class Wording:
    """Sentences in one language. `{…}` are filled in; every language has them all.

    Of two the first is for one person and the second for several.
    """

    which: str
    whisper_to: str
    whisper_nobody: str
    which_way: str
    no_way: str
    locked: str
    not_yours: str
    too_long: str
    one_way: str
    numbered: str
    by: str
    heard: str
    whispered: str
    seen: str
    thought: str
    gone: tuple[str, str]
    sees_whisper: tuple[str, str]
    sees_listening: tuple[str, str]
    nobody_hears: str
    nobody_sees: str
    and_there: str
    joined: str
    ends: str


ENGLISH = Wording(
    which="Which do you mean by “{words}”?",
    whisper_to="To whom do you whisper?",
    whisper_nobody="There is nobody here to whom you could whisper.",
    which_way="Which way do you go?",
    no_way="You know no way from here that leads straight there. Which way do you go?",
    locked="As far as you know, it is locked: {words}.",
    not_yours="You play {who} alone; what “{words}” says is for others to say.",
    too_long="That is {count} characters; at most {most} are read at once.",
    one_way="an unexplored way",
    numbered="{name} ({number})",
    by="by {words}",
    heard="heard by {who}",
    whispered="heard by {who} alone",
    seen="seen by {who}",
    thought="nobody but you has this",
    gone=("{who} sees you go", "{who} see you go"),
    sees_whisper=("{who} sees only that you whisper", "{who} see only that you whisper"),
    sees_listening=(
        "{who} sees only that somebody listens",
        "{who} see only that somebody listens",
    ),
    nobody_hears="heard by nobody that you can see",
    nobody_sees="seen by nobody that you can see",
    and_there="whoever is there",
    joined="; ",
    ends=".",
)

CHINESE = Wording(
    which="“{words}”指的是哪一个？",
    whisper_to="你对谁耳语？",
    whisper_nobody="这里没有可以耳语的人。",
    which_way="你走哪条路？",
    no_way="你不知道从这里有路直通那里。你走哪条路？",
    locked="据你所知，{words}锁着。",
    not_yours="你只扮演{who}；“{words}”该由别人来说。",
    too_long="一共{count}个字，一次最多读{most}个字。",
    one_way="一条不知通向哪里的路",
    numbered="{name}（{number}）",
    by="从{words}",
    heard="{who}听得见",
    whispered="只有{who}听得见",
    seen="{who}看得见",
    thought="只有你自己知道",
    gone=("{who}会看见你走", "{who}会看见你走"),
    sees_whisper=("{who}只看见你在耳语", "{who}只看见你在耳语"),
    sees_listening=("{who}只看见有人在听", "{who}只看见有人在听"),
    nobody_hears="你看得见的人都听不见",
    nobody_sees="你看得见的人都看不见",
    and_there="那里的人",
    joined="；",
    ends="。",
)


def wording(language: str) -> Wording:
    """The sentences for a language tag; English where there are none of its own."""
    return CHINESE if is_chinese(language) else ENGLISH
