"""`neardup dedup` from every kind of input to the same kind of output."""

import gzip
import json
import subprocess
import unittest

from neardup_cli import CommandTest, jsonl, run
from test_dedup import corpus, text_of


def unzst(path):
    return subprocess.run(["zstd", "-dcq", path], capture_output=True, check=True).stdout


def zst(data):
    return subprocess.run(["zstd", "-cq"], input=data, capture_output=True, check=True).stdout


class FormatsTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.documents = corpus(120)
        self.data = jsonl(self.documents)
        self.succeed("dedup", self.write("plain.jsonl", self.data), "-o", self.folder / "plain.clean.jsonl")
        self.expected = (self.folder / "plain.clean.jsonl").read_bytes()
        self.assertLess(len(self.expected), len(self.data))

    def clean_of(self, source, output="out.jsonl", **options):
        self.succeed("dedup", source, "-o", self.folder / output, "--input-format", "jsonl", **options)
        return (self.folder / output).read_bytes()

    def test_compressed_in_and_out_and_standard_input(self):
        for name, data in (("a.jsonl.gz", gzip.compress(self.data)), ("a.jsonl.zst", zst(self.data))):
            self.assertEqual(self.clean_of(self.write(name, data)), self.expected, name)
            self.assertEqual(self.clean_of("-", stdin=data), self.expected, name)
        self.assertEqual(self.clean_of("-", stdin=self.data), self.expected)
        self.assertEqual(gzip.decompress(self.clean_of("-", "out.jsonl.gz", stdin=self.data)), self.expected)
        self.clean_of("-", "out.jsonl.zst", stdin=self.data)
        self.assertEqual(unzst(self.folder / "out.jsonl.zst"), self.expected)

    def test_many_files_give_what_one_file_gives(self):
        """Whatever they are compressed with and however many threads read them."""
        lines = self.data.splitlines(keepends=True)
        packers = (("", bytes), (".gz", gzip.compress), (".zst", zst))
        for i in range(0, len(lines), 5):
            ending, pack = packers[i // 5 % 3]
            self.write(f"parts/{i:03}.jsonl{ending}", pack(b"".join(lines[i:i + 5])))
        for threads in (1, 2, 7):
            out = self.folder / "out.jsonl"
            self.succeed("dedup", self.folder / "parts", "-o", out, "-j", threads)
            self.assertEqual(out.read_bytes(), self.expected)
        self.succeed("dedup", self.folder / "parts", "-o", f"{self.folder}/out/")
        found = b"".join(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else unzst(path)
                         if path.suffix == ".zst" else path.read_bytes()
                         for path in sorted((self.folder / "out").iterdir()))
        self.assertEqual(found, self.expected)

    def test_globs_choose_files_inside_folders(self):
        self.write("in/a.jsonl", jsonl([{"id": "a", "text": text_of(1)}]))
        self.write("in/deep/b.jsonl", jsonl([{"id": "b", "text": text_of(1)}, {"id": "c", "text": text_of(2)}]))
        self.write("in/deep/notes.txt", text_of(2))
        out = self.folder / "out.jsonl"
        for globs, kept in ((["*.jsonl"], "ac"), (["deep/*.jsonl"], "bc"), (["a.*"], "a"), (["a.*", "**/b.*"], "ac")):
            options = [word for glob in globs for word in ("--glob", glob)]
            self.succeed("dedup", self.folder / "in", *options, "-o", out)
            self.assertEqual("".join(json.loads(line)["id"] for line in out.read_text().splitlines()), kept)

    def test_tables_stay_tables(self):
        header = "name\tid\ttext\r\n"
        rows = [f"x\t{i}\t{text_of(seed)}\r\n" for i, seed in ((1, 1), (2, 2), (3, 1))]
        for ending, pack, unpack in (("", bytes, bytes), (".gz", gzip.compress, gzip.decompress)):
            path = self.write(f"a.tsv{ending}", pack((header + "".join(rows)).encode()))
            out, removed = self.folder / f"out.tsv{ending}", self.folder / "removed.jsonl"
            self.succeed("dedup", path, "-o", out, "--removed", removed)
            lines = unpack(out.read_bytes()).decode().split("\n")
            self.assertEqual([line.rstrip("\r") for line in lines if line],
                             [line.rstrip() for line in (header, rows[0], rows[1])])
            self.assertEqual(json.loads(removed.read_text())["kept"], "1")
        quoted = f'id,text\n1,"{text_of(1)},\nnext ""line"""\n2,"{text_of(2)}"\n3,"{text_of(1)},\nnext ""line"""\n'
        out = self.folder / "out.csv"
        self.succeed("dedup", self.write("q.csv", quoted), "-o", out)
        self.assertEqual(out.read_text(), quoted[:quoted.index("3,")])
        first, second = self.write("one.csv", f"id,text\n1,{text_of(1)}\n"), self.write("two.csv", f"id,text\n2,{text_of(2)}\n")
        self.succeed("dedup", first, second, "-o", out)
        self.assertEqual(out.read_text(), f"id,text\n1,{text_of(1)}\n2,{text_of(2)}\n")

    def test_lines_and_crlf(self):
        path = self.write("a.log", f"{text_of(1)}\r\n{text_of(2)}\r\n{text_of(1)}\r\n")
        out = self.folder / "out.log"
        self.succeed("dedup", path, "--lines", "-o", out)
        self.assertEqual(out.read_bytes().decode(), f"{text_of(1)}\r\n{text_of(2)}\r\n")

    def test_folder_names_are_kept_and_nothing_is_written_for_files_without_survivors(self):
        self.write("in/x/one.jsonl", jsonl([{"id": 1, "text": text_of(4)}]))
        self.write("in/y/one.jsonl", jsonl([{"id": 2, "text": text_of(4)}]))
        self.succeed("dedup", self.folder / "in", "-o", f"{self.folder}/out/")
        self.assertEqual([str(path.relative_to(self.folder / "out")) for path in (self.folder / "out").rglob("*.jsonl")],
                         ["x/one.jsonl"])

    def test_files_of_an_earlier_run_do_not_pass_for_clean(self):
        for name, seed in (("a.txt", 1), ("b.txt", 2)):
            self.write(f"in/{name}", text_of(seed))
        command, out = ("dedup", self.folder / "in", "-o", f"{self.folder}/out/"), self.folder / "out"
        self.assertNotIn(b"earlier run", run(*command).stderr)
        self.assertNotIn(b"earlier run", run(*command).stderr)  # both are written again
        self.write("in/b.txt", text_of(1))
        self.assertIn(f"has 1 file from an earlier run whose inputs keep no document now, such as {out}/b.txt".encode(),
                      run(*command).stderr)
        self.assertTrue((out / "b.txt").exists(), "but what is not ours to delete stays")

    def test_two_inputs_of_one_name_are_not_mixed_up(self):
        for folder, seed in (("x", 1), ("y", 2)):
            self.write(f"{folder}/one.jsonl", jsonl([{"id": folder, "text": text_of(seed)}]))
        out = self.folder / "out"
        for inputs in (("x/one.jsonl", "y/one.jsonl"), ("x", "y")):
            self.fail_with("same name", "dedup", *(self.folder / name for name in inputs), "-o", f"{out}/")
            self.assertFalse(out.exists(), "found before anything is written, not on the way")
        self.write("y/one.jsonl", (self.folder / "x/one.jsonl").read_bytes())  # even if nothing stays of it
        self.fail_with("same name", "dedup", self.folder / "x", self.folder / "y", "-o", f"{out}/")
        self.succeed("dedup", self.folder / "x", self.folder / "x/one.jsonl", "-o", f"{out}/")  # one file, twice


if __name__ == "__main__":
    unittest.main()
