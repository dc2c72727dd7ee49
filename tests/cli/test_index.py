"""`neardup index`: built, changed, asked; and what happens to those who do it wrong."""

import fcntl
import json
import os
import random
import subprocess
import time
import unittest

from neardup_cli import COMMAND, GOLDEN, CommandTest, distance, jsonl, near_words, run

NOBODY = 65534
FOX = "The quick brown fox jumps over the lazy dog and then sleeps in the warm afternoon sun until evening."
RIVER = "A river of many small stones runs down from the northern hills, past the mill and into the sea."
DOCUMENTS = [{"id": "fox", "text": FOX}, {"id": "river", "text": RIVER}, {"id": "fox-again", "text": FOX.upper()}]


def hex_lines(words, bits=64, prefix="doc-"):
    return "".join(f"{prefix}{i}\t{word:0{bits // 4}x}\n" for i, word in enumerate(words))


def expected_hits(queries, words, most):
    lines = []
    for i, query in enumerate(queries):
        hits = sorted((distance(query, word), f"doc-{j}") for j, word in enumerate(words) if distance(query, word) <= most)
        lines += [f"q{i}\t{name}\t{d}\n" for d, name in hits]
    return "".join(lines)


class IndexTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.index = self.folder / "a.ndx"

    def build(self, documents, *options):
        self.succeed("index", "build", self.index, self.write("in.jsonl", jsonl(documents)), *options)

    def build_prints(self, lines, *options):
        self.succeed("index", "build", self.index, "--fingerprints", self.write("in.tsv", lines), *options)

    def info(self):
        return json.loads(self.succeed("index", "info", self.index, "--format", "jsonl"))

    def query(self, *arguments, **options):
        return self.succeed("index", "query", self.index, *arguments, **options)

    def query_text(self, text, *options):
        return self.query("-", "--input-format", "text", *options, stdin=text.encode())

    def leave_nothing_behind(self):
        self.assertEqual([name for name in os.listdir(self.folder) if ".lock" in name or ".new-" in name], [])


class IndexOfDocumentsTest(IndexTest):
    def test_documents_are_found_by_the_recipe_of_the_index(self):
        for recipe in ("text-1", "text-1,bits=128", "pypi-simhash,bits=32"):
            self.build(DOCUMENTS, "--recipe", recipe, "--force")
            self.assertEqual(self.info()["recipe"], recipe)
            self.assertEqual(self.query_text(FOX, "--distance", "0").splitlines()[0], "-\tfox\t0")
            self.assertEqual(self.query_text(RIVER, "--distance", "1"), "-\triver\t0\n")
            self.succeed("index", "verify", self.index)
        self.leave_nothing_behind()

    def test_hits_are_ordered_by_distance_then_id_and_can_be_limited(self):
        self.build(DOCUMENTS)
        self.assertEqual(self.query_text(FOX), "-\tfox\t0\n-\tfox-again\t0\n")
        self.assertEqual(self.query_text(FOX, "--limit", "1"), "-\tfox\t0\n")

    def test_the_default_distance_is_that_of_the_recipe(self):
        self.build(DOCUMENTS, "--recipe", "ascii-mt19937")
        self.assertEqual((self.info()["max_distance"], self.info()["bits"]), (2, 32))
        self.build(DOCUMENTS, "--distance", "9", "--force")
        self.assertEqual(self.info()["max_distance"], 9)
        self.fail_with("distances from 0 to 9, got 10", "index", "query", self.index, self.folder / "in.jsonl", "-k", "10")

    def test_documents_without_a_fingerprint_are_counted_and_left_out(self):
        path = self.write("in.jsonl", jsonl(DOCUMENTS + [{"id": "short", "text": "hi"}]))
        result = run("index", "build", self.index, path, "--stats")
        self.assertEqual((result.returncode, result.stdout), (0, b""))
        self.assertIn(b"1 of 4 documents have no fingerprint", result.stderr)
        stats = json.loads(result.stderr.splitlines()[-1])
        self.assertEqual((stats["documents"], stats["added"], stats["without_fingerprint"]), (4, 3, 1))
        self.assertEqual(self.info()["fingerprints"], 3)
        result = run("index", "query", self.index, "-", "--input-format", "text", stdin=b"hi")
        self.assertEqual((result.returncode, result.stdout), (0, b""))
        self.assertIn(b"1 of 1 queries have no fingerprint", result.stderr)

    def test_the_empty_text_of_a_recipe_with_an_original_is_left_out(self):
        empty = [{"id": "empty", "text": ""}, {"id": "dots", "text": "..."}]
        path = self.write("in.jsonl", jsonl(DOCUMENTS + empty))
        result = run("index", "build", self.index, path, "--recipe", "pypi-simhash")
        self.assertIn(b"1 of 5 documents have no fingerprint", result.stderr)
        self.assertIn(b"1 record without text, not in the index", result.stderr)
        self.assertEqual(self.info()["fingerprints"], 3)
        self.assertEqual(run("index", "query", self.index, "-", "--input-format", "text", stdin=b"").stdout, b"")

    def test_of_equal_ids_the_last_wins_with_one_warning(self):
        path = self.write("in.jsonl", jsonl([{"id": "x", "text": FOX}, {"id": "x", "text": FOX}, {"id": "x", "text": RIVER}]))
        result = run("index", "build", self.index, path)
        self.assertEqual((result.returncode, result.stderr.count(b"several documents have the id x")), (0, 1))
        self.assertEqual(self.query_text(FOX), "")
        self.assertEqual(self.query_text(RIVER), "-\tx\t0\n")
        result = run("index", "add", self.index, self.write("one.jsonl", jsonl([{"id": "x", "text": FOX}])))
        self.assertEqual(result.stderr, b"", "an id of the index is replaced without a word")
        result = run("index", "add", self.index, path)
        self.assertEqual(result.stderr.count(b"several documents have the id x"), 1)
        self.assertEqual(run("index", "add", self.index, path, "--quiet").stderr, b"")

    def test_add_replaces_and_remove_removes(self):
        self.build(DOCUMENTS)
        more = self.write("more.jsonl", jsonl([{"id": "river", "text": FOX}, {"id": "new", "text": RIVER}]))
        stats = json.loads(run("index", "add", self.index, more, "--stats").stderr)
        self.assertEqual((stats["added"], stats["replaced"], stats["fingerprints"]), (1, 1, 4))
        self.assertEqual(self.query_text(RIVER), "-\tnew\t0\n")
        self.succeed("index", "remove", self.index, "fox", "new")
        self.assertEqual(self.query_text(RIVER), "")
        self.assertEqual(self.query_text(FOX), "-\tfox-again\t0\n-\triver\t0\n")
        self.leave_nothing_behind()

    def test_removing_what_is_not_there_is_no_error(self):
        self.build(DOCUMENTS)
        before = self.index.read_bytes()
        result = run("index", "remove", self.index, "nobody", "nothing")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"2 ids not found, first: nobody", result.stderr)
        self.assertEqual(self.index.read_bytes(), before)

    def test_ids_with_tabs_and_newlines_go_around(self):
        odd = "a\tb\nc\\d"
        self.build([{"id": odd, "text": FOX}])
        self.assertEqual(self.query_text(FOX), "-\ta\\tb\\nc\\\\d\t0\n")
        self.assertEqual(json.loads(self.query_text(FOX, "--format", "jsonl")), {"query": "-", "id": odd, "distance": 0})
        ids = self.query_text(FOX).split("\t")[1] + "\n"
        self.succeed("index", "remove", self.index, "--ids-from", "-", stdin=ids.encode())
        self.assertEqual(self.info()["fingerprints"], 0)

    def test_same_bytes_for_any_number_of_threads(self):
        choose = random.Random(5)
        words = [f"word{i}" for i in range(500)]
        documents = [{"id": f"d{i}", "text": " ".join(choose.choices(words, k=30))} for i in range(3000)]
        contents, answers = set(), set()
        for threads in (1, 2, 5):
            self.build(documents, "-j", threads, "--force", "--bits", "128", "-k", "40")
            contents.add(self.index.read_bytes())
            answers.add(self.query(self.folder / "in.jsonl", "-j", threads))
        self.assertEqual((len(contents), len(answers)), (1, 1))
        self.assertGreaterEqual(answers.pop().count("\n"), 3000)

    def test_recipes_with_files_need_the_same_files(self):
        idf, other = self.write("idf.txt", "fox 2.5\nriver 1.5\n"), self.write("other.txt", "fox 1.0\n")
        options = ("--tokens", "words:1", "--weights", "tfidf")
        self.build(DOCUMENTS, *options, "--idf", idf)
        self.assertEqual(self.query_text(FOX, "--idf", idf, "-k", "0").splitlines()[0], "-\tfox\t0")
        documents = self.folder / "in.jsonl"
        self.fail_with("needs the IDF table with digest", "index", "query", self.index, documents)
        self.fail_with("other.txt: its digest is", "index", "add", self.index, documents, "--idf", other)

    def test_bad_input_costs_only_itself(self):
        path = self.write("in.jsonl", jsonl(DOCUMENTS[:1]) + b"{broken\n" + jsonl(DOCUMENTS[1:]))
        self.fail_with("in.jsonl: line 2", "index", "build", self.index, path)
        self.assertEqual(self.info()["fingerprints"], 3)
        output = self.fail_with("line 2", "index", "query", self.index, path, "--quiet")
        self.assertEqual(output.count("\n"), 5)
        self.fail_with("missing.txt", "index", "add", self.index, self.folder / "missing.txt")
        self.assertEqual(self.info()["fingerprints"], 3)


class IndexOfFingerprintsTest(IndexTest):
    def test_equals_a_comparison_of_all(self):
        for bits, most in ((32, 4), (64, 3), (64, 16), (128, 8), (128, 32)):
            words = near_words(400, bits, most_flips=5)
            queries = words[:150] + near_words(50, bits, seed=2, most_flips=5)
            self.build_prints(hex_lines(words, bits), "--distance", most, "--force")
            path = self.write("q.tsv", hex_lines(queries, bits, prefix="q"))
            for asked in {0, most // 2, most}:
                output = self.query("--fingerprints", path, "--distance", asked)
                self.assertEqual(output, expected_hits(queries, words, asked), (bits, asked))
            self.assertGreater(output.count("\n"), 200)

    def test_words_and_single_fingerprints(self):
        words = near_words(300, 64)
        content = b"".join(word.to_bytes(8, "little") for word in words)
        self.succeed("index", "build", self.index, "--fingerprints", self.write("a.u64", content))
        self.assertEqual(self.query("--fingerprint", f"{words[7]:016X}", "--fingerprint", f"0x{words[9]:016x}", "-k", "0"),
                         f"{words[7]:016x}\t7\t0\n{words[9]:016x}\t9\t0\n")

    def test_ordinals_are_numbers_and_ordered_as_such(self):
        words = self.write("a.u64", bytes(8 * 1003))
        self.succeed("index", "build", self.index, "--fingerprints", words)
        hits = [line.split("\t")[1] for line in self.query("--fingerprint", "0" * 16).splitlines()]
        self.assertEqual(hits, [str(i) for i in range(1003)])
        more = self.write("more.tsv", "".join(f"{name}\t{'0' * 15}f\n" for name in ("1003", "007", "page", "18446744073709551616")))
        result = run("index", "add", self.index, "--fingerprints", more)
        self.assertEqual(result.returncode, 2)
        for name in ("007", "page", "18446744073709551616"):
            self.assertIn(f"{name}: ids are numbers in this index (skipped)", result.stderr.decode())
        self.assertEqual(self.info()["fingerprints"], 1004)
        self.succeed("index", "remove", self.index, "5", "1003")
        self.assertEqual(self.info()["fingerprints"], 1002)

    def test_ordinals_beside_names_are_names(self):
        words = self.write("a.u64", bytes(8 * 12))
        names = self.write("a.tsv", f"page\t{'f' * 16}\n")
        expected = "".join(f"{'0' * 16}\t{i}\t0\n" for i in sorted(range(12), key=str))
        self.succeed("index", "build", self.index, "--fingerprints", words, "--fingerprints", names)
        self.assertEqual(self.query("--fingerprint", "0" * 16), expected)
        self.succeed("index", "build", self.index, "--force", "--fingerprints", names)
        self.succeed("index", "add", self.index, "--fingerprints", words)
        self.assertEqual(self.query("--fingerprint", "0" * 16), expected)

    def test_an_unknown_recipe_stays_unknown(self):
        self.build_prints(hex_lines(near_words(30, 64)))
        self.assertIsNone(self.info()["recipe"])
        self.assertIn("recipe        unknown\n", self.succeed("index", "info", self.index))
        text = self.write("a.txt", FOX)
        self.fail_with("the recipe of its fingerprints is unknown", "index", "query", self.index, text)
        self.fail_with("build it again with --recipe", "index", "add", self.index, text)
        self.succeed("index", "add", self.index, "--fingerprints", self.write("b.tsv", "b\t" + "0" * 16))
        self.assertEqual(self.info()["fingerprints"], 31)

    def test_what_the_fingerprint_command_prints_joins_documents(self):
        documents = self.write("in.jsonl", jsonl(DOCUMENTS + [{"id": "short", "text": "hi"}]))
        prints = self.succeed("fingerprint", documents)
        path = self.write("prints.tsv", prints)
        result = run("index", "build", self.index, "--fingerprints", path, "--recipe", "text-1")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"1 of 4 documents have no fingerprint", result.stderr)
        self.assertEqual(self.query_text(RIVER), "-\triver\t0\n")

    def test_fingerprints_of_another_width_are_refused(self):
        self.build_prints(hex_lines(near_words(30, 64)))
        wide = self.write("wide.tsv", hex_lines(near_words(3, 128), 128))
        self.fail_with("wide.tsv: fingerprints of 128 bits, but 64", "index", "add", self.index, "--fingerprints", wide)
        self.fail_with("wide.tsv: fingerprints of 128 bits", "index", "query", self.index, "--fingerprints", wide)
        self.fail_with("64 bits in this index, got 32", "index", "query", self.index, "--fingerprint", "0123abcd")
        self.fail_with("not a fingerprint", "index", "query", self.index, "--fingerprint", "xyz")
        self.fail_with("wide.tsv: fingerprints of 128 bits", "index", "build", self.folder / "b.ndx", "--fingerprints", wide,
                       "--recipe", "text-1")
        self.assertFalse((self.folder / "b.ndx").exists())

    def test_bad_lines_are_named(self):
        path = self.write("in.tsv", f"a\t{'0' * 16}\nno tab\nb\t{'1' * 16}\n")
        self.fail_with("in.tsv: line 2", "index", "build", self.index, "--fingerprints", path)
        self.assertEqual(self.info()["fingerprints"], 2)

    def test_ids_that_are_numbers_stay_numbers(self):
        self.index.write_bytes((GOLDEN / "index_v1_numbers.ndx").read_bytes())
        before = self.info()
        self.assertEqual(before["ids"], "numbers")
        width = before["bits"] // 4
        self.succeed("index", "add", self.index, "--fingerprints", self.write("n.tsv", f"123456789\t{'a5' * (width // 2)}"))
        self.assertEqual(self.query("--fingerprint", "a5" * (width // 2), "-k", "0").split("\t")[1], "123456789")
        self.fail_with("ids are numbers", "index", "add", self.index, "--fingerprints", self.write("t.tsv", f"text\t{'0' * width}"))
        self.succeed("index", "remove", self.index, "123456789")
        self.assertEqual(self.info()["fingerprints"], before["fingerprints"])


class IndexFileTest(IndexTest):
    def damage(self, offset):
        content = bytearray(self.index.read_bytes())
        content[offset] ^= 1
        self.index.write_bytes(content)

    def test_nothing_is_overwritten_by_accident(self):
        self.build(DOCUMENTS)
        before = self.index.read_bytes()
        path = self.write("one.jsonl", jsonl(DOCUMENTS[:1]))
        self.fail_with("exists already; --force", "index", "build", self.index, path)
        self.assertEqual(self.index.read_bytes(), before)
        self.succeed("index", "build", self.index, path, "--force")
        self.assertEqual(self.info()["fingerprints"], 1)

    def test_force_replaces_an_index_and_nothing_else(self):
        path = self.write("in/a.jsonl", jsonl(DOCUMENTS))
        link = self.folder / "link.jsonl"
        os.link(path, link)
        for target, given in ((path, path), (path, path.parent), (link, path)):
            self.fail_with("would replace the input", "index", "build", target, given, "--force")
        prints = self.write("in.tsv", hex_lines(near_words(5, 64)))
        self.fail_with("would replace the input", "index", "build", prints, "--fingerprints", prints, "--force")
        self.assertEqual(path.read_bytes(), jsonl(DOCUMENTS))
        os.mkfifo(self.folder / "pipe")
        for target in (self.folder, self.folder / "pipe", "/dev/null"):
            self.fail_with("needs a file", "index", "build", target, path, "--force")
        names = sorted(path.name for path in self.folder.iterdir())  # no lock, no temporary file
        self.assertEqual(names, ["in", "in.tsv", "link.jsonl", "pipe"])

    def test_an_index_of_nothing_is_not_written_after_errors(self):
        self.fail_with("nothing could be read", "index", "build", self.index, self.folder / "missing.txt")
        self.assertFalse(self.index.exists())
        self.succeed("index", "build", self.index, self.write("empty.jsonl", b""))
        self.assertEqual((self.info()["fingerprints"], self.info()["ids"]), (0, "none"))
        self.succeed("index", "add", self.index, self.write("in.jsonl", jsonl(DOCUMENTS)))
        self.assertEqual((self.info()["fingerprints"], self.info()["ids"]), (3, "texts"))
        self.leave_nothing_behind()

    def test_another_recipe_is_refused(self):
        self.build(DOCUMENTS)
        documents = self.folder / "in.jsonl"
        for command in ("query", "add"):
            self.fail_with("were made by text-1, which cannot be compared with short-1", "index", command, self.index,
                           documents, "--recipe", "short-1")
            self.fail_with("text-1,bits=128", "index", command, self.index, documents, "--bits", "128")
        self.succeed("index", "query", self.index, documents, "--recipe", "text-1,bits=64")

    def test_every_kind_of_damage_is_found(self):
        self.build_prints(hex_lines(near_words(3000, 64)))
        sound = self.index.read_bytes()
        self.assertIn(f"sound, all {len(sound)} bytes", self.succeed("index", "verify", self.index))
        for offset in (0, 8, 20, 60, 85, len(sound) // 2, len(sound) - 1):
            self.index.write_bytes(sound)
            self.damage(offset)
            self.fail_with("a.ndx: offset ", "index", "verify", self.index)
        damaged = self.index.read_bytes()
        self.fail_with("a.ndx: offset ", "index", "add", self.index, "--fingerprints", self.folder / "in.tsv")
        self.assertEqual(self.index.read_bytes(), damaged, "left as it is for those who look into it")
        for length in (0, 7, 87, len(sound) // 2, len(sound) - 1):
            self.index.write_bytes(sound[:length])
            for command in (("info",), ("verify",), ("query", "--fingerprint", "0" * 16), ("remove", "doc-1")):
                self.fail_with("a.ndx: offset ", "index", command[0], self.index, *command[1:])
        self.leave_nothing_behind()

    def test_other_files_are_not_an_index(self):
        text = self.write("a.txt", FOX * 10)
        self.fail_with("a.txt: offset 0: not an index file", "index", "info", text)
        self.fail_with(f"{self.folder}: Is a directory", "index", "info", self.folder)
        self.fail_with("none.ndx: No such file", "index", "query", self.folder / "none.ndx", text)
        self.fail_with("none.ndx: No such file", "index", "add", self.folder / "none.ndx", text)
        self.fail_with("no/such.ndx cannot be written", "index", "build", self.folder / "no/such.ndx", text)

    def test_a_link_stays_a_link(self):
        self.build(DOCUMENTS)
        link = self.folder / "link.ndx"
        link.symlink_to(self.index)
        self.succeed("index", "remove", link, "fox")
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.info()["fingerprints"], 2)

    @unittest.skipUnless(os.geteuid() == 0, "needs somebody else to be")
    def test_without_permission(self):
        self.build(DOCUMENTS)
        documents = self.folder / "in.jsonl"
        os.chmod(self.folder, 0o755)
        nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        self.succeed("index", "query", self.index, documents, **nobody)
        self.fail_with("a.ndx.lock: Permission denied", "index", "add", self.index, documents, **nobody)
        os.chmod(self.index, 0o600)
        self.fail_with("a.ndx: Permission denied", "index", "query", self.index, documents, **nobody)

    def test_misuse_says_what_is_missing(self):
        self.build(DOCUMENTS)
        self.fail_with("give INPUT or --fingerprints FILE", "index", "add", self.index)
        self.fail_with("give INPUT", "index", "query", self.index)
        self.fail_with("give ID", "index", "remove", self.index)
        self.fail_with("", "index")
        self.fail_with("distance must be 0 to 64 for 64 bits, got 129", "index", "build", self.folder / "b.ndx", self.folder / "in.jsonl", "-k", "129")
        self.fail_with("distance must be 0 to 64 for 64 bits, got 65", "index", "build", self.folder / "b.ndx", self.folder / "in.jsonl", "-k", "65")
        self.fail_with("excludes", "index", "query", self.index, self.folder / "in.jsonl", "--fingerprints", "x.tsv")


class IndexWritersTest(IndexTest):
    def test_a_second_writer_waits_and_says_so(self):
        self.build(DOCUMENTS)
        self.write("new.jsonl", jsonl([{"id": "new", "text": RIVER}]))
        with open(f"{self.index}.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with subprocess.Popen([COMMAND, "index", "add", self.index, self.folder / "new.jsonl"],
                                  stderr=subprocess.PIPE) as writer:
                self.assertIn(b"another program is changing it; waiting", writer.stderr.readline())
                time.sleep(0.2)
                self.assertIsNone(writer.poll())
                self.assertEqual(self.info()["fingerprints"], 3, "readers do not wait")
                os.unlink(lock.name)  # as a writer does when it ends: the one that waits must make a lock of its own
                fcntl.flock(lock, fcntl.LOCK_UN)
                self.assertEqual(writer.wait(60), 0)
        self.assertEqual(self.info()["fingerprints"], 4)
        self.leave_nothing_behind()

    def test_many_writers_at_once_lose_nothing(self):
        self.build(DOCUMENTS)
        paths = [self.write(f"{i}.jsonl", jsonl([{"id": f"w{i}", "text": f"{RIVER} {i}"}])) for i in range(12)]
        writers = [subprocess.Popen([COMMAND, "index", "add", self.index, path, "--quiet"]) for path in paths]
        self.assertEqual([writer.wait(120) for writer in writers], [0] * 12)
        self.assertEqual(self.info()["fingerprints"], 15)
        self.succeed("index", "verify", self.index)
        self.leave_nothing_behind()

    def test_a_lock_left_behind_stops_nobody(self):
        self.build(DOCUMENTS)
        self.write("a.ndx.lock", b"")
        self.succeed("index", "remove", self.index, "fox")
        self.assertEqual(self.info()["fingerprints"], 2)


if __name__ == "__main__":
    unittest.main()
