"""SimHash of other makers on the same texts: the package simhash from PyPI, and text-dedup's settings."""

import functools
import re
import time
from concurrent.futures import ProcessPoolExecutor

import numpy
import xxhash
from simhash import Simhash

from sets import ordered, prose

NOT_WORD = re.compile(r"\W", re.UNICODE)
DISTANCE = 14  # pairs within it are found
ONES = numpy.array([word.bit_count() for word in range(1 << 16)], dtype=numpy.uint8)


def pypi_simhash(text):
    return Simhash(text).value


def text_dedup_simhash(text):
    """64 bits, distinct single words, each one vote."""
    shifts = numpy.arange(64, dtype=numpy.uint64)
    words = {word for word in NOT_WORD.split(text.lower()) if word} or {""}
    hashes = numpy.array([xxhash.xxh3_64_intdigest(word.encode()) for word in words], dtype=numpy.uint64)
    ones = ((hashes[:, None] >> shifts) & numpy.uint64(1)).sum(axis=0)
    return (((2 * ones) > len(words)).astype(numpy.uint64) << shifts).sum(dtype=numpy.uint64)


def pairs_within(ids, values, distance):
    """Pair to distance, by comparing all with all."""
    found = {}
    for place in range(len(values) - 1):
        differing = (values[place + 1:] ^ values[place]).view(numpy.uint16).reshape(-1, 4)
        distances = ONES[differing].sum(axis=1)
        for other in numpy.flatnonzero(distances <= distance):
            found[ordered(ids[place], ids[place + 1 + other])] = int(distances[other])
    return found


def pairs_of(collection, fingerprint):
    """Pair to distance, and the seconds of the processor that the fingerprints took. Equal texts are hashed once."""
    start = time.process_time()
    values = {text: fingerprint(text) for text in set(collection.documents.values())}
    seconds = time.process_time() - start
    fingerprints = numpy.array([values[text] for text in collection.documents.values()], dtype=numpy.uint64)
    return pairs_within(list(collection.documents), fingerprints, DISTANCE), seconds


@functools.cache
def all_pairs(data, fingerprint):
    """Collection to its pairs and seconds, a process for each core."""
    with ProcessPoolExecutor() as pool:
        return dict(zip(prose(data), pool.map(functools.partial(pairs_of, fingerprint=fingerprint), prose(data))))
