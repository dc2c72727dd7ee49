"""Text to fingerprint beside the PyPI package simhash, on the same texts, one thread each.

    python3 -m venv .venv && .venv/bin/pip install simhash==2.1.2
    .venv/bin/python bench/peers/pypi_simhash.py build/release/neardup

First checks that the recipe pypi-simhash gives the package's own values, then prints megabytes per second of both, and the
ratio for that recipe and for the same windows with XXH3.
"""

import json
import random
import subprocess
import sys
import tempfile
import time

from simhash import Simhash

WORDS = ("the of and a to in is that copies text page which search fingerprint was changed between two editions daily "
         "news morning readers found nearly same story printed under another headline reported agency sent it again").split()
HAN = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民"


def texts(language, count=400, length=4000):
    choose = random.Random(7)
    for _ in range(count):
        if language == "English":
            yield " ".join(choose.choice(WORDS) for _ in range(length // 6))
        else:
            yield "，".join("".join(choose.choices(HAN, k=12)) for _ in range(length // 39))


def ours(command, path, *options):
    """id -> fingerprint, and seconds inside the command."""
    result = subprocess.run([command, "fingerprint", path, "--stats", "-j", "1", *options], capture_output=True, check=True)
    values = dict(line.split("\t") for line in result.stdout.decode().splitlines())
    return values, json.loads(result.stderr)["seconds"]


def measure(command, language):
    documents = list(texts(language))
    megabytes = sum(len(text.encode()) for text in documents) / 1e6
    start = time.perf_counter()
    theirs = [Simhash(text).value for text in documents]
    seconds = time.perf_counter() - start
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for number, text in enumerate(documents * 20):  # long enough for the start of the command not to matter
            file.write(json.dumps({"id": number, "text": text}, ensure_ascii=False) + "\n")
        file.flush()
        values, same_seconds = ours(command, file.name, "--recipe", "pypi-simhash")
        for number, value in enumerate(theirs):
            assert int(values[str(number)], 16) == value, f"text {number} differs"
        _, windows_seconds = ours(command, file.name, "--tokens", "chars:4", "--weights", "count")
    print(f"{language}: package {megabytes / seconds:.2f} MB/s; pypi-simhash {20 * seconds / same_seconds:.0f}x; "
          f"4-character windows with XXH3 {20 * seconds / windows_seconds:.0f}x")


for name in ("English", "Chinese"):
    measure(sys.argv[1], name)
