"""The peers, from PyPI, on the same texts. What is slow is kept in a folder and taken from there the next time.

Every peer gets the advantage: of each, all settings of a small grid are scored on the set itself and the best one counts.
"""

import pickle
import re
import time

import numpy
import xxhash
from datasketch import LeanMinHash, MinHash, MinHashLSH
from rensa import RMinHash, RMinHashLSH
from simhash import Simhash

from sets import ordered

HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
TOKEN = re.compile(f"[{HAN}]|[^\\W_{HAN}]+")
NOT_WORD = re.compile(r"\W", re.UNICODE)


def shingles(text, width):
    """The definition of the truth: lower case, Han characters and runs of letters and digits, sets of `width` in a row."""
    tokens = TOKEN.findall(text.lower())
    count = max(1, len(tokens) - width + 1) if tokens else 0
    return {" ".join(tokens[start:start + width]).encode() for start in range(count)}


def word_bigrams(text):
    """As text-dedup splits: at everything that is no word character, two in a row."""
    words = [word for word in NOT_WORD.split(text.lower()) if word]
    return {" ".join(words[start:start + 2]).encode() for start in range(max(1, len(words) - 1))}


class Kept:
    """Results of slow functions, one file each, with the seconds that they took."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, name, make):
        path = self.folder / (name.replace(" ", "_").replace("/", "_") + ".pickle")
        if path.exists():
            return pickle.loads(path.read_bytes())
        start = time.perf_counter()
        result = make(), time.perf_counter() - start
        path.write_bytes(pickle.dumps(result))
        return result


def datasketch_sketches(sets, permutations):
    """One row of hash values for each set."""
    first = MinHash(num_perm=permutations)
    rows = numpy.empty((len(sets), permutations), dtype=first.hashvalues.dtype)
    for place, shingle_set in enumerate(sets):
        sketch = MinHash(num_perm=permutations, permutations=first.permutations, scheme=first.scheme)
        sketch.update_batch(shingle_set)
        rows[place] = sketch.hashvalues
    return rows


def datasketch_candidates(ids, rows, **lsh_options):
    """Pair to estimated similarity, of all pairs that share a band."""
    lsh = MinHashLSH(num_perm=rows.shape[1], **lsh_options)
    empty = numpy.iinfo(numpy.uint32).max  # the hash value of a set without any shingle
    sketches = {place: LeanMinHash(seed=1, hashvalues=row, scheme="affine32") for place, row in enumerate(rows) if row[0] != empty}
    for place, sketch in sketches.items():
        lsh.insert(place, sketch, check_duplication=False)
    return {ordered(ids[place], ids[other]): float((rows[place] == rows[other]).mean())
            for place, sketch in sketches.items() for other in lsh.query(sketch) if other > place}


def rensa_candidates(ids, sets, permutations, bands):
    sketches = RMinHash.from_token_sets([list(shingle_set) for shingle_set in sets], permutations, 42)
    lsh = RMinHashLSH(0.5, permutations, bands)
    lsh.insert_many(sketches)
    return {ordered(ids[place], ids[other]): sketches[place].jaccard(sketches[other])
            for place, found in enumerate(lsh.query_all(sketches)) if sets[place]
            for other in found if other > place and sets[other]}


def pypi_simhash(texts):
    return numpy.array([Simhash(text).value for text in texts], dtype=numpy.uint64)


def text_dedup_simhash(texts):
    """64 bits, distinct single words, each one vote."""
    shifts = numpy.arange(64, dtype=numpy.uint64)
    values = []
    for text in texts:
        words = {word for word in NOT_WORD.split(text.lower()) if word} or {""}
        hashes = numpy.array([xxhash.xxh3_64_intdigest(word.encode()) for word in words], dtype=numpy.uint64)
        ones = ((hashes[:, None] >> shifts) & numpy.uint64(1)).sum(axis=0)
        values.append((((2 * ones) > len(words)).astype(numpy.uint64) << shifts).sum(dtype=numpy.uint64))
    return numpy.array(values, dtype=numpy.uint64)


ONES = numpy.array([word.bit_count() for word in range(1 << 16)], dtype=numpy.uint8)


def pairs_within(ids, values, distance):
    """Pair to distance, by comparing all with all."""
    found = {}
    for place in range(len(values) - 1):
        differing = (values[place + 1:] ^ values[place]).view(numpy.uint16).reshape(-1, 4)
        distances = ONES[differing].sum(axis=1)
        for other in numpy.flatnonzero(distances <= distance):
            found[ordered(ids[place], ids[place + 1 + other])] = int(distances[other])
    return found
