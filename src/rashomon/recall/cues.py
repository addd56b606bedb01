"""Cues: what a recollection is asked by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rashomon.story.naming import Finder
from rashomon.story.words import content_terms, query_terms

NOBODY = ""
"""Whom a name means that fits several: it is no cue, and no word of any text either."""


@dataclass(frozen=True, slots=True)
class Cues:
    """What calls memories up. `text` has the words without the names of people in it.

    People are cues of their own, for each owner calls them differently and no index holds their
    names. `since` and `until` are seconds of story time, both included. `told_apart` says of people
    whom the owner knows by sight alone since which moment: before it they were somebody it heard.
    """

    text: str = ""
    terms: tuple[str, ...] = ()
    people: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    since: float | None = None
    until: float | None = None
    told_apart: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def explicit(self) -> bool:
        """Whether anything was asked for besides words."""
        return bool(self.people or self.places or self.items or self.tags or self._timed)

    @property
    def _timed(self) -> bool:
        return self.since is not None or self.until is not None


def read_cues(
    text: str,
    language: str,
    people_named: Finder,
    people_described: Finder,
    things_named: Finder,
    kinds: dict[str, str],
    *,
    people: tuple[str, ...] = (),
    places: tuple[str, ...] = (),
    items: tuple[str, ...] = (),
    tags: tuple[str, ...] = (),
    since: float | None = None,
    until: float | None = None,
    told_apart: Mapping[str, int] | None = None,
) -> Cues:
    """The cues in a text, and those given beside it.

    `people_named` finds the names by which the owner knows people, `people_described` what
    strangers look like, `things_named` the places and items it knows, `kinds` says of which kind
    those are. Names of people are taken out of the words; looks and names of things stay, for texts
    are told with them.
    """
    persons = people_named.find(text)
    kept: list[str] = []
    end = 0
    for found in persons:
        kept += (text[end : found.start], " ")
        end = found.end
    kept.append(text[end:])
    words = "".join(kept)
    things = [found.owner for found in things_named.find(text)]
    return Cues(
        text=" ".join(words.split()),
        terms=tuple(content_terms(words, language) or query_terms(words, language)),
        people=frozenset(
            (*people, *(found.owner for found in (*persons, *people_described.find(text))))
        )
        - {NOBODY},
        places=frozenset((*places, *(t for t in things if kinds.get(t) == "place"))),
        items=frozenset((*items, *(t for t in things if kinds.get(t) in ("item", "exit", "lore")))),
        tags=frozenset(tags),
        since=since,
        until=until,
        told_apart=told_apart or {},
    )
