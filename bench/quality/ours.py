"""Runs of the released command line, and what they print."""

import json
import resource
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sets import ordered


@dataclass(frozen=True)
class Found:
    """Ordered pair of ids to (distance, similarity); None where the line says `-`."""
    pairs: dict
    stats: dict
    seconds: float  # of the processor, from the file to the pairs

    def set(self):
        return set(self.pairs)

    def similarities(self):
        return {pair: similarity for pair, (_, similarity) in self.pairs.items()}

    def candidates(self):
        """Pairs that were checked, and copies, which need no check but are candidates of everybody else."""
        return self.stats["candidates"] + sum(similarity == 1 for _, similarity in self.pairs.values())

    def distances(self):
        """Texts without a fingerprint are paired with exact copies only."""
        return {pair: distance or 0 for pair, (distance, _) in self.pairs.items()}


def value_of(kind, text):
    return None if text == "-" else kind(text)


def read_pairs(text):
    pairs = {}
    for line in text.splitlines():
        first, second, distance, similarity = line.split("\t")
        pairs[ordered(first, second)] = (value_of(int, distance), value_of(float, similarity))
    return pairs


def children_seconds():
    """Of the processor, of all programs that this one has waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Command:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, **options):
        words = [self.path, *map(str, arguments)]
        result = subprocess.run(words, capture_output=True, **options)
        if result.returncode != 0:
            raise SystemExit(f"bench quality: {' '.join(words)}: {result.stderr.decode().strip()}")
        return result

    def pairs(self, path, *arguments):
        start = children_seconds()
        result = self.run("pairs", path, *arguments, "--stats")
        seconds = children_seconds() - start
        return Found(read_pairs(result.stdout.decode()), json.loads(result.stderr.decode().splitlines()[-1]), seconds)

    def pairs_of_texts(self, texts, *arguments):
        """`texts`: id to text."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "texts.jsonl"
            path.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items()))
            return self.pairs(path, *arguments)

    def clusters(self, path, *arguments):
        """Document to cluster, of `dedup`."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "clusters.tsv"
            self.run("dedup", path, "--clusters", file, *arguments)
            rows = [line.split("\t") for line in file.read_text().splitlines()]
        return {document: cluster for cluster, document, *_ in rows}
