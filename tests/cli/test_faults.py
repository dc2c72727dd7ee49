"""What happens when the system refuses something: a write, a thread, memory. Outputs are absent, as they were,
or complete; messages name the file.

tests/cli/fault_shim.cpp makes single calls fail; its path is in the environment variable NEARDUP_FAULT_SHIM.
"""

import errno
import os
import re
import resource
import subprocess
import unittest

from neardup_cli import COMMAND, CommandTest, jsonl, run
from test_dedup import corpus

SHIM = os.environ.get("NEARDUP_FAULT_SHIM", "build/release/tests/cli/libfault_shim.so")
FAULTS = (("open", errno.EIO), ("write", errno.ENOSPC), ("pwrite", errno.ENOSPC), ("rename", errno.EIO),
          ("linkat", errno.EIO), ("fsync", errno.EIO), ("mmap", errno.ENOMEM))
MOST_OF_A_KIND = 12


class FaultTest(CommandTest):
    def setUp(self):
        super().setUp()
        if run("--version", env={"LD_PRELOAD": SHIM}).returncode != 0:
            self.skipTest("this build cannot run with a preloaded library")
        self.mark = self.folder / "mark"
        self.path = self.write("in/a.jsonl", jsonl(corpus(200)))
        self.more = self.write("in/b.jsonl", jsonl({**document, "id": f"b{i}"} for i, document in enumerate(corpus(150))))

    def run_with_fault(self, name, number, error, *arguments):
        """The finished process, and whether the call was reached."""
        self.mark.unlink(missing_ok=True)
        result = run(*arguments, env={"TMPDIR": str(self.folder / "in"), "LD_PRELOAD": SHIM, "NEARDUP_FAULT": f"{name}:{number}:{error}",
                                      "NEARDUP_FAULT_MARK": str(self.mark)})
        return result, self.mark.exists()

    def check_every_fault(self, before, *arguments):
        """Runs the command with each fault. `before` maps the outputs to what is in them before, None: nothing."""
        def restore():
            for path, content in before.items():
                path.unlink(missing_ok=True)
                if content is not None:
                    path.write_bytes(content)
        restore()
        self.assertEqual(run(*arguments).returncode, 0)
        complete = {path: path.read_bytes() for path in before}
        reached = 0
        for name, error in FAULTS:
            for number in range(1, MOST_OF_A_KIND + 1):
                restore()
                result, is_reached = self.run_with_fault(name, number, error, *arguments)
                where = (name, number, result.stderr.decode(errors="replace"))
                if not is_reached:
                    self.assertEqual(result.returncode, 0, where)
                    break
                reached += 1
                self.assertIn(result.returncode, (0, 2), where)
                if result.returncode == 2:
                    self.assertRegex(where[2], f"{re.escape(str(self.folder))}|not enough memory", where)
                    self.assertNotIn("terminate", where[2])
                for path, content in before.items():
                    found = path.read_bytes() if path.exists() else None
                    self.assertIn(found, (complete[path],) if result.returncode == 0 else (content, complete[path]), where)
                rest = {path.name for path in self.folder.iterdir()} - {path.name for path in before}
                self.assertEqual(rest, {"in", "mark"}, where)
        self.assertGreater(reached, 5)

    def test_dedup_writes_whole_files_or_none(self):
        outputs = {self.folder / "clean.jsonl": b"as it was\n", self.folder / "removed.tsv": None}
        self.check_every_fault(outputs, "dedup", self.path, "-q", "-j", 2, "-o", self.folder / "clean.jsonl",
                               "--removed", self.folder / "removed.tsv")

    def test_index_build_writes_a_whole_file_or_none(self):
        for content in (None, b"as it was\n"):
            self.check_every_fault({self.folder / "a.ndx": content}, "index", "build", "--force", "-q",
                                   self.folder / "a.ndx", self.path)

    def test_index_add_changes_all_or_nothing(self):
        index = self.folder / "a.ndx"
        self.succeed("index", "build", index, self.path, "-q")
        self.check_every_fault({index: index.read_bytes()}, "index", "add", "-q", index, self.more)

    def test_the_result_is_the_same_with_the_threads_there_are(self):
        big = self.write("in/big.jsonl", jsonl(corpus(3000)) * 4)
        clean = self.folder / "clean.jsonl"
        self.succeed("dedup", big, "-q", "-j", 4, "-o", clean)
        expected = clean.read_bytes()
        for number in (1, 2, 3, 5):
            clean.unlink()
            result, is_reached = self.run_with_fault("thread", number, errno.EAGAIN, "dedup", big, "-q", "-j", 4, "-o", clean)
            self.assertTrue(is_reached, number)
            self.assertEqual((result.returncode, result.stderr), (0, b""), number)
            self.assertEqual(clean.read_bytes(), expected)
        for command in (("pairs", big, "--distance", 3, "--equal", "star"), ("fingerprint", big)):
            result, is_reached = self.run_with_fault("thread", 2, errno.EAGAIN, *command, "-j", 4)
            self.assertTrue(is_reached)
            self.assertEqual((result.returncode, result.stdout), (0, run(*command, "-j", 1).stdout))

    def test_too_little_memory_is_said_so_and_nothing_is_half_written(self):
        big = self.write("in/big.jsonl", jsonl(corpus(3000)) * 40)
        clean = self.write("clean.jsonl", "as it was\n")
        codes = set()
        for megabytes in (120, 160, 200, 240, 280, 320):
            limit = megabytes << 20
            result = subprocess.run([COMMAND, "dedup", big, "-q", "-j", "2", "-o", clean], capture_output=True, check=False,
                                    timeout=300, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            if b"AddressSanitizer" in result.stderr:
                self.skipTest("AddressSanitizer itself needs more memory than that")
            codes.add(result.returncode)
            if result.returncode == 0:
                break
            self.assertEqual(result.returncode, 2, (megabytes, result.stderr))
            self.assertNotIn(b"bad_alloc", result.stderr)
            self.assertRegex(result.stderr, rb"(not enough|Cannot allocate) memory")
            self.assertEqual(clean.read_bytes(), b"as it was\n")
        self.assertIn(2, codes)


if __name__ == "__main__":
    unittest.main()
