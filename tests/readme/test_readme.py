"""Runs the commands of the README and compares what they print with what the README shows."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def transcripts():
    """(command, expected output) of every console block."""
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


class ReadmeTest(unittest.TestCase):
    def setUp(self):
        """A folder with the examples, in which the commands may write."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        shutil.copytree(ROOT / "examples", pathlib.Path(self.folder) / "examples")

    def test_transcripts_are_what_the_commands_print(self):
        shown = list(transcripts())
        self.assertGreaterEqual(len(shown), 4)
        for command, expected in shown:
            words = shlex.split(command)
            self.assertEqual(words[:2], ["./dev", "run"], command)
            result = subprocess.run([os.environ["NEARDUP"], *words[2:]], cwd=self.folder, capture_output=True, check=False)
            # Time and memory of a run are the one line that the README leaves out.
            messages = re.sub(r"^neardup: [\d.]+ MB in .*\n", "", result.stderr.decode(), flags=re.MULTILINE)
            self.assertEqual((result.stdout.decode() + messages).rstrip("\n"), expected.rstrip("\n"), command)
            self.assertEqual(result.returncode, 0, command)

    def test_the_program_is_the_one_in_examples_and_runs(self):
        shown = re.search(r"```cpp\n(.*?)```", README, re.DOTALL).group(1)
        self.assertEqual(shown, (ROOT / "examples/compare_two.cpp").read_text(encoding="utf-8"))
        output = subprocess.run([os.environ["EXAMPLE"]], capture_output=True, check=True).stdout.decode()
        self.assertRegex(output, r"^[0-9a-f]{16} and [0-9a-f]{16} differ in \d+ bits\n$")


if __name__ == "__main__":
    unittest.main()
