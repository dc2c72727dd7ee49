"""Similar pairs from ready shingle sets beside the PyPI package rensa, on the same sets and all cores.

    python3 -m venv .venv && .venv/bin/pip install rensa==0.5.0 numpy
    .venv/bin/python bench/peers/rensa_similarity.py build/release/bench/similarity_bench

Ours finds pairs, checks each exactly and sorts them. Of rensa two ways are timed, 128 permutations in 16 bands for 0.8 (its own
defaults) and in 42 for 0.5: sketches, candidates and its check of their estimated similarity, which gives pairs as ours does;
and its fastest batch call, which only flags documents that share a band with another one, without any check.
"""

import subprocess
import sys
import tempfile
import time

import numpy
from rensa import RMinHash, RMinHashLSH

DOCUMENTS = 100_000
REPEATS = 3


def ours(bench, path, similarity):
    """Seconds, of the best of three, and pairs."""
    output = subprocess.run([bench, "--time", path, str(similarity)], capture_output=True, check=True, text=True).stdout
    seconds, _, _, pairs = output.split()
    return float(seconds), int(pairs)


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def rensa_pairs(sets, similarity, permutations, bands):
    sketches = RMinHash.from_token_sets(sets, permutations, 42)
    lsh = RMinHashLSH(similarity, permutations, bands)
    lsh.insert_many(sketches)
    return [(i, j) for i, found in enumerate(lsh.query_all(sketches)) for j in found
            if j > i and sketches[i].jaccard(sketches[j]) >= similarity]


def rensa_flags(flat, offsets, similarity, permutations, bands):
    matrix = RMinHash.digest_matrix_from_flat_token_hashes(flat, offsets, permutations, 42)
    return RMinHashLSH(similarity, permutations, bands).query_duplicate_flags_matrix_one_shot(matrix)


def report(name, theirs, mine):
    print(f"bar: similar pairs against {name}: {theirs / mine:.3g}x (at least 5x) {'reached' if theirs >= 5 * mine else 'MISSED'}")


def measure(bench, path, similarity, permutations, bands):
    words = numpy.fromfile(path, dtype=numpy.uint64)
    size = int(words[0])
    offsets = numpy.concatenate([[0], words[1:size + 1]]).astype(numpy.uint64)
    flat = words[size + 1:]
    sets = [[word.tobytes() for word in flat[int(begin):int(end)]] for begin, end in zip(offsets, offsets[1:])]
    mine, pairs = ours(bench, path, similarity)
    theirs, found = min((timed(lambda: rensa_pairs(sets, similarity, permutations, bands)) for _ in range(REPEATS)),
                        key=lambda result: result[0])
    flags = min(timed(lambda: rensa_flags(flat, offsets, similarity, permutations, bands))[0] for _ in range(REPEATS))
    print(f"similarity {similarity}, {size} sets: ours {mine:.3f} s, {pairs} pairs, all of them right; "
          f"rensa {theirs:.3f} s, {len(found)} pairs by estimate; its flags alone {flags:.3f} s")
    report(f"rensa's pairs at {similarity}", theirs, mine)
    report(f"rensa's unchecked flags at {similarity}", flags, mine)


if __name__ == "__main__":
    with tempfile.NamedTemporaryFile(suffix=".sets") as file:
        subprocess.run([sys.argv[1], "--write", file.name, str(DOCUMENTS)], check=True)
        measure(sys.argv[1], file.name, 0.8, 128, 16)
        measure(sys.argv[1], file.name, 0.5, 126, 42)
