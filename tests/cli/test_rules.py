"""What makes two documents a pair, beyond --distance and --similarity alone: every rule against the obvious way."""

import gzip
import itertools
import json
import unittest

from neardup_cli import CommandTest, jsonl, run
from test_dedup import corpus, jaccard, shingles, text_of


def distance(a, b):
    return bin(int(a, 16) ^ int(b, 16)).count("1")


def edit_similarity(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        last, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            last, row[j + 1] = row[j + 1], min(row[j + 1] + 1, row[j] + 1, last + (x != y))
    return 1 - row[-1] / max(len(a), len(b), 1)


class RuleTest(CommandTest):
    def rows(self, *arguments):
        return [line.split("\t") for line in self.succeed("pairs", *arguments).splitlines()]

    def ids(self, *arguments):
        return [(row[0], row[1]) for row in self.rows(*arguments)]

    def refuse(self, *arguments, names):
        """Exit code 2, and a message that names every one of the options."""
        path = self.write("a.jsonl", jsonl(corpus(3)))
        for command in ("pairs", "dedup"):
            result = run(command, path, *arguments)
            self.assertEqual(result.returncode, 2, arguments)
            for name in names:
                self.assertIn(name, result.stderr.decode(), arguments)


class OrderTest(RuleTest):
    def test_sorts_by_similarity_and_writes_to_a_file(self):
        path = self.write("a.jsonl", jsonl(corpus(60)))
        options = (path, "--similarity", "0.4")
        rows = self.rows(*options)
        closest = sorted(rows, key=lambda row: -float(row[3]))
        self.assertNotEqual(closest, rows)
        self.assertEqual(self.rows(*options, "--sort", "similarity"), closest)
        self.assertEqual(self.rows(*options, "--sort", "similarity", "--top", 3), closest[:3])
        self.assertEqual(self.rows(*options, "--top", 3), rows[:3])
        written = self.folder / "pairs.jsonl.gz"
        self.assertEqual(self.succeed("pairs", *options, "--sort", "similarity", "-o", written), "")
        lines = [json.loads(line) for line in gzip.decompress(written.read_bytes()).splitlines()]
        self.assertEqual([[line["id1"], line["id2"]] for line in lines], [row[:2] for row in closest])

    def test_never_overwrites_an_input(self):
        path = self.write("a.jsonl", jsonl(corpus(5)))
        before = path.read_bytes()
        result = run("pairs", path, "-o", path)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"pairs: -o", result.stderr)
        result = run("pairs", path, "-o", self.folder / "out", "--errors", self.folder / "out")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(path.read_bytes(), before)
        self.assertFalse((self.folder / "out").exists())
        self.assertIn(b"is a folder, not a file", run("pairs", path, "-o", self.folder).stderr)
        self.assertEqual(run("pairs", path, "--errors", "-").returncode, 0)


class VerifyTest(RuleTest):
    def test_finds_what_the_obvious_way_finds(self):
        documents = corpus(120)
        path = self.write("a.jsonl", jsonl(documents))
        prints = list(self.fingerprints(documents).values())
        sets = [shingles(document["text"], 4) for document in documents]
        expected = [(f"doc-{i}", f"doc-{j}", str(distance(prints[i], prints[j])), jaccard(sets[i], sets[j]))
                    for i, j in itertools.combinations(range(len(documents)), 2)
                    if distance(prints[i], prints[j]) <= 10 and jaccard(sets[i], sets[j]) >= 0.75]
        found = self.rows(path, "--distance", 10, "--verify", "jaccard:0.75", "--shingle", 4)
        self.assertGreater(len(expected), 20)
        self.assertEqual([tuple(row[:3]) for row in found], [row[:3] for row in expected])
        for row, (_, _, _, score) in zip(found, expected):
            self.assertAlmostEqual(float(row[3]), score, delta=2e-6)

    def test_equal_fingerprints_are_no_proof(self):
        texts = ["the old bridge is closed today", "the old bridge, is: closed; today!!", "The old bridge is closed today"]
        path = self.write("a.jsonl", jsonl([{"id": i, "text": text} for i, text in enumerate(texts)]))
        self.assertEqual(self.ids(path, "--distance", 0), [("0", "1"), ("0", "2"), ("1", "2")])
        self.assertEqual(self.ids(path, "--distance", 0, "--verify", "edit:0.95"), [("0", "2")])
        rows = self.rows(path, "--distance", 0, "--verify", "edit:0.5")
        self.assertAlmostEqual(float(rows[0][3]), edit_similarity(texts[0], texts[1]), delta=2e-6)

    def test_without_a_distance_the_recipe_gives_one(self):
        path = self.write("a.jsonl", jsonl(corpus(200)))
        self.assertEqual(self.rows(path, "--verify", "cosine:0.5"),
                         self.rows(path, "--verify", "cosine:0.5", "--distance", 8))
        self.assertEqual(self.rows(path, "-r", "short-1", "--verify", "lcs"),
                         self.rows(path, "-r", "short-1", "--verify", "lcs:0.8", "--distance", 12))

    def test_same_bytes_for_any_number_of_threads(self):
        path = self.write("a.jsonl", jsonl(corpus(300)))
        for measure in ("jaccard", "containment", "cosine", "edit", "lcs"):
            outputs = {self.succeed("pairs", path, "-k", 12, "--verify", f"{measure}:0.4", "-j", n) for n in (1, 4)}
            self.assertEqual(len(outputs), 1, measure)
            self.assertGreater(outputs.pop().count("\n"), 50, measure)

    def test_the_score_is_in_every_output_and_chooses_the_kept_copy(self):
        base = text_of(1)
        documents = [{"id": "far", "text": base + " " + text_of(2, 9)}, {"id": "near", "text": text_of(4, 7) + " " + base},
                     {"id": "new", "text": base}]
        path = self.write("a.jsonl", jsonl(documents))
        rule = ("--distance", 16, "--verify", "edit:0.8")
        scores = {(row[0], row[1]): row[3] for row in self.rows(path, *rule)}
        self.assertEqual(list(scores), [("far", "new"), ("near", "new")])
        self.assertLess(float(scores["far", "new"]), float(scores["near", "new"]))
        out = {name: self.folder / f"{name}.tsv" for name in ("removed", "clusters", "pairs")}
        result = run("dedup", path, *rule, "--stats",
                     *(part for name, file in out.items() for part in (f"--{name}", file)))
        stats = json.loads(result.stderr.decode())
        self.assertEqual(stats["rule"], "distance at most 16, then edit at least 0.8 on the normalised texts")
        self.assertEqual((stats["candidates"], stats["near"]), (3, 1))
        columns = out["removed"].read_text().rstrip("\n").split("\t")
        self.assertEqual(columns[:2] + columns[3:], ["new", "near", scores["near", "new"], "near"])
        self.assertEqual(out["clusters"].read_text().splitlines()[1].split("\t")[4], scores["near", "new"])
        every = self.succeed("pairs", path, *rule).splitlines()
        self.assertEqual(out["pairs"].read_text().splitlines(), [max(every, key=lambda line: line.split("\t")[3])])

    def test_contradictions_name_both_options(self):
        self.refuse("--verify", "edit", "--similarity", 0.8, names=("--verify", "--similarity"))
        self.refuse("--verify", "edit", "--exact", names=("--verify", "--exact"))
        self.refuse("--distance", 3, "--exact", names=("--distance", "--exact"))
        self.refuse("--distance", 3, "--shingle", 4, names=("--distance", "--shingle"))
        self.refuse("--distance", 3, "--verify", "overlap:0.5", names=("jaccard, containment",))
        self.refuse("--distance", 3, "--verify", "edit:0", names=("verify",))
        self.fail_with("need texts", "pairs", "--fingerprints", self.write("a.tsv", ""), "--verify", "edit")


    def test_what_has_no_meaning_is_refused(self):
        for option in ("--verify", "--within", "-o", "--removed", "--update"):
            command = "pairs" if option in ("--verify", "--within") else "dedup"
            self.fail_with("is empty", command, self.write("a.txt", "one two three four"), option, "")
        for measure in ("edit:0.9", "lcs"):
            self.refuse("--verify", measure, "--shingle", 3, names=("--verify", "--shingle"))
        for command in ("pairs", "dedup"):
            self.fail_with("standard input", command, "-", "--template", "-", stdin=b"one two three four")
        self.fail_with("standard input", "dedup", "-", "--against", "-", stdin=b"one two three four")
        for command in (("dedup",), ("pairs",), ("fingerprint",), ("index", "build", self.folder / "a.ndx")):
            self.fail_with("standard input", *command, "-", "-", stdin=b"one two three four")


class NormalizeTest(RuleTest):
    def test_simplified_chinese_holds_for_every_rule(self):
        documents = [{"id": "t", "text": "這座橋於星期一關閉，工程師發現了裂縫。"}, {"id": "s", "text": "这座桥于星期一关闭，工程师发现了裂缝。"}]
        path = self.write("a.jsonl", jsonl(documents))
        rules = (("--similarity", 0.9), ("--similarity", 0.9, "--exact"), ("--distance", 0),
                 ("--distance", 0, "--verify", "edit:1"), ("--distance", 0, "--verify", "jaccard:1", "--shingle", 3))
        for rule in rules:
            self.assertEqual(self.ids(path, *rule), [], rule)
            self.assertEqual(self.ids(path, *rule, "--normalize", "simplified"), [("t", "s")], rule)


RULES = (("--similarity", 0.8), ("--similarity", 0.8, "--exact"), ("--similarity", 0.3), ("--distance", 6),
         ("--distance", 10, "--verify", "jaccard:0.5"), ("--method", "sentences"), ("-r", "text-1,bits=128", "-k", 12))


PROGRAM = """import sys
# a small program, and a comment that other languages read as tokens
def main(arguments):
    total = 0
    for name in arguments:
        with open(name) as lines:  # every file
            total += sum(len(line.split('"')) for line in lines)
    print("total", total)
    return total // 2
main(sys.argv[1:])
"""


class ExactCopyTest(RuleTest):
    RULES = ((), ("-s", 0.95), ("-s", 0.2), ("-k", 3), ("-k", 3, "--verify", "jaccard:0.9"))

    def test_a_program_under_several_extensions_is_an_exact_copy_under_every_rule(self):
        names = ("a.py", "b.txt", "c.java", "d.py", "e.java")
        paths = [str(self.write(name, PROGRAM)) for name in names]
        paths.append(str(self.write("f.py", PROGRAM.replace("total", "a, b").replace("for", "while"))))
        every = sorted(itertools.combinations(paths[:5], 2))
        for rule in self.RULES:
            rows = self.rows(*paths, "--recipe", "code-1", *rule)
            same = sorted((row[0], row[1]) for row in rows if paths[5] not in row)
            self.assertEqual(same, every, rule)
            told_apart = [row for row in rows if row[0][-3:] != row[1][-3:] and paths[5] not in row]
            self.assertEqual({row[3] for row in told_apart}, {"1.000000"}, rule)
            star = self.rows(*paths, "--recipe", "code-1", "--equal", "star", *rule)
            copies = [row for row in star if paths[5] not in row]
            self.assertEqual(len(copies), 4, rule)
            removed = self.folder / "removed.tsv"
            result = run("dedup", *paths, "--recipe", "code-1", *rule, "--removed", removed, "--stats")
            stats = json.loads(result.stderr.splitlines()[-1])
            self.assertEqual((stats["exact"], stats["largest"]), (4, 5 + stats["near"]), rule)
            self.assertEqual([line.split("\t")[3:] for line in removed.read_text().splitlines()][:4],
                             [["1.000000", "exact"]] * 4, rule)

    def test_copies_under_other_extensions_stay_inside_their_value(self):
        paths = [self.write(name, PROGRAM) for name in ("x/a.py", "x/b.java", "y/a.py")]
        rows = self.rows("x", "y", "--recipe", "code-1", "--within", "/", "-k", 3)
        self.assertEqual([row[:2] for row in rows], [["x/a.py", "x/b.java"]], paths)

    def rows(self, *arguments):
        result = run("pairs", *arguments, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [line.split("\t") for line in result.stdout.decode().splitlines()]

    def test_without_normalisation_only_equal_bytes_are_exact(self):
        texts = [text_of(1), text_of(1).upper(), text_of(1) + " ", text_of(1)]
        path = self.write("a.jsonl", jsonl({"id": str(i), "text": text} for i, text in enumerate(texts)))
        for normalize, exact in (("nfkc", 3), ("none", 1)):
            result = run("dedup", path, "--tokens", "chars:4", "--normalize", normalize, "--stats")
            self.assertEqual(json.loads(result.stderr.splitlines()[-1])["exact"], exact)


class WithinTest(RuleTest):
    def documents(self):
        """Copies and edits of each other, spread over sites; every fifth has none."""
        documents = corpus(250)
        for i, document in enumerate(documents):
            site = f"site{i * i % 7}" if i % 5 else None
            document["id"] = f"{site}/{i}/x" if site else str(i)
            document["meta"] = {"site": site} if site else {}
        return documents

    def site_of(self, name):
        return name.split("/")[0] if "/" in name else None

    def test_gives_the_pairs_of_one_value_and_no_others(self):
        path = self.write("a.jsonl", jsonl(self.documents()))
        for rule in RULES:
            expected = [row for row in self.rows(path, *rule) if self.site_of(row[0]) == self.site_of(row[1])]
            self.assertGreater(len(expected), 5, rule)
            for within in ("/", "meta.site"):
                for threads in (1, 4):
                    self.assertEqual(self.rows(path, *rule, "--within", within, "-j", threads), expected, rule)

    def test_copies_across_values_stay(self):
        documents = [{"id": f"{site}/{i}", "text": text_of(1)} for i, site in enumerate("abab")] + [
            {"id": "c", "text": text_of(1)}, {"id": "d", "text": text_of(1)}]
        path, clean = self.write("a.jsonl", jsonl(documents)), self.folder / "clean.jsonl"
        for rule in RULES:
            self.succeed("dedup", path, *rule, "--within", "/", "-o", clean)
            self.assertEqual([json.loads(line)["id"] for line in clean.read_text().splitlines()], ["a/0", "b/1", "c"], rule)

    def test_columns_of_tables_and_texts_too_short_to_judge(self):
        path = self.write("a.csv", "id,text,host\n1,hi,p\n2,hi,q\n3,hi,p\n4,hi,\n5,hi,\n")
        for rule in RULES:
            self.assertEqual(self.ids(path, *rule, "--within", "host"), [("1", "3"), ("4", "5")], rule)

    def test_many_values_cost_nothing(self):
        lines = [{"id": f"{i // 2}/{i}", "text": text_of(7)} for i in range(40000)]
        path = self.write("a.jsonl", jsonl(lines))
        for rule in (("--similarity", 0.8), ("--similarity", 0.8, "--exact"), ("--distance", 3)):
            result = run("pairs", path, *rule, "--within", "/", "--stats")
            stats = json.loads(result.stderr)
            self.assertEqual((stats["lines"], stats["within_values"]), (20000, 20000))
            self.assertLess(stats["seconds"], 60)
        stats = json.loads(run("dedup", path, "--within", "/", "--stats").stderr)
        self.assertEqual((stats["kept"], stats["within_values"]), (20000, 20000))

    def test_true_and_false_are_values_to_stay_within(self):
        text = "one two three four five six"
        path = self.write("ads.jsonl", jsonl([{"id": str(i), "text": text, "ad": i % 2 == 0} for i in range(4)]))
        self.assertEqual(self.ids(path, "--within", "ad"), [("0", "2"), ("1", "3")])

    def test_arrays_and_objects_are_values_by_their_json_text(self):
        values = ('["a", "b"]', '["a","b"]', '["a"]', '{"x": "p q"}', '{"x" :"p q"}', '{"x":"pq"}', "null")
        lines = [f'{{"id":"{i}","site":{value},"text":"{text_of(1)}"}}\n' for i, value in enumerate(values)]
        path = self.write("a.jsonl", "".join(lines))
        for rule in (("-k", 3), ("-s", 0.8)):
            self.assertEqual(self.ids(path, "--within", "site", *rule), [("0", "1"), ("3", "4")])

    def test_a_field_that_nobody_has_is_warned_about(self):
        path = self.write("a.jsonl", jsonl(corpus(20)))
        result = run("pairs", path, "--within", "sitte")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.decode(), "neardup: warning: no document has a field \"sitte\": all are "
                         "compared with each other (see --within)\n")

    def test_keeps_the_field_of_the_keep_policy_apart(self):
        documents = [{"id": i, "text": text_of(1), "n": n, "site": site} for i, (n, site) in enumerate(
            [(1, "a"), (2, "a"), (9, "b"), (3, "b")])]
        path, clean = self.write("a.jsonl", jsonl(documents)), self.folder / "clean.jsonl"
        self.succeed("dedup", path, "--within", "site", "--keep", "max:n", "-o", clean)
        self.assertEqual([json.loads(line)["id"] for line in clean.read_text().splitlines()], [1, 2])
        self.fail_with("need texts", "pairs", "--fingerprints", self.write("a.tsv", ""), "--within", "/")


class SentencesTest(RuleTest):
    STORY = "The bridge over the Linden was closed on Monday. Engineers had found a deep crack in a pillar! 大桥预计明年春天重新开放给车辆通行。"

    def test_the_longest_sentences_decide(self):
        documents = [{"id": "story", "text": self.STORY}, {"id": "page", "text": "Home | News\n" + self.STORY.upper() + "\nShare"},
                     {"id": "copy", "text": self.STORY + " "}, {"id": "other", "text": self.STORY.replace("a pillar", "an arch")},
                     {"id": "empty", "text": "..."}, {"id": "empty too", "text": "..."}, {"id": "dots", "text": "?!"}]
        path = self.write("a.jsonl", jsonl(documents))
        rows = self.rows(path, "--method", "sentences")
        self.assertEqual([(row[0], row[1], row[3]) for row in rows],
                         [("story", "page", "-"), ("story", "copy", "1.000000"), ("page", "copy", "-"),
                          ("empty", "empty too", "1.000000")])
        prints = self.fingerprints(documents)
        self.assertEqual([row[2] for row in rows[:2]], [str(distance(prints["story"], prints["page"])), "0"])
        self.assertEqual(self.ids(path, "--method", "sentences", "--sentences", 1)[:2], [("story", "page"), ("story", "copy")])
        self.assertIn(("story", "other"), self.ids(path, "--method", "sentences", "--sentences", 1))

    def test_dedup_has_the_same_outputs(self):
        documents = [{"id": "a", "text": self.STORY}, {"id": "b", "text": "Home | News\n" + self.STORY}, {"id": "c", "text": self.STORY}]
        path, removed = self.write("a.jsonl", jsonl(documents)), self.folder / "removed.tsv"
        result = run("dedup", path, "--method", "sentences", "--removed", removed)
        self.assertIn("equal in the 3 longest sentences", result.stderr.decode())
        rows = [line.split("\t") for line in removed.read_text().splitlines()]
        self.assertEqual([(row[0], row[1], row[3], row[4]) for row in rows],
                         [("b", "a", "-", "near"), ("c", "a", "1.000000", "exact")])

    def test_same_bytes_for_any_number_of_threads(self):
        path = self.write("a.jsonl", jsonl(corpus(400)))
        outputs = {self.succeed("pairs", path, "--method", "sentences", "-j", n) for n in (1, 4)}
        self.assertEqual(len(outputs), 1)
        self.assertGreater(outputs.pop().count("\n"), 50)

    def test_contradictions_name_both_options(self):
        for other in (("--distance", 3), ("--similarity", 0.8), ("--exact",), ("--verify", "edit"), ("--shingle", 3)):
            self.refuse("--method", "sentences", *other, names=("--method sentences", other[0]))
        self.refuse("--sentences", 3, names=("--sentences", "--method"))
        self.refuse("--method", "words", names=("--method",))


STARTER = """#include <iostream>
#include <vector>
using namespace std;

// Read the numbers; do not change this function.
vector<long long> read_numbers() {
  int count = 0;
  cin >> count;
  vector<long long> numbers(count);
  for (int i = 0; i < count; ++i) cin >> numbers[i];
  if (numbers.empty()) { cerr << "no input" << endl; exit(1); }
  return numbers;
}

// Two helpers that you may use.
long long greatest_common_divisor(long long a, long long b) {
  while (b != 0) { long long rest = a % b; a = b; b = rest; }
  return a < 0 ? -a : a;
}

void print_all(const vector<long long>& numbers, const char* separator) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) cout << separator;
    cout << numbers[i] << (numbers[i] == 0 ? "" : " ");
  }
  cout << endl;
}

bool is_sorted_list(const vector<long long>& numbers) {
  for (size_t i = 1; i < numbers.size(); i++) if (numbers[i - 1] > numbers[i]) return false;
  return true;
}
"""
SUM = """
int main() {
  long long total = 0;
  for (long long value : read_numbers()) { if (value % 2 == 0) { total += value * value; } else { total -= value; } }
  cout << "total " << total << endl;
}
"""
PEAK = """
int main() {
  auto list = read_numbers();
  size_t best = 0;
  while (best + 1 < list.size() && list[best + 1] > list[best]) best++;
  printf("%zu %lld\\n", best, list[best]);
  return 0;
}
"""
FRAME = "Linden Courier. Home, politics, sports, culture, weather and all local news of the valley. Subscribe now and read the " \
        "paper every morning for one month without paying, and cancel whenever you like by letter, by telephone or in person. Imprint, privacy, contact. All rights reserved by the publisher since 1907. "


class TemplateTest(RuleTest):
    def test_starter_code_makes_nobody_a_copy(self):
        starter = self.write("given/starter.cpp", STARTER)
        programs = {"a.cpp": STARTER + SUM, "b.cpp": STARTER + PEAK,
                    "c.cpp": STARTER + SUM.replace("total", "result").replace("value", "x")}
        for name, text in programs.items():
            self.write(f"in/{name}", text)
        expected = [(f"{self.folder}/in/a.cpp", f"{self.folder}/in/c.cpp")]
        everyone = [(f"{self.folder}/in/{a}", f"{self.folder}/in/{b}") for a, b in itertools.combinations(programs, 2)]
        for rule in (("--similarity", 0.4), ("--similarity", 0.4, "--exact"), ("--distance", 16, "--verify", "jaccard:0.4"),
                     ("--distance", 16, "--verify", "containment:0.4", "--shingle", 8)):
            arguments = (self.folder / "in", "-r", "code-1", *rule)
            self.assertEqual(self.ids(*arguments), everyone, rule)
            for threads in (1, 4):
                self.assertEqual(self.ids(*arguments, "--template", starter, "-j", threads), expected, rule)

    def test_a_bare_template_is_too_short_and_an_exact_copy_only(self):
        starter = self.write("given/starter.cpp", STARTER)
        self.write("in/a.cpp", STARTER)
        self.write("in/b.cpp", STARTER)
        self.write("in/c.cpp", STARTER.replace("// Read the numbers;", "// My name is"))
        ids = [f"{self.folder}/in/{name}.cpp" for name in "abc"]
        for rule in (("--similarity", 0.3), ("--distance", 7)):
            self.assertEqual(len(self.ids(self.folder / "in", "-r", "code-1", *rule)), 3, rule)
            found = self.ids(self.folder / "in", "-r", "code-1", *rule, "--template", starter)
            self.assertEqual(found, [(ids[0], ids[1])], rule)

    def test_the_frame_of_a_page_makes_nobody_a_copy(self):
        frame = self.write("frame.txt", FRAME)
        news = ["The stone bridge over the river was closed on Monday after engineers found a crack.",
                "The school orchestra won the first prize of the county with a waltz from Vienna."]
        documents = [{"id": i, "text": FRAME + text} for i, text in enumerate([*news, news[0].replace("Monday", "Tuesday")])]
        path = self.write("a.jsonl", jsonl(documents))
        pairs_of_words = ("-r", "text-1,tokens=words:2")
        for rule in (("--similarity", 0.5), (*pairs_of_words, "--distance", 16, "--verify", "cosine:0.5"),
                     (*pairs_of_words, "--distance", 13)):
            self.assertEqual(self.ids(path, *rule), [("0", "1"), ("0", "2"), ("1", "2")], rule)
            self.assertEqual(self.ids(path, *rule, "--template", frame), [("0", "2")], rule)
        rule = ("--method", "sentences", "--sentences", 1)
        self.assertEqual(self.ids(path, *rule), [("0", "1"), ("0", "2"), ("1", "2")])
        self.assertEqual(self.ids(path, *rule, "--template", frame), [])

    def test_templates_are_read_like_any_input(self):
        documents = [{"id": i, "text": FRAME + text_of(i, 20)} for i in (1, 2)]
        path = self.write("a.jsonl", jsonl(documents))
        self.assertEqual(len(self.ids(path, "--similarity", 0.3)), 1)
        one, two = FRAME[:200], FRAME[190:]
        self.write("parts/one.txt", one)
        self.write("parts/two.txt", two)
        for template in (self.write("t.jsonl", jsonl([{"text": FRAME}])), self.folder / "parts"):
            self.assertEqual(self.ids(path, "--similarity", 0.3, "--template", template), [])
        self.assertEqual(self.ids(path, "--similarity", 0.3, "--template", self.folder / "parts/one.txt", "--template",
                                  self.folder / "parts/two.txt"), [])

    def test_a_template_that_cannot_be_read_ends_the_run(self):
        path = self.write("a.jsonl", jsonl(corpus(5)))
        self.assertEqual(self.fail_with("template: ", "pairs", path, "--template", self.folder / "none.txt"), "")
        self.refuse("--template", path, "--verify", "edit", names=("--template", "--verify"))


if __name__ == "__main__":
    unittest.main()
