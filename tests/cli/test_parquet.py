"""Parquet in and out, with files that pyarrow, DuckDB and polars have written.

`./dev setup` installs these packages from PyPI. Where they are missing, the exit code is 77, which ctest reports as
"Skipped".
"""

import datetime
import decimal
import json
import os
import pathlib
import random
import sys

from neardup_cli import CommandTest, run

try:
    import duckdb
    import polars
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as missing:
    print(f"SKIPPED: {missing}; `./dev setup` installs pyarrow, duckdb and polars from PyPI", file=sys.stderr)
    sys.exit(77)

WORDS = "river stone cloud lantern orchard winter copper meadow signal harbor violet engine paper garden mountain".split()


def sentence(seed, length=40):
    choose = random.Random(seed)
    return " ".join(choose.choice(WORDS) + str(choose.randrange(90)) for _ in range(length))


def texts(count):
    """Every third text is the one before it with one word more at the end."""
    made = []
    for i in range(count):
        made.append(made[-1] + " more" if i % 3 == 2 else sentence(i))
    return made


def kept(count):
    return [i for i in range(count) if i % 3 != 2]


class DedupTest(CommandTest):
    def path(self, name):
        return str(self.folder / name)

    def dedup(self, *arguments, code=0):
        done = run("dedup", "--similarity", "0.8", *arguments)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        return done.stderr.decode()


class ParquetTest(DedupTest):
    def write_table(self, table, name="in.parquet", **options):
        pq.write_table(table, self.path(name), **options)
        return self.path(name)

    def rich_table(self, count=90):
        """A table with a column of every sort that people have."""
        rows = range(count)
        none = lambda values: [None if i % 7 == 3 else value for i, value in enumerate(values)]
        return pa.table({
            "id": pa.array([f"r{i}" for i in rows]),
            "text": pa.array(texts(count)),
            "large": pa.array([sentence(i, 3) for i in rows], pa.large_string()),
            "view": pa.array(none([sentence(i, 3) for i in rows]), pa.string_view()),
            "label": pa.array(none([f"label{i % 4}" for i in rows])).dictionary_encode(),
            "count": pa.array(none(list(rows)), pa.int16()),
            "unsigned": pa.array([2**64 - 1 - i for i in rows], pa.uint64()),
            "score": pa.array([i / 7 for i in rows], pa.float32()),
            "flag": pa.array(none([i % 2 == 0 for i in rows])),
            "price": pa.array([decimal.Decimal(i) / 100 for i in rows], pa.decimal128(9, 2)),
            "day": pa.array([datetime.date(2024, 1, 1) + datetime.timedelta(days=i) for i in rows]),
            "at": pa.array([1700000000000 + i for i in rows], pa.timestamp("ms", "UTC")),
            "bytes": pa.array([bytes([255, i % 256]) for i in rows], pa.binary()),
            "tags": pa.array(none([[f"t{j}" for j in range(i % 4)] for i in rows])),
            "meta": pa.array(none([{"url": f"https://example.org/{i}", "inner": {"n": i}} for i in rows])),
            "map": pa.array([[("a", i)] for i in rows], pa.map_(pa.string(), pa.int64())),
            "nothing": pa.nulls(count),
        }).replace_schema_metadata({"made by": "a test", "pandas": "{}"})

    def test_all_columns_types_and_metadata_pass_through(self):
        table = self.rich_table()
        source = self.write_table(table, row_group_size=17)
        self.dedup(source, "-o", self.path("out.parquet"))
        clean = pq.read_table(self.path("out.parquet"))
        whole = pq.read_table(source)  # pyarrow itself renames the items of lists
        self.assertTrue(clean.schema.equals(whole.schema, check_metadata=True), f"{clean.schema}\n{whole.schema}")
        self.assertEqual(clean.to_pylist(), [table.to_pylist()[i] for i in kept(90)])
        metadata = pq.ParquetFile(self.path("out.parquet")).metadata
        self.assertEqual(metadata.row_group(0).column(0).compression, "ZSTD")
        before = pq.ParquetFile(source).schema
        self.assertEqual(str(pq.ParquetFile(self.path("out.parquet")).schema).split("\n", 1)[1],
                         str(before).split("\n", 1)[1])

    def test_the_result_is_that_of_the_same_rows_as_jsonl(self):
        table = self.rich_table().select(["id", "text"])
        source = self.write_table(table, row_group_size=11)
        lines = self.folder / "in.jsonl"
        lines.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
        self.dedup(lines, "-o", self.path("from_lines.jsonl"), "--pairs", self.path("a.tsv"))
        self.dedup(source, "-o", self.path("from_rows.jsonl"), "--pairs", self.path("b.tsv"))
        read = lambda name: [json.loads(line) for line in (self.folder / name).read_text().splitlines()]
        self.assertEqual(read("from_lines.jsonl"), read("from_rows.jsonl"))
        self.assertEqual((self.folder / "a.tsv").read_text(), (self.folder / "b.tsv").read_text())
        for command in (["pairs"], ["fingerprint"]):
            self.assertEqual(run(*command, lines).stdout, run(*command, source).stdout)

    def test_the_output_does_not_depend_on_threads(self):
        source = self.write_table(self.rich_table(600), row_group_size=7)
        self.dedup(source, "-o", self.path("one.parquet"), "-j", "1")
        self.dedup(source, "-o", self.path("many.parquet"), "-j", "8")
        self.assertEqual((self.folder / "one.parquet").read_bytes(), (self.folder / "many.parquet").read_bytes())
        self.assertEqual(pq.read_table(self.path("one.parquet")).column("id").to_pylist(),
                         [f"r{i}" for i in kept(600)])

    def test_texts_of_all_string_types_are_read(self):
        plain = texts(60)
        arrays = {
            "string": pa.array(plain), "large_string": pa.array(plain, pa.large_string()),
            "string_view": pa.array(plain, pa.string_view()), "dictionary": pa.array(plain).dictionary_encode(),
            "binary": pa.array([text.encode() for text in plain], pa.binary()),
        }
        for name, array in arrays.items():
            for options in ({}, {"use_dictionary": False, "data_page_version": "2.0"}, {"compression": "gzip"}):
                with self.subTest(name, **options):
                    source = self.write_table(pa.table({"text": array}), **options)
                    self.dedup(source, "-o", self.path("out.parquet"))
                    clean = pq.read_table(self.path("out.parquet"))
                    self.assertEqual(clean.schema.field("text").type, array.type)
                    self.assertEqual(clean.column("text").to_pylist(), [array.to_pylist()[i] for i in kept(60)])

    def test_nested_fields_and_several_text_fields(self):
        plain = texts(30)
        table = pa.table({
            "key": pa.array(range(30)),
            "page": pa.array([{"title": f"t{i // 3}", "body": {"text": text}, "other": i} for i, text in enumerate(plain)]),
            "dotted.name": pa.array(plain),
        })
        source = self.write_table(table, row_group_size=4)
        for fields in (["page.body.text"], ["page.title", "page.body.text"], ["dotted.name"]):
            options = [part for field in fields for part in ("--text-field", field)]
            self.dedup(source, "-o", self.path("out.parquet"), "--id-field", "key", *options)
            clean = pq.read_table(self.path("out.parquet"))
            self.assertEqual(clean.column("key").to_pylist(), kept(30), fields)
            self.assertEqual(clean.schema, table.schema)

    def test_files_of_duckdb_and_polars(self):
        plain = texts(300)
        frame = polars.DataFrame({"id": [f"p{i}" for i in range(300)], "text": plain,
                                  "list": [[i, i + 1] for i in range(300)],
                                  "struct": [{"a": i, "b": str(i)} for i in range(300)],
                                  "cat": polars.Series([f"c{i % 3}" for i in range(300)], dtype=polars.Categorical)})
        frame.write_parquet(self.path("polars.parquet"), row_group_size=50)
        rows = pa.table({"id": [f"p{i}" for i in range(300)], "text": plain, "n": list(range(300))})
        duckdb.from_arrow(rows).write_parquet(self.path("duckdb.parquet"), row_group_size=2048)
        for name in ("polars", "duckdb"):
            self.dedup(self.path(name + ".parquet"), "-o", self.path(name + "_out.parquet"))
            clean = pq.read_table(self.path(name + "_out.parquet"))
            whole = pq.read_table(self.path(name + ".parquet"))
            self.assertEqual(clean.schema, whole.schema)
            self.assertEqual(clean.to_pylist(), [whole.to_pylist()[i] for i in kept(300)])
        again = polars.read_parquet(self.path("polars_out.parquet"))
        self.assertEqual(again["id"].to_list(), [f"p{i}" for i in kept(300)])
        counted = duckdb.sql(f"select count(*) from '{self.path('duckdb_out.parquet')}'").fetchall()
        self.assertEqual(counted, [(200,)])

    def test_folders_of_shards_keep_their_names_or_become_one_file(self):
        shards = self.folder / "shards"
        (shards / "part=1").mkdir(parents=True)
        table = self.rich_table(120)
        pq.write_table(table.slice(0, 60), shards / "a.parquet", row_group_size=9)
        pq.write_table(table.slice(60), shards / "part=1" / "b.parquet")
        self.dedup(shards, "-o", self.path("clean") + "/")
        self.dedup(shards, "-o", self.path("all.parquet"))
        wanted = [f"r{i}" for i in kept(120)]
        one = pq.read_table(self.path("all.parquet"))
        self.assertEqual(one.column("id").to_pylist(), wanted)
        parts = [pq.read_table(self.path(name), partitioning=None) for name in ("clean/a.parquet", "clean/part=1/b.parquet")]
        self.assertEqual([row for part in parts for row in part.column("id").to_pylist()], wanted)
        self.assertEqual(parts[0].schema, pq.read_table(shards / "a.parquet").schema)
        # Other columns: a folder can hold both, one Parquet file cannot, JSONL can.
        pq.write_table(pa.table({"text": texts(6), "new": list(range(6))}), shards / "c.parquet")
        self.assertIn("its columns differ", self.dedup(shards, "-o", self.path("all.parquet"), code=2))
        self.dedup(shards, "-o", self.path("all.jsonl"))

    def test_rows_without_a_text_do_not_shift_the_others(self):
        plain = texts(90)
        plain = [None if i in (0, 4, 88) else text for i, text in enumerate(plain)]
        numbers = [i if i % 10 else None for i in range(90)]
        source = self.write_table(pa.table({"id": [f"r{i}" for i in range(90)], "text": plain, "n": numbers}), row_group_size=8)
        run("dedup", "--similarity", "0.8", source, "-o", self.path("out.parquet"))
        for row in pq.read_table(self.path("out.parquet")).to_pylist():
            i = int(row["id"][1:])
            self.assertEqual((row["text"], row["n"]), (plain[i], numbers[i]))

    def test_too_long_rows_are_reported_and_do_not_shift_the_others(self):
        plain = [sentence(i) if i != 5 else "long " * 1000 for i in range(12)]
        source = self.write_table(pa.table({"id": list(range(12)), "text": plain}), row_group_size=4)
        said = self.dedup(source, "-o", self.path("out.parquet"), "--max-document", "2000", code=2)
        self.assertIn("in.parquet:6: longer than 2000 bytes", said.replace(": line ", ":"))
        clean = pq.read_table(self.path("out.parquet")).to_pylist()
        self.assertEqual([(row["id"], row["text"]) for row in clean], [(i, plain[i]) for i in range(12) if i != 5])

    def test_empty_files_stay_files_with_columns(self):
        table = self.rich_table(6).slice(0, 0)
        source = self.write_table(table)
        self.dedup(source, "-o", self.path("out.parquet"))
        self.assertEqual(pq.read_table(self.path("out.parquet")).schema, pq.read_table(source).schema)

    def test_a_file_is_known_by_its_first_bytes_and_can_come_through_a_pipe(self):
        source = self.write_table(pa.table({"text": texts(30)}))
        plain = self.folder / "shard-0001"
        plain.write_bytes(pathlib.Path(source).read_bytes())
        self.dedup(plain, "-o", self.path("out.parquet"))
        self.assertEqual(pq.read_table(self.path("out.parquet")).num_rows, 20)
        done = run("dedup", "-", "--input-format", "parquet", "--similarity", "0.8", "-o", self.path("piped.parquet"),
                   stdin=pathlib.Path(source).read_bytes())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(pq.read_table(self.path("piped.parquet")).num_rows, 20)

    def test_other_commands_read_parquet(self):
        source = self.write_table(self.rich_table(60), row_group_size=7)
        index = self.path("seen.ndx")
        built = run("index", "build", index, source)
        self.assertEqual(built.returncode, 0, built.stderr)
        found = run("index", "query", index, source)
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertEqual(run("tune", source).returncode, 0)
        seen = run("seen", self.path("live"), source)
        self.assertEqual(seen.returncode, 0, seen.stderr)
        self.assertIn(b"r59", seen.stdout)
        against = self.dedup(source, "--against", source, "-o", self.path("none.parquet"))
        self.assertEqual(pq.read_table(self.path("none.parquet")).num_rows, 0, against)
        self.assertEqual(pq.read_table(self.path("none.parquet")).schema, pq.read_table(source).schema)

    def test_a_wrong_text_field_names_the_columns(self):
        source = self.write_table(pa.table({"body": texts(3), "id": [1, 2, 3]}))
        self.assertIn('no column "text"; there are "body", "id" (see --text-field)', self.dedup(source, code=2))

    def test_damage_is_reported_and_costs_only_its_row_group(self):
        source = self.write_table(self.rich_table(100).select(["id", "text", "count"]), row_group_size=20, compression="none",
                            use_dictionary=False)
        chunk = pq.ParquetFile(source).metadata.row_group(2).column(1)
        data = bytearray(pathlib.Path(source).read_bytes())
        start = chunk.data_page_offset
        data[start:start + chunk.total_compressed_size] = b"\xff" * chunk.total_compressed_size
        pathlib.Path(source).write_bytes(bytes(data))
        said = self.dedup(source, "-o", self.path("out.parquet"), code=2)
        self.assertIn("row group 3: rows 41 to 60 cannot be read", said)
        ids = pq.read_table(self.path("out.parquet")).column("id").to_pylist()
        self.assertTrue(ids)
        self.assertFalse(set(ids) & {f"r{i}" for i in range(40, 60)})
        for row in pq.read_table(self.path("out.parquet")).to_pylist():
            self.assertIn(row["count"], (int(row["id"][1:]), None))

    def test_damaged_files_end_in_a_message(self):
        source = self.write_table(self.rich_table(40), row_group_size=9)
        whole = pathlib.Path(source).read_bytes()
        choose = random.Random(5)
        damaged = [b"", b"PAR1", b"PAR1PAR1", whole[:-1], whole[:-8], whole[4:], whole[:len(whole) // 2],
                   whole[:-8] + b"\xff\xff\xff\x7fPAR1", whole[:-8] + b"\x00\x00\x00\x00PAR1", b"PAR1" + b"\x00" * 64 + b"PAR1"]
        for _ in range(int(os.environ.get("NEARDUP_DAMAGED_FILES", "60"))):
            copy = bytearray(whole)
            for _ in range(choose.choice((1, 1, 3, 10))):
                at = choose.randrange(len(copy)) if choose.random() < 0.5 else len(copy) - 1 - choose.randrange(len(copy) // 3)
                copy[at] ^= 1 << choose.randrange(8)
            damaged.append(bytes(copy))
        for number, data in enumerate(damaged):
            pathlib.Path(source).write_bytes(data)
            done = run("dedup", source, "-o", self.path("out.parquet"))
            self.assertIn(done.returncode, (0, 2), f"file {number}: {done.returncode} {done.stderr.decode()}")
            if done.returncode == 2:
                self.assertIn(b"in.parquet", done.stderr)


class ConversionTest(DedupTest):
    def test_jsonl_becomes_parquet_with_the_types_of_its_values(self):
        records = [{"id": i, "text": text, "score": i / 2, "ok": i % 2 == 0, "tags": ["a", "b"][:i % 3],
                    "meta": {"url": f"u{i}", "deep": {"n": i}}, "mixed": i if i % 2 else "x", "big": 2**70 + i,
                    "nothing": None, "half": i if i % 2 else 0.5} for i, text in enumerate(texts(30))]
        records[0]["only here"] = "yes"
        source = self.folder / "in.jsonl"
        source.write_text("".join(json.dumps(record) + "\n" for record in records))
        self.dedup(source, "-o", self.path("out.parquet"))
        table = pq.read_table(self.path("out.parquet"))
        types = {field.name: str(field.type) for field in table.schema}
        self.assertEqual(types, {"id": "int64", "text": "string", "score": "double", "ok": "bool",
                                 "tags": "list<element: string>", "meta": "struct<url: string, deep: struct<n: int64>>",
                                 "mixed": "string", "big": "string", "nothing": "string", "half": "double",
                                 "only here": "string"})
        rows = table.to_pylist()
        for row, i in zip(rows, kept(30), strict=True):
            wanted = dict(records[i], mixed=str(records[i]["mixed"]), big=str(records[i]["big"]), nothing=None)
            wanted.setdefault("only here", None)
            self.assertEqual(row, wanted)

    def test_csv_becomes_parquet_with_texts(self):
        source = self.folder / "in.csv"
        source.write_text('id,text,note\n' + "".join(f'00{i},{text},"a ""quote"", {i}"\n' for i, text in enumerate(texts(6))))
        self.dedup(source, "-o", self.path("out.parquet"))
        rows = pq.read_table(self.path("out.parquet")).to_pylist()
        self.assertEqual([row["id"] for row in rows], [f"00{i}" for i in kept(6)])
        self.assertEqual(rows[0]["note"], 'a "quote", 0')

    def test_parquet_becomes_jsonl_and_csv(self):
        table = pa.table({"id": list(range(6)), "text": texts(6), "at": pa.array([1700000000000] * 6, pa.timestamp("ms", "UTC")),
                          "day": [datetime.date(2024, 2, 3)] * 6, "raw": pa.array([b"\xff\x00"] * 6, pa.binary()),
                          "tags": [["a", "b,c"]] * 6, "map": pa.array([[("k", 1)]] * 6, pa.map_(pa.string(), pa.int64())),
                          "none": pa.nulls(6), "nan": [float("nan")] * 6})
        pq.write_table(table, self.path("in.parquet"))
        self.dedup(self.path("in.parquet"), "-o", self.path("out.jsonl"))
        first = json.loads((self.folder / "out.jsonl").read_text().splitlines()[0])
        self.assertEqual(first, {"id": 0, "text": texts(1)[0], "at": "2023-11-14T22:13:20.000Z", "day": "2024-02-03",
                                 "raw": "/wA=", "tags": ["a", "b,c"], "map": {"k": 1}, "none": None, "nan": None})
        self.dedup(self.path("in.parquet"), "-o", self.path("out.csv"))
        lines = (self.folder / "out.csv").read_text().splitlines()
        self.assertEqual(lines[0], "id,text,at,day,raw,tags,map,none,nan")
        self.assertEqual(len(lines), 5)
        self.assertIn('"[""a"",""b,c""]"', lines[1])

    def test_lists_become_parquet(self):
        source = self.folder / "in.jsonl"
        source.write_text("".join(json.dumps({"id": f"r{i}", "text": text}) + "\n" for i, text in enumerate(texts(9))))
        self.dedup(source, "--removed", self.path("r.parquet"), "--pairs", self.path("p.parquet"),
                   "--clusters", self.path("c.parquet"))
        removed = pq.read_table(self.path("r.parquet"))
        self.assertEqual(removed.column_names, ["id", "kept", "distance", "similarity", "reason"])
        self.assertEqual(removed.column("id").to_pylist(), ["r2", "r5", "r8"])
        self.assertEqual(str(removed.schema.field("similarity").type), "double")
        self.assertEqual(pq.read_table(self.path("c.parquet")).num_rows, 6)
        self.assertEqual(pq.read_table(self.path("p.parquet")).num_rows, 3)
        done = run("pairs", "--similarity", "0.8", source, "-o", self.path("all.parquet"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(pq.read_table(self.path("all.parquet")).column("id1").to_pylist(), ["r1", "r4", "r7"])

    def test_annotations_of_parquet_are_a_member_or_a_column(self):
        pq.write_table(pa.table({"id": ["a", "b"], "text": [sentence(1)] * 2, "n": [1, 2]}), self.path("in.parquet"))
        self.dedup(self.path("in.parquet"), "--annotate", "-o", self.path("out.jsonl"))
        rows = [json.loads(line) for line in (self.folder / "out.jsonl").read_text().splitlines()]
        self.assertEqual([(row["n"], row["neardup"]["duplicate"]) for row in rows], [(1, False), (2, True)])
        self.dedup(self.path("in.parquet"), "--annotate", "-o", self.path("out.parquet"))
        marked = pq.read_table(self.path("out.parquet"))
        self.assertEqual(marked.column_names, ["id", "text", "n", "neardup"])
        for row, expected in zip(marked.to_pylist(), rows, strict=True):
            expected["neardup"] = {name: expected["neardup"].get(name) for name in row["neardup"]}
            self.assertEqual(row, expected)
        said = self.dedup(self.path("in.parquet"), "--annotate", "-o", self.path("out.csv"), code=2)
        self.assertIn("name the output .jsonl or .parquet", said)
