"""How well the rules find contradictions: on pairs they were made with, and on those held out."""

from __future__ import annotations

from collections.abc import Sequence

from rashomon.reflect.opposing import opposed
from rashomon.testing.pairs import Pair, pairs, score


def main() -> None:
    """Print precision, recall and F1, by part and by language."""
    every = pairs()
    for held_out, part in ((False, "made with"), (True, "held out")):
        for language in ("en", "zh", ""):
            these = [p for p in every if p.held_out is held_out and language in ("", p.language)]
            if these:
                _print(f"{part}, {language or 'both'}", these)


def _print(name: str, these: Sequence[Pair]) -> None:
    found = [opposed(p.belief, p.perception, p.who, p.language) for p in these]
    got = score(found, [p.both == "no" for p in these])
    print(
        f"  {name:16} {len(these):4} pairs   precision {got.precision:.3f}"
        f"   recall {got.recall:.3f}   F1 {got.f1:.3f}",
        flush=True,
    )
