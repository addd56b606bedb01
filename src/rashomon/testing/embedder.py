"""What every embedder promises, as tests: whoever writes one proves it with these.

class TestMine(EmbedderContract):
    @pytest.fixture
    def embedder(self): return Mine()
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from rashomon.ports.embedder import Embedder

if TYPE_CHECKING:
    from rashomon.ports.vectors import Floats

TEXTS = (
    "The iron key is in the chest.",
    "A key lies in the chest in the courtyard.",
    "Yesterday it rained over the harbour until evening.",
    "他把钥匙藏了起来。",
    "¿Quién tiene la llave?",
    "x",
    "Whose is it? " * 40,
    "tab\there, line\nthere, zero\0byte, \ud7ff, 🗝",
)


class EmbedderContract:
    """Give a fixture `embedder`; one of a toy model may leave out what tells of meaning."""

    def test_a_text_has_one_row_of_unit_length(self, embedder: Embedder) -> None:
        """Shape, type and length are as the port says."""
        made = embedder.embed(TEXTS)
        assert made.shape == (len(TEXTS), embedder.dimension)
        assert made.dtype == np.float32
        assert np.allclose(np.linalg.norm(made, axis=1), 1, atol=1e-3)

    def test_no_texts_have_no_rows(self, embedder: Embedder) -> None:
        """The shape is kept, so that rows of several calls can be put together."""
        assert embedder.embed([]).shape == (0, embedder.dimension)

    def test_a_text_that_says_nothing_is_like_no_other(self, embedder: Embedder) -> None:
        """A row of zeros, and nothing that is no number, which would spoil every sum it is in."""
        made = embedder.embed(["", "  \n", TEXTS[0]])
        assert not made[:2].any()
        assert np.isfinite(made).all()
        assert np.array_equal(made[2:], embedder.embed(TEXTS[:1]))

    def test_a_vector_is_the_same_every_time(self, embedder: Embedder) -> None:
        """Alone or among others, in whichever order: else a vector would depend on its batch."""
        together = embedder.embed(TEXTS)
        backwards = embedder.embed(TEXTS[::-1])[::-1]
        alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
        assert np.allclose(together, backwards, atol=1e-5)
        assert np.allclose(together, alone, atol=1e-5)

    def test_threads_do_not_mix_their_texts(self, embedder: Embedder) -> None:
        """Each gets its own, as if it had been alone."""
        expected = embedder.embed(TEXTS[:6])

        def alone(text: str) -> Floats:
            return embedder.embed([text])[0]

        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(alone, TEXTS[:6] * 2))
        assert np.allclose(np.array(made), np.concatenate([expected, expected]), atol=1e-5)

    def test_a_question_is_of_the_same_kind(self, embedder: Embedder) -> None:
        """It can be held against texts."""
        asked = embedder.embed(["Where is the key?"], asking=True)
        assert asked.shape == (1, embedder.dimension)
        assert np.allclose(np.linalg.norm(asked, axis=1), 1, atol=1e-3)

    def test_the_name_says_how_many_numbers_there_are(self, embedder: Embedder) -> None:
        """A name is all that tells vectors apart, so it stays, and holds the dimension."""
        assert embedder.name == embedder.name
        assert str(embedder.dimension) in embedder.name

    def test_what_means_the_same_lies_closer(self, embedder: Embedder) -> None:
        """The least that recall by meaning needs."""
        key, chest, rain = embedder.embed(TEXTS[:3])
        asked = embedder.embed(["Where is the key?"], asking=True)[0]
        assert key @ chest > key @ rain
        assert asked @ key > asked @ rain
