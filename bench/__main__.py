"""Run the measurements named, or all of them."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module

import bench


def run(names: list[str]) -> int:
    """Run each measurement in order; 1 where a target is missed, and 2, before
    anything is run, where a name is unknown.
    """
    there = sorted(m.name for m in pkgutil.iter_modules(bench.__path__) if m.name[0] != "_")
    unknown = [name for name in names if name not in there]
    if unknown:
        print(f"No measurement is called {', '.join(unknown)}. There are: {', '.join(there)}.")
        return 2
    if not there:
        print("There is no measurement yet.")
    missed: list[str] = []
    for name in names or there:
        print(f"== {name}", flush=True)
        if import_module(f"bench.{name}").main() is False:
            missed.append(name)
    if missed:
        print(f"A target was missed in {', '.join(missed)}.")
    return 1 if missed else 0


sys.exit(run(sys.argv[1:]))
