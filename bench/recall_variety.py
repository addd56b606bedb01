"""Variety on LoCoMo: whether answers whose evidence is in several lines lose by it.

Questions of category 1 need several lines; variety may crowd one of them out, or make room for it.
"""

from __future__ import annotations

from bench._quality import HALVES, embedders, half, means
from bench.recall_locomo import FIRST, SETTINGS, ask, cases, conversations, remembered
from rashomon.settings import Settings

SEVERAL = 1
"""The category whose questions need several lines."""


def main() -> None:
    """Print category 1 with no variety and with the default."""
    folder = cases()
    if folder is None:
        return
    default = Settings().number("recall.variety")
    for embedder in embedders(otherwise="wordllama"):
        for variety in (0.0, default):
            settings = {**SETTINGS, "recall.variety": variety}
            found = [
                ask(
                    *remembered(lines, settings, embedder),
                    [query for query in queries if query["category"] == SEVERAL],
                )
                for lines, queries in conversations(folder)
            ]
            for name, number in HALVES.items():
                shares = [asked.shares for talk in half(found, number) for asked in talk]
                shown = (f"@{k} {value:.3f}" for k, value in zip(FIRST, means(shares), strict=True))
                print(f"  {embedder}, variety {variety}, {name:4} {'  '.join(shown)}", flush=True)
