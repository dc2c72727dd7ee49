"""Returns the rows of a mask in the type that came in. Nothing here is imported before the caller has done so."""

from __future__ import annotations

import importlib
from itertools import compress
from typing import Any

from neardup._inputs import exporter_of, library_of


def held(data: Any) -> Any:
    """Return data that can be read twice: the table of a stream, the list of an iterator."""
    library = library_of(data)
    if library == "pyarrow" and type(data).__name__ == "RecordBatchReader":
        return data.read_all()
    if hasattr(data, "__next__"):
        return list(data)
    return data


def _select_arrow(table: Any, mask: Any) -> Any:
    pyarrow = importlib.import_module("pyarrow")
    try:
        return table.filter(pyarrow.array(mask))
    except pyarrow.lib.ArrowNotImplementedError:  # a type that pyarrow cannot filter: join slices
        slices = [table.slice(begin, end - begin) for begin, end in _runs(mask)]
        return pyarrow.concat_tables(slices or [table.slice(0, 0)])


def _runs(mask: Any) -> list[tuple[int, int]]:
    """Return where each run of true values begins and ends."""
    edges = [place for place in range(len(mask) + 1) if _at(mask, place) != _at(mask, place - 1)]
    return list(zip(edges[::2], edges[1::2]))


def _at(mask: Any, place: int) -> bool:
    return 0 <= place < len(mask) and bool(mask[place])


def _select_polars(data: Any, mask: Any) -> Any:
    polars = importlib.import_module("polars")
    if type(data).__name__ == "LazyFrame":
        return data.collect().filter(polars.Series(mask)).lazy()
    return data.filter(polars.Series(mask))


def _select_duckdb(data: Any, mask: Any) -> Any:
    table = data.arrow()
    kept = _select_arrow(table.read_all() if hasattr(table, "read_all") else table, mask)  # noqa: F841
    return data.query("relation", "SELECT * FROM kept")  # in the connection of the relation; `kept` is this variable


def _select_daft(data: Any, mask: Any) -> Any:
    return importlib.import_module("daft").from_arrow(_select_arrow(data.to_arrow(), mask))


def select(data: Any, original: Any, mask: Any) -> Any:
    """Return the rows of `data` where the mask is true. `original` is what came in, before held()."""
    library = library_of(data)
    if library == "pandas":
        return data[mask]
    if library == "polars":
        return _select_polars(data, mask)
    if library == "datasets":
        return data.select(mask.nonzero()[0])
    if library == "duckdb":
        return _select_duckdb(data, mask)
    if library == "daft":
        return _select_daft(data, mask)
    if library == "pyarrow":
        kept = _select_arrow(data, mask)
        return kept.to_reader() if type(original).__name__ == "RecordBatchReader" else kept
    if exporter_of(data) is not None:
        return _select_arrow(importlib.import_module("pyarrow").table(exporter_of(data)), mask)
    rows = compress(data, mask)
    return tuple(rows) if isinstance(data, tuple) else list(rows)
