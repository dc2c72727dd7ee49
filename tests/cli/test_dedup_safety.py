"""What `neardup dedup` refuses to destroy, what it says about broken input, and what an early end leaves behind."""

import json
import os
import resource
import signal
import subprocess
import time
import unittest

from neardup_cli import COMMAND, CommandTest, jsonl, run
from test_dedup import corpus, text_of


class OutputGuardTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.write("in/a.jsonl", jsonl(corpus(20)))
        self.before = self.path.read_bytes()

    def tearDown(self):
        self.assertEqual(self.path.read_bytes(), self.before)

    def test_an_input_is_never_replaced_whatever_its_name(self):
        link, hard = self.folder / "link.jsonl", self.folder / "hard.jsonl"
        link.symlink_to(self.path)
        os.link(self.path, hard)
        for output in (self.path, link, hard, f"{self.folder}/in/../in/a.jsonl"):
            for option in ("-o", "--removed", "--pairs", "--clusters"):
                self.fail_with("would replace the input", "dedup", self.path, option, output)
        self.fail_with("would replace the input", "dedup", self.folder / "in", "-o", self.path)
        reference = self.write("old.jsonl", jsonl(corpus(5, seed=9)))
        self.fail_with("would replace the input", "dedup", self.path, "--against", reference, "-o", reference)
        self.fail_with("would replace the input", "dedup", self.path, "-o", self.folder / "x", "--update", self.path)

    def test_standard_output_that_is_a_file_is_written_into_and_a_link_stays(self):
        expected = self.succeed("dedup", self.path, "-o", "-", "--quiet")
        for output in ("-", "/dev/stdout"):
            caught = self.folder / "caught.jsonl"
            with caught.open("wb") as file:
                subprocess.run([COMMAND, "dedup", self.path, "-o", output, "--quiet"], stdout=file, check=True)
            self.assertEqual(caught.read_text(), expected)
        link, target = self.folder / "link.jsonl", self.write("target.jsonl", b"old")
        link.symlink_to(target)
        self.succeed("dedup", self.path, "-o", link)
        self.assertTrue(link.is_symlink())
        self.assertEqual(target.read_text(), expected)

    def test_when_nothing_could_be_read_the_output_stays_as_it_was(self):
        clean = self.write("clean.jsonl", b"of yesterday")
        self.fail_with("nothing is read", "dedup", self.path, "--text-field", "body", "-o", clean)
        self.fail_with("nothing could be read", "dedup", self.write("broken.jsonl", "{\n"), "-o", clean)
        self.assertEqual(clean.read_bytes(), b"of yesterday")

    def test_a_field_that_no_document_has_is_named(self):
        result = run("dedup", self.path, "--keep", "max:dat")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"field dat: no document has a value", result.stderr)

    def test_names_that_lead_to_nothing_are_named(self):
        (self.folder / "empty" / "below").mkdir(parents=True)
        self.write("full/a.txt", "one two three four")
        full, empty = self.folder / "full", self.folder / "empty"
        for arguments, message in (((full, empty), "empty: no file in this folder (hidden"),
                                   ((full, "--glob", "*.md", "--glob", "*.rst"), "matches *.md, *.rst (see --glob)"),
                                   ((full, "--keep", f"prefer:{full},ful"), "ful: no document comes from this source")):
            result = run("dedup", *arguments)
            self.assertEqual((result.returncode, result.stderr.count(b"warning")), (0, 1), result.stderr)
            self.assertIn(message, result.stderr.decode())
        self.assertNotIn(b"warning", run("dedup", full, "--glob", "*.txt", "--keep", f"prefer:{full}").stderr)

    def test_what_the_rule_is_made_of_and_the_reference_are_not_replaced(self):
        words = self.write("words.txt", "the")
        for option in ("--template", "--stop-words"):
            self.fail_with("would replace the input", "dedup", self.path, option, words, "-o", words)
        old = self.write("old/sub/1.txt", "of old, a text that stays as it is")
        self.write("new/sub/1.txt", "a text of today that is not like the other")
        self.fail_with("would replace the input", "dedup", self.folder / "new", "--against", old.parent, "-o",
                       f"{self.folder}/old/")
        self.fail_with("are the same file", "dedup", self.folder / "new", "-o", f"{self.folder}/out/", "--removed",
                       self.folder / "out/sub/1.txt")

    def test_a_reader_that_leaves_is_no_error(self):
        command = subprocess.Popen([COMMAND, "dedup", self.write("big.jsonl", jsonl(corpus(2000))), "-o", "-", "--quiet"],
                                   stdout=subprocess.PIPE)
        command.stdout.close()
        self.assertEqual(command.wait(timeout=120), 0)

    def test_an_empty_id_keeps_its_column_and_a_record_that_is_not_json_is_a_string(self):
        path = self.write("lines.jsonl", jsonl([{"id": "a", "text": "{foo bar}"}, {"id": "", "text": "{foo bar}"}]))
        self.assertEqual(self.succeed("dedup", path, "--removed", "-", "--quiet"), "\ta\t-\t1.000000\texact\n")
        path, removed = self.write("lines.txt", "{foo bar}\n{foo bar}\n"), self.folder / "removed.jsonl"
        self.succeed("dedup", "--lines", path, "--removed", removed)
        self.assertEqual(json.loads(removed.read_text())["record"], "{foo bar}")

    def test_a_folder_is_not_written_over_itself(self):
        for source, output in ((self.folder / "in", f"{self.folder}/in/"), (self.path, f"{self.folder}/in/"),
                               (self.path, self.folder / "in")):
            self.fail_with("would replace the input", "dedup", source, "-o", output)
        self.succeed("dedup", self.folder / "in", "-o", f"{self.folder}/out/")
        self.succeed("dedup", self.folder / "in", "-o", f"{self.folder}/out/")  # its own output may be replaced

    def test_a_missing_folder_of_an_output_is_found_before_anything_is_written(self):
        path, clean = self.write("b.jsonl", jsonl(corpus(3))), self.folder / "clean.jsonl"
        for option in ("--report", "--removed", "--pairs", "--clusters", "--update"):
            self.fail_with("there is no folder", "dedup", path, "-o", clean, option, self.folder / "no" / "such.html")
            self.assertFalse(clean.exists(), option)
        out = self.folder / "out"  # made by the run, and so is what lies in it
        self.succeed("dedup", path, "-o", f"{out}/", "--removed", out / "removed.tsv")
        self.assertEqual(sorted(path.name for path in out.iterdir()), ["b.jsonl", "removed.tsv"])

    def test_records_that_cannot_share_a_file_are_found_whatever_would_stay_of_them(self):
        """Before the pairs are: the second input of each is a copy of the first, of which nothing would be written."""
        text, removed = text_of(1), self.folder / "removed.tsv"
        table = self.write("a.csv", f"id,text\n1,{text}\n")
        record = self.write("b.jsonl", jsonl([{"id": 2, "text": text}]))
        plain = self.write("c.txt", text)
        out = self.folder / "out"
        for inputs, message in (((table, record), f"{record}: its format or header differs from that of {table}"),
                                ((table, plain), f"{plain}: a plain text file is one document")):
            self.fail_with(message, "dedup", *inputs, "-o", out, "--removed", removed)
        self.fail_with(f"{plain}: a plain text", "dedup", plain, "--against", record, "-o", out, "--removed", removed)
        self.assertFalse(out.exists() or removed.exists())
        self.succeed("dedup", table, "--against", plain, "--against", record, "-o", out)
        self.succeed("dedup", table, record, plain, "--removed", removed)

    def test_a_folder_that_cannot_be_written_is_found_before_anything_is_read(self):
        def become_nobody():
            if os.geteuid() == 0:
                os.setuid(65534)

        self.folder.chmod(0o755)
        locked = self.folder / "locked"
        locked.mkdir(0o555)
        missing = self.folder / "in/missing.jsonl"  # would be said if it were looked for
        try:
            if run("--version", preexec_fn=become_nobody).returncode != 0:
                self.skipTest("the command is where others may not read it")
        except PermissionError:
            self.skipTest("the command is where others may not read it")
        for output in (locked / "clean.jsonl", f"{locked}/", f"{locked}/deep/"):
            said = self.fail_with(f"--output {output} cannot be written: {locked}: Permission denied", "dedup", missing, "-o",
                                  output, preexec_fn=become_nobody)
            self.assertNotIn("no such file", said)
        caught = self.folder / "locked" / "caught.jsonl"
        locked.chmod(0o755)
        with caught.open("wb") as file:  # opened by whoever may
            locked.chmod(0o555)
            self.path.chmod(0o644)
            self.path.parent.chmod(0o755)
            subprocess.run([COMMAND, "dedup", self.path, "-o", "/dev/stdout", "--quiet"], stdout=file, check=True,
                           preexec_fn=become_nobody)
        self.assertGreater(caught.stat().st_size, 1000)

    def test_outputs_must_differ(self):
        same = self.folder / "same.tsv"
        for first, second in (("--pairs", "--clusters"), ("--removed", "--pairs"), ("-o", "--clusters")):
            self.fail_with("the same file", "dedup", self.path, first, same, second, f"{self.folder}/./same.tsv")
        self.fail_with("the same file", "dedup", self.path, "-o", same, "--update", same)
        self.assertFalse(same.exists())

    def test_an_archive_is_not_an_output(self):
        index = self.folder / "a.ndx"
        self.succeed("index", "build", index, self.path)
        self.fail_with("would replace the input", "dedup", self.path, "--against", index, "-o", index)
        self.succeed("index", "verify", index)


class BrokenInputTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.write("a.jsonl", jsonl(corpus(3)) + b"{broken\n" + jsonl([{"id": "last", "text": text_of(7)}]))
        self.clean = self.folder / "clean.jsonl"

    def test_is_skipped_and_counted_or_stops_everything(self):
        for options in ((), ("--broken", "skip")):
            self.fail_with("1 broken and skipped", "dedup", self.path, "-o", self.clean, *options)
            self.assertIn('"last"', self.clean.read_text())
            self.clean.unlink()
        stats = json.loads(run("dedup", self.path, "--stats").stderr.splitlines()[-1])
        self.assertEqual(stats["errors"], 1)
        self.fail_with("a.jsonl: line 4:", "dedup", self.path, "-o", self.clean, "--broken", "stop")
        self.fail_with("--broken stop", "dedup", self.path, self.folder / "missing", "-o", self.clean, "--broken", "stop")
        self.assertFalse(self.clean.exists())
        self.fail_with("--broken stop", "fingerprint", self.path, "--broken", "stop")

    def test_repeated_ids_are_warned_about_once(self):
        documents = [{"id": i % 40, "text": text_of(i)} for i in range(100)]
        result = run("dedup", self.write("b.jsonl", jsonl(documents)), "-o", self.clean)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count(b"several documents have the id 0;"), 1)
        self.assertEqual(result.stderr.count(b"several documents"), 1)
        unique = self.write("c.jsonl", jsonl([{"id": i, "text": text_of(i)} for i in range(3000)]))
        self.assertNotIn(b"several", run("dedup", unique).stderr)
        self.assertNotIn(b"several", run("dedup", unique, "--against", unique).stderr)
        self.assertNotIn(b"several", run("dedup", self.path, "--quiet").stderr)

    def test_a_missing_field_is_warned_about_once_and_the_others_are_read(self):
        documents = [{"id": "both", "title": text_of(1), "text": text_of(2)}, {"id": "text", "text": text_of(4)},
                     {"id": "title", "title": text_of(4)}, {"id": "none"}, {"id": "null", "title": None},
                     {"id": "text again", "text": text_of(5)}]
        path = self.write("b.jsonl", jsonl(documents))
        result = run("dedup", path, "--text-field", "title", "--text-field", "text", "-o", self.clean)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count(b'no field "title"; read with'), 1)
        self.assertEqual(result.stderr.count(b'no field "text"; read with'), 1)
        self.assertIn(b"; 2 without text, kept", result.stderr)
        kept = [json.loads(line)["id"] for line in self.clean.read_text().splitlines()]
        self.assertEqual(kept, ["both", "text", "none", "null", "text again"])  # "title" has the text of "text"

    def test_a_missing_column_is_warned_about_and_the_others_are_read(self):
        path = self.write("b.csv", f"id,text\n1,{text_of(1)}\n2,{text_of(1)}\n")
        options = ("--text-field", "title", "--text-field", "text")
        result = run("dedup", path, *options, "-o", self.folder / "clean.csv")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count(b'no column "title" in the header'), 1)
        self.assertEqual((self.folder / "clean.csv").read_text(), f"id,text\n1,{text_of(1)}\n")
        self.fail_with('no column "title"', "dedup", path, "--text-field", "title")


    def test_a_wrong_text_field_is_one_error_that_names_the_right_ones(self):
        records = [{"id": i, "body": text_of(i), "title": {"text": "no"}} for i in range(3000)]
        path = self.write("c.jsonl", jsonl(records))
        for command in (("dedup", path, "-o", self.folder / "clean"), ("pairs", path), ("fingerprint", path)):
            result = run(*command)
            self.assertEqual((result.returncode, result.stdout, result.stderr.count(b"\n")), (2, b"", 1), result.stderr)
            self.assertIn(b'line 1: no field "text"; it has "id", "body", "title"', result.stderr)
        self.assertFalse((self.folder / "clean").exists())
        self.succeed("dedup", path, "--text-field", "body")
        path = self.write("d.jsonl", jsonl(records[:20] + [{"id": "x", "text": text_of(1)}]))
        mixed = run("dedup", path)  # others have it
        self.assertEqual(mixed.returncode, 0)
        self.assertIn(b"; 20 without text, kept", mixed.stderr)


    def test_a_wrong_text_field_of_a_short_file_is_one_error_too(self):
        path = self.write("c.jsonl", jsonl([{"id": i, "body": text_of(i)} for i in range(3)]))
        for command in (("dedup", path), ("pairs", path), ("fingerprint", path), ("tune", path)):
            result = run(*command)
            self.assertEqual((result.returncode, result.stdout, result.stderr.count(b"\n")), (2, b"", 1), result.stderr)
            self.assertIn(b'line 1: no field "text"; it has "id", "body"', result.stderr)
            self.assertIn(b"none of the 2 records after it has a text either, so nothing is read (see --text-field)", result.stderr)

    def test_a_distance_that_no_join_finds_is_refused_before_anything_is_read(self):
        read_end, write_end = os.pipe()  # nobody writes: whoever reads it waits for ever
        self.addCleanup(os.close, read_end)
        self.addCleanup(os.close, write_end)
        for command in ("dedup", "pairs"):
            for options in (("--distance", "17"), ("-k", "99"), ("-k", "-1"), ("--distance", "20", "--verify", "edit:0.8")):
                result = subprocess.run([COMMAND, command, "-", *options], stdin=read_end, capture_output=True, timeout=60)
                self.assertEqual(result.returncode, 2)
                self.assertIn(b"distance must be 0 to 16 for 64 bits, got " + options[1].encode(), result.stderr)
        path = self.write("a.jsonl", jsonl(corpus(5)))
        self.succeed("dedup", path, "--distance", "32", "--bits", "128")
        self.fail_with("distance must be 0 to 16 for 32 bits, got 17", "pairs", path, "--distance", "17", "--bits", "32")

    def test_an_empty_file_name_is_refused(self):
        path = self.write("a.jsonl", jsonl(corpus(5)))
        for option in ("--report", "--removed", "--pairs", "--clusters", "-o", "--output", "--update", "--against",
                       "--template", "--temp-dir", "--idf", "--stop-words", "--user-dictionary"):
            self.fail_with("is empty", "dedup", path, option, "")
        for command in (("dedup", ""), ("fingerprint", path, ""), ("pairs", "--fingerprints", ""), ("tune", ""),
                        ("index", "info", ""), ("index", "build", self.folder / "x.ndx", "--fingerprints", "")):
            self.fail_with("is empty", *command)


def take_signals():
    """Whoever started the tests may ignore these, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class EarlyEndTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.write("in/a.jsonl", jsonl(corpus(400)) * 100)
        self.clean = self.write("out/clean.jsonl", "as it was\n")

    def test_an_interrupt_leaves_old_files_or_complete_ones(self):
        self.succeed("dedup", self.path, "-o", self.folder / "complete.jsonl")
        contents = (b"as it was\n", (self.folder / "complete.jsonl").read_bytes())
        index = self.folder / "out/seen.ndx"
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            codes = set()
            for delay in (0.01, 0.05, 0.1, 0.2, 0.3):
                process = subprocess.Popen([COMMAND, "dedup", self.path, "-o", self.clean, "--update", index, "-q"],
                                           preexec_fn=take_signals)
                time.sleep(delay)
                process.send_signal(number)
                codes.add(process.wait())
                self.assertIn(self.clean.read_bytes(), contents)
                self.clean.write_bytes(contents[0])
                if index.exists():  # it was faster
                    self.succeed("index", "verify", index)
                    index.unlink()
                left = {path.name for path in (self.folder / "out").iterdir()} - {"clean.jsonl"}
                may_stay = process.returncode == 0 or number == signal.SIGKILL
                self.assertLessEqual(left, {"seen.ndx.lock"} if may_stay else set())
                for name in left:
                    (self.folder / "out" / name).unlink()
            self.assertLessEqual(codes, {0, -number, 130})  # -number: before it had begun
            self.assertIn(-number if number == signal.SIGKILL else 130, codes)

    def test_a_full_disk_is_an_error_and_leaves_everything_as_it_was(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

        for options in (("-o", self.clean), ("--removed", self.clean), ("--pairs", self.clean)):
            result = run("dedup", self.path, *options, preexec_fn=limit)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(b"cannot be written: File too large", result.stderr)
            self.assertEqual(self.clean.read_text(), "as it was\n")
            self.assertEqual([path.name for path in (self.folder / "out").iterdir()], ["clean.jsonl"])
        result = run("dedup", "-", "--input-format", "jsonl", stdin=self.path.read_bytes(), preexec_fn=limit)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"--temp-dir", result.stderr)


if __name__ == "__main__":
    unittest.main()
