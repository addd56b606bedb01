"""The stage on which a typed turn is tried out: what is where, step by step, as its player knows.

Only what a deed plainly makes is changed, and only where the character can reach it to its own
knowledge; all else stays words. Whether it holds in truth is for `record` and for the resolving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from rashomon.play.calling import Calling, folded
from rashomon.play.commands import CommandName
from rashomon.play.here import Here, Person, Way
from rashomon.play.wording import wording
from rashomon.story.naming import Finder

QuestionKind: TypeAlias = Literal["which", "whisper", "way", "locked", "other", "long"]
Draft: TypeAlias = dict[str, Any]

_PRONOUNS = frozenset(["him", "her", "them", "他", "她", "它们", "他们", "她们", "对方"])
_THING_PRONOUNS = frozenset(["it", "them", "它", "它们", "that", "this"])
_KEY_WORDS = ("key", "钥匙")
_FLOOR = ("down", "here", "the floor", "the ground", "地", "地上", "地下", "地面", "地板", "这里")


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question, as the character would put it."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """What the player has to say before the turn can stand.

    The answer goes into `typed(…, meant={question.about: choice.id})`; without choices there is
    only something to be typed otherwise.
    """

    kind: QuestionKind
    text: str
    about: str = ""
    choices: tuple[Choice, ...] = ()


class Request(NamedTuple):
    """A deed that could change something, in the words that were typed."""

    kind: CommandName
    thing: str = ""
    other: str = ""
    tool: str = ""


class Stage:
    """The present of a played character, changed by what it does one step after the other."""

    def __init__(self, here: Here, meant: Mapping[str, str]) -> None:
        self.here, self.meant, self.say = here, meant, wording(here.language)
        self.place = here.place
        self.persons = {person.id: person for person in here.people}
        self.things = {thing.id: thing for thing in here.things}
        self.ways: Mapping[str, Way] = {way.exit: way for way in here.ways}
        self.at = {thing.id: thing.at for thing in here.things}
        self.closed = {thing.id: thing.closed for thing in here.things}
        self.locked = {each.id: each.locked for each in here.things}
        self.locked |= {way.exit: way.locked for way in here.ways}
        self.questions: list[Question] = []
        self.last_thing: str | None = None
        self.last_person: str | None = None
        self._people = Calling(((p.id, p.names, p.looks) for p in here.people), person=True)
        self._things = Calling(((t.id, t.names, "") for t in here.things), person=False)
        self._exits = Calling(((w.exit, w.names, "") for w in here.ways), person=False)
        self._places = Calling(((w.exit, w.place, "") for w in here.ways), person=False)
        far = ((str(n), names, "") for n, names in enumerate(here.places))
        self._far = Calling(far, person=False)

    # Who and what is meant.

    def ask(self, kind: QuestionKind, text: str, about: str = "",
            choices: Iterable[tuple[str, str]] = ()) -> None:  # fmt: skip
        """Put a question back, once; choices that read alike are numbered."""
        given = list(choices)
        texts = [text for _, text in given]
        found: list[Choice] = []
        for number, (id, told) in enumerate(given, 1):
            alike = texts.count(told) > 1
            shown = self.say.numbered.format(name=told, number=number) if alike else told
            found.append(Choice(id, shown))
        question = Question(kind, text, about, tuple(found))
        if question not in self.questions:
            self.questions.append(question)

    def present(self) -> list[Person]:
        """Those whom the character sees where it is; after a move it cannot know yet."""
        here = self.place == self.here.place and self.place is not None
        return [p for p in self.persons.values() if p.here] if here else []

    def person(self, words: str, *, quiet: bool = False) -> str | None:
        """The person that words begin with, by whatever the character calls it."""
        ids, said, _ = self._people.first(words.strip())
        here = {person.id for person in self.present()}
        if not ids:
            return self._pronoun(words, here)
        near = [id for id in ids if id in here] or list(ids)
        found = self._chosen(said, near, self._called, quiet=quiet)
        self.last_person = found or self.last_person
        return found

    def _pronoun(self, words: str, here: set[str]) -> str | None:
        first = folded(words).split(" ")[0]
        if first not in _PRONOUNS:
            return None
        if len(here) == 1:
            return next(iter(here))
        return self.last_person if self.last_person in here else None

    def only_one_in(self, text: str) -> str | None:
        """The name of the one person present whom a text names, if there is just one."""
        names = [(name, person.id) for person in self.present() for name in person.names]
        found = Finder(names).find(text)
        return found[0].name if len({each.owner for each in found}) == 1 else None

    def after_person(self, words: str) -> str:
        """What follows whom words begin with, be it only "her"."""
        ids, _, rest = self._people.first(words)
        return rest if ids else words.partition(" ")[2]

    def calling_people(self, words: str) -> tuple[tuple[str, ...], str, str]:
        """Whom words begin with, the words for it, and what follows; nothing is asked."""
        return self._people.first(words)

    def names_person(self, words: str) -> bool:
        """Whether these words are a name for somebody, whoever it is."""
        return bool(self._people.meant(words))

    def _called(self, person: str) -> str:
        found = self.persons[person]
        return found.names[0] if found.names else found.looks

    def thing(self, words: str, prefer: Callable[[str], bool]) -> str | None:
        """The item that words begin with; `prefer` chooses among several that could be meant."""
        ids, said, _ = self._things.first(words.strip())
        if not ids:
            first = folded(words).split(" ")[0]
            return self.last_thing if first in _THING_PRONOUNS else None
        near = [id for id in ids if prefer(id)] or list(ids)
        found = self._chosen(said, near, lambda id: self.things[id].names[0])
        self.last_thing = found or self.last_thing
        return found

    def exit(self, words: str) -> str | None:
        """The exit here that words begin with."""
        ids, said, _ = self._exits.first(words.strip())
        return self._chosen(said, list(ids), self._way) if ids and self._inside() else None

    def exit_is_meant(self, words: str) -> bool:
        """Whether words name an exit here and no item."""
        words = words.strip()
        return bool(self._exits.first(words)[0]) and not self._things.first(words)[0]

    def _inside(self) -> bool:
        return self.place == self.here.place

    def _chosen(
        self, words: str, ids: list[str], called: Callable[[str], str], *, quiet: bool = False
    ) -> str | None:
        if len(ids) == 1:
            return ids[0]
        about = folded(words)
        if self.meant.get(about) in ids:
            return self.meant[about]
        if not quiet:
            text = self.say.which.format(words=words.strip(" .,;:!?，。；：！？"))
            self.ask("which", text, about, ((id, called(id)) for id in ids))
        return None

    def _way(self, taken: str) -> str:
        way = self.ways[taken]
        names = [names[0] for names in (way.place, way.names) if names]
        return " – ".join(names) or self.say.one_way

    # What can be done.

    def holder(self, item: str) -> str | None:
        """Who or what has an item in the end: somebody, or a place; `None` inside what is shut."""
        at: str | None = self.at.get(item)
        seen = {item}
        while at in self.things:
            if at in seen or self.closed[at]:
                return None
            seen.add(at)
            at = self.at.get(at)
        return at

    def mine(self, item: str) -> bool:
        """Whether the character has it."""
        return self.holder(item) == self.here.who

    def free(self, item: str) -> bool:
        """Whether the character could lay hands on it without taking it from anybody."""
        return self.mine(item) or (self._inside() and self.holder(item) == self.here.place)

    def inside(self, item: str, other: str) -> bool:
        """Whether `item` is `other` or in it, however deep."""
        seen: set[str] = set()
        at: str | None = item
        while at is not None and at not in seen:
            if at == other:
                return True
            seen.add(at)
            at = self.at.get(at)
        return False

    def tool(self, words: str) -> str | None:
        """What something is locked with: what was named, or the only key the character has."""
        if words:
            found = self.thing(words, self.mine)
            return found if found and self.free(found) else None
        keys = [
            id for id, thing in self.things.items()
            if self.mine(id) and any(w in folded(n) for n in thing.names for w in _KEY_WORDS)
        ]  # fmt: skip
        return keys[0] if len(keys) == 1 else None

    def on_floor(self, words: str) -> bool:
        """Whether words mean the place itself."""
        return not words or words.casefold().strip(" .,。，") in _FLOOR

    # Ways.

    def way(self, place: str, by: str) -> tuple[Way | None, bool, str]:
        """The way that a move takes, whether a place or an exit was named at all, and what is left.

        Named and yet no way: a question stands.
        """
        if not self._inside() or self.place is None:
            return None, False, ""
        exits, _, after = self._exits.first(by.strip())
        places, _, rest = self._places.first(place.strip())
        if place and not places:
            exits, _, rest = self._exits.first(place.strip()) if not by else (exits, "", rest)
        far = bool(place) and bool(self._far.first(place.strip())[0])
        if by and not exits:
            after = f" {self.say.by.format(words=by)}"
        left = " ".join(f"{rest}{after}".split())
        named = set(exits) & set(places) if exits and places else {*exits, *places}
        if place and by and not places:
            named = set[str]()
        if not named:
            if far or (exits and places):
                self._ask_way(self.say.no_way, list(self.ways))
                return None, True, left
            return None, False, ""
        return self._open_way([id for id in self.ways if id in named]), True, left

    def _open_way(self, named: list[str]) -> Way | None:
        open_ways = [id for id in named if not self.locked[id]]
        if not open_ways:
            self.ask("locked", self.say.locked.format(words=", ".join(map(self._way, named))))
            return None
        chosen = self.meant.get("way")
        if len(open_ways) == 1 or chosen in open_ways:
            return self.ways[open_ways[0] if len(open_ways) == 1 else str(chosen)]
        self._ask_way(self.say.which_way, open_ways)
        return None

    def leave(self) -> Way | None:
        """The only way out of here, or a question."""
        ways = list(self.ways) if self._inside() and self.place is not None else []
        return self._open_way(ways) if ways else None

    def _ask_way(self, text: str, ids: list[str]) -> None:
        self.ask("way", text, "way", ((id, self._way(id)) for id in ids))

    def go(self, way: Way) -> Draft:
        """The step of a move; from then on the character is where nothing is known to be yet."""
        self.place = way.to
        return {"who": self.here.who, "goes": way.to, "by": way.exit}
