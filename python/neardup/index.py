"""Indexes that answer "what is near this?" one query at a time, live or from a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

from neardup import _neardup
from neardup._calls import _words, to_recipe
from neardup._inputs import documents_of
from neardup._neardup import Recipe

Id = Union[int, str]


class HammingIndex(_neardup.HammingIndex):
    """Finds the fingerprints within a distance of a query, exactly and in microseconds.

    >>> import neardup
    >>> index = neardup.HammingIndex(max_distance=3)
    >>> index.add("a", 0b1111)
    >>> index.find(0b0111)
    [('a', 1)]
    """

    def add_all(self, ids: Sequence[Id], fingerprints: Any) -> None:
        """Add an array of fingerprints."""
        super().add_all(list(ids), _words(fingerprints))

    def find_all(self, fingerprints: Any, max_distance: int | None = None) -> list[list[tuple[Id, int]]]:
        """Call find() for each fingerprint of an array, on all cores."""
        return super().find_all(_words(fingerprints), max_distance)


class SimilarityIndex(_neardup.SimilarityIndex):
    """Finds the texts similar to a query, as dedup() judges them, in microseconds.

    >>> import neardup
    >>> index = neardup.SimilarityIndex(similarity=0.7)
    >>> index.add("a", "The old stone bridge was closed on Monday after engineers found a crack.")
    >>> [id for id, _ in index.find("the old stone bridge was closed on Monday, after engineers found a crack")]
    ['a']
    """

    def __init__(self, *, similarity: float = 0.8, recipe: Recipe | str = "text-1") -> None:
        super().__init__(similarity=similarity, recipe=to_recipe(recipe))

    def add_all(self, ids: Sequence[Id], texts: Any) -> None:
        """Add the texts of a list, a series or an Arrow array."""
        super().add_all(list(ids), documents_of(texts))

    def find_all(self, texts: Any, similarity: float | None = None) -> list[list[tuple[Id, float]]]:
        """Call find() for each text, on all cores."""
        return super().find_all(documents_of(texts), similarity)
