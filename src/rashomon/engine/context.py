"""What every use case is handed: the store, the models, and the scenes that are still warm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rashomon.engine.calls import Calls
from rashomon.engine.warm import Minds
from rashomon.ports.embedder import Embedders, no_embedder
from rashomon.ports.language import Models, no_models
from rashomon.ports.reranker import Rerankers, no_reranker
from rashomon.ports.store import Store, StoredStory
from rashomon.record.scene import MindState, Scene
from rashomon.settings import Settings
from rashomon.story.event import Scalar
from rashomon.story.places import Atlas
from rashomon.story.world import World

ATLASES = 64
"""How many atlases are kept: a handful of open stories at a few versions each."""


def timeless() -> float:
    """No wall clock: what a context has that nobody wired."""
    return 0.0


def alone(story: str) -> None:
    """Do nothing in the background: what a context has that nobody wired."""


@dataclass(slots=True)
class Warm:
    """A scene and the state of the story that it shows."""

    key: int
    epoch: int
    commit: int
    scene: Scene
    settings: Settings


@dataclass(slots=True)
class Context:
    """The store, the models, and a scene a story: a turn costs the same however long a story is.

    A scene is only ever used by the writer who has the story to itself, and only if the story
    stands where the scene left it: whatever another process wrote makes it be loaded again.
    """

    store: Store
    scenes: dict[str, Warm] = field(default_factory=dict[str, Warm])
    atlases: dict[tuple[int, int, int], Atlas] = field(
        default_factory=dict[tuple[int, int, int], Atlas]
    )
    minds: Minds = field(default_factory=Minds)
    embedder: Embedders = no_embedder
    reranker: Rerankers = no_reranker
    models: Models = no_models
    calls: Calls = field(default_factory=Calls)
    clock: Callable[[], float] = timeless
    """Seconds since 1970; only runs are told when they were."""
    touched: Callable[[str], None] = alone
    """Told of a story that something was done in it: what is due may be done in the background."""

    def atlas(self, unit: StoredStory) -> Atlas:
        """The authored world as it stands, read once for as long as it stays so."""
        version = (unit.head.key, unit.head.epoch, unit.entities_version())
        found = self.atlases.get(version)
        if found is None:
            if len(self.atlases) >= ATLASES:
                self.atlases.clear()
            found = self.atlases[version] = atlas_of(unit)
        return found

    def take(self, unit: StoredStory) -> Warm:
        """The scene of a story, out of the warm ones or loaded. It is gone until it is kept."""
        head = unit.head
        warm = self.scenes.pop(head.id, None)
        if warm is not None and (warm.key, warm.epoch, warm.commit) == (
            head.key,
            head.epoch,
            head.commit,
        ):
            return warm
        world = world_of(unit)
        return Warm(head.key, head.epoch, head.commit, load_scene(unit), settings_of(unit, world))

    def keep(self, unit: StoredStory, warm: Warm) -> None:
        """Keep a scene that shows the story as it stands at the end of this transaction."""
        head = unit.head
        warm.key, warm.epoch, warm.commit = head.key, head.epoch, head.commit
        self.scenes[head.id] = warm


def world_of(unit: StoredStory) -> World:
    """What the world says of itself, without its entities."""
    return World.bare(unit.world())


def settings_of(unit: StoredStory, world: World) -> Settings:
    """The settings in force: the story's own over the world's over the defaults."""
    overrides: Mapping[str, Scalar] = {**world.settings, **unit.settings()}
    return Settings(overrides)


def atlas_of(unit: StoredStory) -> Atlas:
    """The authored world as it stands."""
    entities = unit.entities()
    return Atlas(
        {entity.id: entity for entity, _ in entities},
        frozenset(entity.id for entity, retired in entities if retired),
        unit.aliases(),
    )


def load_scene(unit: StoredStory) -> Scene:
    """The scene as the rows have it."""
    atlas = atlas_of(unit)
    states = {
        entity: properties
        for entity, properties in unit.states().items()
        if atlas.live(entity) is not None
    }
    for properties in states.values():
        at = properties.get("at")
        if isinstance(at, str):
            properties["at"] = atlas.canonical(at)
    minds: dict[str, MindState] = {}

    def mind(owner: str) -> MindState:
        return minds.setdefault(atlas.canonical(owner), MindState())

    for owner, entities in unit.known().items():
        mind(owner).known |= {atlas.canonical(entity) for entity in entities}
    for known in unit.names():
        names = mind(known.owner).names.setdefault(atlas.canonical(known.person), [])
        if known.name not in names:
            names.append(known.name)
    for owner, about in unit.bonds():
        mind(owner).bonds.add(atlas.canonical(about))
    return Scene(atlas, unit.head.turn, unit.head.time, states, minds)
