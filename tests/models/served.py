"""A tiny server of models on this machine, that says what it was asked and misbehaves as told."""

from __future__ import annotations

import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

DIMENSION = 32

Answer = Callable[[str, dict[str, Any]], Any]
"""What to say to a path and a body: JSON, or a status and the bytes of an answer."""


@dataclass
class Served:
    """Where the server is, and every request: path, headers and body."""

    url: str
    requests: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)


def vector(text: str) -> list[float]:
    """A vector of a text's words, of any length, by no model at all."""
    found = np.zeros(DIMENSION)
    for word in text.lower().replace(".", " ").replace("?", " ").split() or [text]:
        chance = np.random.default_rng(zlib.crc32(word.encode("utf-8", "replace")))
        found += chance.standard_normal(DIMENSION)
    return (3 * found).tolist()


def embeddings(path: str, body: dict[str, Any]) -> Any:
    """Answers as OpenAI does, last text first, since no order is promised."""
    assert path == "/v1/embeddings"
    assert all(body["input"]), "some servers refuse an empty text"
    rows = [{"index": n, "embedding": vector(text)} for n, text in enumerate(body["input"])]
    return {"object": "list", "data": rows[::-1], "model": body["model"]}


def relevance(query: str, text: str) -> float:
    """How many of a question's words a text has."""
    return len(set(query.lower().strip("?").split()) & set(text.lower().strip(".").split())) / 8


@contextmanager
def serving(answer: Answer) -> Iterator[Served]:
    """Serve answers until the block ends."""
    served = Served("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            served.requests.append((self.path, dict(self.headers), body))
            said = answer(self.path, body)
            status, content = said if isinstance(said, tuple) else (200, json.dumps(said).encode())
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", content.decode())
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def slowly(answer: Answer, seconds: float) -> Answer:
    """The same, later."""

    def later(path: str, body: dict[str, Any]) -> Any:
        time.sleep(seconds)
        return answer(path, body)

    return later
