"""`neardup tune`: what it counts, and what it advises."""

import collections
import itertools
import json
import random
import unittest

from neardup_cli import CommandTest, jsonl, run
from test_dedup import corpus, jaccard, shingles, text_of


class TuneTest(CommandTest):
    def tune(self, documents, *options):
        """The JSON lines by kind."""
        path = self.write("a.jsonl", jsonl(documents))
        kinds = collections.defaultdict(list)
        for line in self.succeed("tune", path, "--format", "jsonl", *options).splitlines():
            item = json.loads(line)
            kinds[item.pop("kind")].append(item)
        return kinds

    def advice(self, documents, *options):
        return " ".join(item["text"] for item in self.tune(documents, *options)["advice"])

    def test_equal_programs_in_files_of_other_languages_count_once_at_their_distance(self):
        program = "int main() { int sum = 0; for (int i = 0; i < 10; ++i) sum += i * i; return sum; }"
        kinds = self.tune([{"id": f"main.{end}", "text": program} for end in ("c", "cpp", "py")], "--recipe", "code-1")
        self.assertTrue(all(item["pairs"] >= 0 for item in kinds["distance"]))

    def test_counts_are_those_of_the_obvious_way(self):
        documents = corpus(200)
        fingerprints = {key: int(value, 16) for key, value in self.fingerprints(documents).items()}
        sets = [shingles(document["text"]) for document in documents]
        distances, percents, right = collections.Counter(), collections.Counter(), collections.Counter()
        copies = 0
        for i, j in itertools.combinations(range(len(documents)), 2):
            if documents[i]["text"] == documents[j]["text"]:
                copies += 1
                continue
            distance = bin(fingerprints[documents[i]["id"]] ^ fingerprints[documents[j]["id"]]).count("1")
            similarity = jaccard(sets[i], sets[j])
            distances[distance] += 1
            if similarity > 0:
                percents[int(similarity * 100 + 1e-9)] += 1
            if similarity >= 0.8:
                right[distance] += 1
        kinds = self.tune(documents)
        sample = kinds["sample"][0]
        similar = sum(right.values())
        self.assertGreater(similar, 20)
        self.assertEqual((sample["documents"], sample["compared"], sample["copies"], sample["similar"]),
                         (200, 200, copies, similar))
        self.assertEqual({item["distance"]: item["pairs"] for item in kinds["distance"] if item["pairs"]}, distances)
        self.assertEqual({round(item["from"] * 100): item["pairs"] for item in kinds["similarity"]}, percents)
        for row in kinds["distance_threshold"]:
            within = sum(count for distance, count in distances.items() if distance <= row["threshold"])
            hits = sum(count for distance, count in right.items() if distance <= row["threshold"])
            self.assertEqual(row["pairs"], within)
            self.assertAlmostEqual(row["recall"], hits / similar)
            self.assertEqual(row["precision"], hits / within if within else None)
        for row in kinds["similarity_threshold"]:
            if row["threshold"] >= 0.8:
                self.assertIn(row["precision"], (1, None))  # none: nothing that similar
            else:
                self.assertGreater(row["recall"], 0.99)

    def test_the_answer_is_the_same_for_any_number_of_threads(self):
        path = self.write("a.jsonl", jsonl(corpus(300)))
        for options in ((), ("--sample", 50), ("--format", "jsonl")):
            self.assertEqual(self.succeed("tune", path, "-j", 1, *options), self.succeed("tune", path, "-j", 3, *options))

    def test_less_than_two_documents_leave_nothing_to_tune(self):
        for documents in ([], corpus(1)):
            path = self.write("few.jsonl", jsonl(documents))
            text = self.succeed("tune", path)
            self.assertRegex(text, r"nothing to tune: thresholds need at least two documents\.\n$")
            self.assertNotIn("by chance", text)
            self.assertEqual(set(self.tune(documents)), {"sample", "advice"})

    def test_a_sample_is_taken_over_the_whole_corpus(self):
        documents = [{"id": i, "text": text_of(3 * i + 1)} for i in range(400)]
        documents += [dict(document) for document in documents[:200]]  # copies stand far behind
        kinds = self.tune(documents, "--sample", 300)
        sample = kinds["sample"][0]
        self.assertEqual((sample["documents"], sample["sampled"], sample["pairs"]), (600, 300, 300 * 299 // 2))
        self.assertTrue(20 < sample["copies"] < 90, sample)  # 50 expected

    def test_chance_is_what_random_fingerprints_show(self):
        rows = self.tune([{"id": i, "text": text_of(3 * i + 1)} for i in range(500)])["distance"]
        middle = rows[30:35]
        self.assertAlmostEqual(sum(row["pairs"] for row in middle) / sum(row["chance"] for row in middle), 1, delta=0.1)
        self.assertAlmostEqual(sum(row["chance"] for row in rows), 500 * 499 / 2, places=3)

    def test_people_get_histograms_tables_and_advice(self):
        path = self.write("a.jsonl", jsonl(corpus(300)))
        text = self.succeed("tune", path)
        for expected in ("recipe     text-1", "sample     300 documents, 44,850 pairs", "by chance", "recall", "precision",
                         "0.95-1.00", "--similarity", "- "):
            self.assertIn(expected, text)
        self.assertNotIn("nan", text)
        self.assertLess(max(map(len, text.splitlines())), 120)

    def test_tiny_samples_are_called_that(self):
        self.assertIn("nothing to tune", self.advice([]))
        self.assertIn("nothing to tune", self.advice(corpus(1)))
        unlike = [{"id": i, "text": text_of(3 * i + 1)} for i in range(40)]
        self.assertIn("No two documents are near-duplicates", self.advice(unlike))
        self.assertIn("probably has fewer than", self.advice(unlike, "--sample", 10))
        near = unlike + [{"id": "near", "text": unlike[0]["text"] + " end"}]
        self.assertIn("Only 1 near-duplicate pair in the sample: too few to say", self.advice(near))

    def test_advice_fits_the_corpus(self):
        many = corpus(600, seed=4)
        self.assertIn("--distance", self.advice(many))  # which one, if any, the recipe decides
        self.assertIn("--exact", self.advice(many))
        choose = random.Random(8)
        frame = " ".join(f"frame{i}" for i in range(120))
        framed = [{"id": i, "text": frame + " " + " ".join(f"own{choose.randrange(10**6)}" for _ in range(60))}
                  for i in range(150)]
        self.assertIn("--template", self.advice(framed))
        self.assertNotIn("--template", self.advice(many))
        short = [{"id": i, "text": f"title {i} of a short post number {i}"} for i in range(60)]
        self.assertIn("short-1", self.advice(short))
        self.assertNotIn("short-1", self.advice(framed))

    def test_a_corpus_of_frames_takes_bounded_work(self):
        choose = random.Random(9)
        frame = " ".join(f"frame{i}" for i in range(400))
        framed = [{"id": i, "text": f"{frame} {choose.randrange(10**9)} {choose.randrange(10**9)}"} for i in range(6000)]
        path = self.write("a.jsonl", jsonl(framed))
        lines = self.succeed("tune", path, "--format", "jsonl").splitlines()
        sample = json.loads(lines[0])
        self.assertEqual(sample["sampled"], 6000)
        self.assertTrue(1000 < sample["compared"] < 6000, sample)
        self.assertIn("--template", lines[-1])

    def test_a_broken_record_is_named_and_costs_nobody_else(self):
        path = self.write("a.jsonl", jsonl(corpus(30)) + b"{broken\n")
        output = self.fail_with("a.jsonl: line 31", "tune", path)
        self.assertIn("30 documents", output)
        self.fail_with("--sample", "tune", path, "--sample", 1)
        self.assertEqual(self.fail_with("nothing could be read", "tune", self.folder / "missing"), "")
        self.assertEqual(self.fail_with("--broken stop", "tune", path, "--broken", "stop"), "")


if __name__ == "__main__":
    unittest.main()
