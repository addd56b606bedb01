"""The sentences of the printed pages that no table or docstring holds.

`KEYS` has one for every key of a world file and of a turn; a key without one is an error, so that
nothing new goes undocumented.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from rashomon.prompts import prompt
from rashomon.story import event, mind, perception, run

SETTINGS = """\
`rashomon settings STORY` shows them with the values in force, `rashomon settings STORY KEY VALUE`
changes one for a story, and `--reset` goes back. A world file sets some under `settings`; those of
scope *story* it may not set, because a world is often somebody else's and must not choose which
model is used, or how much it may cost. A change holds at once.

`record.…` and `knowledge.fromSpeech` act on recording and keeping, `recall.…`, `memory.…`,
`embedder` and `reranker` on what comes to mind, `memory.imperfect` also on how edited versions are
read, `reflection.…` on reflecting, `models.…` and `budget.…` on what models are asked,
`context.tokens` on prompts. Those of `play.…` are kept and checked, and have nothing yet to act on:
playing is not there yet."""

SETTING_HEADS = ("key", "default", "may be", "set by", "is")

COMMANDS = """\
`--db URL` or the variable `RASHOMON_DB` says which database; without either it is one file in your
data folder. Every command takes `--db`, before or behind its name. Every command that reads takes
`--json`: one JSON document on standard output, with the fields of [values](values.md).

Exit status 0 is done, 1 is refused (one plain sentence on standard error), 2 is wrong usage."""

RULES = """\
Whoever reflects, a model or a rule, only proposes: a new belief, or that one is firmed, doubted,
put in other words, merged into another or let go. Before anything is written, each proposal is
held against these rules, in this order. It is then taken, mended, left out or refused, with the
reason; what was mended goes through all of them again. *Left out* is for mistakes of form and for
what is nothing new, *refused* for what no proposal may do.

The roots by which evidence is counted are those of the [values](values.md#fact)."""

KEEPER_RULES = """\
A record keeper with a model sees the whole record, so it answers with ids and words of closed lists
only: what an event weighs, what it is about, that an item was moved, a claim made or something
retold by it, that it opens or ends a thread, that somebody regards another otherwise for it, and
what somebody who was not near has lost of it. Every sentence that comes of this is the engine's.
Before anything is written, each proposal is held against these rules, in this order. It is then
taken, mended, left out or refused, with the reason, and the others stand. *Left out* is for
mistakes of form and for what is nothing new, *refused* for what no proposal may do.

What is accepted grants nobody knowledge. A move or a claim is conveyed, as if the step had said it,
by whole versions whose text names the item, to owners who know what it is about. A relationship
keeps what was written of it, and the engine's sentence stands after that."""

RULE_HEADS = ("rule", "says")

WORLD = """\
One file in YAML or JSON, in UTF-8. An unknown key is refused with its place in the file and the
nearest known key. YAML is read as version 1.2: only `true` and `false` are booleans.

`rashomon schema world` prints the JSON Schema. [Write a world](../how-to/write-a-world.md) goes
through it step by step."""

TURN = """\
One JSON object; a file of turns is JSON Lines, one a line. A turn is recorded whole or refused
whole. `rashomon schema turn` prints the JSON Schema. What each kind of step becomes, and who
perceives it, is in [kinds of events](event-kinds.md).

In `set`, the keys `at`, `locked`, `hidden`, `closed` and `worn` are the engine's; any other key is
a property of your own, and its value is a text, a number, true, false or null."""

REFUSALS = """\
## What is refused

- A person, place or thing that does not exist, is retired, or is of another kind.
- A deed on what its actor cannot reach. Within reach are the actor, its place, the exits that end
  there, the people there, and the items there or with somebody there, through containers that are
  not closed or are opened by this or an earlier step.
- A move to where no exit leads, or by one that is locked. `goes` is one hop. Without `by` it takes
  the one exit that leads there unlocked; where there is a choice, it is refused and names it.
- A whisper to somebody elsewhere; a line over something to somebody who is nowhere.
- A retelling of an event that its speaker has no perception of.
- An item that would end up inside itself; a person who would end up in anything but a place.
- A happening that does not say where, in a world of more than one place.

`rashomon check STORY FILE` and `story.check(turn)` give the faults and write nothing."""

KINDS = """\
A step becomes exactly one event, and one perception for each who perceives it. The tables below
were made by recording the step shown and asking everybody. In the courtyard stand Elias, Mara
and Ada; the cook is in an alcove within it, the boy on stairs that overlook it, the maid in a
cellar that overhears it, the smith in the keep around it. Ana and the rider are out on the road.

- Presence is worked out step by step: who arrives by step 3 does not perceive step 2.
- "In a place" means that very place. Only a happening is also perceived in the places within.
- `noticed_by` adds watchers, elsewhere or hidden; on a whisper they get the words. `missed_by`
  takes out those asleep or distracted. Nobody is in both, and nobody misses its own step.
- `covert`, on a deed or a move: only its actor and those in `noticed_by` perceive it.
- An event that nobody perceives leaves no perception."""

VALUES = """\
What the library answers with. All are frozen. `--json` prints the same fields under the same names;
facts and changes come out as `{"entity": …, "set": {…}}`.

Ids of events, perceptions, beliefs, threads and commits are whole numbers, unique within a story
and never used again there. Ids of persons, places and things are the author's own. Times are
seconds of story time since the story began."""

LIBRARY = """\
`import rashomon` gives `open`, the handles `Library`, `Story` and `Mind`, the models `World` and
`Turn`, and the [errors](errors.md). What the calls answer with is in [values](values.md).

A handle holds nothing: every call sees what was last committed. A library may be used from several
threads, and several processes may open the same database."""

ERRORS = """\
What people do wrong is a `Refused`: the command line says its one sentence and ends with status 1.
`BadTurn` and `BadWorld` carry `faults`, each a `Fault` with `step` (counted from 1), `where` (the
path in the file, counted from 0) and `message`. `NotFound` carries `what`, `id` and `nearest`.

The last column is what an exception says when nothing more particular is known."""

ERROR_HEADS = ("exception", "is a", "import it from", "says")


def literals() -> Mapping[str, tuple[str, ...]]:
    """The types of fields that hold one of a few words."""
    return {
        "Kind": get_args(event.Kind),
        "Mode": get_args(perception.Mode),
        "Accuracy": get_args(perception.Accuracy),
        "FactHow": get_args(perception.FactHow),
        "Confidence": get_args(mind.Confidence),
        "BeliefStatus": get_args(mind.BeliefStatus),
        "EdgeHow": get_args(mind.EdgeHow),
        "ThreadKind": get_args(mind.ThreadKind),
        "ThreadStatus": get_args(mind.ThreadStatus),
        "Sense": get_args(event.Sense),
        "SectionName": get_args(prompt.SectionName),
        "OptionKind": get_args(prompt.OptionKind),
        "RunKind": get_args(run.RunKind),
        "RunStatus": get_args(run.RunStatus),
        "RunOutcome": get_args(run.RunOutcome),
    }


NAMED = {
    "id": "What files and commands call it. Unique in the world, whatever the kind; for ever.",
    "name": "What it is called in the story.",
    "aliases": "Other names that mean it when they are said or read.",
    "description": "For whoever tells the story. It grants nobody knowledge.",
}

KEYS: Mapping[str, Mapping[str, str]] = {
    "World": {
        "id": "The story's id, unless another is given. Made from the title without it.",
        "title": "The title.",
        "language": "The language of the story, as in `en` or `zh-Hans`: for text analysis and for "
        "the sentences that the engine writes itself (English or Chinese).",
        "opening": "What the reader is told first.",
        "clock": "When the story starts, on which calendar.",
        "places": "Where one can be. Without any there is one, in which everybody is.",
        "exits": "The ways between places.",
        "items": "The things.",
        "characters": "The people.",
        "lore": "What can be known and is no place, thing or person.",
        "calendars": "Calendars of the world's own.",
        "goals": "What is to be found out.",
        "endings": "How it may end; the first that fits is told.",
        "settings": "[Settings](settings.md) that this world wants different.",
    },
    "Clock": {
        "start": "The moment of the start, as `YEAR-MM-DDThh:mm`; put it in quotes.",
        "calendar": "`gregorian`, or the id of one under `calendars`.",
    },
    "Place": NAMED | {
        "description": "For whoever tells the story, and for the prompt of whoever is there. It "
        "grants nobody knowledge.",
        "within": "The place this one is inside of.",
        "overlooks": "Places that one sees from here, without hearing them.",
        "overhears": "Places that one hears from here, without seeing them.",
    },
    "Exit": NAMED | {
        "name": "What it is called, if it is called anything.",
        "from": "The place it starts in.",
        "to": "The place it leads to, and back again unless `one_way`.",
        "one_way": "Whether it leads only from `from` to `to`.",
        "locked": "Whether it is locked at the start.",
        "hidden": "Whether it is left out of the plain view.",
        "minutes": "How long it takes. Recording leaves the length of a turn to the turn's own.",
    },
    "Item": NAMED | {
        "at": "Where it is: a place, a character, another item, or null for nowhere.",
        "text": "What one who reads it learns.",
        "closed": "Whether what is in it is out of sight and out of reach.",
        "worn": "Whether it shows on whoever has it.",
        "properties": "A state of your own, key by key.",
    },
    "Character": NAMED | {
        "appearance": "What those call it who saw it and know no name; without it \"a stranger\".",
        "role": "`played` by a person, `cast` by a program or a model, or `background`: perceives, "
        "but has no beliefs and no relationships, and nobody has any about it.",
        "at": "The place it starts in. An explicit null is nowhere.",
        "persona": "What a model that plays it is to be told.",
        "knows": "Places, exits, items and lore it knows of, besides where it starts, what is in "
        "plain view there and what it carries.",
        "relationships": "How it regards others.",
        "beliefs": "What it believes at the start; true or not.",
        "memories": "What it lived through before the story.",
        "tells": "What it tells whom when nobody plays it. Where no row decides, it tells what it "
        "knows to whoever it is not wary of, and nothing secret: no memory of importance 5, and "
        "nothing that is `secret`.",
        "routine": "Where it goes at which hour, every day.",
    },
    "Tells": {
        "about": "Which persons, places and things it is about. A row about something opens what "
        "is secret about it, too.",
        "tags": "Or which tags.",
        "to": "For whom: ids, and `friends` for its friends.",
        "how": "`tells`: what it knows, and to nobody else. `silent`: nothing. `lies`: what stands "
        "under `instead`.",
        "instead": "The lie.",
    },
    "Instead": {
        "text": "What is said, word for word.",
        "claims": "What that says is so. The world stays as it is.",
    },
    "Routine": {
        "at": "The hour on the story's calendar, as `hh:mm`.",
        "goes": "The place. It takes the way it knows, and stops at what is locked.",
    },
    "Goal": {
        "id": "What `endings` call it.",
        "text": "What the one who plays is told to find out.",
        "accuse": "Whom to accuse. Without it, nothing is judged.",
    },
    "Accuse": {
        "who": "The one who did it. Without it, whoever by the record did.",
        "of": "The person, place or thing that a deed changed, used or was done to.",
        "tags": "Or the tags of the deed.",
    },
    "Ending": {
        "when": "`proved`: the right one, by one who holds evidence. `right`: the right one, in "
        "any way. `wrong`: another. `unsolved`: nobody was accused.",
        "goal": "Of which goal. Without it: of all, and `wrong` and `unsolved` of any.",
        "text": "What is told then.",
    },
    "Relationship": {
        "about": "Whom it is about.",
        "kind": "One or two words: colleague, sister, wary.",
        "text": "How its owner would put it.",
        "calls": "What its owner calls the other. Without it, its owner knows the other's name.",
    },
    "AuthoredBelief": {
        "text": "What is believed.",
        "about": "Whom or what it concerns.",
        "confidence": "How sure its owner is.",
        "secret": "Whether it keeps it to itself, unless `tells` opens it.",
    },
    "AuthoredMemory": {
        "text": "What happened, as its owner would tell it.",
        "people": "Who had to do with it.",
        "minutes_ago": "How many minutes before the start it was.",
        "importance": "From 1, passing, to 5, turned a life.",
        "secret": "Whether it keeps it to itself, unless `tells` opens it.",
    },
    "Lore": NAMED | {"text": "What there is to know."},
    "CalendarSpec": {
        "id": "What `clock.calendar` calls it.",
        "hours_a_day": "Hours in a day. An hour has 3600 seconds.",
        "days": "The names of the days of the week, if there are weeks.",
        "months": "The months of a year, in order.",
        "era": "What is put with a year.",
    },
    "MonthSpec": {"name": "The month's name.", "days": "How many days it has."},
    "Turn": {
        "minutes": "How much story time it took. A time jump is a turn that took long.",
        "narration": "Prose about it for one viewpoint. It enters no mind.",
        "viewpoint": "For whom the narration is.",
        "recollections": "Which perceptions came to whose mind: an owner with ids of its own.",
        "adds": "What this turn brings into the world.",
        "steps": "What happened, in order. Without any, only time passes.",
    },
    "Step": {
        "who": "Who acts.",
        "does": "What is done, as in \"opens the chest\".",
        "says": "What is said, word for word.",
        "thinks": "What is thought. Nobody else ever perceives it.",
        "goes": "The place gone to, one exit away; null leaves for nowhere.",
        "happens": "What happens without anybody doing it.",
        "to": "Whom a line is for.",
        "whisper": "Only those in `to` have the words; they must be in the same place.",
        "over": "By what means from afar, as in `phone`. Those in `to` have the words wherever "
        "they are, and so has everybody beside the speaker.",
        "with": "What is used or shown. Those who perceive the deed learn where each item is.",
        "on": "What it is done to, or what a line is about.",
        "changes": "What becomes different by it, truly.",
        "claims": "What the line says is so, truly or not. The world stays as it is.",
        "retells": "The event that the speaker passes on.",
        "reads": "The item whose text the actor reads.",
        "by": "Which exit is taken.",
        "covert": "Only the actor and those in `noticed_by` perceive it.",
        "noticed_by": "Who perceives it besides, unseen.",
        "missed_by": "Who would perceive it and does not.",
        "at": "Where it happens; an explicit null is nowhere in particular.",
        "sense": "Whether it can be seen, heard or both.",
        "importance": "How much it matters, from 1, passing, to 5, turned the story. Left out it "
        "weighs 2, and the keeper may grade it.",
        "tags": "Short words that mark what it is about.",
    },
    "Change": {
        "entity": "What it is about.",
        "set": "Its new state, such as `{\"locked\": false}` or `{\"at\": \"chest\"}`.",
    },
    "Adds": {
        "places": "New places, as in a world file.",
        "exits": "New exits.",
        "items": "New items.",
        "characters": "New people; they are there, and seen, at the start of the turn.",
        "lore": "New lore.",
    },
}  # fmt: skip
"""What each key is for, by the model it belongs to."""


def key(model: str, name: str) -> str:
    """What a key is for; raises for one that nobody has put into words."""
    found: Any = KEYS.get(model, {}).get(name)
    if found is None:
        raise LookupError(f"docs/words.py says nothing of {model}.{name}")
    return found
