"""Cleans a corpus in polars: near-duplicates go, the longest copy stays, and a table says what each one repeated."""

import sys

import neardup
import polars as pl

corpus = pl.read_ndjson(sys.argv[1])
result = neardup.dedup(corpus, text="text", id="id", similarity=0.8, keep="longest")
print(result)

clean: pl.DataFrame = result.kept
clean.write_parquet("clean.parquet")

removed: pl.DataFrame = result.removed.to_polars()
print(removed.group_by("kept_id").len().sort("len", descending=True).head(3))

strict = result.rethreshold(0.95)
print(f"at 0.95 instead of 0.8, {strict.counts.kept - result.counts.kept} more documents stay")
result.report("report.html")
