"""How pydantic-ai's models are made: with our client, and with nothing taken for granted."""

from __future__ import annotations

import inspect
import re
from typing import Any, Final

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers import Provider, infer_provider, infer_provider_class
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from rashomon.models.address import Address, Keys
from rashomon.models.language.client import make_client
from rashomon.models.language.raised import Closed

STRICT: Final = ("api.openai.com",)
"""Hosts that take a schema only in the form in which OpenAI wants it, and `max_completion_tokens`.

To the others it is sent as it is, with the bounds that a grammar can hold."""


OURS: Final = ("anthropic", "google", "google-cloud")
"""Providers whose clients come with `rashomon[providers]`."""

NO_TAGS: Final = ("\0<", "\0>")
"""Tags that nobody writes: thoughts between tags are found here, whole or streamed."""


def at_address(address: Address, keys: Keys) -> Model[Any]:
    """The model at an address, with its own key or none."""
    provider = OpenAICompatibleProvider(
        address.host, base_url=address.url, http_client=make_client(address, keys)
    )
    return OpenAIChatModel(address.model, provider=provider, profile=_profile(address))


def _profile(address: Address) -> ModelProfile:
    """What is taken for granted of a server: a schema for the reply, until it refuses one."""
    if address.host in STRICT:
        return ModelProfile(thinking_tags=NO_TAGS)
    return OpenAIModelProfile(
        thinking_tags=NO_TAGS,
        supports_json_schema_output=True,
        json_schema_transformer=None,
        openai_chat_supports_max_completion_tokens=False,
    )


def known(provider: str) -> str | None:
    """Whether pydantic-ai knows a provider: `None` if so, empty if not, else what is lacking."""
    try:
        infer_provider_class(provider)
    except ImportError:
        from_ = "rashomon[providers]" if provider in OURS else f"pydantic-ai-slim[{provider}]"
        return f"{provider} is asked with a client of its own, which comes with {from_}."
    except ValueError:
        return ""
    return None


def by_name(setting: str) -> Model[Any]:
    """The model of a provider, whose key lies where the provider's own tools look for it.

    Raises `Closed` where it lies not.
    """
    try:
        return infer_model(setting, _provider)
    except ImportError:
        raise Closed(f"{setting} is asked with a client that is not installed.") from None
    except UserError as error:
        wanted = re.search(r"\b[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)\b", str(error))
        lack = (
            f"its key is not in the environment ({wanted[0]})" if wanted else "there is none such"
        )
        raise Closed(f"{setting} cannot be asked: {lack}.") from None


def _provider(name: str) -> Provider[Any]:
    """A provider with our client, where it lets us bring one."""
    if name.startswith("gateway/"):
        return infer_provider(name)
    kind: Any = infer_provider_class(name)
    if "http_client" not in inspect.signature(kind.__init__).parameters:
        return infer_provider(name)
    return kind(http_client=make_client())
