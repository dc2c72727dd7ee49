"""A corpus with planted near-duplicates: texts of about 120 words with Zipf frequencies, every fifth a changed copy."""

from __future__ import annotations

import json
import pathlib

import numpy

WORDS = 120


def texts(megabytes: int) -> list[str]:
    random = numpy.random.default_rng(16)
    vocabulary = numpy.array(["".join(chr(97 + c) for c in random.integers(0, 26, random.integers(3, 10)))
                              for _ in range(20_000)])  # fmt: skip
    made: list[str] = []
    size = 0
    while size < megabytes * 1_000_000:
        words = vocabulary[numpy.minimum(random.zipf(1.2, WORDS) - 1, len(vocabulary) - 1)]
        if made and random.random() < 0.2:
            words = numpy.array(made[random.integers(0, len(made))].split())
            changed = random.integers(0, len(words), random.integers(0, 6))
            words[changed] = vocabulary[random.integers(0, len(vocabulary), len(changed))]
        made.append(" ".join(words))
        size += len(made[-1]) + 30
    return made


def write_jsonl(path: pathlib.Path, made: list[str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for number, text in enumerate(made):
            file.write(json.dumps({"id": str(number), "text": text}) + "\n")
