"""The address of a model that somebody serves: `https://host/v1#model`, and whose key it may see.

A setting travels with its story, and a story may come from anybody. So a key belongs to a host and
not to a setting: an address in somebody's story never gets a key that was meant for another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from rashomon.errors import BadSetting

Keys: TypeAlias = Callable[[str], str | None]
"""The key for a host, `None` where there is none."""

PROVIDERS: Final[Mapping[str, str]] = {
    "api.cohere.com": "COHERE_API_KEY",
    "api.cohere.ai": "COHERE_API_KEY",
    "api.deepseek.com": "DEEPSEEK_API_KEY",
    "api.jina.ai": "JINA_API_KEY",
    "api.mistral.ai": "MISTRAL_API_KEY",
    "api.moonshot.ai": "MOONSHOT_API_KEY",
    "api.moonshot.cn": "MOONSHOT_API_KEY",
    "api.openai.com": "OPENAI_API_KEY",
    "api.together.xyz": "TOGETHER_API_KEY",
    "api.voyageai.com": "VOYAGE_API_KEY",
    "api.z.ai": "ZAI_API_KEY",
    "dashscope-intl.aliyuncs.com": "DASHSCOPE_API_KEY",
    "dashscope.aliyuncs.com": "DASHSCOPE_API_KEY",
    "open.bigmodel.cn": "ZHIPUAI_API_KEY",
    "openrouter.ai": "OPENROUTER_API_KEY",
}
"""Where well-known providers' keys lie, by the names their own tools use."""

_HERE = ("localhost", "127.0.0.1", "::1")


def key_variables(host: str) -> tuple[str, ...]:
    """The environment variables that may hold the key for a host, the first that is set counts.

    Any host's is `RASHOMON_KEY_` and its name in capitals: `RASHOMON_KEY_EMBED_EXAMPLE_ORG`.
    """
    own = "".join(char if char.isalnum() else "_" for char in host.upper())
    known = PROVIDERS.get(host)
    return (f"RASHOMON_KEY_{own}", *(() if known is None else (known,)))


def no_keys(host: str) -> str | None:
    """Nobody's key."""
    return None


@dataclass(frozen=True, slots=True)
class Address:
    """Where a model is served: the base URL without a slash at its end, its host, and its name."""

    url: str
    host: str
    model: str

    @property
    def is_here(self) -> bool:
        """Whether this machine serves it."""
        return self.host in _HERE

    @property
    def spec(self) -> str:
        """The address as a setting has it."""
        return f"{self.url}#{self.model}"

    def headers(self, keys: Keys) -> dict[str, str]:
        """What to send along: the host's key, unless it would travel in the open."""
        key = keys(self.host)
        if not key or not (self.url.startswith("https://") or self.is_here):
            return {}
        return {"Authorization": f"Bearer {key}"}


def is_address(setting: str) -> bool:
    """Whether a setting gives an address, not a name."""
    return setting.startswith(("http://", "https://"))


def read_address(key: str, setting: str) -> Address:
    """Read an address. Raises `BadSetting`, which never repeats what might hold a password."""
    try:
        parts = urlsplit(setting)
        host, user, _ = parts.hostname, parts.username, parts.port
    except ValueError:
        raise BadSetting(f"{key} is no address of a model.") from None
    if user is not None or parts.query:
        raise BadSetting(
            f"{key} should be a plain address; a key belongs in the environment"
            f" ({key_variables(host or 'host')[0]})."
        )
    if not host or not parts.fragment or any(map(str.isspace, setting)):
        raise BadSetting(
            f"{key} should name its model behind a #, as in http://localhost:11434/v1#MODEL."
        )
    url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
    return Address(url, host, parts.fragment)
