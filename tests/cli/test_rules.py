"""What makes two documents a pair, beyond --distance and --similarity alone: every rule against the obvious way."""

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
                         self.rows(path, "--verify", "cosine:0.5", "--distance", 6))
        self.assertEqual(self.rows(path, "-r", "short-1", "--verify", "lcs"),
                         self.rows(path, "-r", "short-1", "--verify", "lcs:0.8", "--distance", 10))

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
        self.assertEqual(out["pairs"].read_text(), self.succeed("pairs", path, *rule))

    def test_contradictions_name_both_options(self):
        self.refuse("--verify", "edit", "--similarity", 0.8, names=("--verify", "--similarity"))
        self.refuse("--verify", "edit", "--exact", names=("--verify", "--exact"))
        self.refuse("--distance", 3, "--exact", names=("--distance", "--exact"))
        self.refuse("--distance", 3, "--shingle", 4, names=("--distance", "--shingle"))
        self.refuse("--distance", 3, "--verify", "overlap:0.5", names=("jaccard, containment",))
        self.refuse("--distance", 3, "--verify", "edit:0", names=("verify",))
        self.fail_with("need texts", "pairs", "--fingerprints", self.write("a.tsv", ""), "--verify", "edit")


class NormalizeTest(RuleTest):
    def test_simplified_chinese_holds_for_every_rule(self):
        documents = [{"id": "t", "text": "這座橋於星期一關閉，工程師發現了裂縫。"}, {"id": "s", "text": "这座桥于星期一关闭，工程师发现了裂缝。"}]
        path = self.write("a.jsonl", jsonl(documents))
        rules = (("--similarity", 0.9), ("--similarity", 0.9, "--exact"), ("--distance", 0),
                 ("--distance", 0, "--verify", "edit:1"), ("--distance", 0, "--verify", "jaccard:1", "--shingle", 3))
        for rule in rules:
            self.assertEqual(self.ids(path, *rule), [], rule)
            self.assertEqual(self.ids(path, *rule, "--normalize", "simplified"), [("t", "s")], rule)


if __name__ == "__main__":
    unittest.main()
