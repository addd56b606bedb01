"""Language models: what a setting may name, and how it is found.

A provider that has a client of its own is spoken to through pydantic-ai; whatever else speaks as
OpenAI's does is an address, or a preset for one; and a file is run in this process. A setting
travels with its story, and a story may come from anybody. So whose key is sent is decided by the
host alone, and a story that is brought in brings no file to load.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from rashomon.errors import BadSetting, did_you_mean
from rashomon.models.address import Address, Keys, is_address, key_variables, no_keys, read_address
from rashomon.models.language.local import let_go, model_file, serve
from rashomon.models.language.presets import PRESETS
from rashomon.ports.language import FILE, LanguageModel
from rashomon.prompts.request import Role
from rashomon.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic_ai.models import Model

RULES: Final = "rules"
"""No model: what can be done by rule is."""

_NAMED = re.compile(r"[a-z][a-z0-9/-]*:\S+")


class LanguageModels:
    """Gives the model that a role's setting names, each made once. `Models` of the port.

    At most `models.concurrency` calls of one event loop run at a time, and one of a model in a
    file, which has one mind to think with. `close` stops what was started.
    """

    def __init__(
        self,
        keys: Keys = no_keys,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.keys = keys
        self.clock = clock
        self.sleep = sleep
        self._made: dict[tuple[str, float, int], LanguageModel | None] = {}
        self._gates: dict[int, Gate] = {}
        self._alone: dict[str, Gate] = {}

    def __call__(self, settings: Settings, role: Role) -> LanguageModel | None:
        """The model of a role; `None` for `rules`. Raises `BadSetting`."""
        key = f"models.{role}"
        setting = settings.text(key)
        if not setting:
            key, setting = "models.default", settings.text("models.default")
        asked = (setting, settings.number("models.timeout"), settings.whole("models.concurrency"))
        if asked not in self._made:
            self._made[asked] = self._make(key, *asked)
        return self._made[asked]

    def close(self) -> None:
        """Stop the servers that were started for these models; asked again, they start again."""
        let_go(id(self))

    def _make(self, key: str, setting: str, timeout: float, at_once: int) -> LanguageModel | None:
        if setting == RULES:
            return None
        made = _Maker(self, key, setting, timeout, self._gates.setdefault(at_once, Gate(at_once)))
        prefix, _, rest = setting.partition(":")
        if is_address(setting):
            return made.at(read_address(key, setting))
        if prefix in PRESETS and rest:
            return made.at(PRESETS[prefix].address(key, rest))
        if prefix == FILE and rest:
            path = model_file(key, rest)
            made.gate = self._alone.setdefault(str(path), Gate(1))
            return made.in_file(path)
        if not _NAMED.fullmatch(setting):
            raise _no_model(key, prefix)
        return made.by_name(prefix)


def models(keys: Keys = no_keys) -> LanguageModels:
    """The models of a library; `keys` gives the key for a host."""
    return LanguageModels(keys)


class Gate:
    """Lets so many calls of one event loop through at a time."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._of: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )

    def __call__(self) -> AbstractAsyncContextManager[None]:
        """Wait for a place, and keep it."""
        loop = asyncio.get_running_loop()
        return self._of.setdefault(loop, asyncio.Semaphore(self._limit))


class _Maker:
    """Makes one model. Nothing is imported or connected to before it is asked."""

    def __init__(
        self, of: LanguageModels, key: str, setting: str, timeout: float, gate: Gate
    ) -> None:
        self.of = of
        self.key = key
        self.setting = setting
        self.timeout = timeout
        self.gate = gate

    def at(self, address: Address) -> LanguageModel:
        """A model that somebody serves."""
        keys = self.of.keys

        def make() -> Model[Any]:
            from rashomon.models.language.building import at_address

            return at_address(address, keys)

        where = (address.host, key_variables(address.host))
        return self._model(self.setting, where, _per_loop(make), here=address.is_here)

    def in_file(self, path: Path) -> LanguageModel:
        """A model in a file of this machine; its name says nothing of where the file lies."""

        async def make() -> Model[Any]:
            from rashomon.models.language.building import at_address

            address, token = await asyncio.to_thread(serve, path, id(self.of))
            return at_address(address, lambda host: token)

        return self._model(f"{FILE}:{path.name}", (path.name, ()), make, here=True)

    def by_name(self, provider: str) -> LanguageModel:
        """A model that pydantic-ai knows by its provider's name."""
        from rashomon.models.language.building import by_name, known

        fault = known(provider)
        if fault is not None:
            raise _no_model(self.key, provider) if not fault else BadSetting(f"{self.key}: {fault}")
        setting = self.setting
        return self._model(setting, (provider, ()), _per_loop(lambda: by_name(setting)), here=False)

    def _model(
        self,
        name: str,
        where: tuple[str, tuple[str, ...]],
        make: Callable[[], Awaitable[Model[Any]]],
        *,
        here: bool,
    ) -> LanguageModel:
        from rashomon.models.language.failures import Where
        from rashomon.models.language.provider import ProviderModel

        return ProviderModel(
            *(name, Where(*where), make, self.timeout),
            here=here, turn=self.gate, clock=self.of.clock, sleep=self.of.sleep,
        )  # fmt: skip


def _per_loop(make: Callable[[], Model[Any]]) -> Callable[[], Awaitable[Model[Any]]]:
    """Make one for each event loop: connections belong to the loop that opened them."""
    made: WeakKeyDictionary[asyncio.AbstractEventLoop, Model[Any]] = WeakKeyDictionary()

    async def give() -> Model[Any]:
        loop = asyncio.get_running_loop()
        if loop not in made:
            made[loop] = make()
        return made[loop]

    return give


def _no_model(key: str, prefix: str) -> BadSetting:
    """What is said of a setting that names no model: not what it was, for it may be a key."""
    near = did_you_mean(prefix, (RULES, FILE, *PRESETS)) or "."
    return BadSetting(
        f"{key} should be {RULES}, an address such as http://localhost:11434/v1#MODEL, a model of a"
        f" server ({', '.join(f'{each}:MODEL' for each in PRESETS)}) or of a provider"
        f" (openai:MODEL, anthropic:MODEL, …), or {FILE}:PATH{near}"
    )
