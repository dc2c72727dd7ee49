"""One find in an index of similarity beside the PyPI packages datasketch and rensa, on the same documents of 150
shingles, on one thread, from ready shingles: the sketch of the query and its look-up.

    python3 -m venv .venv && .venv/bin/pip install datasketch==2.0.0 rensa==0.5.0 numpy
    .venv/bin/python bench/peers/minhash_lsh.py build/release/bench/similarity_index_bench [DOCUMENTS_D DOCUMENTS_R]

The peers get 128 permutations and the threshold 0.8, and are filled with as many documents as fit into 8 GB: DOCUMENTS_D
in datasketch, DOCUMENTS_R in rensa; 0 leaves a peer out. Half of the queries are near copies of a document.

What is timed is the same on all sides: from the 64-bit hashes of the shingles to the answer. Ours takes them as numbers.
datasketch gets them as the 32-bit numbers that it expects. rensa has no way in for hashes: it gets each as 8 bytes, made
before the clock starts, and hashes these again inside the clock. Every query is asked once, so that no look-up finds the
cache lines that the same query left there; the tokens of a slice of queries are made right before it is timed. Ours computes
exact similarities of the candidates and returns ids with them; the peers return candidates unchecked. What each of them
finds is counted and compared with what was planted. rensa answers batches too (`query_all`); they are timed against
`find_batch`.
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
TIMED = 20_000
SLICE = 1000
PERMUTATIONS = 128
BATCH = 20_000


def memory_gb():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e9


def ours(bench, documents):
    """Microseconds of one find, alone and in a batch."""
    output = subprocess.run([bench, "--find", str(documents)], capture_output=True, check=True, text=True).stdout
    return [float(word) for word in output.splitlines()[-1].split()]


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
        made = RMinHash.from_token_sets([self.prepare(words) for words in rows], PERMUTATIONS, 42)
        self.lsh.insert_many(made, first)

    def sketch(self, tokens):
        made = RMinHash(PERMUTATIONS, 42)
        made.update(tokens)
        return made

    def find(self, query):
        return self.lsh.query(self.sketch(query))

    def find_all(self, queries):
        return self.lsh.query_all(RMinHash.from_token_sets(queries, PERMUTATIONS, 42))

    def prepare(self, query):
        packed = query.tobytes()  # takes bytes; not timed
        return [packed[begin:begin + 8] for begin in range(0, len(packed), 8)]


def fill(peer, words, documents):
    for begin in range(0, documents, BATCH):
        peer.add(begin, words[begin:min(begin + BATCH, documents)])
        if memory_gb() > 8:
            return min(begin + BATCH, documents)
    return documents


def time_finds(peer, rows, answer):
    """Microseconds per query, and how many of the near copies, every second one, found something."""
    seconds, found = 0, 0
    for begin in range(0, len(rows), SLICE):
        queries = [peer.prepare(query) for query in rows[begin:begin + SLICE]]
        start = time.process_time()
        answers = answer(queries)
        seconds += time.process_time() - start
        found += sum(1 for hits in answers[1::2] if hits)
    return seconds * 1e6 / len(rows), found


def measure(peer, bench, path, documents, bar):
    rows = numpy.memmap(path, dtype=numpy.uint64, mode="r").reshape(-1, SHINGLES)
    before = memory_gb()
    held = fill(peer, rows, documents)
    print(f"{peer.name}: {held} documents in {memory_gb() - before:.2f} GB", flush=True)
    queries = rows[documents:]
    ways = [("a find", queries[:TIMED], lambda slice: [peer.find(query) for query in slice])]
    if hasattr(peer, "find_all"):
        ways.append((f"finds in batches of {SLICE}", queries[TIMED:2 * TIMED], peer.find_all))
    theirs = [time_finds(peer, some, answer) for _, some, answer in ways]
    peer.lsh = None  # ours gets the memory
    mine = ours(bench, held)
    for (way, _, _), (microseconds, found), our_time in zip(ways, theirs, mine):
        verdict = "reached" if microseconds >= bar * our_time else "MISSED"
        print(f"{peer.name}, {way}: {found} of {TIMED // 2} near copies found, {microseconds:.2f} us each; ours {our_time:.2f} us")
        print(f"bar: {way} against {peer.name}, {held} documents: {microseconds / our_time:.3g}x (at least {bar}x) {verdict}")


if __name__ == "__main__":
    sizes = [int(size) for size in sys.argv[2:4]] or [500_000, 4_000_000]
    for peer, size, bar in ((Datasketch, sizes[0], 30), (Rensa, sizes[1], 10)):
        if size == 0:
            continue
        with tempfile.NamedTemporaryFile(suffix=".sets") as file:
            subprocess.run([sys.argv[1], "--write", file.name, str(size)], check=True)
            measure(peer(), sys.argv[1], file.name, size, bar)
