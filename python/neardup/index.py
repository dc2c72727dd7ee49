"""Indexes that answer "what is near this?" one query at a time, live or from a file.

>>> import neardup
>>> index = neardup.HammingIndex(max_distance=3)
>>> index.add("a", 0b1111)
>>> index.find(0b0111)
[('a', 1)]

A SimilarityIndex compares texts, as dedup() does:

>>> index = neardup.SimilarityIndex(similarity=0.7)
>>> index.add("a", "The old stone bridge was closed on Monday after engineers found a crack.")
>>> [id for id, _ in index.find("the old stone bridge was closed on Monday, after engineers found a crack")]
['a']
"""

from neardup._neardup import HammingIndex, SimilarityIndex

__all__ = ["HammingIndex", "SimilarityIndex"]
