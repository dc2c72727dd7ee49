"""`neardup seen`: verdicts through a pipe, line by line; what it keeps; and what `dedup` keeps of the same."""

import json
import os
import random
import select
import subprocess
import time
import unittest

from neardup_cli import COMMAND, CommandTest, jsonl, run

DEADLINE = 20  # seconds; an answer takes milliseconds, but machines are busy


def words(seed, count=60):
    choose = random.Random(seed)
    return [choose.choice("amber birch cedar delta ember fjord grove heath inlet jetty knoll larch mead north "
                          "orchid pine quartz river stone thorn upland vale willow yarrow zephyr".split())
            + str(choose.randrange(50)) for _ in range(count)]


def text(seed, change=None):
    made = words(seed)
    if change is not None:
        made[-1] = f"change{change}"
    return " ".join(made)


def corpus(documents, seed=1):
    """Every third document is a near-duplicate or a copy of an earlier one."""
    choose = random.Random(seed)
    made = []
    for i in range(documents):
        group = choose.randrange(i) if i % 3 == 2 else i
        made.append({"id": f"doc-{i}", "text": text(group, choose.choice([None, 1, 2]))})
    return made


class Conversation:
    """Talks to a command through pipes and never waits longer than the deadline."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([COMMAND, *map(str, arguments)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.buffer = b""

    def tell(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def hear(self):
        end = time.monotonic() + DEADLINE
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError("no answer")
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                raise AssertionError(self.process.stderr.read().decode())
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode()

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=DEADLINE)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


class SeenTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.seen = self.folder / "seen"

    def verdicts(self, *arguments, **options):
        return [line.split("\t") for line in self.succeed("seen", self.seen, *arguments, **options).splitlines()]

    def test_answers_json_lines_one_by_one(self):
        talk = Conversation("seen", self.seen, "-", "--format", "jsonl")
        talk.tell(json.dumps({"id": "a", "text": text(1)}))
        self.assertEqual(json.loads(talk.hear())["verdict"], "new")
        talk.tell(json.dumps({"id": "b", "text": text(1, 1)}))
        answer = json.loads(talk.hear())
        self.assertEqual((answer["verdict"], answer["nearest"], answer["copies"]), ("duplicate", "a", 1))
        talk.tell(json.dumps({"id": "c", "text": text(1)}))
        self.assertEqual(json.loads(talk.hear())["verdict"], "copy")
        self.assertEqual(talk.close(), 0)

    def test_answers_lines_of_text_one_by_one(self):
        talk = Conversation("seen", self.seen, "-")
        for line, verdict in (("a", "new"), (text(1), "new"), ("a", "copy"), (text(1, 2), "duplicate")):
            talk.tell(line)
            self.assertEqual(talk.hear().split("\t")[1], verdict, line)
        self.assertEqual(talk.close(), 0)
        self.assertEqual(self.verdicts("-", stdin=text(1).encode())[0][1:3], ["copy", "-:2"])

    def test_other_commands_answer_at_once_too(self):
        talk = Conversation("fingerprint", "-", "--lines")
        talk.tell(text(1))
        self.assertRegex(talk.hear(), "^-:1\t[0-9a-f]{16}$")
        talk.tell(text(2))
        self.assertRegex(talk.hear(), "^-:2\t[0-9a-f]{16}$")
        self.assertEqual(talk.close(), 0)
        index = self.folder / "a.ndx"
        self.succeed("index", "build", index, self.write("a.jsonl", jsonl([{"id": "a", "text": text(1)}])))
        talk = Conversation("index", "query", index, "-", "--input-format", "jsonl")
        for query in ("q1", "q2"):
            talk.tell(json.dumps({"id": query, "text": text(1)}))
            self.assertEqual(talk.hear(), f"{query}\ta\t0")
        self.assertEqual(talk.close(), 0)
        talk = Conversation("compare", "--pairs-stdin", "--recipe", "ascii-mt19937")
        for _ in range(3):
            talk.tell("same same")
            self.assertEqual(talk.hear(), "1")
        self.assertEqual(talk.close(), 0)

    def test_keeps_what_dedup_keeps(self):
        for rule in (("--similarity", "0.8"), ("--distance", "8")):
            documents = corpus(900) + [{"id": f"short-{i}", "text": "!" * (i % 3 + 1)} for i in range(9)]
            path = self.write("corpus.jsonl", jsonl(documents))
            removed = self.folder / "removed.tsv"
            self.succeed("dedup", path, *rule, "--keep", "first", "--removed", removed)
            expected = {line.split("\t")[0] for line in removed.read_text().splitlines()}
            self.assertGreater(len(expected), 100)
            for built in (0, 500):
                seen = self.folder / f"seen{built}{rule[0]}"
                first = self.write("first.jsonl", jsonl(documents[:built]))
                rest = self.write("rest.jsonl", jsonl(documents[built:]))
                found = set()
                if built:
                    self.succeed("seen", seen, first, *rule, "--build")
                    kept = {json.loads(line)["id"] for line in self.succeed("seen", seen, "--export", "-").splitlines()}
                    found = {document["id"] for document in documents[:built]} - kept
                lines = self.succeed("seen", seen, rest, *rule).splitlines()
                found |= {line.split("\t")[0] for line in lines if line.split("\t")[1] != "new"}
                self.assertEqual(found, expected, (rule, built))
            self.succeed("seen", seen, "--verify")

    def test_the_number_of_threads_changes_nothing(self):
        path = self.write("corpus.jsonl", jsonl(corpus(3000)))
        one = self.succeed("seen", self.folder / "one", path, "-j", "1", "--sync", "none")
        two = self.succeed("seen", self.folder / "two", path, "-j", "2", "--sync", "interval")
        self.assertEqual([line.split("\t")[:5] for line in one.splitlines()],
                         [line.split("\t")[:5] for line in two.splitlines()])

    def test_tells_the_story(self):
        documents = [{"id": "a", "text": text(1), "day": "2026-11-01", "site": "x"},
                     {"id": "b", "text": text(1, 1), "day": "2026-11-03T12:00:00+02:00", "site": "y"},
                     {"id": "c", "text": text(1), "day": "2026-11-20", "site": "z"}]
        path = self.write("a.jsonl", jsonl(documents))
        options = ("--date-field", "day", "--source-field", "site", "--window", "14d", "--format", "jsonl")
        answers = [json.loads(line) for line in self.succeed("seen", self.seen, path, *options).splitlines()]
        self.assertEqual([answer["verdict"] for answer in answers], ["new", "duplicate", "new"])
        self.assertEqual(answers[1]["first_seen"], "2026-11-01T00:00:00Z")
        self.assertEqual(answers[1]["last_seen"], "2026-11-03T10:00:00Z")
        self.assertEqual(answers[1]["sources"], ["x", "y"])
        self.assertEqual(answers[1]["story"], answers[0]["story"])
        self.assertIn("window        14d", self.succeed("seen", self.seen, "--info"))

    def test_warns_of_documents_without_a_date_as_of_one_kind(self):
        path = self.write("a.jsonl", jsonl([{"id": f"name-{i}", "text": text(i)} for i in range(30)]))
        result = run("seen", self.seen, path, "--date-field", "day")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b'a.jsonl: line 5: no date in "day"; taken as seen now\n', result.stderr)
        self.assertIn(b'warning: and 25 more like these: no date in "day"; taken as seen now '
                      b"(--errors FILE lists them all)\n", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 6, result.stderr)
        result = run("seen", self.seen, "--remove", *(f"nobody-{i}" for i in range(9)))
        self.assertEqual(result.stderr.count(b"seen: id not found: nobody-"), 5, result.stderr)
        self.assertIn(b"and 4 more like these: id not found (--errors FILE lists them all)", result.stderr)

    def test_upkeep(self):
        path = self.write("a.jsonl", jsonl([{"id": "a", "text": text(1)}, {"id": "b", "text": text(2)}]))
        self.succeed("seen", self.seen, path, "--build", "--keep-texts")
        self.assertIn("rule          similarity 0.8", self.succeed("seen", self.seen, "--info"))
        self.assertEqual(json.loads(self.succeed("seen", self.seen, "--info", "--format", "jsonl"))["documents"], 2)
        self.assertIn("sound, all 2 documents", self.succeed("seen", self.seen, "--verify"))
        self.succeed("seen", self.seen, "--snapshot", self.folder / "snapshot")
        self.succeed("seen", self.seen, "--remove", "a")
        self.assertIn(b"id not found: a", run("seen", self.seen, "--remove", "a").stderr)
        exported = [json.loads(line) for line in self.succeed("seen", self.seen, "--export", "-").splitlines()]
        self.assertEqual([(one["id"], one["text"]) for one in exported], [("b", text(2))])
        self.assertEqual(self.verdicts(path, "--query-only")[0][1], "new")
        self.assertEqual(self.verdicts(path, "--query-only")[0][1], "new")
        self.assertEqual(run("seen", self.seen, path, "--check").returncode, 1)
        snapshot = self.succeed("seen", self.folder / "snapshot", path, "--query-only")
        self.assertEqual([line.split("\t")[1] for line in snapshot.splitlines()], ["copy", "copy"])

    def test_exports_an_index_that_index_query_reads(self):
        path = self.write("a.jsonl", jsonl([{"id": "a", "text": text(1)}]))
        self.succeed("seen", self.seen, path, "--build", "--distance", "3")
        index = self.folder / "a.ndx"
        self.succeed("seen", self.seen, "--export", index)
        self.assertEqual(self.succeed("index", "query", index, path), "a\ta\t0\n")

    def test_refuses_what_does_not_fit(self):
        path = self.write("a.jsonl", jsonl([{"id": "a", "text": text(1)}]))
        self.fail_with("give INPUT", "seen", self.seen)
        self.fail_with(str(self.seen), "seen", self.seen, "--info")
        self.succeed("seen", self.seen, path, "--distance", "3")
        self.fail_with("not similarity 0.9", "seen", self.seen, path, "--similarity", "0.9")
        self.fail_with("cannot be compared", "seen", self.seen, path, "--recipe", "code-1")
        self.fail_with("expected a span such as 14d", "seen", self.seen, path, "--window", "soon")
        talk = Conversation("seen", self.seen, "-")
        talk.tell(text(5))
        talk.hear()
        self.fail_with("another process is writing to this collection", "seen", self.seen, path)
        self.assertEqual(talk.close(), 0)
        self.fail_with("not a live collection", "seen", self.folder / "nothing", "--info")


if __name__ == "__main__":
    unittest.main()
