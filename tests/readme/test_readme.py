"""Keeps the README, its Chinese version and docs/answers.md true.

Runs their commands and compares what they print with what the pages show; checks that both READMEs have the same
commands, examples and figures, and that the figures come from docs/benchmarks.md and docs/accuracy.md.

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
READMES = ("README.md", "README.zh.md")
PAGES = (*READMES, "docs/answers.md")


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


def transcripts(text):
    """(command, expected output) of every console block."""
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def one_line_commands(text):
    """The lines of the block of one-line commands, without their comments."""
    block = re.search(r"```sh\n(neardup .*?)```", text, re.DOTALL).group(1)
    return [line.split(" #")[0].rstrip() for line in block.splitlines()]


def shell_blocks(text):
    """Every block of commands without output, without comments."""
    return [re.sub(r" +#.*", "", block) for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)]


def tables(text):
    """The rows of every table, each a list of cells; the line under the header is left out."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [[row.strip("|").split("|") for row in table.splitlines() if not row.startswith("|---")] for table in found]


def numbers(cells):
    return sorted(number for cell in cells for number in re.findall(r"\d[\d,.]*\d|\d", cell))


def figures(text):
    """The numbers of the table of speed and of the table of quality: every cell but the first of its row."""
    measured = [table for table in tables(text) if any("faiss" in cell or "datasketch" in cell for row in table for cell in row)]
    return [[numbers(row[1:]) for row in table] for table in measured]


def examples(text):
    """(file name, program) of every example."""
    return re.findall(r"<!-- example: (\S+) -->\n```cpp\n(.*?)```\n<!-- /example -->", text, re.DOTALL)


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

    def test_transcripts_of_the_chinese_readme_are_what_the_commands_print(self):
        self.check_page("README.zh.md", 4)

    def test_transcripts_of_the_answers_are_what_the_commands_print(self):
        self.check_page("docs/answers.md", 10)

    def test_every_one_line_command_succeeds(self):
        commands = one_line_commands(page("README.md"))
        self.assertEqual(len(commands), 8)
        shell = self.enterContext(Shell())
        for command in commands:
            output, code = shell.run(command)
            self.assertEqual(code, 0, command + "\n" + output)

    def test_both_readmes_show_the_same(self):
        english, chinese = map(page, READMES)
        self.assertEqual(list(transcripts(english)), list(transcripts(chinese)))
        self.assertEqual(shell_blocks(english), shell_blocks(chinese))
        self.assertEqual(examples(english), examples(chinese))
        self.assertEqual(len(figures(english)), 2)
        self.assertEqual(figures(english), figures(chinese))
        commands = [sorted(re.findall(r"`[^`\n]*`", text)) for text in (english, chinese)]
        self.assertEqual(*commands)

    def test_figures_of_the_readme_come_from_the_pages_of_measurements(self):
        known = set(numbers([page("docs/benchmarks.md"), page("docs/accuracy.md")]))
        shown = {number for table in figures(page("README.md")) for row in table for number in row}
        self.assertGreater(len(shown), 40)
        self.assertLessEqual(shown, known)

    def test_the_programs_are_those_in_examples(self):
        shown = examples(page("README.md"))
        self.assertIn("compare_two.cpp", dict(shown))
        for name, program in shown:
            self.assertEqual(program, (ROOT / "examples" / name).read_text(encoding="utf-8"), name)

    def test_the_first_program_runs(self):
        output = subprocess.run([os.environ["EXAMPLE"]], capture_output=True, check=True).stdout.decode()
        self.assertRegex(output, r"^[0-9a-f]{16} and [0-9a-f]{16} differ in \d+ bits\n$")


if __name__ == "__main__":
    if "--update" in sys.argv:
        for changed in PAGES:
            update(changed)
    else:
        unittest.main()
