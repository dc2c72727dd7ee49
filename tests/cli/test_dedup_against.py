"""`neardup dedup --against INDEX` and `--update INDEX`: what an archive has already, day after day."""

import json
import pathlib
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
        self.assertEqual(json.loads(self.succeed("index", "info", archive, "--format", "jsonl"))["min_similarity"], 0.8)
        self.succeed(*command)
        self.assertEqual(self.ids(self.clean), [])  # even "short", which has no fingerprint

    def test_fingerprints_serve_the_first_day_and_the_next(self):
        path, archive = self.write("new.jsonl", jsonl(self.new_documents())), self.folder / "new.ndx"
        command = ("dedup", path, "-k", 8, "--against", archive, "--update", archive, "-o", self.clean)
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
            self.fail_with("only --distance can be judged against it", "dedup", path, "--against", self.index, *rule)
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


EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "news.jsonl"


class SimilarityReferenceTest(CommandTest):
    """An index of similarity stands for its documents."""

    def setUp(self):
        super().setUp()
        self.clean, self.removed = self.folder / "clean.jsonl", self.folder / "removed.tsv"

    def halves(self, lines):
        """Two files with the documents at even and at odd places."""
        return self.write("old.jsonl", b"".join(lines[::2])), self.write("new.jsonl", b"".join(lines[1::2]))

    def build(self, path, similarity):
        index = self.folder / f"{similarity}.ndx"
        self.succeed("index", "build", index, path, "--similarity", similarity, "--force")
        return index

    def outcome(self, *arguments):
        """The clean corpus, and who was removed with which similarity. Of equally similar documents an index
        names the smallest id, and it knows neither the distance nor whether the bytes were the same."""
        self.succeed("dedup", *arguments, "-o", self.clean, "--removed", self.removed)
        rows = [line.split("\t") for line in self.removed.read_text().splitlines()]
        return self.clean.read_bytes(), [(row[0], row[3]) for row in rows]

    def compare(self, old, new, similarity):
        expected = self.outcome(new, "--against", old, "--similarity", similarity)
        index = self.build(old, similarity)
        for threads in (1, 3):
            self.assertEqual(self.outcome(new, "--against", index, "-j", threads), expected)
            self.assertEqual(self.outcome(new, "--against", index, "-s", similarity, "-j", threads), expected)
        return len(expected[1])

    def test_gives_what_its_documents_give_on_the_bilingual_example(self):
        old, new = self.halves(EXAMPLE.read_bytes().splitlines(keepends=True))
        removed = [self.compare(old, new, similarity) for similarity in (0.6, 0.8, 0.9)]
        self.assertGreater(min(removed), 20)
        self.assertEqual(removed, sorted(removed, reverse=True))

    def test_gives_what_its_documents_give_on_generated_corpora(self):
        for seed in (1, 2):
            lines = jsonl(corpus(500, seed)).splitlines(keepends=True)  # two thirds English-like, one third Han
            for similarity in (0.5, 0.8, 0.95):
                self.assertGreater(self.compare(*self.halves(lines), similarity), 50)

    def test_everything_that_was_removed_is_found_again(self):
        for path in (EXAMPLE, self.write("made.jsonl", jsonl(corpus(400, 5)))):
            index = self.folder / (path.stem + ".ndx")
            removed = self.outcome(path, "--update", index)[1]
            self.assertGreater(len(removed), 50)
            lines = self.succeed("index", "query", index, path).splitlines()
            self.assertEqual({row[0] for row in removed} - {line.split("\t")[0] for line in lines}, set())

    def test_a_second_run_removes_everything(self):
        index = self.folder / "seen.ndx"
        command = ("dedup", EXAMPLE, "--against", index, "--update", index, "-o", self.clean, "--stats")
        stats = [json.loads(run(*command).stderr.splitlines()[-1]) for _ in range(3)]
        self.assertEqual(stats[0]["index_added"], stats[0]["kept"])
        self.assertEqual([(s["kept"], s["index_added"], s["near"]) for s in stats[1:]], [(0, 0, stats[0]["documents"])] * 2)
        self.succeed("index", "verify", index)

    def test_what_the_index_cannot_judge_is_refused_before_anything_is_read(self):
        old, _ = self.halves(EXAMPLE.read_bytes().splitlines(keepends=True))
        index, missing = self.build(old, 0.8), self.folder / "not-there.jsonl"
        frame = self.write("frame.txt", "frame")
        for rule in (("-k", 3), ("--exact",), ("--verify", "edit"), ("--within", "id"), ("--method", "sentences"),
                     ("--template", frame)):
            self.fail_with("only --similarity can be judged against it", "dedup", missing, "--against", index, *rule)
        self.fail_with("from 0.8, got --similarity 0.7", "dedup", missing, "--against", index, "-s", 0.7)
        for option in ("--against", "--update"):
            self.fail_with("cannot be compared with short-1", "dedup", missing, option, index, "--recipe", "short-1")
            self.fail_with("cannot be compared with text-1,shingle=5", "dedup", missing, option, index, "--shingle", 5)
        other = self.folder / "other.ndx"
        self.succeed("index", "build", other, old, "-s", 0.8, "--recipe", "short-1")
        self.fail_with("cannot be compared with", "dedup", missing, "--against", index, "--update", other)
        self.fail_with("one index", "dedup", missing, "--against", index, "--against", index)
        self.fail_with("has no texts", "dedup", missing, "--against", index, "--report", self.folder / "r.html")
        self.assertFalse(self.clean.exists())

    def test_a_new_index_finds_what_the_rule_finds(self):
        path = self.write("in.jsonl", jsonl(corpus(60, 3)))
        code = self.write("a.py", "def f(x):\n    return [y * 2 for y in range(x) if y % 3 == 1 and y > 4]\n" * 3)
        cases = ((path, ("-s", 0.7), "min_similarity", 0.7), (path, ("-k", 3), "max_distance", 8),
                 (path, ("--verify", "edit"), "max_distance", 8), (path, ("--exact",), "min_similarity", 0.8),
                 (code, ("--recipe", "code-1"), "max_distance", 13))
        for number, (given, options, name, value) in enumerate(cases):
            index = self.folder / f"{number}.ndx"
            self.succeed("dedup", given, *options, "--update", index, "-o", f"{self.folder}/{number}/")
            self.assertEqual(json.loads(self.succeed("index", "info", index, "--format", "jsonl"))[name], value, options)

    def test_a_new_index_follows_the_rule_of_the_one_that_is_asked(self):
        path, old = self.write("in.jsonl", jsonl(corpus(60, 3))), self.folder / "old.ndx"
        for options, name, value in ((("--similarity", 0.95), "min_similarity", 0.95), (("--distance", 3), "max_distance", 8)):
            self.succeed("index", "build", old, path, *options, "--force")
            new = self.folder / f"{name}.ndx"
            result = run("dedup", path, "--against", old, "--update", new, "-o", self.folder / "kept.jsonl")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(json.loads(self.succeed("index", "info", new, "--format", "jsonl"))[name], value)

    def test_no_entry_is_replaced_by_another_document_of_its_name(self):
        index, days = self.folder / "days.ndx", []
        for day in ([text_of(61), "!"], [text_of(70), "?!"]):
            path = self.write("new.jsonl", jsonl({"text": text} for text in day))
            result = run("dedup", path, "--update", index, "-o", self.clean, "--stats")
            stats = json.loads(result.stderr.splitlines()[-1])
            days.append((stats["index_added"], stats["index_renamed"]))
        self.assertEqual(days, [(2, 0), (2, 2)])
        self.assertIn(b"2 documents added as ID#DIGEST", result.stderr)


class ExpectedShareTest(CommandTest):
    """An index of fingerprints says what share of similar documents it is expected to find."""

    def test_the_summary_and_the_statistics_say_it(self):
        path, index = self.write("in.jsonl", jsonl(corpus(60, 3))), self.folder / "a.ndx"
        self.succeed("index", "build", index, path, "-k", 6)
        share = json.loads(self.succeed("index", "info", index, "--format", "jsonl"))["expected_share_at_0.8"]
        for options, distance in ((("--against", index), 6), (("--against", index, "-k", 3), 3), (("--update", index), 6)):
            message = f"distance {distance} finds about".encode()
            self.assertIn(message, run("dedup", path, *options).stderr)
            stats = json.loads(run("dedup", path, *options, "--stats").stderr.splitlines()[-1])
            if distance == 6:
                self.assertAlmostEqual(stats["expected_share_at_0.8"], share, places=3)
            else:
                self.assertLess(stats["expected_share_at_0.8"], share)
        self.assertEqual(run("dedup", path, "--against", index, "--quiet").stderr, b"")
        similar = self.folder / "b.ndx"
        self.succeed("index", "build", similar, path, "-s", 0.8)
        for options in ((), ("--against", similar)):
            result = run("dedup", path, *options, "--stats")
            self.assertNotIn("expected_share_at_0.8", json.loads(result.stderr.splitlines()[-1]))
            self.assertNotIn(b"finds about", run("dedup", path, *options).stderr)


if __name__ == "__main__":
    unittest.main()
