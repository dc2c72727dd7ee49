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

    def test_a_folder_is_not_written_over_itself(self):
        for source, output in ((self.folder / "in", f"{self.folder}/in/"), (self.path, f"{self.folder}/in/"),
                               (self.path, self.folder / "in")):
            self.fail_with("would replace the input", "dedup", source, "-o", output)
        self.succeed("dedup", self.folder / "in", "-o", f"{self.folder}/out/")
        self.succeed("dedup", self.folder / "in", "-o", f"{self.folder}/out/")  # its own output may be replaced

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
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count(b'no field "title" (see --text-field); read with'), 1)
        self.assertEqual(result.stderr.count(b'no field "text" (see --text-field); read with'), 1)
        self.assertIn(b'line 4: no field "title", "text" (see --text-field)\n', result.stderr)
        kept = [json.loads(line)["id"] for line in self.clean.read_text().splitlines()]
        self.assertEqual(kept, ["both", "text", "null", "text again"])  # "title" has the text of "text"

    def test_a_missing_column_is_warned_about_and_the_others_are_read(self):
        path = self.write("b.csv", f"id,text\n1,{text_of(1)}\n2,{text_of(1)}\n")
        options = ("--text-field", "title", "--text-field", "text")
        result = run("dedup", path, *options, "-o", self.folder / "clean.csv")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count(b'no column "title" in the header'), 1)
        self.assertEqual((self.folder / "clean.csv").read_text(), f"id,text\n1,{text_of(1)}\n")
        self.fail_with('no column "title"', "dedup", path, "--text-field", "title")


class EarlyEndTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.write("in/a.jsonl", jsonl(corpus(400)) * 100)
        self.clean = self.write("out/clean.jsonl", "as it was\n")

    def test_an_interrupt_leaves_everything_as_it_was(self):
        index = self.write("out/seen.ndx", b"")
        index.unlink()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            codes = set()
            for delay in (0.01, 0.05, 0.1, 0.2, 0.3):
                process = subprocess.Popen([COMMAND, "dedup", self.path, "-o", self.clean, "--update", index, "-q"])
                time.sleep(delay)
                process.send_signal(number)
                codes.add(process.wait())
                if process.returncode == 0:  # it was faster
                    self.clean.write_text("as it was\n")
                    index.unlink()
                self.assertEqual(self.clean.read_text(), "as it was\n")
                left = {path.name for path in (self.folder / "out").iterdir()} - {"clean.jsonl"}
                self.assertLessEqual(left, {"seen.ndx.lock"} if number == signal.SIGKILL else set())
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
