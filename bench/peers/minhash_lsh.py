"""One find in an index of similarity beside the PyPI packages datasketch and rensa, on the same documents of 150
shingles, on one thread, from ready shingles: the sketch of the query and its look-up.

    python3 -m venv .venv && .venv/bin/pip install datasketch==2.0.0 rensa==0.5.0 numpy
    .venv/bin/python bench/peers/minhash_lsh.py build/release/bench/similarity_index_bench [DOCUMENTS_D DOCUMENTS_R]

The peers get 128 permutations and the threshold 0.8, and are filled with as many documents as fit into 8 GB: DOCUMENTS_D
in datasketch, DOCUMENTS_R in rensa; 0 leaves a peer out. Half of the queries are near copies of a document.

What is timed is the same on all sides: from the 64-bit hashes of the shingles to the answer. Ours takes them as numbers.
datasketch gets them as the 32-bit numbers that it expects. rensa has no way in for hashes: it gets each as 8 bytes, made
before the clock starts, and hashes these again inside the clock; how long that takes was not measured. Ours computes exact
similarities of the candidates and returns ids with them; the peers return candidates unchecked. What each of them finds is counted
before it is timed.
"""

import resource
import subprocess
import sys
import tempfile
import time

import numpy
from datasketch import MinHash, MinHashLSH
from rensa import RMinHash, RMinHashLSH

SHINGLES = 150
TIMED = 2000
PERMUTATIONS = 128
BATCH = 20_000


def memory_gb():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e9


def ours(bench, documents):
    output = subprocess.run([bench, "--find", str(documents)], capture_output=True, check=True, text=True).stdout
    return float(output.splitlines()[-1])


class Datasketch:
    name = "datasketch 2.0 MinHashLSH"

    def __init__(self):
        self.lsh = MinHashLSH(threshold=0.8, num_perm=PERMUTATIONS)

    def sketch(self, words):
        # The hashes are ready, so hashfunc only cuts them to the 32 bits that datasketch expects.
        made = MinHash(num_perm=PERMUTATIONS, hashfunc=int)
        made.update_batch((words & 0xFFFF_FFFF).tolist())
        return made

    def add(self, first, rows):
        for i, words in enumerate(rows):
            self.lsh.insert(first + i, self.sketch(words), check_duplication=False)

    def find(self, query):
        return self.lsh.query(self.sketch(query))

    def prepare(self, query):
        return query


class Rensa:
    name = "rensa 0.5 RMinHashLSH"

    def __init__(self):
        self.lsh = RMinHashLSH(0.8, PERMUTATIONS, 16)

    def add(self, first, rows):
        for i, words in enumerate(rows):
            self.lsh.insert(first + i, self.sketch(self.prepare(words)))

    def sketch(self, tokens):
        made = RMinHash(PERMUTATIONS, 42)
        made.update(tokens)
        return made

    def find(self, query):
        return self.lsh.query(self.sketch(query))

    def prepare(self, query):
        packed = query.tobytes()  # takes bytes; not timed
        return [packed[begin:begin + 8] for begin in range(0, len(packed), 8)]


def fill(peer, words, documents):
    for begin in range(0, documents, BATCH):
        peer.add(begin, words[begin:min(begin + BATCH, documents)])
        if memory_gb() > 8:
            return min(begin + BATCH, documents)
    return documents


def measure(peer, bench, path, documents, bar):
    rows = numpy.memmap(path, dtype=numpy.uint64, mode="r").reshape(-1, SHINGLES)
    before = memory_gb()
    held = fill(peer, rows, documents)
    print(f"{peer.name}: {held} documents in {memory_gb() - before:.2f} GB")
    queries = [peer.prepare(query) for query in rows[documents:documents + TIMED]]
    found = sum(1 for query in queries[1::2] if peer.find(query))
    start = time.process_time()
    for query in queries:
        peer.find(query)
    theirs = (time.process_time() - start) * 1e6 / len(queries)
    mine = ours(bench, documents)
    verdict = "reached" if theirs >= bar * mine else "MISSED"
    print(f"{peer.name}: {found} of {len(queries) // 2} near copies found, {theirs:.1f} us per find; ours {mine:.2f} us")
    print(f"bar: a find against {peer.name}, {documents} documents: {theirs / mine:.3g}x (at least {bar}x) {verdict}")


if __name__ == "__main__":
    sizes = [int(size) for size in sys.argv[2:4]] or [500_000, 4_000_000]
    for peer, size, bar in ((Datasketch, sizes[0], 30), (Rensa, sizes[1], 10)):
        if size == 0:
            continue
        with tempfile.NamedTemporaryFile(suffix=".sets") as file:
            subprocess.run([sys.argv[1], "--write", file.name, str(size)], check=True)
            measure(peer(), sys.argv[1], file.name, size, bar)
