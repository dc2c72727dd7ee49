"""The name of an output decides its kind; what does not need Parquet."""

import csv
import gzip
import io
import json
import shutil
import subprocess
import zlib

from neardup_cli import COMMAND, CommandTest, jsonl

LONG = "the harbour was quiet that winter and the boats lay on the shingle with their nets drying in the wind number "
TEXTS = [LONG + "one", "a completely different story about gardens, \"quotes\" and\nlines that break in the middle of it all", LONG + "one"]
RECORDS = [{"id": f"d{i}", "text": text, "n": i, "tags": ["a", i], "none": None} for i, text in enumerate(TEXTS)]


def page(number, text):
    body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body><article><p>{text}</p></article></body></html>"
    return (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://ex.org/{number}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n{body}\r\n\r\n")


class DedupConversionTest(CommandTest):
    def convert(self, source, name, *options):
        target = self.folder / name
        self.succeed("dedup", source, "-o", target, "-q", *options)
        return target

    def source(self):
        return self.write("in.jsonl", jsonl(RECORDS))

    def test_jsonl_becomes_csv_with_all_fields(self):
        records = [dict(RECORDS[0], first="x"), RECORDS[1], dict(RECORDS[1], id="late", text="short", extra=True)]
        clean = self.convert(self.write("in.jsonl", jsonl(records)), "out.csv").read_text()
        rows = list(csv.DictReader(io.StringIO(clean, newline="")))
        self.assertEqual(list(rows[0]), ["id", "text", "n", "tags", "none", "first", "extra"])
        self.assertEqual(rows[1], {"id": "d1", "text": TEXTS[1], "n": "1", "tags": '["a", 1]', "none": "", "first": "", "extra": ""})
        self.assertEqual(rows[2]["extra"], "true")

    def test_jsonl_becomes_tsv_that_reads_back(self):
        clean = self.convert(self.source(), "out.tsv").read_text()
        self.assertEqual(clean.splitlines()[0], "id\ttext\tn\ttags\tnone")
        self.assertIn("quotes\" and\\nlines", clean)
        self.assertEqual(len(clean.splitlines()), 3)
        self.assertEqual(self.succeed("fingerprint", self.folder / "out.tsv").count("\n"), 2)

    def test_csv_becomes_jsonl_of_strings(self):
        table = self.write("in.csv", 'id,text,note\n007,"' + TEXTS[0] + '","say ""hi"""\n8,other words entirely for this one,\n')
        rows = [json.loads(line) for line in self.convert(table, "out.jsonl").read_text().splitlines()]
        self.assertEqual(rows, [{"id": "007", "text": TEXTS[0], "note": 'say "hi"'},
                                {"id": "8", "text": "other words entirely for this one", "note": ""}])

    def test_the_same_kind_is_copied_byte_for_byte(self):
        strange = b'{ "id" : "a" ,"text":"' + TEXTS[0].encode() + b'" }\n'
        self.assertEqual(self.convert(self.write("in.jsonl", strange), "out.jsonl").read_bytes(), strange)
        table = b'text;x,id\r\n"plain words, quoted",1\r\n'
        self.assertEqual(self.convert(self.write("in.csv", table), "out.csv", "--text-field", "text;x").read_bytes(), table)

    def test_converted_outputs_are_compressed_by_name(self):
        clean = gzip.decompress(self.convert(self.source(), "out.csv.gz").read_bytes()).decode()
        self.assertTrue(clean.startswith("id,text,n,tags,none\n"))

    def test_a_folder_of_texts_becomes_a_table(self):
        for number, text in enumerate(TEXTS):
            self.write(f"texts/{number}.txt", text)
        rows = list(csv.reader(io.StringIO(self.convert(self.folder / "texts", "out.csv").read_text(), newline="")))
        self.assertEqual(rows[0], ["id", "text"])
        self.assertEqual([row[1] for row in rows[1:]], TEXTS[:2])

    def test_inputs_of_several_kinds_share_a_converted_file(self):
        table = self.write("b.csv", "id,text,colour\nt1,words about boats and nothing else at all,blue\n")
        out = self.folder / "all.jsonl"
        self.succeed("dedup", self.source(), table, "-o", out, "-q")
        rows = [json.loads(line) for line in out.read_text().splitlines()]
        self.assertEqual([row["id"] for row in rows], ["d0", "d1", "t1"])
        self.assertEqual(rows[2]["colour"], "blue")

    def test_malformed_bytes_and_half_characters_do_not_stop_a_conversion(self):
        line = b'{"id":"a","text":"' + TEXTS[0].encode() + b' caf\xe9 \\ud83d end","big":123456789012345678901234567890}\n'
        clean = self.convert(self.write("in.jsonl", line), "out.csv").read_text()
        self.assertIn("caf\ufffd \ufffd end", clean)
        self.assertIn("123456789012345678901234567890", clean)

    def test_names_that_cannot_work_are_refused_before_anything_is_read(self):
        for name, message in (("out.xlsx", "writes no .xlsx files"), ("out.jsonl.bz2", "writes no .bz2 files"),
                              ("out.parquet.gz", "compressed inside")):
            self.fail_with(message, "dedup", self.folder / "missing.jsonl", "-o", self.folder / name)
            self.fail_with(message, "dedup", self.source(), "--removed", self.folder / name)
            self.fail_with(message, "pairs", self.source(), "-o", self.folder / name)
            self.assertFalse((self.folder / name).exists())

    def test_annotations_need_json(self):
        self.fail_with("name the output .jsonl", "dedup", self.source(), "--annotate", "-o", self.folder / "out.csv")
        table = self.write("in.csv", "id,text\n1,some words of a text\n")
        rows = self.convert(table, "out.jsonl", "--annotate").read_text()
        self.assertFalse(json.loads(rows)["neardup"]["duplicate"])

    def test_lists_follow_their_names_and_may_have_a_header(self):
        lists = {"removed": "id\tkept\tdistance\tsimilarity\treason", "clusters": "cluster\tid\trole\tdistance\tsimilarity",
                 "pairs": "id1\tid2\tdistance\tsimilarity"}
        for option, header in lists.items():
            tsv, table, lines = (self.folder / f"{option}.{kind}" for kind in ("tsv", "csv", "jsonl"))
            for path in (tsv, table, lines):
                self.succeed("dedup", self.source(), f"--{option}", path, "-q")
            plain = tsv.read_text()
            self.assertNotIn(header, plain)
            self.succeed("dedup", self.source(), f"--{option}", tsv, "--header", "-q")
            self.assertEqual(tsv.read_text(), header + "\n" + plain)
            self.assertEqual(table.read_text().splitlines()[0], header.replace("\t", ","))
            names = list(json.loads(lines.read_text().splitlines()[0]))
            self.assertEqual(names[:len(header.split("\t"))], header.split("\t"))
        self.assertTrue(self.succeed("pairs", self.source(), "--header").startswith("id1\tid2\tdistance\tsimilarity\nd0\td2\t"))
        self.assertTrue(self.succeed("pairs", self.source(), "--format", "csv").startswith("id1,id2,distance,similarity\nd0,d2,"))

    def test_without_the_module_parquet_is_named_and_the_rest_is_read(self):
        alone = shutil.copy(COMMAND, self.folder / "neardup")  # it looks for the module near itself
        done = subprocess.run([alone, "dedup", self.write("rows.parquet", b"PAR1 PAR1"), self.source()],
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("rows.parquet: Parquet needs a module", done.stderr.decode())
        self.assertIn("3 documents", done.stderr.decode())
        done = subprocess.run([alone, "dedup", self.source(), "-o", self.folder / "out.parquet"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("out.parquet: cannot be written", done.stderr.decode())

    def test_crawls_become_records_and_stay_crawls(self):
        other = "apples and pears are harvested late this year because the spring was cold and wet in the whole valley"
        pages = [page(1, LONG), page(2, other), page(3, LONG)]
        crawl = self.write("in.warc", "".join(pages))
        lines = [json.loads(line) for line in self.convert(crawl, "out.jsonl").read_text().splitlines()]
        self.assertEqual(lines[1], {"id": "http://ex.org/2", "url": "http://ex.org/2", "date": "2026-01-02T03:04:05Z", "text": other})
        self.assertEqual(len(lines), 2)
        self.assertEqual(self.convert(crawl, "out.warc").read_bytes(), "".join(pages[:2]).encode())
        done = subprocess.run([COMMAND, "dedup", self.source(), "-o", self.folder / "no.warc"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("only crawls can be written as a crawl", done.stderr.decode())
        self.assertFalse((self.folder / "no.warc").exists())

    def test_each_record_of_a_compressed_crawl_is_a_member(self):
        info = "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 4\r\n\r\na: b\r\n\r\n"
        pages = [page(i, f"{LONG} and the story of day {i} " + " ".join(f"word{i * 50 + j}" for j in range(40))) for i in range(40)]
        source = self.write("in.warc", info + "".join(pages) + pages[3])
        bytes_left = self.convert(source, "out.warc.gz").read_bytes()
        members = []
        while bytes_left:  # each can be decoded from its own beginning
            decoder = zlib.decompressobj(31)
            members.append(decoder.decompress(bytes_left).decode())
            self.assertTrue(decoder.eof)
            bytes_left = decoder.unused_data
        self.assertEqual(members[-40:], pages)
        self.assertEqual("".join(members), self.convert(source, "out.warc").read_bytes().decode())
        again = self.convert(self.folder / "out.warc.gz", "again.warc").read_bytes().decode()
        self.assertEqual(again, "".join(members))
        self.assertEqual(self.convert(self.convert(source, "out.warc.zst"), "again.warc").read_bytes().decode(), again)

    def test_crawls_give_the_same_output_for_any_number_of_threads(self):
        folder = self.folder / "crawl"
        folder.mkdir()
        for file in range(7):
            pages = [page(f"{file}/{i}", f"{LONG} of {i * file % 11} " + " ".join(f"word{(i * file % 11) * 50 + j}" for j in range(60)))
                     for i in range(60)]
            name = folder / f"{file}.warc.gz"
            name.write_bytes(b"".join(gzip.compress(one.encode()) for one in pages) if file % 2 else gzip.compress("".join(pages).encode()))
        outputs = {}
        for threads in ("1", "2", "5"):
            clean, removed = self.folder / f"clean{threads}.jsonl", self.folder / f"removed{threads}.jsonl"
            self.succeed("dedup", folder, "-o", clean, "--removed", removed, "-q", "--threads", threads)
            crawl = self.convert(folder, f"clean{threads}.warc.gz", "--threads", threads)
            pairs = self.succeed("pairs", folder, "-q", "--threads", threads)
            outputs[threads] = (clean.read_text(), removed.read_text(), crawl.read_bytes(), pairs)
        self.assertGreater(outputs["1"][0].count("\n"), 5)
        self.assertGreater(outputs["1"][1].count("\n"), 100)
        self.assertEqual(outputs["1"], outputs["2"])
        self.assertEqual(outputs["1"], outputs["5"])
