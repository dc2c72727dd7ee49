"""dedup on every kind of data gives what the command gives."""

from __future__ import annotations

import pathlib
from typing import Any

import neardup
import numpy
import pytest
from conftest import NEWS, ROOT, run_command


def removed_by_command(tmp_path: pathlib.Path, *options: object) -> list[tuple[str, ...]]:
    path = tmp_path / "removed.tsv"
    run_command("dedup", NEWS, "--removed", path, "-q", *options)
    return [tuple(line.split("\t")) for line in path.read_text(encoding="utf-8").splitlines()]


def shortened(similarity: float) -> str:
    """As the command writes it: six decimals, rounded down."""
    return f"{int(similarity * 1e6) / 1e6:.6f}"


def removed_rows(result: neardup.DedupResult) -> list[tuple[str, ...]]:
    return [
        (
            row.id,
            row.kept_id,
            "-" if row.distance is None else str(row.distance),
            "-" if row.similarity is None else shortened(row.similarity),
            "exact" if row.exact else "near",
        )
        for row in result.removed
    ]


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, []),
        ({"similarity": 0.6}, ["--similarity", 0.6]),
        ({"distance": 8}, ["--distance", 8]),
        ({"distance": 10, "verify": "edit:0.8"}, ["--distance", 10, "--verify", "edit:0.8"]),
        ({"keep": "longest", "link": "components"}, ["--keep", "longest", "--link", "components"]),
        ({"recipe": "short-1"}, ["--recipe", "short-1"]),
        ({"lossless": True}, ["--lossless"]),
        ({"sentences": 2}, ["--method", "sentences", "--sentences", 2]),
    ],
)
def test_a_path_and_records_give_what_the_command_gives(
    tmp_path: pathlib.Path, news: list[dict[str, Any]], options: dict[str, Any], arguments: list[object]
) -> None:
    expected = removed_by_command(tmp_path, *arguments)
    assert removed_rows(neardup.dedup(NEWS, **options)) == expected
    assert removed_rows(neardup.dedup(news, **options)) == expected


def frames(news: list[dict[str, Any]]) -> dict[str, Any]:
    import datasets
    import duckdb
    import pandas
    import polars
    import pyarrow

    table = pyarrow.Table.from_pylist(news)
    columns = {"id": table["id"], "text": table["text"]}
    large = pyarrow.schema([("id", pyarrow.large_string()), ("text", pyarrow.large_string())])
    views = pyarrow.schema([("id", pyarrow.string_view()), ("text", pyarrow.string_view())])
    plain = pyarrow.table(columns)
    connection = duckdb.connect()
    connection.register("news", table)
    dataset = datasets.Dataset(table)
    return {
        "list": news,
        "tuple": tuple(news),
        "iterator": iter(news),
        "pandas": pandas.DataFrame(news),
        "pandas object": pandas.DataFrame(news).astype({"text": object}),
        "polars": polars.DataFrame(news),
        "polars lazy": polars.DataFrame(news).lazy(),
        "pyarrow": table,
        "pyarrow large": plain.cast(large),
        "pyarrow views": plain.cast(views),
        "pyarrow dictionary": plain.set_column(0, "id", table["id"].dictionary_encode()),
        "pyarrow chunks": pyarrow.concat_tables([table.slice(i, 7) for i in range(0, len(table), 7)]),
        "pyarrow batch": table.combine_chunks().to_batches()[0],
        "pyarrow reader": table.to_reader(50),
        "duckdb": connection.sql("SELECT * FROM news"),
        "datasets": dataset,
        "datasets with indices": dataset.select(range(len(dataset))).shuffle(seed=1).sort("id").select(
            numpy.argsort(numpy.argsort([row["id"] for row in news], kind="stable"))
        ),
    }


KINDS = [
    "list", "tuple", "iterator", "pandas", "pandas object", "polars", "polars lazy", "pyarrow", "pyarrow large",
    "pyarrow views", "pyarrow dictionary", "pyarrow chunks", "pyarrow batch", "pyarrow reader", "duckdb", "datasets",
    "datasets with indices",
]  # fmt: skip


def rows_of(data: Any) -> list[str]:
    """Return the ids of a frame of any library."""
    if isinstance(data, (list, tuple)):
        return [row["id"] for row in data]
    if hasattr(data, "collect"):
        data = data.collect()
    if hasattr(data, "fetchall"):
        return [row[data.columns.index("id")] for row in data.fetchall()]
    if hasattr(data, "read_all"):
        data = data.read_all()
    column = data["id"]
    return column.to_pylist() if hasattr(column, "to_pylist") else list(column)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_data_has_the_same_answer_and_keeps_its_type(kind: str, news: list[dict[str, Any]]) -> None:
    data = frames(news)[kind]
    expected = neardup.dedup(NEWS)
    result = neardup.dedup(data)
    assert removed_rows(result) == removed_rows(expected)
    kept = result.kept
    assert type(kept) is type(data) or kind == "iterator"
    assert rows_of(kept) == [row["id"] for row, stays in zip(news, expected.mask) if stays]


def test_a_series_of_texts_needs_no_column(news: list[dict[str, Any]]) -> None:
    import pandas
    import polars
    import pyarrow

    texts = [row["text"] for row in news]
    expected = neardup.dedup(news).mask.tolist()
    for series in (texts, pandas.Series(texts), polars.Series(texts), pyarrow.array(texts), pyarrow.chunked_array([texts])):
        assert neardup.dedup(series).mask.tolist() == expected


def test_sliced_arrays_are_read_from_their_first_row(news: list[dict[str, Any]]) -> None:
    import pyarrow

    table = pyarrow.Table.from_pylist(news)
    nested = pyarrow.table({"page": table.select(["id", "text"]).to_struct_array()})
    for size in (table.slice(100, 150), nested.slice(100, 150)):
        name = "text" if "text" in size.column_names else "page.text"
        assert neardup.dedup(size, name).mask.tolist() == neardup.dedup(news[100:250]).mask.tolist()


def test_nulls_are_documents_without_text() -> None:
    import polars

    frame = polars.DataFrame({"text": ["A story of an old bridge.", None, None, "", "A story of an old bridge."]})
    result = neardup.dedup(frame)
    assert result.mask.tolist() == [True, True, True, True, False]
    assert result.counts.without_text == 3


def test_strings_with_lone_surrogates_are_repaired() -> None:
    texts = ["A story \ud800 of an old bridge.", "A story \ufffd of an old bridge.", "\udc00"]
    assert neardup.dedup(texts).counts.exact == 1


def test_fields_decide_what_stays_and_what_is_compared() -> None:
    import polars

    story = "The old stone bridge was closed on Monday."
    rows = [{"text": story, "site": site, "score": score} for site, score in (("a", 1), ("a", 3), ("b", 2))]
    for data in (rows, polars.DataFrame(rows)):
        assert neardup.dedup(data, keep="max:score").mask.tolist() == [False, True, False]
        assert neardup.dedup(data, within="site").mask.tolist() == [True, False, True]


def test_output_is_written_for_paths(tmp_path: pathlib.Path) -> None:
    output = tmp_path / "clean.jsonl"
    expected = tmp_path / "expected.jsonl"
    run_command("dedup", NEWS, "-o", expected, "-q")
    assert neardup.dedup(NEWS, output=output).kept == str(output)
    assert output.read_bytes() == expected.read_bytes()
    assert neardup.dedup([NEWS, ROOT / "examples" / "posts.jsonl"]).counts.documents > 336


def test_parquet_is_read_by_the_library(tmp_path: pathlib.Path, news: list[dict[str, Any]]) -> None:
    import pyarrow
    from pyarrow import parquet

    path = tmp_path / "news.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(news), path)
    assert removed_rows(neardup.dedup(path)) == removed_rows(neardup.dedup(news))


def test_the_result_describes_itself(tmp_path: pathlib.Path) -> None:
    result = neardup.dedup(NEWS)
    assert repr(result).startswith("<DedupResult: 336 documents: 246 kept, 32 exact and 58 near duplicates removed")
    assert "246" in result._repr_html_()
    assert len(result) == 336 and result.mask.sum() == 246
    assert 0.99 < result.expected_recall < 1
    assert result.rule == "similarity at least 0.8" and result.recipe == neardup.Recipe("text-1")
    assert len(result.clusters) == 67 and max(map(len, result.clusters)) == 6
    assert sum(map(len, result.clusters)) == 67 + len(result.removed)
    assert len(result.pairs) == 90 and result.pairs["row1"].dtype == "int64"
    result.report(tmp_path / "r.html", language="zh")
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!")


def test_tables_become_frames_of_any_library() -> None:
    import polars

    removed = neardup.dedup(NEWS).removed
    arrow, pandas_frame, polars_frame = removed.to_arrow(), removed.to_pandas(), removed.to_polars()
    assert arrow.num_rows == len(pandas_frame) == len(polars_frame) == len(removed) == 90
    missing = sum(row.distance is None for row in removed)
    assert missing > 0
    assert arrow["distance"].null_count == pandas_frame["distance"].isna().sum() == missing
    assert polars_frame["distance"].null_count() == missing
    assert polars.DataFrame(removed)["id"].to_list() == [row.id for row in removed]


def test_a_stricter_threshold_needs_no_new_run(news: list[dict[str, Any]]) -> None:
    loose = neardup.dedup(news, similarity=0.6)
    for similarity in (0.7, 0.8, 0.95, 1.0):
        again = loose.rethreshold(similarity)
        assert removed_rows(again) == removed_rows(neardup.dedup(news, similarity=similarity))
        assert again.rule == f"similarity at least {similarity:g}"
    assert loose.rethreshold(0.8).rethreshold(0.9).counts == loose.rethreshold(0.9).counts
    near = neardup.dedup(news, distance=10)
    assert removed_rows(near.rethreshold(4)) == removed_rows(neardup.dedup(news, distance=4))
    with pytest.raises(neardup.InvalidArgumentError, match="needs a new run"):
        loose.rethreshold(0.5)
    with pytest.raises(neardup.InvalidArgumentError, match="needs a new run"):
        near.rethreshold(11)


def test_dense_clusters_can_be_rethresholded() -> None:
    words = [f"word{i}" for i in range(60)]
    texts = [" ".join(words[:i % 50] + ["other"] * (i % 3) + words[i % 50 + 1:]) for i in range(3000)]
    loose = neardup.dedup(texts, similarity=0.6)
    again = loose.rethreshold(0.9)
    expected = neardup.dedup(texts, similarity=0.9)
    assert abs(again.counts.kept - expected.counts.kept) <= 0.01 * expected.counts.kept + 1
