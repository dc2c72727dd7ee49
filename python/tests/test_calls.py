"""The other functions, and what goes wrong."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import threading
from typing import Any

import neardup
import numpy
import pytest
from conftest import NEWS, ROOT, run_command


def test_fingerprints_are_those_of_the_command(news: list[dict[str, Any]]) -> None:
    import pyarrow

    texts = [row["text"] for row in news]
    for recipe, width in (("text-1", 16), ("text-1,bits=128", 32), ("ascii-mt19937", 8)):
        lines = run_command("fingerprint", NEWS, "--recipe", recipe).splitlines()
        expected = [line.split("\t")[1] for line in lines]
        for data in (texts, pyarrow.array(texts)):
            values, too_short = neardup.fingerprint(data, recipe=recipe)
            assert values.dtype == numpy.uint64 and too_short.dtype == bool
            for place, fingerprint in enumerate(expected):
                number = "".join(f"{int(word):016x}" for word in numpy.atleast_1d(values[place]))[-width:]
                assert fingerprint == "-" and too_short[place] or fingerprint == number


def test_one_text_has_the_fingerprint_of_many() -> None:
    text = "The old stone bridge was closed on Monday."
    assert neardup.Recipe("text-1").fingerprint(text) == neardup.fingerprint([text]).values[0]
    assert neardup.Recipe("text-1").fingerprint("Hi") is None
    high, low = neardup.fingerprint([text], recipe="text-1,bits=128").values[0]
    assert neardup.Recipe("text-1,bits=128").fingerprint(text) == (int(high) << 64) + int(low)


def test_pairs_are_those_of_the_command(news: list[dict[str, Any]]) -> None:
    expected = [line.split("\t")[:2] for line in run_command("pairs", NEWS, "-q").splitlines()]
    found = neardup.pairs(news)
    assert [[pair.id1, pair.id2] for pair in found] == expected
    assert found["row1"].tolist() == sorted(found["row1"].tolist())
    assert found.expected_recall == neardup.dedup(news).expected_recall


def test_comparing_and_explaining_follow_the_command() -> None:
    first, second = ((ROOT / "examples" / name).read_text(encoding="utf-8") for name in ("bridge.txt", "bridge_repost.txt"))
    comparison = neardup.compare(first, second)
    assert (comparison.distance, comparison.verdict) == (6, "near-duplicates")
    assert f"{comparison.similarity:.4f}" == "0.9036"
    assert not neardup.compare(first, second, distance=5).near_duplicate
    explanation = neardup.explain(first)
    assert explanation.fingerprint is not None
    assert int(explanation.fingerprint, 16) == neardup.Recipe("text-1").fingerprint(first)
    assert all((margin > 0) == bool(int(explanation.fingerprint, 16) >> bit & 1)
               for bit, margin in enumerate(explanation.margins))


def test_tuning_a_file_and_its_records_counts_the_same_pairs(news: list[dict[str, Any]]) -> None:
    of_path, of_records = neardup.tune(NEWS), neardup.tune(news)
    assert of_path.compared == of_records.compared == 336
    assert of_path.by_distance.tolist() == of_records.by_distance.tolist()
    assert of_path.similarities["pairs"].tolist() == of_records.similarities["pairs"].tolist()


def test_joins_find_what_comparing_all_pairs_finds() -> None:
    random = numpy.random.default_rng(7)
    base = random.integers(0, 2**63, 300, dtype=numpy.uint64)
    near = base ^ (numpy.uint64(1) << random.integers(0, 64, 300, dtype=numpy.uint64))
    values = numpy.concatenate([base, near])
    expected = [
        (i, j, d) for i in range(600) for j in range(i + 1, 600)
        if (d := neardup.hamming_distance(int(values[i]), int(values[j]))) <= 3
    ]  # fmt: skip
    join = neardup.self_join(values, 3, equal="all")
    assert list(zip(*(column.tolist() for column in join))) == expected
    cross = neardup.cross_join(near, base, 3, equal="all")
    assert set(zip(cross.second.tolist(), (cross.first + 300).tolist())) == {
        (i, j) for i, j, _ in expected if i < 300 <= j
    }
    wide = numpy.stack([values, values[::-1]], axis=1)
    assert len(neardup.self_join(wide, 6).first) == len(neardup.self_join(wide, 6).second)
    assert neardup.hamming_distance(values, values[::-1]).tolist() == [
        neardup.hamming_distance(int(a), int(b)) for a, b in zip(values, values[::-1])
    ]


def test_indexes_answer_and_survive_a_file(tmp_path: pathlib.Path, news: list[dict[str, Any]]) -> None:
    values, too_short = neardup.fingerprint(news)
    index = neardup.HammingIndex(max_distance=8, recipe="text-1")
    ids = [row["id"] for row in news]
    index.add_all([id for id, short in zip(ids, too_short) if not short], values[~too_short])
    assert ("courier-1", 6) in index.find(int(values[ids.index("herald-7")]))
    index.save(str(tmp_path / "a.ndx"))
    again = neardup.HammingIndex.open(str(tmp_path / "a.ndx"))
    assert len(again) == len(index) and again.recipe == "text-1"
    assert index.find_all(values[:9]) == [index.find(int(value)) for value in values[:9]]

    similar = neardup.SimilarityIndex(similarity=0.8)
    similar.add_all(ids[:1], [news[0]["text"]])
    text = news[ids.index("herald-7")]["text"]
    assert [id for id, _ in similar.find(text)] == ["courier-1"] == [id for id, _ in similar.find_all([text])[0]]
    similar.save(str(tmp_path / "s.ndx"))
    assert len(neardup.SimilarityIndex.open(str(tmp_path / "s.ndx"))) == 1
    assert similar.remove("courier-1") and "courier-1" not in similar


def test_a_collection_keeps_what_dedup_keeps(tmp_path: pathlib.Path, news: list[dict[str, Any]]) -> None:
    with neardup.Collection(tmp_path / "seen", durability="none") as seen:
        mask = [seen.check(row["id"], row["text"]).is_new for row in news if row["text"].strip()]
        assert mask == neardup.dedup([row for row in news if row["text"].strip()]).mask.tolist()
        assert len(seen) == sum(mask)
        answer = seen.query("x", news[0]["text"])
        assert (answer.verdict, answer.nearest) == ("copy", news[0]["id"])
        assert news[0]["id"] in seen and seen.remove(news[0]["id"]) == 1
    with pytest.raises(neardup.Error, match="closed"):
        seen.check("a", "b")


def test_sql_and_polars_use_the_same_fingerprints(news: list[dict[str, Any]]) -> None:
    import duckdb
    import neardup.duckdb
    import neardup.polars
    import polars

    frame = polars.DataFrame(news)
    values, too_short = neardup.fingerprint(frame)
    expected = [None if short else int(value) for value, short in zip(values, too_short)]
    assert frame.select(polars.col("text").neardup.fingerprint())["text"].to_list() == expected
    assert frame.lazy().select(polars.col("text").neardup.fingerprint()).collect()["text"].to_list() == expected
    distance = polars.col("text").neardup.fingerprint().neardup.hamming(polars.col("text").neardup.fingerprint())
    assert frame.select(distance)["text"].drop_nulls().unique().to_list() == [0]
    assert frame.filter(~polars.col("text").neardup.is_duplicate()).height == 246
    connection = duckdb.connect()
    neardup.duckdb.register(connection)
    connection.register("news", frame.to_arrow())
    rows = connection.sql("SELECT simhash(text) FROM news").fetchall()
    assert [row[0] for row in rows] == expected
    query = "SELECT hamming(1::UBIGINT, 7::UBIGINT), hamming(NULL, 1::UBIGINT), near_duplicate('A story.', 'a story')"
    assert connection.sql(query).fetchall() == [(2, None, True)]


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: neardup.dedup([1, 2]), neardup.InvalidArgumentError, "item 0 of the texts is of type int"),
        (lambda: neardup.dedup(5), neardup.InvalidArgumentError, "cannot read documents from int"),
        (lambda: neardup.dedup({"text": "a"}), neardup.InvalidArgumentError, "one record is not a collection"),
        (lambda: neardup.dedup([{"body": "a"}]), neardup.InvalidArgumentError, 'no record has a "text"'),
        (lambda: neardup.dedup("no such file"), neardup.FileError, "no such file"),
        (lambda: neardup.dedup(["a"], similarity=0.1), neardup.InvalidArgumentError, "0.1"),
        (lambda: neardup.dedup(["a"], similarity=0.8, distance=3), neardup.InvalidArgumentError, "give one"),
        (lambda: neardup.dedup(["a"], keep="best"), neardup.InvalidArgumentError, "best"),
        (lambda: neardup.dedup(["a"], recipe="text-9"), neardup.InvalidArgumentError, "text-9"),
        (lambda: neardup.dedup(["a"], output="x.jsonl"), neardup.InvalidArgumentError, "no records to write"),
        (lambda: neardup.dedup(NEWS).kept, neardup.InvalidArgumentError, "name an output"),
        (lambda: neardup.HammingIndex.open(str(NEWS)), neardup.Error, "news.jsonl"),
    ],
)
def test_errors_are_in_the_words_of_the_library(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        call()
    assert "--" not in str(caught.value)
    assert isinstance(caught.value, neardup.Error)


def test_a_missing_column_names_the_columns_there_are() -> None:
    import polars

    with pytest.raises(neardup.InvalidArgumentError, match='no column "text"; it has title, body'):
        neardup.dedup(polars.DataFrame({"title": ["a"], "body": ["b"]}))
    with pytest.raises(neardup.InvalidArgumentError, match="neither text nor whole numbers"):
        neardup.dedup(polars.DataFrame({"text": [[1], [2]]}))


def test_bad_records_become_warnings(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "A story of an old bridge."}\nnonsense\n', encoding="utf-8")
    with pytest.warns(neardup.InputWarning, match="line 2"):
        result = neardup.dedup(path)
    assert result.counts.documents == 1 and len(result.problems) == 1


def test_ctrl_c_stops_at_once() -> None:
    program = (
        "import neardup, numpy, signal, threading, time, os\n"
        "texts = [' '.join(map(str, numpy.random.default_rng(i).integers(0, 500, 400))) for i in range(20000)]\n"
        "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "start = time.monotonic()\n"
        "try:\n"
        "  while True: neardup.dedup(texts, similarity=0.3)\n"
        "except KeyboardInterrupt: print('stopped', time.monotonic() - start < 5)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=os.environ, timeout=120)
    assert done.stdout == "stopped True\n", done.stderr
    assert signal.SIGINT is not None


def test_threads_share_what_is_not_changed(news: list[dict[str, Any]]) -> None:
    expected = neardup.dedup(news).counts
    answers: list[neardup.Counts] = []
    workers = [threading.Thread(target=lambda: answers.append(neardup.dedup(news).counts)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert answers == [expected] * 4


def test_progress_is_shown_only_when_wanted(capfd: pytest.CaptureFixture[str], news: list[dict[str, Any]]) -> None:
    neardup.dedup(news)
    assert capfd.readouterr().err == ""
    neardup.dedup(news * 300, progress=True)
    assert "reading" in capfd.readouterr().err


def test_importing_does_not_import_numpy() -> None:
    program = "import sys, neardup; print('numpy' in sys.modules, 'pyarrow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
