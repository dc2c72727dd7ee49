"""`neardup dedup` and `neardup pairs` on texts: what is kept, what goes, and what is said about it."""

import gzip
import itertools
import json
import os
import random
import signal
import subprocess
import time
import unittest

from neardup_cli import COMMAND, CommandTest, jsonl, run

WORDS = ("river stone window morning letter garden silver market bridge winter paper lantern engine harbour violet "
         "copper meadow thunder basket mirror candle forest pepper anchor").split()
HAN = "石桥老街早晨面馆开门蒸汽飘出窗外邮差骑车穿过小巷孩子背着书包走向学校钟楼敲了八下"


def text_of(seed, words=60):
    choose = random.Random(seed)
    if seed % 3 == 0:
        return "".join(choose.choice(HAN) for _ in range(words * 2))
    return " ".join(choose.choice(WORDS) + str(choose.randrange(50)) for _ in range(words))


def edited(text, seed):
    """The text with one word or character in thirty exchanged."""
    choose = random.Random(seed)
    parts = text.split(" ") if " " in text else list(text)
    for _ in range(max(1, len(parts) // 30)):
        parts[choose.randrange(len(parts))] = choose.choice(["别", "other"])
    return (" " if " " in text else "").join(parts)


def corpus(count=300, seed=1):
    choose = random.Random(seed)
    texts = []
    for i in range(count):
        kind = choose.randrange(4)
        old = choose.choice(texts) if texts else None
        texts.append(old if old and kind == 0 else edited(old, i) if old and kind == 1 else text_of(seed * 1000 + i))
    return [{"id": f"doc-{i}", "text": text, "n": i} for i, text in enumerate(texts)]


def tokens(text):
    found, word = [], ""
    for c in text.lower() + " ":
        han = "\u3400" <= c <= "\u9fff"
        if c.isalnum() and not han:
            word += c
            continue
        if word:
            found.append(word)
        word = ""
        if han:
            found.append(c)
    return found


def shingles(text, width=3):
    words = tokens(text)
    if len(words) < width:
        return {tuple(words)} if words else set()
    return {tuple(words[i:i + width]) for i in range(len(words) - width + 1)}


def jaccard(a, b):
    return len(a & b) / len(a | b) if a and b else 0


def similar_pairs(documents, least, width=3):
    sets = [shingles(document["text"], width) for document in documents]
    return [(i, j, jaccard(sets[i], sets[j])) for i, j in itertools.combinations(range(len(sets)), 2)
            if jaccard(sets[i], sets[j]) >= least]


class PairsOfTextsTest(CommandTest):
    def rows(self, output):
        return [line.split("\t") for line in output.splitlines()]

    def test_exact_finds_what_the_obvious_way_finds(self):
        documents = corpus()
        path = self.write("a.jsonl", jsonl(documents))
        for least in (0.3, 0.8):
            expected = [(f"doc-{i}", f"doc-{j}", similarity) for i, j, similarity in similar_pairs(documents, least)]
            found = self.rows(self.succeed("pairs", path, "--similarity", least, "--exact"))
            self.assertGreater(len(expected), 50)
            self.assertEqual([(a, b) for a, b, _, _ in found], [(a, b) for a, b, _ in expected])
            for row, (_, _, similarity) in zip(found, expected):
                self.assertAlmostEqual(float(row[3]), similarity, delta=2e-6)

    def test_bands_find_the_same_whatever_the_input_and_the_threads(self):
        documents = corpus()
        data = jsonl(documents)
        path = self.write("a.jsonl", data)
        exact, expected = self.succeed("pairs", path, "--exact"), self.succeed("pairs", path)
        missed = set(exact.splitlines()) - set(expected.splitlines())
        self.assertEqual(expected, "".join(line for line in exact.splitlines(keepends=True) if line.strip() not in missed))
        self.assertLessEqual(len(missed), len(exact.splitlines()) // 100)  # the promise at the threshold is 99.5 %
        self.assertEqual(self.succeed("pairs", path, "-j", 1), expected)
        self.assertEqual(self.succeed("pairs", self.write("a.jsonl.gz", gzip.compress(data))), expected)
        self.assertEqual(self.succeed("pairs", "-", "--input-format", "jsonl", stdin=data), expected)

    def test_distances_are_those_of_the_fingerprints(self):
        documents = corpus()
        fingerprints = [int(value, 16) for value in self.fingerprints(documents).values()]
        expected = [(f"doc-{i}", f"doc-{j}", str(bin(fingerprints[i] ^ fingerprints[j]).count("1")), "-")
                    for i, j in itertools.combinations(range(len(documents)), 2)
                    if bin(fingerprints[i] ^ fingerprints[j]).count("1") <= 6]
        path = self.write("a.jsonl", jsonl(documents))
        self.assertEqual([tuple(row) for row in self.rows(self.succeed("pairs", path, "--distance", 6))], expected)

    def test_short_texts_are_paired_with_exact_copies_only(self):
        documents = [{"id": i, "text": text} for i, text in enumerate(["cat", "dog", "Cat ", "", "", "!!", "??", "!!"])]
        path = self.write("a.jsonl", jsonl(documents))
        self.assertEqual(self.succeed("pairs", path, "--distance", 3), "0\t2\t-\t1.000000\n5\t7\t-\t1.000000\n")

    def test_names_alone_do_not_make_programs_similar(self):
        documents = [{"id": "a.py", "text": "harbour"}, {"id": "b.py", "text": "lantern"}, {"id": "c.py", "text": "lantern"},
                     {"id": "中", "text": "面馆早上六点开门，蒸汽飘到街对面。"}, {"id": "文", "text": "邮差骑车穿过小巷，钟楼敲了八下。"}]
        path = self.write("a.jsonl", jsonl(documents))
        self.assertEqual(self.succeed("pairs", path, "--recipe", "code-1"), "b.py\tc.py\t-\t1.000000\n")

    def test_one_rule_at_a_time(self):
        path = self.write("a.jsonl", jsonl(corpus(5)))
        self.fail_with("two rules", "pairs", path, "--distance", 3, "--similarity", 0.8)
        self.fail_with("either INPUT", "pairs")
        self.fail_with("need texts", "pairs", "--fingerprints", path, "--similarity", 0.8)


class DedupTest(CommandTest):
    def read_jsonl(self, path):
        return [json.loads(line) for line in path.read_text().splitlines()]

    def star(self, documents, least=0.8):
        """The slow reference: every document joins the most similar kept one before it."""
        sets = [shingles(document["text"]) for document in documents]
        kept, links = [], {}
        for i, own in enumerate(sets):
            best = max(((jaccard(own, sets[k]), -k) for k in kept), default=(0, 0))
            if best[0] >= least:
                links[i] = -best[1]
            else:
                kept.append(i)
        return kept, links

    def test_keeps_what_the_obvious_way_keeps(self):
        documents = corpus()
        kept, links = self.star(documents)
        path, clean = self.write("a.jsonl", jsonl(documents)), self.folder / "clean.jsonl"
        removed, clusters = self.folder / "removed.tsv", self.folder / "clusters.tsv"
        self.succeed("dedup", path, "-o", clean, "--removed", removed, "--clusters", clusters, "--exact")
        lines = path.read_text().splitlines()
        self.assertEqual(clean.read_text().splitlines(), [lines[i] for i in kept])
        rows = [line.split("\t") for line in removed.read_text().splitlines()]
        self.assertEqual([(row[0], row[1]) for row in rows], [(f"doc-{i}", f"doc-{k}") for i, k in links.items()])
        self.assertEqual({row[4] for row in rows}, {"exact", "near"})
        members = [line.split("\t")[:3] for line in clusters.read_text().splitlines()]
        expected = []
        for k in kept:
            others = [i for i in links if links[i] == k]
            if others:
                expected += [[f"doc-{k}", f"doc-{i}", "kept" if i == k else "removed"] for i in [k, *others]]
        self.assertEqual(members, expected)

    def test_short_texts_alone_may_have_wide_fingerprints(self):
        path = self.write("a.jsonl", jsonl([{"id": "a", "text": "cat"}, {"id": "b", "text": "dog"}]))
        result = run("dedup", path, "--bits", 128, "--distance", 20)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_summary_without_clusters_names_no_largest_one(self):
        path = self.write("a.jsonl", jsonl([{"id": "a", "text": "the river rose over the old bridge"},
                                            {"id": "b", "text": "nobody had expected so much rain"}]))
        result = run("dedup", path)
        self.assertIn(b"; 0 clusters\n", result.stderr)
        empty = self.write("empty.jsonl", b"")
        self.assertNotIn(b"expected recall", run("dedup", empty).stderr)

    def test_stats_expect_a_recall_only_if_there_are_documents(self):
        path, empty = self.write("a.jsonl", jsonl(corpus(20))), self.write("empty.jsonl", b"")
        for command in ("dedup", "pairs"):
            for file, is_there in ((path, True), (empty, False)):
                stats = json.loads(run(command, file, "--stats", "--quiet").stderr.splitlines()[-1])
                self.assertEqual("expected_recall" in stats, is_there, (command, stats))

    def test_a_dense_cluster_is_linked_as_the_obvious_way_links_it(self):
        choose = random.Random(11)
        base = [f"w{choose.randrange(3000)}" for _ in range(50)]
        documents = []
        for i in range(400):
            words = list(base)
            for _ in range(choose.randrange(4)):
                words[choose.randrange(50)] = f"x{choose.randrange(3000)}"
            documents.append({"id": f"doc-{i}", "text": " ".join(words)})
        kept, links = self.star(documents, 0.7)
        path, pairs = self.write("a.jsonl", jsonl(documents)), self.folder / "pairs.tsv"
        self.succeed("dedup", path, "-o", self.folder / "clean.jsonl", "--pairs", pairs, "--similarity", 0.7, "--exact")
        found = [line.split("\t")[:2] for line in pairs.read_text().splitlines()]
        self.assertEqual(found, [[f"doc-{k}", f"doc-{i}"] for k, i in sorted((k, i) for i, k in links.items())])
        self.assertGreater(len(kept), 1)
        self.assertGreater(len(links), 300)

    def test_the_answer_does_not_depend_on_threads_or_compression(self):
        data = jsonl(corpus())
        path, packed = self.write("a.jsonl", data), self.write("b.jsonl.gz", gzip.compress(data))
        results = []
        for source, threads, name in ((path, 1, "1.jsonl"), (path, 2, "2.jsonl"), (packed, 2, "3.jsonl")):
            self.succeed("dedup", source, "-o", self.folder / name, "-j", threads)
            results.append((self.folder / name).read_bytes())
        self.succeed("dedup", path, "-o", self.folder / "4.jsonl.gz")
        results.append(gzip.decompress((self.folder / "4.jsonl.gz").read_bytes()))
        self.succeed("dedup", path, "-o", self.folder / "5.jsonl.zst")
        results.append(subprocess.run(["zstd", "-dc", self.folder / "5.jsonl.zst"], capture_output=True,
                                      check=True).stdout)
        self.assertEqual(len(set(results)), 1)

    def test_keep_policies(self):
        text = text_of(1)
        documents = [{"id": "a", "text": text, "score": 5}, {"id": "b", "text": text + " one more", "score": 9},
                     {"id": "c", "text": text, "score": 10}, {"id": "d", "text": text_of(2), "score": 1}]
        path, clean = self.write("a.jsonl", jsonl(documents)), self.folder / "clean.jsonl"
        for policy, kept in (("first", "ad"), ("last", "cd"), ("longest", "bd"), ("max:score", "cd"),
                             ("min:score", "ad")):
            self.succeed("dedup", path, "-o", clean, "--keep", policy)
            self.assertEqual([document["id"] for document in self.read_jsonl(clean)], list(kept), policy)
        self.fail_with("keep:", "dedup", path, "--keep", "best")

    def test_prefers_a_source_and_keeps_names_in_a_folder(self):
        same = text_of(4)
        first = self.write("in/x/one.jsonl", jsonl([{"id": 1, "text": same}, {"id": 2, "text": text_of(5)}]))
        second = self.write("in/y/two.jsonl", jsonl([{"id": 3, "text": same}]))
        self.succeed("dedup", self.folder / "in", "-o", f"{self.folder}/out/", "--keep", f"prefer:{self.folder}/in/y")
        self.assertEqual([d["id"] for d in self.read_jsonl(self.folder / "out/x/one.jsonl")], [2])
        self.assertEqual((self.folder / "out/y/two.jsonl").read_bytes(), second.read_bytes())
        self.assertTrue(first.exists())

    def test_plain_texts_are_copied_to_a_folder(self):
        for name, seed in (("a.txt", 7), ("b.txt", 8), ("c.txt", 7)):
            self.write(f"in/{name}", text_of(seed))
        self.succeed("dedup", self.folder / "in", "-o", f"{self.folder}/out/")
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()), ["a.txt", "b.txt"])
        self.assertEqual((self.folder / "out/b.txt").read_text(), text_of(8))
        self.fail_with("give a folder", "dedup", self.folder / "in", "-o", self.folder / "out.txt")

    def test_tables_keep_their_header(self):
        header = "id,text\n"
        path = self.write("a.csv", header + f'1,"{text_of(1)}"\n2,"{text_of(2)}"\n3,"{text_of(1)}"\n')
        clean = self.folder / "clean.csv"
        self.succeed("dedup", path, "-o", clean)
        self.assertEqual(clean.read_text(), header + f'1,"{text_of(1)}"\n2,"{text_of(2)}"\n')
        other = self.write("b.csv", f'text,id\n"{text_of(3)}",9\n')
        self.fail_with("share one output", "dedup", path, other, "-o", clean)

    def test_a_reference_is_never_touched(self):
        old, new = corpus(60, seed=2), corpus(60, seed=2)[30:] + [{"id": "fresh", "text": text_of(999)}]
        reference, path = self.write("old.jsonl", jsonl(old)), self.write("new.jsonl", jsonl(new))
        before = reference.read_bytes()
        for rule in (("--similarity", 0.8), ("--distance", 6)):
            clean = self.folder / "clean.jsonl"
            self.succeed("dedup", path, "--against", reference, "-o", clean, *rule)
            self.assertEqual([document["id"] for document in self.read_jsonl(clean)], ["fresh"])
        self.assertEqual(reference.read_bytes(), before)

    def test_annotate_keeps_everything(self):
        documents = [{"id": "a", "text": text_of(1)}, {"id": "b", "text": text_of(2)}, {"id": "c", "text": text_of(1)}]
        path, out = self.write("a.jsonl", jsonl(documents)), self.folder / "out.jsonl"
        self.succeed("dedup", path, "-o", out, "--annotate")
        found = self.read_jsonl(out)
        notes = [document.pop("neardup") for document in found]
        self.assertEqual(found, documents)
        source = {"sources": [str(path)], "source_count": 1}
        self.assertEqual(notes[0], {"cluster": "a", "duplicate": False, "copies": 2, **source})
        self.assertEqual(notes[1], {"cluster": "b", "duplicate": False, "copies": 1, **source})
        self.assertEqual(notes[2]["cluster"], "a")
        self.assertEqual((notes[2]["duplicate"], notes[2]["reason"], notes[2]["similarity"]), (True, "exact", 1))

    def test_says_what_would_happen_without_an_output(self):
        path = self.write("a.jsonl", jsonl(corpus()))
        result = run("dedup", path)
        self.assertEqual((result.returncode, result.stdout), (0, b""))
        self.assertIn(b"dry run", result.stderr)
        self.assertEqual(run("dedup", path, "--check", "--quiet").returncode, 1)
        stats = json.loads(run("dedup", path, "--stats").stderr)
        self.assertEqual(stats["documents"], stats["kept"] + stats["exact"] + stats["near"])

    def test_a_pipe_or_a_device_is_written_into_and_not_replaced(self):
        path, clean = self.write("a.jsonl", jsonl(corpus())), self.folder / "clean.jsonl"
        self.succeed("dedup", path, "-o", clean)
        for name in ("-", "/dev/stdout"):
            self.assertEqual(self.succeed("dedup", path, "-o", name), clean.read_text())
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            self.succeed("dedup", path, "-o", pipe)
            self.assertEqual(reader.stdout.read(), clean.read_bytes())
        self.assertTrue(pipe.is_fifo())

    def test_a_broken_line_costs_nobody_else_their_place(self):
        path = self.write("a.jsonl", jsonl(corpus(10)) + b"{broken\n" + jsonl([{"id": "last", "text": text_of(77)}]))
        clean = self.folder / "clean.jsonl"
        self.fail_with("a.jsonl: line 11:", "dedup", path, "-o", clean)
        self.assertEqual(self.read_jsonl(clean)[-1]["id"], "last")

    def test_chaining_is_reported(self):
        words = [f"w{i}" for i in range(600)]
        documents = [{"id": i, "text": " ".join(words[i * 8:i * 8 + 200])} for i in range(50)]
        path = self.write("a.jsonl", jsonl(documents))
        result = run("dedup", path, "--link", "components", "--exact")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"warning: chaining: of the 50 documents", result.stderr)
        result = run("dedup", path, "--link", "components", "--exact", "--stats")
        said, stats = result.stderr.decode().splitlines()
        self.assertIn("warning: chaining", said)
        self.assertEqual(json.loads(stats)["warnings"], 1)

    def test_what_a_rule_cannot_judge_is_counted(self):
        texts = ["", "!!!", "!!!", "cat", "cat", "for (i = 0; i < n; ++i) sum += a[i]; return sum;"]
        path = self.write("a.jsonl", jsonl([{"id": i, "text": text} for i, text in enumerate(texts)]))
        for rule, too_short in ((("--similarity", 0.8), 2), (("--distance", 3), 4), (("--method", "sentences"), 2),
                                (("--similarity", 0.3, "--recipe", "code-1"), 4)):
            stats = json.loads(run("dedup", path, *rule, "--stats").stderr)
            self.assertEqual((stats["too_short"], stats["without_text"], stats["exact"]), (too_short, 1, 2), rule)
            self.assertIn(f"; {too_short} too short to judge".encode(), run("dedup", path, *rule).stderr)
            against = json.loads(run("dedup", path, "--against", path, *rule, "--stats").stderr)
            self.assertEqual(against["too_short"], too_short, "the reference is not counted")

    def test_a_killed_run_leaves_no_half_file(self):
        path = self.write("a.jsonl", jsonl(corpus(50)) * 2000)
        clean = self.write("clean.jsonl", "as it was\n")
        for signal_number in (signal.SIGINT, signal.SIGKILL):
            process = subprocess.Popen([COMMAND, "dedup", path, "-o", clean, "-q"])
            time.sleep(0.05)
            process.send_signal(signal_number)
            process.wait()
            self.assertIn(process.returncode, (130, -signal_number, 0))
            if process.returncode != 0:
                self.assertEqual(clean.read_text(), "as it was\n")


if __name__ == "__main__":
    unittest.main()
