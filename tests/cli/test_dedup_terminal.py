"""What `neardup dedup` shows on a terminal while it works, and that it shows nothing elsewhere."""

import re
import subprocess
import unittest

import neardup_cli
from neardup_cli import CommandTest, jsonl, run
from test_dedup import corpus


def on_terminal(*arguments, **environment):
    """What a run shows on standard error when only that is a terminal, and its exit code."""
    return neardup_cli.on_terminal(*arguments, stdout=subprocess.DEVNULL, **environment)


class TerminalTest(CommandTest):
    def setUp(self):
        super().setUp()
        documents = corpus(3000)
        self.path = self.write("a.jsonl", jsonl(documents * 40))  # a bar comes after 0.3 s
        self.arguments = ("dedup", self.path, "-o", self.folder / "clean.jsonl", "-j", 1)

    def test_shows_phase_rate_and_time_left_and_wipes_it(self):
        shown, code = on_terminal(*self.arguments)
        self.assertEqual(code, 0)
        self.assertRegex(shown, r"\rreading   \[.*\] +\d+ %  \d+ MB/s  \d+:\d\d left")
        self.assertIn("\x1b[36m", shown)
        last_bar = shown.rindex(" left")
        self.assertIn("\r\x1b[K", shown[last_bar:])
        self.assertIn("neardup: 120,000 documents: ", shown[last_bar:])

    def test_says_at_the_end_what_happened(self):
        shown, _ = on_terminal(*self.arguments)
        self.assertRegex(shown, r"[\d,]+ documents: [\d,]+ kept, [\d,]+ exact and [\d,]+ near duplicates removed; "
                                r"[\d,]+ clusters, the largest of \d+")
        self.assertRegex(shown, r"[\d.]+ MB in [\d.]+ s, \d+ MB/s, peak memory \d+ MB; ")

    def test_no_colour_where_none_is_wanted(self):
        shown, _ = on_terminal(*self.arguments, NO_COLOR="1")
        self.assertIn("reading   [", shown)
        self.assertNotIn("\x1b[36m", shown)

    def test_nothing_moves_on_a_dumb_terminal_in_a_pipe_or_when_quiet(self):
        for shown in (on_terminal(*self.arguments, TERM="dumb")[0], on_terminal(*self.arguments, "--quiet")[0],
                      run(*self.arguments).stderr.decode()):
            self.assertNotIn("reading ", shown)
            self.assertNotIn("\x1b", shown)
            self.assertIsNone(re.search(r"\r(?!\n)", shown))

    def test_messages_stand_on_lines_of_their_own(self):
        with open(self.path, "ab") as file:
            file.write(b"{broken\n")
        shown, code = on_terminal(*self.arguments)
        self.assertEqual(code, 2)
        self.assertRegex(shown, r"(^|\n|\x1b\[K)neardup: .*a\.jsonl: line 120001:")


if __name__ == "__main__":
    unittest.main()
