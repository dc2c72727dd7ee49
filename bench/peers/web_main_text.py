#!/usr/bin/env python3
"""Compare the main text of web pages with that of trafilatura: quality on the pages of the tests, and speed.

    ./dev build release main_text_dump && bench/peers/web_main_text.py [--rounds 20]

Needs the PyPI package trafilatura. Both programs read the same pages in one run: F1 of the tokens against the
expected texts in tests/corpus/web_pages, and the time for the same pages many times over, in one process each.
"""

import argparse
import json
import pathlib
import re
import subprocess
import time
from collections import Counter

import trafilatura

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "tests" / "corpus" / "web_pages"


def tokens(text):
    """Words of letters and digits; every Chinese character is a token."""
    return Counter(re.findall(r"[一-鿿]|[^\W_一-鿿]+", text.lower()))


def f1(text, truth):
    found, wanted = tokens(text), tokens(truth)
    shared = sum((found & wanted).values())
    if not shared:
        return 0.0, 0.0, 0.0
    precision, recall = shared / sum(found.values()), shared / sum(wanted.values())
    return precision, recall, 2 * precision * recall / (precision + recall)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--dump", default=ROOT / "build" / "release" / "bench" / "main_text_dump", type=pathlib.Path)
    arguments.add_argument("--rounds", type=int, default=20)
    options = arguments.parse_args()
    pages = sorted(PAGES.glob("*.html"))
    measure(options, pages)


def measure(options, pages):
    run = subprocess.run([options.dump, str(options.rounds), *pages], check=True, capture_output=True)
    ours = json.loads(run.stdout)
    contents = [page.read_bytes() for page in pages]
    theirs = [trafilatura.extract(content, include_comments=False) or "" for content in contents]
    begin = time.perf_counter()
    for content in contents * options.rounds:
        trafilatura.extract(content, include_comments=False)
    their_seconds = time.perf_counter() - begin
    print(f"{'page':<14} {'neardup':>23}   {'trafilatura':>23}")
    sums = [[0.0] * 3, [0.0] * 3]
    for page, our_text, their_text in zip(pages, ours["texts"], theirs):
        truth = page.with_suffix(".txt").read_text()
        scores = [f1(our_text, truth), f1(their_text, truth)]
        for total, score in zip(sums, scores):
            for i in range(3):
                total[i] += score[i] / len(pages)
        print(f"{page.stem:<14} " + "   ".join("P %.3f R %.3f F1 %.3f" % score for score in scores))
    print(f"{'mean':<14} " + "   ".join("P %.3f R %.3f F1 %.3f" % tuple(total) for total in sums))
    megabytes = sum(map(len, contents)) * options.rounds / 1e6
    print(f"speed: neardup {megabytes / ours['seconds']:.1f} MB/s, trafilatura {trafilatura.__version__} "
          f"{megabytes / their_seconds:.2f} MB/s: {their_seconds / ours['seconds']:.0f}x as fast, one thread each")


if __name__ == "__main__":
    main()
