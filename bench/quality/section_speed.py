"""Sketch, candidates and check from ready shingles, beside rensa, and how time grows with the number of documents."""

import subprocess
import sys
from pathlib import Path


def section(_):
    bench = Path("build/release/bench/similarity_bench")
    if not bench.exists():
        raise SystemExit("bench quality: build/release/bench/similarity_bench is not built: run ./dev build release benches")
    peer = subprocess.run([sys.executable, "bench/peers/rensa_similarity.py", bench], capture_output=True, text=True, check=True).stdout
    growth = subprocess.run([bench], capture_output=True, text=True).stdout
    return ["```\n" + peer + growth + "```"]
