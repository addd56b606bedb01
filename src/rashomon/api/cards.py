"""Cards that a story was brought in from: asked for, and given back as the story has them now."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any, cast

from rashomon.engine import ask
from rashomon.engine.context import Context
from rashomon.engine.edits.worlds import whole_world
from rashomon.errors import BadFile, NotFound, Refused, named
from rashomon.imports import bringing, cardfile, returning
from rashomon.imports.cardfile import Kind
from rashomon.imports.returning import Kept, KeptCard


def kept_card(context: Context, story: str, who: str) -> KeptCard | None:
    """What a character's card says; `None` for one that came from none."""
    with ask.asking(context, story) as asked, _makes_sense():
        manifest = _manifest(asked)
        made = _made(manifest, asked.person(who))
        if made is None:
            return None
        people = [each for each in _files(manifest) if each.get("who") is not None]
        return returning.told(_kept(asked, made, manifest), alone=len(people) == 1)


def card_file(context: Context, story: str, who: str, kind: Kind | None) -> bytes:
    """The bytes of a character's card; `None` is the kind that it came as, or else a PNG."""
    with ask.asking(context, story) as asked, _makes_sense():
        manifest = _manifest(asked)
        person = asked.person(who)
        world = whole_world(asked.world, asked.atlas)
        if all(each.id != person for each in world.characters):
            raise Refused(f"{who!r} is retired, so there is no card of it.")
        made = _made(manifest, person)
        if made is None:
            return returning.new_card(person, world, kind)
        return returning.card_back(_kept(asked, made, manifest), world, kind)


def lorebook_file(context: Context, story: str, name: str) -> bytes:
    """The bytes of a lorebook that came by itself, by the name of its file, ending or not."""
    with ask.asking(context, story) as asked, _makes_sense():
        manifest = _manifest(asked)
        books = {str(e.get("file")): e for e in _files(manifest) if e.get("who") is None}
        found = books.get(name) or next(
            (made for file, made in books.items() if PurePath(file).stem == name), None
        )
        if found is None:
            raise NotFound("lorebook of this story", name, books)
        world = whole_world(asked.world, asked.atlas)
        return returning.book_back(_kept(asked, found, manifest), world)


@contextmanager
def _makes_sense() -> Generator[None]:
    """An export that somebody changed may hold anything where its files should be."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration):
        raise BadFile("What is kept of the cards makes no sense; it is damaged.") from None


def _manifest(asked: ask.Asking) -> Mapping[str, Any]:
    return returning.manifest_of(asked.unit.original(bringing.MANIFEST))


def _files(manifest: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return cast(list[Mapping[str, Any]], manifest.get("files", []))


def _made(manifest: Mapping[str, Any], who: str) -> Mapping[str, Any] | None:
    return next((each for each in _files(manifest) if each.get("who") == who), None)


def _kept(asked: ask.Asking, made: Mapping[str, Any], manifest: Mapping[str, Any]) -> Kept:
    data = asked.unit.original(str(made["original"]))
    if data is None:
        raise BadFile("What is kept of the cards makes no sense; it is damaged.")
    return returning.kept(data, made, manifest)


def kind_of(name: str) -> Kind | None:
    """The kind of file that a name asks for; `None` for one that asks for none."""
    ending = PurePath(name).suffix.lower().removeprefix(".")
    if not ending:
        return None
    for kind in cardfile.KINDS:
        if kind == ending:
            return kind
    raise Refused(f"A card is written as .png, .charx or .json, not as .{named(ending)}.")
