"""The drop-ins against the packages that they replace."""

from __future__ import annotations

import random
from typing import Any

import neardup
import pytest
from neardup.compat import datasketch as our_datasketch
from neardup.compat import simhash as ours


def texts() -> list[str]:
    """Return texts in several languages, of all lengths."""
    chooser = random.Random(3)
    words = ["bridge", "Stadt", "résumé", "桥", "城市", "мост", "it's", "42", "don't_", "ﬁ"]
    made = [" ".join(chooser.choice(words) for _ in range(length)) for length in range(0, 60)]
    return [*made, "", "a", "abc", "abcd", "…!?", "İstanbul", "A" * 30]


@pytest.fixture(scope="module")
def theirs() -> Any:
    return pytest.importorskip("simhash")


def test_values_of_texts_are_those_of_the_package(theirs: Any) -> None:
    for text in texts():
        for f in (32, 64, 128):
            assert ours.Simhash(text, f).value == theirs.Simhash(text, f).value, text
        assert ours.Simhash(text, 48).value == theirs.Simhash(text, 48).value
        assert ours.Simhash(text, reg=r"[a-z]+").value == theirs.Simhash(text, reg=r"[a-z]+").value


def test_values_of_features_are_those_of_the_package(theirs: Any) -> None:
    for features in (["aaa", "bbb"], [("aaa", 2), ("bbb", 60)], {"aaa": 1, "bbb": 3.5}, [("a", 2), "b", "c"]):
        assert ours.Simhash(features).value == theirs.Simhash(features).value
    numbered = lambda data: int.from_bytes(data.ljust(8, b"x")[:8], "big")  # noqa: E731
    assert ours.Simhash("some text", hashfunc=numbered).value == theirs.Simhash("some text", hashfunc=numbered).value


def test_objects_behave_alike(theirs: Any) -> None:
    for module in (theirs, ours):
        a, b = module.Simhash("How are you? I am fine."), module.Simhash("How are you? I am fine, thanks.")
        assert module.Simhash(a).value == a.value and module.Simhash(a.value) == a
        assert a.distance(a) == 0 and a.distance(b) == b.distance(a) > 0
        with pytest.raises(ValueError):
            module.Simhash("a", 7)
        with pytest.raises(Exception, match="Bad parameter"):
            module.Simhash(2.5)


@pytest.mark.parametrize("k", [0, 2, 6])
def test_indexes_find_the_same_objects(theirs: Any, k: int) -> None:
    found = []
    for module in (theirs, ours):
        hashes = [module.Simhash(text) for text in texts()]
        index = module.SimhashIndex([(str(i), value) for i, value in enumerate(hashes)], k=k)
        index.add("again", hashes[5])
        index.delete("7", hashes[7])
        found.append([sorted(index.get_near_dups(value)) for value in hashes])
    assert found[0] == found[1]


def test_buckets_are_counted_as_in_the_package(theirs: Any) -> None:
    sizes = []
    for module in (theirs, ours):
        index = module.SimhashIndex([(str(i), module.Simhash(text)) for i, text in enumerate(texts())], k=3)
        sizes.append((index.bucket_size(), index.offsets, list(index.get_keys(module.Simhash("a text")))))
    assert sizes[0] == sizes[1]


def test_minhash_is_exact_where_datasketch_estimates() -> None:
    theirs = pytest.importorskip("datasketch")
    chooser = random.Random(5)
    sets = [{f"word{chooser.randrange(80)}".encode() for _ in range(60)} for _ in range(30)]
    sets += [set(list(some)[2:]) for some in sets]
    exact = [[len(a & b) / len(a | b) for b in sets] for a in sets]
    made: dict[Any, list[Any]] = {}
    for module in (theirs, our_datasketch):
        made[module] = []
        for values in sets:
            minhash = module.MinHash(num_perm=128)
            minhash.update_batch(list(values))
            made[module].append(minhash)
    mine = made[our_datasketch]
    assert [[a.jaccard(b) for b in mine] for a in mine] == exact
    assert abs(made[theirs][0].jaccard(made[theirs][30]) - exact[0][30]) < 0.2  # the original estimates
    lsh = our_datasketch.MinHashLSH(threshold=0.8)
    for key, minhash in enumerate(mine):
        lsh.insert(key, minhash)
    for place, minhash in enumerate(mine):
        assert set(lsh.query(minhash)) == {i for i, value in enumerate(exact[place]) if value >= 0.8}
    lsh.remove(3)
    assert 3 not in lsh and 3 not in lsh.query(mine[3])
    with pytest.raises(ValueError, match="already exists"):
        lsh.insert(4, mine[4])
    assert mine[0].count() == len(sets[0]) and neardup.__version__
