"""Measures the Python package against the library, the command and other packages; checks every answer first.

    PYTHONPATH=build/release/python .deps/python-venv/bin/python bench/python/run.py [--megabytes 200] [--only SECTION]

Sections: import, fingerprint, parquet, simhash, peers. The peers are in bench/python/requirements.txt.
"""

from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import corpus
import neardup
import numpy
import peers

BUILD = pathlib.Path(__file__).resolve().parents[2] / "build" / "release"


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    answer = call()
    return time.perf_counter() - start, answer


def best(runs: int, call: Callable[[], Any]) -> tuple[float, Any]:
    return min((timed(call) for _ in range(runs)), key=lambda pair: pair[0])


def measure_import(_: argparse.Namespace, __: pathlib.Path) -> None:
    program = "import time; t = time.perf_counter(); import neardup; print(time.perf_counter() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(20)]
    print(f"import: {1000 * min(times):.1f} ms, the median {1000 * sorted(times)[10]:.1f} ms (bar: 50 ms)")


def measure_fingerprint(options: argparse.Namespace, folder: pathlib.Path) -> None:
    import pyarrow

    texts = corpus.texts(options.megabytes)
    lines = folder / "lines.txt"
    lines.write_text("\n".join(texts), encoding="utf-8")
    column = pyarrow.array(texts)
    seconds, (values, _) = best(5, lambda: neardup.fingerprint(column))
    answer = subprocess.check_output([BUILD / "bench" / "fingerprint_lines", lines], text=True).split()
    assert int(answer[1]) == int(numpy.bitwise_xor.reduce(values)), "other fingerprints than the library"
    print(f"fingerprint of an Arrow column: {100 * float(answer[0]) / seconds:.1f} % of the library's speed "
          f"({len(texts) / seconds:,.0f} texts a second; bar: 90 %)")  # fmt: skip


def measure_parquet(options: argparse.Namespace, folder: pathlib.Path) -> None:
    import pyarrow
    from pyarrow import parquet

    texts = corpus.texts(options.megabytes)
    path = folder / "corpus.parquet"
    table = pyarrow.table({"id": [str(number) for number in range(len(texts))], "text": texts})
    parquet.write_table(table, path, row_group_size=20_000)
    command = [BUILD / "neardup", "dedup", path, "-q", "-o", folder / "command.parquet"]
    ratios = []
    for _ in range(3):
        theirs, _ = timed(lambda: subprocess.run(command, check=True))
        ours, result = timed(lambda: neardup.dedup(path, output=folder / "python.parquet"))
        ratios.append(ours / theirs)
    assert (folder / "command.parquet").read_bytes() == (folder / "python.parquet").read_bytes(), "another output"
    print(f"dedup of a Parquet file of {path.stat().st_size / 1e6:.0f} MB ({result}): {min(ratios):.3f}x to "
          f"{max(ratios):.3f}x the command's time (bar: 1.15x)")  # fmt: skip


def measure_simhash(_: argparse.Namespace, __: pathlib.Path) -> None:
    import simhash
    from neardup.compat import simhash as ours

    joined = " ".join(corpus.texts(1))
    texts = [joined[i : i + 5000] for i in range(0, 500_000, 5000)]
    assert [ours.Simhash(text).value for text in texts] == [simhash.Simhash(text).value for text in texts]
    their_time, _ = best(3, lambda: [simhash.Simhash(text) for text in texts])
    our_time, _ = best(20, lambda: [ours.Simhash(text) for text in texts])
    print(f"compat.simhash on texts of 5 KB: {their_time / our_time:.0f}x as fast as simhash 2.1.2 (bar: 100x)")


def measure_peers(options: argparse.Namespace, folder: pathlib.Path) -> None:
    texts = corpus.texts(options.megabytes)
    path = folder / "corpus.jsonl"
    corpus.write_jsonl(path, texts)
    exact = neardup.pairs(path, similarity=0.8, exact=True)
    truth = set(zip(exact["row1"].tolist(), exact["row2"].tolist()))

    def shares(found: set[tuple[int, int]]) -> str:
        right = len(found & truth)
        return f"recall {right / len(truth):.4f}, precision {right / max(len(found), 1):.4f}"

    def our_pairs() -> set[tuple[int, int]]:
        found = neardup.pairs(path, similarity=0.8)
        return set(zip(found["row1"].tolist(), found["row2"].tolist()))

    our_time, found = best(3, our_pairs)
    assert found <= truth, "a pair that the exact join does not have"
    print(f"pairs at Jaccard 0.8 in {path.stat().st_size / 1e6:.0f} MB of JSONL, {len(texts):,} texts, {len(truth):,} pairs")
    print(f"  neardup: {our_time:.2f} s, {shares(found)}")
    for name, peer in peers.PEERS.items():
        if options.peers and name not in options.peers:
            continue
        seconds, theirs = timed(lambda: peer(path))  # noqa: B023
        print(f"  {name}: {seconds:.2f} s, {shares(theirs)}: neardup is {seconds / our_time:.1f}x as fast (bar: 8x)",
              flush=True)  # fmt: skip


SECTIONS = {
    "import": measure_import,
    "fingerprint": measure_fingerprint,
    "parquet": measure_parquet,
    "simhash": measure_simhash,
    "peers": measure_peers,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--megabytes", type=int, default=200, help="size of the corpus")
    parser.add_argument("--only", action="append", choices=SECTIONS)
    parser.add_argument("--peers", action="append", choices=peers.PEERS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only or SECTIONS:
            SECTIONS[name](options, pathlib.Path(folder))


if __name__ == "__main__":
    main()
