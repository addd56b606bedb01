"""Run the measurements named, or all of them."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module

import bench


def run(names: list[str]) -> int:
    """Run each measurement in order; 2 where a name is unknown, before anything is run."""
    there = sorted(m.name for m in pkgutil.iter_modules(bench.__path__) if m.name[0] != "_")
    unknown = [name for name in names if name not in there]
    if unknown:
        print(f"No measurement is called {', '.join(unknown)}. There are: {', '.join(there)}.")
        return 2
    if not there:
        print("There is no measurement yet.")
    for name in names or there:
        print(f"== {name}")
        import_module(f"bench.{name}").main()
    return 0


sys.exit(run(sys.argv[1:]))
