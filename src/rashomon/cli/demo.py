"""The West Gate, played through: who perceived, knows and believes what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rashomon.cli.desk import Db, given_db
from rashomon.cli.stories import As

if TYPE_CHECKING:
    from rashomon.cli.stage import Stage


def demo(db: Db = None, as_: As = None) -> None:
    """Play the West Gate through, and show who has what of it.

    The story is played in memory and gone afterwards, unless --db names a database to keep it in.
    """
    from rashomon.cli.examples import FOLDER
    from rashomon.cli.show import Words, say
    from rashomon.cli.stage import Stage
    from rashomon.imports.worldfile import read_turns
    from rashomon.wiring import open

    kept = db if db is not None else given_db.get()
    with open(":memory:" if kept is None else kept) as library:
        story = library.create(FOLDER / "west-gate.yaml", as_=as_)
        stage = Stage(story, Words.of(story))
        say(stage.words.world.title, "bold")
        say(" ".join(stage.words.world.opening.split()), "dim")
        say(f"It is {story.clock.shown}.", "dim")
        with (FOLDER / "west-gate.turns.jsonl").open("rb") as lines:
            turns = (turn for _, turn in read_turns(lines, "west-gate.turns.jsonl"))
            for scene in SCENES:
                scene(stage, turns)
        say("")
        if kept is None:
            say(
                "All of this was asked of the engine as it was printed; nothing is kept of it.",
                "dim",
            )
            say("rashomon new west-gate begins the story again, for you to go on with.", "dim")
        else:
            say(
                f"The story is kept as {story.id}. rashomon mind {story.id} mara shows a mind.",
                "dim",
            )


def gate(stage: Stage, turns: Iterator[Any]) -> None:
    """A deed, seen from where it can be seen."""
    stage.scene("1  A gate is unlocked")
    stage.play(next(turns))
    turn = next(turns)
    (deed,) = stage.play(turn)
    found = stage.show(deed)
    name, last, mara = stage.words.name, stage.last, stage.story.mind("mara")
    outside, asleep = stage.story.mind("ana").map().here, turn["steps"][0]["missed_by"]
    stage.tell(
        f"{name('mara')} watched from {name(mara.map().here)}. {name('ana')}, out on "
        f"{name(outside)}, and {stage.named(asleep)}, asleep, have no trace of it.",
        found["mara"].mode == "saw", last("mara", "west_gate", "locked") is False,
        outside == "road", not set(found) & {"ana", *asleep},
        last("ana", "west_gate", "locked") is not False,
    )  # fmt: skip
    shared = stage.story.mind("elias").of("mara").perceptions(limit=None)
    stage.tell(
        f"{name('elias')} saw {name('mara')} leave, and not where to. For all he can tell, she has "
        "seen nothing.",
        last("elias", "mara", "at") is None, deed not in [each.event for each in shared],
    )  # fmt: skip
    (belief,) = [each for each in mara.beliefs() if "west_gate" in each.about]
    stage.tell(
        f"{name('mara')} came with a belief ({belief.confidence}): “{belief.text}” What she saw "
        "lies beside it now, for her to make up her mind.",
        belief.authored, belief.status == "held", belief.confidence == "sure",
    )  # fmt: skip


def stranger(stage: Stage, turns: Iterator[Any]) -> None:
    """Somebody is called by what can be seen of her, until her name is heard."""
    stage.scene("2  Somebody comes in")
    (arrival,) = stage.play(next(turns))
    mara, name = stage.story.mind("mara"), stage.words.name
    before, told = mara.name_for("ana"), stage.perceived(arrival)["mara"].text
    stage.show(arrival)
    stage.play(next(turns))
    after, told_now = mara.name_for("ana"), stage.perceived(arrival)["mara"].text
    stage.tell(
        f"To {name('mara')} she was “{before}” until {name('elias')} said her name. Now she is "
        f"“{after}”, and {name('mara')}'s memory of “{told}” reads “{told_now}”",
        before != name("ana"), after == name("ana"), told != told_now, after in told_now,
    )  # fmt: skip
    asleep = stage.story.mind("guard").name_for("ana")
    stage.tell(
        f"{name('guard')}, who slept through it, never saw her: to him she is “{asleep}”.",
        asleep not in (before, after),
    )


def lie(stage: Stage, turns: Iterator[Any]) -> None:
    """A lie, whispered to one."""
    stage.scene("3  A lie is whispered")
    _, whisper = stage.play(next(turns))
    found = stage.show(whisper)
    name, last = stage.words.name, stage.last
    believed = last("tomas", "iron_key", "at")
    others = [owner for owner in stage.people if owner not in ("elias", "tomas")]
    stage.tell(
        f"{name('tomas')} has it that {name('iron_key')} is in {name(believed)}, and nobody else "
        f"has: not {' nor '.join(map(name, others))}. {name('elias')} knows better: he has it "
        "himself.",
        believed == "chest", all(last(each, "iron_key", "at") != believed for each in others),
        last("elias", "iron_key", "at") == "elias",
    )  # fmt: skip
    beside = found["ana"]
    stage.tell(
        f"{name('ana')} stands beside them and sees that something is whispered. "
        f"{name('mara')} above, who hears the whole yard, has nothing.",
        beside.accuracy == "partial", not beside.conveys, "mara" not in found,
    )  # fmt: skip


def spread(stage: Stage, turns: Iterator[Any]) -> None:
    """The lie, told on by one who takes it for true."""
    from rashomon.cli.provenance import teaching

    stage.scene("4  And is told on")
    _, line = stage.play(next(turns))
    stage.show(line)
    name, mara = stage.words.name, stage.story.mind("mara")
    told, seen = (mara.last_known("iron_key", witnessed=own) for own in (False, True))
    chain = mara.how_learnt("iron_key", "at")
    first = chain[-1]
    said = " ".join(teaching(each, stage.words) for each in chain)
    stage.tell(
        f"How {name('mara')} came by it: {said}", [e.by for e in chain] == ["tomas", "elias"]
    )
    assert told is not None
    assert seen is not None
    stage.tell(
        f"Told twice, it still rests on one whisper, event {told.facts[0].root}; and "
        f"{name('elias')}, with whom the chain ends, never saw it so.",
        len(chain) == 2, told.facts[0].root == first.event, first.by == "elias",
        stage.last("elias", "iron_key", "at", witnessed=True) != told.state["at"],
    )  # fmt: skip
    stage.tell(
        f"By what she was told, the key is in {name(str(told.state['at']))}; by what she saw with "
        f"her own eyes, {name(str(seen.state['at']))} had it. Both are kept, each with whence it "
        "came.",
        told.how == "told", told.state["at"] == "chest", seen.state["at"] == "elias",
    )  # fmt: skip


def undo(stage: Stage, turns: Iterator[Any]) -> None:
    """A turn that is taken back never was."""
    stage.scene("5  A turn is taken back")
    before = _everything(stage)
    (line,) = stage.play(next(turns))
    heard = list(stage.perceived(line))
    stage.tell(f"{stage.named(heard)} have heard it.", len(heard) > 1, "elias" in heard)
    undone = stage.story.undo()
    stage.tell(
        f"Undone: turn {undone.turns[0]} is gone, and nobody remembers it. Every mind is as it was "
        "before, word for word, and a search of the record finds nothing of it.",
        not stage.perceived(line), _everything(stage) == before,
        not stage.story.search("sitting"),
    )  # fmt: skip


def _everything(stage: Stage) -> list[object]:
    """All that everybody has."""
    minds = [stage.story.mind(owner) for owner in stage.people]
    return [
        (mind.perceptions(limit=None), mind.knowledge(), mind.names(), mind.relationships())
        for mind in minds
    ]


def seal(stage: Stage, turns: Iterator[Any]) -> None:
    """What has happened is sealed."""
    stage.scene("6  What happened stays so")
    kept = stage.story.keep_now()
    found = stage.story.verify()
    stage.tell(
        f"{kept.events} events of {kept.turns} turns are sealed, each over the one before. "
        f"Recomputed from the first to the last, the chain agrees: {found.head[:16]}…",
        found.ok, found.sealed == kept.events, kept.pending == 0,
    )  # fmt: skip


SCENES = (gate, stranger, lie, spread, undo, seal)
"""The scenes in order; each takes its turns from the file beside the world."""
