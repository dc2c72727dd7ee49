"""Records without text, and an id field that nobody has: what each command makes of them."""

import json

from neardup_cli import CommandTest, jsonl, run
from test_dedup import text_of

RECORDS = [{"id": "a", "text": text_of(1)}, {"id": "none"}, {"id": "null", "text": None}, {"id": "blank", "text": " \n\u3000"},
           {"id": "again", "text": "\t"}, {"id": "b", "text": text_of(2)}, {"id": "copy", "text": text_of(1)}]
MISSING = ["none", "null", "blank", "again"]


class MissingTextTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.write("a.jsonl", jsonl(RECORDS))
        self.clean = self.folder / "clean.jsonl"

    def clean_ids(self):
        return [json.loads(line)["id"] for line in self.clean.read_text().splitlines()]

    def stop_at(self, line, *arguments):
        output = self.fail_with(f"a.jsonl: line {line}: no text, so the run ends here", *arguments, "--missing", "stop")
        self.assertEqual(output, "")

    def test_dedup_keeps_them_in_their_place_and_counts_them(self):
        for rule in ((), ("-k", "3"), ("--method", "sentences"), ("--verify", "edit:0.9"), ("--exact",), ("--lossless",),
                     ("--recipe", "pypi-simhash"), ("--link", "components")):
            result = run("dedup", self.path, *rule, "-o", self.clean)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(b"7 documents: 6 kept, 1 exact and 0 near duplicates removed", result.stderr, rule)
            self.assertIn(b"; 4 without text, kept", result.stderr)
            self.assertNotIn(b"too short", result.stderr)
            self.assertEqual(self.clean_ids(), ["a", *MISSING, "b"], rule)

    def test_dedup_skips_them_on_request_or_stops(self):
        result = run("dedup", self.path, "-o", self.clean, "--missing", "skip")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"3 documents: 2 kept, 1 exact", result.stderr)
        self.assertIn(b"; 4 without text, left out", result.stderr)
        self.assertEqual(self.clean_ids(), ["a", "b"])
        self.clean.unlink()
        self.stop_at(2, "dedup", self.path, "-o", self.clean)
        self.assertFalse(self.clean.exists())

    def test_a_reference_without_texts_removes_nothing(self):
        result = run("dedup", self.path, "--against", self.path, "-o", self.clean)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(self.clean_ids(), MISSING)
        self.assertIn(b"; 4 without text, kept", result.stderr)

    def test_tables_lines_and_files(self):
        table = self.write("a.csv", f"id,text\n1,\n2,{text_of(1)}\n3,  \n")
        result = run("dedup", table, "-o", self.folder / "clean.csv")
        self.assertEqual((self.folder / "clean.csv").read_bytes(), table.read_bytes())
        self.assertIn(b"; 2 without text, kept", result.stderr)
        lines = self.write("lines.txt", f"\n{text_of(1)}\n\n \n{text_of(1)}\n")
        run("dedup", "--lines", lines, "-o", self.folder / "clean.txt")
        self.assertEqual((self.folder / "clean.txt").read_text(), f"\n{text_of(1)}\n\n \n")
        for name in ("one.txt", "two.txt"):
            self.write("files/" + name, "\n")
        result = run("dedup", self.folder / "files", "-o", f"{self.folder}/out/")
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()), ["one.txt", "two.txt"])

    def test_annotations_call_them_no_duplicates(self):
        self.succeed("dedup", self.path, "--annotate", "-o", self.clean)
        marked = [json.loads(line) for line in self.clean.read_text().splitlines()]
        self.assertEqual([record["id"] for record in marked if record["neardup"]["duplicate"]], ["copy"])

    def test_pairs_fingerprint_and_tune(self):
        result = run("pairs", self.path)
        self.assertEqual((result.returncode, result.stdout), (0, b"a\tcopy\t0\t1.000000\n"))
        self.assertEqual(result.stderr, b"neardup: 4 records without text, in no pair\n")
        self.assertEqual(run("pairs", self.path, "-q").stderr, b"")
        lines = self.succeed("fingerprint", self.path).splitlines()
        self.assertEqual([line.split("\t")[0] for line in lines if line.endswith("\t-")], MISSING)
        result = run("fingerprint", self.path, "--missing", "skip")
        self.assertEqual((result.returncode, result.stdout.count(b"\n")), (0, 3))
        self.assertEqual(result.stderr, b"neardup: 4 records without text, left out\n")
        result = run("tune", self.path)
        self.assertIn(b"corpus     3 documents", result.stdout)
        self.assertIn(b"4 records without text, not compared", result.stderr)
        for command in ("pairs", "fingerprint", "tune"):
            self.stop_at(2, command, self.path)

    def test_index(self):
        for kind in (("--similarity", "0.8"), ("--distance", "3")):
            index = self.folder / f"{kind[0]}.ndx"
            result = run("index", "build", index, self.path, *kind)
            self.assertEqual(result.returncode, 0)
            self.assertIn(b"4 records without text, not in the index", result.stderr)
            self.assertIn("3", self.succeed("index", "info", index))
            result = run("index", "query", index, self.path, "--all")
            self.assertEqual([line.split("\t")[0] for line in result.stdout.decode().splitlines() if line.endswith("\t-\t-")], MISSING)
            self.assertIn(b"4 records without text, which find nothing", result.stderr)
            result = run("dedup", self.path, "--against", index, "-o", self.clean)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.clean_ids(), MISSING)
            self.stop_at(2, "index", "query", index, self.path)
            self.stop_at(2, "index", "add", index, self.path)

    def test_dedup_update_leaves_them_out(self):
        index = self.folder / "new.ndx"
        self.succeed("dedup", self.path, "-o", self.clean, "--update", index)
        result = run("dedup", self.path, "--against", index, "-o", self.clean)
        self.assertEqual(self.clean_ids(), MISSING, result.stderr)

    def test_seen_answers_in_their_place_and_keeps_none(self):
        store = self.folder / "store"
        result = run("seen", store, self.path)
        self.assertEqual(result.returncode, 0, result.stderr)
        verdicts = [line.split("\t")[:2] for line in result.stdout.decode().splitlines()]
        self.assertEqual(verdicts, [["a", "new"], *([name, "no-text"] for name in MISSING), ["b", "new"], ["copy", "copy"]])
        self.assertIn(b"4 records without text, neither compared nor kept", result.stderr)
        self.assertIn("documents     2\n", self.succeed("seen", store, "--info"))
        again = run("seen", store, self.path, "--format", "jsonl").stdout.decode().splitlines()
        self.assertEqual(json.loads(again[1]), {"id": "none", "verdict": "no-text"})
        self.stop_at(2, "seen", store, self.path)

    def test_compare_does_not_call_two_empty_files_identical(self):
        one, two = self.write("1.txt", " "), self.write("2.txt", "\n")
        self.assertIn("verdict      not judged", self.succeed("compare", one, two))

    def test_a_missing_text_is_an_error_if_no_record_has_the_field(self):
        path = self.write("b.jsonl", jsonl([{"id": 1, "body": "words"}]))
        for missing in ("keep", "skip", "stop"):
            self.fail_with('line 1: no field "text"; it has "id", "body"; it is the only record, so nothing is read (see --text-field)',
                           "dedup", path, "--missing", missing)
        blank = self.write("c.jsonl", jsonl([{"id": i, "text": ""} for i in range(20)]))
        self.assertIn(b"20 documents: 20 kept", run("dedup", blank).stderr)


class IdFieldTest(CommandTest):
    def test_an_id_field_that_no_record_has_is_reported_once_with_those_that_exist(self):
        path = self.write("a.jsonl", jsonl([{"key": i, "text": text_of(i)} for i in range(30)]))
        table = self.write("b.csv", f"key,text\n1,{text_of(1)}\n")
        for command in (("dedup", path), ("pairs", path), ("fingerprint", path), ("tune", path)):
            result = run(*command, "--id-field", "url")
            self.assertEqual(result.returncode, 0)
            self.assertEqual(result.stderr.decode().count('no record has the id field "url"; it has "key", "text"'), 1, result.stderr)
            self.assertIn(b"(see --id-field)", result.stderr)
            self.assertNotIn(b"id field", run(*command, "--id-field", "key").stderr)
        self.assertIn(b'no record has the id field "url"; there are "key", "text"',
                      run("dedup", table, "--id-field", "url").stderr)
        self.assertNotIn(b"id field", run("dedup", path).stderr)
