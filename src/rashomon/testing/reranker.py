"""What every reranker promises, as tests: whoever writes one proves it with these.

class TestMine(RerankerContract):
    @pytest.fixture
    def reranker(self): return Mine()
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import isfinite

from rashomon.ports.reranker import Reranker

QUESTION = "Where is the key?"
TEXTS = ("It rained.", "The key is in the chest.", "她走了。", "", "It rained.", "key " * 500)


class RerankerContract:
    """Give a fixture `reranker` that has an opinion."""

    def test_every_text_has_a_score_at_its_place(self, reranker: Reranker) -> None:
        """Whatever order a provider answers in."""
        scores = reranker.score(QUESTION, TEXTS)
        assert scores is not None
        assert len(scores) == len(TEXTS)
        assert all(isinstance(score, float) and isfinite(score) for score in scores)
        assert scores[1] > scores[0]
        backwards = reranker.score(QUESTION, TEXTS[::-1])
        assert backwards is not None
        assert backwards[-2] > backwards[-1]

    def test_of_nothing_there_is_nothing_to_say(self, reranker: Reranker) -> None:
        """And nothing is asked for it."""
        assert not reranker.score(QUESTION, [])

    def test_threads_do_not_mix_their_texts(self, reranker: Reranker) -> None:
        """Each gets as many scores as it has texts, the best for the one about the key."""

        def best(count: int) -> int | None:
            scores = reranker.score(QUESTION, ["It rained."] * count + ["The key is here."])
            return None if scores is None else scores.index(max(scores))

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(best, range(1, 9))) == list(range(1, 9))
