"""Sketch, candidates and check from ready shingles, beside rensa, and how time grows with the number of documents."""

import re
import subprocess
import sys
from pathlib import Path

BAR = re.compile(r"bar: (.*): ([\d.]+x(?: the time)?) \((at (?:least|most) [\d.]+x)\) (reached|MISSED)")


def section(bench):
    program = Path("build/release/bench/similarity_bench")
    if not program.exists():
        raise SystemExit("bench quality: build/release/bench/similarity_bench is not built: run ./dev build release benches")
    peer = subprocess.run([sys.executable, "bench/peers/rensa_similarity.py", program], capture_output=True, text=True, check=True).stdout
    growth = subprocess.run([program], capture_output=True, text=True).stdout  # fails when a bar is missed, which the lines say
    for what, measured, wanted, result in BAR.findall(peer + growth):
        bench.bar(what, wanted, measured, result == "reached")
    return ["```\n" + peer + growth + "```"]
