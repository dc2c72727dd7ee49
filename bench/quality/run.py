"""Accuracy of the command line beside its peers, on collections with known truth.

    ./dev bench quality --data DIR [--only SECTION] [--update docs/accuracy.md]

DIR holds the collections that sets.py names, each in a folder of its own; they are not part of this repository. Tables are
printed as Markdown; --update writes them, and the plots, into the page instead.
"""

import argparse
import importlib
import re
import sys
from dataclasses import dataclass
from pathlib import Path

SECTIONS = ["similarity", "minhash", "distance", "code", "clusters", "judged", "chinese", "short", "speed"]


@dataclass(frozen=True)
class Bench:
    command: object
    data: Path
    kept: object
    plots: Path | None

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
    parser.add_argument("--kept", type=Path, default=Path("build/quality"), metavar="DIR",
                        help="where results of slow peers are kept for the next run")
    return parser.parse_args()


def need(arguments):
    """What is missing, in one sentence, or None."""
    if arguments.data is None:
        return "give --data DIR, a folder with the collections that bench/quality/sets.py names"
    if not (arguments.data / "en_reuters21578" / "docs.jsonl.zst").exists():
        return f"{arguments.data} has no en_reuters21578/docs.jsonl.zst: is it the folder of the collections?"
    if not Path(arguments.command).exists():
        return f"{arguments.command} is not built: run ./dev build"
    return None


def update(page, name, text):
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before = page.read_text()
    if begin not in before or end not in before:
        raise SystemExit(f"bench quality: {page} has no section {begin} … {end}")
    pattern = re.escape(begin) + ".*?" + re.escape(end)
    page.write_text(re.sub(pattern, lambda _: f"{begin}\n{text}\n{end}", before, flags=re.DOTALL))


def main():
    arguments = read_arguments()
    missing = need(arguments)
    if missing:
        sys.exit(f"bench quality: {missing}")
    from ours import Command
    from peers import Kept
    plots = arguments.update.parent / "accuracy" if arguments.update else None
    bench = Bench(Command(arguments.command), arguments.data, Kept(arguments.kept), plots)
    for name in arguments.only or SECTIONS:
        print(f"bench quality: {name}", file=sys.stderr, flush=True)
        text = "\n\n".join(importlib.import_module(f"section_{name}").section(bench))
        if arguments.update:
            update(arguments.update, name, text)
        else:
            print(f"## {name}\n\n{text}\n", flush=True)


main()
