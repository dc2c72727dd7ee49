"""Accuracy of the command line beside its peers, on collections with known truth.

    ./dev bench quality --data DIR [--only SECTION] [--update docs/accuracy.md]

DIR holds the collections that sets.py names, each in a folder of its own; they are not part of this repository. Tables are
printed as Markdown; --update writes them, and the plots, into the page instead, and a full run sums up what was reached.
"""

import argparse
import importlib
import os
import re
import sys
import textwrap
import time
from dataclasses import dataclass, field
from pathlib import Path

from ours import Command, children_seconds
from tables import table, verdict

SECTIONS = ["similarity", "minhash", "distance", "copies", "code", "clusters", "judged", "chinese", "short", "held_out", "speed"]


@dataclass(frozen=True)
class Bench:
    command: object
    data: Path
    plots: Path | None
    bars: list = field(default_factory=list, compare=False)  # lines of the table that sums up

    def bar(self, what, wanted, measured, reached):
        self.bars.append([what, wanted, measured, verdict(reached)])

    def save_plot(self, name, plot):
        if self.plots:
            self.plots.mkdir(parents=True, exist_ok=True)
            (self.plots / f"{name}.svg").write_text(plot.svg())


def read_arguments():
    parser = argparse.ArgumentParser(prog="./dev bench quality", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the collections")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="run this section alone; may be repeated")
    parser.add_argument("--update", type=Path, metavar="PAGE", help="replace the sections of this page")
    parser.add_argument("--command", default="build/release/neardup", metavar="PATH")
    return parser.parse_args()


def need(arguments):
    """What is missing, in one sentence, or None."""
    if arguments.data is None:
        return "give --data DIR, a folder with the collections that bench/quality/sets.py names"
    if not (arguments.data / "en_reuters21578" / "docs.jsonl.zst").exists():
        return f"{arguments.data} has no en_reuters21578/docs.jsonl.zst: is it the folder of the collections?"
    if not Path(arguments.command).exists():
        return f"{arguments.command} is not built: run ./dev build"
    missing = [name for name in [*SECTIONS, "run"] if arguments.update and marks(name)[0] not in arguments.update.read_text()]
    return f"{arguments.update} has no section {marks(missing[0])[0]}" if missing else None


def marks(name):
    return f"<!-- {name} -->", f"<!-- /{name} -->"


def wrapped(text):
    """The text with its prose at 100 columns; tables, code and tags are left as they are."""
    return "\n\n".join(part if part.startswith(("|", "```", "<")) else
                       textwrap.fill(part, 100, break_long_words=False, break_on_hyphens=False) for part in text.split("\n\n"))


def update(page, name, text):
    begin, end = marks(name)
    pattern = re.escape(begin) + ".*?" + re.escape(end)
    page.write_text(re.sub(pattern, lambda _: f"{begin}\n{wrapped(text)}\n{end}", page.read_text(), flags=re.DOTALL))


def about(bench, stopwatch):
    version = bench.command.run("--version").stdout.decode().strip()
    pins = (Path(__file__).parent / "requirements.txt").read_text().splitlines()
    peers = [line.split("#")[0].strip().replace("==", " ") for line in pins if "==" in line]
    return (f"One run of {version}, from the first table to the last: {stopwatch}, on {os.cpu_count()} cores. "
            f"From PyPI: {', '.join(peers)}.\n\n" + table(["what", "wanted", "measured", "result"], bench.bars))


class Stopwatch:
    """Seconds of the processor, of this program and of those that it ran, and by the clock."""

    def __init__(self):
        self.processor, self.clock = self.now()

    @staticmethod
    def now():
        return time.process_time() + children_seconds(), time.perf_counter()

    def __str__(self):
        processor, clock = self.now()
        return f"{(processor - self.processor) / 60:.1f} minutes of CPU time, {(clock - self.clock) / 60:.1f} by the clock"


def run_section(bench, name, module, page):
    stopwatch = Stopwatch()
    text = "\n\n".join(module.section(bench))
    if page:
        update(page, name, text)
    else:
        print(f"## {name}\n\n{text}\n", flush=True)
    say(f"{name}: {stopwatch}")


def say(words):
    print(f"bench quality: {words}", file=sys.stderr, flush=True)


def main():
    arguments = read_arguments()
    missing = need(arguments)
    if missing:
        sys.exit(f"bench quality: {missing}")
    plots = arguments.update.parent / "accuracy" if arguments.update else None
    bench = Bench(Command(arguments.command), arguments.data, plots)
    stopwatch = Stopwatch()
    names = arguments.only or SECTIONS
    sections = [importlib.import_module(f"section_{name}") for name in names]
    for name, module in zip(names, sections):
        run_section(bench, name, module, arguments.update)
    say(f"all: {stopwatch}")
    if arguments.update and not arguments.only:
        update(arguments.update, "run", about(bench, stopwatch))


if __name__ == "__main__":
    main()
