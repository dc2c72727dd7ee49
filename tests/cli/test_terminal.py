"""What documents and names can do to the terminal that shows them: nothing. Pipes get every byte as it is."""

import os
import signal
import subprocess
import time
import unittest

from neardup_cli import COMMAND, CommandTest, jsonl, on_terminal, run

TRICKS = "\x1b[2J\x7f\x85\x9b31m\u202eevil\u2066\u200b\ufeff\U000e0041"
SHOWN = "\\x1b[2J\\x7f\\u0085\\u009b31m\\u202eevil\\u2066\\u200b\\ufeff\\U000e0041"
TEXT = " ".join(f"word{i}" for i in range(80))


class TerminalEscapesTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.write("a.jsonl", jsonl([{"id": "a" + TRICKS, "text": TEXT + " one" + TRICKS},
                                                 {"id": "b" + TRICKS, "text": TEXT + " two"}]))
        self.index = self.folder / "a.ndx"
        self.succeed("index", "build", self.index, self.path)

    def check(self, *arguments, colours=()):
        shown, _ = on_terminal(*arguments)
        for colour in colours:
            shown = shown.replace(colour, "")
        self.assertIn(SHOWN, shown, arguments)
        for character in "\x1b\x7f\x85\x9b\u202e\u2066\u200b\ufeff\U000e0041":
            self.assertNotIn(character, shown, arguments)

    def test_lists_that_go_to_the_terminal_are_escaped(self):
        for option in ("--removed", "--clusters", "--pairs"):
            self.check("dedup", self.path, "--quiet", option, "/dev/stdout")

    def test_no_id_reaches_the_terminal_as_it_is(self):
        for arguments in (("fingerprint", self.path), ("pairs", self.path), ("index", "query", self.index, self.path),
                          ("explain", self.path)):
            self.check(*arguments)
        for command in ("fingerprint", "pairs"):
            shown, _ = on_terminal(command, self.path, "--format", "jsonl")
            self.assertIn("\\u202eevil", shown)
            self.assertNotIn("\u202e", shown)

    def test_no_text_reaches_the_terminal_as_it_is(self):
        a, b = self.write("a.txt", TEXT + " one" + TRICKS), self.write("b.txt", TEXT + " two")
        self.check("compare", a, b, colours=("\x1b[32m", "\x1b[31;9m", "\x1b[0m"))

    def test_messages_show_the_names_of_files_escaped(self):
        missing = self.folder / ("missing" + TRICKS)
        for command in ("fingerprint", "dedup", "pairs"):
            self.check(command, missing)

    def test_bytes_that_are_not_utf_8_are_shown_as_bytes(self):
        name = os.fsencode(self.folder) + b"/x\x9b31m.txt"
        with open(name, "wb") as file:
            file.write(TEXT.encode())
        shown, _ = on_terminal("fingerprint", os.fsdecode(name))
        self.assertIn("x\\x9b31m.txt", shown)

    def test_pipes_get_every_byte_as_it_is(self):
        for arguments in (("fingerprint", self.path), ("pairs", self.path), ("index", "query", self.index, self.path)):
            self.assertIn(TRICKS, self.succeed(*arguments))
        self.assertIn(TRICKS[9:], run("fingerprint", self.folder / ("missing" + TRICKS)).stderr.decode())


def allow_interrupts():
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell starts background jobs with it ignored


class InterruptTest(CommandTest):
    def interrupt(self, *arguments):
        """The standard error of a run that is interrupted while it waits for its input."""
        process = subprocess.Popen([COMMAND, *map(str, arguments)], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, preexec_fn=allow_interrupts)
        process.stdin.write(jsonl([{"id": 1, "text": TEXT}]))
        process.stdin.flush()
        while not self.reads_stdin(process.pid):  # signals are watched before that
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)  # its input is still open
        _, shown = process.communicate()
        return shown.decode()

    @staticmethod
    def reads_stdin(pid):
        """Whether a thread of the program waits for standard input."""
        for thread in os.listdir(f"/proc/{pid}/task"):
            try:
                with open(f"/proc/{pid}/task/{thread}/syscall", encoding="ascii") as file:
                    if file.read().startswith("0 0x0 "):  # read(0, ...)
                        return True
            except OSError:
                continue
        return False

    def test_an_interrupt_says_that_nothing_was_written(self):
        for arguments in (("dedup", "-", "-o", self.folder / "clean.jsonl"), ("dedup", "-"),
                          ("index", "build", self.folder / "a.ndx", "-")):
            self.assertEqual(self.interrupt(*arguments, "--input-format", "jsonl"), "neardup: interrupted, nothing written\n")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_interrupt_says_that_the_output_is_incomplete(self):
        path = self.write("a.jsonl", jsonl([{"id": i, "text": f"{TEXT} {i}"} for i in range(30000)]))
        shown = self.interrupt("fingerprint", path, "-", "-j", 1, "--input-format", "jsonl")
        self.assertEqual(shown, "neardup: interrupted; what went to standard output or a pipe is incomplete\n")


if __name__ == "__main__":
    unittest.main()
