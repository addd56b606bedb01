"""Every setting there is, one row each, and nothing about any of them anywhere else.

The command line, the settings page, the documentation and the tests read this table, so that a
default or a bound can never be told in two ways. The weights of recall put relevance first, so that
the others only part what is equally relevant; a model has two minutes, since a small one on a
laptop's processor needs one for a long prompt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from rashomon.errors import BadSetting, did_you_mean, sentence, shown

Value = bool | int | float | str
Type = Literal["bool", "int", "float", "text"]
Scope = Literal["world", "story"]

T = TypeVar("T", bound=Value)


@dataclass(frozen=True, slots=True)
class Setting:
    """One key: what it is, what it may be, who may set it, and one sentence for whoever asks.

    `scope` is `both` where a world file and a story may set it, and `story` where a world file may
    not: a world is often somebody else's, and must not choose which model is paid, or how much.
    """

    key: str
    type: Type
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    scope: Literal["both", "story"] = "both"


def _switch(key: str, default: bool, said: str) -> Setting:
    return Setting(key, "bool", default, said)


def _whole(key: str, default: int, low: int, high: int, said: str) -> Setting:
    return Setting(key, "int", default, said, low, high)


def _number(key: str, default: float, low: float, high: float, said: str) -> Setting:
    return Setting(key, "float", default, said, low, high)


def _choice(key: str, default: str, choices: tuple[str, ...], said: str) -> Setting:
    return Setting(key, "text", default, said, choices=choices)


def _own(row: Setting) -> Setting:
    """Keep a row out of world files."""
    return Setting(
        *(row.key, row.type, row.default, row.help), row.low, row.high, row.choices, "story"
    )


def _model(role: str, does: str) -> Setting:
    said = f"The model that {does}; empty takes models.default."
    return _own(Setting(f"models.{role}", "text", "", said))


ROWS: tuple[Setting, ...] = (
    _whole("record.open", 3, 0, 1000, "How many of the newest turns stay open to be taken back."),
    _whole("record.backlog", 10, 1, 200, "How many turns gather before the record keeper comes."),
    _switch("record.verify", True, "Whether the keeper reads its edits back, to take some back."),
    _whole("record.versionsFrom", 3, 1, 5, "From which importance on the keeper writes versions."),
    _switch("knowledge.fromSpeech", True, "Whether hearing a name makes the thing known."),
    _whole("recall.candidates", 60, 1, 1000, "How many memories are weighed for one recollection."),
    _whole("recall.limit", 8, 1, 100, "How many memories come to mind at most."),
    _whole("recall.tokens", 1200, 50, 100_000, "How many tokens what comes to mind may take."),
    _whole("recall.companions", 2, 0, 20, "How many memories may come along by association."),
    _number(
        "recall.weight.relevance", 1.0, 0, 10, "How much a memory's bearing on the cues counts."
    ),
    _number("recall.weight.importance", 0.2, 0, 10, "How much a memory's importance counts."),
    _number("recall.weight.recency", 0.1, 0, 10, "How much it counts how lately it was."),
    _number("recall.weight.retention", 0.1, 0, 10, "How much it counts how well it is kept."),
    _number("recall.variety", 0.2, 0, 1, "How far near-repeats give way to something different."),
    _switch("memory.imperfect", True, "Whether memories fade and may be partial or mistaken."),
    _number("memory.foldedFade", 0.5, 0.01, 1, "What part of its time a digested memory keeps."),
    _switch("reflection.auto", True, "Whether characters reflect by themselves as turns pass."),
    _whole("reflection.everyTurns", 20, 1, 10_000, "After how many turns characters reflect."),
    _whole("reflection.minTurns", 5, 0, 10_000, "How many turns lie between two reflections."),
    _whole("reflection.perRun", 3, 1, 1000, "How many characters reflect at one time."),
    _whole("reflection.minNew", 4, 1, 1000, "How much new a character needs in order to reflect."),
    _whole("reflection.checks", 2, 0, 100, "How many beliefs a character re-checks at one time."),
    _own(Setting("models.default", "text", "rules", "The model used; rules is none at all.")),
    _model("gm", "directs the scene"),
    _model("character", "gives the characters their voices"),
    _model("keeper", "keeps the record"),
    _model("reflection", "reflects for the characters"),
    _model("check", "checks beliefs against what came after"),
    _model("narrator", "tells a turn as prose"),
    _own(
        _choice(
            *("models.shape", "narrow", ("narrow", "wide")),
            "Whether a call has one task, for small models, or joins several.",
        )
    ),
    _own(_whole("models.concurrency", 2, 1, 64, "How many model calls may run at a time.")),
    _own(_number("models.timeout", 120.0, 1, 3600, "How many seconds to wait for a model.")),
    _own(
        Setting(
            *("embedder", "text", "wordllama"),
            "What makes vectors of texts: a name, an address (http://HOST/v1#MODEL), or none.",
        )
    ),
    _own(
        Setting(
            *("reranker", "text", "none"),
            "What re-reads what was found: an address (https://HOST/v1#MODEL), or none.",
        )
    ),
    _own(
        _number(
            *("budget.callsPerTurn", 2.0, 0, 1000),
            "How many calls a turn keeping and reflection may make, averaged over 20 turns.",
        )
    ),
    _whole("context.tokens", 4000, 200, 1_000_000, "How many tokens a prompt's context may take."),
    _whole("play.actors", 2, 1, 12, "How many characters act in one turn at most."),
    _choice(
        *("play.prose", "chat", ("chat", "novel")),
        "Whether the characters' words are the prose, or a narrator tells the turn.",
    ),
    _choice(
        *("play.quick", "auto", ("auto", "on", "off")),
        "Whether a turn takes the fewest calls; auto is on for local models.",
    ),
    _own(
        _whole(
            *("runs.megabytes", 64, 0, 10_000),
            "How much of what models were asked is kept; of the oldest only what it cost stays.",
        )
    ),
    _switch("diagnostics", False, "Whether every recollection keeps its trace."),
)

SETTINGS: Mapping[str, Setting] = {row.key: row for row in ROWS}

_ON, _OFF = ("on", "true", "yes", "1"), ("off", "false", "no", "0")


def row(key: str) -> Setting:
    """Give the row of a key; raises `BadSetting` that names the nearest one."""
    found = SETTINGS.get(key)
    if found is None:
        raise BadSetting(
            sentence(f"There is no setting {shown(key)}{did_you_mean(str(key), SETTINGS)}")
        )
    return found


def parse(key: str, value: object) -> Value:
    """Read a value as its row wants it, from a command line's text or from a file's own types."""
    wanted = row(key)
    read = _read(wanted, value.strip() if isinstance(value, str) else value)
    if wanted.choices and read not in wanted.choices:
        near = did_you_mean(str(read), wanted.choices) or "."
        raise BadSetting(f"{key} should be {_listed(wanted.choices)}, not {shown(read)}{near}")
    if isinstance(read, (int, float)) and not isinstance(read, bool):
        low, high = wanted.low, wanted.high
        if (low is not None and read < low) or (high is not None and read > high):
            raise BadSetting(f"{key} should be from {low:g} to {high:.10g}, not {shown(value)}.")
    return read


def _read(wanted: Setting, value: object) -> Value:
    if wanted.type == "bool":
        if isinstance(value, bool):
            return value
        said = str(value).lower() if isinstance(value, (str, int)) else ""
        if said in (*_ON, *_OFF):
            return said in _ON
        raise BadSetting(f"{wanted.key} should be on or off, not {shown(value)}.")
    if wanted.type == "text":
        if isinstance(value, bool) and wanted.choices:
            return "on" if value else "off"
        if isinstance(value, str):
            return value
        raise BadSetting(f"{wanted.key} should be a text, not {shown(value)}.")
    kind = "a whole number" if wanted.type == "int" else "a number"
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        try:
            number = float(value)
        except (ValueError, OverflowError):
            number = float("nan")
        if wanted.type == "float" and number - number == 0:
            return number
        if wanted.type == "int" and number - number == 0 and number == int(number):
            return int(number)
    raise BadSetting(f"{wanted.key} should be {kind}, not {shown(value)}.")


def _listed(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def check(settings: Mapping[str, object], scope: Scope) -> dict[str, Value]:
    """Read all settings that a world file or a story gives; raises `BadSetting` at the first wrong.

    What only a story may set is refused in a world file with that reason, not passed over: its
    author would wait in vain for it to do something.
    """
    read: dict[str, Value] = {}
    for key, value in settings.items():
        if scope == "world" and row(key).scope == "story":
            raise BadSetting(
                f"{key} cannot stand in a world file; set it on the story, as it is whoever tells "
                "the story that pays."
            )
        read[key] = parse(key, value)
    return read


class Settings(Mapping[str, Value]):
    """All settings of a story, read only: what was set, and the default of everything else.

    `whole`, `number`, `on` and `text` give a value with its type; asking for a key that does not
    exist, or as something it is not, is a mistake of the program and says so at once.
    """

    def __init__(self, overrides: Mapping[str, object] | None = None) -> None:
        self._set = {key: parse(key, value) for key, value in (overrides or {}).items()}

    @property
    def overrides(self) -> Mapping[str, Value]:
        """Only what was set: what there is to store."""
        return dict(self._set)

    def having(self, key: str, value: object) -> Settings:
        """Give these settings with one changed."""
        return Settings({**self._set, key: value})

    def whole(self, key: str) -> int:
        """Give a whole number."""
        return self._as(key, int)

    def number(self, key: str) -> float:
        """Give a number."""
        return self._as(key, float)

    def on(self, key: str) -> bool:
        """Tell whether a switch is on."""
        return self._as(key, bool)

    def text(self, key: str) -> str:
        """Give a text or a choice."""
        return self._as(key, str)

    def _as(self, key: str, kind: type[T]) -> T:
        value = self[key]
        if type(value) is not kind:
            raise BadSetting(f"{key} is {value!r}, which is no {kind.__name__}.")
        return value

    def __getitem__(self, key: str) -> Value:
        return self._set[key] if key in self._set else row(key).default

    def __contains__(self, key: object) -> bool:
        return key in SETTINGS

    def __iter__(self) -> Iterator[str]:
        return iter(SETTINGS)

    def __len__(self) -> int:
        return len(SETTINGS)

    def __repr__(self) -> str:
        return f"Settings({self._set!r})"
