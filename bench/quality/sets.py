"""The collections: where they lie, and what is true about their pairs.

A folder holds docs.jsonl.zst and one or more truths: jaccard_kK_t0.5.tsv.zst (every pair from 0.5 up), pairs.tsv.zst (judged
pairs) and groups.tsv.zst (documents that belong together). Some folders hold several sets, told apart by a prefix.
"""

import itertools
import json
import subprocess
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path


def read_zst(path):
    return subprocess.run(["zstd", "-dc", str(path)], capture_output=True, check=True).stdout.decode()


def rows(path):
    lines = read_zst(path).splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def ordered(first, second):
    return (first, second) if first <= second else (second, first)


@dataclass(frozen=True)
class Collection:
    data: Path
    folder: str
    prefix: str = ""
    shingle: int = 3  # of the Jaccard truth

    @property
    def name(self):
        return f"{self.folder} {self.prefix.rstrip('.')}".strip()

    def path(self, file):
        return self.data / self.folder / f"{self.prefix}{file}.zst"

    @property
    def documents_path(self):
        return self.path("docs.jsonl")

    @cached_property
    def documents(self):
        """Id to text, in the order of the file."""
        records = map(json.loads, read_zst(self.documents_path).splitlines())
        return {record["id"]: record["text"] for record in records}

    @cached_property
    def jaccard(self):
        return {ordered(first, second): float(value)
                for first, second, value in rows(self.path(f"jaccard_k{self.shingle}_t0.5.tsv"))}

    def pairs_from(self, least):
        return {pair for pair, value in self.jaccard.items() if value >= least}

    def differs(self, pair):
        """Whether the two texts are not the same bytes."""
        return self.documents[pair[0]] != self.documents[pair[1]]

    @cached_property
    def labels(self):
        """Pair to 1 or 0; when there is no 0, every other pair is negative."""
        return {ordered(first, second): int(label) for first, second, label, *_ in rows(self.path("pairs.tsv"))}

    @cached_property
    def groups(self):
        members = {}
        for group, document in rows(self.path("groups.tsv")):
            members.setdefault(group, []).append(document)
        return members

    def pairs_in_groups(self):
        return {ordered(*pair) for members in self.groups.values() for pair in itertools.combinations(members, 2)}


@cache
def prose(data):
    """Six sets with exact-Jaccard truth: three English, three Chinese."""
    english = [Collection(data, name, shingle=3) for name in ("en_reuters21578", "en_doris_docs", "en_spdx_licenses")]
    return english + chinese(data)


@cache
def chinese(data):
    return [Collection(data, name, shingle=4) for name in ("zh_doris_docs", "zh_laws", "zh_mdn_docs")]


def versioned(data):
    """Sets with groups by path or title: several versions of one document."""
    return [collection for collection in prose(data) if collection.path("groups.tsv").exists()]


def contests(data):
    """Programs in groups; only pairs of one test are compared."""
    return [Collection(data, "code_vkcup2015", prefix) for prefix in ("sample.", "open.", "team.")]


def judged_programs(data):
    return [Collection(data, "code_soco14", "train_java."), Collection(data, "code_soco14", "train_c."),
            Collection(data, "code_irplag")]


def judged_prose(data):
    sizes = [Collection(data, "en_mccormick_minhash", prefix) for prefix in ("100.", "1000.", "2500.")]
    return [*sizes, Collection(data, "en_clough_stevenson"), Collection(data, "zh_gdut_papercheck", shingle=4)]
