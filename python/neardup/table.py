"""A small table of results, which any library of data frames can take over."""

from __future__ import annotations

import html
from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_NULLS = {"distance": -1}  # the number that stands for no value
_SHOWN = 10


class Table(Sequence[Any]):
    """Columns of equal length. Indexing with a name gives a column, with a number a row.

    ``to_pandas()``, ``to_polars()`` and ``to_arrow()`` convert it, and libraries that read Arrow take it as it is:
    ``polars.DataFrame(result.removed)``.
    """

    def __init__(self, name: str, columns: Mapping[str, Any]) -> None:
        self._columns = dict(columns)
        self._row = namedtuple(name, list(self._columns))  # type: ignore[misc]

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._columns[key]
        if isinstance(key, slice):
            return [self._row_at(place) for place in range(*key.indices(len(self)))]
        place = key + len(self) if key < 0 else key
        if not 0 <= place < len(self):
            raise IndexError(f"row {key} of {len(self)}")
        return self._row_at(place)

    def __iter__(self) -> Iterator[Any]:
        return (self._row_at(place) for place in range(len(self)))

    def _row_at(self, place: int) -> Any:
        return self._row(*(self._value(name, place) for name in self._columns))

    def _value(self, name: str, place: int) -> Any:
        value = self._columns[name][place]
        value = value.item() if hasattr(value, "item") else value
        is_null = value != value or (name in _NULLS and value == _NULLS[name])  # NaN differs from itself
        return None if is_null else value

    def to_dict(self) -> dict[str, Any]:
        """Return the columns: lists of strings and numpy arrays. A distance of -1 and a similarity of NaN mean none."""
        return dict(self._columns)

    def to_arrow(self) -> Any:
        """Return a pyarrow Table."""
        import pyarrow

        arrays = {}
        for name, column in self._columns.items():
            nulls = column == _NULLS[name] if name in _NULLS else None
            arrays[name] = pyarrow.array(column, from_pandas=name == "similarity", mask=nulls)
        return pyarrow.table(arrays)

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame."""
        import pandas

        frame = pandas.DataFrame(self._columns)
        for name in _NULLS.keys() & self._columns.keys():
            frame[name] = frame[name].astype("Int16").mask(frame[name] == _NULLS[name])
        return frame

    def to_polars(self) -> Any:
        """Return a polars DataFrame."""
        import polars

        frame = polars.DataFrame(self._columns)
        for name in _NULLS.keys() & self._columns.keys():
            frame = frame.with_columns(polars.col(name).replace(_NULLS[name], None))
        return frame.with_columns(polars.col(polars.Float64).fill_nan(None))

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        rows = [self.columns, *([_shown(value) for value in row] for row in self[:_SHOWN])]
        widths = [max(len(row[i]) for row in rows) for i in range(len(self.columns))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        if len(self) > _SHOWN:
            lines.append(f"... {len(self)} rows")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        def line(cells: Sequence[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        body = "".join(line([_shown(value) for value in row], "td") for row in self[:_SHOWN])
        more = f"<p>{len(self)} rows</p>" if len(self) > _SHOWN else ""
        return f"<table>{line(self.columns, 'th')}{body}</table>{more}"


def _shown(value: object) -> str:
    return "-" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)
