"""Runs the command as a user would, for the tests of this folder.

The command to test is in the environment variable NEARDUP; golden vectors are in tests/golden.
"""

import json
import os
import pathlib
import pty
import random
import subprocess
import tempfile
import unittest

COMMAND = os.environ.get("NEARDUP", "build/release/neardup")
GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"


def run(*arguments, stdin=b"", env=None, **options):
    """The finished process, with bytes in stdout and stderr."""
    environment = dict(os.environ, **(env or {}))
    return subprocess.run([COMMAND, *map(str, arguments)], input=stdin, capture_output=True, env=environment,
                          timeout=300, check=False, **options)


def on_terminal(*arguments, stdout=None, **environment):
    """What a run shows on a terminal, and its exit code. Standard output is the terminal too unless it goes elsewhere."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", **environment}
    if "NO_COLOR" not in environment:
        env.pop("NO_COLOR", None)
    process = subprocess.Popen([COMMAND, *map(str, arguments)], stdout=theirs if stdout is None else stdout, stderr=theirs, env=env)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:  # the other side is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    return shown.decode(), process.wait()


def distance(a, b):
    return bin(a ^ b).count("1")


def near_words(count, bits=64, seed=1, most_flips=4):
    """Random words, every third a neighbour or a copy of an earlier one."""
    choose = random.Random(seed)
    words = []
    for i in range(count):
        word = choose.getrandbits(bits)
        if i % 3 == 2:
            word = words[choose.randrange(i)]
            for bit in choose.sample(range(bits), choose.randrange(most_flips + 1)):
                word ^= 1 << bit
        words.append(word)
    return words


def golden(name):
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


def jsonl(documents):
    return "".join(json.dumps(document) + "\n" for document in documents).encode()


class CommandTest(unittest.TestCase):
    """A test with a folder of its own and a few words about what a command must do."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def succeed(self, *arguments, **options):
        result = run(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr.decode(errors="replace"))
        return result.stdout.decode()

    def fail_with(self, message, *arguments, code=2, **options):
        """Runs, expects the exit code and the message on stderr, and returns stdout."""
        result = run(*arguments, **options)
        self.assertEqual(result.returncode, code, result.stderr.decode(errors="replace"))
        self.assertIn(message, result.stderr.decode(errors="replace"))
        return result.stdout.decode()

    def fingerprints(self, documents, *options, **run_options):
        """id -> fingerprint for JSON documents."""
        output = self.succeed("fingerprint", "-", "--input-format", "jsonl", *options, stdin=jsonl(documents),
                              **run_options)
        return dict(line.split("\t") for line in output.splitlines())
