"""Finds within 3 bits of 64 by faiss, beside hamming_index_bench: the flat scan and IndexBinaryMultiHash(64, 4, 16).

    python3 -m venv venv && venv/bin/pip install faiss-cpu numpy
    venv/bin/python bench/peers/faiss_hamming.py SIZE build/release/bench/hamming_index_bench

Our find runs between the two measurements, in CPU time and one thread like them, so that all share the machine's mood.
The bars: at least 50 times as fast as the multi-hash index, at least 10,000 times as fast as the flat scan.
"""

import subprocess
import sys
import time

import faiss
import numpy

SIZE = int(sys.argv[1])
BENCH = sys.argv[2]
DISTANCE = 3


def microseconds(search, queries):
    start = time.process_time()
    search(queries)
    return (time.process_time() - start) / len(queries) * 1e6


def main():
    faiss.omp_set_num_threads(1)
    random = numpy.random.default_rng(20240131)
    words = random.integers(0, 2**64, size=SIZE, dtype=numpy.uint64).view(numpy.uint8).reshape(-1, 8)
    queries = random.integers(0, 2**64, size=2000, dtype=numpy.uint64).view(numpy.uint8).reshape(-1, 8)
    flat = faiss.IndexBinaryFlat(64)
    flat.add(words)
    hashed = faiss.IndexBinaryMultiHash(64, 4, 16)
    hashed.add(words)
    hashed.nflip = 0
    print(f"faiss {faiss.__version__}, {SIZE} words, 1 thread")
    by_hash = microseconds(lambda q: hashed.range_search(q, DISTANCE + 1), queries)
    ours = float(subprocess.run([BENCH, "--find", str(SIZE)], capture_output=True, text=True, check=True).stdout)
    by_scan = microseconds(lambda q: flat.range_search(q, DISTANCE + 1), queries[:20])
    print(f"neardup find: {ours:.2f} us")
    print(f"bar: IndexBinaryMultiHash(64, 4, 16), {by_hash:.0f} us: {by_hash / ours:.0f}x (at least 50x)")
    print(f"bar: IndexBinaryFlat, {by_scan:.0f} us: {by_scan / ours:.0f}x (at least 10000x)")


if __name__ == "__main__":
    main()
