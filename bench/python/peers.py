"""Pairs at Jaccard 0.8 with other packages, from JSONL to pairs, shingling included: each as its documentation does it.

A shingle is three words in a row. Each function returns its pairs as a set of (row, row).
"""

from __future__ import annotations

import json
import pathlib
from typing import Any

Pairs = set[tuple[int, int]]
PERMUTATIONS = 128
BANDS = 16


def read(path: pathlib.Path) -> list[set[str]]:
    sets = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            words = json.loads(line)["text"].lower().split()
            sets.append({" ".join(words[i : i + 3]) for i in range(max(len(words) - 2, 1))})
    return sets


def pairs_of(lsh: Any, hashes: list[Any]) -> Pairs:
    """Returns the pairs that an index finds and its own estimate of the similarity confirms."""
    for row, minhash in enumerate(hashes):
        lsh.insert(row, minhash)
    return {
        (row, other)
        for row, minhash in enumerate(hashes)
        for other in lsh.query(minhash)
        if row < other and minhash.jaccard(hashes[other]) >= 0.8
    }


def rensa(path: pathlib.Path) -> Pairs:
    from rensa import RMinHash, RMinHashLSH

    lsh = RMinHashLSH(threshold=0.8, num_perm=PERMUTATIONS, num_bands=BANDS)
    hashes = []
    for shingles in read(path):
        minhash = RMinHash(num_perm=PERMUTATIONS, seed=42)
        minhash.update(list(shingles))
        hashes.append(minhash)
    return pairs_of(lsh, hashes)


def datasketch(path: pathlib.Path) -> Pairs:
    from datasketch import MinHash, MinHashLSH

    lsh = MinHashLSH(threshold=0.8, num_perm=PERMUTATIONS)
    hashes = []
    for shingles in read(path):
        minhash = MinHash(num_perm=PERMUTATIONS)
        minhash.update_batch([shingle.encode() for shingle in shingles])
        hashes.append(minhash)
    return pairs_of(lsh, hashes)


def fastsketchlsh(path: pathlib.Path) -> Pairs:
    from FastSketchLSH import LSH, FastSimilaritySketch, estimate_jaccard

    sketches = FastSimilaritySketch(PERMUTATIONS).batch([list(shingles) for shingles in read(path)])
    lsh = LSH(PERMUTATIONS, BANDS)
    lsh.insert(sketches)
    return {
        (row, other)
        for row, found in enumerate(lsh.query(sketches))
        for other in found
        if row < other and estimate_jaccard(sketches[row], sketches[other]) >= 0.8
    }


def gaoya(path: pathlib.Path) -> Pairs:
    from gaoya.minhash import MinHashStringIndex

    with path.open(encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    index = MinHashStringIndex(
        hash_size=32, jaccard_threshold=0.8, num_bands=20, band_size=5, analyzer="word", lowercase=True,
        ngram_range=(3, 3),
    )  # fmt: skip
    index.par_bulk_insert_docs(list(range(len(texts))), texts)
    return {(row, other) for row, found in enumerate(index.par_bulk_query(texts)) for other in found if row < other}


PEERS = {"rensa": rensa, "datasketch": datasketch, "fastsketchlsh": fastsketchlsh, "gaoya": gaoya}
