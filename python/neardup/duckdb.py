"""Functions for SQL in DuckDB, without an extension.

>>> import duckdb, neardup.duckdb
>>> con = duckdb.connect()
>>> neardup.duckdb.register(con)
>>> con.sql("SELECT hamming(simhash('A story of an old stone bridge.'), simhash('a story of an old stone bridge'))").fetchall()
[(0,)]
"""

from __future__ import annotations

from typing import Any

from neardup._calls import compare, fingerprint, hamming_distance, to_recipe
from neardup._neardup import Recipe


def register(connection: Any, *, recipe: Recipe | str = "text-1", similarity: float | None = None) -> None:
    """Add simhash(text), hamming(a, b) and near_duplicate(a, b) to a connection.

    simhash returns a UBIGINT, or NULL for a text too short to judge. near_duplicate compares two texts as
    neardup.compare() does, or with another similarity if one is given.
    """
    import pyarrow

    chosen = to_recipe(recipe)

    def simhash(texts: Any) -> Any:
        values, too_short = fingerprint(texts, recipe=chosen)
        return pyarrow.array(values, mask=too_short)

    def hamming(first: Any, second: Any) -> Any:
        import numpy

        columns = [column.fill_null(0).to_numpy() for column in (first, second)]
        nulls = numpy.logical_or(*(column.is_null().to_numpy() for column in (first, second)))
        return pyarrow.array(hamming_distance(*columns).astype("int32"), mask=nulls)

    def near_duplicate(first: Any, second: Any) -> Any:
        return pyarrow.array(
            [
                None if None in pair else _is_near(compare(*pair, recipe=chosen), similarity)
                for pair in zip(first.to_pylist(), second.to_pylist())
            ],
            type=pyarrow.bool_(),
        )

    for function, inputs, output in (
        (simhash, ["VARCHAR"], "UBIGINT"),
        (hamming, ["UBIGINT", "UBIGINT"], "INTEGER"),
        (near_duplicate, ["VARCHAR", "VARCHAR"], "BOOLEAN"),
    ):
        connection.create_function(
            function.__name__, function, inputs, output, type="arrow", null_handling="special"
        )


def _is_near(comparison: Any, similarity: float | None) -> bool:
    if similarity is None or comparison.verdict == "identical":
        return bool(comparison.near_duplicate)
    return bool(comparison.similarity >= similarity)
