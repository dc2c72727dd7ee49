"""Runs the command as a user would, for the tests of this folder.

The command to test is in the environment variable NEARDUP; golden vectors are in tests/golden.
"""

import json
import os
import pathlib
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
