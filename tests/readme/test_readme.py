"""Runs the commands of the README and of docs/answers.md and compares what they print with what the pages show.

After a change that is meant, `NEARDUP=build/release/neardup python3 tests/readme/test_readme.py --update` writes the new
output into the pages; read the difference before you commit it.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = pathlib.Path(os.environ.get("NEARDUP", "build/release/neardup")).resolve()
PAGES = ("README.md", "docs/answers.md")


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


def transcripts(text):
    """(command, expected output) of every console block."""
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def arguments(command):
    """What stands after the name of the program: `./dev run` on a fresh clone, `neardup` for short."""
    words = shlex.split(command, comments=True)
    return words[2:] if words[:2] == ["./dev", "run"] else words[1:] if words[0] == "neardup" else None


class Shell:
    """The little of a shell that the pages use: neardup, head, tail, cat, cut and grep, joined by pipes.

    It works in a folder of its own with the examples, in which the commands may write.
    """

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        shutil.copytree(ROOT / "examples", pathlib.Path(self.folder) / "examples")
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def run(self, command):
        """(everything on the screen, exit code of the last program)"""
        data, messages, code = b"", "", 0
        for part in command.split(" | "):
            own = arguments(part)
            program = [COMMAND, *own] if own is not None else shlex.split(part)
            if own is None and program[0] not in ("head", "tail", "cat", "cut", "grep"):
                raise AssertionError(f"not a command for a page: {part}")
            result = subprocess.run(program, cwd=self.folder, input=data, capture_output=True, check=False)
            data, code = result.stdout, result.returncode
            messages += result.stderr.decode()
        # Time and memory of a run are the one line that the pages leave out.
        return data.decode() + re.sub(r"^neardup: [\d.]+ MB in .*\n", "", messages, flags=re.MULTILINE), code


def update(name):
    """Writes what the commands print now into a page."""
    text = page(name)
    with Shell() as shell:
        for command, expected in transcripts(text):
            output, _ = shell.run(command)
            text = text.replace(f"$ {command}\n{expected}", f"$ {command}\n{output}", 1)
    (ROOT / name).write_text(text, encoding="utf-8")


class ReadmeTest(unittest.TestCase):
    def check_page(self, name, least):
        shown = list(transcripts(page(name)))
        self.assertGreaterEqual(len(shown), least)
        shell = self.enterContext(Shell())
        for command, expected in shown:
            output, code = shell.run(command)
            self.assertEqual(output.rstrip("\n"), expected.rstrip("\n"), command)
            self.assertEqual(code, 1 if "--check" in command else 0, command)

    def test_transcripts_of_the_readme_are_what_the_commands_print(self):
        self.check_page("README.md", 4)

    def test_transcripts_of_the_answers_are_what_the_commands_print(self):
        self.check_page("docs/answers.md", 10)

    def test_the_program_is_the_one_in_examples_and_runs(self):
        shown = re.search(r"```cpp\n(.*?)```", page("README.md"), re.DOTALL).group(1)
        self.assertEqual(shown, (ROOT / "examples/compare_two.cpp").read_text(encoding="utf-8"))
        output = subprocess.run([os.environ["EXAMPLE"]], capture_output=True, check=True).stdout.decode()
        self.assertRegex(output, r"^[0-9a-f]{16} and [0-9a-f]{16} differ in \d+ bits\n$")


if __name__ == "__main__":
    if "--update" in sys.argv:
        for changed in PAGES:
            update(changed)
    else:
        unittest.main()
