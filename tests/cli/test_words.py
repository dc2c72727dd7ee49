"""What the command tells people: about source code, HTML, large clusters and corpora of hardly any documents."""

import json
import random

from neardup_cli import CommandTest, jsonl, run
from test_dedup import text_of

PROGRAM = """import sys


def read_numbers(path):
    numbers = []
    with open(path) as source:
        for line in source:
            value = line.strip()
            if value:
                numbers.append(int(value))
    return numbers


def largest_gap(numbers):
    best = 0
    for i in range(1, len(numbers)):
        best = max(best, numbers[i] - numbers[i - 1])
    return best


if __name__ == "__main__":
    print(largest_gap(read_numbers(sys.argv[1])))
"""
RENAMED = (PROGRAM.replace("numbers", "values").replace("best", "widest").replace("source", "handle")
           .replace("line", "row").replace("largest_gap", "max_step").replace("value ", "item ").replace("(value)", "(item)"))
OTHER = """#include <cstdio>
int main(int argc, char** argv) {
  unsigned long total = 0;
  for (int i = 1; i < argc; ++i) {
    for (const char* c = argv[i]; *c != 0; ++c) total = total * 31 + *c;
  }
  std::printf("%lu\\n", total);
  return total != 0;
}
"""
CHOSEN = "source code: compared by its tokens, with recipe code-1 (--recipe text-1 compares it as text)"


class SourceCodeTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.sources = self.folder / "src"
        for name, text in (("a.py", PROGRAM), ("b.py", RENAMED), ("c.cpp", OTHER)):
            self.write("src/" + name, text)

    def test_the_recipe_for_code_is_chosen_by_extension_and_the_way_back_is_named(self):
        result = run("dedup", self.sources)
        self.assertIn(b"2 kept, 0 exact and 1 near duplicates", result.stderr)
        self.assertIn(CHOSEN.encode(), result.stderr)
        plain = run("dedup", self.sources, "--recipe", "text-1")
        self.assertIn(b"3 kept", plain.stderr)
        self.assertNotIn(b"source code", plain.stderr)
        self.assertNotIn(b"source code", run("dedup", self.sources, "-q").stderr)
        result = run("pairs", self.sources)
        self.assertEqual(result.stdout.count(b"\n"), 1)
        self.assertIn(CHOSEN.encode(), result.stderr)
        self.assertIn(b"recipe     code-1", run("tune", self.sources).stdout)
        result = run("compare", self.sources / "a.py", self.sources / "b.py")
        self.assertIn(b"near-duplicates", result.stdout)
        self.assertIn(CHOSEN.encode(), result.stderr)
        index = self.folder / "code.ndx"
        self.assertIn(CHOSEN.encode(), run("index", "build", index, self.sources).stderr)
        self.assertIn("code-1", self.succeed("index", "info", index))

    def test_an_index_decides_before_the_files_do(self):
        index = self.folder / "text.ndx"
        self.succeed("index", "build", index, self.sources, "--recipe", "text-1", "--similarity", "0.8")
        result = run("dedup", self.sources, "--against", index)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn(b"source code", result.stderr)

    def test_records_are_judged_by_their_ids_and_their_texts(self):
        programs = [PROGRAM, RENAMED, OTHER]
        named = self.write("a.jsonl", jsonl([{"id": f"x/{i}.py", "text": text} for i, text in enumerate(programs)]))
        self.assertIn(CHOSEN.encode(), run("dedup", named).stderr)
        unnamed = self.write("b.jsonl", jsonl([{"id": i, "text": text} for i, text in enumerate(programs)]))
        self.assertIn(CHOSEN.encode(), run("dedup", unnamed).stderr)
        texts = [self.write(f"t/{i}.txt", text) for i, text in enumerate(programs)]
        self.assertIn(CHOSEN.encode(), run("dedup", *texts).stderr)

    def test_prose_and_lines_are_not_code(self):
        prose = self.write("a.jsonl", jsonl([{"id": i, "text": text_of(i)} for i in range(50)]))
        self.assertNotIn(b"source code", run("dedup", prose).stderr)
        self.assertNotIn(b"source code", run("dedup", "--lines", self.sources).stderr)
        self.assertNotIn(b"source code", run("dedup", "-", stdin=PROGRAM.encode()).stderr)

    def test_a_mixture_stays_text_and_is_warned_about(self):
        for i in range(2):
            self.write(f"src/notes{i}.txt", text_of(i))
        result = run("dedup", self.sources)
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"3 of 5 documents looked at are source code, and are compared as text", result.stderr)
        self.assertIn(b"(see --recipe code-1)", result.stderr)
        self.assertNotIn(CHOSEN.encode(), result.stderr)
        for i in range(2, 12):
            self.write(f"src/notes{i}.txt", text_of(i))
        self.assertNotIn(b"source code", run("dedup", self.sources).stderr)


class WarningsTest(CommandTest):
    def test_html_read_as_text_is_warned_about_once(self):
        pages = [{"id": i, "text": f"<!DOCTYPE html><html><body><p>{text_of(i)}</p></body></html>"} for i in range(3000)]
        path = self.write("a.jsonl", jsonl(pages))
        for command in (("dedup", path), ("fingerprint", path), ("pairs", path)):
            result = run(*command)
            self.assertEqual(result.returncode, 0)
            self.assertEqual(result.stderr.count(b"looks like HTML"), 1, result.stderr)
            self.assertIn(b"(see --html)", result.stderr)
            self.assertIn(b"a.jsonl: line 1: looks like HTML", result.stderr)

    def test_one_cluster_of_more_than_half_is_warned_about_with_the_way_out(self):
        words = text_of(1)
        path = self.write("a.jsonl", jsonl([{"id": f"page{i}", "text": f"{words} {i}"} for i in range(12)] +
                                           [{"id": f"x{i}", "text": text_of(i + 2)} for i in range(9)]))
        result = run("dedup", path)
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"warning: 12 of 21 documents are in one cluster, that of page0", result.stderr)
        self.assertIn(b"--template FILE", result.stderr)
        self.assertIn(b"--html FIELD", result.stderr)
        few = self.write("b.jsonl", jsonl([{"id": i, "text": words} for i in range(9)]))
        self.assertNotIn(b"in one cluster", run("dedup", few).stderr)


class SummaryTest(CommandTest):
    def test_none_one_and_all_removed_read_well(self):
        empty = self.write("empty.jsonl", "")
        self.assertIn("neardup: no documents in the input", run("dedup", empty).stderr.decode())
        one = self.write("one.jsonl", jsonl([{"id": 1, "text": text_of(1)}]))
        self.assertIn("neardup: 1 document: kept", run("dedup", one).stderr.decode())
        result = run("dedup", one, "--against", one, "-o", self.folder / "clean.jsonl")
        self.assertIn("neardup: 1 document: 0 kept, 1 exact and 0 near duplicates removed", result.stderr.decode())
        self.assertEqual((self.folder / "clean.jsonl").read_bytes(), b"")


class CompareTemplateTest(CommandTest):
    def test_a_template_is_taken_out_of_both(self):
        frame = " ".join(text_of(i) for i in range(3))
        paths = [self.write(f"{i}.txt", f"{frame} {text_of(10 + i)}") for i in range(2)]
        template = self.write("frame.txt", frame)
        self.assertIn("verdict      near-duplicates", self.succeed("compare", *paths, "--recipe", "text-1,similarity=0.5"))
        result = run("compare", *paths, "--template", template, "--recipe", "text-1,similarity=0.5")
        self.assertIn(b"verdict      different", result.stdout, result.stdout)
        self.fail_with("nothing.txt", "compare", *paths, "--template", self.folder / "nothing.txt")


class LosslessTest(CommandTest):
    def test_removes_only_what_the_longest_contains(self):
        choose = random.Random(5)
        words = [f"word{i}" for i in range(200)]
        long = " ".join(choose.choices(words, k=120))
        part = " ".join(long.split()[30:70])
        records = [{"id": "part", "text": part.upper() + "!"}, {"id": "long", "text": long}, {"id": "copy", "text": long},
                   {"id": "near", "text": long.replace(long.split()[60], "changed", 1)},
                   {"id": "part of part", "text": " ".join(part.split()[5:20])}]
        path = self.write("a.jsonl", jsonl(records))
        removed = self.folder / "removed.tsv"
        result = run("dedup", path, "--lossless", "-o", self.folder / "clean.jsonl", "--removed", removed)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"5 documents: 2 kept, 1 exact and 2 near duplicates removed; 1 cluster, the largest of 4", result.stderr)
        self.assertIn(b"contained word for word in the document kept", result.stderr)
        lines = [line.split("\t") for line in removed.read_text().splitlines()]
        self.assertEqual([(line[0], line[1], line[4]) for line in lines],
                         [("part", "long", "near"), ("copy", "long", "exact"), ("part of part", "long", "near")])
        kept = [json.loads(line)["id"] for line in (self.folder / "clean.jsonl").read_text().splitlines()]
        self.assertEqual(kept, ["long", "near"])
        self.assertIn(b'"expected_recall":1', run("dedup", path, "--lossless", "--stats").stderr)
        against = run("dedup", self.write("b.jsonl", jsonl(records[:1])), "--against", path, "--lossless")
        self.assertIn(b"1 document: 0 kept, 0 exact and 1 near", against.stderr)

    def test_what_does_not_go_with_it_is_refused(self):
        path = self.write("a.jsonl", jsonl([{"id": 1, "text": text_of(1)}]))
        for options, message in ((("--similarity", "0.8"), "--lossless is a rule of its own"), (("-k", "3"), "rule of its own"),
                                 (("--keep", "last"), "--lossless keeps the longest"), (("--link", "components"), "makes stars"),
                                 (("--template", path), "--template does not go with it"),
                                 (("--recipe", "code-1"), "use a recipe for text")):
            self.fail_with(message, "dedup", path, "--lossless", *options)
        self.assertIn(b"1 document: kept", run("dedup", path, "--lossless", "--keep", "longest").stderr)
