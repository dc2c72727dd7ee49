"""What dedup() decided."""

from __future__ import annotations

import html
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from neardup import _neardup
from neardup._select import select
from neardup.errors import InvalidArgumentError
from neardup.table import Table


class Counts(NamedTuple):
    """How many documents there were and what became of them."""

    documents: int
    kept: int
    exact: int  # removed: the same content as the document kept in their place
    near: int  # removed: all others
    clusters: int  # of two or more documents
    largest: int  # documents in the largest cluster
    too_short: int  # for the rule to judge: only exact copies of them are found
    without_text: int
    without_fingerprint: int
    reference: int
    candidates: int  # pairs that were compared
    text_bytes: int


class Clusters(Sequence[Any]):
    """The clusters of two or more documents: arrays of row numbers, the kept document first."""

    def __init__(self, members: Any, ends: Any) -> None:
        self._members = members
        self._ends = ends

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return [self[place] for place in range(*key.indices(len(self)))]
        place = key + len(self) if key < 0 else key
        if not 0 <= place < len(self):
            raise IndexError(f"cluster {key} of {len(self)}")
        return self._members[self._ends[place - 1] if place else 0 : self._ends[place]]

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        largest = max((len(cluster) for cluster in self), default=0)
        return f"<{len(self)} clusters, the largest of {largest}>"


class DedupResult:
    """The documents to keep, and for each of the others the one that it repeats.

    Rows are numbered from 0 in the order of the data. Everything is computed when it is first asked for.
    """

    def __init__(
        self, found: _neardup.DedupResult, data: Any, original: Any, output: str | None, problems: list[str]
    ) -> None:
        self._found = found
        self._data = data
        self._original = original
        self._output = output
        self.problems = problems
        """What was wrong with the input, a line each."""

    @cached_property
    def counts(self) -> Counts:
        """How many documents were kept and removed."""
        return Counts(**self._found.counts())

    @cached_property
    def mask(self) -> Any:
        """A numpy array with True for every document that stays."""
        return self._found.mask()

    @cached_property
    def kept(self) -> Any:
        """The rows that stay, in the type that came in; for paths, the path of the output."""
        if self._data is None:
            if self._output is None:
                raise InvalidArgumentError(
                    "the documents are in files: name an output to have those that stay written, or use `mask`"
                )
            return self._output
        return select(self._data, self._original, self.mask)

    @cached_property
    def removed(self) -> Table:
        """A row for each removed document: its id, the id kept in its place, distance and similarity of the two."""
        return Table("Removed", self._found.removed())

    @cached_property
    def clusters(self) -> Clusters:
        """The clusters of two or more documents, as arrays of row numbers, the kept one first."""
        return Clusters(*self._found.clusters())

    @cached_property
    def pairs(self) -> Table:
        """The pairs by which documents were removed. `neardup.pairs` lists every pair of the data."""
        columns = self._found.links()
        ids = {f"id{end}": [self.id(row) for row in columns[f"row{end}"].tolist()] for end in (1, 2)}
        return Table("Pair", {**ids, **columns})

    def id(self, row: int) -> str:
        """Return the id of a document; a negative row is one of the reference."""
        return self._found.id(row)

    @property
    def expected_recall(self) -> float:
        """The share of the pairs right at the threshold that this search is expected to find; 1 if it misses none."""
        return self._found.expected_recall()

    @property
    def rule(self) -> str:
        """When two documents are near-duplicates, in words."""
        return self._found.rule()

    @property
    def recipe(self) -> _neardup.Recipe:
        """The recipe of the fingerprints and shingles."""
        return self._found.recipe()

    @property
    def plan(self) -> str:
        """How the pairs were found, in one line."""
        return self._found.plan()

    def rethreshold(self, threshold: float) -> DedupResult:
        """Return what a stricter threshold decides, without reading the data again.

        A higher similarity, or a smaller distance, by the rule of this result. An output is not written again.
        """
        return DedupResult(self._found.rethreshold(threshold), self._data, self._original, None, self.problems)

    def report(
        self, path: str | os.PathLike[str], *, anonymise: bool = False, language: str = "en"
    ) -> None:
        """Write a page about the result: one self-contained HTML file, in English ("en") or Chinese ("zh")."""
        self._found.write_report(os.fspath(path), {"anonymise": anonymise, "language": language})

    def __len__(self) -> int:
        return self.counts.documents

    def __repr__(self) -> str:
        return f"<DedupResult: {self._summary()}>"

    def _summary(self) -> str:
        c = self.counts
        text = f"{c.documents:,} documents: {c.kept:,} kept, {c.exact:,} exact and {c.near:,} near duplicates removed"
        if c.clusters:
            text += f"; {c.clusters:,} clusters, the largest of {c.largest:,}"
        return text + (f"; {c.too_short:,} too short to judge" if c.too_short else "")

    def _repr_html_(self) -> str:
        c = self.counts
        share = 100 * c.kept / max(c.documents, 1)
        bar = (
            '<div style="height:8px;width:320px;background:#d0743c;border-radius:4px">'
            f'<div style="height:8px;width:{share:.1f}%;background:#4682b4;border-radius:4px"></div></div>'
        )
        facts = f"{self.rule}; expected recall {self.expected_recall:.4f}; recipe {self.recipe.written}"
        return (
            f"<p><b>{html.escape(self._summary())}</b></p>{bar}<p>{html.escape(facts)}</p>"
            + self.removed._repr_html_()
        )
