"""How one owner's prompt names things: its names, in its language, on one line each."""

from __future__ import annotations

from dataclasses import dataclass

from rashomon.prompts.prompt import one_line
from rashomon.story.phrasing import phrases
from rashomon.story.prompting import Prompting, prompting
from rashomon.story.world import Character as Actor
from rashomon.views.naming import NameBook


@dataclass(frozen=True, slots=True)
class Voice:
    """The sentences of a prompt and the names put into them. Without an owner it is objective."""

    names: NameBook

    @property
    def say(self) -> Prompting:
        """The sentences in the language of the story."""
        return prompting(self.names.language)

    @property
    def gap(self) -> str:
        """What stands for words that were left out."""
        return phrases(self.names.language).gap

    @property
    def name(self) -> str:
        """The owner's own name."""
        return self(self.names.owner or "")

    def __call__(self, entity: str) -> str:
        """What the owner calls a person, a place or a thing."""
        return one_line(self.names(entity))

    def person(self, person: str) -> str:
        """Somebody in sight: by name with its looks, or by its looks alone."""
        say, called, found = self.say, self(person), self.names.atlas.entities.get(person)
        looks = one_line(found.appearance or "") if isinstance(found, Actor) else ""
        if not looks or looks == called:
            return called
        return say.person.format(name=called, looks=looks)

    def where(self, holder: str) -> str:
        """Where something is: in a place, in a thing or with somebody."""
        kind = self.names.atlas.kind(holder)
        forms = {"place": self.say.at_place, "character": self.say.with_person}
        return forms.get(kind or "", self.say.in_thing).format(holder=self(holder))

    def held(self, item: str, holder: str) -> str:
        """Something, with where it is."""
        return self.say.held_in.format(item=item, where=self.where(holder))


def begun(text: str) -> str:
    """A line as a line begins: strangers are called by their looks, and those by no capital."""
    return text[0].upper() + text[1:] if text[:1].islower() else text
