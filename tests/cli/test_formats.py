"""Whatever people have: encodings, JSON arrays, other tables, compressed files and archives, with no option."""

import bz2
import io
import json
import lzma
import tarfile
import unittest
import zipfile

from neardup_cli import CommandTest, jsonl, run

TEXTS = {
    "gb18030": "昨天下午，市里的图书馆重新开放了，许多孩子跟着父母一起来看书。新的阅览室比以前大了一倍。",
    "big5": "昨天下午，市立圖書館重新開放，許多孩子跟著父母一起來看書。新的閱覽室比以前大了一倍。",
    "shift_jis": "昨日の午後、市の図書館がまた開きました。子どもたちは親と一緒に本を読みに来ました。",
    "euc_kr": "어제 오후에 시립 도서관이 다시 문을 열었습니다. 많은 아이들이 부모와 함께 책을 읽으러 왔습니다.",
    "cp1251": "Вчера днём снова открылась городская библиотека, и многие дети пришли с родителями читать книги.",
    "cp1252": "Hier après-midi, la bibliothèque a rouvert ses portes et beaucoup d’élèves sont venus y lire.",
    "utf-16-le": "The library opened again yesterday afternoon, and many children came with their parents.",
    "utf-8": "Gestern öffnete die städtische Bücherei wieder, und viele Kinder kamen mit ihren Eltern dorthin.",
}
ENGLISH = "A perfectly ordinary sentence with enough words to have a fingerprint of its own, number %d of the lot"
RECORDS = [{"id": f"r{i}", "text": ENGLISH % i} for i in (1, 2, 1)]


def zip_of(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def tar_of(members, mode="w"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


class EncodingsTest(CommandTest):
    def test_a_folder_of_many_encodings_has_the_fingerprints_of_its_utf8_copy(self):
        for name, text in TEXTS.items():
            for copy in ("1", "2"):
                self.write(f"mixed/{name}{copy}.txt", text.encode(name))
                self.write(f"utf8/{name}{copy}.txt", text)
        def of(folder):
            return [line.split("\t")[1] for line in self.succeed("fingerprint", self.folder / folder).splitlines()]
        self.assertEqual(of("mixed"), of("utf8"))
        shown = run("fingerprint", self.folder / "mixed").stderr.decode()
        self.assertIn("gb180301.txt: read as GB18030", shown)
        self.assertNotIn("gb180302.txt", shown, "said once, not for each file")
        self.assertIn("(see --encoding)", shown)
        self.assertLess(len(shown.splitlines()), 8)

    def test_a_duplicate_in_another_encoding_is_found_and_the_output_is_utf8(self):
        text = TEXTS["gb18030"]
        first, second = self.write("in/a.txt", text.encode("gbk")), self.write("in/b.txt", text)
        out = self.folder / "out"
        self.succeed("dedup", self.folder / "in", "-o", f"{out}/")
        self.assertEqual([path.name for path in out.iterdir()], ["a.txt"])
        self.assertEqual((out / "a.txt").read_text(encoding="utf-8"), text)
        self.assertIn("1.0000", self.succeed("pairs", first, second))

    def test_the_option_overrides_and_what_is_not_credible_is_refused(self):
        path = self.write("a.txt", "国标".encode("gbk"))
        self.fail_with("not UTF-8", "fingerprint", path)
        self.fail_with("(see --encoding)", "fingerprint", path)
        self.assertNotIn(b"read as", run("fingerprint", path, "--encoding", "gbk").stderr)

    def test_standard_input_may_be_gbk(self):
        data = jsonl([]) + "".join(json.dumps({"id": i, "text": TEXTS["gb18030"]}, ensure_ascii=False) + "\n" for i in (1, 2)).encode("gbk")
        self.assertTrue(self.succeed("pairs", "-", stdin=data).startswith("1\t2\t0\t1.0000"))

    def test_a_table_keeps_its_byte_order_mark(self):
        table = f"id;text\n1;{ENGLISH % 1}\n2;{ENGLISH % 7}\n3;{ENGLISH % 1}\n"
        out = self.folder / "out.csv"
        for encoding in ("utf-8-sig", "utf-16"):
            self.succeed("dedup", self.write("a.csv", table.encode(encoding)), "-o", out)
            self.assertTrue(out.read_bytes().startswith(b"\xef\xbb\xbfid;text\n1;"), encoding)


class JsonTest(CommandTest):
    def kept(self, path, name="out.json"):
        out = self.folder / name
        self.succeed("dedup", path, "-o", out)
        return out.read_text()

    def test_arrays_and_objects_over_several_lines(self):
        contents = {"flat": json.dumps(RECORDS), "pretty": json.dumps(RECORDS, indent=2),
                    "wrapped": json.dumps({"total": 3, "rows": RECORDS, "next": None}, indent=1),
                    "sequence": "\n".join(json.dumps(record, indent=2) for record in RECORDS)}
        for name, content in contents.items():
            path = self.write(f"{name}.json", content)
            self.assertEqual(json.loads(self.kept(path)), RECORDS[:2], name)
            lines = self.kept(path, "out.jsonl").splitlines()
            self.assertEqual([json.loads(line) for line in lines], RECORDS[:2], name)
            printed = self.succeed("fingerprint", "-", stdin=content.encode())
            self.assertEqual([line.split("\t")[0] for line in printed.splitlines()], ["r1", "r2", "r1"], name)

    def test_json_lines_in_a_json_file_stay_lines(self):
        path = self.write("a.json", jsonl(RECORDS))
        self.assertEqual(self.kept(path, "out.jsonl"), jsonl(RECORDS[:2]).decode())

    def test_a_wrong_text_field_names_the_fields(self):
        path = self.write("a.json", json.dumps([{"id": 1, "body": "x"}] * 20))
        self.fail_with('it has "id", "body"', "fingerprint", path)

    def test_the_format_can_be_named(self):
        path = self.write("a.txt", json.dumps(RECORDS, indent=2))
        self.assertEqual(self.succeed("fingerprint", path, "--input-format", "json").count("\n"), 3)

    def test_annotations_and_removed_records(self):
        path = self.write("a.json", json.dumps(RECORDS, indent=2))
        out, removed = self.folder / "notes.json", self.folder / "removed.jsonl"
        self.succeed("dedup", path, "-o", out, "--annotate", "--removed", removed)
        notes = json.loads(out.read_text())
        self.assertEqual([note["neardup"]["duplicate"] for note in notes], [False, False, True])
        self.assertEqual(json.loads(removed.read_text())["record"], RECORDS[2])

    def test_a_text_file_with_json_lines_says_so_once(self):
        for name in ("a.txt", "b.txt"):
            self.write(f"in/{name}", jsonl(RECORDS))
        result = run("fingerprint", self.folder / "in")
        self.assertEqual(result.stdout.count(b"\n"), 6)
        self.assertEqual(result.stderr.count(b"holds JSON lines"), 1)


class TablesTest(CommandTest):
    def rows(self, delimiter, header=True):
        lines = [delimiter.join(("id", "text", "more"))] if header else []
        lines += [delimiter.join((record["id"], f'"{record["text"]}, and; so on"', "x")) for record in RECORDS]
        return "\n".join(lines) + "\n"

    def test_other_delimiters_are_found(self):
        for delimiter in ",;\t|":
            path, out = self.write("a.csv", self.rows(delimiter)), self.folder / "out.csv"
            self.succeed("dedup", path, "-o", out)
            self.assertEqual(out.read_text().splitlines(), self.rows(delimiter).splitlines()[:3])

    def test_tables_without_a_header(self):
        for options in ((), ("--delimiter", ";")):
            path, out = self.write("a.csv", self.rows(";", header=False)), self.folder / "out.csv"
            self.succeed("dedup", path, "-o", out, "--columns", "id,text,more", *options)
            self.assertEqual(out.read_text().splitlines(), self.rows(";", header=False).splitlines()[:2])
        path = self.write("a.tsv", f"1\t{ENGLISH % 1}\n2\t{ENGLISH % 2}\n")
        self.assertEqual(self.succeed("fingerprint", path, "--columns", "id,text").count("\n"), 2)

    def test_a_named_delimiter(self):
        path = self.write("a.csv", self.rows(":"))
        self.assertEqual(self.succeed("fingerprint", path, "--delimiter", ":").count("\n"), 3)
        path = self.write("b.csv", self.rows("\t"))
        self.assertEqual(self.succeed("fingerprint", path, "--delimiter", "tab").count("\n"), 3)
        self.fail_with("must be one byte", "fingerprint", path, "--delimiter", "ab")


class ArchivesTest(CommandTest):
    members = {"a.jsonl": jsonl(RECORDS[:2]), "deep/b.jsonl": jsonl(RECORDS[2:]), "deep/.hidden.jsonl": jsonl(RECORDS)}

    def test_members_are_files(self):
        archives = {"x.zip": zip_of(self.members), "x.tar": tar_of(self.members), "x.tgz": tar_of(self.members, "w:gz"),
                    "x.tar.xz": tar_of(self.members, "w:xz"), "x.tar.bz2": tar_of(self.members, "w:bz2")}
        for name, content in archives.items():
            path, out = self.write(name, content), self.folder / "out.jsonl"
            self.succeed("dedup", path, "-o", out)
            self.assertEqual(out.read_bytes(), jsonl(RECORDS[:2]), name)
            self.assertEqual(self.succeed("fingerprint", "-", stdin=content).count("\n"), 3, name)
        self.succeed("dedup", self.folder / "x.zip", "-o", f"{self.folder}/out/")
        self.assertEqual([str(file.relative_to(self.folder / "out")) for file in (self.folder / "out").rglob("*.*")], ["a.jsonl"])

    def test_compressed_streams(self):
        for name, content in (("a.jsonl.bz2", bz2.compress(jsonl(RECORDS))), ("a.jsonl.xz", lzma.compress(jsonl(RECORDS)))):
            out = self.folder / "out.jsonl"
            self.succeed("dedup", self.write(name, content), "-o", out)
            self.assertEqual(out.read_bytes(), jsonl(RECORDS[:2]))

    def test_damage_is_named_and_the_members_before_it_count(self):
        good = self.write("good.jsonl", jsonl(RECORDS[:1]))
        content = zip_of({f"{i}.txt": ENGLISH % i for i in range(50)})
        path = self.write("cut.zip", content[:len(content) // 3])
        output = self.fail_with("cut.zip", "fingerprint", path, good)
        self.assertGreater(output.count("\n"), 10)
        self.assertIn("r1\t", output)

    def test_office_files_are_named(self):
        path = self.write("a.docx", zip_of({"[Content_Types].xml": "<Types/>", "word/document.xml": "<w:p/>"}))
        self.fail_with("as .docx, .xlsx, .odt and .epub files are, not text", "fingerprint", path)


if __name__ == "__main__":
    unittest.main()
