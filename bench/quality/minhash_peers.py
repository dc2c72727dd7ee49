"""datasketch and rensa, from PyPI, and text-dedup's settings, on the same texts.

Every document is sketched once for each number of permutations, and all band settings are tried on those sketches; every
threshold of the truth may choose among all of them. Seconds are of the processor and begin with ready shingle sets.
"""

import functools
import re
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy
from datasketch import LeanMinHash, MinHash, MinHashLSH
from rensa import RMinHash, RMinHashLSH

from sets import ordered, prose

HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
TOKEN = re.compile(f"[{HAN}]|[^\\W_{HAN}]+")
NOT_WORD = re.compile(r"\W", re.UNICODE)
# The grids. Thresholds are what datasketch finds bands for; rensa is told the bands, here of 8, 4 or 2 values.
DATASKETCH_THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
RENSA_BANDS = {128: (16, 32, 64), 256: (32, 64, 128)}


def shingles(text, width):
    """The definition of the truth: lower case, Han characters and runs of letters and digits, sets of `width` in a row."""
    tokens = TOKEN.findall(text.lower())
    count = max(1, len(tokens) - width + 1) if tokens else 0
    return {" ".join(tokens[start:start + width]).encode() for start in range(count)}


def word_bigrams(text):
    """As text-dedup splits: at everything that is no word character, two in a row."""
    words = [word for word in NOT_WORD.split(text.lower()) if word]
    return {" ".join(words[start:start + 2]).encode() for start in range(max(1, len(words) - 1))}


def timed(work, *arguments):
    """The result and the seconds of the processor that it took."""
    start = time.process_time()
    return work(*arguments), time.process_time() - start


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
    sketches = [LeanMinHash(seed=1, hashvalues=row, scheme="affine32") for row in rows]
    for place, sketch in enumerate(sketches):
        lsh.insert(place, sketch, check_duplication=False)
    return {ordered(ids[place], ids[other]): float((rows[place] == rows[other]).mean())
            for place, sketch in enumerate(sketches) for other in lsh.query(sketch) if other > place}


def rensa_sketches(sets, permutations):
    return RMinHash.from_token_sets([list(shingle_set) for shingle_set in sets], permutations, 42)


def rensa_candidates(ids, sketches, permutations, bands):
    lsh = RMinHashLSH(0.5, permutations, bands)
    lsh.insert_many(sketches)
    return {ordered(ids[place], ids[other]): sketches[place].jaccard(sketches[other])
            for place, found in enumerate(lsh.query_all(sketches)) for other in found if other > place}


@dataclass(frozen=True)
class Tried:
    """One setting of one peer on one collection: pair to estimated similarity, and seconds."""
    setting: str
    pairs: dict
    seconds: float
    checked: bool = True  # by the estimate; otherwise every pair counts


def datasketch_tried(ids, sets):
    for permutations in (128, 256):
        rows, sketching = timed(datasketch_sketches, sets, permutations)
        for threshold in DATASKETCH_THRESHOLDS:
            pairs, joining = timed(lambda: datasketch_candidates(ids, rows, threshold=threshold))
            yield Tried(f"{permutations} permutations, LSH for {threshold}", pairs, sketching + joining)


def rensa_tried(ids, sets):
    for permutations, numbers in RENSA_BANDS.items():
        sketches, sketching = timed(rensa_sketches, sets, permutations)
        for bands in numbers:
            pairs, joining = timed(rensa_candidates, ids, sketches, permutations, bands)
            yield Tried(f"{permutations} permutations, {bands} bands", pairs, sketching + joining)


def text_dedup_tried(collection):
    """200 permutations in 50 bands of 4, word bigrams; what shares a band counts."""
    sets = [word_bigrams(text) for text in collection.documents.values()]
    pairs, seconds = timed(lambda: datasketch_candidates(list(collection.documents), datasketch_sketches(sets, 200), params=(50, 4)))
    return Tried("200 permutations, 50 bands", pairs, seconds, checked=False)


def tried_on(collection):
    sets = {name: shingles(text, collection.shingle) for name, text in collection.documents.items()}
    ids = [name for name, shingle_set in sets.items() if shingle_set]
    full = [sets[name] for name in ids]
    return {"datasketch": list(datasketch_tried(ids, full)), "rensa": list(rensa_tried(ids, full)),
            "text-dedup": [text_dedup_tried(collection)]}


@functools.cache
def everything_tried(data):
    """Collection to peer to what was tried, a process for each core."""
    with ProcessPoolExecutor() as pool:
        return dict(zip(prose(data), pool.map(tried_on, prose(data))))
