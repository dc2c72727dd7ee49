"""Finds within 3 bits of 64 by faiss, beside hamming_index_bench: the flat scan and IndexBinaryMultiHash(64, 4, 16).

    python3 -m venv venv && venv/bin/pip install faiss-cpu numpy
    venv/bin/python bench/peers/faiss_hamming.py [SIZE] [FINDS_BENCH]

FINDS_BENCH is a program that takes SIZE and prints the microseconds of one neardup find; it is run between the two
measurements so that all of them share the machine's mood.
"""

import subprocess
import sys
import time

import faiss
import numpy

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
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
    print(f"IndexBinaryMultiHash(64, 4, 16): {microseconds(lambda q: hashed.range_search(q, DISTANCE + 1), queries):.1f} us")
    if len(sys.argv) > 2:
        print("neardup:", subprocess.run([sys.argv[2], str(SIZE)], capture_output=True, text=True, check=True).stdout.strip())
    print(f"IndexBinaryFlat: {microseconds(lambda q: flat.range_search(q, DISTANCE + 1), queries[:20]):.1f} us")


if __name__ == "__main__":
    main()
