"""What the commands print and how they exit."""

import gzip
import json
import re
import subprocess
import unittest

from neardup_cli import COMMAND, CommandTest, jsonl, on_terminal, run

FOX = "The quick brown fox jumps over the lazy dog and then sleeps in the warm afternoon sun.\n"
FOX_EDITED = "The quick brown fox jumps over the lazy dog and then rests in the warm afternoon sun.\n"
RIVER = "A river runs down from the mountains, past three villages and one old stone bridge.\n"
ZH = "今天早上城市公园里有很多人在散步，天气晴朗，空气也很新鲜。\n"
ZH_EDITED = "今天早上城市公园里有很多人在跑步，天气晴朗，空气也很新鲜。\n"


class FingerprintTest(CommandTest):
    def test_prints_id_and_fingerprint_in_input_order(self):
        self.write("in/b.txt", FOX)
        self.write("in/a.txt", RIVER)
        self.write("in/deep/c.txt", "hi")
        lines = self.succeed("fingerprint", "in", cwd=self.folder).splitlines()
        self.assertEqual([line.split("\t")[0] for line in lines], ["in/a.txt", "in/b.txt", "in/deep/c.txt"])
        self.assertRegex(lines[0], r"^in/a.txt\t[0-9a-f]{16}$")
        self.assertEqual(lines[2], "in/deep/c.txt\t-")

    def test_same_bytes_for_any_number_of_threads_and_any_target(self):
        documents = [{"id": i, "text": f"{FOX} number {i} {ZH * (i % 7)}"} for i in range(20000)]
        path = self.write("many.jsonl", jsonl(documents))
        outputs = {run("fingerprint", path, "-j", str(n), env=env).stdout
                   for n in (1, 2, 7) for env in ({}, {"NEARDUP_SIMD": "scalar"})}
        self.assertEqual(len(outputs), 1)
        self.assertEqual(outputs.pop().count(b"\n"), 20000)

    def test_reads_every_format_alike(self):
        ids = ["1", "2"]
        texts = [FOX.strip(), ZH.strip()]
        self.write("a.jsonl", jsonl({"id": i, "text": t} for i, t in zip(ids, texts)))
        self.write("a.tsv", "id\ttext\n" + "".join(f"{i}\t{t}\n" for i, t in zip(ids, texts)))
        self.write("a.csv", "text,id\n" + "".join(f'"{t}",{i}\n' for i, t in zip(ids, texts)))
        self.write("a.jsonl.gz", gzip.compress((self.folder / "a.jsonl").read_bytes()))
        subprocess.run(["zstd", "-q", "a.jsonl"], cwd=self.folder, check=True)
        expected = self.succeed("fingerprint", self.folder / "a.jsonl")
        for name in ("a.tsv", "a.csv", "a.jsonl.gz", "a.jsonl.zst"):
            self.assertEqual(self.succeed("fingerprint", self.folder / name), expected, name)
        piped = self.succeed("fingerprint", "-", stdin=(self.folder / "a.jsonl.zst").read_bytes())
        self.assertEqual(piped, expected)

    def test_fields_may_be_named_repeated_and_nested(self):
        record = {"key": 7, "head": {"title": "The quick brown fox"}, "body": "jumps over the lazy dog"}
        path = self.write("a.jsonl", jsonl([record]))
        named = self.succeed("fingerprint", path, "--id-field", "key", "--text-field", "head.title", "--text-field", "body")
        joined = self.write("b.txt", "The quick brown fox\njumps over the lazy dog")
        self.assertEqual(named.split("\t")[0], "7")
        self.assertEqual(named.split("\t")[1], self.succeed("fingerprint", joined).split("\t")[1])

    def test_lines_are_documents_when_asked(self):
        path = self.write("a.txt", FOX + ZH)
        lines = self.succeed("fingerprint", path, "--lines").splitlines()
        self.assertEqual([line.split("\t")[0] for line in lines], [f"{path}:1", f"{path}:2"])

    def test_notations_name_the_same_number(self):
        path = self.write("a.txt", ZH)
        for bits in (32, 64, 128):
            hexadecimal, signed, unsigned = (
                self.succeed("fingerprint", path, "--bits", bits, "--as", notation).split("\t")[1].strip()
                for notation in ("hex", "signed", "unsigned"))
            self.assertEqual(int(hexadecimal, 16), int(unsigned))
            self.assertEqual(int(signed) % 2**bits, int(unsigned))

    def test_jsonl_output_gives_a_reason(self):
        path = self.write("a.jsonl", jsonl([{"id": "tab\there", "text": "cat"}, {"id": "x", "text": FOX}]))
        first, second = map(json.loads, self.succeed("fingerprint", path, "--format", "jsonl").splitlines())
        self.assertIsNone(first["fingerprint"])
        self.assertIn("too short", first["reason"])
        self.assertEqual(first["id"], "tab\there")
        self.assertEqual(len(second["fingerprint"]), 16)

    def test_tsv_escapes_ids(self):
        path = self.write("a.jsonl", jsonl([{"id": "a\tb\\c\nd", "text": FOX}]))
        self.assertTrue(self.succeed("fingerprint", path).startswith("a\\tb\\\\c\\nd\t"))

    def test_stats_are_json_on_standard_error(self):
        path = self.write("a.jsonl", jsonl([{"id": 1, "text": FOX}, {"id": 2, "text": ""}]))
        result = run("fingerprint", path, "--stats")
        stats = json.loads(result.stderr)
        self.assertEqual((stats["documents"], stats["without_fingerprint"], stats["errors"]), (2, 1, 0))

    @unittest.skipIf("asan" in COMMAND or "tsan" in COMMAND, "a sanitizer holds memory back")
    def test_memory_does_not_grow_with_the_stream(self):
        piece = jsonl({"id": i, "text": f"{FOX} {ZH} {i * 7919}"} for i in range(1000))

        def peak(pieces):
            result = run("fingerprint", "-", "--input-format", "jsonl", "--stats", "-j", 2, stdin=piece * pieces)
            stats = json.loads(result.stderr)
            self.assertEqual(stats["documents"], 1000 * pieces)
            return stats["peak_memory_bytes"]

        short = peak(50)  # 10 MB: the pipeline is full
        self.assertLess(peak(600), short * 1.3 + (4 << 20))

    def test_a_closed_pipe_is_no_error(self):
        path = self.write("a.jsonl", jsonl({"id": i, "text": FOX} for i in range(50000)))
        shell = f"'{COMMAND}' fingerprint '{path}' | head -1; echo ${{PIPESTATUS[0]}}"
        result = subprocess.run(["bash", "-c", shell], capture_output=True, check=False)
        self.assertEqual(result.stdout.decode().splitlines()[1], "0")
        self.assertEqual(result.stderr, b"")

    def test_a_full_disk_is_an_error(self):
        path = self.write("a.txt", FOX)
        with open("/dev/full", "wb") as full:
            result = subprocess.run([COMMAND, "fingerprint", path], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"standard output: No space left", result.stderr)


class CompareTest(CommandTest):
    def compare(self, first, second, *options):
        a, b = self.write("a.txt", first), self.write("b.txt", second)
        return json.loads(self.succeed("compare", a, b, "--format", "jsonl", *options))

    def test_standard_input_is_one_of_the_two_at_most(self):
        self.fail_with("standard input can be read only once", "compare", "-", "-", stdin=FOX.encode())
        self.assertIn("identical", self.succeed("compare", "-", self.write("a.txt", FOX), stdin=FOX.encode()))

    def test_says_what_is_near_and_what_is_not(self):
        self.assertEqual(self.compare(FOX, FOX)["verdict"], "identical")
        self.assertEqual(self.compare(FOX, FOX.upper())["verdict"], "identical")
        self.assertEqual(self.compare(FOX, RIVER)["verdict"], "different")
        self.assertEqual(self.compare("cat", "dog")["verdict"], "different")
        self.assertEqual(self.compare("cat", "dog", "-k", 3)["verdict"], "not judged")
        many_words = " ".join(f"word{i}" for i in range(300))
        self.assertEqual(self.compare(many_words, many_words + " and two more")["verdict"], "near-duplicates")
        self.assertLess(self.compare(ZH, ZH_EDITED)["distance"], 32)

    def test_one_rule_gives_the_verdict_and_the_exit_code(self):
        words = [f"word{i}" for i in range(60)]
        whole, part = self.write("whole.txt", " ".join(words)), self.write("part.txt", " ".join(words[:52]))
        for options, verdict, code in (
                ((), r"near-duplicates \(similarity 0\.8\d+ >= 0\.8, the default rule of dedup and pairs\)", 0),
                (("--recipe", "text-1,distance=0"), r"near-duplicates \(similarity 0\.8\d+ >= 0\.8, ", 0),
                (("--recipe", "text-1,similarity=0.99"), r"different \(similarity 0\.8\d+ < 0\.99, ", 1),
                (("-k", 0), r"different \(distance \d+ > 0, recipe text-1", 1),
                (("-d", 0), r"different \(distance \d+ > 0, recipe text-1", 1),
                (("--distance", 32), r"near-duplicates \(distance \d+ <= 32, recipe text-1", 0),
                (("--recipe", "jieba-tfidf"), r"(different|near-duplicates) \(distance \d+ (>|<=) 18, recipe jieba-tfidf", None)):
            result = run("compare", whole, part, *options, "--check")
            output = result.stdout.decode()
            self.assertEqual(len(re.findall(r"(?m)^verdict      " + verdict, output)), 1, output)
            self.assertEqual(len(re.findall("near-duplicates|different", output)), 1, output)
            if code is not None:
                self.assertEqual(result.returncode, code, output)
            self.assertNotIn("ratio", output)
            self.assertEqual("\nper length " in output, "jieba-tfidf" in options)
        short = [self.write(name, "cat" + end) for name, end in (("x", ""), ("y", "!"), ("z", "!"))]
        self.assertRegex(self.succeed("compare", *short[:2]), r"verdict      near-duplicates \(similarity 1")
        self.assertRegex(self.succeed("compare", *short[1:]), r"verdict      identical ")
        line = json.loads(self.succeed("compare", whole, part, "--format", "jsonl"))
        self.assertEqual((line["verdict"], line["rule"]), ("near-duplicates", "similarity >= 0.8"))

    def test_the_distance_is_one_that_the_width_allows(self):
        a, b = self.write("a.txt", FOX), self.write("b.txt", RIVER)
        for bits in (32, 64, 128):
            self.succeed("compare", a, b, "--bits", bits, "-k", bits)
            for wrong in (bits + 1, 999, -1):
                self.fail_with(f"distance must be 0 to {bits} for {bits} bits, got {wrong}", "compare", a, b, "--bits", bits,
                               "-k", wrong)

    def test_options_are_refused_in_plain_words(self):
        a, b = self.write("a.txt", FOX), self.write("b.txt", RIVER)
        for message, *arguments in (
                ("pairs: --similarity: must be 0.2 to 1, got 7; see neardup pairs -h", "pairs", a, "--similarity", 7),
                ("tune: --sample: must be 2 to 1,000,000, got 1;", "tune", a, "--sample", 1),
                ("dedup: --threads: must be 1 to 1,024, got -3;", "dedup", a, "-j", -3),
                ("dedup: --threads: is out of range, got 99999999999;", "dedup", a, "-j", 99999999999),
                ("dedup: --threads: must be a whole number, got '1.5';", "dedup", a, "-j", 1.5),
                ("dedup: --threads: must be a whole number, got '1e1';", "dedup", a, "-j", "1e1"),
                ("compare: --distance: must be a whole number, got 'near';", "compare", a, b, "-k", "near"),
                ("dedup: --similarity: must be a number, got 'high';", "dedup", a, "--similarity", "high"),
                ("dedup: --max-document: must be 1 to 1,073,741,824, got 0;", "dedup", a, "--max-document", 0),
                ("dedup: --max-document: must be a number of bytes, which may end in K, M or G, got '7Q';",
                 "dedup", a, "--max-document", "7Q"),
                ("dedup: --distance: its value is missing;", "dedup", a, "--distance"),
                ("compare: give only one of --hex, --bit-strings, --pairs-stdin;", "compare", "--hex", "--bit-strings", 1, 2)):
            self.fail_with("neardup: " + message, *arguments)

    def test_check_makes_the_verdict_an_exit_code(self):
        a, b, c = self.write("a.txt", FOX), self.write("b.txt", FOX.lower()), self.write("c.txt", RIVER)
        self.succeed("compare", a, b, "--check")
        self.assertEqual(run("compare", a, c, "--check").returncode, 1)
        self.assertEqual(run("compare", a, c).returncode, 0)

    def test_diff_marks_words(self):
        a, b = self.write("a.txt", FOX), self.write("b.txt", FOX_EDITED)
        self.assertIn("then [-sleeps-]{+rests+} in the", self.succeed("compare", a, b, "--diff"))
        self.assertNotIn("[-", self.succeed("compare", a, b))
        zh_a, zh_b = self.write("c.txt", ZH), self.write("d.txt", ZH_EDITED)
        self.assertIn("在[-散-]{+跑+}步", self.succeed("compare", zh_a, zh_b, "--diff"))

    def test_a_terminal_gets_colours_and_no_raw_control_characters(self):
        a, b = self.write("a.txt", FOX), self.write("b.txt", FOX_EDITED.replace("rests", "rests\x1b[2J"))
        shown, code = on_terminal("compare", a, b)
        self.assertEqual(code, 0)
        self.assertIn("\x1b[32m", shown)
        self.assertNotIn("\x1b[2J", shown)
        self.assertIn("\\x1b[2J", shown)

    def test_given_fingerprints(self):
        output = self.succeed("compare", "--hex", "0x00000000000000ff", "000000000000000f")
        self.assertIn("distance     4\n", output)
        self.fail_with("not a fingerprint", "compare", "--hex", "xyz", "00000000")
        self.fail_with("different widths", "compare", "--hex", "0000000f", "000000000000000f")

    def test_needs_exactly_two_documents(self):
        a = self.write("a.txt", FOX)
        two = self.write("two.jsonl", jsonl([{"text": FOX}, {"text": RIVER}]))
        self.fail_with("exactly two inputs", "compare", a)
        self.fail_with("found several", "compare", a, two)

    def test_every_measure_is_there(self):
        result = self.compare(FOX, FOX_EDITED)
        for measure in ("similarity", "containment", "cosine", "euclidean"):
            self.assertIn(measure, result)
        self.assertGreater(result["cosine"], 0.7)
        self.assertFalse({"ratio", "distance_per_length"} & set(result))

    def test_distance_per_length_is_that_of_the_repeated_program(self):
        result = self.compare(FOX, FOX_EDITED, "--recipe", "jieba-tfidf")
        values = self.fingerprints([{"id": "a", "text": FOX}, {"id": "b", "text": FOX_EDITED}], "--recipe", "jieba-tfidf")
        longest = max(len(bin(int(value, 16))) for value in values.values())
        self.assertGreater(result["distance"], 0)
        self.assertAlmostEqual(result["distance_per_length"], result["distance"] / longest)


class ExplainTest(CommandTest):
    def test_json_adds_up(self):
        path = self.write("a.txt", FOX)
        result = json.loads(self.succeed("explain", path, "--format", "jsonl"))
        self.assertEqual(sum(feature["weight"] for feature in result["features"]), result["total_weight"])
        bits = "".join("1" if margin > 0 else "0" for margin in reversed(result["margins_from_lowest_bit"]))
        self.assertEqual(bits, result["bits"])
        self.assertEqual(f"{int(bits, 2):016x}", result["fingerprint"])

    def test_text_shows_strip_margins_and_features(self):
        output = self.succeed("explain", self.write("a.txt", FOX), "--features", 3, "--blocks", 3)
        for part in ("strip ", "margins ", "63..56", "weight", "fox jumps over" if "fox jumps over" in output else "the",
                     "more (--features N)", "block 0"):
            self.assertIn(part, output)

    def test_short_texts_say_why(self):
        self.assertIn("none (too short", self.succeed("explain", self.write("a.txt", "cat")))


class OtherCommandsTest(CommandTest):
    def test_recipes_lists_all_nine(self):
        self.assertEqual(len(self.succeed("recipes").splitlines()), 9)

    def test_learned_idf_is_usable_and_independent_of_order_and_threads(self):
        documents = [{"id": i, "text": f"{FOX} word{i % 50} {ZH}"} for i in range(3000)]
        forward = self.write("f.jsonl", jsonl(documents))
        backward = self.write("b.jsonl", jsonl(reversed(documents)))
        table = self.succeed("idf", forward, "--tokens", "words:1", "-j", "2")
        self.assertEqual(table, self.succeed("idf", backward, "--tokens", "words:1", "-j", "1"))
        idf = self.write("idf.txt", table)
        options = ("--tokens", "words:1", "--weights", "tfidf", "--idf", idf)
        self.assertRegex(self.succeed("fingerprint", forward, *options).splitlines()[0], r"\t[0-9a-f]{16}$")
        levels = ("--tokens", "words:1", "--weights", "levels", "--idf", idf)
        weights = {feature["weight"] for feature in
                   json.loads(self.succeed("explain", self.write("x.txt", FOX + " word3"), "--format", "jsonl", *levels))["features"]}
        self.assertLessEqual(weights, {1, 2, 3, 4, 5})

    def test_help_and_version_exit_with_zero(self):
        self.assertIn("Examples:", self.succeed("--help"))
        for command in ("dedup", "pairs", "compare", "fingerprint", "explain", "help", "idf", "recipes", "seen", "tune", "index",
                        "index build", "index add", "index remove", "index query", "index info", "index verify"):
            examples = self.succeed(*command.split(), "-h").split("Examples:\n")[1].splitlines()
            self.assertRegex(examples[-1], "^Exit codes: ")
            for example in examples[:-1]:
                self.assertRegex(example, f"^  neardup {command}", command)
        self.assertIn("--recipe", self.succeed("fingerprint", "--help"))
        glance, everything = self.succeed("dedup", "-h"), self.succeed("dedup", "--help")
        self.assertIn("--similarity", glance)
        self.assertNotIn("--encoding", glance)
        self.assertIn("--encoding", everything)
        self.assertRegex(self.succeed("--version"), r"^neardup \d+\.\d+\.\d+\n$")

    def test_help_is_a_command_too(self):
        self.assertEqual(self.succeed("help"), self.succeed("--help"))
        for command in ("dedup", "index", "index build", "help"):
            self.assertEqual(self.succeed("help", *command.split()), self.succeed(*command.split(), "--help"), command)
        self.assertEqual(self.fail_with("help: unknown command dedpu (did you mean dedup?)", "help", "dedpu"), "")
        self.fail_with("help: unknown command biuld (did you mean build?)", "help", "index", "biuld")
        self.fail_with("help: unexpected argument a.txt", "help", "dedup", "a.txt")

    def test_the_manual_and_completions_know_every_command(self):
        for kind in ("man", "complete-bash", "complete-zsh", "complete-fish"):
            text = self.succeed("--generate", kind)
            for command in ("dedup", "pairs", "fingerprint", "compare", "explain", "index", "seen"):
                self.assertIn(command, text, kind)
        self.fail_with("expected man", "--generate", "poem")
        shell = f"source <('{COMMAND}' --generate complete-bash); COMP_WORDS=(neardup dedup --sim); COMP_CWORD=2; " \
                "_neardup; echo ${COMPREPLY[@]}"
        found = subprocess.run(["bash", "-c", shell], capture_output=True, check=True)
        self.assertEqual(found.stdout.decode().strip(), "--similarity")


if __name__ == "__main__":
    unittest.main()
