"""Finds the documents in whatever was passed: paths, anything that exports Arrow, or an iterable."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

from neardup import _neardup
from neardup.errors import InvalidArgumentError

Source = Union[_neardup.Documents, list[str]]
Names = Union[str, Sequence[str]]


def to_names(names: Names) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def is_path(value: object) -> bool:
    return isinstance(value, (str, os.PathLike))


def to_paths(data: object) -> list[str] | None:
    """Return the paths, or None if the data is something else. In a list, a string is a text and a Path a path."""
    if is_path(data):
        return [os.fspath(data)]  # type: ignore[call-overload]
    if isinstance(data, (list, tuple)) and data and all(isinstance(item, os.PathLike) for item in data):
        return [os.fspath(item) for item in data]
    return None


def library_of(data: object) -> str:
    """Return the name of the library that the type of the data comes from: "pandas", "polars", "duckdb", ..."""
    name = type(data).__module__.split(".")[0]
    return {"_duckdb": "duckdb"}.get(name, name)


def exporter_of(data: Any) -> Any:
    """Return the object that exports the data as Arrow, or None if nothing does."""
    library = library_of(data)
    if library == "datasets" and hasattr(data, "with_format"):
        if getattr(data, "_indices", None) is None:
            return data.data.table
        return data.with_format("arrow")[:]  # rows of a selection are where its indices say
    if library == "polars" and type(data).__name__ == "LazyFrame":
        return data.collect()
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
        return data
    for convert in ("to_arrow", "to_arrow_table", "arrow"):
        if hasattr(data, convert):
            return getattr(data, convert)()
    return None


def column_names(exporter: Any) -> list[str]:
    """Return the names of the columns of a data frame; none for a series."""
    columns = getattr(exporter, "column_names", None)
    if columns is None:
        columns = getattr(exporter, "columns", [])
    if hasattr(exporter, "schema") and not columns:
        columns = getattr(exporter.schema, "names", [])
    return [name for name in columns if isinstance(name, str)]


def _needed(exporter: Any, names: list[str]) -> Any:
    """Return a pandas frame without the columns that nobody reads: pandas converts each to export it."""
    if library_of(exporter) != "pandas" or not hasattr(exporter, "columns"):
        return exporter
    known = set(exporter.columns)
    if all(name in known for name in names):
        return exporter[list(dict.fromkeys(names))]
    return exporter


def _value_at(record: Mapping[str, Any], path: str) -> Any:
    if path in record:
        return record[path]
    first, point, rest = path.partition(".")
    inner = record.get(first)
    return _value_at(inner, rest) if point and isinstance(inner, Mapping) else None


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else str(value)


def _text_of(record: Mapping[str, Any], names: list[str]) -> str | None:
    parts = [part for part in (_value_at(record, name) for name in names) if part is not None]
    return "\n".join(map(str, parts)) if parts else None


def _from_records(records: list[Any], text: list[str], id: str | None, fields: list[str]) -> _neardup.Documents:
    if id is None and any("id" in record for record in records):
        id = "id"
    texts = [_text_of(record, text) for record in records]
    if records and all(found is None for found in texts):
        known = ", ".join(map(str, records[0]))
        raise InvalidArgumentError(f'no record has a "{text[0]}"; the first one has {known or "nothing"}')
    ids = None if id is None else [_as_text(_value_at(record, id)) for record in records]
    columns = [[_as_text(_value_at(record, name)) for record in records] for name in fields]
    return _neardup.Documents.from_lists(texts, ids, columns)


def _from_iterable(items: list[Any], text: list[str], id: str | None, fields: list[str]) -> _neardup.Documents:
    if any(isinstance(item, Mapping) for item in items):
        for place, item in enumerate(items):
            if not isinstance(item, Mapping):
                raise InvalidArgumentError(f"item {place} is of type {type(item).__name__}, and others are records")
        return _from_records(items, text, id, fields)
    if fields:
        raise InvalidArgumentError(f'strings have no field "{fields[0]}"; pass records or a data frame')
    return _neardup.Documents.from_lists(items)


def documents_of(
    data: Any, text: Names = "text", id: str | None = None, fields: Sequence[str] = ()
) -> _neardup.Documents:
    """Return the documents of data that is not given by paths."""
    exporter = exporter_of(data)
    names = to_names(text)
    if exporter is not None:
        if id is None and "id" in column_names(exporter):
            id = "id"
        wanted = [*names, *fields] + ([id] if id is not None else [])
        return _neardup.Documents.from_arrow(_needed(exporter, wanted), names, id, list(fields))
    if isinstance(data, Mapping):
        raise InvalidArgumentError("one record is not a collection; pass a list of records or a data frame")
    if not isinstance(data, Iterable):
        raise InvalidArgumentError(
            f"cannot read documents from {type(data).__name__}; pass paths, a data frame or a list"
        )
    return _from_iterable(data if isinstance(data, list) else list(data), names, id, list(fields))
