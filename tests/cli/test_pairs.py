"""`neardup pairs --fingerprints`: lines and words in, ordered pairs out."""

import gzip
import itertools
import json
import os
import struct
import subprocess
import threading
import unittest

from neardup_cli import COMMAND, CommandTest, distance, near_words, run


def all_pairs(words, most):
    return [(i, j, distance(words[i], words[j])) for i, j in itertools.combinations(range(len(words)), 2)
            if distance(words[i], words[j]) <= most]


def hex_lines(words, bits=64):
    return "".join(f"doc-{i}\t{word:0{bits // 4}x}\n" for i, word in enumerate(words))


def little_endian(words):
    return b"".join(word.to_bytes(8, "little") for word in words)


class PairsOfFingerprintsTest(CommandTest):
    def pairs(self, content, *options, name="a.tsv"):
        return self.succeed("pairs", "--fingerprints", self.write(name, content), *options)

    def test_every_pair_in_the_order_of_the_lines(self):
        for bits, most in ((32, 2), (64, 3), (64, 16), (128, 3), (128, 32)):
            words = near_words(300, bits)
            expected = "".join(f"doc-{i}\tdoc-{j}\t{d}\t-\n" for i, j, d in all_pairs(words, most))
            self.assertGreater(expected.count("\n"), 50)
            self.assertEqual(self.pairs(hex_lines(words, bits), "--distance", most), expected, (bits, most))

    def test_sorts_by_distance_and_prints_the_first_lines(self):
        words = near_words(200, 64)
        pairs = all_pairs(words, 16)
        closest = sorted(pairs, key=lambda pair: pair[2])  # stable: equal distances in the order of the input
        self.assertNotEqual(closest, pairs)

        def lines(some):
            return "".join(f"doc-{i}\tdoc-{j}\t{d}\t-\n" for i, j, d in some)

        for top in (1, 7, len(pairs) - 1, len(pairs), len(pairs) + 5):
            options = ("--distance", 16, "--top", top)
            self.assertEqual(self.pairs(hex_lines(words), *options), lines(pairs[:top]), top)
            self.assertEqual(self.pairs(hex_lines(words), *options, "--sort", "distance"), lines(closest[:top]), top)
        self.assertEqual(self.pairs(hex_lines(words), "--distance", 16, "--sort", "distance"), lines(closest))
        result = run("pairs", "--fingerprints", self.write("a.tsv", hex_lines(words)), "--sort", "similarity")
        self.assertIn(b"pairs within a distance have no similarity; --sort distance", result.stderr)
        equal = self.write("equal.u64", little_endian([7] * 100_000))
        self.assertIn(b"--equal star", run("pairs", "--fingerprints", equal, "--top", 3).stderr)
        self.assertEqual(self.succeed("pairs", "--fingerprints", equal, "--top", 2, "--equal", "star").count("\n"), 2)

    def test_options_of_recipes_are_refused(self):
        path = self.write("a.tsv", hex_lines(near_words(3)))
        for option in ("--recipe=text-1", "--normalize=nfkc", "--tokens=words:2", "--weights=one", "--hash=md5", "--bits=64",
                       "--language=c", "--idf=a", "--stop-words=a", "--user-dictionary=a"):
            self.fail_with("--fingerprints FILE has fingerprints already", "pairs", "--fingerprints", path, option)

    def test_words_have_their_ordinals_as_ids(self):
        words = near_words(300)
        expected = "".join(f"{i}\t{j}\t{d}\t-\n" for i, j, d in all_pairs(words, 3))
        self.assertEqual(self.pairs(little_endian(words), name="a.u64"), expected)
        self.assertEqual(self.pairs(gzip.compress(little_endian(words)), name="a.u64.gz"), expected)
        self.assertEqual(self.pairs(b"", name="empty.u64"), "")

    def test_words_come_through_a_named_pipe(self):
        pipe = self.folder / "words.u64"
        os.mkfifo(pipe)
        writer = threading.Thread(target=lambda: pipe.write_bytes(struct.pack("<3Q", 1, 3, 2**63)))
        writer.start()
        self.assertEqual(self.succeed("pairs", "--fingerprints", pipe, "--distance", 1), "0\t1\t1\t-\n")
        writer.join()

    def test_reads_compressed_lines_and_standard_input(self):
        lines = hex_lines(near_words(30000)).encode()  # more than is read at once would hold in one line
        expected = self.pairs(lines)
        self.assertEqual(self.pairs(gzip.compress(lines), name="a.tsv.gz"), expected)
        self.assertEqual(self.succeed("pairs", "--fingerprints", "-", stdin=lines), expected)

    def test_same_bytes_for_any_number_of_threads_and_any_target(self):
        path = self.write("a.u64", little_endian(near_words(60000)))
        outputs = {run("pairs", "--fingerprints", path, "-j", n, env=env).stdout
                   for n in (1, 2, 7) for env in ({}, {"NEARDUP_SIMD": "scalar"})}
        self.assertEqual(len(outputs), 1)
        self.assertGreater(outputs.pop().count(b"\n"), 10000)

    def test_a_star_has_one_line_for_each_copy(self):
        lines = "a\t{0}\nb\t{0}\nc\t{0}\nd\t{1}\n".format("0" * 16, "0" * 15 + "1")
        self.assertEqual(self.pairs(lines).count("\n"), 6)
        self.assertEqual(self.pairs(lines, "--equal", "star"), "a\tb\t0\t-\na\tc\t0\t-\na\td\t1\t-\n")

    def test_json_lines_have_the_plain_ids(self):
        lines = "a\\tb\\\\n\t{0}\nü\"\t{0}\n".format("0" * 16)
        record = json.loads(self.pairs(lines, "--format", "jsonl"))
        self.assertEqual(record, {"id1": "a\tb\\n", "id2": "ü\"", "distance": 0, "similarity": None})
        self.assertEqual(self.pairs(lines), "a\\tb\\\\n\tü\"\t0\t-\n")

    def test_takes_what_the_fingerprint_command_prints(self):
        text = "The quick brown fox jumps over the lazy dog and then sleeps in the warm afternoon sun."
        self.write("in/a.txt", text)
        self.write("in/b.txt", text)
        self.write("in/c.txt", "hi")
        prints = self.succeed("fingerprint", "in", cwd=self.folder)
        self.assertEqual(self.pairs(prints), "in/a.txt\tin/b.txt\t0\t-\n")

    def test_check_makes_pairs_an_exit_code(self):
        path = self.write("a.tsv", hex_lines([0, 1]))
        self.assertEqual(run("pairs", "--fingerprints", path, "--check").returncode, 1)
        self.assertEqual(run("pairs", "--fingerprints", path, "--check", "-k", "0").returncode, 0)

    def test_stats_are_json_on_standard_error(self):
        path = self.write("a.tsv", hex_lines([0, 0, 1]) + "short\t-\n")
        stats = json.loads(run("pairs", "--fingerprints", path, "--stats").stderr)
        self.assertEqual((stats["fingerprints"], stats["without_fingerprint"], stats["copies"], stats["lines"]),
                         (3, 1, 1, 3))


class BadFingerprintsTest(CommandTest):
    def complain(self, message, content, *options, name="a.tsv"):
        return self.fail_with(message, "pairs", "--fingerprints", self.write(name, content), *options)

    def test_a_bad_line_is_named_and_costs_only_itself(self):
        for bad in ("no tab", "x\t123", "x\tzzzzzzzzzzzzzzzz", "x\t" + "0" * 32, "x\t"):
            lines = f"a\t{'0' * 16}\n{bad}\nb\t{'0' * 16}\n"
            self.assertEqual(self.complain("a.tsv: line 2: ", lines, "--quiet"), "a\tb\t0\t-\n", bad)

    def test_an_endless_line_is_skipped(self):
        lines = f"a\t{'0' * 16}\n{'x' * 5_000_000}\t{'0' * 16}\nb\t{'0' * 16}"
        self.assertEqual(self.complain("line 2: longer than", lines), "a\tb\t0\t-\n")

    def test_of_a_long_value_the_beginning_is_shown(self):
        result = run("pairs", "--fingerprints", self.write("a.tsv", "x\t" + "z" * 5000 + "\n"))
        self.assertIn("z" * 40 + "…", result.stderr.decode())
        self.assertLess(len(result.stderr), 300)

    def test_bytes_after_the_last_word(self):
        self.assertEqual(self.complain("3 bytes after", bytes(19), name="a.u64"), "0\t1\t0\t-\n")

    def test_a_truncated_file(self):
        packed = gzip.compress(hex_lines(near_words(20000)).encode())
        self.assertIn("doc-", self.complain("ends too early", packed[:-9], name="a.tsv.gz"))

    def test_a_missing_file(self):
        for name in ("none.tsv", "none.u64"):
            self.fail_with(f"{name}: cannot open: No such file", "pairs", "--fingerprints", self.folder / name)

    def test_a_distance_out_of_range(self):
        self.complain("distance must be 0 to 16 for 64 bits, got 17", hex_lines([0]), "--distance", "17")
        self.complain("distance must be 0 to 16 for 64 bits, got 99", hex_lines([0]), "--distance", "99")

    def test_equal_ids_are_warned_about_once(self):
        path = self.write("a.tsv", ("same\t" + "0" * 16 + "\n") * 3)
        result = run("pairs", "--fingerprints", path)
        self.assertEqual((result.returncode, result.stdout.count(b"\n")), (0, 3))
        self.assertEqual(result.stderr.count(b"several documents have the id same"), 1)
        self.assertEqual(run("pairs", "--fingerprints", path, "--quiet").stderr, b"")

    def test_too_many_equal_fingerprints_name_the_way_out(self):
        path = self.write("a.u64", bytes(8 * 20000))
        self.assertEqual(self.fail_with("--equal star", "pairs", "--fingerprints", path), "")
        self.assertEqual(self.succeed("pairs", "--fingerprints", path, "--equal", "star").count("\n"), 19999)

    def test_a_closed_pipe_is_quiet(self):
        path = self.write("a.u64", bytes(8 * 3000))
        with subprocess.Popen([COMMAND, "pairs", "--fingerprints", path], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdout.read(10)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(process.wait(), 0)


if __name__ == "__main__":
    unittest.main()
