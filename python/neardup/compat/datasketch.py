"""MinHash and MinHashLSH with the interface of the PyPI package datasketch.

>>> from neardup.compat.datasketch import MinHash, MinHashLSH
>>> first, second = MinHash(), MinHash()
>>> first.update_batch([b"old", b"stone", b"bridge", b"closed", b"monday"])
>>> second.update_batch([b"old", b"stone", b"bridge", b"closed", b"monday"])
>>> lsh = MinHashLSH(threshold=0.8)
>>> lsh.insert("first", first)
>>> lsh.query(second), first.jaccard(second)
(['first'], 1.0)

Where the original estimates, this is exact: a MinHash keeps the set of its hashes, so jaccard() is the similarity itself,
and query() returns no object below the threshold. docs/python.md says what else differs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from neardup import _neardup


class MinHash:
    """A set of hashed values."""

    def __init__(self, num_perm: int = 128, seed: int = 1, **_: Any) -> None:
        self.num_perm = num_perm  # kept for callers; the set is not reduced to so many values
        self.seed = seed
        self._set = _neardup.HashSet()

    def update(self, b: bytes) -> None:
        """Add a value."""
        self._set.add([b])

    def update_batch(self, b: Iterable[bytes]) -> None:
        """Add many values."""
        self._set.add(list(b))

    def jaccard(self, other: MinHash) -> float:
        """Return the Jaccard similarity of the two sets, exactly."""
        return self._set.jaccard(other._set)

    def count(self) -> float:
        """Return the number of distinct values."""
        return float(len(self._set))

    def merge(self, other: MinHash) -> None:
        """Add all values of another set."""
        self._set.merge(other._set)

    def copy(self) -> MinHash:
        """Return an independent copy."""
        copied = MinHash(self.num_perm, self.seed)
        copied.merge(self)
        return copied

    def is_empty(self) -> bool:
        return len(self._set) == 0

    def clear(self) -> None:
        self._set = _neardup.HashSet()

    def __len__(self) -> int:
        return self.num_perm

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MinHash) and self.jaccard(other) == 1

    __hash__ = None  # type: ignore[assignment]


class MinHashLSH:
    """Finds the keys whose sets have at least a similarity to a query."""

    def __init__(self, threshold: float = 0.9, num_perm: int = 128, **_: Any) -> None:
        if not 0.5 <= threshold <= 1:
            raise ValueError("threshold must be 0.5 to 1; for less, list all pairs with neardup.pairs")
        self.threshold = threshold
        self.h = num_perm
        self._index = _neardup.HashSetIndex(threshold)
        self._keys: dict[int, Hashable] = {}
        self._numbers: dict[Hashable, int] = {}
        self._next = 0

    def insert(self, key: Hashable, minhash: MinHash, check_duplication: bool = True) -> None:
        """Add a set under a key; a key that is already there is an error unless told otherwise."""
        if key in self._numbers:
            if check_duplication:
                raise ValueError("The given key already exists")
            self.remove(key)
        self._keys[self._next] = key
        self._numbers[key] = self._next
        self._index.add(self._next, minhash._set)
        self._next += 1

    def query(self, minhash: MinHash) -> list[Hashable]:
        """Return the keys of similar sets, the most similar first."""
        return [self._keys[number] for number in self._index.find(minhash._set)]

    def remove(self, key: Hashable) -> None:
        """Remove a key."""
        if key not in self._numbers:
            raise ValueError("The given key does not exist")
        number = self._numbers.pop(key)
        del self._keys[number]
        self._index.remove(number)

    def is_empty(self) -> bool:
        return not self._keys

    def __contains__(self, key: Hashable) -> bool:
        return key in self._numbers
