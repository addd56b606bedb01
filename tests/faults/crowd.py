"""Many who write and read one story at once, each in a thread; run in a process of its own too."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import rashomon
from rashomon.api.library import Library
from rashomon.api.story import Story
from rashomon.engine.record_turn import Done
from tests.faults import acts


@dataclass
class Seen:
    """What those of one process were answered: each turn by the word in it, and what went wrong."""

    done: list[tuple[str, Done]] = field(default_factory=list[tuple[str, Done]])
    wrong: list[str] = field(default_factory=list[str])
    readings: int = 0


STEPS = 2


def _turn(word: str) -> dict[str, Any]:
    return {
        "minutes": 0,
        "steps": [
            {"who": "ada", "says": f"Everybody hear {word} now."},
            {"who": "bo", "does": "turns the lamp", "changes": [
                {"entity": "lamp", "set": {"turned": word}}]},
        ],
    }  # fmt: skip


def _writes(story: Story, name: str, until: float, seen: Seen) -> None:
    """Record one turn after the other, now and then a few in bulk."""
    chance = random.Random(name)
    for number in itertools.count():
        if time.monotonic() >= until:
            return
        words = [f"{name}n{number}x{part}" for part in range(chance.choice([1, 1, 1, 5]))]
        if len(words) == 1:
            done = [story.record(_turn(words[0]))]
        else:
            done = story.record_many(_turn(word) for word in words)
        seen.done += zip(words, done, strict=True)


def _reads(story: Story, name: str, until: float, seen: Seen) -> None:
    """Ask, again and again, and hold each answer to what is true at every moment."""
    newest = 0
    while time.monotonic() < until:
        events = story.events(limit=100)
        by_turn: dict[int, int] = {}
        for event in events[events[0].step - 1 :] if events else []:
            by_turn[event.turn] = by_turn.get(event.turn, 0) + 1
        numbers = sorted(by_turn)
        if numbers != list(range(numbers[0], numbers[-1] + 1)) if numbers else False:
            seen.wrong.append(f"turns are missing: {numbers}")
        whole = list(by_turn.values())[1 if events and events[0].step > 1 else 0 :]
        if any(count != STEPS for count in whole):
            seen.wrong.append(f"half a turn: {by_turn}")
        if numbers and numbers[-1] < newest:
            seen.wrong.append(f"turn {newest} was there, and then {numbers[-1]} was the last")
        newest = numbers[-1] if numbers else newest
        held = story.mind("cy").perceptions(limit=50)
        if len({each.event for each in held}) != len(held):
            seen.wrong.append("an event was perceived twice")
        checked = story.verify()
        if not checked.ok:
            seen.wrong.append(str(checked.fault))
        seen.readings += 1


def _keeps(story: Story, name: str, until: float, seen: Seen) -> None:
    while time.monotonic() < until:
        story.keep_now()
        time.sleep(0.05)


def crowd(library: Library, name: str, writers: int, seconds: float) -> Seen:
    """So many writers, two readers and one who keeps, in threads, for so long."""
    seen = Seen()
    until = time.monotonic() + seconds
    work: list[Callable[[Story, str, float, Seen], None]] = [
        *[_writes] * writers, _reads, _reads, _keeps,
    ]  # fmt: skip

    def run(number: int, do: Callable[[Story, str, float, Seen], None]) -> None:
        try:
            do(library.story(acts.STORY), f"{name}{number}", until, seen)
        except Exception as error:
            seen.wrong.append(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=run, args=each) for each in enumerate(work)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen


def crowd_of_its_own(url: str, name: str, writers: int, seconds: float, pipe: Any) -> None:
    """The same in a process of its own, with a library of its own."""
    with rashomon.open(url) as library:
        pipe.send(crowd(library, name, writers, seconds))


def opens(url: str, name: str, start: float, pipe: Any) -> None:
    """Open a database that may not be there yet, and make two stories: one's own, one of all."""
    time.sleep(max(0.0, start - time.time()))
    said: list[str] = []
    try:
        with rashomon.open(url) as library:
            library.create(acts.WORLD, as_=name).record(_turn(name))
            try:
                library.create(acts.WORLD)
            except rashomon.Refused as error:
                said.append(str(error))
            library.story(acts.STORY).record(_turn(name))
    except Exception as error:
        said.append(f"{type(error).__name__}: {error}")
    pipe.send(said)
