"""Every number that an original program printed, through the command line, on the scalar and on the SIMD target."""

import json
import unittest

from neardup_cli import CommandTest, golden, run

TARGETS = ({}, {"NEARDUP_SIMD": "scalar"})


def plain(value, bits=64):
    return value.removeprefix("0x").rjust(bits // 4, "0")


class GoldenTest(CommandTest):
    def check(self, expected, documents, *options):
        for env in TARGETS:
            self.assertEqual(self.fingerprints(documents, *options, env=env), expected, env)

    def check_texts(self, entries, value_of, *options):
        self.assertTrue(entries)
        documents = [{"id": str(i), "text": entry.get("text", entry.get("input"))} for i, entry in enumerate(entries)]
        self.check({str(i): value_of(entry) for i, entry in enumerate(entries)}, documents, *options)

    def check_features(self, entries, features_of, value_of, *options):
        self.assertTrue(entries)
        documents = [{"id": str(i), "features": features_of(entry)} for i, entry in enumerate(entries)]
        self.check({str(i): value_of(entry) for i, entry in enumerate(entries)}, documents, *options)

    def test_pypi_simhash_on_texts_and_lists_in_three_widths(self):
        data = golden("1e0ng_simhash.json")
        for bits in (32, 64, 128):
            options = ("--recipe", "pypi-simhash", "--bits", str(bits))
            self.check_texts(data["text"], lambda e, b=bits: plain(e[f"f{b}"], b), *options)
            for section in ("token_list", "weighted_list"):
                self.check_features(data[section], lambda e: e["features"],
                                    lambda e, b=bits: plain(e[f"f{b}"], b), *options)
        self.check_features(data["mixed_list"], lambda e: e["features"], lambda e: plain(e["f64"]),
                            "--recipe", "pypi-simhash")

    def test_pypi_simhash_refuses_a_plain_token_after_a_real_weight(self):
        documents = [{"id": "a", "features": [["x", 0.5], "y"]}]
        self.assertEqual(self.fingerprints(documents, "--recipe", "pypi-simhash"), {"a": "-"})

    def test_weighted_jenkins(self):
        data = golden("zhongpingliang_simhash.json")
        self.check_features(data["build_from_strings"], lambda e: e["features"], lambda e: plain(e["value"]),
                            "--recipe", "weighted-jenkins")
        self.check_texts(data["example_program_sentences"], lambda e: plain(e["value"]), "--recipe", "weighted-jenkins")

    def test_cppjieba_jenkins_for_every_number_of_keywords(self):
        data = golden("yanyiwu_simhash_cppjieba.json")
        self.check_texts(data["pipeline"], lambda e: plain(e["automatic_value"]), "--recipe", "cppjieba-jenkins")
        for n in sorted({top["n"] for entry in data["pipeline"] for top in entry["top"]}):
            entries = [dict(text=e["text"], **t) for e in data["pipeline"] for t in e["top"] if t["n"] == n]
            self.check_texts(entries, lambda e: plain(e["value"]), "--recipe", f"cppjieba-jenkins,top={n}")
        self.check_features(data["keyword_list"], lambda e: e["keywords"], lambda e: plain(e["value"]),
                            "--recipe", "cppjieba-jenkins")

    def test_cppjieba_jenkins_sees_malformed_bytes_as_the_original_does(self):
        for entry in golden("yanyiwu_simhash_cppjieba.json")["invalid_utf8"]:
            path = self.write("text.txt", bytes.fromhex(entry["bytes_hex"]))
            output = self.succeed("fingerprint", path, "--recipe", "cppjieba-jenkins")
            self.assertEqual(output.split("\t")[1].strip(), plain(entry["value"]))

    def test_jieba_tfidf(self):
        data = golden("python_jieba_tfidf.json")
        stop_words = self.write("stop.txt", "\n".join(data["stop_words_file_lines"]) + "\n")
        value = lambda e: f"{int(e['returned'], 2):016x}"
        self.check_texts(data["pipeline"], value, "--recipe", "jieba-tfidf", "--stop-words", stop_words)
        self.check_features(data["vote"], lambda e: [[k[0], k[1]] for k in e["keywords"]], lambda e: plain(e["value"]),
                            "--recipe", "jieba-tfidf")

    def test_verdicts_of_the_python_program(self):
        data = golden("python_jieba_tfidf.json")
        stop_words = self.write("stop.txt", "\n".join(data["stop_words_file_lines"]) + "\n")
        texts = {entry["name"]: entry["text"] for entry in data["pipeline"]}
        for pair in data["distance_of_pipeline_results"]:
            a, b = (self.write(pair[side] + ".txt", texts[pair[side]]) for side in "ab")
            result = json.loads(self.succeed("compare", a, b, "--recipe", "jieba-tfidf", "--stop-words", stop_words,
                                             "--format", "jsonl"))
            if result["distance"] is None:
                continue  # the original compares texts without keywords; we print their value but never judge them
            self.assertEqual(result["distance"], pair["distance"])
            self.assertEqual(result["verdict"] != "different", pair["similar"])

    def test_java_tokens_given(self):
        data = golden("java_utf16_tokens.json")
        self.check_features(data["simhash"], lambda e: e["tokens"], lambda e: plain(e["value"]), "--recipe", "java-tokens")

    def test_blocks_of_the_java_program(self):
        for entry in golden("java_utf16_tokens.json")["sub_by_distance"]:
            result = run("explain", "--bit-string", entry["bits"], "--blocks", entry["distance"])
            if "blocks" not in entry or not 0 <= entry["distance"] <= 63:
                self.assertEqual(result.returncode, 2)
                continue
            blocks = [int(line.split("\t")[1], 16) for line in result.stdout.decode().splitlines()]
            self.assertEqual(blocks, [int(block, 16) for block in entry["blocks"]])

    def test_distances_of_bit_strings(self):
        for entry in golden("python_jieba_tfidf.json")["distance_of_literals"]:
            output = self.succeed("compare", "--bit-strings", entry["a"], entry["b"], "--distance", 18)
            self.assertEqual(int(output.split()[1]), entry["distance"])
            self.assertEqual("near-duplicates" in output, entry["similar"])

    def test_ascii_mt19937(self):
        data = golden("cpp_ascii_mt19937.json")
        self.check_texts(data["fingerprint"], lambda e: plain(e["fingerprint"], 32), "--recipe", "ascii-mt19937")

    def test_pairs_on_standard_input(self):
        data = golden("cpp_ascii_mt19937.json")
        texts = {entry["name"]: entry["input"] for entry in data["fingerprint"]}
        words = {name for name, text in texts.items() if text and not set(text) & set(" \n\t\r\v\f\0")}
        pairs = [entry for entry in data["compare"] if entry["n"] >= 1 and {entry["a"], entry["b"]} <= words]
        self.assertGreater(len(pairs), 5)
        for n in sorted({entry["n"] for entry in pairs}):
            chosen = [entry for entry in pairs if entry["n"] == n]
            stdin = "".join(f"{texts[entry['a']]} {texts[entry['b']]}\n" for entry in chosen)
            output = self.succeed("compare", "--pairs-stdin", "--recipe", "ascii-mt19937", "--distance", n - 1,
                                  stdin=stdin.encode())
            self.assertEqual(output.split(), [str(int(entry["similar"])) for entry in chosen])


if __name__ == "__main__":
    unittest.main()
