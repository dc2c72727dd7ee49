"""Bad input: a clear message with file and position, exit code 2, and everybody else still gets their result."""

import gzip
import json
import os
import resource
import subprocess
import unittest

from neardup_cli import COMMAND, CommandTest, jsonl, run

GOOD = "A perfectly ordinary sentence with enough words to have a fingerprint of its own.\n"
NOBODY = 65534


class BadInputTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.good = self.write("good.txt", GOOD)

    def expect_good_survives(self, message, *arguments, **options):
        """The bad inputs are named in the message; the good one still has its line."""
        output = self.fail_with(message, "fingerprint", *arguments, self.good, **options)
        self.assertRegex(output, r"good\.txt\t[0-9a-f]{16}\n$")
        return output

    def test_missing_file(self):
        self.expect_good_survives("nothing.txt: ", self.folder / "nothing.txt")

    def test_an_empty_file_has_no_text_which_is_not_an_error(self):
        empty = self.write("empty.txt", "")
        output = self.succeed("fingerprint", empty, self.good)
        self.assertTrue(output.startswith(f"{empty}\t-\n"))

    def test_binary_file(self):
        self.expect_good_survives("picture.bin", self.write("picture.bin", bytes(range(256)) * 40))

    def test_truncated_utf8_is_replaced_and_reported_with_its_position(self):
        path = self.write("cut.txt", GOOD.encode() + "最后一个字".encode()[:-1])
        result = run("fingerprint", path, self.good)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"cut.txt: byte {len(GOOD) + 12}".encode(), result.stderr)
        self.assertEqual(result.stdout.count(b"\n"), 2)
        self.expect_good_survives("cut.txt", path, "--invalid", "skip")

    def test_lone_surrogates_in_json(self):
        path = self.write("a.jsonl", '{"id":1,"text":"one two \\ud800 three four five"}\n{"id":2,"text":"' + GOOD.strip() + '"}\n')
        result = run("fingerprint", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"line 1", result.stderr)
        same = self.write("b.jsonl", '{"id":1,"text":"one two \ufffd three four five"}\n')
        self.assertEqual(result.stdout.splitlines()[0], run("fingerprint", same).stdout.splitlines()[0])
        output = self.fail_with("line 1", "fingerprint", path, "--invalid", "skip")
        self.assertTrue(output.startswith("2\t"))

    def test_nul_bytes(self):
        self.expect_good_survives("nul.txt", self.write("nul.txt", b"some words\0and more words follow here"))
        path = self.write("nul.jsonl", '{"id":1,"text":"one two\\u0000three four five six"}\n')
        self.assertRegex(self.succeed("fingerprint", path), r"^1\t[0-9a-f]{16}\n$")

    def test_broken_records_are_named_by_line(self):
        path = self.write("a.jsonl", '{"id":1,"text":"%s"}\n{"id":2,"text":\n{"id":3}\n[1]\n{"id":5,"text":"%s"}\n' % (GOOD.strip(), GOOD.strip()))
        output = self.fail_with("a.jsonl: line 2", "fingerprint", path)
        self.assertEqual([line.split("\t")[0] for line in output.splitlines()], ["1", "3", "5"])
        self.assertIn("3\t-\n", output)  # without text, which is not an error
        self.assertIn(b"line 4", run("fingerprint", path).stderr)

    def test_shows_five_problems_of_a_kind_and_lists_all_on_request(self):
        lines = ['{"id":%d,"text":"%s"}' % (i, GOOD.strip()) if i % 2 else '{"id":%d,"text":1}' % i for i in range(40)]
        path = self.write("a.jsonl", "\n".join(lines + ["[1]", "[2]"]) + "\n")
        listed = self.folder / "problems.jsonl"
        for command in (("dedup",), ("fingerprint",), ("pairs", "--equal", "star")):
            result = run(*command, path)
            self.assertEqual(result.returncode, 2, result.stderr)
            shown = [line for line in result.stderr.decode().splitlines() if "a.jsonl: line" in line]
            self.assertEqual(len([line for line in shown if 'field "text" is not a string' in line]), 5, command)
            self.assertEqual(len(shown), 7, "rarer kinds are all shown")
            self.assertIn(b'and 15 more like these: field "text" is not a string '
                          b"(--errors FILE lists them all)", result.stderr)
            result = run(*command, path, "--errors", listed)
            self.assertIn(f"({listed} has them all)".encode(), result.stderr)
            problems = [json.loads(line) for line in listed.read_text().splitlines()]
            problems = [problem for problem in problems if problem["severity"] == "error"]
            self.assertEqual([problem["line"] for problem in problems], [*range(1, 41, 2), 41, 42])
            self.assertEqual(problems[0], {"severity": "error", "path": str(path), "line": 1,
                                           "message": 'field "text" is not a string'})

    def test_the_list_of_problems_replaces_no_input(self):
        path = self.write("a.jsonl", "{\n")
        for command in ("dedup", "pairs", "fingerprint", "tune"):
            self.fail_with("--errors would replace the input", command, path, "--errors", path)
            self.assertEqual(path.read_text(), "{\n")
        index, prints = self.folder / "i.ndx", self.write("p.tsv", "a\t0000000000000001\n")
        self.fail_with("are the same file", "index", "build", index, self.good, "--errors", index)
        self.assertFalse(index.exists())
        self.succeed("index", "build", index, self.good)
        before = index.read_bytes()
        self.fail_with("--errors", "index", "add", index, self.good, "--errors", index)
        self.fail_with("--errors would replace", "index", "query", index, self.good, "--errors", index)
        self.fail_with("--errors would replace", "pairs", "--fingerprints", prints, "--errors", prints)
        self.fail_with("--errors would replace", "pairs", self.good, "--template", prints, "--errors", prints)
        self.assertEqual((index.read_bytes(), prints.read_text()), (before, "a\t0000000000000001\n"))

    def test_a_list_of_problems_that_cannot_be_written_is_an_error(self):
        path = self.write("cut.txt", GOOD.encode() + "最后一个字".encode()[:-1])
        for command in (("pairs",), ("fingerprint",), ("dedup",), ("tune",)):
            self.assertEqual(run(*command, path, self.good, "--errors", "/dev/full").returncode, 2, command)

    def test_a_gigabyte_in_one_line_costs_little_memory(self):
        script = ("import sys; w = sys.stdout.buffer.write; piece = b'x' * (1 << 20)\n"
                  "w(b'{\"id\":1,\"text\":\"')\n"
                  "for _ in range(1024): w(piece)\n"
                  "w(b'\"}\\n{\"id\":2,\"text\":\"" + GOOD.strip().replace("'", "") + "\"}\\n')")
        writer = subprocess.Popen(["python3", "-c", script], stdout=subprocess.PIPE)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        result = subprocess.run([COMMAND, "fingerprint", "-", "--input-format", "jsonl"], stdin=writer.stdout,
                                capture_output=True, check=False)
        writer.stdout.close()
        writer.wait()
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"line 1", result.stderr)
        self.assertIn(b"--max-document", result.stderr)
        self.assertTrue(result.stdout.startswith(b"2\t"))
        if "asan" not in COMMAND and "tsan" not in COMMAND:
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            self.assertLess(max(peak, before), 400 * 1024, "peak memory in KiB")

    def test_folder_without_permission(self):
        locked = self.folder / "locked"
        self.write("locked/secret.txt", GOOD)
        self.write("open/fine.txt", GOOD)
        os.chmod(locked, 0)
        os.chmod(self.folder, 0o755)
        try:
            drop = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
            output = self.fail_with("locked", "fingerprint", self.folder, **drop)
        finally:
            os.chmod(locked, 0o755)
        self.assertEqual(output.count("\n"), 2)
        self.assertIn("fine.txt", output)

    def test_truncated_archives_give_what_came_before_the_cut(self):
        # 40,000 different records, so that the compressed files are long enough to be cut in the middle
        records = jsonl({"id": i, "text": f"{GOOD.strip()} {i * 7919} {i * 104729}"} for i in range(40000))
        packed = gzip.compress(records)
        self.write("whole.jsonl", records)
        subprocess.run(["zstd", "-q", "whole.jsonl", "-o", "whole.zst"], cwd=self.folder, check=True)
        zst = (self.folder / "whole.zst").read_bytes()
        for name, content in (("a.jsonl.gz", packed), ("a.jsonl.zst", zst)):
            path = self.write(name, content[:len(content) // 2])
            output = self.expect_good_survives(name, path)
            lines = output.splitlines()
            self.assertGreater(len(lines), 1000, name)
            self.assertLess(len(lines), 40000, name)
            self.assertTrue(lines[0].startswith("0\t"))

    def test_a_bomb_is_given_up(self):
        script = "head -c 3000000000 /dev/zero | tr '\\0' 'a' | zstd -q -19 --long=20 -T1 -1 -o bomb.txt.zst"
        subprocess.run(["bash", "-c", script], cwd=self.folder, check=True)
        self.assertLess((self.folder / "bomb.txt.zst").stat().st_size, 1 << 20)
        self.expect_good_survives("bomb.txt.zst", self.folder / "bomb.txt.zst")

    def test_unknown_recipe_and_options_say_what_would_do(self):
        self.fail_with("published are text-1, short-1", "fingerprint", self.good, "--recipe", "text-9")
        self.fail_with("has no 48-bit form", "fingerprint", self.good, "--bits", "48")
        self.fail_with("encoding", "fingerprint", self.good, "--encoding", "klingon")
        self.fail_with("--threads", "fingerprint", self.good, "--threads", "0")
        self.fail_with("", "fingerprint")
        self.fail_with("", "no-such-command")

    def test_a_wrong_word_is_named_with_the_right_one(self):
        for arguments, message in (
                ((), "neardup: a command is missing: dedup, "),
                (("dedupe", "x"), "neardup: unknown command dedupe (did you mean dedup?); there are dedup, "),
                (("index", "bild"), "neardup: index: unknown command bild (did you mean build?)"),
                (("dedup", "x", "--threshold", "0.8"), "neardup: dedup: unknown option --threshold (did you mean --similarity?)"),
                (("pairs", "x", "--text-column=body"), "neardup: pairs: unknown option --text-column=body (did you mean --text-field?)"),
                (("dedup", "x", "--num-workers", "4"), "neardup: dedup: unknown option --num-workers (did you mean --threads?)"),
                (("dedup", "x", "--similarty", "0.8"), "neardup: dedup: unknown option --similarty (did you mean --similarity?)"),
                (("dedup", "x", "--frobnicate"), "neardup: dedup: unknown option --frobnicate; see neardup dedup -h"),
                (("recipes", "x"), "neardup: recipes: unexpected argument x; see"),
                (("dedup", "x", "--similarity", "80"), "neardup: dedup: --similarity: must be 0.2 to 1, got 80"),
                (("index", "build"), "neardup: index build: FILE is required; see neardup index build -h")):
            self.assertEqual(self.fail_with(message, *arguments), "")

    def test_errors_leave_standard_output_clean(self):
        result = run("fingerprint", self.folder / "nothing.txt")
        self.assertEqual((result.returncode, result.stdout), (2, b""))


class EncodingTest(CommandTest):
    TEXT = "汉字编码有好几种，内容却应当一样：今天早上公园里有很多人散步。\n"

    def test_every_encoding_gives_the_same_fingerprint(self):
        expected = self.succeed("fingerprint", self.write("utf8.txt", self.TEXT)).split("\t")[1]
        for encoding in ("utf-16", "utf-8-sig"):
            path = self.write(f"{encoding}.txt", self.TEXT.encode(encoding))
            self.assertEqual(self.succeed("fingerprint", path).split("\t")[1], expected, encoding)
        path = self.write("gb.txt", self.TEXT.encode("gb18030"))
        self.assertEqual(self.succeed("fingerprint", path, "--encoding", "gb18030").split("\t")[1], expected)
        self.assertEqual(self.succeed("fingerprint", path).split("\t")[1], expected, "found without being named")

    def test_big5(self):
        text = "漢字編碼有好幾種，內容卻應當一樣。"
        expected = self.succeed("fingerprint", self.write("utf8.txt", text)).split("\t")[1]
        path = self.write("big5.txt", text.encode("big5"))
        self.assertEqual(self.succeed("fingerprint", path, "--encoding", "big5").split("\t")[1], expected)


if __name__ == "__main__":
    unittest.main()
