"""A library: a database of stories."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from rashomon.api import cards
from rashomon.api.story import Story
from rashomon.engine import ask, create, restore
from rashomon.engine.context import Context
from rashomon.errors import NotFound
from rashomon.imports import formats, own, worldfile
from rashomon.imports.bringing import Brought, bring
from rashomon.imports.cardfile import CardFile
from rashomon.imports.whole import whole
from rashomon.ports.store import Health


@dataclass(frozen=True)
class StoryInfo:
    """A story as a list shows it. `time` is story time in seconds, `now` the same in words."""

    id: str
    title: str
    language: str
    turns: int
    pending: int
    sealed: int
    time: float
    now: str


class Library:
    """A database of stories. Use it as a context manager, or `close` it."""

    def __init__(
        self, context: Context, wall_clock: Callable[[], float], ends: Callable[[], None]
    ) -> None:
        self.context = context
        self.wall_clock = wall_clock
        self._ends = ends

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database. What is being done in the background stops, and stays due."""
        self._ends()
        self.context.store.close()

    def create(self, world: object, as_: str | None = None) -> Story:
        """A new story of a world: a `World`, its JSON as a dict, or the path of its file.

        Raises `BadFile`, `BadWorld`, `BadSetting` or `Exists`.
        """
        data: object = world
        if isinstance(world, str | Path):
            data = worldfile.read(world)
        return self._story(create.create(self.context, data, self.wall_clock(), as_=as_))

    def story(self, id: str) -> Story:
        """A story by its id; raises `NotFound` with the nearest ones."""
        known = [head.id for head in self.context.store.stories()]
        if id not in known:
            raise NotFound("story", id, known)
        return self._story(id)

    def list(self) -> list[StoryInfo]:
        """Every story, oldest first."""
        return [self.info(head.id) for head in self.context.store.stories()]

    def info(self, id: str) -> StoryInfo:
        """One story as a list shows it."""
        with ask.asking(self.context, id) as asked:
            head, world = asked.unit.head, asked.world
            return StoryInfo(
                id=head.id, title=world.title, language=world.language, turns=head.turn,
                pending=head.turn - asked.unit.last_sealed_turn(), sealed=head.sealed,
                time=head.time, now=world.calendar.show(head.time, world.language),
            )  # fmt: skip

    def delete(self, id: str) -> None:
        """Delete a story with everything that was ever written of it."""
        self.context.store.delete(id)

    def export(self, id: str, path: str | os.PathLike[str]) -> Path:
        """Write a story as one JSON Lines file that `import_` restores exactly."""
        target = Path(path)
        own.write(target, self.context.store.dump(id, ids=True))
        return target

    def export_card(self, id: str, who: str, path: str | os.PathLike[str]) -> Path:
        """Write a character as a card: .png, .charx or .json, by the name of the file.

        A character that came as a card is given back as it came, with the changes that an author
        made since. Raises `BadFile` where the file named cannot hold all that the card has.
        """
        target = Path(path)
        data = cards.card_file(self.context, id, who, cards.kind_of(target.name))
        with whole(target) as file:
            file.write(data)
        return target

    def export_lorebook(self, id: str, name: str, path: str | os.PathLike[str]) -> Path:
        """Write a lorebook that was brought in beside cards, by the name of its file."""
        target = Path(path)
        data = cards.lorebook_file(self.context, id, name)
        with whole(target) as file:
            file.write(data)
        return target

    def import_(
        self,
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        as_: str | None = None,
        *,
        player: str | None = None,
    ) -> Story:
        """A story out of a file of any known format, known by its content.

        Several character cards and lorebooks make one story; `player` is the name of whoever plays
        in it. Raises `BadFile` for a file that is of none or that was changed, and `Exists` for an
        id that is taken.
        """
        if not isinstance(path, str | os.PathLike):
            return self._brought(formats.read_together([*map(Path, path)], player), as_)
        found = formats.read(Path(path))
        if isinstance(found, CardFile):
            return self._brought(bring([found], player), as_)
        if isinstance(found, own.Export):
            name = found.id if as_ is None else as_
            restore.restore(self.context, name, found.rows(), self.wall_clock())
        else:
            name = create.create(
                self.context, found.world, self.wall_clock(), as_=as_, turns=found.turns
            )
        return self._story(name)

    def _brought(self, found: Brought, as_: str | None) -> Story:
        made = create.create(
            self.context, found.world, self.wall_clock(), as_=as_, turns=found.turns,
            originals=found.originals,
        )  # fmt: skip
        return self._story(made)

    def check(self) -> Health:
        """Ask the database whether it is whole."""
        return self.context.store.check()

    def _story(self, id: str) -> Story:
        self.context.touched(id)
        return Story(self.context, id, self.wall_clock)
