"""A drop-in for the PyPI package simhash 2.1.2: the same values and the same answers, faster.

>>> from neardup.compat.simhash import Simhash, SimhashIndex
>>> a, b = Simhash("How are you? I am fine."), Simhash("How are you? I am fine, thanks.")
>>> index = SimhashIndex([("a", a)], k=a.distance(b))
>>> index.get_near_dups(b)
['a']

What the library computes: texts with the default expression, and features, hashed with MD5 to 32, 64 or 128 bits. Other
widths, expressions and hash functions are the caller's own Python code, and are computed in Python.
"""

from __future__ import annotations

import logging
import numbers
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from neardup import _neardup

_DEFAULT_REG = r"[\w\u4e00-\u9fcc]+"
_WIDTHS = (32, 64, 128)


def _hashfunc(data: bytes) -> bytes:
    import hashlib

    return hashlib.md5(data).digest()


class Simhash:
    """A fingerprint of a text, of features, or of a number."""

    def __init__(
        self,
        value: Any,
        f: int = 64,
        reg: Any = _DEFAULT_REG,
        hashfunc: Callable[[bytes], Any] = _hashfunc,
        log: logging.Logger | None = None,
    ) -> None:
        if f % 8:
            raise ValueError("f must be a multiple of 8")
        self.f = f
        self.reg = reg
        self.hashfunc = hashfunc
        self.value: Any = None
        self._log = log
        if isinstance(value, Simhash):
            self.value = value.value
        elif isinstance(value, str):
            self.build_by_text(value)
        elif isinstance(value, Iterable):
            self.build_by_features(value)
        elif isinstance(value, numbers.Integral):
            self.value = value
        else:
            raise Exception(f"Bad parameter with type {type(value)}")

    @property
    def log(self) -> logging.Logger:
        return self._log or logging.getLogger("simhash")

    def __eq__(self, other: object) -> bool:
        return bool(self.value == other.value)  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]

    def _is_native(self) -> bool:
        return self.hashfunc is _hashfunc and self.f in _WIDTHS

    def _tokenize(self, content: str) -> list[str]:
        letters = "".join(re.findall(self.reg, content.lower()))
        return [letters[i : i + 4] for i in range(max(len(letters) - 3, 1))]

    def build_by_text(self, content: str) -> None:
        if self._is_native() and self.reg == _DEFAULT_REG:
            self.value = _neardup.pypi_text(content, self.f)
        else:
            self.build_by_features(Counter(sorted(self._tokenize(content))))

    def build_by_features(self, features: Any) -> None:
        items = list(features.items() if isinstance(features, Mapping) else features)
        if self._is_native():
            self.value = _neardup.pypi_features(items, self.f)
        else:
            self.value = _vote(items, self.f, self.hashfunc)

    def distance(self, another: Simhash) -> int:
        assert self.f == another.f
        return bin((self.value ^ another.value) & ((1 << self.f) - 1)).count("1")


def _vote(items: list[Any], bits: int, hashfunc: Callable[[bytes], Any]) -> int:
    """Return the fingerprint under a hash function of the caller: a bit is set where more than half of the weight is."""
    total: Any = 0
    weight: Any = 1
    sums: list[Any] = [0] * bits
    for item in items:
        token = item
        if not isinstance(item, str):
            token, weight = item
        total += weight
        digest = hashfunc(token.encode("utf-8"))
        number = digest if isinstance(digest, numbers.Integral) else int.from_bytes(digest[-(bits // 8) :], "big")
        for bit in range(bits):
            if int(number) >> bit & 1:
                sums[bit] += weight
    return sum(1 << bit for bit in range(bits) if sums[bit] > total / 2)


class SimhashIndex:
    """Finds the objects whose fingerprints differ from a query in at most k bits."""

    def __init__(self, objs: Any, f: int = 64, k: int = 2, log: logging.Logger | None = None) -> None:
        self.k = k
        self.f = f
        self.log = log or logging.getLogger("simhash")
        width = next((width for width in _WIDTHS if f <= width), None)
        if width is None:
            raise ValueError("an index holds fingerprints of at most 128 bits")
        self._index = _neardup.HammingIndex(max_distance=k, bits=width)
        self._keys: Counter[str] = Counter()  # how many entries have each value of a block
        for obj_id, simhash in objs:
            self.add(obj_id, simhash)

    def _entry(self, obj_id: Any, simhash: Simhash) -> str:
        return f"{simhash.value:x},{obj_id}"  # an object may have several fingerprints

    def add(self, obj_id: Any, simhash: Simhash) -> None:
        assert simhash.f == self.f
        entry = self._entry(obj_id, simhash)
        if entry not in self._index:
            self._index.add(entry, int(simhash.value))
            self._keys.update(self.get_keys(simhash))

    def delete(self, obj_id: Any, simhash: Simhash) -> None:
        assert simhash.f == self.f
        self._index.remove(self._entry(obj_id, simhash))

    def get_near_dups(self, simhash: Simhash) -> list[str]:
        assert simhash.f == self.f
        hits = self._index.find(int(simhash.value))
        return list(dict.fromkeys(str(entry).split(",", 1)[1] for entry, _ in hits))

    @property
    def offsets(self) -> list[int]:
        return [self.f // (self.k + 1) * i for i in range(self.k + 1)]

    def get_keys(self, simhash: Simhash) -> Iterator[str]:
        ends = [*self.offsets[1:], self.f]
        for i, (begin, end) in enumerate(zip(self.offsets, ends)):
            yield f"{simhash.value >> begin & ((1 << (end - begin)) - 1):x}:{i}"

    def bucket_size(self) -> int:
        return len(self._keys)
