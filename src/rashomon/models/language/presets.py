"""Where well-known servers of models are found, so that a setting can say `ollama:MODEL`.

All of them speak as OpenAI's does. A preset is an address under a shorter name and nothing more:
whose key it may see is decided by its host, as for any other address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rashomon.models.address import Address, key_variables, read_address


@dataclass(frozen=True, slots=True)
class Preset:
    """A server by name: its base URL, a model to try it with, and one sentence about it."""

    url: str
    example: str
    help: str

    def address(self, key: str, model: str) -> Address:
        """The address of one of its models, as `key` sets it. Raises `BadSetting`."""
        return read_address(key, f"{self.url}#{model}")

    @property
    def key(self) -> str | None:
        """The environment variable in which its key usually lies; `None` where it needs none."""
        found = self.address("", "model")
        return None if found.is_here else key_variables(found.host)[-1]


PRESETS: Final[Mapping[str, Preset]] = {
    "ollama": Preset(
        "http://localhost:11434/v1", "qwen3:8b", "Ollama on this machine; `ollama pull` first."
    ),
    "lmstudio": Preset(
        "http://localhost:1234/v1", "qwen3-8b", "LM Studio on this machine, with its server on."
    ),
    "llamacpp": Preset(
        "http://localhost:8080/v1", "any", "llama.cpp's own `llama-server` on this machine."
    ),
    "koboldcpp": Preset(
        "http://localhost:5001/v1", "any", "KoboldCpp on this machine, with whatever it has loaded."
    ),
    "vllm": Preset("http://localhost:8000/v1", "Qwen/Qwen3-8B", "vLLM on this machine."),
    "openrouter": Preset(
        "https://openrouter.ai/api/v1", "qwen/qwen3-32b", "OpenRouter, with models of many makers."
    ),
    "deepseek": Preset("https://api.deepseek.com/v1", "deepseek-chat", "DeepSeek."),
    "qwen": Preset(
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        "qwen-plus",
        "Qwen at Alibaba; in China use the address of `dashscope.aliyuncs.com`.",
    ),
    "glm": Preset(
        "https://api.z.ai/api/paas/v4",
        "glm-4.6",
        "GLM at Z.ai; in China use the address of `open.bigmodel.cn`.",
    ),
    "kimi": Preset(
        "https://api.moonshot.ai/v1",
        "kimi-k2",
        "Kimi at Moonshot; in China use the address of `api.moonshot.cn`.",
    ),
}
"""Every server that has a name. The ports are those that each has when nothing else is said."""
