"""Expressions for polars: import this module, then use pl.col("text").neardup.

>>> import polars as pl
>>> import neardup.polars
>>> frame = pl.DataFrame({"text": ["A story of a bridge.", "A story of a bridge!"]})
>>> frame.select(pl.col("text").neardup.fingerprint().n_unique()).item()
1
"""

from __future__ import annotations

from typing import Any

import polars

from neardup._calls import dedup, fingerprint, hamming_distance, to_recipe
from neardup._neardup import Recipe


@polars.api.register_expr_namespace("neardup")
class Expressions:
    """Near-duplicates in expressions."""

    def __init__(self, expression: polars.Expr) -> None:
        self._expression = expression

    def fingerprint(self, recipe: Recipe | str = "text-1") -> polars.Expr:
        """Return the fingerprint of each text as UInt64; null for texts too short to judge."""
        chosen = to_recipe(recipe)

        def map_batch(texts: polars.Series) -> polars.Series:
            values, too_short = fingerprint(texts, recipe=chosen)
            return polars.Series(texts.name, values).set(polars.Series(too_short), None)

        return self._expression.map_batches(map_batch, return_dtype=polars.UInt64, is_elementwise=True)

    def hamming(self, other: polars.Expr) -> polars.Expr:
        """Return the distance to another column of fingerprints."""

        def map_columns(columns: Any) -> polars.Series:
            first, second = columns
            distances = hamming_distance(*(column.fill_null(0).to_numpy() for column in columns))
            nulls = first.is_null() | second.is_null()
            return polars.Series(first.name, distances.astype("int32")).set(nulls, None)

        return polars.map_batches([self._expression, other], map_columns, return_dtype=polars.Int32)

    def is_duplicate(self, **options: Any) -> polars.Expr:
        """Return True for each text that dedup() would remove. Options are those of neardup.dedup()."""

        def map_batch(texts: polars.Series) -> polars.Series:
            return polars.Series(texts.name, ~dedup(texts, **options).mask)

        return self._expression.map_batches(map_batch, return_dtype=polars.Boolean)
