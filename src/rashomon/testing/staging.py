"""Cases put on the stage: recorded, shown by the real builders, and judged by the real judges."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Literal, TypeAlias

from rashomon.prompts import keeping
from rashomon.prompts.asking import Asked
from rashomon.prompts.keeping.versions import names_for
from rashomon.prompts.reflecting import sort_new, sort_old, sort_wide
from rashomon.record.keeper import judge as keeper
from rashomon.record.keeper import proposals as kept
from rashomon.record.keeper.view import View as Keeping
from rashomon.record.keeping import graded
from rashomon.reflect import judge as reflection
from rashomon.reflect import proposals as thought
from rashomon.reflect.bearing import doubt
from rashomon.reflect.byrule import answers, reflected
from rashomon.reflect.view import Shown
from rashomon.reflect.view import View as Reflecting
from rashomon.story.calendar import Calendar
from rashomon.story.event import DEFAULT_IMPORTANCE
from rashomon.story.mind import CONFIDENCES, Belief, Thread, ThreadKind
from rashomon.story.naming import is_cjk
from rashomon.testing.recording import recorded
from rashomon.testing.tasks import NAMES, Case, Name, Right, Setting, settings
from rashomon.views.naming import NameBook
from rashomon.views.reading import as_perceived

Shape: TypeAlias = Literal["narrow", "wide"]
SHAPES: Final[tuple[Shape, ...]] = ("narrow", "wide")

Task: TypeAlias = Name | Literal["check"]
TASKS: Final[tuple[Task, ...]] = (*NAMES, "check")
JOINED: Final[frozenset[Task]] = frozenset(NAMES) - {"versions"}
"""What the wide shape asks together with others; the other tasks are asked alone in both."""

REQUEST: Final[Mapping[Name, str]] = {name: "retells" if name == "tags" else name for name in NAMES}
"""The request of the narrow shape that asks for each task."""

KINDS: Final[Mapping[Name, tuple[type[Any], ...]]] = {
    "grades": (kept.Grade,),
    "tags": (kept.Tag,),
    "moves": (kept.Move, kept.Claim),
    "retells": (kept.Retells,),
    "threads": (kept.OpenThread, kept.CloseThread),
    "bonds": (kept.Bond,),
    "versions": (kept.Version,),
    "sort_old": (thought.Firm, thought.Doubt, thought.Revise, thought.Merge, thought.LetGo),
    "sort_new": (thought.Add,),
}
"""What proposals a task is measured by. What else a joined request brings is another task's."""

FIRST: Final = 10
"""The id of a case's first event: what a thread was opened by came before it."""

MINUTES: Final = 90.0


@dataclass(frozen=True)
class Said:
    """One thing that an accepted proposal says, as a label writes it, and what it cites.

    It is right if any of `keys` is: a belief is about one of those whom it names.
    """

    keys: tuple[str, ...]
    grounds: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Staged:
    """What is asked of a case, what would be taken of an answer, what rules say, what is right.

    `by_rule` is `None` where no rule answers the task. `shape` is that of the request: some tasks
    are asked in one way alone. A pair of the check has no `case`.
    """

    task: Task
    language: str
    held_out: bool
    shape: Shape
    right: tuple[Right, ...]
    asked: tuple[Asked[Any, Any], ...]
    taken: Callable[[Iterable[Any]], list[Said]]
    by_rule: Callable[[], list[Said]] | None
    case: Case | None = None

    @property
    def empty(self) -> bool:
        """Whether the right answer names nothing."""
        return not any(each.needed for each in self.right)


def stage(case: Case, shape: Shape = "narrow") -> Staged:
    """A case in one shape; what is asked in one way alone is asked in that."""
    shape = shape if case.task in JOINED else "narrow"
    made = Stage(settings()[case.story], case)
    if case.task in ("sort_old", "sort_new"):
        view = made.mind(wide=shape == "wide")
        module: Any = sort_old if case.task == "sort_old" else sort_new
        ask = sort_wide.ask if shape == "wide" else module.ask
        asked, taken = tuple(ask(view, made.names(), made.when(view))), made.believed
        by_rule = partial(_reflected, made)
    else:
        task = keeping.TASKS["wide" if shape == "wide" else REQUEST[case.task]]
        asked, taken = tuple(task.ask(made.record())), made.kept
        by_rule = partial(_graded, made) if case.task in ("grades", "tags") else None
    return Staged(
        case.task, case.language, case.held_out, shape, case.right, asked, taken, by_rule, case
    )  # fmt: skip


def _graded(made: Stage) -> list[Said]:
    """What the record keeper without a model makes of a case."""
    found: list[Any] = []
    for event in made.record().events:
        weight, tags = graded(event)
        if weight != DEFAULT_IMPORTANCE:
            found.append(kept.Grade(event.id, weight))
        found += [kept.Tag(event.id, tag) for tag in tags]
    return made.kept(found)


def _reflected(made: Stage) -> list[Said]:
    """What the reflection without a model makes of a mind: its sort, and the doubts of its check"""
    view = made.mind()
    kinds = {id: str(kind) for id, kind in made.kinds.items()}
    found: list[Any] = []
    for belief in view.held.values():
        seen = [each.perception for each in view.perceptions if view.since(belief, each.id)]
        against = doubt(belief, answers(belief, seen, view, kinds))
        found += [] if against is None else [against]
    return made.believed([*found, *reflected(view, kinds, made.names())])


_LINE = re.compile(r"^(\S+?)\s*(?:(>>?)\s*(\S+(?:, \S+)*?))?\s*[:：]\s*(.+)$")
_MARK = re.compile(r"\s*\{([^{}]*)\}")
_THING = re.compile(r"^(.*?)\s*([>@])\s*(.*)$")


@dataclass
class Stage:
    """One case on its stage: ids for its people and things, and views of what happens."""

    setting: Setting
    case: Case
    ids: dict[str, str] = field(init=False)
    places: dict[str, str] = field(default_factory=dict[str, str])
    threads: list[tuple[ThreadKind, str]] = field(default_factory=list[tuple[ThreadKind, str]])
    beliefs: list[tuple[str, str, tuple[int, ...]]] = field(
        default_factory=list[tuple[str, str, tuple[int, ...]]]
    )
    turns: list[list[dict[str, Any]]] = field(default_factory=list[list[dict[str, Any]]])

    def __post_init__(self) -> None:
        people, items = self.setting.people, self.setting.items
        self.ids = {name: f"p{n}" for n, name in enumerate(people)}
        self.ids |= {name: f"i{n}" for n, name in enumerate(items)}
        self.ids |= {place: place for place in self.setting.places}
        for part in self.case.parts:
            self._read(part)
        self._view = recorded(self._world(), self.turns, first=FIRST, minutes=MINUTES)

    def _world(self) -> dict[str, Any]:
        setting, english = self.setting, self.setting.language == "en"
        others = {name: [o for o in setting.people if o != name] for name in setting.people}
        return {
            "title": setting.id, "language": setting.language,
            "clock": {"start": "1203-04-12T08:00"},
            "places": [
                {"id": "here", "name": setting.places["here"]},
                {"id": "above", "name": setting.places["above"], "overlooks": ["here"]},
                {"id": "below", "name": setting.places["below"], "overhears": ["here"]},
                {"id": "out", "name": setting.places["out"]},
            ],
            "exits": [
                {"id": f"to_{place}", "from": "here", "to": place}
                for place in ("above", "below", "out")
            ],
            "items": [
                {"id": self.ids[name], "name": f"the {name}" if english else name,
                 "at": self.ids[at]}
                for name, at in setting.items.items()
            ],
            "characters": [
                {"id": self.ids[name], "name": name, "at": self.places.get(name, "here"),
                 "relationships": [
                     {"about": self.ids[other], "kind": "acquaintance", "calls": other}
                     for other in others[name]
                 ]}
                for name in setting.people
            ],
        }  # fmt: skip

    # Reading the parts of a case.

    def _read(self, part: str) -> None:
        word, _, rest = part.partition(" ")
        if word.startswith("@"):
            self.places[rest] = word[1:]
        elif word == "T":
            kind, _, text = rest.partition(" ")
            self.threads.append((_of(("promise", "mystery", "goal"), kind), text))
        elif word == "B":
            sure, _, text = rest.partition(" ")
            text, *behind = text.split(" <")
            events = tuple(int(each) for each in " ".join(behind).split())
            self.beliefs.append((_of(CONFIDENCES, sure), text, events))
        else:
            steps = [self._step(each.strip()) for each in part.split(" + ")]
            self.turns.append(steps)

    def _step(self, text: str) -> dict[str, Any]:
        marks, text = _MARK.findall(text), _MARK.sub("", text).strip()
        if text.startswith("* "):
            return {"happens": text[2:], "at": "here"}
        line = _LINE.match(text)
        if line is not None and line[1] in self.ids:
            step: dict[str, Any] = {"who": self.ids[line[1]], "says": line[4]}
            if line[3]:
                step["to"] = [self.ids[each] for each in line[3].split(", ")]
            return {**step, "whisper": line[2] == ">>", **self._marked(marks, "claims")}
        who, rest = self._actor(text)
        if rest.startswith("~ "):
            return {"who": who, "thinks": rest[2:]}
        if rest.startswith("-> "):
            return {"who": who, "goes": rest[3:]}
        return {"who": who, "does": rest, **self._marked(marks, "changes")}

    def _actor(self, text: str) -> tuple[str, str]:
        for name in sorted(self.setting.people, key=len, reverse=True):
            if text.startswith(name) and (is_cjk(name) or text[len(name) :].startswith(" ")):
                return self.ids[name], text[len(name) :].strip()
        raise ValueError(f"{self.case.task}: nobody of {self.setting.id} acts in {text!r}")

    def _marked(self, marks: Iterable[str], key: str) -> dict[str, Any]:
        found: dict[str, list[Any]] = {}
        for mark in marks:
            moved = _THING.match(mark)
            if moved is None:
                found.setdefault("with", []).append(self.ids[mark])
            else:
                at = {"at": self.ids[moved[3]]}
                found.setdefault(key, []).append({"entity": self.ids[moved[1]], "set": at})
        return found

    @property
    def kinds(self) -> Mapping[str, Any]:
        """The kind of every id."""
        return self._view.atlas.kinds

    # What the record keeper is shown, and what is taken of its answer.

    def record(self) -> Keeping:
        """The events as pending ones, with the threads that are open."""
        threads = tuple(
            Thread(n, kind, text, "open", n, None, tuple(self._named(text)))
            for n, (kind, text) in enumerate(self.threads, 1)
        )
        return replace(self._view, threads=threads, versions_from=2)

    def kept(self, proposals: Iterable[Any]) -> list[Said]:
        """What the judge accepts of proposals about this case's task."""
        accepted = keeper.judge(self._mine(proposals), self.record()).accepted
        return [Said((key,)) for each in accepted for key in self._kept(each)]

    def _mine(self, proposals: Iterable[Any]) -> list[Any]:
        return [each for each in proposals if type(each) in KINDS[self.case.task]]

    def _kept(self, change: kept.Proposal) -> Iterator[str]:
        event, name = f"E{change.event - FIRST + 1}", self._name
        match change:
            case kept.Grade():
                yield f"{event} {change.importance}"
            case kept.Tag():
                yield f"{event} {change.tag}"
            case kept.Retells():
                yield f"{event} of E{change.of - FIRST + 1}"
            case kept.Move():
                yield f"{event} {name(change.item)} > {name(change.to)}"
            case kept.Claim():
                yield f"{event} {name(change.item)} @ {name(change.at)}"
            case kept.OpenThread():
                yield f"{event} {change.kind}"
            case kept.CloseThread():
                yield f"{event} {change.act} T{change.thread}"
            case kept.Bond():
                yield f"{event} {name(change.owner)}>{name(change.about)} {change.turn}"
            case kept.Version():
                yield from (f"{event} {each}" for each in change.lost)
                if change.mistaken_for is not None:
                    yield f"{event} for {name(change.mistaken_for)}"

    # What a mind is shown, and what is taken of its answer.

    @property
    def owner(self) -> str:
        """Whose mind is asked: the last of the cast, who is there and has nothing to do with it."""
        return self.ids[self.setting.people[-1]]

    def names(self) -> NameBook:
        """What that mind calls everybody."""
        return names_for(self._view, self.owner)

    def when(self, view: Reflecting) -> Callable[[float], str]:
        """How long ago something was, in the story's words."""
        calendar = Calendar.gregorian("1203-04-12T08:00")
        return lambda time: calendar.between(time, view.now, self.setting.language)

    def mind(self, *, wide: bool = False) -> Reflecting:
        """All that the owner perceived, and what it believes."""
        view, names = self._view, self.names()
        mine = sorted(
            (each for each in view.perceptions if each.owner == self.owner),
            key=lambda each: each.moment,
        )
        by_event = {each.moment - FIRST + 1: each for each in mine}
        beliefs: list[Belief] = []
        formed: dict[int, int] = {}
        for n, (sure, text, behind) in enumerate(self.beliefs, 1):
            grounds = tuple(by_event[each].id for each in behind)
            turns = [each.turn for e in behind if (each := by_event[e].event) is not None]
            formed[n] = max(turns, default=0)
            beliefs.append(
                Belief(
                    n, self.owner, text, tuple(self._named(text)), _of(CONFIDENCES, sure), "held",
                    grounds, (), formed[n] * MINUTES * 60, None, not grounds,
                )
            )  # fmt: skip
        return Reflecting(
            owner=self.owner, language=self.setting.language,
            now=MINUTES * 60 * (len(self.turns) + 1), beliefs=tuple(beliefs),
            perceptions=tuple(
                Shown(as_perceived(each, names), each.event.retells if each.event else None)
                for each in mine
            ),
            formed=formed, entities=view.entities - {self.owner}, wide=wide,
        )  # fmt: skip

    def believed(self, proposals: Iterable[Any]) -> list[Said]:
        """What the judge accepts of proposals about this case's task."""
        view = self.mind(wide=True)
        events = {each.id: each.perception.event or 0 for each in view.perceptions}
        accepted = reflection.judge(self._mine(proposals), view).accepted
        return [
            Said(
                tuple(self._believed(each)),
                frozenset(f"E{events[id] - FIRST + 1}" for id in thought.cited(each)),
            )
            for each in accepted
            if type(each) in KINDS[self.case.task]
        ]

    def _believed(self, change: thought.Proposal) -> Iterator[str]:
        match change:
            case thought.Add():
                yield from (self._name(each) for each in change.about)
            case thought.Merge():
                one, other = sorted((change.belief, change.into))
                yield f"B{one} merge B{other}"
            case thought.LetGo():
                yield f"B{change.belief} let_go"
            case _:
                yield f"B{change.belief} {type(change).__name__.casefold()}"

    def _named(self, text: str) -> Iterator[str]:
        """Whom and what a text names, of people and things."""
        known = (*self.setting.people, *self.setting.items)
        yield from (self.ids[name] for name in known if name in text)

    def _name(self, id: str) -> str:
        return next(name for name, each in self.ids.items() if each == id)


def _of(words: Sequence[Any], given: str) -> Any:
    if given not in words:
        raise ValueError(f"{given!r} is none of {', '.join(words)}")
    return given
