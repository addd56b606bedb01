"""Recall against vector stores that others use, holding the same vectors with an owner filter.

200,000 memories in fifty minds, the same questions, one run: each peer is asked for the eight
nearest of one owner, given the question's vector; Rashomon is given its words and does all of its
stages. What is not installed is left out and said: none of them is a dependency.

    pip install chromadb langgraph lancedb
"""

from __future__ import annotations

import importlib.util
import logging
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

import rashomon
from bench import _recall as s
from bench import _record as r
from rashomon.api.story import Story
from rashomon.models.embedding.wordllama import DIMENSION, WordLlamaEmbedder

MEMORIES = 200_000
ASKED = 100
NEAREST = 8
FACTOR = 10.0

Vectors = npt.NDArray[np.float32]
Ask = Callable[[str, Vectors], int]
"""Asks for an owner's nearest to a vector; answers how many came."""


def _memories() -> tuple[list[str], list[str], Vectors]:
    """Owners, texts and vectors, as the story has them: a line each for everybody in its room."""
    owners: list[str] = []
    texts: list[str] = []
    for turn, said in enumerate(s.turns(s.turns_for(MEMORIES))):
        here = [f"p{turn % s.ROOMS + s.ROOMS * n}" for n in range(s.IN_A_ROOM)]
        for step in said["steps"]:
            owners += here
            texts += [step.get("says") or step.get("does")] * len(here)
    distinct = list(dict.fromkeys(texts))
    place = {text: n for n, text in enumerate(distinct)}
    made = WordLlamaEmbedder().embed(distinct)
    return owners, texts, made[[place[text] for text in texts]]


@contextmanager
def _chroma(owners: list[str], texts: list[str], vectors: Vectors) -> Iterator[Ask]:
    chroma: Any = import_module("chromadb")
    client = chroma.EphemeralClient()
    held = client.create_collection("memories", metadata={"hnsw:space": "cosine"})
    for start in range(0, len(owners), 5000):
        end = min(start + 5000, len(owners))
        held.add(
            ids=[str(n) for n in range(start, end)],
            embeddings=vectors[start:end],
            documents=texts[start:end],
            metadatas=[{"owner": owner} for owner in owners[start:end]],
        )

    def ask(owner: str, vector: Vectors) -> int:
        found = held.query(query_embeddings=vector[None], n_results=NEAREST, where={"owner": owner})
        return len(found["ids"][0])

    yield ask


@contextmanager
def _langgraph(owners: list[str], texts: list[str], vectors: Vectors) -> Iterator[Ask]:
    memory: Any = import_module("langgraph.store.memory")
    known: dict[str, Vectors] = dict(zip(texts, vectors, strict=True))

    def embed(wanted: list[str]) -> list[list[float]]:
        return [known[text].tolist() for text in wanted]

    store = memory.InMemoryStore(index={"dims": DIMENSION, "embed": embed, "fields": ["text"]})
    base: Any = import_module("langgraph.store.base")
    # One owner after the other: it does not take the same text twice at a time.
    order = sorted(range(len(owners)), key=owners.__getitem__)
    for start in range(0, len(order), 2000):
        store.batch(
            [
                base.PutOp((owners[n],), str(n), {"text": texts[n]})
                for n in order[start : start + 2000]
            ]
        )

    def ask(owner: str, vector: Vectors) -> int:
        known["?"] = vector
        return len(store.search((owner,), query="?", limit=NEAREST))

    yield ask


@contextmanager
def _lance(
    owners: list[str], texts: list[str], vectors: Vectors, *, index: bool = False
) -> Iterator[Ask]:
    lance: Any = import_module("lancedb")
    arrow: Any = import_module("pyarrow")
    with tempfile.TemporaryDirectory() as folder:
        flat = arrow.array(vectors.ravel())
        table = lance.connect(folder).create_table(
            "memories",
            arrow.table(
                {
                    "owner": owners,
                    "text": texts,
                    "vector": arrow.FixedSizeListArray.from_arrays(flat, DIMENSION),
                }
            ),
        )
        if index:
            table.create_scalar_index("owner", index_type="BITMAP")

        def ask(owner: str, vector: Vectors) -> int:
            query = (
                table.search(vector).metric("cosine").where(f"owner = '{owner}'", prefilter=True)
            )
            return len(query.limit(NEAREST).to_list())

        yield ask


PEERS = {"chromadb": _chroma, "langgraph": _langgraph, "lancedb": _lance}
TUNED = {"lancedb": partial(_lance, index=True)}
"""Peers that can be told beforehand which filter will come: told beside, and not judged."""


def main() -> bool:
    """Ask everybody the same, each peer and Rashomon in turn: a machine is never twice alike."""
    print(r.machine())
    logging.disable(logging.WARNING)
    questions = s.questions(MEMORIES, s.MINDS + ASKED, 9)
    there = [name for name in PEERS if importlib.util.find_spec(name) is not None]
    for name in sorted({*PEERS} - {*there}):
        print(f"{name} is not installed here, and left out.")
    path = r.folder() / "peers.db"
    s.record(str(path), MEMORIES)
    memories = _memories() if there else None
    factors: list[float] = []
    with rashomon.open(path) as library:
        story = library.story("speed")
        if memories is None:
            figures = [r.timed(lambda o=o, t=t: story.mind(o).recall(t)) for o, t in questions]
            r.told("rashomon, words in, all stages, p50", r.share(figures, 0.5), None, "ms")
            return True
        factors += [_beside(name, PEERS[name], memories, story, questions) for name in there]
        for name in (name for name in there if name in TUNED):
            _beside(f"{name}, owners indexed", TUNED[name], memories, story, questions)
    met = min(factors) >= FACTOR
    print(f"{'times as fast as the fastest of them':58} {min(factors):9.2f} {'':8} at least "
          f"{FACTOR:g}: {'pass' if met else 'FAIL'}")  # fmt: skip
    return met


def _beside(
    name: str,
    peer: Callable[[list[str], list[str], Vectors], AbstractContextManager[Ask]],
    memories: tuple[list[str], list[str], Vectors],
    story: Story,
    questions: list[tuple[str, str]],
) -> float:
    """How many times as fast as a peer we are at p50, each question asked of both."""
    asked = WordLlamaEmbedder().embed([text for _, text in questions], asking=True)
    theirs: list[float] = []
    ours: list[float] = []
    start = time.perf_counter()
    with peer(*memories) as ask:
        filled = time.perf_counter() - start
        for (owner, text), vector in zip(questions, asked, strict=True):
            began = time.perf_counter()
            found = ask(owner, vector)
            theirs.append((time.perf_counter() - began) * 1000)
            if found != NEAREST:
                raise SystemExit(f"{name} did not answer with {NEAREST} memories of {owner}.")
            ours.append(r.timed(lambda o=owner, t=text: story.mind(o).recall(t)))
    their, our = (r.share(figures[s.MINDS :], 0.5) for figures in (theirs, ours))
    r.told(f"{name}, vector in, p50 (filled in {filled:.0f} s)", their, None, "ms")
    r.told("  rashomon beside it, words in, all stages, p50", our, None, "ms")
    return their / our


if __name__ == "__main__":
    main()
