"""`neardup dedup --against INDEX` and `--update INDEX`: what an archive has already, day after day."""

import json
import subprocess
import unittest

from neardup_cli import COMMAND, GOLDEN, CommandTest, jsonl, run
from test_dedup import corpus, edited, text_of


class IndexReferenceTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.old = [{"id": f"old-{i}", "text": text_of(100 + i)} for i in range(20)]
        self.archive = self.write("old.jsonl", jsonl(self.old))
        self.index = self.folder / "seen.ndx"
        self.succeed("index", "build", self.index, self.archive, "--distance", 6)
        self.clean = self.folder / "clean.jsonl"

    def new_documents(self):
        return [{"id": "copy", "text": text_of(105)}, {"id": "fresh", "text": text_of(901)},
                {"id": "again", "text": text_of(901)}, {"id": "short", "text": "cat"},
                {"id": "edited", "text": edited(text_of(110, 400), 1)}]

    def ids(self, path):
        return [json.loads(line)["id"] for line in path.read_text().splitlines()]

    def rows(self, path):
        return [line.split("\t") for line in path.read_text().splitlines()]

    def query(self, path):
        return [line.split("\t") for line in self.succeed("index", "query", self.index, path).splitlines()]

    def test_removes_what_the_index_has_and_names_it(self):
        path = self.write("new.jsonl", jsonl(self.new_documents()))
        before = self.index.read_bytes()
        removed, clusters, pairs = (self.folder / name for name in ("removed.tsv", "clusters.tsv", "pairs.tsv"))
        self.succeed("dedup", path, "--against", self.index, "-o", self.clean, "--removed", removed, "--clusters",
                     clusters, "--pairs", pairs)
        near = {query: (hit, distance) for query, hit, distance in reversed(self.query(path))}
        kept = [d["id"] for d in self.new_documents() if d["id"] not in near and d["id"] != "again"]
        self.assertEqual(self.ids(self.clean), kept)
        self.assertIn("copy", near)
        expected = [[id, *near[id], "-", "near"] if id in near else [id, "fresh", "0", "1.000000", "exact"]
                    for id in ("copy", "again", "edited") if id in near or id == "again"]
        self.assertEqual(self.rows(removed), expected)
        self.assertIn(["old-5", "old-5", "kept", "0", "-"], self.rows(clusters))
        self.assertIn(["old-5", "copy", "removed", "0", "-"], self.rows(clusters))
        self.assertEqual(self.rows(pairs)[0], ["old-5", "copy", "0", "-"])
        self.assertEqual(self.index.read_bytes(), before)

    def test_a_missing_reference_stops_the_run_before_anything_is_written(self):
        path = self.write("new.jsonl", jsonl(self.new_documents()))
        missing = self.folder / "missing.ndx"
        self.fail_with("no such file or folder", "dedup", path, "--against", missing, "-o", self.clean)
        self.assertFalse(self.clean.exists())

    def test_a_reference_of_which_nothing_can_be_read_stops_the_run(self):
        path = self.write("new.jsonl", jsonl(self.new_documents()))
        damaged = self.write("damaged", b"X" + self.index.read_bytes()[1:])
        broken = self.write("broken/old.jsonl", "{\n")
        for reference in (damaged, broken, broken.parent):
            self.fail_with(f"{reference}: nothing of the reference could be read; nothing is written", "dedup", path,
                           "--against", self.write("good.jsonl", jsonl(self.new_documents())), "--against", reference,
                           "-o", self.clean)
            self.assertFalse(self.clean.exists())
        partly = self.write("broken/more.jsonl", jsonl(self.new_documents()[:1]))
        self.fail_with("old.jsonl: line 1", "dedup", path, "--against", partly.parent, "-o", self.clean)
        self.assertTrue(self.clean.exists(), "a broken record costs nobody else their result")

    def test_an_index_that_is_cut_off_is_never_read_as_a_text(self):
        path = self.write("new.jsonl", jsonl(self.new_documents()))
        whole = self.index.read_bytes()
        for length in (0, 1, 7, 8, 95, len(whole) - 1):
            for name in ("cut.ndx", "cut") if length > 0 else ("cut.ndx",):
                cut = self.write(name, whole[:length])
                self.fail_with(f"{cut}: ", "dedup", path, "--against", cut, "-o", self.clean)
                self.assertFalse(self.clean.exists(), (name, length))
        other = self.write("other.ndx", b"X" + whole[1:])
        self.fail_with(f"{other}: offset 0: not an index file", "dedup", path, "--against", other, "-o", self.clean)
        self.succeed("dedup", path, "--against", self.write("near.txt", "NEARLY"), "-o", self.clean)

    def test_a_table_of_which_nothing_stays_keeps_its_header(self):
        table = self.write("a.csv", b"id,text\n1,The bridge was opened on Monday by the mayor\n")
        reference = self.write("b.csv", table.read_bytes())
        out = self.folder / "c.csv"
        self.succeed("dedup", table, "--against", reference, "-o", out)
        self.assertEqual(out.read_bytes(), b"id,text\n")

    def test_a_reference_without_documents_is_warned_about(self):
        path = self.write("new.jsonl", jsonl(self.new_documents()))
        result = run("dedup", path, "--against", self.write("empty.jsonl", b""), "-o", self.clean)
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"empty.jsonl: the reference has no documents (see --against)", result.stderr)

    def test_the_same_command_serves_the_first_day_and_the_next(self):
        path, archive = self.write("new.jsonl", jsonl(self.new_documents())), self.folder / "new.ndx"
        command = ("dedup", path, "--against", archive, "--update", archive, "-o", self.clean)
        self.succeed(*command)
        self.assertIn("fresh", self.ids(self.clean))
        self.succeed(*command)
        self.assertEqual(self.ids(self.clean), ["short"])  # without a fingerprint it is in no index

    def test_a_wide_distance_of_the_first_day_holds_on_the_next(self):
        path, archive = self.write("new.jsonl", jsonl(self.new_documents())), self.folder / "new.ndx"
        for _ in range(2):
            self.succeed("dedup", path, "-k", 12, "--against", archive, "--update", archive, "-o", self.clean)

    def test_stop_words_that_the_index_was_not_made_with_are_refused(self):
        path, words = self.write("new.jsonl", jsonl(self.new_documents())), self.write("words.txt", "river")
        self.fail_with("cannot be compared", "dedup", path, "--against", self.index, "--stop-words", words)
        self.fail_with("cannot be compared", "index", "add", self.index, path, "--stop-words", words)

    def test_gives_what_the_documents_of_the_index_give(self):
        """Only who stands for a document may differ where several are equally near."""
        old, new = corpus(150, seed=3), corpus(250, seed=3)[100:]
        archive, path = self.write("a.jsonl", jsonl(old)), self.write("b.jsonl", jsonl(new))
        self.succeed("index", "build", self.folder / "a.ndx", archive, "--distance", 4)
        results = []
        for reference in (archive, self.folder / "a.ndx"):
            for threads in (1, 2):
                self.succeed("dedup", path, "--against", reference, "--distance", 4, "-o", self.clean, "-j", threads)
                results.append(self.clean.read_bytes())
        self.assertEqual(len(set(results)), 1)
        self.assertTrue(results[0])

    def test_an_index_judges_distances_by_its_recipe_only(self):
        path = self.write("new.jsonl", jsonl(self.new_documents()))
        for rule in (("--similarity", 0.8), ("--exact",), ("--within", "id"), ("--method", "sentences")):
            self.fail_with(f"for --similarity, --verify, --method, --within and --template give", "dedup", path, "--against", self.index, *rule)
        self.fail_with("cannot be compared with", "dedup", path, "--against", self.index, "--recipe", "short-1")
        self.fail_with("up to 6", "dedup", path, "--against", self.index, "--distance", 7)
        self.succeed("dedup", path, "--against", self.index, "--recipe", "text-1", "--distance", 2)
        self.fail_with("one index", "dedup", path, "--against", self.index, "--against", self.index)

    def test_the_next_day_knows_the_day_before(self):
        days = [self.write(f"day{i}.jsonl", jsonl([{"id": f"{i}-a", "text": text_of(7)},
                                                   {"id": f"{i}-b", "text": text_of(20 + i)}])) for i in range(3)]
        index = self.folder / "days.ndx"
        kept = []
        for day in days:
            against = ("--against", index) if index.exists() else ()
            self.succeed("dedup", day, *against, "--update", index, "--distance", 3, "-o", self.clean)
            kept.append(self.ids(self.clean))
        self.assertEqual(kept, [["0-a", "0-b"], ["1-b"], ["2-b"]])
        self.assertEqual(json.loads(self.succeed("index", "info", index, "--format", "jsonl"))["fingerprints"], 4)
        self.succeed("index", "verify", index)

    def test_a_dry_run_changes_nothing(self):
        path = self.write("new.jsonl", jsonl(self.new_documents()))
        before = self.index.read_bytes()
        self.succeed("dedup", path, "--against", self.index, "--update", self.index)
        self.succeed("dedup", path, "--update", self.folder / "none.ndx")
        self.assertEqual(self.index.read_bytes(), before)
        self.assertFalse((self.folder / "none.ndx").exists())

    def test_nothing_is_added_when_an_output_fails(self):
        path = self.write("new.jsonl", jsonl(self.new_documents()))
        before = self.index.read_bytes()
        self.fail_with("cannot be written", "dedup", path, "--against", self.index, "--update", self.index, "-o",
                       self.folder / "missing" / "clean.jsonl")
        self.assertEqual(self.index.read_bytes(), before)
        self.assertFalse((self.folder / "seen.ndx.lock").exists())

    def test_similarity_may_update_an_index_too(self):
        path = self.write("new.jsonl", jsonl(self.new_documents()))
        result = run("dedup", path, "--similarity", 0.8, "--update", self.index, "-o", self.clean, "--stats")
        self.assertEqual(result.returncode, 0)
        stats = json.loads(result.stderr.splitlines()[-1])
        self.assertEqual(stats["index_added"], stats["kept"] - 1)  # "cat" is too short
        self.assertIn(b"1 document without a fingerprint not added", result.stderr)
        self.assertEqual(self.query(path)[0][1], "copy")

    def update(self, path, *options):
        """The counts of a run that adds to the index, and its messages."""
        result = run("dedup", path, "--update", self.index, "-o", self.clean, "--stats", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        *messages, stats = result.stderr.decode().splitlines()
        return json.loads(stats), messages

    def entries(self):
        return json.loads(self.succeed("index", "info", self.index, "--format", "jsonl"))["fingerprints"]

    def test_no_entry_of_the_index_is_replaced_by_another_document_of_its_name(self):
        days = [[{"text": text_of(60)}, {"text": text_of(61)}], [{"text": text_of(70)}, {"text": text_of(61)}]]
        counts = []
        for day in days:  # without ids: documents of every day are new.jsonl:1 and new.jsonl:2
            path = self.write("new.jsonl", jsonl(day))
            stats, messages = self.update(path)
            counts.append((stats["kept"], stats["index_added"], stats["index_renamed"]))
        self.assertEqual(counts, [(2, 2, 0), (2, 1, 1)])  # :2 of both days is the same
        self.assertEqual([m for m in messages if "1 document added as ID#FINGERPRINT" in m], messages)
        self.assertEqual(self.entries(), 23)
        both = self.write("both.jsonl", jsonl([{"id": "x", "text": text_of(60)}, {"id": "y", "text": text_of(70)}]))
        name = f"{self.folder}/new.jsonl:1"
        fingerprint = self.fingerprints([{"id": "y", "text": text_of(70)}])["y"]
        self.assertEqual(self.query(both), [["x", name, "0"], ["y", f"{name}#{fingerprint}", "0"]])

    def test_documents_of_one_id_in_one_run_are_all_remembered(self):
        texts = [text_of(60), text_of(70), text_of(80), text_of(70)]
        path = self.write("new.jsonl", jsonl({"id": "same", "text": text} for text in texts))
        for expected in ((3, 2), (0, 0)):  # a second time nothing is new, and nothing gets a third name
            stats, _ = self.update(path)
            self.assertEqual((stats["index_added"], stats["index_renamed"]), expected)
        self.assertEqual(self.entries(), 23)

    def test_a_name_that_looks_like_one_of_ours_is_kept_apart_too(self):
        prints = self.fingerprints([{"id": "b", "text": text_of(70)}])
        path = self.write("new.jsonl", jsonl([{"id": "a", "text": text_of(60)}, {"id": "a#" + prints["b"],
                                              "text": text_of(80)}, {"id": "a", "text": text_of(70)}]))
        stats, _ = self.update(path)
        self.assertEqual((stats["index_added"], stats["index_renamed"]), (3, 1))
        self.assertEqual(self.entries(), 23)

    def test_an_index_of_numbers_takes_numbers_that_are_free(self):
        index = self.write("numbers.ndx", (GOLDEN / "index_v2_numbers.ndx").read_bytes())
        info = lambda: json.loads(self.succeed("index", "info", index, "--format", "jsonl"))  # noqa: E731
        size = info()["fingerprints"]
        taken = self.write("taken.jsonl", jsonl([{"id": 987654321, "text": text_of(1)}]))
        self.succeed("dedup", taken, "--update", index, "-o", self.folder / "a")
        documents = [{"id": 987654321, "text": text_of(2)}, {"id": "name", "text": text_of(3)},
                     {"id": "other", "text": text_of(4)}, {"id": 987654322, "text": text_of(5)}]
        path = self.write("b.jsonl", jsonl(documents))
        for options in ((), ("--broken", "stop")):
            clean = self.folder / "clean"
            result = run("dedup", path, "--distance", 3, "--update", index, "-o", clean, "-q", *options)
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stderr.decode().splitlines(), [
                f"neardup: {index}: 2 documents not added: this index has numeric ids, and 'name' is not a number (see --id-field)",
                f"neardup: {index}: 1 document not added: this index has numeric ids, and id 987654321 already belongs to another"
                " document (see --id-field)"])
            self.assertEqual(clean.read_bytes(), path.read_bytes())
            self.assertEqual(info()["fingerprints"], size + 2)

    def test_runs_at_the_same_time_keep_a_text_once(self):
        paths = [self.write(f"{i}.jsonl", jsonl([{"id": f"n{i}", "text": text_of(500)}])) for i in range(4)]
        runs = [subprocess.Popen([COMMAND, "dedup", path, "--against", self.index, "--update", self.index, "-o",
                                  self.folder / f"{i}.clean", "-q"]) for i, path in enumerate(paths)]
        self.assertEqual([process.wait() for process in runs], [0] * 4)
        self.assertEqual(sum(len((self.folder / f"{i}.clean").read_bytes()) > 0 for i in range(4)), 1)


if __name__ == "__main__":
    unittest.main()
