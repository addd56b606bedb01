"""Worlds of LIGHT as worlds of ours: rooms, ways between them, agents and objects.

Nothing is known here but how the data set writes things down. What each agent knows on top of its
start is for the caller to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

Node: TypeAlias = Mapping[str, Any]


def load(path: Path) -> dict[str, Any]:
    """The file as a world of ours, in which nobody knows more than it sees."""
    nodes: dict[str, Node] = json.loads(path.read_text("utf-8"))["nodes"]
    rooms = {id: node for id, node in nodes.items() if node.get("room")}
    return {
        "title": path.stem,
        "places": [_named(id, node) for id, node in rooms.items()],
        "exits": list(_exits(rooms)),
        "items": [
            _named(id, node) | {"at": _at(node, nodes), "worn": bool(node.get("equipped"))}
            for id, node in nodes.items()
            if node.get("object")
        ],
        "characters": [
            _named(id, node) | {"at": _at(node, rooms)}
            for id, node in nodes.items()
            if node.get("agent")
        ],
    }


def knowing(world: Mapping[str, Any], knows: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The same world, with what its characters know on top written into it."""
    people = [each | {"knows": list(knows.get(each["id"], ()))} for each in world["characters"]]
    return {**world, "characters": people}


def _id(node: str) -> str:
    return re.sub(r"[\s:/]+", "_", node)


def _named(id: str, node: Node) -> dict[str, Any]:
    return {"id": _id(id), "name": node["name"]}


def _at(node: Node, nodes: Mapping[str, Node]) -> str | None:
    holder: str = node["container_node"]["target_id"]
    return _id(holder) if holder in nodes and holder != "VOID" else None


def _exits(rooms: Mapping[str, Node]) -> Iterator[dict[str, Any]]:
    """One exit for each way that leads there and back, and a one-way one for each that does not."""
    ways = {
        (id, way["target_id"]) for id, node in rooms.items() for way in node["neighbors"].values()
    }
    for start, end in sorted(ways):
        if end not in rooms or start == end or (start > end and (end, start) in ways):
            continue
        yield {
            "id": f"{_id(start)}--{_id(end)}",
            "from": _id(start),
            "to": _id(end),
            "one_way": (end, start) not in ways,
        }
