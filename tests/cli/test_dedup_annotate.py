"""`neardup dedup --annotate`: who printed a story, when first, when last, how often."""

import json
import unittest

from neardup_cli import CommandTest, jsonl
from test_dedup import text_of


class AnnotateTest(CommandTest):
    def notes(self, documents, *options, name="a.jsonl"):
        path, out = self.write(name, jsonl(documents)), self.folder / "out.jsonl"
        self.succeed("dedup", path, "-o", out, "--annotate", *options)
        found = [json.loads(line) for line in out.read_text().splitlines()]
        notes = [document.pop("neardup") for document in found]
        self.assertEqual(found, documents)
        return notes

    def story(self, **fields):
        return {"text": text_of(1), **fields}

    def test_dates_as_iso_8601_and_sources(self):
        documents = [self.story(id="a", day="2024-03-02T10:00:00Z", paper="Herald"),
                     {"id": "b", "text": text_of(2), "day": "2024-01-01", "paper": "Courier"},
                     self.story(id="c", day="2023-12-31T23:59:59Z", paper="Courier"),
                     self.story(id="d", paper="Herald"), self.story(id="e", day="2024-03-01", paper=None)]
        notes = self.notes(documents, "--date-field", "day", "--source-field", "paper")
        self.assertEqual(notes[0], {"cluster": "a", "duplicate": False, "copies": 4, "first": "2023-12-31T23:59:59Z",
                                    "last": "2024-03-02T10:00:00Z",
                                    "sources": ["Herald", "Courier", f"{self.folder}/a.jsonl"], "source_count": 3})
        self.assertEqual(notes[1], {"cluster": "b", "duplicate": False, "copies": 1, "first": "2024-01-01",
                                    "last": "2024-01-01", "sources": ["Courier"], "source_count": 1})
        self.assertEqual((notes[3]["cluster"], notes[3]["duplicate"], notes[3]["reason"]), ("a", True, "exact"))
        self.assertEqual((notes[3]["first"], notes[3]["distance"], notes[3]["similarity"]),
                         ("2023-12-31T23:59:59Z", 0, 1))

    def test_dates_as_numbers(self):
        documents = [self.story(id="a", time=1000), self.story(id="b", time=999), self.story(id="c", time=5.5e3)]
        notes = self.notes(documents, "--date-field", "time")
        self.assertEqual([(note["first"], note["last"]) for note in notes], [(999, 5500.0)] * 3)

    def test_one_word_among_numbers_makes_all_of_them_words(self):
        documents = [self.story(id="a", time=1000), self.story(id="b", time="999"), self.story(id="c", time="n/a")]
        self.assertEqual([(note["first"], note["last"]) for note in self.notes(documents, "--date-field", "time")],
                         [("1000", "n/a")] * 3)

    def test_no_date_at_all(self):
        notes = self.notes([self.story(id="a"), self.story(id="b")], "--date-field", "day")
        self.assertEqual([(note["first"], note["last"]) for note in notes], [(None, None)] * 2)

    def test_files_are_sources_and_a_reference_counts(self):
        old = self.write("old.jsonl", jsonl([self.story(id="old", day="2020")]))
        notes = self.notes([self.story(id="new", day="2024")], "--against", old, "--date-field", "day")
        self.assertEqual(notes[0]["cluster"], "old")
        self.assertEqual((notes[0]["copies"], notes[0]["first"], notes[0]["last"]), (2, 2020, 2024))
        self.assertEqual(notes[0]["sources"], [str(old), f"{self.folder}/a.jsonl"])

    def test_notes_of_an_earlier_run_are_replaced(self):
        first = ['{"neardup": {"old": [1, "}", {"x": "\\""}]}, "id":"a", "text":"%s"}' % text_of(1),
                 '{"id" : "b","neardup":7 ,"text":"%s" , "more": {"neardup": "stays"} }' % text_of(2),
                 '{"id":"c","text":"%s","\\u006eeardup":null}' % text_of(1),
                 '{"id":"d","text":"neardup %s"}' % text_of(3)]
        path, out, again = self.write("a.jsonl", "\n".join(first) + "\n"), self.folder / "out", self.folder / "again"
        self.succeed("dedup", path, "-o", out, "--annotate", "--input-format", "jsonl")
        self.succeed("dedup", out, "-o", again, "--annotate", "--input-format", "jsonl")
        for written in (out, again):
            for line, given in zip(written.read_text().splitlines(), first, strict=True):
                names = [name for name, _ in json.loads(line, object_pairs_hook=list)]
                self.assertEqual(names.count("neardup"), 1)
                self.assertEqual(names[-1], "neardup")
                found, before = json.loads(line), json.loads(given)
                self.assertIn("cluster", found.pop("neardup"))
                before.pop("neardup", None)
                self.assertEqual(found, before)
        self.assertEqual(json.loads(again.read_text().splitlines()[2])["neardup"]["cluster"], "a")

    def test_many_sources_are_counted_and_some_named(self):
        documents = [self.story(id=i, paper=f"paper {i}") for i in range(50)]
        notes = self.notes(documents, "--source-field", "paper")
        self.assertEqual(notes[49]["sources"], [f"paper {i}" for i in range(20)])
        self.assertEqual((notes[49]["source_count"], notes[49]["copies"]), (50, 50))

    def test_an_index_has_neither_dates_nor_sources(self):
        old, index = self.write("old.jsonl", jsonl([self.story(id="old")])), self.folder / "old.ndx"
        self.succeed("index", "build", index, old)
        notes = self.notes([self.story(id="new", day="2024")], "--against", index, "--date-field", "day")
        self.assertEqual(notes[0], {"cluster": "old", "duplicate": True, "distance": 0, "similarity": None,
                                    "reason": "near", "copies": 2, "first": 2024, "last": 2024,
                                    "sources": [f"{self.folder}/a.jsonl"], "source_count": 1})

    def test_fields_need_annotate_and_annotate_needs_json(self):
        path = self.write("a.jsonl", jsonl([self.story(id="a")]))
        self.fail_with("--annotate", "dedup", path, "--date-field", "day")
        table = self.write("a.csv", f"id,text\n1,{text_of(1)}\n")
        self.fail_with("name the output .jsonl or .parquet", "dedup", table, "--annotate", "-o", self.folder / "out.csv")
        out = self.folder / "out"
        self.fail_with(f"{table}: only JSON objects can be annotated", "dedup", path, table, "--annotate", "-o", f"{out}/")
        self.assertFalse(out.exists(), "the first of two inputs is not written either")
        braces = self.write("a.txt", "".join(f"{text_of(i)} }}\n" for i in range(3)))
        self.fail_with("JSON objects", "dedup", braces, "--lines", "--annotate", "-o", self.folder / "out.txt")
        self.succeed("dedup", path, "--against", table, "--annotate", "-o", self.folder / "out.jsonl")


if __name__ == "__main__":
    unittest.main()
